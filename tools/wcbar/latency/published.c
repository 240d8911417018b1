// SPDX-License-Identifier: GPL-2.0
/*
 * What others have measured, beside what was measured here:
 *
 *	Or Gerlitz, "[PATCH V1 net-next 0/2] Add pgtable API to query if write
 *	combining is available", netdev, 5 October 2014
 *
 * ib_write_lat over an mlx4 card, once from a virtual machine that had no
 * write combining and once from the bare machine, which had. The column
 * t_typical[usec] of a million iterations each.
 */
#include "latency/latency.h"

#include "output/table.h"

/**
 * struct published - one size, hundredths of a microsecond
 * @bytes: the size
 * @vm_bf: BlueFlame without write combining
 * @vm_doorbell: the doorbell beside it
 * @wc_bf: BlueFlame with write combining
 * @wc_doorbell: the doorbell beside it
 */
struct published {
	u32 bytes;
	u32 vm_bf;
	u32 vm_doorbell;
	u32 wc_bf;
	u32 wc_doorbell;
};

static const struct published published[] = {
	{   2,  79,  89, 79, 110 },
	{   4,  78,  89, 79, 110 },
	{   8,  78,  89, 79, 110 },
	{  16,  86,  90, 79, 111 },
	{  32,  96,  92, 83, 114 },
	{  64, 111,  93, 85, 116 },
	{ 128, 147, 100, 98, 127 },
};

/* The fastest row of a way, without auto's; map WCBAR_MT_UNKNOWN for any */
static const struct wcbar_post_row *fastest(const struct latency *l,
					    u32 bytes, enum wcbar_post post,
					    enum wcbar_memtype map)
{
	const struct wcbar_post_row *best = NULL, *row;
	size_t i;

	for (i = 0; i < l->nr_rows; i++) {
		row = &l->rows[i];
		if (row->bytes != bytes || row->post != post || row->by_auto ||
		    (map != WCBAR_MT_UNKNOWN && row->map != map) ||
		    row->until != WCBAR_UNTIL_COMPLETION || !latency_ran(row))
			continue;
		if (!best || row->done.s.median < best->done.s.median)
			best = row;
	}
	return best;
}

static void put_ours(struct table *t, const struct wcbar_post_row *row)
{
	if (row)
		table_cell(t, "%.2f", (double)row->done.s.median / 1e6);
	else
		table_cell(t, "-");
}

static void put_row(struct table *t, const struct latency *l,
		    const struct published *p)
{
	u32 bytes = p->bytes;

	table_cell(t, "%u", bytes);
	table_cell(t, "%.2f", p->vm_bf / 100.0);
	table_cell(t, "%.2f", p->vm_doorbell / 100.0);
	table_cell(t, "%.2f", p->wc_bf / 100.0);
	table_cell(t, "%.2f", p->wc_doorbell / 100.0);
	put_ours(t, fastest(l, bytes, WCBAR_POST_BF, WCBAR_MT_WC));
	put_ours(t, fastest(l, bytes, WCBAR_POST_BF, WCBAR_MT_UC));
	put_ours(t, fastest(l, bytes, WCBAR_POST_DOORBELL, WCBAR_MT_UNKNOWN));
	put_ours(t, fastest(l, bytes, WCBAR_POST_INLINE, WCBAR_MT_UNKNOWN));
}

static bool measured(const struct latency *l, u32 bytes)
{
	enum wcbar_post post;

	for (post = WCBAR_POST_BF; post < WCBAR_POST_NUM; post++) {
		if (fastest(l, bytes, post, WCBAR_MT_UNKNOWN))
			return true;
	}
	return false;
}

/**
 * latency_published - print the published table beside the sizes it has
 * @l: the latencies; nothing is printed where no size is the same
 * @f: where to
 */
void latency_published(const struct latency *l, FILE *f)
{
	static const char *const headings[] = {
		"#bytes", ">VM:bf", ">VM:doorbell", ">metal:bf",
		">metal:doorbell", ">here:bf/wc", ">here:bf/uc",
		">here:doorbell", ">here:inline",
	};
	bool emulated = context_emulated(&l->context);
	struct table t;
	unsigned int i;

	table_init(&t, 2, headings, ARRAY_SIZE(headings));
	for (i = 0; i < ARRAY_SIZE(published); i++) {
		if (measured(l, published[i].bytes))
			put_row(&t, l, &published[i]);
	}
	if (t.nr_cells > t.nr_columns) {
		fprintf(f, "\nPublished and here, t_typical[usec]. VM, metal: mlx4, ib_write_lat -F -a -n 1000000, in a\n"
			"virtual machine without write combining and on the bare machine with it (Or Gerlitz,\n"
			"\"Add pgtable API to query if write combining is available\", netdev, 5 October 2014);\n"
			"here: this run%s.\n", emulated ?
			", EMULATED, whose times say nothing of hardware" : "");
		table_print(&t, f);
		fprintf(f, "They differ because ib_write_lat prints half of a ping-pong between two machines with a\n"
			"link between them, and here it is one descriptor's whole round trip, from the first\n"
			"store until its completion is seen in memory%s.\n",
			emulated ? ", by a card or a CPU that is a program" :
				   "");
	}
	table_free(&t);
}
