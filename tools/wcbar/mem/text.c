// SPDX-License-Identifier: GPL-2.0
/*
 * What wcbar mem measured, for people.
 */
#include "mem/session.h"

#include "output/table.h"
#include "output/units.h"

static bool any(const struct results *r, bool offset)
{
	size_t i;

	for (i = 0; i < r->nr_rows; i++) {
		if (offset ? r->rows[i].offset : r->rows[i].threads > 1)
			return true;
	}
	return false;
}

static void print_rows(const struct results *r, FILE *f)
{
	static const char *const verified[] = {
		[WCBAR_VERIFY_NONE] = "-",
		[WCBAR_VERIFY_OK] = "yes",
		[WCBAR_VERIFY_BAD] = "NO",
	};
	bool offset = any(r, true), threads = any(r, false);
	const char *headings[TABLE_MAX_COLUMNS] = { "METHOD", ">BLOCK" };
	char text[TEXT_QUANTITY];
	unsigned int nr = 2;
	struct table t;
	size_t i;

	if (offset)
		headings[nr++] = ">OFFSET";
	if (threads)
		headings[nr++] = ">THREADS";
	headings[nr++] = ">BLOCKS";
	headings[nr++] = ">MEDIAN";
	headings[nr++] = ">BEST";
	headings[nr++] = ">WORST";
	headings[nr++] = ">GB/s";
	headings[nr++] = "VERIFIED";
	table_init(&t, 2, headings, nr);
	for (i = 0; i < r->nr_rows; i++) {
		const struct wcbar_row *row = &r->rows[i];

		if (row->skipped[0])
			continue;
		table_cell(&t, "%s", row->method);
		table_cell(&t, "%s", text_size(row->size, text));
		if (offset)
			table_cell(&t, "%llu", row->offset);
		if (threads)
			table_cell(&t, "%u", row->threads);
		table_cell(&t, "%u", row->iterations);
		table_cell(&t, "%s", text_time(row->issued.median, text));
		table_cell(&t, "%s", text_time(row->issued.min, text));
		table_cell(&t, "%s", text_time(row->issued.max, text));
		table_cell(&t, "%s", row->iterations ?
			   text_rate(wcbar_rate_mbps(row->size,
						     row->issued.median),
				     text) : "-");
		table_cell(&t, "%s", verified[row->verified]);
	}
	if (t.nr_cells > t.nr_columns)
		table_print(&t, f);
	table_free(&t);
}

/* Whether a row before this one says the same, of any method or of its own */
static bool said(const struct results *r, size_t i, bool own)
{
	size_t k;

	for (k = 0; k < i; k++) {
		if (!strcmp(r->rows[k].skipped, r->rows[i].skipped) &&
		    (!own || !strcmp(r->rows[k].method, r->rows[i].method)))
			return true;
	}
	return false;
}

/* A line for each reason, with the methods it holds for */
static void print_skipped(const struct results *r, FILE *f)
{
	size_t i, k;

	for (i = 0; i < r->nr_rows; i++) {
		const char *why = r->rows[i].skipped;

		if (!why[0] || said(r, i, false))
			continue;
		fprintf(f, "  skipped: %s", r->rows[i].method);
		for (k = i + 1; k < r->nr_rows; k++) {
			if (!strcmp(r->rows[k].skipped, why) &&
			    !said(r, k, true))
				fprintf(f, ", %s", r->rows[k].method);
		}
		fprintf(f, ": %s\n", why);
	}
}

/**
 * mem_print_text - print results for people
 * @r: the results
 * @f: where to
 */
void mem_print_text(const struct results *r, FILE *f)
{
	const struct facts *c = &r->context;
	const char *flush = facts_or(c, "flush", "block");
	const char *preset = facts_get(c, "preset_text");

	fprintf(f, "%s, %s\n", facts_or(c, "region", "memory"),
		facts_or(c, "pages", "pages of unknown size"));
	fprintf(f, "kernel %s, %s\n", facts_or(c, "kernel", "unknown"),
		facts_or(c, "cpu", "unknown CPU"));
	fprintf(f, "source: %s; stores leave the CPU %s\n\n",
		facts_or(c, "source", "unknown"),
		!strcmp(flush, "block") ? "after each block" :
		!strcmp(flush, "run") ? "once after many blocks" :
		"not before the clock stops");
	print_rows(r, f);
	print_skipped(r, f);
	if (preset)
		fprintf(f, "\n%s", preset);
}
