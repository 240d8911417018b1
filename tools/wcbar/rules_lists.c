// SPDX-License-Identifier: GPL-2.0
/*
 * The rules about the kernel's list of memory types and the MTRRs as a whole.
 */
#include "rules.h"

#define EV		(c->s->ev)
#define NO_SLOT		(c->s->slot == SLOT_NONE)

static size_t count_wc(const struct evidence *ev)
{
	size_t i, n = 0;

	for (i = 0; i < ev->list.n; i++)
		n += ev->list.items[i].type == WCBAR_MT_WC;
	return n;
}

static bool listed(const struct context *c)
{
	return c->s->list == LIST_NOTHING && count_wc(EV) && !NO_SLOT;
}

static bool listed_without_slot(const struct context *c)
{
	return c->s->list == LIST_NOTHING && count_wc(EV) && NO_SLOT;
}

static bool nothing_listed(const struct context *c)
{
	return c->s->list == LIST_NOTHING && !count_wc(EV);
}

static bool list_denied(const struct context *c)
{
	return c->s->list == LIST_MUTE &&
	       EV->list.trouble == PATLIST_DENIED;
}

static bool list_not_found(const struct context *c)
{
	return c->s->list == LIST_MUTE &&
	       EV->list.trouble == PATLIST_MISSING;
}

static bool list_mute(const struct context *c)
{
	return c->s->list == LIST_MUTE &&
	       EV->list.trouble == PATLIST_READABLE;
}

static bool list_not_there(const struct context *c)
{
	return c->s->list == LIST_ABSENT && EV->list_missing.text.len;
}

static bool list_conflicts(const struct context *c)
{
	return EV->list.conflicts;
}

static bool list_repeats(const struct context *c)
{
	return EV->list.duplicates;
}

static bool mtrr_mute(const struct context *c)
{
	return EV->has_mtrrs && EV->mtrrs.tally.lines &&
	       !EV->mtrrs.tally.understood;
}

static bool mtrr_all_used(const struct context *c)
{
	return EV->mtrrs.n && EV->mtrrs.total &&
	       EV->mtrrs.n >= EV->mtrrs.total;
}

static bool mtrr_some_free(const struct context *c)
{
	return EV->mtrrs.n && !mtrr_all_used(c) &&
	       (EV->mtrrs.total || mtrr_gaps(&EV->mtrrs));
}

static bool mtrr_count_unknown(const struct context *c)
{
	return EV->mtrrs.n && !EV->mtrrs.total && !mtrr_gaps(&EV->mtrrs);
}

/* Most CPUs have 8, and some of those keep two for the system; later ones 10 */
#define MTRR_MAYBE_ALL	6

static bool mtrr_maybe_full(const struct context *c)
{
	return mtrr_count_unknown(c) && EV->mtrrs.n >= MTRR_MAYBE_ALL;
}

static bool mtrr_maybe_free(const struct context *c)
{
	return mtrr_count_unknown(c) && EV->mtrrs.n < MTRR_MAYBE_ALL;
}

static struct proof by_missing(const struct context *c)
{
	return EV->list_missing.proof;
}

static struct proof by_trouble(const struct context *c)
{
	return EV->list.trouble == PATLIST_READABLE ? EV->list.tally.odd :
						      EV->list.trouble_proof;
}

static struct proof by_mtrr_odd(const struct context *c)
{
	return EV->mtrrs.tally.odd;
}

static struct proof by_wc_entry(const struct context *c)
{
	size_t i;

	for (i = 0; i < EV->list.n; i++)
		if (EV->list.items[i].type == WCBAR_MT_WC)
			return EV->list.items[i].proof;
	return (struct proof){ 0 };
}

static struct proof by_conflict(const struct context *c)
{
	size_t i;

	for (i = 0; i < EV->list.n; i++)
		if (EV->list.items[i].conflict)
			return EV->list.items[i].proof;
	return (struct proof){ 0 };
}

static struct proof by_total(const struct context *c)
{
	if (EV->mtrrs.total_proof.src)
		return EV->mtrrs.total_proof;
	return EV->mtrrs.n ? EV->mtrrs.items[EV->mtrrs.n - 1].proof :
			     (struct proof){ 0 };
}

#define MACHINE(code, weight, when, proof, text, next) \
	{ code, ON_MACHINE, KLOG_NONE, weight, when, text, next, proof }

static const struct rule items[] = {
	MACHINE("wc-listed", W_GOOD, listed, by_wc_entry,
		"The kernel's list has {wc_entries} as write-combining.", NULL),
	MACHINE("listed-without-slot", W_WARN, listed_without_slot,
		by_wc_entry,
		"The kernel's list has {wc_entries} as write-combining, but with no such PAT slot their page-table entries hold uncached-minus: the list only repeats what was asked for.",
		NULL),
	MACHINE("no-wc-listed", W_FAILS, nothing_listed, NULL,
		"The kernel's list has no write-combining range at all ({list_lines}).",
		"Start the driver or program that should map the card, then look again."),
	MACHINE("list-denied", W_DOUBT, list_denied, by_trouble,
		"The kernel's list of memory types could not be read: permission denied.",
		"Read /sys/kernel/debug/x86/pat_memtype_list as root."),
	MACHINE("list-not-found", W_DOUBT, list_not_found, by_trouble,
		"The kernel's list of memory types was not there.",
		"Mount debugfs (mount -t debugfs none /sys/kernel/debug). Where the file is still missing, PAT is off."),
	MACHINE("list-not-understood", W_DOUBT, list_mute, by_trouble,
		"The file with the kernel's list was not understood ({list_lines}), so it says nothing about mappings and conflicts.",
		"Give the plain content of /sys/kernel/debug/x86/pat_memtype_list."),
	MACHINE("list-missing", W_NOTE, list_not_there, by_missing,
		"The kernel's list of memory types could not be read ({list_missing}), so what is mapped is not known.",
		"Run as root, with debugfs mounted on /sys/kernel/debug. Where x86/pat_memtype_list is still missing, PAT is off."),
	MACHINE("list-conflict", W_WARN, list_conflicts, by_conflict,
		"{conflicts} of the kernel's list overlap others of a different type, which the kernel should never allow: {conflict}.",
		"See wcbar memtype for all of them."),
	MACHINE("list-repeats", W_NOTE, list_repeats, NULL,
		"Repeated lines in the kernel's list: {duplicates}. That is no fault: a range that is reserved and mapped, or mapped twice, is listed for each.",
		NULL),
	MACHINE("mtrr-not-understood", W_NOTE, mtrr_mute, by_mtrr_odd,
		"The file with the MTRRs was not understood ({mtrr_lines}), so it says nothing about them.",
		"Give the plain content of /proc/mtrr."),
	MACHINE("mtrr-full", W_WARN, mtrr_all_used, by_total,
		"All {mtrr_used} variable MTRRs are in use, so no driver gets one; with PAT on none is needed.",
		NULL),
	MACHINE("mtrr-free", W_NOTE, mtrr_some_free, by_total,
		"Variable MTRRs: {mtrr_used} in use, {mtrr_free}.", NULL),
	MACHINE("mtrr-maybe-full", W_NOTE, mtrr_maybe_full, by_total,
		"Every variable MTRR that /proc/mtrr shows is in use: {mtrr_used}, reg00 to {mtrr_last} without a gap. It does not say how many the CPU has (most have 8 or 10). Where these are all, a driver that asks for one is told 'no more MTRRs available', which is not fatal: with PAT on none is needed.",
		"Count the free ones before asking for one; use ioremap_wc(), which needs none."),
	MACHINE("mtrr-free", W_NOTE, mtrr_maybe_free, by_total,
		"Variable MTRRs: {mtrr_used} in use, reg00 to {mtrr_last}; how many the CPU has /proc/mtrr does not say (most have 8 or 10).",
		NULL),
};

const struct rules list_rules = { items, ARRAY_SIZE(items) };
