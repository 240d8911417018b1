// SPDX-License-Identifier: GPL-2.0
/*
 * Results as JSON, schema wcbar-bench/1.
 */
#include "output/benchout.h"
#include "output/jsondoc.h"

static struct json_object *stats_json(const struct wcbar_stats *s)
{
	struct json_object *o = json_object_new_object();

	json_put_milli(o, "min", s->min);
	json_put_milli(o, "median", s->median);
	json_put_milli(o, "p99", s->p99);
	json_put_milli(o, "max", s->max);
	json_put_milli(o, "mean", s->mean);
	json_put_milli(o, "stdev", s->stdev);
	return o;
}

static struct json_object *row_json(const struct wcbar_row *row)
{
	struct json_object *o = json_object_new_object();
	u64 bytes = wcbar_row_bytes(row), ps = row->issued.median;
	bool ran = row->iterations > 0;

	json_put_text(o, "method", row->method);
	jsondoc_put_type(o, "map", row->map);
	jsondoc_put_type(o, "obtained", row->obtained);
	jsondoc_put_type(o, "effective", row->effective);
	json_put_text(o, "dir", row->dir == WCBAR_READ ? "read" : "write");
	json_put_u64(o, "size", row->size);
	json_put_u64(o, "offset", row->offset);
	json_put_u64(o, "threads", row->threads);
	json_put_u64(o, "iterations", row->iterations);
	json_put(o, "issued_ns", ran ? stats_json(&row->issued) : NULL);
	json_put(o, "arrived_ns", ran ? stats_json(&row->arrived) : NULL);
	if (ran) {
		json_put_milli(o, "gbps", wcbar_rate_mbps(bytes, ps));
		json_put_milli(o, "ns_per_64b",
			       wcbar_ps_per_line(bytes, ps));
	} else {
		json_put(o, "gbps", NULL);
		json_put(o, "ns_per_64b", NULL);
	}
	if (row->verified == WCBAR_VERIFY_NONE)
		json_put(o, "verified", NULL);
	else
		json_put_bool(o, "verified",
			      row->verified == WCBAR_VERIFY_OK);
	json_put_text(o, "skipped", row->skipped[0] ? row->skipped : NULL);
	return o;
}

/**
 * bench_print_json - print results as JSON
 * @r: the results
 * @f: where to; the caller looks for errors
 *
 * What has no value is null.
 */
void bench_print_json(const struct results *r, FILE *f)
{
	struct json_object *rows = json_object_new_array();
	size_t i;

	for (i = 0; i < r->nr_rows; i++)
		json_append(rows, row_json(&r->rows[i]));
	jsondoc_print(r->schema ? r->schema : RESULTS_SCHEMA, &r->context,
		      rows, f);
}
