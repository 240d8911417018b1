// SPDX-License-Identifier: GPL-2.0
/*
 * The rules about a BAR itself: can it be mapped at all?
 */
#include "rules.h"

#define S		(c->s)
#define BAR		(c->s->bar)
#define DEV		(c->s->dev)
#define HAS_RANGE	(S->end > S->start)
#define MAPPED_WC	(S->map && S->map->effective == WCBAR_MT_WC)

static bool gone(const struct context *c)
{
	return DEV->gone;
}

static bool no_memory(const struct context *c)
{
	return !BAR->order;
}

static bool zero(const struct context *c)
{
	return BAR->zero;
}

static bool unassigned(const struct context *c)
{
	/* of a device that is gone nothing can be said */
	return BAR->unassigned && !BAR->zero && !BAR->ignored && !DEV->gone;
}

static bool ignored(const struct context *c)
{
	return BAR->ignored;
}

static bool decode_off(const struct context *c)
{
	return DEV->decode == 0 && !DEV->gone && !DEV->asleep;
}

static bool bar0_missing(const struct context *c)
{
	size_t i;

	if (!decode_off(c) || !DEV->bars.n)
		return false;
	for (i = 0; i < DEV->bars.n; i++)
		if (DEV->bars.items[i].num <= 0)
			return false;
	return true;
}

static bool virtual(const struct context *c)
{
	return BAR->virtual;
}

static bool asleep_mapped(const struct context *c)
{
	return DEV->asleep && S->wc;
}

static bool asleep(const struct context *c)
{
	return DEV->asleep && !S->wc;
}

static bool mapped_anyhow(const struct context *c)
{
	return S->wc || MAPPED_WC;
}

static bool none_prefetchable(const struct context *c)
{
	size_t i;

	if (BAR->trouble || !HAS_RANGE || mapped_anyhow(c))
		return false;
	for (i = 0; i < DEV->bars.n; i++)
		if (DEV->bars.items[i].pref &&
		    DEV->bars.items[i].kind == BAR_MEMORY)
			return false;
	return true;
}

static bool not_prefetchable(const struct context *c)
{
	return !BAR->pref && !BAR->trouble && HAS_RANGE &&
	       !mapped_anyhow(c) && !none_prefetchable(c);
}

static bool nor_prefetchable(const struct context *c)
{
	return !BAR->pref && BAR->trouble && HAS_RANGE && !mapped_anyhow(c);
}

static bool no_wc_file(const struct context *c)
{
	return BAR->pref && BAR->wc_file == 0;
}

static bool ruled_out(const struct context *c)
{
	return S->ruled_out && !MAPPED_WC && S->mtrr != WCBAR_MT_WC;
}

static struct proof by_bar(const struct context *c)
{
	return BAR->proof;
}

static struct proof by_head(const struct context *c)
{
	return DEV->head;
}

static struct proof by_decode(const struct context *c)
{
	return DEV->decode_proof;
}

static struct proof by_power(const struct context *c)
{
	return DEV->power_proof;
}

#define BAR_RULE(code, weight, when, proof, text, next) \
	{ code, ON_BAR, KLOG_NONE, weight, when, text, next, proof }
#define RULE(code, weight, when, proof, text, next) \
	{ code, ON_MAPPABLE, KLOG_NONE, weight, when, text, next, proof }

static const struct rule items[] = {
	BAR_RULE("device-gone", W_RULES_OUT, gone, by_head,
		 "The device does not answer: its configuration space reads as all ones.",
		 "Check power and seating of the card, then rescan the bus (echo 1 > /sys/bus/pci/rescan)."),
	BAR_RULE("no-memory-bar", W_RULES_OUT, no_memory, by_head,
		 "The function has no memory BAR, so there is nothing that could be mapped.",
		 NULL),
	BAR_RULE("bar-zero", W_RULES_OUT, zero, by_bar,
		 "{Bar} has start 0 and length 0, which a failed resize leaves behind; a reservation of such a BAR covers the whole address space.",
		 "Boot again, or remove and rescan the function; a driver must look at the length before it reserves or maps."),
	BAR_RULE("bar-unassigned", W_RULES_OUT, unassigned, by_bar,
		 "{Bar} has no address{wanted}, so the card cannot be mapped: the firmware or the bridge above it gave no window that is large enough.",
		 "Enable 'Above 4G decoding' (64-bit BARs) in the firmware setup; in a virtual machine give it a larger 64-bit MMIO window. Or boot with pci=realloc."),
	BAR_RULE("bar-ignored", W_RULES_OUT, ignored, by_bar,
		 "{Bar} holds an address that the kernel does not use.",
		 "Look for {bdf} in the boot log; a rescan of the bus assigns it anew."),
	BAR_RULE("decode-off", W_RULES_OUT, decode_off, by_decode,
		 "Memory decode is off in the Command register (Mem-): the card answers no access to {Bar}, and a driver that maps it fails or reads all ones.",
		 "Bind a driver, or echo 1 > /sys/bus/pci/devices/{bdf}/enable; where that fails, the firmware left a BAR without an address."),
	BAR_RULE("bar0-missing", W_WARN, bar0_missing, by_head,
		 "The function shows no BAR0, its first one is {first_bar}: a driver that asks for BAR0 fails with EINVAL (-22).",
		 "Check the firmware of the card, and which function of it the driver is for."),
	BAR_RULE("bar-virtual", W_WARN, virtual, by_bar,
		 "The register of {Bar} is empty; only the kernel knows an address for it ([virtual]).",
		 "Rescan the bus, or boot again."),
	BAR_RULE("asleep", W_RULES_OUT, asleep, by_power,
		 "The function is in a low-power state ({power}), in which it decodes no memory; nothing more was read, to let it sleep.",
		 "Keep it awake (echo on > /sys/bus/pci/devices/{bdf}/power/control), then check again."),
	BAR_RULE("asleep", W_DOUBT, asleep_mapped, by_power,
		 "The function is in a low-power state ({power}); the mapping is there, but nothing reaches the card until it wakes.",
		 "Keep it awake (echo on > /sys/bus/pci/devices/{bdf}/power/control), then check again."),
	BAR_RULE("not-prefetchable", W_RULES_OUT, none_prefetchable, by_bar,
		 "No memory BAR of the function is prefetchable ({bar} is the largest): by the PCI specification such a BAR may have side effects, sysfs offers no {resource}_wc for it, and drivers map it uncached.",
		 "Where the card is known to bear it, a driver can still use ioremap_wc(), and wcbar with force=1."),
	BAR_RULE("not-prefetchable", W_RULES_OUT, not_prefetchable, by_bar,
		 "{Bar} is not prefetchable: by the PCI specification it may have side effects, sysfs offers no {resource}_wc for it, and the kernel's drivers map it uncached.",
		 "Use a prefetchable BAR of the card. Where the card is known to bear it, a driver can still use ioremap_wc(), and wcbar with force=1."),
	BAR_RULE("not-prefetchable", W_NOTE, nor_prefetchable, by_bar,
		 "{Bar} is not prefetchable, so it would not be mapped write-combining anyhow.",
		 NULL),
	BAR_RULE("no-wc-file", W_NOTE, no_wc_file, by_bar,
		 "{Bar} is prefetchable but sysfs has no {resource}_wc, so a program cannot map it write-combining: the kernel offers the file only while PAT is on.",
		 NULL),
	RULE("machine-offers-none", W_RULES_OUT, ruled_out, NULL,
	     "The machine offers no write combining (see the reasons for it above).",
	     NULL),
};

const struct rules bar_rules = { items, ARRAY_SIZE(items) };
