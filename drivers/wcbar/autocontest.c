// SPDX-License-Identifier: GPL-2.0
/*
 * auto's table measured.
 *
 * As lib/raid6 picks its routines: every candidate runs, the fastest
 * is kept. A budget bounds it, and noise is met in three ways: candidates take
 * turns, so that a disturbance meets all of them; the slow ones leave early,
 * so that the time goes into telling the fast ones apart; and as a disturbance
 * only ever makes a turn longer, one of the better turns counts: the first
 * third of them is passed over as luck, the rest as bad luck.
 */
#include <wcbar/auto.h>

#define ROUNDS		WCBAR_AUTO_ROUNDS
#define STAYS_PERCENT	125	/* of the fastest after two turns: others leave */
#define CLOSE_PERCENT	106	/* and after four */
#define SAME_PERCENT	102	/* of the fastest: no difference */
#define SHARE_NS	100000000ULL	/* more time for one size tells no more */

/* What is measured; classes between take the method of the size below. */
static const u32 probe_sizes[] = {
	64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096,
	16384, 65536, 1048576,
};

static const u32 probe_offsets[WCBAR_AUTO_ALIGNS] = {
	[WCBAR_AUTO_LINE] = 0,
	[WCBAR_AUTO_EIGHT] = 8,
	[WCBAR_AUTO_ANY] = 1,
};

static u64 third_of(const u64 *ps, u32 n)
{
	u64 sorted[ROUNDS];
	u32 i, k;

	for (i = 0; i < n; i++) {
		for (k = i; k && sorted[k - 1] > ps[i]; k--)
			sorted[k] = sorted[k - 1];
		sorted[k] = ps[i];
	}
	return sorted[n / 3];
}

static u64 best_of(const struct wcbar_auto_contest *c)
{
	u64 best = U64_MAX;
	u32 i;

	for (i = 0; i < c->nr; i++)
		best = min_t(u64, best, third_of(c->ps[i], c->turns));
	return best;
}

static u64 percent_of(u64 v, u32 percent)
{
	u32 rest;

	return div_u64_rem(v * percent, 100, &rest);
}

static u64 least_of(const u64 *ps, u32 n)
{
	u64 least = U64_MAX;

	while (n--)
		least = min_t(u64, least, ps[n]);
	return least;
}

/*
 * Those that are clearly slower take no more time. By their best turn: after
 * two turns a disturbance in one must not throw a good one out.
 */
static void drop_slow(struct wcbar_auto_contest *c, u32 percent)
{
	u64 best = U64_MAX;
	u32 i, n = 0;

	for (i = 0; i < c->nr; i++)
		best = min_t(u64, best, least_of(c->ps[i], c->turns));
	for (i = 0; i < c->nr; i++) {
		if (least_of(c->ps[i], c->turns) > percent_of(best, percent))
			continue;
		c->m[n] = c->m[i];
		memmove(c->ps[n], c->ps[i], sizeof(c->ps[n]));
		n++;
	}
	c->nr = n;
}

/*
 * Between equals the widest stores, which need the fewest instructions and
 * lose the least when a neighbour on the same core takes its share; between
 * those the one of the size below, so that a table has few lines.
 */
static bool is_better(const struct wcbar_method *m,
		      const struct wcbar_method *than,
		      const struct wcbar_method *below)
{
	if (!than || m->width != than->width)
		return !than || m->width > than->width;
	return m == below;
}

static const struct wcbar_method *
winner(const struct wcbar_auto_contest *c, const struct wcbar_method *below)
{
	u64 same = percent_of(best_of(c), SAME_PERCENT);
	const struct wcbar_method *m = NULL;
	u32 i;

	for (i = 0; i < c->nr; i++) {
		if (third_of(c->ps[i], c->turns) <= same &&
		    is_better(c->m[i], m, below))
			m = c->m[i];
	}
	return m;
}

static int take_turns(struct wcbar_auto_probe *probe, enum wcbar_auto_use use,
		      u32 offset, u32 len, u64 until)
{
	struct wcbar_auto_contest *c = &probe->contest;
	u32 i;
	int ret;

	for (c->turns = 0; c->turns < ROUNDS;) {
		for (i = 0; i < c->nr; i++) {
			ret = probe->time(probe->arg, c->m[i], use, offset,
					  len, &c->ps[i][c->turns]);
			if (ret)
				return ret;
		}
		c->turns++;
		if (c->turns == 2)
			drop_slow(c, STAYS_PERCENT);
		else if (c->turns == 4)
			drop_slow(c, CLOSE_PERCENT);
		/* of three turns one may be disturbed */
		if (c->nr == 1 || (c->turns >= 3 &&
				   probe->now_ns(probe->arg) >= until))
			break;
	}
	return 0;
}

/* The widest of those that are close to the best */
static const struct wcbar_method *
widest(const struct wcbar_auto_contest *c)
{
	u64 close = percent_of(best_of(c), CLOSE_PERCENT);
	const struct wcbar_method *m = NULL;
	u32 i;

	for (i = 0; i < c->nr; i++) {
		if (third_of(c->ps[i], c->turns) <= close &&
		    (!m || c->m[i]->width > m->width))
			m = c->m[i];
	}
	return m;
}

/*
 * When narrower stores are a little better than wider ones, it may be chance;
 * the two take turns once more, longer ones.
 */
static int run_off(struct wcbar_auto_probe *probe, enum wcbar_auto_use use,
		   u32 offset, u32 len, const struct wcbar_method *below,
		   const struct wcbar_method **m)
{
	struct wcbar_auto_contest *c = &probe->contest;
	const struct wcbar_method *wide = widest(c);
	u32 i;
	int ret;

	if (wide->width <= (*m)->width)
		return 0;
	c->m[0] = wide;
	c->m[1] = *m;
	c->nr = 2;
	probe->quantum_ns *= 2;
	for (c->turns = 0; c->turns < ROUNDS; c->turns++) {
		for (i = 0; i < c->nr; i++) {
			ret = probe->time(probe->arg, c->m[i], use, offset,
					  len, &c->ps[i][c->turns]);
			if (ret)
				return ret;
		}
	}
	*m = winner(c, below);
	return 0;
}

static void enter_all(struct wcbar_auto_contest *c, enum wcbar_memtype type,
		      enum wcbar_auto_use use, u32 align, u32 have)
{
	u32 i;

	c->nr = 0;
	for (i = 0; i < wcbar_nr_methods; i++) {
		if (wcbar_auto_candidate(wcbar_methods[i], type, use, align,
					 have))
			c->m[c->nr++] = wcbar_methods[i];
	}
}

/* @left: alignments that share the time until @end, this one included */
static int measure_align(struct wcbar_auto *a, enum wcbar_memtype type,
			 enum wcbar_auto_use use, u32 align, u64 end, u32 left,
			 struct wcbar_auto_probe *probe)
{
	struct wcbar_auto_slot *slot = &a->slot[type][use];
	struct wcbar_auto_contest *c = &probe->contest;
	const struct wcbar_method *m = NULL, *below;
	u32 i, rest, nr = 0;
	u64 now, share;
	int ret;

	while (nr < ARRAY_SIZE(probe_sizes) &&
	       probe_sizes[nr] + probe_offsets[align] <= probe->max)
		nr++;
	for (i = 0; i < nr; i++) {
		enter_all(c, type, use, align, a->have);
		now = probe->now_ns(probe->arg);
		if (now >= end || !c->nr)
			return -ETIME;
		share = div_u64_rem(end - now, (left - 1) * nr + nr - i,
				    &rest);
		/* two turns of all, then more of a few: four of all */
		probe->quantum_ns = (u32)div_u64_rem(min_t(u64, share, SHARE_NS),
						     4 * c->nr, &rest);
		ret = take_turns(probe, use, probe_offsets[align],
				 probe_sizes[i], now + share);
		if (ret)
			return ret;
		below = m;
		m = winner(c, below);
		ret = run_off(probe, use, probe_offsets[align], probe_sizes[i],
			      below, &m);
		if (ret)
			return ret;
		wcbar_auto_fill(slot, align,
				i ? wcbar_auto_class(probe_sizes[i]) : 0, m);
		slot->origin[align] = WCBAR_AUTO_MEASURED;
	}
	return 0;
}

/**
 * wcbar_auto_measure() - fill a part of the table by measuring
 * @a: the table
 * @type: memory type of what @probe writes to or reads from
 * @use: the use
 * @probe: how to measure
 *
 * What is pinned stays. When the budget ends early, sizes that were not
 * reached take the method of the largest that was.
 *
 * Context: as the functions of @probe.
 * Return: 0; -EINVAL for a type or use that there is not; or what @probe's
 * function returned, with the sizes before it measured.
 */
int wcbar_auto_measure(struct wcbar_auto *a, enum wcbar_memtype type,
		       enum wcbar_auto_use use,
		       struct wcbar_auto_probe *probe)
{
	u32 align;
	u64 end;
	int ret;

	if (type >= WCBAR_MT_NUM || use >= WCBAR_AUTO_USES)
		return -EINVAL;
	end = probe->now_ns(probe->arg) + probe->budget_ms * 1000000ULL;
	for (align = 0; align < WCBAR_AUTO_ALIGNS; align++) {
		if (a->slot[type][use].origin[align] == WCBAR_AUTO_PINNED)
			continue;
		ret = measure_align(a, type, use, align, end,
				    WCBAR_AUTO_ALIGNS - align, probe);
		if (ret == -ETIME)
			return 0;
		if (ret)
			return ret;
	}
	return 0;
}
