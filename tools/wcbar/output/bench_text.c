// SPDX-License-Identifier: GPL-2.0
/*
 * Results for a person: where it was measured, a table for each map, what
 * was skipped and why.
 */
#include "model/roof.h"
#include "output/benchout.h"
#include "output/resulttext.h"
#include "output/table.h"
#include "output/units.h"

/**
 * struct group - rows of one map, one after the other
 * @rows: the first of them
 * @nr: how many
 */
struct group {
	const struct wcbar_row *rows;
	size_t nr;
};

static bool same_map(const struct wcbar_row *a, const struct wcbar_row *b)
{
	return a->map == b->map && a->obtained == b->obtained &&
	       a->effective == b->effective;
}

/* Whether a column says anything: some row has something else than usual */
static bool any_offset(const struct results *r)
{
	size_t i;

	for (i = 0; i < r->nr_rows; i++) {
		if (r->rows[i].offset)
			return true;
	}
	return false;
}

static bool any_threads(const struct results *r)
{
	size_t i;

	for (i = 0; i < r->nr_rows; i++) {
		if (r->rows[i].threads > 1)
			return true;
	}
	return false;
}

static void print_ran(const struct group *g, bool offset, bool threads,
		      FILE *f)
{
	static const char *const verified[] = {
		[WCBAR_VERIFY_NONE] = "-",
		[WCBAR_VERIFY_OK] = "yes",
		[WCBAR_VERIFY_BAD] = "NO",
	};
	const char *headings[TABLE_MAX_COLUMNS] = {
		"METHOD", "DIR", ">SIZE",
	};
	char text[TEXT_QUANTITY];
	unsigned int nr = 3;
	struct table t;
	size_t i;

	if (offset)
		headings[nr++] = ">OFFSET";
	if (threads)
		headings[nr++] = ">THREADS";
	headings[nr++] = ">TIMES";
	headings[nr++] = ">ISSUED";
	headings[nr++] = ">P99";
	headings[nr++] = ">ARRIVED";
	headings[nr++] = ">GB/s";
	headings[nr++] = ">ns/64B";
	headings[nr++] = "VERIFIED";
	table_init(&t, 2, headings, nr);
	for (i = 0; i < g->nr; i++) {
		const struct wcbar_row *row = &g->rows[i];
		u64 bytes = wcbar_row_bytes(row), ps = row->issued.median;

		if (!row->iterations)
			continue;
		table_cell(&t, "%s", row->method);
		table_cell(&t, "%s",
			   row->dir == WCBAR_READ ? "read" : "write");
		table_cell(&t, "%s", text_size(row->size, text));
		if (offset)
			table_cell(&t, "%llu", row->offset);
		if (threads)
			table_cell(&t, "%u", row->threads);
		table_cell(&t, "%u", row->iterations);
		table_cell(&t, "%s", text_time(ps, text));
		table_cell(&t, "%s", text_time(row->issued.p99, text));
		table_cell(&t, "%s", text_time(row->arrived.median, text));
		table_cell(&t, "%s",
			   text_rate(wcbar_rate_mbps(bytes, ps), text));
		table_cell(&t, "%s",
			   text_rate(wcbar_ps_per_line(bytes, ps), text));
		table_cell(&t, "%s", verified[row->verified]);
	}
	if (t.nr_cells > t.nr_columns)
		table_print(&t, f);
	table_free(&t);
}

/* The row before has the same reason; mostly it has, and saves a search */
static bool same_reason(const struct wcbar_row *row)
{
	return !strcmp(row[-1].skipped, row->skipped);
}

static bool new_reason(const struct group *g, size_t i)
{
	size_t k;

	if (!g->rows[i].skipped[0] || (i && same_reason(&g->rows[i])))
		return false;
	for (k = 0; k < i; k++) {
		if (!strcmp(g->rows[k].skipped, g->rows[i].skipped))
			return false;
	}
	return true;
}

/* A line for each reason, with the methods it holds for */
static void print_skipped(const struct group *g, FILE *f)
{
	size_t i, k;

	for (i = 0; i < g->nr; i++) {
		const char *why = g->rows[i].skipped;

		if (!new_reason(g, i))
			continue;
		fprintf(f, "  skipped: %s", g->rows[i].method);
		for (k = i + 1; k < g->nr; k++) {
			const struct wcbar_row *row = &g->rows[k];

			/* the rows of a method follow each other */
			if (!strcmp(row->skipped, why) &&
			    (!same_reason(row) ||
			     strcmp(row[-1].method, row->method)))
				fprintf(f, ", %s", row->method);
		}
		fprintf(f, ": %s\n", why);
	}
}

static void print_group(const struct group *g, bool offset, bool threads,
			FILE *f)
{
	const struct wcbar_row *row = g->rows;
	size_t i;

	fprintf(f, "\nmap %s", wcbar_memtype_short(row->map));
	for (i = 0; i < g->nr && g->rows[i].obtained == WCBAR_MT_UNKNOWN; i++)
		;
	if (i < g->nr)
		fprintf(f, " (obtained %s, effective %s)",
			wcbar_memtype_short(row->obtained),
			wcbar_memtype_short(row->effective));
	fputc('\n', f);
	print_ran(g, offset, threads, f);
	print_skipped(g, f);
}

/**
 * bench_print_text - print results for a person
 * @r: the results
 * @f: where to
 */
void bench_print_text(const struct results *r, FILE *f)
{
	bool offset = any_offset(r), threads = any_threads(r);
	struct group g;
	char *reading, *roof;
	size_t i;

	resulttext_head(&r->context, f);
	for (i = 0; i < r->nr_rows; i += g.nr) {
		g.rows = &r->rows[i];
		for (g.nr = 1; i + g.nr < r->nr_rows; g.nr++) {
			if (!same_map(g.rows, &g.rows[g.nr]))
				break;
		}
		print_group(&g, offset, threads, f);
	}
	resulttext_state(&r->context, r->nr_rows, f);
	reading = bench_reading(r);
	fputc('\n', f);
	resulttext_wrapped(reading, f);
	free(reading);
	roof = roof_reading(r);
	if (roof)
		resulttext_wrapped(roof, f);
	free(roof);
}
