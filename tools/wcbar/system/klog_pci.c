// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of the kernel log about PCI functions: how their BARs got addresses or
 * did not, who owns a range, and what their drivers made of it.
 */
#include "system/klog.h"

#define VF_FIRST		7	/* "VF BAR 0" was "BAR 7" before 6.8 */
#define BRIDGE_WINDOW_FIRST	13	/* "BAR 13" to "BAR 16", before 6.6 */
#define BRIDGE_WINDOW_LAST	16

/* The function that a line names, or else the one named last. */
static void find_function(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->all;

	if (text_find_bdf(&t, e->bdf))
		snprintf(m->log->last_bdf, sizeof(m->log->last_bdf), "%s",
			 e->bdf);
	else
		snprintf(e->bdf, sizeof(e->bdf), "%s", m->log->last_bdf);
}

/* "ixgbe 0000:02:00.0: ..": the word before the function is its driver */
static struct text driver_word(struct text t)
{
	struct text word = text_word(&t);
	char bdf[TEXT_BDF];

	text_blanks(&t);
	if (!text_bdf(&t, bdf) || text_is(word, "pci"))
		word.len = 0;
	return word;
}

/* Before 2.6.36: "mem region [0xa-0xb]" and "mem pref (size 0xa)" */
static bool old_range(struct text t, struct klog_event *e)
{
	if (!text_after(&t, " mem "))
		return false;
	e->pref = text_begins(t, "pref");
	if (text_after(&t, "(size "))
		return text_hex(&t, &e->size);
	if (!text_after(&t, "region [") ||
	    !text_range(&t, &e->start, &e->end) || e->end < e->start ||
	    e->end == U64_MAX)
		return false;
	e->end++;
	return true;
}

/* "[mem 0xa-0xb 64bit pref]" or "[mem size 0xa 64bit pref]" */
static bool bar_range(struct text t, struct klog_event *e)
{
	struct text flags;

	if (!text_after(&t, "[mem"))
		return old_range(t, e);
	flags = text_until(&t, "]");
	e->pref = text_has(flags, "pref");
	e->is64 = text_has(flags, "64bit");
	text_blanks(&flags);
	if (text_skip(&flags, "size")) {
		text_blanks(&flags);
		return text_hex(&flags, &e->size);
	}
	if (!text_range(&flags, &e->start, &e->end) || e->end < e->start)
		return false;
	/* one that ends with the address space stays one byte short */
	if (e->end < U64_MAX)
		e->end++;
	return true;
}

/* How a line about a BAR goes on, and what that means; the first that fits */
static const struct {
	const char *words;
	enum klog_kind kind;
} bar_actions[] = {
	{ "can't reserve", KLOG_BAR_RESERVED },
	{ "can't enable", KLOG_ENABLE_FAILED },
	{ "not assigned", KLOG_ENABLE_FAILED },
	{ "can't claim", KLOG_BAR_CLAIM },
	{ "no space", KLOG_BAR_NO_SPACE },
	{ "failed to assign", KLOG_BAR_NO_SPACE },
	{ "can't assign", KLOG_BAR_NO_SPACE },
	{ "can't allocate", KLOG_BAR_NO_SPACE },
	{ "error updating", KLOG_BAR_CLAIM },
	{ "releasing", KLOG_BAR_RELEASED },
	{ "assigned", KLOG_BAR_ASSIGNED },
};

static bool read_bar(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after, why;
	bool range;
	unsigned int i;
	u64 bar;

	if (!text_dec(&t, &bar) || bar > BRIDGE_WINDOW_LAST)
		return false;
	if (text_ends(m->before, "VF "))
		bar += VF_FIRST;
	e->bar = (int)bar;
	find_function(m, e);
	e->who = driver_word(m->all);
	range = bar_range(t, e);
	for (i = 0; i < ARRAY_SIZE(bar_actions); i++)
		if (text_has(m->all, bar_actions[i].words))
			break;
	if (i < ARRAY_SIZE(bar_actions))
		e->kind = bar_actions[i].kind;
	else if (range && (text_ends(text_trim(t), "]") ||
			   text_has(t, "]: contains BAR ")))
		e->kind = KLOG_BAR_ASSIGNED;	/* found at enumeration */
	else
		return false;
	/* "..]: can't claim; why" or, before 6.6, "can't claim BAR 1 [..]: why" */
	why = t;
	if (e->kind != KLOG_BAR_NO_SPACE &&
	    (text_after(&why, ";") || text_after(&why, "]: ")))
		e->word = text_trim(why);
	if (bar >= BRIDGE_WINDOW_FIRST)
		e->kind = e->kind == KLOG_BAR_NO_SPACE ?
			KLOG_WINDOW_NO_SPACE : KLOG_NONE;
	/* an I/O BAR, or a message that was cut */
	if (!range && e->kind != KLOG_BAR_NO_SPACE &&
	    e->kind != KLOG_WINDOW_NO_SPACE && e->kind != KLOG_ENABLE_FAILED) {
		e->kind = KLOG_NONE;
		return text_has(t, "[io");
	}
	return true;
}

/* "pci 0000:00:02.0: reg 0x18: [mem ..]": the BAR's register */
static bool read_reg(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;
	u64 reg;

	if (!text_hex(&t, &reg) || reg < 0x10 || reg > 0x30 || reg % 4)
		return false;
	find_function(m, e);
	e->bar = (int)(reg - 0x10) / 4;
	if (text_has(t, "[io") || reg > 0x24) {
		e->kind = KLOG_NONE;
		return true;
	}
	return bar_range(t, e) && e->start;
}

static bool read_window(struct klog_match *m, struct klog_event *e)
{
	find_function(m, e);
	if (!text_has(m->after, "no space") &&
	    !text_has(m->after, "failed to assign"))
		e->kind = KLOG_NONE;
	return bar_range(m->all, e);
}

/* "NVRM: BAR1 is 0M @ 0x0 (PCI:0000:05:00.0)" */
static bool read_invalid(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->all;
	u64 bar;

	if (!text_after(&t, "BAR") || !text_dec(&t, &bar) || bar > 5)
		return false;
	e->bar = (int)bar;
	find_function(m, e);
	e->who = text_word(&m->before);
	return true;
}

/* "(-16)" or "(-ENOSPC)" */
static int errno_in(struct text t)
{
	int err = 0;

	if (text_has(t, "ENOSPC") || text_has(t, "o space left"))
		return -ENOSPC;
	if (text_has(t, "EBUSY") || text_has(t, "resource busy"))
		return -EBUSY;
	if (text_has(t, "Invalid argument"))
		return -EINVAL;
	if (text_has(t, "not permitted"))
		return -EPERM;
	if (text_has(t, "No such file"))
		return -ENOENT;
	return text_after(&t, "(") && text_int(&t, &err) ? err : 0;
}

/* "Problem resizing BAR0 (-16).", "Failed to resize BAR2 to 8192M (-ENOSPC)" */
static bool read_resize(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;
	u64 bar;

	e->bar = text_dec(&t, &bar) && bar <= 5 ? (int)bar : -1;
	find_function(m, e);
	e->err = errno_in(t);
	return true;
}

static bool read_large_bar(struct klog_match *m, struct klog_event *e)
{
	find_function(m, e);
	e->err = -ENOSPC;
	return true;
}

static bool read_spans(struct klog_match *m, struct klog_event *e)
{
	struct klog_event owner = { .kind = KLOG_NONE };
	struct text t = m->after;

	if (!bar_range(t, e) || !text_after(&t, "spans more than"))
		return false;
	find_function(m, e);
	e->word = text_trim(text_until(&t, "[mem"));
	if (bar_range(t, &owner)) {
		e->start2 = owner.start;
		e->end2 = owner.end;
	}
	return true;
}

static bool read_probe(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after, name = m->before;

	if (!text_has(m->before, "probe") || !text_int(&t, &e->err))
		return false;
	find_function(m, e);
	if (text_after(&name, "with driver "))
		e->who = text_word(&name);
	else
		e->who = text_until(&name, ":");
	return true;
}

static bool read_enable(struct klog_match *m, struct klog_event *e)
{
	find_function(m, e);
	e->who = driver_word(m->all);
	bar_range(m->after, e);
	return true;
}

/* "enabling device (0000 -> 0002)" only says that decoding was off */
static bool read_enabling(struct klog_match *m, struct klog_event *e)
{
	find_function(m, e);
	e->kind = KLOG_NONE;
	return true;
}

static bool read_power(struct klog_match *m, struct klog_event *e)
{
	find_function(m, e);
	e->word = text_trim(m->after);
	return true;
}

static bool read_link(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	find_function(m, e);
	if (!text_after(&t, "limited by "))
		return false;
	e->word = text_trim(text_until(&t, " at "));
	if (text_after(&t, " with "))
		e->word2 = text_trim(text_until(&t, ")"));
	return true;
}

/* "PCI: MMCONFIG for domain 0000 [bus 00-ff] at [mem ..]", "ECAM [mem ..]" */
static bool read_ecam(struct klog_match *m, struct klog_event *e)
{
	e->word = text_of("PCI MMCONFIG");
	return bar_range(m->all, e);
}

/* "system 00:01: [mem ..] has been reserved" */
static bool read_pnp(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->before;

	e->word = text_trim(text_until(&t, ": ["));
	if (bar_range(m->before, e))
		return true;
	e->kind = KLOG_NONE;
	return text_has(m->before, "[io");
}

/* "BIOS-e820: [mem a-b] usable", before 3.6 "a - b (usable)" with b outside */
static bool read_e820(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	if (!bar_range(t, e) &&
	    (!text_range(&t, &e->start, &e->end) || e->end <= e->start))
		return false;
	if (text_has(t, "usable"))
		e->kind = KLOG_RAM;
	else if (text_has(t, "reserved"))
		e->word = text_of("Reserved");
	else
		e->kind = KLOG_NONE;
	return true;
}

/* "efifb: framebuffer at 0x80000000, using 8100k, total 8100k" */
static bool read_framebuffer(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after, at;
	u64 size = 0;

	if (!text_hex(&t, &e->start))
		return false;
	at = t;
	if (!(text_after(&at, "total ") && text_amount(&at, &size))) {
		at = t;
		if (!(text_after(&at, "using ") && text_amount(&at, &size))) {
			at = t;
			text_skip(&at, ",");
			text_blanks(&at);
			if (!text_hex(&at, &size) || !text_has(at, "bytes"))
				return false;
		}
	}
	e->end = e->start + size;
	e->who = text_until(&m->before, ":");
	e->word = text_of("BOOTFB");
	return e->end > e->start;
}

/* A hypervisor's log: "Device 0000:42:00.0 barIndex 1 type 3 realaddr .." */
static bool read_host_bar(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;
	u64 bar, flags;

	if (!text_dec(&t, &bar) || bar > 5 || !text_after(&t, "realaddr ") ||
	    !text_hex(&t, &e->start) || !text_after(&t, "size ") ||
	    !text_dec(&t, &e->size))
		return false;
	find_function(m, e);
	e->bar = (int)bar;
	e->end = e->start + e->size;
	/* flags are the low bits of the register: 4 64-bit, 8 prefetchable */
	if (text_after(&t, "flags ") && text_dec(&t, &flags)) {
		e->is64 = flags & 4;
		e->pref = flags & 8;
	}
	return true;
}

/* A shell's "echo 9 > resource1_resize" and what it answers on the next line */
static bool read_shell_resize(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->before;
	u64 bar;

	while (text_after(&t, "resource"))
		if (text_dec(&t, &bar) && bar <= 5)
			m->log->last_bar = (int)bar;
	e->kind = KLOG_NONE;
	e->err = errno_in(m->after);
	if (e->err && m->log->last_bar >= 0) {
		e->kind = KLOG_BAR_RESIZE;
		e->bar = m->log->last_bar;
	}
	return m->log->last_bar >= 0;
}

static bool read_shell_error(struct klog_match *m, struct klog_event *e)
{
	e->err = errno_in(m->after);
	e->bar = m->log->last_bar;
	m->log->last_bar = -1;
	find_function(m, e);
	return e->err && e->bar >= 0;
}

/* "mmap: Invalid argument", "resource0_wc: No such file or directory" */
static bool read_user_mmap(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->all;
	u64 bar;

	e->err = errno_in(m->all);
	if (text_after(&t, "resource") && text_dec(&t, &bar) && bar <= 5)
		e->bar = (int)bar;
	return e->err;
}

const struct klog_rule klog_pci_rules[] = {
	{ "resizing BAR", KLOG_BAR_RESIZE, read_resize },
	{ "resize BAR", KLOG_BAR_RESIZE, read_resize },
	{ "space for a large BAR", KLOG_BAR_RESIZE, read_large_bar },
	{ "BAR ", KLOG_BAR_ASSIGNED, read_bar },
	{ ": reg ", KLOG_BAR_ASSIGNED, read_reg },
	{ "bridge window [mem", KLOG_WINDOW_NO_SPACE, read_window },
	{ "is 0M @", KLOG_BAR_INVALID, read_invalid },
	{ "sanity check: requesting", KLOG_SPANS, read_spans },
	{ "failed with error", KLOG_PROBE, read_probe },
	{ "device not available", KLOG_ENABLE_FAILED, read_enable },
	{ "can't enable device", KLOG_ENABLE_FAILED, read_enable },
	{ "enabling device (", KLOG_NONE, read_enabling },
	{ "change power state from", KLOG_POWER, read_power },
	{ "available PCIe bandwidth", KLOG_LINK, read_link },
	{ "MMCONFIG", KLOG_OWNER, read_ecam },
	{ "ECAM", KLOG_OWNER, read_ecam },
	{ "has been reserved", KLOG_OWNER, read_pnp },
	{ "could not be reserved", KLOG_OWNER, read_pnp },
	{ "BIOS-e820:", KLOG_OWNER, read_e820 },
	{ "framebuffer at ", KLOG_OWNER, read_framebuffer },
	{ "barIndex", KLOG_HOST_BAR, read_host_bar },
	{ "_resize", KLOG_NONE, read_shell_resize },
	{ "write error:", KLOG_BAR_RESIZE, read_shell_error },
	{ "mmap", KLOG_USER_MMAP, read_user_mmap },
	{ "Error at line", KLOG_USER_MMAP, read_user_mmap },
	{ "_wc", KLOG_USER_MMAP, read_user_mmap },
	{ NULL, KLOG_NONE, NULL },
};
