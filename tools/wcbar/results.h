/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results: the rows of a run and everything that qualifies them. Made from
 * the driver's text or read from a file of results; printed in any form.
 */
#ifndef WCBAR_TOOL_RESULTS_H
#define WCBAR_TOOL_RESULTS_H

#include <wcbar/rows.h>

#include "context.h"
#include "rowfile.h"

#define RESULTS_SCHEMA	"wcbar-bench/1"

/**
 * struct results - results and their context
 * @context: where and how the rows came to be
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

struct rowfile results_file(struct results *r);
void results_add(struct results *r, const struct wcbar_row *row);
const char *results_method(const struct wcbar_row *row,
			   char name[WCBAR_ROW_NAME]);
bool results_same_method(const struct wcbar_row *a, const struct wcbar_row *b);
size_t results_count_bad(const struct results *r, size_t *first);
void results_free(struct results *r);

#endif /* WCBAR_TOOL_RESULTS_H */
