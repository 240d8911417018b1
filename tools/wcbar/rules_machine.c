// SPDX-License-Identifier: GPL-2.0
/*
 * The rules about the machine: does it offer write combining at all?
 *
 * The PAT's slots decide. What the log says about PAT and MTRRs only explains
 * them, and counts where the slots are unknown.
 */
#include "rules.h"

#define EV		(c->s->ev)
#define HAS_SLOT	(c->s->slot >= 0 && c->s->slot < SLOT_NONE)
#define NO_SLOT		(c->s->slot == SLOT_NONE)
#define SLOT_OPEN	(c->s->slot == SLOT_UNKNOWN)

/* Linux 6.2 made the PAT independent of the MTRRs. */
static bool pat_needs_mtrr(const struct evidence *ev)
{
	return release_before(ev->release.text, 6, 2);
}

static bool slot_plain(const struct context *c)
{
	return HAS_SLOT && EV->log.pat_off == PAT_OFF_NOT;
}

static bool slot_though_off(const struct context *c)
{
	return HAS_SLOT && EV->log.pat_off != PAT_OFF_NOT;
}

static bool no_slot(const struct context *c)
{
	return NO_SLOT;
}

static bool off_because(const struct context *c, enum pat_off why)
{
	return !HAS_SLOT && EV->log.pat_off == why;
}

static bool off_nopat(const struct context *c)
{
	return off_because(c, PAT_OFF_NOPAT);
}

static bool off_mtrr(const struct context *c)
{
	return off_because(c, PAT_OFF_MTRR);
}

static bool off_cpu(const struct context *c)
{
	return off_because(c, PAT_OFF_CPU);
}

static bool off_firmware(const struct context *c)
{
	return off_because(c, PAT_OFF_FIRMWARE);
}

static bool off_kconfig(const struct context *c)
{
	return off_because(c, PAT_OFF_KCONFIG);
}

static bool off_other(const struct context *c)
{
	return off_because(c, PAT_OFF_OTHER);
}

static bool nopat_given(const struct context *c)
{
	return !HAS_SLOT && EV->log.pat_off != PAT_OFF_NOPAT &&
	       evidence_has_word(EV, "nopat");
}

static bool cpu_without_pat(const struct context *c)
{
	return !HAS_SLOT && EV->cpu_pat.value == 0;
}

static bool cpu_without_mtrr_old(const struct context *c)
{
	return SLOT_OPEN && EV->cpu_mtrr.value == 0 && pat_needs_mtrr(EV);
}

static bool cpu_without_mtrr(const struct context *c)
{
	return EV->cpu_mtrr.value == 0 && !cpu_without_mtrr_old(c);
}

/* Only "MTRR: Disabled" is left of the boot log */
static bool mtrr_off_alone(const struct context *c)
{
	return EV->log.mtrr_off.src && SLOT_OPEN &&
	       EV->log.pat_off == PAT_OFF_NOT && !evidence_has_word(EV, "nopat");
}

static bool mtrr_off(const struct context *c)
{
	return EV->log.mtrr_off.src && !mtrr_off_alone(c);
}

static bool slots_unknown(const struct context *c)
{
	return SLOT_OPEN && EV->log.pat_off == PAT_OFF_NOT &&
	       EV->cpu_pat.value && !EV->log.mtrr_off.src &&
	       !evidence_has_word(EV, "nopat");
}

static bool in_guest(const struct context *c)
{
	return c->s->place == PLACE_GUEST;
}

static bool on_bare(const struct context *c)
{
	return c->s->place == PLACE_BARE;
}

static bool under_tcg(const struct context *c)
{
	return text_is(EV->accel.text, "tcg");
}

static bool debugpat_wb(const struct context *c)
{
	size_t i;

	if (!EV->log.debugpat)
		return false;
	for (i = 0; i < EV->log.n; i++)
		if (EV->log.items[i].kind == KLOG_PAT_ADDED &&
		    EV->log.items[i].want == WCBAR_MT_WC)
			return false;
	return true;
}

static bool locked_down(const struct context *c)
{
	return EV->lockdown.text.len && !text_is(EV->lockdown.text, "none");
}

static struct proof by_slots(const struct context *c)
{
	return EV->slots_proof;
}

static struct proof by_pat_off(const struct context *c)
{
	return EV->log.pat_off_proof;
}

static struct proof by_mtrr_off(const struct context *c)
{
	return EV->log.mtrr_off;
}

static struct proof by_cmdline(const struct context *c)
{
	return EV->cmdline.proof;
}

static struct proof by_cpu(const struct context *c)
{
	return EV->cpu_pat.proof;
}

static struct proof by_hypervisor(const struct context *c)
{
	return EV->hypervisor.proof;
}

static struct proof by_accel(const struct context *c)
{
	return EV->accel.proof;
}

static struct proof by_lockdown(const struct context *c)
{
	return EV->lockdown.proof;
}

#define MACHINE(code, weight, when, proof, text, next) \
	{ code, ON_MACHINE, KLOG_NONE, weight, when, text, next, proof }

static const struct rule items[] = {
	MACHINE("wc-slot", W_GOOD, slot_plain, by_slots,
		"Slot {slot} of the PAT holds write-combining: the machine offers it.",
		NULL),
	MACHINE("wc-slot-set-for-us", W_GOOD, slot_though_off, by_slots,
		"The log says that PAT is not initialized, yet slot {slot} of the PAT, as the hypervisor or firmware has set it, holds write-combining: the machine offers it.",
		NULL),
	MACHINE("no-wc-slot", W_RULES_OUT, no_slot, by_slots,
		"None of the eight PAT slots holds write-combining ({slots}), so every request for it becomes uncached-minus.",
		NULL),
	MACHINE("pat-off-nopat", W_RULES_OUT, off_nopat, by_pat_off,
		"PAT is off because the kernel was booted with nopat; only an MTRR could make a range write-combining.",
		"Remove nopat from the kernel command line and boot again."),
	MACHINE("pat-off-mtrr", W_RULES_OUT, off_mtrr, by_pat_off,
		"PAT is off because the MTRRs are disabled: kernels before 6.2 skip the one with the other.",
		"Give the virtual machine MTRRs, or enable them in the firmware; or use kernel 6.2 or later, where PAT needs no MTRRs."),
	MACHINE("pat-off-cpu", W_RULES_OUT, off_cpu, by_pat_off,
		"PAT is off because the CPU has none, or has one that the kernel does not trust.",
		"In a virtual machine, give it a CPU model with pat."),
	MACHINE("pat-off-firmware", W_RULES_OUT, off_firmware, by_pat_off,
		"PAT is off because the firmware or hypervisor disabled it.",
		"Update the firmware or the hypervisor."),
	MACHINE("pat-off-kconfig", W_RULES_OUT, off_kconfig, by_pat_off,
		"PAT is off because the kernel was built without it.",
		"Use a kernel with CONFIG_X86_PAT=y and CONFIG_MTRR=y."),
	MACHINE("pat-off", W_RULES_OUT, off_other, by_pat_off,
		"The kernel says that PAT is off.",
		"Look in the boot log for the reason; with PAT off only an MTRR could make a range write-combining."),
	MACHINE("nopat-given", W_RULES_OUT, nopat_given, by_cmdline,
		"The kernel command line has nopat, which turns PAT off.",
		"Remove nopat from the kernel command line and boot again."),
	MACHINE("cpu-without-pat", W_RULES_OUT, cpu_without_pat, by_cpu,
		"The CPU has no PAT (no 'pat' among its flags).",
		"In a virtual machine, give it a CPU model with pat."),
	MACHINE("cpu-without-mtrr", W_RULES_OUT, cpu_without_mtrr_old, by_cpu,
		"The CPU has no MTRRs, and kernel {release} then leaves the PAT without write-combining.",
		"Give the virtual machine a CPU with mtrr, or use kernel 6.2 or later."),
	MACHINE("cpu-without-mtrr", W_NOTE, cpu_without_mtrr, by_cpu,
		"The CPU has no MTRRs, so only the PAT counts.", NULL),
	MACHINE("mtrr-off", W_DOUBT, mtrr_off_alone, by_mtrr_off,
		"The MTRRs are disabled; kernels before 6.2 then skip the PAT as well, and the line with its slots is missing here.",
		"Look for 'x86/PAT' in the whole boot log."),
	MACHINE("mtrr-off", W_NOTE, mtrr_off, by_mtrr_off,
		"The MTRRs are disabled, so only the PAT counts.", NULL),
	MACHINE("slots-unknown", W_NOTE, slots_unknown, NULL,
		"Nothing here shows the slots of the PAT.",
		"Add the kernel log from boot, with the line 'x86/PAT: Configuration [0-7]'."),
	MACHINE("guest", W_NOTE, in_guest, by_hypervisor,
		"This is a virtual machine ({hypervisor}): a card that is passed through honours the guest's PAT, memory behind an emulated BAR need not.",
		NULL),
	MACHINE("bare", W_NOTE, on_bare, by_hypervisor,
		"The kernel runs on bare hardware.", NULL),
	MACHINE("tcg", W_NOTE, under_tcg, by_accel,
		"The CPU is emulated by QEMU's TCG, which ignores memory types.",
		NULL),
	MACHINE("debugpat", W_NOTE, debugpat_wb, NULL,
		"The log has {debugpat} reservations and releases (debugpat), none of them for write-combining.",
		NULL),
	MACHINE("lockdown", W_NOTE, locked_down, by_lockdown,
		"The kernel is locked down ({lockdown}): programs cannot map BARs through sysfs, and unsigned modules are refused.",
		"Sign the module with an enrolled key, or disable Secure Boot."),
};

const struct rules machine_rules = { items, ARRAY_SIZE(items) };
