/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results: the rows of a run and everything that qualifies them. Made from
 * the driver's text or read from a file of results; printed in any form.
 */
#ifndef WCBAR_TOOL_RESULTS_H
#define WCBAR_TOOL_RESULTS_H

#include <wcbar/rows.h>

#include "error.h"
#include "facts.h"

#define RESULTS_SCHEMA	"wcbar-bench/1"

/**
 * struct results - results and their context
 * @context: kernel, cpu, hypervisor, accel, bdf, id, link, numa_node, pat and
 *	what else is known of where and how the rows came to be; also state,
 *	planned, error and spec of the run
 * @rows: the rows
 * @nr_rows: how many
 * @schema: name and version of their form as JSON; NULL for RESULTS_SCHEMA
 * @title: what a picture of them is called; NULL for what names the card
 */
struct results {
	struct facts context;
	struct wcbar_row *rows;
	size_t nr_rows;
	const char *schema;
	const char *title;
};

int results_parse(const char *text, size_t len, struct results *r,
		  struct error *e);
void results_add(struct results *r, const struct wcbar_row *row);
void results_describe(struct results *r, const struct facts *info);
bool results_emulated(const struct results *r);
const char *results_method(const struct wcbar_row *row,
			   char name[WCBAR_ROW_NAME]);
bool results_same_method(const struct wcbar_row *a, const struct wcbar_row *b);
size_t results_count_bad(const struct results *r, size_t *first);
void results_free(struct results *r);

#endif /* WCBAR_TOOL_RESULTS_H */
