// SPDX-License-Identifier: GPL-2.0
/*
 * One list of PCI functions from several files: sysfs knows best, lspci
 * completes it, and the kernel log fills in what neither tells.
 */
#include "evidence.h"

/* The one function that has a BAR at this address, whatever its name. */
static struct device *find_by_address(struct devices *devices,
				      const struct device *like)
{
	struct device *found = NULL;
	size_t i, b, k;

	for (i = 0; i < devices->n; i++) {
		struct device *dev = &devices->items[i];
		bool same = false;

		for (b = 0; b < dev->bars.n; b++)
			for (k = 0; k < like->bars.n; k++)
				same |= bar_has_address(&dev->bars.items[b]) &&
					dev->bars.items[b].start ==
					like->bars.items[k].start;
		if (same && found)
			return NULL;
		if (same)
			found = dev;
	}
	return found;
}

static void take_bars(struct device *dev, struct device *from)
{
	size_t i;

	for (i = 0; i < from->bars.n; i++) {
		const struct bar *theirs = &from->bars.items[i];
		struct bar *mine = device_bar(dev, theirs->num);

		if (!mine && !dev->bars.n)
			continue;	/* taken over as a whole below */
		/* lspci alone sees that a register and the kernel disagree */
		if (mine && theirs->num >= 0) {
			mine->virtual |= theirs->virtual;
			mine->ignored |= theirs->ignored;
		}
	}
	if (!dev->bars.n) {
		dev->bars.items = from->bars.items;
		dev->bars.n = from->bars.n;
		dev->bars.room = from->bars.room;
		memset(&from->bars, 0, sizeof(from->bars));
	}
}

static void complete(struct device *dev, struct device *from)
{
	if (!dev->name.len)
		dev->name = from->name;
	if (!dev->bdf[0])
		snprintf(dev->bdf, sizeof(dev->bdf), "%s", from->bdf);
	if (!dev->vendor) {
		dev->vendor = from->vendor;
		dev->id = from->id;
		dev->bridge = from->bridge;
	}
	if (!dev->subvendor)
		dev->subvendor = from->subvendor;
	if (!dev->subsystem.len)
		dev->subsystem = from->subsystem;
	if (!dev->driver_known && from->driver_known) {
		dev->driver_known = true;
		dev->driver = from->driver;
		dev->driver_proof = from->driver_proof;
	}
	if (dev->decode < 0) {
		dev->decode = from->decode;
		dev->decode_proof = from->decode_proof;
	}
	if (!link_known(&dev->now)) {
		dev->now = from->now;
		dev->link_proof = from->link_proof;
	}
	if (!link_known(&dev->cap))
		dev->cap = from->cap;
	if (!dev->power.len) {
		dev->power = from->power;
		dev->power_proof = from->power_proof;
		dev->asleep = from->asleep;
	}
	if (!dev->rebars.n) {
		dev->rebars.items = from->rebars.items;
		dev->rebars.n = from->rebars.n;
		dev->rebars.room = from->rebars.room;
		memset(&from->rebars, 0, sizeof(from->rebars));
	}
	dev->gone |= from->gone;
	take_bars(dev, from);
}

/**
 * devices_merge - add what lspci says
 * @ev: the evidence, whose functions so far are those of sysfs
 * @lspci: functions by lspci; emptied
 */
void devices_merge(struct evidence *ev, struct devices *lspci)
{
	size_t i;

	for (i = 0; i < lspci->n; i++) {
		struct device *from = &lspci->items[i], *dev = NULL;

		if (from->bdf[0])
			dev = devices_find(&ev->devices, from->bdf);
		if (!dev)
			dev = find_by_address(&ev->devices, from);
		if (dev && dev->bdf[0] && from->bdf[0] &&
		    strcmp(dev->bdf, from->bdf))
			dev = NULL;
		if (dev) {
			if (!dev->sysfs)
				complete(dev, from);
			continue;
		}
		*vec_push(&ev->devices) = *from;
		memset(&from->bars, 0, sizeof(from->bars));
		memset(&from->rebars, 0, sizeof(from->rebars));
	}
	devices_free(lspci);
}

/* Events of the log that say where a BAR is, or that it is nowhere */
static bool is_about_bar(const struct klog_event *e)
{
	switch (e->kind) {
	case KLOG_BAR_ASSIGNED:
	case KLOG_BAR_NO_SPACE:
	case KLOG_BAR_RELEASED:
	case KLOG_BAR_INVALID:
	case KLOG_BAR_CLAIM:
	case KLOG_BAR_RESERVED:
		return e->bar >= 0 && e->bar < DEVICE_ROM && e->bdf[0];
	default:
		return false;
	}
}

/* A function without an address that fits what the log says of this BAR */
static struct device *adopt(struct evidence *ev, const struct klog_event *e)
{
	struct device *found = NULL;
	size_t i;

	for (i = 0; i < ev->devices.n; i++) {
		struct device *dev = &ev->devices.items[i];
		struct bar *bar = device_bar(dev, e->bar);

		if (dev->bdf[0] || !bar)
			continue;
		if (bar->start != e->start && !(bar->unassigned && !e->start))
			continue;
		if (found)
			return NULL;
		found = dev;
	}
	if (found) {
		snprintf(found->bdf, sizeof(found->bdf), "%s", e->bdf);
		found->head = e->proof;
	}
	return found;
}

static void apply(struct bar *bar, const struct klog_event *e)
{
	bar->proof = e->proof;
	bar->kind = BAR_MEMORY;
	if (e->kind == KLOG_BAR_NO_SPACE || e->kind == KLOG_BAR_RELEASED ||
	    e->kind == KLOG_BAR_INVALID) {
		bar->start = 0;
		bar->end = 0;
		bar->unassigned = true;
		if (e->size)
			bar->size = e->size;
	} else {
		bar->start = e->start;
		bar->end = e->end;
		bar->size = e->end - e->start;
		bar->unassigned = false;
	}
	bar->zero = false;
	bar->trouble = e->kind == KLOG_BAR_RESERVED ||
		       e->kind == KLOG_BAR_CLAIM;
	bar->pref |= e->pref;
	bar->is64 |= e->is64;
}

/*
 * A request for the whole address space is one for a BAR whose start and
 * length are 0: end = start + length - 1. Which BAR, a resize just before says.
 */
static void find_zero_bar(struct evidence *ev, const struct klog_event *e,
			  int resized)
{
	struct device *dev = devices_find(&ev->devices, e->bdf);
	struct bar *bar;

	if (e->kind != KLOG_SPANS || e->start || e->end != U64_MAX)
		return;
	if (!dev) {
		dev = devices_add(&ev->devices, e->bdf);
		dev->head = e->proof;
	}
	bar = resized >= 0 ? device_bar(dev, resized) : NULL;
	if (!bar)
		bar = device_add_bar(dev, resized);
	bar->start = 0;
	bar->end = 0;
	bar->zero = true;
	bar->proof = e->proof;
}

/*
 * What lspci said of resizable BARs, without an address and without any BAR,
 * goes to the only function that the log tells of.
 */
static void give_rebars(struct devices *devices)
{
	struct device *from = NULL, *to = NULL;
	size_t i;

	for (i = 0; i < devices->n; i++) {
		struct device *dev = &devices->items[i];

		if (!dev->bdf[0] && !dev->bars.n && dev->rebars.n) {
			if (from)
				return;
			from = dev;
		} else {
			if (to)
				return;
			to = dev;
		}
	}
	if (!from || !to || to->rebars.n)
		return;
	to->rebars = from->rebars;
	memset(&from->rebars, 0, sizeof(from->rebars));
}

/**
 * devices_from_log - add what the kernel log says of BARs
 * @ev: the evidence
 *
 * The last line about a BAR counts. Where another file tells of the function,
 * the log only adds BARs that this file does not have.
 */
void devices_from_log(struct evidence *ev)
{
	size_t i, known = ev->devices.n;
	int resized = -1;

	for (i = 0; i < ev->log.n; i++) {
		const struct klog_event *e = &ev->log.items[i];
		struct device *dev;
		struct bar *bar;

		if (e->kind == KLOG_BAR_RESIZE)
			resized = e->bar;
		find_zero_bar(ev, e, resized);
		if (!is_about_bar(e))
			continue;
		dev = devices_find(&ev->devices, e->bdf);
		if (!dev && known)
			dev = adopt(ev, e);
		if (!dev) {
			dev = devices_add(&ev->devices, e->bdf);
			dev->head = e->proof;
			}
		bar = device_bar(dev, e->bar);
		/* what another file says of a BAR is newer than the log */
		if (bar && bar->proof.src && bar->proof.src->kind != SOURCE_LOG)
			continue;
		if (!bar)
			bar = device_add_bar(dev, e->bar);
		apply(bar, e);
		if (e->who.len && !dev->driver.len &&
		    e->kind == KLOG_BAR_RESERVED)
			dev->name = e->who;
	}
	give_rebars(&ev->devices);
}
