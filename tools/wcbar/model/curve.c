// SPDX-License-Identifier: GPL-2.0
/*
 * K lines filled in turn, 16 bytes at a time.
 *
 * The stores are those of mem/buffers.c, and the model takes them as any
 * others. What it foretells is where throughput collapses, and how many
 * requests a line costs before and behind that. What a full line and a partial
 * write cost is not foretold: it is given, or taken from the two ends of the
 * measured curve, one line and the most lines.
 */
#include "model/curve.h"

#include "mem.h"

#define BYTES	(128UL << 10)	/* for one point */
#define PIECE	16		/* bytes of a store */
#define PIECES	(WC_LINE / PIECE)

static void fill_in_turn(struct apply *a, u32 lines)
{
	struct event ev = { .kind = EVENT_STORE, .width = PIECE };
	u32 groups = (u32)(BYTES / (lines * WC_LINE)), group, at, k;

	for (group = 0; group < groups; group++) {
		for (at = 0; at < WC_LINE; at += PIECE) {
			for (k = 0; k < lines; k++) {
				ev.addr = (u64)(group * lines + k) * WC_LINE +
					  at;
				apply_event(a, &ev);
			}
		}
	}
	ev.kind = EVENT_SFENCE;
	apply_event(a, &ev);
}

static void predict_point(struct curve *c, u32 lines)
{
	struct curve_point *p = &c->point[lines - 1];
	struct requests r = { .nr = 0 };
	struct apply *a = mem_grow(NULL, 1, sizeof(*a));
	double ns;
	u64 all;

	apply_init(a, MODEL_WC, &c->o->model);
	a->to = &r;
	fill_in_turn(a, lines);
	apply_free(a);
	free(a);
	all = r.bytes / WC_LINE;
	p->whole = (u32)(r.whole * 1000 / all);
	p->requests = (u32)(r.nr * 1000 / all);
	ns = (double)r.whole * c->full_ns +
	     (double)(r.nr - r.whole) * c->partial_ns;
	p->gbps = c->full_ns > 0 ? (double)r.bytes / ns : 0;
}

/* From the ends of the curve, or as given */
static void find_costs(struct curve *c)
{
	const struct buffers_file *b = &c->o->file;
	const struct costs *given = &c->o->model.costs;

	if (c->o->has_file && b->nr >= 2) {
		c->full_ns = WC_LINE / b->curve[0].gbps;
		c->partial_ns = WC_LINE / b->curve[b->nr - 1].gbps / PIECES;
		c->costs_from = "from the ends of the measured curve";
	}
	if (given->wc_ns > 0) {
		c->full_ns = given->wc_ns;
		c->partial_ns = given->partial_ns > 0 ? given->partial_ns :
							given->wc_ns;
		c->costs_from = c->o->model.costs_from;
	}
}

/**
 * curve_predict - foretell the curve
 * @c: the curve
 * @o: buffers, costs, and what was measured; not copied
 */
void curve_predict(struct curve *c, const struct model_options *o)
{
	u32 k;

	memset(c, 0, sizeof(*c));
	c->o = o;
	find_costs(c);
	for (k = 1; k <= CURVE_LINES; k++)
		predict_point(c, k);
	for (k = 0; k < CURVE_LINES && c->point[k].whole == 1000; k++)
		;
	c->collapse = k < CURVE_LINES ? k : 0;
}
