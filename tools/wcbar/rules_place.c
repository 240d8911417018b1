// SPDX-License-Identifier: GPL-2.0
/*
 * The rules about where a card really is, who has it, and how it is connected.
 */
#include "rules.h"

#define S		(c->s)
#define EV		(c->s->ev)
#define BAR		(c->s->bar)
#define DEV		(c->s->dev)

static bool emulated(const struct context *c)
{
	return S->place == PLACE_EMULATED;
}

static bool passed_through(const struct context *c)
{
	return S->place == PLACE_PASSED;
}

static bool guest_unknown(const struct context *c)
{
	/* a clear difference in time leaves no doubt */
	return S->place == PLACE_GUEST &&
	       !(S->measured && S->measured->min >= 4000);
}

static bool tcg(const struct context *c)
{
	return text_is(EV->accel.text, "tcg");
}

static bool has_driver(const struct context *c)
{
	return DEV->driver.len && !text_is(DEV->driver, "wcbar");
}

static bool strict(const struct context *c)
{
	return DEV->driver.len && EV->strict_devmem.value == 1 &&
	       !evidence_has_word(EV, "iomem=relaxed");
}

static bool strange_owner(const struct context *c)
{
	return S->owner && S->owner->kind != IOMEM_DRIVER;
}

static bool other_owner(const struct context *c)
{
	return S->owner && S->owner->kind == IOMEM_DRIVER &&
	       !(DEV && DEV->driver.len &&
		 S->owner->name.len == DEV->driver.len &&
		 !memcmp(S->owner->name.p, DEV->driver.p, DEV->driver.len));
}

static bool link_slow(const struct context *c)
{
	return link_is_less(&DEV->now, &DEV->cap);
}

static bool link_limits(const struct context *c)
{
	return link_known(&DEV->now);
}

static const struct rebar *find_rebar(const struct context *c)
{
	size_t i;

	for (i = 0; i < DEV->rebars.n; i++)
		if (DEV->rebars.items[i].num == BAR->num)
			return &DEV->rebars.items[i];
	return NULL;
}

static bool resizable(const struct context *c)
{
	const struct rebar *rebar = find_rebar(c);

	return rebar && text_has(rebar->sizes, " ");
}

static struct proof by_driver(const struct context *c)
{
	return DEV->driver_proof;
}

static struct proof by_link(const struct context *c)
{
	return DEV->link_proof;
}

static struct proof by_hypervisor(const struct context *c)
{
	return EV->hypervisor.proof;
}

static struct proof by_accel(const struct context *c)
{
	return EV->accel.proof;
}

static struct proof by_strict(const struct context *c)
{
	return EV->strict_devmem.proof;
}

static struct proof by_owner(const struct context *c)
{
	return S->owner->proof;
}

static struct proof by_rebar(const struct context *c)
{
	return find_rebar(c)->proof;
}

#define BAR_RULE(code, weight, when, proof, text, next) \
	{ code, ON_BAR, KLOG_NONE, weight, when, text, next, proof }
#define RULE(code, weight, when, proof, text, next) \
	{ code, ON_MAPPABLE, KLOG_NONE, weight, when, text, next, proof }

static const struct rule items[] = {
	RULE("tcg", W_DOUBT, tcg, by_accel,
	     "The CPU is emulated by QEMU's TCG, which ignores memory types: what is mapped here proves nothing about speed.",
	     "Repeat it on real hardware."),
	RULE("emulated-bar", W_DOUBT, emulated, by_hypervisor,
	     "The card is emulated by the hypervisor ({hypervisor}): its BAR is memory of the host or a trap, so the type in the guest proves nothing.",
	     "Pass a real card through, or repeat it on real hardware."),
	RULE("passed-through", W_GOOD, passed_through, by_hypervisor,
	     "This is a virtual machine ({hypervisor}) and the card is a real one that is passed through: the hypervisor honours the guest's PAT for it.",
	     NULL),
	RULE("guest", W_DOUBT, guest_unknown, by_hypervisor,
	     "This is a virtual machine ({hypervisor}), and whether the card is passed through or emulated is not known; only a passed-through one honours the guest's PAT.",
	     "Measure it: wcbar check --measure, with the card bound to wcbar and allow_writes on."),
	BAR_RULE("driver", W_NOTE, has_driver, by_driver,
		 "Driver {driver} is bound to the function.", NULL),
	BAR_RULE("strict-devmem", W_NOTE, strict, by_strict,
		 "The kernel has IO_STRICT_DEVMEM: as long as {driver} owns {Bar}, a program's mmap of {resource} or {resource}_wc fails with EINVAL.",
		 "For a map from user space unbind the driver, or boot with iomem=relaxed."),
	RULE("owner", W_WARN, strange_owner, by_owner,
	     "{Owner} has a part of it.",
	     "{owner_next}"),
	RULE("owner", W_NOTE, other_owner, by_owner,
	     "By /proc/iomem {owner} has it, or a part of it.", NULL),
	BAR_RULE("link-slow", W_WARN, link_slow, by_link,
		 "The link runs at {now} though the card can do {cap}.",
		 "Check the slot, risers and the firmware's settings for the link; some cards speed up only under load."),
	BAR_RULE("link-ceiling", W_NOTE, link_limits, by_link,
		 "At {now}, writes of 64 bytes to a packet can carry {ceiling} MB/s at most.",
		 NULL),
	BAR_RULE("resizable", W_NOTE, resizable, by_rebar,
		 "{Bar} can be resized: {rebar}.", NULL),
};

const struct rules place_rules = { items, ARRAY_SIZE(items) };
