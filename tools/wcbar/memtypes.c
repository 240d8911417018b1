// SPDX-License-Identifier: GPL-2.0
/*
 * Joins memory types with the BARs, drivers and owners of the addresses.
 */
#include "memtypes.h"

#include "mem.h"

/**
 * memtypes_build - join
 * @mt: filled in, to be given to memtypes_free()
 * @ev: the evidence, which must stay as long as @mt
 * @report: the verdict on it, likewise
 */
void memtypes_build(struct memtypes *mt, const struct evidence *ev,
		    const struct report *report)
{
	size_t i, b;

	memset(mt, 0, sizeof(*mt));
	mt->ev = ev;
	mt->report = report;
	for (i = 0; i < ev->devices.n; i++) {
		const struct device *dev = &ev->devices.items[i];

		for (b = 0; b < dev->bars.n; b++) {
			const struct bar *bar = &dev->bars.items[b];

			if (bar->kind != BAR_MEMORY || bar_is_window(bar) ||
			    !bar_has_address(bar))
				continue;
			ranges_add(&mt->index, bar->start, bar->end,
				   mt->bars.n);
			*vec_push(&mt->bars) = (struct barref){ dev, bar };
		}
	}
	ranges_build(&mt->index);
}

/**
 * memtypes_free - give back the memory of a join
 * @mt: the join
 */
void memtypes_free(struct memtypes *mt)
{
	free(mt->bars.items);
	free(mt->index.items);
	memset(mt, 0, sizeof(*mt));
}

static char *bar_owner(const struct barref *ref, size_t more)
{
	const struct device *dev = ref->dev;
	char name[40], others[40] = "";

	words_bar(ref->bar, name, sizeof(name));
	if (more)
		snprintf(others, sizeof(others), " and %zu more", more);
	return mem_printf("%s%s%s%s%.*s%s%s",
			  dev->bdf[0] ? dev->bdf : dev->label ? dev->label :
			  "", dev->bdf[0] || dev->label ? " " : "", name,
			  dev->driver.len ? " (" : dev->driver_known ?
			  " (no driver" : "",
			  (int)dev->driver.len,
			  dev->driver.len ? dev->driver.p : "",
			  dev->driver.len || dev->driver_known ? ")" : "",
			  others);
}

/**
 * memtypes_owner - whose addresses these are
 * @mt: the join
 * @start: first byte
 * @end: byte behind the last one
 *
 * Return: the BAR with its driver, or the owner by /proc/iomem, or "-"; to be
 * freed.
 */
char *memtypes_owner(const struct memtypes *mt, u64 start, u64 end)
{
	const struct iomem_entry *owner;
	struct hits hits = { 0 };
	char *text = NULL;

	ranges_find(&mt->index, start, end, &hits);
	if (hits.n)
		text = bar_owner(&mt->bars.items[hits.items[0]], hits.n - 1);
	free(hits.items);
	if (text)
		return text;
	owner = mt->ev->has_iomem ?
		iomem_owner(&mt->ev->iomem, start, end) : NULL;
	if (owner)
		return mem_copy(owner->name.p, owner->name.len);
	return mem_printf("-");
}

/**
 * memtypes_left_behind - whether a range lies in a BAR without a driver
 * @mt: the join
 * @start: first byte
 * @end: byte behind the last one
 *
 * Return: true if so; the reservation was left by a driver that is gone, or is
 * a program's.
 */
bool memtypes_left_behind(const struct memtypes *mt, u64 start, u64 end)
{
	struct hits hits = { 0 };
	bool left = false;
	size_t i;

	ranges_find(&mt->index, start, end, &hits);
	for (i = 0; i < hits.n; i++) {
		const struct barref *ref = &mt->bars.items[hits.items[i]];

		/* an entry much larger than the BAR is not the BAR's */
		if (ref->dev->driver_known && !ref->dev->driver.len &&
		    start >= ref->bar->start && end <= ref->bar->end)
			left = true;
	}
	free(hits.items);
	return left;
}

/**
 * memtypes_effective - what a mapping with an entry's type really is
 * @mt: the join
 * @e: the entry
 * @mtrr: what the MTRRs make of its range
 *
 * Return: the effective type, WCBAR_MT_UNKNOWN where it cannot be told.
 */
enum wcbar_memtype memtypes_effective(const struct memtypes *mt,
				      const struct pat_entry *e,
				      enum wcbar_memtype *mtrr)
{
	const struct evidence *ev = mt->ev;
	const struct mtrr_reg *reg;
	enum wcbar_memtype type = e->type;

	*mtrr = ev->has_mtrrs ? mtrr_type(&ev->mtrrs, e->start, e->end, &reg) :
				WCBAR_MT_UNKNOWN;
	/* without a slot for it, write-combining is uncached-minus */
	if (type == WCBAR_MT_WC && wc_slot(ev) == SLOT_NONE)
		type = WCBAR_MT_UC_MINUS;
	/* these two win over every MTRR */
	if (type == WCBAR_MT_WC || type == WCBAR_MT_UC)
		return type;
	return wcbar_memtype_combine(*mtrr, type);
}

/**
 * memtypes_is_finding - whether a reason is about memory types
 * @r: the reason
 *
 * Return: true when the listing should show it.
 */
bool memtypes_is_finding(const struct reason *r)
{
	static const char * const codes[] = {
		"mtrr-", "list-", "listed-", "no-wc-slot", "pat-off",
		"registers-", "adjacent", "left-behind", "reserved-yet",
		"neighbour", "nopat", "cpu-without",
	};
	unsigned int i;

	switch (r->rule->kind) {
	case KLOG_NONE:
		break;
	case KLOG_PAT_CONFLICT ... KLOG_MTRR_HUGE:
		return true;
	default:
		return false;
	}
	if (r->rule->weight == W_GOOD || r->rule->weight == W_PROVES)
		return false;
	for (i = 0; i < ARRAY_SIZE(codes); i++)
		if (!strncmp(r->rule->code, codes[i], strlen(codes[i])))
			return true;
	return false;
}
