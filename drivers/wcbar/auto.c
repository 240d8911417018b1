// SPDX-License-Identifier: GPL-2.0
/*
 * auto: the table of methods by memory type, use, alignment and size, and how
 * it is measured.
 *
 * Measured as lib/raid6 picks its routines: every candidate runs, the fastest
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

/*
 * The built-in table, best first. Write-back memory, MB/s, a fence for each
 * block:
 *
 *	block				64	256	512	1024	4096
 *	line_clwb, Golden Cove		338	1006	1447	1787	2561
 *	movnti, Golden Cove		218	671	1192	2482	5323
 *	line_clwb, Zen 4		397	1472	2828	4940	11311
 *	movnti, Zen 4			539	2362	4592	7901	16494
 *
 * so clwb for short blocks costs little on the one and gains much on the
 * other. Where nothing combines, each store is a request of its own, and the
 * widest is the best (as many requests as stores). movnti needs no FPU
 * section, which in the kernel costs more than a wider store gains.
 */
#define BUILTIN_NAMES	5

static const char *const builtin_short[BUILTIN_NAMES] = {
	"line_clwb", "line_clflushopt", "line_clflush", "movnti", "store8",
};

static const char *const builtin_wb[BUILTIN_NAMES] = {
	"movnti", "store8",
};

static const char *const builtin_wb_any[BUILTIN_NAMES] = {
	"memcpy_flushcache", "line_clflush", "store8",
};

static const char *const builtin_wc[BUILTIN_NAMES] = {
	"movdir64b", "movnti", "store8",
};

static const char *const builtin_uc[BUILTIN_NAMES] = {
	"movdir64b", "vmovntdq_zmm", "vmovntdq_ymm", "movntdq", "store8",
};

static const char *const builtin_read[BUILTIN_NAMES] = {
	"vmovntdqa_zmm", "vmovntdqa_ymm", "movntdqa", "load8",
};

static const char *const builtin_read_wb[BUILTIN_NAMES] = {
	"load8",
};

#define BUILTIN_SHORT	512	/* bytes below which builtin_short holds */

/**
 * wcbar_auto_class_size() - smallest length of a size class
 * @class: the class
 *
 * Context: any.
 * Return: bytes; 0 for the first classes.
 */
size_t wcbar_auto_class_size(u32 class)
{
	if (class < 4)
		return 0;
	return (size_t)(2 + (class & 1)) << (class / 2 - 1);
}

/**
 * wcbar_auto_use_name() - the word for a use
 * @use: the use
 *
 * Context: any.
 * Return: its name in a table's text.
 */
const char *wcbar_auto_use_name(enum wcbar_auto_use use)
{
	static const char *const names[WCBAR_AUTO_USES] = {
		[WCBAR_AUTO_BLOCK] = "block",
		[WCBAR_AUTO_RUN] = "run",
		[WCBAR_AUTO_READ] = "read",
	};

	return names[use];
}

/**
 * wcbar_auto_align_name() - the word for an alignment
 * @align: the alignment
 *
 * Context: any.
 * Return: its name in a table's text.
 */
const char *wcbar_auto_align_name(enum wcbar_auto_align align)
{
	static const char *const names[WCBAR_AUTO_ALIGNS] = {
		[WCBAR_AUTO_LINE] = "line",
		[WCBAR_AUTO_EIGHT] = "eight",
		[WCBAR_AUTO_ANY] = "any",
	};

	return names[align];
}

/**
 * wcbar_auto_candidate() - whether a method can serve
 * @m: the method
 * @type: memory type of the device side
 * @use: the use
 * @align: alignment of both ends
 * @have: what the CPU can run
 *
 * On write-back memory an ordinary store stays in the cache, where no fence
 * takes it out again; only methods that bypass the cache or flush it serve.
 * There is no non-temporal store of less than 4 bytes, so that ends which are
 * not aligned have to be flushed.
 *
 * Context: any.
 * Return: true if it runs here and does what the use promises.
 */
bool wcbar_auto_candidate(const struct wcbar_method *m,
			  enum wcbar_memtype type, enum wcbar_auto_use use,
			  enum wcbar_auto_align align, u32 have)
{
	enum wcbar_dir dir = use == WCBAR_AUTO_READ ? WCBAR_READ : WCBAR_WRITE;

	if (m->dir != dir || wcbar_method_missing(m, have) ||
	    !(m->memtypes & BIT(type)))
		return false;
	if (type != WCBAR_MT_WB || dir == WCBAR_READ ||
	    m->memtypes == WCBAR_MTMASK_CACHED)
		return true;
	return m->flags & WCBAR_COPY_NT && align != WCBAR_AUTO_ANY;
}

/* Which list is for a place in the table */
static const char *const *builtin_names(enum wcbar_memtype type,
					enum wcbar_auto_use use,
					enum wcbar_auto_align align,
					size_t size)
{
	bool wb = type == WCBAR_MT_WB;

	if (use == WCBAR_AUTO_READ)
		return wb ? builtin_read_wb : builtin_read;
	if (type == WCBAR_MT_WC)
		return builtin_wc;
	if (!wb)
		return builtin_uc;
	if (use == WCBAR_AUTO_BLOCK && size < BUILTIN_SHORT)
		return builtin_short;
	return align == WCBAR_AUTO_ANY ? builtin_wb_any : builtin_wb;
}

static const struct wcbar_method *
builtin_method(enum wcbar_memtype type, enum wcbar_auto_use use,
	       enum wcbar_auto_align align, size_t size, u32 have)
{
	const char *const *names = builtin_names(type, use, align, size);
	const struct wcbar_method *m = NULL;
	u32 i;

	for (i = 0; i < BUILTIN_NAMES && names[i]; i++) {
		m = wcbar_method_find(names[i], strlen(names[i]));
		if (m && wcbar_auto_candidate(m, type, use, align, have))
			break;
	}
	/* the last are plain stores or loads, which every architecture has */
	return m;
}

static void fill(struct wcbar_auto_slot *slot, u32 align, u32 class,
		 const struct wcbar_method *m)
{
	for (; class < WCBAR_AUTO_CLASSES; class++)
		slot->pick[align][class] = m;
}

/**
 * wcbar_auto_builtin() - fill the table without measuring
 * @a: the table
 * @have: what the CPU can run, see wcbar_cpu_features()
 *
 * Context: any.
 */
void wcbar_auto_builtin(struct wcbar_auto *a, u32 have)
{
	u32 type, use, align;

	memset(a, 0, sizeof(*a));
	a->have = have;
	for (type = 0; type < WCBAR_MT_NUM; type++) {
		for (use = 0; use < WCBAR_AUTO_USES; use++) {
			for (align = 0; align < WCBAR_AUTO_ALIGNS; align++) {
				struct wcbar_auto_slot *s = &a->slot[type][use];

				fill(s, align, 0,
				     builtin_method(type, use, align, 0, have));
				fill(s, align, wcbar_auto_class(BUILTIN_SHORT),
				     builtin_method(type, use, align,
						    BUILTIN_SHORT, have));
			}
		}
	}
}

/**
 * wcbar_auto_pin() - one method for every size, whatever is measured
 * @a: the table
 * @type: memory type of the device side
 * @use: the use
 * @m: the method
 *
 * Where it cannot serve, as a non-temporal method without flushed ends on
 * write-back memory of any alignment, what was there stays.
 *
 * Context: any.
 * Return: 0, or -EINVAL if it can serve nowhere, see wcbar_auto_candidate().
 */
int wcbar_auto_pin(struct wcbar_auto *a, enum wcbar_memtype type,
		   enum wcbar_auto_use use, const struct wcbar_method *m)
{
	struct wcbar_auto_slot *slot;
	int ret = -EINVAL;
	u32 align;

	if (type >= WCBAR_MT_NUM || use >= WCBAR_AUTO_USES)
		return -EINVAL;
	slot = &a->slot[type][use];
	for (align = 0; align < WCBAR_AUTO_ALIGNS; align++) {
		if (!wcbar_auto_candidate(m, type, use, align, a->have))
			continue;
		fill(slot, align, 0, m);
		slot->origin[align] = WCBAR_AUTO_PINNED;
		ret = 0;
	}
	return ret;
}

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
		fill(slot, align, i ? wcbar_auto_class(probe_sizes[i]) : 0, m);
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
