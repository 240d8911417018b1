// SPDX-License-Identifier: GPL-2.0
/*
 * Latencies as comma-separated values.
 */
#include "latency/latency.h"

#include "output/csv.h"

static const char *const columns[] = {
	"post", "auto", "map", "obtained", "effective", "bytes", "lines",
	"iterations", "wait", "until", "method", "card",
	"issued_min_ns", "issued_typical_ns", "issued_max_ns", "issued_avg_ns",
	"issued_stdev_ns", "issued_p99_ns", "issued_p999_ns",
	"done_min_ns", "done_typical_ns", "done_max_ns", "done_avg_ns",
	"done_stdev_ns", "done_p99_ns", "done_p999_ns",
	"taken", "torn", "stale", "twice", "out_of_order", "lost",
	"histogram", "state", "note",
};

static void put_stats(const struct wcbar_post_stats *s, bool ran, FILE *f)
{
	csv_milli(s->s.min, ran, f);
	csv_milli(s->s.median, ran, f);
	csv_milli(s->s.max, ran, f);
	csv_milli(s->s.mean, ran, f);
	csv_milli(s->s.stdev, ran, f);
	csv_milli(s->s.p99, ran, f);
	csv_milli(s->p999, ran, f);
}

static void put_hist(const u32 *hist, FILE *f)
{
	const char *blank = "";
	u32 i;

	for (i = 0; i < WCBAR_HIST_BUCKETS; i++) {
		if (!hist[i])
			continue;
		fprintf(f, "%s%llu:%u", blank, wcbar_hist_lower(i), hist[i]);
		blank = " ";
	}
	fputc(',', f);
}

static void put_row(const struct wcbar_post_row *row, FILE *f)
{
	bool ran = row->iterations > 0;
	char size[LATENCY_LABEL];

	fprintf(f, "%s,%s,%s,%s,%s,%s,%u,%u,%s,%s,",
		wcbar_post_name(row->post), row->by_auto ? "true" : "false",
		wcbar_memtype_short(row->map),
		wcbar_memtype_short(row->obtained),
		wcbar_memtype_short(row->effective), latency_size(row, size),
		row->lines, row->iterations, wcbar_wait_name(row->wait),
		row->until == WCBAR_UNTIL_READBACK ? "readback" : "completion");
	csv_text(strcmp(row->method, "-") ? row->method : "", f);
	fputc(',', f);
	csv_text(strcmp(row->card, "-") ? row->card : "", f);
	fputc(',', f);
	put_stats(&row->issued, ran, f);
	put_stats(&row->done, ran, f);
	fprintf(f, "%llu,%llu,%llu,%llu,%llu,%llu,", row->taken, row->torn,
		row->stale, row->twice, row->order, row->lost);
	put_hist(row->hist, f);
	fprintf(f, "%s,", row->skipped ? "skipped" :
			  row->failed ? "failed" : "ok");
	csv_text(row->note, f);
	fputc('\n', f);
}

/**
 * latency_print_csv - print latencies as comma-separated values
 * @l: the latencies; their context has no place here
 * @f: where to; the caller looks for errors
 *
 * Columns are those of a row of the JSON, with statistics and counters spread
 * out. The histogram is one field: pairs of a bucket's shortest time in
 * nanoseconds and the samples in it.
 */
void latency_print_csv(const struct latency *l, FILE *f)
{
	size_t i;

	csv_columns(columns, ARRAY_SIZE(columns), f);
	for (i = 0; i < l->nr_rows; i++)
		put_row(&l->rows[i], f);
}
