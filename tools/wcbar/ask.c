// SPDX-License-Identifier: GPL-2.0
/*
 * Which BARs and ranges are asked about.
 */
#include "ask.h"

static bool in_trouble(const struct bar *bar)
{
	return bar->unassigned || bar->zero || bar->trouble ||
	       bar->ignored || bar->virtual;
}

static bool is_candidate(const struct bar *bar)
{
	return bar->kind == BAR_MEMORY && bar->num < DEVICE_ROM;
}

static const struct bar *largest(const struct device *dev)
{
	const struct bar *best = NULL;
	size_t i;

	for (i = 0; i < dev->bars.n; i++) {
		const struct bar *bar = &dev->bars.items[i];

		if (is_candidate(bar) && (!best || bar->size > best->size))
			best = bar;
	}
	return best;
}

static void ask_bar(struct report *report, const struct device *dev,
		    const struct bar *bar)
{
	struct verdict *v = vec_push(report);

	subject_bar(&v->subject, report->ev, dev, bar);
}

/*
 * The answer for a function is that of its aperture: the BAR that the wcbar
 * driver uses as such, or else the largest one. A graphics card has another
 * prefetchable BAR for doorbells, which its driver maps uncached on purpose.
 * A BAR in trouble always counts: it may be the aperture.
 */
static void set_asides(struct report *report, size_t first)
{
	const struct card_info *info;
	u64 size = 0;
	size_t i;

	for (i = first; i < report->n; i++)
		size = max_t(u64, size, report->items[i].subject.bar->size);
	for (i = first; i < report->n; i++) {
		struct verdict *v = &report->items[i];
		const struct subject *s = &v->subject;

		info = evidence_info(report->ev, s->dev->bdf);
		if (in_trouble(s->bar))
			continue;
		if (info && info->aperture.bar >= 0)
			v->aside = s->bar->num != info->aperture.bar;
		else
			v->aside = s->bar->size < size;
	}
}

/* Stands for the BAR of a function that has none; a real one has an order */
static const struct bar no_bar = { .num = -1, .wc_file = -1 };

/* Whether it is known for certain that there is no memory BAR */
static bool lacks_memory(const struct device *dev)
{
	return !largest(dev) && (dev->bars.n || dev->sysfs);
}

/*
 * Prefetchable BARs, and those in trouble. A function that has neither is
 * asked about its largest BAR when it was named or is the only one. @wanted
 * says that it was named, and even that it has no BAR at all is an answer.
 */
static void ask_device(struct report *report, const struct device *dev,
		       bool named, bool wanted)
{
	const struct bar *bar;
	size_t i, before = report->n;

	if (dev->bridge && !named)
		return;
	for (i = 0; i < dev->bars.n; i++) {
		bar = &dev->bars.items[i];
		if (is_candidate(bar) && (bar->pref || in_trouble(bar)))
			ask_bar(report, dev, bar);
	}
	bar = largest(dev);
	if (report->n == before && named && bar)
		ask_bar(report, dev, bar);
	if (wanted && lacks_memory(dev))
		ask_bar(report, dev, &no_bar);
	set_asides(report, before);
}

/**
 * ask_devices - ask about BARs
 * @report: where subjects are added
 * @bdf: the only function that is of interest, or NULL for all
 */
void ask_devices(struct report *report, const char *bdf)
{
	const struct devices *devices = &report->ev->devices;
	size_t i;

	for (i = 0; i < devices->n; i++) {
		const struct device *dev = &devices->items[i];
		bool named = bdf || devices->n == 1 || !dev->bdf[0];

		if (!bdf || !strcmp(bdf, dev->bdf))
			ask_device(report, dev, named, bdf);
	}
}

static bool any_address(const struct report *report)
{
	size_t i;

	for (i = 0; i < report->n; i++)
		if (report->items[i].subject.end > 0)
			return true;
	return false;
}

/* A range that a driver reserved and mapped, as one does with an aperture */
static bool looks_like_aperture(const struct pat_entry *e)
{
	return e->type == WCBAR_MT_WC ||
	       (e->copies > 1 && e->type == WCBAR_MT_UC_MINUS &&
		e->end - e->start >= SZ_1M);
}

static void add_range(struct report *report, u64 start, u64 end)
{
	struct verdict *v = vec_push(report);

	subject_range(&v->subject, report->ev, start, end);
}

/* Add the union of all ranges that touch, as one subject each. */
static void add_unions(struct report *report, struct ranges *found)
{
	u64 start = 0, end = 0;
	size_t i;

	ranges_build(found);
	for (i = 0; i < found->n; i++) {
		const struct range *r = &found->items[i];

		if (i && r->start < end) {
			end = max_t(u64, end, r->end);
			continue;
		}
		if (i)
			add_range(report, start, end);
		start = r->start;
		end = r->end;
	}
	if (found->n)
		add_range(report, start, end);
}

/**
 * ask_ranges - ask about ranges that no BAR has
 * @report: where subjects are added
 * @groups: lines of the log
 * @bars: the subjects so far, by address
 *
 * Those of the log always; of the list and the MTRRs only when no BAR is
 * known, because then they are all there is.
 */
void ask_ranges(struct report *report, const struct evgroups *groups,
		const struct ranges *bars)
{
	const struct evidence *ev = report->ev;
	struct ranges found = { 0 };
	struct hits hits = { 0 };
	bool known = any_address(report);
	size_t i;

	for (i = 0; i < groups->n; i++) {
		const struct klog_event *e = groups->items[i].e;

		if (!event_makes_subject(e))
			continue;
		hits.n = 0;
		ranges_find(bars, e->start, e->end, &hits);
		if (!hits.n)
			ranges_add(&found, e->start, e->end, 0);
	}
	for (i = 0; i < ev->list.n && !known; i++)
		if (looks_like_aperture(&ev->list.items[i]) &&
		    patlist_understood(&ev->list))
			ranges_add(&found, ev->list.items[i].start,
				   ev->list.items[i].end, 0);
	for (i = 0; i < ev->mtrrs.n && !known; i++)
		if (ev->mtrrs.items[i].type == WCBAR_MT_WC)
			ranges_add(&found, ev->mtrrs.items[i].base,
				   ev->mtrrs.items[i].end, 0);
	add_unions(report, &found);
	free(found.items);
	free(hits.items);
}

/**
 * ask_index - index subjects by address
 * @report: the subjects
 * @index: built anew; ids are numbers of subjects
 */
void ask_index(const struct report *report, struct ranges *index)
{
	size_t i;

	index->n = 0;
	for (i = 0; i < report->n; i++)
		ranges_add(index, report->items[i].subject.start,
			   report->items[i].subject.end, i);
	ranges_build(index);
}
