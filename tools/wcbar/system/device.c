// SPDX-License-Identifier: GPL-2.0
/*
 * PCI functions as evidence: a list of them, and their BARs.
 */
#include "system/device.h"

/**
 * devices_add - add a function
 * @devices: the list
 * @bdf: its address, or ""
 *
 * Return: the function, about which nothing is known yet. Valid until the
 * next one is added.
 */
struct device *devices_add(struct devices *devices, const char *bdf)
{
	struct device *dev = vec_push(devices);

	snprintf(dev->bdf, sizeof(dev->bdf), "%s", bdf);
	dev->decode = -1;
	return dev;
}

/**
 * devices_find - find a function by its address
 * @devices: the list
 * @bdf: the address, in lower case and with its domain
 *
 * Return: the function or NULL.
 */
struct device *devices_find(struct devices *devices, const char *bdf)
{
	size_t i;

	/* lists are built in the order of addresses: look at the end first */
	for (i = devices->n; i-- > 0;)
		if (!strcmp(devices->items[i].bdf, bdf))
			return &devices->items[i];
	return NULL;
}

/**
 * devices_free - give back the memory of a list
 * @devices: the list
 */
void devices_free(struct devices *devices)
{
	size_t i;

	for (i = 0; i < devices->n; i++) {
		free(devices->items[i].bars.items);
		free(devices->items[i].rebars.items);
	}
	free(devices->items);
	memset(devices, 0, sizeof(*devices));
}

/**
 * device_add_bar - add a BAR
 * @dev: the function
 * @num: number of the BAR, or -1
 *
 * Return: the BAR. Valid until the next one is added.
 */
struct bar *device_add_bar(struct device *dev, int num)
{
	struct bar *bar = vec_push(&dev->bars);

	bar->num = num;
	bar->order = (unsigned int)dev->bars.n;
	bar->wc_file = -1;
	return bar;
}

/**
 * device_bar - find a BAR by its number
 * @dev: the function
 * @num: the number
 *
 * Return: the BAR or NULL.
 */
struct bar *device_bar(struct device *dev, int num)
{
	size_t i;

	for (i = 0; i < dev->bars.n; i++)
		if (dev->bars.items[i].num == num)
			return &dev->bars.items[i];
	return NULL;
}

/**
 * bar_is_vf - whether a BAR is one of the virtual functions
 * @bar: the BAR
 *
 * Return: true if so.
 */
bool bar_is_vf(const struct bar *bar)
{
	return bar->num >= DEVICE_VF && bar->num < DEVICE_WINDOW;
}

/**
 * bar_is_window - whether a BAR is really the window of a bridge
 * @bar: the BAR
 *
 * Return: true if so.
 */
bool bar_is_window(const struct bar *bar)
{
	return bar->num >= DEVICE_WINDOW;
}

/**
 * bar_has_address - whether a BAR has a range of addresses
 * @bar: the BAR
 *
 * Return: true if so.
 */
bool bar_has_address(const struct bar *bar)
{
	return bar->end > bar->start && bar->start && !bar->unassigned;
}

/**
 * link_parse - read "16.0 GT/s x16", "16GT/s, Width x16" or "2.5 GT/s PCIe x1"
 * @t: the text; left behind the width
 * @link: the link
 *
 * Return: false, and nothing read, when a speed or a width is missing.
 */
bool link_parse(struct text *t, struct pcie_link *link)
{
	struct text at = *t;
	u64 whole, tenth = 0, lanes;

	if (!text_dec(&at, &whole) || whole > 1000)
		return false;
	if (text_skip(&at, ".") && at.len && at.p[0] >= '0' && at.p[0] <= '9')
		tenth = (u64)(at.p[0] - '0');
	if (!text_after(&at, "GT/s") || !text_after(&at, "x") ||
	    !text_dec(&at, &lanes) || lanes > 32)
		return false;
	link->mts = (u32)(1000 * whole + 100 * tenth);
	link->lanes = (u32)lanes;
	*t = at;
	return true;
}

/**
 * link_known - whether speed and width are known
 * @link: the link
 *
 * Return: true if so.
 */
bool link_known(const struct pcie_link *link)
{
	return link->mts && link->lanes;
}

/**
 * link_is_less - whether a link does less than it could
 * @now: what it does
 * @cap: what it could do
 *
 * Return: true if so; false also when either is unknown.
 */
bool link_is_less(const struct pcie_link *now, const struct pcie_link *cap)
{
	return link_known(now) && link_known(cap) &&
	       (now->mts < cap->mts || now->lanes < cap->lanes);
}
