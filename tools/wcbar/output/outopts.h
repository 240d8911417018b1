/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options of all commands that make results: what comes out, and in which
 * form.
 */
#ifndef WCBAR_TOOL_OUTOPTS_H
#define WCBAR_TOOL_OUTOPTS_H

#include <wcbar/types.h>

#include "output/baseline.h"

/**
 * struct outopts - what comes out
 * @json: file for JSON, "-", or NULL
 * @csv: the same for comma-separated values
 * @plot: the same for a picture
 * @baseline: what the results are held against
 * @quiet: no table and no progress
 */
struct outopts {
	const char *json;
	const char *csv;
	const char *plot;
	struct baseline baseline;
	bool quiet;
};

/* What getopt_long() returns for them; options of a command begin at 256 */
enum {
	OUTOPT_JSON = 512,
	OUTOPT_CSV,
	OUTOPT_PLOT,
	OUTOPT_BASELINE,
	OUTOPT_TOLERANCE,
	OUTOPT_MIN_GBPS,
};

/* Rows of the command's table of options */
#define OUTOPTS_FILES							\
	{ "json",	required_argument,	NULL, OUTOPT_JSON },	\
	{ "csv",	required_argument,	NULL, OUTOPT_CSV },	\
	{ "plot",	required_argument,	NULL, OUTOPT_PLOT },	\
	{ "quiet",	no_argument,		NULL, 'q' }
#define OUTOPTS_BASELINE						\
	{ "baseline",	required_argument,	NULL, OUTOPT_BASELINE }, \
	{ "tolerance",	required_argument,	NULL, OUTOPT_TOLERANCE }
#define OUTOPTS_RATE							\
	{ "min-gbps",	required_argument,	NULL, OUTOPT_MIN_GBPS }

struct option;

/**
 * struct outopts_command - a command whose options are read
 * @name: its name
 * @letters: its letters, as getopt_long() takes them; the first is ':'
 * @options: its options
 * @take: takes an option; -1 to go on, or the status to exit with
 */
struct outopts_command {
	const char *name;
	const char *letters;
	const struct option *options;
	int (*take)(void *o, int opt, char **argv);
};

int outopts_parse(const struct outopts_command *c, int argc, char **argv,
		  void *o, const char **address);
int outopts_take(const char *command, struct outopts *o, int opt,
		 char *const *argv);
int outopts_check(const char *command, const struct outopts *o);

#endif /* WCBAR_TOOL_OUTOPTS_H */
