/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A report: the rows of a run and everything that qualifies them. Made from
 * the driver's text or read from a file of results; printed in any form.
 */
#ifndef WCBAR_TOOL_REPORT_H
#define WCBAR_TOOL_REPORT_H

#include <wcbar/rows.h>

#include "error.h"
#include "facts.h"

#define REPORT_SCHEMA	"wcbar-bench/1"

/**
 * struct report - results and their context
 * @context: kernel, cpu, hypervisor, accel, bdf, id, link, numa_node, pat and
 *	what else is known of where and how the rows came to be; also state,
 *	planned, error and spec of the run
 * @rows: the rows
 * @nr_rows: how many
 */
struct report {
	struct facts context;
	struct wcbar_row *rows;
	size_t nr_rows;
};

int report_parse(const char *text, size_t len, struct report *r,
		 struct error *e);
void report_add(struct report *r, const struct wcbar_row *row);
void report_describe(struct report *r, const struct facts *info);
bool report_emulated(const struct report *r);
size_t report_count_bad(const struct report *r, size_t *first);
void report_free(struct report *r);

#endif /* WCBAR_TOOL_REPORT_H */
