// SPDX-License-Identifier: GPL-2.0
/*
 * The rules about a mapping: what is a BAR or a range mapped as?
 *
 * A page-table entry that the wcbar driver has read counts most, then the
 * kernel's list together with the MTRRs. Without either nothing is claimed.
 */
#include "rules.h"

#define S		(c->s)
#define EV		(c->s->ev)
#define BAR		(c->s->bar)
#define DEV		(c->s->dev)
#define HAS_RANGE	(S->end > S->start)
#define MAPPED_WC	(S->map && S->map->effective == WCBAR_MT_WC)
#define NO_LIST		(S->list == LIST_ABSENT || S->list == LIST_MUTE)

static bool entry_wc(const struct context *c)
{
	return MAPPED_WC && S->map->requested == WCBAR_MT_WC;
}

static bool entry_not_wc(const struct context *c)
{
	return S->map && !MAPPED_WC && S->map->requested == WCBAR_MT_WC;
}

static bool entry_as_asked(const struct context *c)
{
	return S->map && !MAPPED_WC && S->map->requested != WCBAR_MT_WC;
}

static bool entry_wc_unasked(const struct context *c)
{
	return MAPPED_WC && S->map->requested != WCBAR_MT_WC;
}

/*
 * How much longer the uncached stores must take. Where write combining works,
 * others have seen
 *
 *	60 to 280 times		AWS EFA and ENA push mode
 *	70 times and more	gdrcopy, 64 KiB and more into a GPU
 *	24 times		Xilinx XRT
 *
 * and where it does not, 1.0 and the noise of the link. So there is room for
 * a band in between in which nothing is claimed.
 */
#define RATIO_WC	4000	/* thousandths */
#define RATIO_SAME	1500

static bool no_proof(const struct context *c)
{
	return S->place == PLACE_EMULATED || text_is(EV->accel.text, "tcg");
}

static bool measured_wc(const struct context *c)
{
	return S->measured && !no_proof(c) && S->measured->min >= RATIO_WC;
}

static bool measured_same(const struct context *c)
{
	return S->measured && !no_proof(c) && S->measured->max <= RATIO_SAME;
}

static bool measured_unclear(const struct context *c)
{
	return S->measured && !no_proof(c) && !measured_wc(c) &&
	       !measured_same(c);
}

static bool measured_emulated(const struct context *c)
{
	return S->measured && no_proof(c);
}

static bool list_agrees(const struct context *c)
{
	return MAPPED_WC && (S->list == LIST_WC || S->list == LIST_PARTLY);
}

static bool list_wc(const struct context *c)
{
	return !S->map && S->list == LIST_WC && S->slot != SLOT_NONE;
}

static bool list_partly(const struct context *c)
{
	return !S->map && S->list == LIST_PARTLY && S->slot != SLOT_NONE;
}

static bool list_without_slot(const struct context *c)
{
	return !S->map && S->wc && S->slot == SLOT_NONE;
}

static bool list_conflict(const struct context *c)
{
	return !S->map && S->list == LIST_CONFLICT;
}

static bool mtrr_makes_wc(const struct context *c)
{
	return !S->map && S->list == LIST_OTHER &&
	       wcbar_memtype_combine(S->mtrr, S->one_type) == WCBAR_MT_WC;
}

static bool list_other(const struct context *c)
{
	return !S->map && S->list == LIST_OTHER && !mtrr_makes_wc(c);
}

static bool reserved_yet_uncached(const struct context *c)
{
	return list_other(c) && S->other->copies > 1 &&
	       S->other->type == WCBAR_MT_UC_MINUS &&
	       S->other->end - S->other->start >= SZ_1M;
}

/* An entry that begins where a large one ends, which is no overlap */
static const struct pat_entry *next_door(const struct context *c)
{
	const struct patlist *list = &EV->list;
	size_t i;

	if (!S->other)
		return NULL;
	for (i = (size_t)(S->other - list->items); i < list->n; i++)
		if (list->items[i].start == S->other->end)
			return &list->items[i];
		else if (list->items[i].start > S->other->end)
			break;
	return NULL;
}

static bool adjacent(const struct context *c)
{
	return reserved_yet_uncached(c) && next_door(c) &&
	       (!EV->release.text.len ||
		text_begins(EV->release.text, "5.5"));
}

static bool nothing_mapped(const struct context *c)
{
	return !S->map && S->list == LIST_NOTHING && HAS_RANGE;
}

/* What grep leaves of a list says little about what is not in it. */
static bool excerpt(const struct context *c)
{
	return nothing_mapped(c) && !EV->list.headers;
}

static bool neighbour(const struct context *c)
{
	return nothing_mapped(c) && S->neighbour;
}

static bool leftover(const struct context *c)
{
	return S->entries.n && !S->map && DEV->driver_known &&
	       !DEV->driver.len;
}

static bool list_unknown(const struct context *c)
{
	/* of no interest where it could not be mapped so anyhow */
	if (S->bar && (!S->bar->pref || S->dev->decode == 0 || S->dev->gone))
		return false;
	return NO_LIST && !S->map && HAS_RANGE;
}

static bool list_unkept(const struct context *c)
{
	return list_unknown(c) && S->ruled_out;
}

static bool list_lacking(const struct context *c)
{
	return list_unknown(c) && !S->ruled_out;
}

static bool mtrr_wc(const struct context *c)
{
	return NO_LIST && !S->map && S->mtrr == WCBAR_MT_WC;
}

/* A write-combining register that an uncachable one makes useless */
static const struct mtrr_reg *useless_wc(const struct context *c)
{
	size_t i;

	if (S->wc || MAPPED_WC || S->mtrr != WCBAR_MT_UC)
		return NULL;
	for (i = 0; i < EV->mtrrs.n; i++)
		if (EV->mtrrs.items[i].type == WCBAR_MT_WC &&
		    EV->mtrrs.items[i].base < S->end &&
		    EV->mtrrs.items[i].end > S->start)
			return &EV->mtrrs.items[i];
	return NULL;
}

static bool mtrr_uc_wins(const struct context *c)
{
	return useless_wc(c);
}

static bool has_wc_part(const struct subject *s)
{
	struct mtrr_parts parts = { 0 };
	bool any = false;
	size_t i;

	mtrr_split(&s->ev->mtrrs, s->start, s->end, &parts);
	for (i = 0; i < parts.n; i++)
		any |= parts.items[i].type == WCBAR_MT_WC;
	free(parts.items);
	return any;
}

static bool mtrr_parts(const struct context *c)
{
	return S->mtrr == WCBAR_MT_MIXED && has_wc_part(S);
}

static bool mtrr_uc_under_wc(const struct context *c)
{
	return S->wc && S->slot != SLOT_NONE && S->mtrr == WCBAR_MT_UC &&
	       S->mtrr_reg;
}

static bool mtrr_default(const struct context *c)
{
	return S->wc && S->slot != SLOT_NONE && EV->has_mtrrs &&
	       !S->mtrr_reg && S->mtrr == WCBAR_MT_UNKNOWN;
}

static bool mtrr_undefined(const struct context *c)
{
	return S->mtrr_reg && S->mtrr == WCBAR_MT_UNKNOWN;
}

static bool mtrr_none(const struct context *c)
{
	return S->ruled_out && EV->has_mtrrs && HAS_RANGE &&
	       S->mtrr != WCBAR_MT_WC && S->mtrr != WCBAR_MT_MIXED &&
	       !MAPPED_WC;
}

static struct proof by_bar(const struct context *c)
{
	return BAR ? BAR->proof : (struct proof){ 0 };
}

static struct proof by_map(const struct context *c)
{
	return S->map->proof;
}

static struct proof by_measure(const struct context *c)
{
	return S->measured->proof;
}

static struct proof by_wc(const struct context *c)
{
	return S->wc->proof;
}

static struct proof by_other(const struct context *c)
{
	return S->other->proof;
}

static struct proof by_entry(const struct context *c)
{
	return S->wc ? S->wc->proof : S->other->proof;
}

static struct proof by_neighbour(const struct context *c)
{
	return S->neighbour->proof;
}

static struct proof by_next_door(const struct context *c)
{
	return next_door(c)->proof;
}

static struct proof by_mtrr(const struct context *c)
{
	return S->mtrr_reg->proof;
}

static struct proof by_useless_wc(const struct context *c)
{
	return useless_wc(c)->proof;
}

#define BAR_RULE(code, weight, when, proof, text, next) \
	{ code, ON_BAR, KLOG_NONE, weight, when, text, next, proof }
#define RULE(code, weight, when, proof, text, next) \
	{ code, ON_MAPPABLE, KLOG_NONE, weight, when, text, next, proof }

static const struct rule items[] = {
	RULE("entry-wc", W_PROVES, entry_wc, by_map,
	     "The wcbar driver has mapped it: the page-table entry holds {obtained}, effectively {effective}.",
	     NULL),
	RULE("entry-not-wc", W_FAILS, entry_not_wc, by_map,
	     "The wcbar driver asked for write-combining, but the page-table entry holds {obtained}, effectively {effective}: {why}.",
	     "Find the other holder of the range with wcbar memtype, release it and bind the card again."),
	RULE("entry-as-asked", W_FAILS, entry_as_asked, by_map,
	     "The wcbar driver has mapped it {requested}, as it was asked to.",
	     "echo wc > /sys/kernel/debug/wcbar/{bdf}/memtype"),
	RULE("entry-wc-unasked", W_PROVES, entry_wc_unasked, by_map,
	     "The wcbar driver asked for {requested}, yet the range is effectively write-combining: {why}.",
	     "Do not use it for registers."),
	RULE("measured-wc", W_PROVES, measured_wc, by_measure,
	     "Measured {runs}: uncached stores take {ratio} as long as write-combining ones.",
	     NULL),
	RULE("measured-same", W_FAILS, measured_same, by_measure,
	     "Measured {runs}: uncached and write-combining stores take the same time (ratio {ratio}), so the card sees no combined writes.",
	     "Look at what lies between: the hypervisor, an IOMMU or a bridge; and whether the link, not the stores, is the limit."),
	RULE("measured-unclear", W_DOUBT, measured_unclear, by_measure,
	     "Measured {runs}: uncached stores take {ratio} as long as write-combining ones, which is neither clearly more nor the same.",
	     "Repeat it on an idle machine."),
	RULE("measured-emulated", W_NOTE, measured_emulated, by_measure,
	     "Measured {runs}: the ratio is {ratio}, but time on an emulated card or CPU says nothing about memory types.",
	     NULL),
	RULE("list-agrees", W_GOOD, list_agrees, by_wc,
	     "The kernel's list agrees: {cover} write-combining.", NULL),
	RULE("listed-wc", W_PROVES, list_wc, by_wc,
	     "The kernel's list has {cover} write-combining{entries}.", NULL),
	RULE("listed-wc-partly", W_PROVES, list_partly, by_wc,
	     "The kernel's list has {cover} write-combining; beside that it has {other} as {othertype}.",
	     "Compare with the parts that are written to: see wcbar memtype."),
	RULE("listed-without-slot", W_FAILS, list_without_slot, by_wc,
	     "The kernel's list has {cover} write-combining, but no PAT slot holds that type: the page-table entries hold uncached-minus.",
	     NULL),
	RULE("listed-conflict", W_DOUBT, list_conflict, by_wc,
	     "The kernel's list has overlapping entries of different types here, {wcentry} as write-combining and {other} as {othertype}: which one a mapping got cannot be told.",
	     "Unload the drivers and programs that hold the range, one after the other, and check again."),
	RULE("mtrr-makes-wc", W_PROVES, mtrr_makes_wc, by_mtrr,
	     "It is mapped {one_type}, and {reg} of type write-combining lies over it: effectively write-combining.",
	     NULL),
	RULE("listed-otherwise", W_FAILS, list_other, by_other,
	     "It is mapped, but as {one_type}, not write-combining{entries}{holder}.",
	     "Have the holder map it with ioremap_wc(), or unbind it (wcbar bind) and map it anew: a second mapping silently takes the type of the first."),
	RULE("reserved-yet-uncached", W_WARN, reserved_yet_uncached, by_other,
	     "{other} is listed {copies} times, as a driver does that reserves its aperture for write combining and then maps it; still both are {othertype}.",
	     "Look in the log for the driver's messages, and boot with debugpat to see which request met which holder."),
	RULE("adjacent", W_NOTE, adjacent, by_next_door,
	     "An entry of type {nexttype} begins exactly where it ends. Ranges are half-open, so that is no overlap; the first kernels of 5.5-rc compared the ends inclusively and made such an aperture uncached-minus.",
	     "With a 5.5-rc kernel, use a later one."),
	RULE("nothing-mapped", W_FAILS, nothing_mapped, by_bar,
	     "No entry of the kernel's list overlaps it: nothing is mapped now ({list_lines}).",
	     "Start the driver or program that uses the card and check while it runs."),
	RULE("list-excerpt", W_NOTE, excerpt, NULL,
	     "The list has no header line. Where it is only an excerpt, an entry for this range may be in the part that is missing.",
	     NULL),
	RULE("neighbour", W_NOTE, neighbour, by_neighbour,
	     "The entry {neighbour} of type {neighbourtype} only touches it. It belongs to a neighbour, though a search of the list for the address finds it.",
	     NULL),
	BAR_RULE("left-behind", W_WARN, leftover, by_entry,
		 "Entries of the kernel's list lie in it although no driver is bound: a driver left them behind, or a program has mapped it through sysfs.",
		 "See which program has it open: fuser /sys/bus/pci/devices/{bdf}/resource*."),
	RULE("no-list", W_DOUBT, list_unkept, NULL,
	     "What it is mapped as is not known: with PAT off the kernel keeps no list of memory types.",
	     "Bind the card to wcbar (wcbar bind), which reads the page-table entry and the MTRRs."),
	RULE("no-list", W_DOUBT, list_lacking, NULL,
	     "What it is mapped as is not known: there is no list of memory types that could be read.",
	     "Add /sys/kernel/debug/x86/pat_memtype_list, read as root while the card is in use."),

	/* what do the MTRRs make of it? */
	RULE("mtrr-wc", W_GOOD, mtrr_wc, by_mtrr,
	     "{reg} makes it write-combining wherever it is mapped uncached-minus or write-back: so does ioremap() map it.",
	     NULL),
	RULE("mtrr-parts", W_WARN, mtrr_parts, by_mtrr,
	     "The MTRRs do not give it one type: {parts}. Where ranges overlap, uncachable wins.",
	     "Map or test each part by itself."),
	RULE("mtrr-uc-wins", W_WARN, mtrr_uc_wins, by_useless_wc,
	     "A write-combining MTRR lies over it without effect: so does {reg}, and where ranges overlap, uncachable wins.",
	     "Map it with ioremap_wc(): with PAT on that wins over the MTRRs."),
	RULE("mtrr-uc-below", W_GOOD, mtrr_uc_under_wc, by_mtrr,
	     "{reg} says uncachable, but write-combining in the page-table entry wins over it: the range is effectively write-combining.",
	     NULL),
	RULE("mtrr-default", W_NOTE, mtrr_default, NULL,
	     "No variable MTRR covers it, and /proc/mtrr does not show the default type; it does not matter, write-combining in the page-table entry wins over every MTRR type.",
	     NULL),
	RULE("mtrr-undefined", W_WARN, mtrr_undefined, by_mtrr,
	     "MTRRs of types whose overlap the CPU leaves undefined lie over it ({parts}).",
	     "Have the firmware updated, or remove one of them through /proc/mtrr."),
	RULE("mtrr-none-covers", W_NOTE, mtrr_none, NULL,
	     "No write-combining MTRR covers it; a driver that calls arch_phys_wc_add(), as wcbar does, may still get one.",
	     NULL),
};

const struct rules mapping_rules = { items, ARRAY_SIZE(items) };
