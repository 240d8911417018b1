// SPDX-License-Identifier: GPL-2.0
/*
 * The rules that every MTRR, and every BAR for registers, is held against.
 */
#include "rules.h"

#define EV		(c->s->ev)
#define GIB4		BIT_ULL(32)

static bool counted(const struct context *c)
{
	return c->reg->count > 1;
}

/* The flash with the firmware, below 4 GiB: write-protect belongs there. */
#define FLASH_START	0xff000000ULL

static bool over_known_ram(const struct context *c)
{
	const struct iomem *iomem = &EV->iomem;
	size_t i;

	for (i = 0; i < iomem->n; i++)
		if (iomem->items[i].kind == IOMEM_RAM &&
		    iomem->items[i].start < c->reg->end &&
		    iomem->items[i].end > c->reg->base)
			return true;
	for (i = 0; i < EV->log.n; i++)
		if (EV->log.items[i].kind == KLOG_RAM &&
		    EV->log.items[i].start < c->reg->end &&
		    EV->log.items[i].end > c->reg->base)
			return true;
	return false;
}

static bool ram_is_known(const struct evidence *ev)
{
	size_t i;

	if (ev->has_iomem && !ev->iomem.hidden)
		return true;
	for (i = 0; i < ev->log.n; i++)
		if (ev->log.items[i].kind == KLOG_RAM)
			return true;
	return false;
}

static bool wrong_for_ram(const struct context *c)
{
	return c->reg->type != WCBAR_MT_WB && c->reg->type != WCBAR_MT_UC;
}

static bool over_ram(const struct context *c)
{
	return wrong_for_ram(c) && over_known_ram(c);
}

/*
 * Memory goes on at 4 GiB where the hole for devices ends; a write-protect or
 * write-through range there, or inside a write-back one, is no device's.
 */
static bool maybe_over_ram(const struct context *c)
{
	size_t i;

	if (!wrong_for_ram(c) || c->reg->type == WCBAR_MT_WC ||
	    ram_is_known(EV))
		return false;
	if (c->reg->base >= FLASH_START && c->reg->end <= GIB4)
		return false;
	if (c->reg->base == GIB4)
		return true;
	for (i = 0; i < EV->mtrrs.n; i++)
		if (EV->mtrrs.items[i].type == WCBAR_MT_WB &&
		    EV->mtrrs.items[i].base < c->reg->end &&
		    EV->mtrrs.items[i].end > c->reg->base)
			return true;
	return false;
}

static bool reg_conflict(const struct context *c)
{
	return c->reg->conflict;
}

static struct proof by_reg(const struct context *c)
{
	return c->reg->proof;
}

#define REG_RULE(code, weight, when, text, next) \
	{ code, ON_MACHINE, KLOG_NONE, weight, when, text, next, by_reg }

static const struct rule register_items[] = {
	REG_RULE("mtrr-count", W_NOTE, counted,
		 "{each_reg} is counted {count} times: as many users have added it. A count that never falls when they go is a leak.",
		 "Unload the drivers that use the range and see whether the count falls to its value at boot."),
	REG_RULE("mtrr-over-ram", W_WARN, over_ram,
		 "{each_reg} lies over memory, where only write-back belongs: the firmware left it, and that memory is slow.",
		 "Update the firmware, or remove the register: echo \"disable={regnum}\" > /proc/mtrr."),
	REG_RULE("mtrr-over-ram", W_WARN, maybe_over_ram,
		 "{each_reg} lies where memory should be, and there only write-back belongs: left by the firmware, it makes that memory slow.",
		 "Compare with 'System RAM' in /proc/iomem; update the firmware, or remove the register: echo \"disable={regnum}\" > /proc/mtrr."),
	REG_RULE("mtrr-undefined", W_WARN, reg_conflict,
		 "{each_reg} overlaps another register of a type with which the CPU leaves the result undefined.",
		 "Have the firmware updated, or remove one of them through /proc/mtrr."),
};

const struct rules register_rules = { register_items,
				      ARRAY_SIZE(register_items) };

static const struct mtrr_reg *wc_register(const struct context *c)
{
	struct mtrr_parts parts = { 0 };
	const struct mtrr_reg *reg = NULL;
	size_t i;

	mtrr_split(&EV->mtrrs, c->bar->start, c->bar->end, &parts);
	for (i = 0; i < parts.n; i++)
		if (parts.items[i].type == WCBAR_MT_WC)
			reg = parts.items[i].reg;
	free(parts.items);
	return reg;
}

static bool registers_wc(const struct context *c)
{
	return EV->has_mtrrs && wc_register(c);
}

/*
 * Firmware that gives the graphics aperture a write-combining MTRR often makes
 * it much larger than the aperture, and then other functions' registers lie
 * under it. Without /proc/mtrr all that can be seen is that they are near.
 */
static bool registers_near(const struct context *c)
{
	const struct devices *devices = &EV->devices;
	size_t i, b;

	if (EV->has_mtrrs || c->bar->start < GIB4)
		return false;
	for (i = 0; i < devices->n; i++) {
		for (b = 0; b < devices->items[i].bars.n; b++) {
			const struct bar *bar = &devices->items[i].bars.items[b];

			if (bar->kind == BAR_MEMORY && bar->pref &&
			    bar_has_address(bar) && bar->size >= 64 * SZ_1M &&
			    bar->end <= c->bar->start &&
			    c->bar->start - bar->end < bar->size)
				return true;
		}
	}
	return false;
}

static struct proof by_wc_register(const struct context *c)
{
	return wc_register(c)->proof;
}

static struct proof by_covered(const struct context *c)
{
	return c->bar->proof;
}

static const struct rule covered_items[] = {
	{ "registers-effectively-wc", ON_MACHINE, KLOG_NONE, W_WARN,
	  registers_wc,
	  "A write-combining MTRR of the firmware lies over BARs that are not prefetchable and hold registers: {covered}. Mapped by plain ioremap(), which is uncached-minus, they are effectively write-combining.",
	  "Map them strongly uncached (ioremap_uc(), as wcbar does with a BAR of registers), or have the firmware updated.",
	  by_wc_register },
	{ "registers-near-aperture", ON_MACHINE, KLOG_NONE, W_WARN,
	  registers_near,
	  "Right behind a large prefetchable aperture lie BARs that are not prefetchable and hold registers: {covered}. Where the write-combining MTRR that the firmware has set for the aperture is larger than that, registers mapped by plain ioremap() (uncached-minus) are effectively write-combining.",
	  "Look in /proc/mtrr for a write-combining range over it; if there is one, map the registers strongly uncached (ioremap_uc()).",
	  by_covered },
};

const struct rules covered_bar_rules = { covered_items,
					 ARRAY_SIZE(covered_items) };
