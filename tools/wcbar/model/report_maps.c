// SPDX-License-Identifier: GPL-2.0
/*
 * Requests by memory type, side by side, for people.
 */
#include "model/report.h"
#include "output/table.h"

/**
 * trace_maps - the maps that were applied
 * @a: the analysis
 * @maps: the maps, in the order in which they are printed
 *
 * Return: how many.
 */
u32 trace_maps(const struct analysis *a, enum model_map maps[MODEL_MAPS])
{
	u32 i, n = 0;

	for (i = 0; i < MODEL_MAPS; i++) {
		if (a->maps & BIT(i))
			maps[n++] = i;
	}
	return n;
}

/**
 * struct columns - a table with a column for each map
 * @table: the table
 * @maps: the maps
 * @nr: how many
 * @figures: figures of each
 * @requests: requests of each
 */
struct columns {
	struct table table;
	enum model_map maps[MODEL_MAPS];
	u32 nr;
	struct map_figures figures[MODEL_MAPS];
	const struct requests *requests[MODEL_MAPS];
};

#define ROW(c, name, ...) do {						\
	u32 col;							\
									\
	table_cell(&(c)->table, "%s", name);				\
	for (col = 0; col < (c)->nr; col++)				\
		table_cell(&(c)->table, __VA_ARGS__);			\
} while (0)

#define REQUESTS(c)	((c)->requests[col])
#define FIGURES(c)	((c)->figures[col])

static u64 other_sizes(const struct requests *r, const struct sizes *listed)
{
	u64 n = r->nr;
	u32 i;

	for (i = 0; i < listed->nr; i++)
		n -= sizes_get(&r->sizes, listed->list[i].size);
	return n;
}

/* The sizes that come most often with any map, the smallest first */
static void size_rows(struct columns *c)
{
	struct sizes all = { .nr = 0 };
	char name[32];
	u32 i, k;

	for (i = 0; i < c->nr; i++) {
		const struct sizes *s = &c->requests[i]->sizes;

		for (k = 0; k < s->nr; k++)
			sizes_add(&all, s->list[k].size, s->list[k].n);
	}
	sizes_keep(&all, SIZES_LISTED);
	for (i = 0; i < all.nr; i++) {
		snprintf(name, sizeof(name), "  of %u bytes",
			 all.list[i].size);
		ROW(c, name, "%llu",
		    sizes_get(&REQUESTS(c)->sizes, all.list[i].size));
	}
	if (all.others)
		ROW(c, "  of other sizes", "%llu",
		    other_sizes(REQUESTS(c), &all));
}

static void cause_rows(struct columns *c)
{
	char name[48];
	u32 i, k;
	u64 any;

	for (i = WC_DIRECT; i < WC_LEFT; i++) {
		for (k = 0, any = 0; k < c->nr; k++)
			any += c->requests[k]->lines[i];
		if (!any)
			continue;
		snprintf(name, sizeof(name), "  by %s", wc_cause_name(i));
		ROW(c, name, "%llu", REQUESTS(c)->lines[i]);
	}
}

/**
 * trace_print_maps - print a table with a column for each map
 * @r: the report
 * @f: where to
 */
void trace_print_maps(const struct trace_report *r, FILE *f)
{
	const char *headings[1 + MODEL_MAPS] = { "" };
	char names[MODEL_MAPS][16], text[32];
	struct columns c = { .nr = 0 };
	bool wc = r->a->maps & BIT(MODEL_WC);
	u32 i;

	c.nr = trace_maps(r->a, c.maps);
	for (i = 0; i < c.nr; i++) {
		snprintf(names[i], sizeof(names[i]), ">%s",
			 model_map_name(c.maps[i]));
		headings[1 + i] = names[i];
		c.requests[i] = &r->a->total.requests[c.maps[i]];
		map_figures(r->a->model, c.maps[i], c.requests[i],
			    &c.figures[i]);
	}
	fputc('\n', f);
	table_init(&c.table, 2, headings, 1 + c.nr);
	ROW(&c, "requests", "%llu", REQUESTS(&c)->nr);
	size_rows(&c);
	ROW(&c, "bytes of a request, mean", "%.1f", FIGURES(&c).per_request);
	ROW(&c, "  of a line", "%.0f %%", 100 * FIGURES(&c).combining);
	if (wc) {
		ROW(&c, "lines not full", "%llu", REQUESTS(&c)->partial);
		cause_rows(&c);
		ROW(&c, "lines left in the buffers", "%llu",
		    REQUESTS(&c)->lines[WC_LEFT]);
	}
	ROW(&c, "packets", "%llu", REQUESTS(&c)->wire.tlps);
	ROW(&c, "bytes on the wire", "%llu", REQUESTS(&c)->wire.bytes);
	ROW(&c, "  of them payload", "%.1f %%", 100 * FIGURES(&c).efficiency);
	ROW(&c, "time of the link", "%s",
	    text_ns(FIGURES(&c).prediction.link_ns, text));
	ROW(&c, "time of the CPU", "%s",
	    FIGURES(&c).prediction.cpu_ns > 0 ?
	    text_ns(FIGURES(&c).prediction.cpu_ns, text) : "unknown");
	ROW(&c, "predicted", "%s", text_ns(FIGURES(&c).prediction.ns, text));
	ROW(&c, "  bound by", "%s", prediction_bound(&FIGURES(&c).prediction));
	ROW(&c, "  GB/s", "%.3f", FIGURES(&c).gbps);
	table_print(&c.table, f);
	table_free(&c.table);
}
