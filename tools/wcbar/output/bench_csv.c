// SPDX-License-Identifier: GPL-2.0
/*
 * Results as comma-separated values, RFC 4180 but for the newlines.
 */
#include "output/benchout.h"

static const char *const columns[] = {
	"method", "map", "obtained", "effective", "dir", "size", "offset",
	"threads", "iterations",
	"issued_min_ns", "issued_median_ns", "issued_p99_ns", "issued_max_ns",
	"issued_mean_ns", "issued_stdev_ns",
	"arrived_min_ns", "arrived_median_ns", "arrived_p99_ns",
	"arrived_max_ns", "arrived_mean_ns", "arrived_stdev_ns",
	"gbps", "ns_per_64b", "verified", "skipped",
};

static void put_text(const char *s, FILE *f)
{
	if (!strpbrk(s, ",\"\n\r")) {
		fputs(s, f);
		return;
	}
	fputc('"', f);
	for (; *s; s++) {
		if (*s == '"')
			fputc('"', f);
		fputc(*s, f);
	}
	fputc('"', f);
}

/* A fraction, or nothing where the row did not run; and the comma after it */
static void put_milli(u64 v, bool ran, FILE *f)
{
	if (ran)
		fprintf(f, "%llu.%03llu", v / 1000, v % 1000);
	fputc(',', f);
}

static void put_stats(const struct wcbar_stats *s, bool ran, FILE *f)
{
	put_milli(s->min, ran, f);
	put_milli(s->median, ran, f);
	put_milli(s->p99, ran, f);
	put_milli(s->max, ran, f);
	put_milli(s->mean, ran, f);
	put_milli(s->stdev, ran, f);
}

static void put_row(const struct wcbar_row *row, FILE *f)
{
	static const char *const verified[] = {
		[WCBAR_VERIFY_NONE] = "",
		[WCBAR_VERIFY_OK] = "true",
		[WCBAR_VERIFY_BAD] = "false",
	};
	u64 bytes = wcbar_row_bytes(row), ps = row->issued.median;
	bool ran = row->iterations > 0;

	put_text(row->method, f);
	fprintf(f, ",%s,%s,%s,%s,%llu,%llu,%u,%u,",
		wcbar_memtype_short(row->map),
		wcbar_memtype_short(row->obtained),
		wcbar_memtype_short(row->effective),
		row->dir == WCBAR_READ ? "read" : "write", row->size,
		row->offset, row->threads, row->iterations);
	put_stats(&row->issued, ran, f);
	put_stats(&row->arrived, ran, f);
	put_milli(wcbar_rate_mbps(bytes, ps), ran, f);
	put_milli(wcbar_ps_per_line(bytes, ps), ran, f);
	fprintf(f, "%s,", verified[row->verified]);
	put_text(row->skipped, f);
	fputc('\n', f);
}

/**
 * bench_print_csv - print results as comma-separated values
 * @r: the results; its context has no place here
 * @f: where to; the caller looks for errors
 *
 * Columns are those of a row of bench.json, with the statistics spread out.
 */
void bench_print_csv(const struct results *r, FILE *f)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(columns); i++)
		fprintf(f, "%s%s", i ? "," : "", columns[i]);
	fputc('\n', f);
	for (i = 0; i < r->nr_rows; i++)
		put_row(&r->rows[i], f);
}
