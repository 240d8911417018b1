// SPDX-License-Identifier: GPL-2.0
/*
 * Results as comma-separated values, RFC 4180 but for the newlines.
 */
#include "output/benchout.h"
#include "output/csv.h"

static const char *const columns[] = {
	"method", "map", "obtained", "effective", "dir", "size", "offset",
	"threads", "iterations",
	"issued_min_ns", "issued_median_ns", "issued_p99_ns", "issued_max_ns",
	"issued_mean_ns", "issued_stdev_ns",
	"arrived_min_ns", "arrived_median_ns", "arrived_p99_ns",
	"arrived_max_ns", "arrived_mean_ns", "arrived_stdev_ns",
	"gbps", "ns_per_64b", "verified", "skipped",
};

static void put_stats(const struct wcbar_stats *s, bool ran, FILE *f)
{
	csv_milli(s->min, ran, f);
	csv_milli(s->median, ran, f);
	csv_milli(s->p99, ran, f);
	csv_milli(s->max, ran, f);
	csv_milli(s->mean, ran, f);
	csv_milli(s->stdev, ran, f);
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

	csv_text(row->method, f);
	fprintf(f, ",%s,%s,%s,%s,%llu,%llu,%u,%u,",
		wcbar_memtype_short(row->map),
		wcbar_memtype_short(row->obtained),
		wcbar_memtype_short(row->effective),
		row->dir == WCBAR_READ ? "read" : "write", row->size,
		row->offset, row->threads, row->iterations);
	put_stats(&row->issued, ran, f);
	put_stats(&row->arrived, ran, f);
	csv_milli(wcbar_rate_mbps(bytes, ps), ran, f);
	csv_milli(wcbar_ps_per_line(bytes, ps), ran, f);
	fprintf(f, "%s,", verified[row->verified]);
	csv_text(row->skipped, f);
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

	csv_columns(columns, ARRAY_SIZE(columns), f);
	for (i = 0; i < r->nr_rows; i++)
		put_row(&r->rows[i], f);
}
