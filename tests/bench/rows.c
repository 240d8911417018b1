// SPDX-License-Identifier: GPL-2.0
/*
 * The results as JSON.
 */
#include "mem/session.h"
#include "report.h"

#include <sys/utsname.h>

#include "output/jsonout.h"

static void put_ratio(struct json_object *o, const char *key, double v)
{
	json_put_milli(o, key, (u64)(v * 1000 + 0.5));
}

static struct json_object *row(const struct bench *b, const struct cell *c,
			       u32 way)
{
	static const char *const kinds[] = {
		[PEER] = "peer", [OURS] = "ours", [AUTO] = "auto",
		[FILL] = "limit",
	};
	const struct score *s = &c->score[way];
	struct json_object *o = json_object_new_object();

	json_put_u64(o, "size", c->size);
	json_put_u64(o, "offset", c->offset);
	json_put_text(o, "flush",
		      c->flush == MEM_FLUSH_BLOCK ? "block" : "run");
	json_put_text(o, "method", b->ways[way].way.name);
	json_put_text(o, "kind", kinds[b->ways[way].kind]);
	put_ratio(o, "gbps_median", s->gbps);
	put_ratio(o, "ratio_to_best_peer", s->to_best);
	json_put_text(o, "best_peer", b->ways[c->best].way.name);
	put_ratio(o, "ratio_to_libpmem", s->to_libpmem);
	put_ratio(o, "ratio_to_fill", s->to_fill);
	json_put_u64(o, "reruns", c->reruns);
	json_put_text(o, "region", b->region.what);
	json_put_text(o, "order", "sequential, each block on lines of its own");
	json_put_text(o, "pages", b->region.pages);
	json_put_text(o, "source", "16 KiB, reused");
	json_put_text(o, "settings", b->ways[way].settings);
	return o;
}

static struct json_object *aims(const struct bench *b)
{
	struct json_object *o = json_object_new_object();
	struct verdict v;

	versus_judge(b, &v);
	put_ratio(o, "auto_to_best_peer_worst", v.worst);
	json_put_u64(o, "auto_to_best_peer_worst_size", v.worst_size);
	json_put_bool(o, "auto_to_best_peer_met", v.worst >= AIM_BEST);
	put_ratio(o, "auto_to_libpmem_geomean_64_4K", v.gain);
	put_ratio(o, "fill_to_libpmem_geomean_64_4K", v.limit);
	json_put_bool(o, "auto_to_libpmem_met", v.gain >= AIM_GAIN);
	put_ratio(o, "auto_to_fill_worst", v.fill);
	json_put_u64(o, "auto_to_fill_worst_size", v.fill_size);
	json_put_bool(o, "auto_to_fill_met", v.fill >= AIM_FILL);
	return o;
}

/**
 * versus_print_rows - the results as JSON
 * @b: the comparison
 * @f: where to
 */
void versus_print_rows(const struct bench *b, FILE *f)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *context = json_object_new_object();
	struct json_object *rows = json_object_new_array();
	struct utsname u;
	char cpu[128];
	u32 i, way;

	uname(&u);
	json_put_text(doc, "schema", "wcbar-bench-mem/1");
	json_put_text(context, "cpu", session_cpu(cpu));
	json_put_text(context, "kernel", u.release);
	json_put_u64(context, "rounds", b->rounds);
	json_put_u64(context, "batch_us", b->batch_us);
	json_put_u64(context, "auto_ms", b->auto_ms);
	json_put(doc, "context", context);
	json_put(doc, "aims", aims(b));
	for (i = 0; i < b->nr_cells; i++) {
		for (way = 0; way < b->nr_ways; way++)
			json_append(rows, row(b, &b->cells[i], way));
	}
	json_put(doc, "rows", rows);
	json_print(doc, f);
	json_object_put(doc);
}
