// SPDX-License-Identifier: GPL-2.0
/*
 * Equal lines of the log as one, with how often they occur, and what kinds of
 * lines are about: a log with debugpat has thousands for the same range.
 */
#include "evgroups.h"

/* What a kind of line is about, beside what it tells */
#define ABOUT_RANGE	BIT(0)	/* its range is what matters */
#define ABOUT_DEVICE	BIT(1)	/* its function or BAR is */
#define ABOUT_MACHINE	BIT(2)	/* says something even when neither is known */
#define MAKES_SUBJECT	BIT(3)	/* its range is asked about */

static const u8 about[KLOG_NUM] = {
	[KLOG_PAT_CONFLICT] = ABOUT_RANGE | MAKES_SUBJECT,
	[KLOG_PAT_FAILED] = ABOUT_RANGE | MAKES_SUBJECT,
	[KLOG_PAT_ADDED] = ABOUT_RANGE | MAKES_SUBJECT,
	[KLOG_PAT_BAD_FREE] = ABOUT_RANGE | ABOUT_MACHINE,
	[KLOG_MAP_EXPECTED] = ABOUT_RANGE | MAKES_SUBJECT,
	[KLOG_MAP_RAM] = ABOUT_RANGE | MAKES_SUBJECT,
	[KLOG_IOREMAP_TYPE] = ABOUT_RANGE | MAKES_SUBJECT,
	[KLOG_IOREMAP_FAILED] = ABOUT_MACHINE,
	[KLOG_ATTR_FAILED] = ABOUT_RANGE | ABOUT_MACHINE,
	[KLOG_MTRR_OVERLAP] = ABOUT_RANGE | MAKES_SUBJECT,
	[KLOG_MTRR_MISMATCH] = ABOUT_RANGE | MAKES_SUBJECT,
	[KLOG_MTRR_FULL] = ABOUT_MACHINE,
	[KLOG_MTRR_ALIGN] = ABOUT_MACHINE,
	[KLOG_MTRR_ADVICE] = ABOUT_MACHINE,
	[KLOG_MTRR_HUGE] = ABOUT_RANGE | ABOUT_MACHINE,
	[KLOG_BAR_NO_SPACE] = ABOUT_DEVICE,
	[KLOG_BAR_INVALID] = ABOUT_DEVICE | ABOUT_MACHINE,
	[KLOG_BAR_CLAIM] = ABOUT_DEVICE,
	[KLOG_BAR_RESERVED] = ABOUT_DEVICE | ABOUT_MACHINE,
	[KLOG_BAR_RESIZE] = ABOUT_DEVICE | ABOUT_MACHINE,
	[KLOG_WINDOW_NO_SPACE] = ABOUT_MACHINE,
	[KLOG_ENABLE_FAILED] = ABOUT_DEVICE | ABOUT_MACHINE,
	[KLOG_SPANS] = ABOUT_DEVICE | ABOUT_MACHINE,
	[KLOG_WARNING] = ABOUT_MACHINE,
	[KLOG_PROBE] = ABOUT_DEVICE | ABOUT_MACHINE,
	[KLOG_POWER] = ABOUT_DEVICE,
	[KLOG_LINK] = ABOUT_DEVICE,
	[KLOG_NEEDS_NOPAT] = ABOUT_MACHINE,
	[KLOG_HOST_BAR] = ABOUT_MACHINE,
	[KLOG_MODULE] = ABOUT_MACHINE,
	[KLOG_MODULE_MAGIC] = ABOUT_MACHINE,
	[KLOG_MODULE_SYMBOL] = ABOUT_MACHINE,
	[KLOG_MODULE_UNKNOWN] = ABOUT_MACHINE,
	[KLOG_MODULE_KEY] = ABOUT_MACHINE,
	[KLOG_LOCKDOWN] = ABOUT_MACHINE,
	[KLOG_USER_MMAP] = ABOUT_MACHINE,
};

/* Reservations that have nothing to do with write combining */
static bool is_plain(const struct klog_event *e)
{
	return e->kind == KLOG_PAT_ADDED && e->want != WCBAR_MT_WC &&
	       e->got != WCBAR_MT_WC;
}

/**
 * event_has_range - whether a line is about a range of addresses
 * @e: the event
 *
 * Return: true if so.
 */
bool event_has_range(const struct klog_event *e)
{
	return (about[e->kind] & ABOUT_RANGE) && e->end > e->start;
}

/**
 * event_has_device - whether a line is about a PCI function
 * @e: the event
 *
 * Return: true if so.
 */
bool event_has_device(const struct klog_event *e)
{
	return (about[e->kind] & ABOUT_DEVICE) && e->bdf[0];
}

/**
 * event_makes_subject - whether the range of a line is worth an answer
 * @e: the event
 *
 * Return: true if so.
 */
bool event_makes_subject(const struct klog_event *e)
{
	return (about[e->kind] & MAKES_SUBJECT) && event_has_range(e) &&
	       !is_plain(e);
}

/**
 * event_for_machine - whether a line counts even without a BAR or a range
 * @e: the event
 *
 * Return: true if so.
 */
bool event_for_machine(const struct klog_event *e)
{
	return about[e->kind] & ABOUT_MACHINE;
}

static int compare_text(struct text a, struct text b)
{
	int d = memcmp(a.p ? a.p : "", b.p ? b.p : "",
		       min_t(size_t, a.len, b.len));

	return d ? d : a.len < b.len ? -1 : a.len > b.len;
}

static int compare_numbers(u64 a, u64 b)
{
	return a < b ? -1 : a > b;
}

/* Equal in all that is shown; programs differ by their process number */
static int compare_same(const struct klog_event *a, const struct klog_event *b)
{
	int d = compare_numbers(a->kind, b->kind);

	d = d ?: compare_numbers(a->start, b->start);
	d = d ?: compare_numbers(a->end, b->end);
	d = d ?: compare_numbers(a->start2, b->start2);
	d = d ?: compare_numbers(a->end2, b->end2);
	d = d ?: compare_numbers(a->want, b->want);
	d = d ?: compare_numbers(a->got, b->got);
	d = d ?: a->bar - b->bar;
	d = d ?: a->err - b->err;
	d = d ?: compare_numbers(a->size, b->size);
	d = d ?: strcmp(a->bdf, b->bdf);
	d = d ?: compare_text(a->word, b->word);
	d = d ?: compare_text(a->word2, b->word2);
	if (!d && a->kind >= KLOG_MODULE)
		d = compare_text(a->who, b->who);
	return d;
}

static int by_content(const void *va, const void *vb)
{
	const struct evgroup *a = va, *b = vb;
	int d = compare_same(a->e, b->e);

	/* events lie in one array in the order of their lines */
	return d ? d : a->e < b->e ? -1 : a->e > b->e;
}

static int by_line(const void *va, const void *vb)
{
	const struct evgroup *a = va, *b = vb;

	return a->e < b->e ? -1 : a->e > b->e;
}

/* For every reservation, how often exactly its range was given back */
static void count_releases(struct evgroups *groups)
{
	struct ranges freed = { 0 };
	struct hits hits = { 0 };
	size_t i, k;

	for (i = 0; i < groups->n; i++) {
		const struct klog_event *e = groups->items[i].e;

		if (e->kind == KLOG_PAT_FREED)
			ranges_add(&freed, e->start, e->end, i);
	}
	ranges_build(&freed);
	for (i = 0; i < groups->n && freed.n; i++) {
		struct evgroup *g = &groups->items[i];
		size_t lo = 0, hi = freed.n;

		if (g->e->kind != KLOG_PAT_ADDED)
			continue;
		while (lo < hi) {
			k = lo + (hi - lo) / 2;
			if (freed.items[k].start < g->e->start ||
			    (freed.items[k].start == g->e->start &&
			     freed.items[k].end < g->e->end))
				lo = k + 1;
			else
				hi = k;
		}
		if (lo < freed.n && freed.items[lo].start == g->e->start &&
		    freed.items[lo].end == g->e->end)
			g->freed = groups->items[freed.items[lo].id].count;
	}
	free(freed.items);
	free(hits.items);
}

/**
 * evgroups_build - put equal lines together
 * @groups: zeroed; filled in, @items to be freed
 * @log: the log, which must stay as long as @groups
 */
void evgroups_build(struct evgroups *groups, const struct klog *log)
{
	size_t i, n = 0;

	for (i = 0; i < log->n; i++)
		*vec_push(groups) = (struct evgroup){ &log->items[i], 1, 0 };
	if (!groups->n)
		return;
	qsort(groups->items, groups->n, sizeof(*groups->items), by_content);
	for (i = 0; i < groups->n; i++) {
		if (n && !compare_same(groups->items[n - 1].e,
				       groups->items[i].e))
			groups->items[n - 1].count++;
		else
			groups->items[n++] = groups->items[i];
	}
	groups->n = n;
	qsort(groups->items, n, sizeof(*groups->items), by_line);
	count_releases(groups);
}
