/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows of latencies as the driver prints them, for tests.
 */
#ifndef WCBAR_TEST_LATENCY_ROWS_H
#define WCBAR_TEST_LATENCY_ROWS_H

#include "latency/latency.h"

#define POST_HEAD	WCBAR_POST_MAGIC "\n# interface: reference card 1\n" \
			WCBAR_POST_COLUMNS
#define POST_FILE	POST_HEAD "\n# state: done\n# planned: 2\n"	\
			"# spec: size=64\n"

/* Without a fault; the map is what was asked for */
#define POST_ROW(way, map, bytes, typical)				\
	POST_ROW_OF(way " no " map " " map " " map, bytes,		\
		    "completion movnti own", typical, "1010 0 0 0 0 0", "ok -")
#define POST_ROW_OF(way, bytes, how, typical, counters, state)		\
	way " " bytes " 2 1000 poll " how " "				\
	"50.000 60.000 90.000 61.000 5.000 80.000 89.000 "		\
	"400.000 " typical " 9000.000 700.000 50.000 1000.000 2001.000 " \
	counters " 448:990,1024:10 " state "\n"
#define POST_SKIPPED							\
	"bf no wc - - 64 0 0 poll completion - - "			\
	"- - - - - - - - - - - - - - 0 0 0 0 0 0 - "			\
	"skipped the card has no buffers, it says\n"
#define POST_TORN							\
	POST_ROW_OF("bf no wc wc wc", "64", "completion movnti own",	\
		    "800.000", "900 1 0 0 0 3",				\
		    "failed the card stopped: torn")

struct latency latency_made(const char *rows);
char *latency_text(const struct latency *l,
		   void (*print)(const struct latency *l, FILE *f));

#endif /* WCBAR_TEST_LATENCY_ROWS_H */
