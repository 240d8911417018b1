// SPDX-License-Identifier: GPL-2.0
/*
 * Why a mapping has the type it has: evidence in, reason code out. Pure.
 */
#include "aperture.h"
#include "reason.h"

static const struct {
	const char *code;
	const char *text;
} wcbar_reasons[] = {
	[WCBAR_R_UNMAPPED] = {
		"unmapped",
		"there is no mapping"
	},
	[WCBAR_R_OK_PAT] = {
		"ok-pat",
		"the page-table entry selects a write-combining PAT slot"
	},
	[WCBAR_R_OK_MTRR] = {
		"ok-mtrr",
		"a write-combining MTRR lies over an uncached-minus page-table entry"
	},
	[WCBAR_R_OK_UNCACHED] = {
		"ok-uncached",
		"uncached as asked, and no MTRR changes that"
	},
	[WCBAR_R_HOLDER] = {
		"holder",
		"another mapping of this BAR came first and its type won silently; see pat_memtype_list for the range"
	},
	[WCBAR_R_NO_SLOT_MTRR_NONE] = {
		"no-slot-no-mtrr",
		"no PAT slot holds write-combining and the CPU has no MTRRs in use"
	},
	[WCBAR_R_MTRR_FAILED] = {
		"mtrr-failed",
		"no PAT slot holds write-combining and the kernel could not set an MTRR: none free, an overlap, or a size that is no power of two"
	},
	[WCBAR_R_MTRR_UC_WINS] = {
		"mtrr-uc-wins",
		"the write-combining MTRR is set, but an uncachable MTRR of the firmware covers the range and wins"
	},
	[WCBAR_R_MTRR_UNUSED] = {
		"mtrr-unused",
		"no PAT slot holds write-combining, and the kernel sets no MTRR: it takes the PAT for enabled, or leaves the MTRRs alone"
	},
	[WCBAR_R_FIRMWARE_WC] = {
		"firmware-wc",
		"uncached was asked for, but a write-combining MTRR covers the range"
	},
	[WCBAR_R_MIXED] = {
		"mixed",
		"parts of the range have different types"
	},
	[WCBAR_R_OTHER] = {
		"other",
		"the type obtained is none that was expected"
	},
};

/**
 * wcbar_reason() - why a mapping has the type it has
 * @ap: an aperture; what it holds after a mapping is all that is used
 *
 * Return: the reason code.
 */
enum wcbar_reason wcbar_reason(const struct wcbar_aperture *ap)
{
	const struct wcbar_machine *m = ap->machine;
	const struct wcbar_evidence *ev = &ap->ev;
	bool entry_wc = ev->obtained == WCBAR_MT_WC;

	if (!(ap->done & WCBAR_AP_MAPPED))
		return WCBAR_R_UNMAPPED;
	if (ev->obtained == WCBAR_MT_MIXED || ev->effective == WCBAR_MT_MIXED)
		return WCBAR_R_MIXED;

	if (ap->requested != WCBAR_MT_WC) {
		if (entry_wc)
			return WCBAR_R_HOLDER;
		/* the holder first: without it the MTRR would not matter */
		if (ev->obtained != ap->requested)
			return WCBAR_R_HOLDER;
		if (ev->effective == WCBAR_MT_WC)
			return WCBAR_R_FIRMWARE_WC;
		if (ev->effective == WCBAR_MT_UC)
			return WCBAR_R_OK_UNCACHED;
		return WCBAR_R_OTHER;
	}

	/* not where overlapping MTRRs make what is effective undefined */
	if (entry_wc)
		return ev->effective == WCBAR_MT_WC ? WCBAR_R_OK_PAT :
						      WCBAR_R_OTHER;
	if (ev->effective == WCBAR_MT_WC)
		return WCBAR_R_OK_MTRR;
	if (m->wc_slot >= 0 && m->pat_enabled)
		return WCBAR_R_HOLDER;
	if (ap->mtrr_handle < 0)
		return WCBAR_R_MTRR_FAILED;
	if (ap->mtrr_handle > 0)
		return ev->mtrr == WCBAR_MT_UC ? WCBAR_R_MTRR_UC_WINS :
						 WCBAR_R_OTHER;
	if (!m->mtrr.present || !m->mtrr.enabled)
		return WCBAR_R_NO_SLOT_MTRR_NONE;
	return WCBAR_R_MTRR_UNUSED;
}

/**
 * wcbar_reason_code() - a reason's short name
 * @r: the reason
 *
 * Return: a constant string without blanks.
 */
const char *wcbar_reason_code(enum wcbar_reason r)
{
	return wcbar_reasons[r].code;
}

/**
 * wcbar_reason_text() - a reason as a sentence
 * @r: the reason
 *
 * Return: a constant string.
 */
const char *wcbar_reason_text(enum wcbar_reason r)
{
	return wcbar_reasons[r].text;
}

/**
 * wcbar_avail() - does this machine offer write combining?
 * @m: the machine
 *
 * Decided from the PAT's slots, not from the log: a hypervisor may have set
 * them where the kernel says that it skipped the PAT.
 *
 * Return: how it does, or why not.
 */
enum wcbar_avail wcbar_avail(const struct wcbar_machine *m)
{
	if (m->wc_slot >= 0)
		return WCBAR_A_PAT;
	if (!m->mtrr.present)
		return WCBAR_A_NONE;
	return m->mtrr.enabled ? WCBAR_A_MTRR : WCBAR_A_MTRR_OFF;
}

/**
 * wcbar_avail_yes() - is it available at all?
 * @a: what wcbar_avail() said
 *
 * Return: true if so.
 */
bool wcbar_avail_yes(enum wcbar_avail a)
{
	return a == WCBAR_A_PAT || a == WCBAR_A_MTRR;
}

/**
 * wcbar_avail_code() - availability's short name
 * @a: what wcbar_avail() said
 *
 * Return: a constant string without blanks.
 */
const char *wcbar_avail_code(enum wcbar_avail a)
{
	static const char *const codes[] = {
		[WCBAR_A_PAT]		= "pat",
		[WCBAR_A_MTRR]		= "mtrr",
		[WCBAR_A_MTRR_OFF]	= "mtrr-off",
		[WCBAR_A_NONE]		= "no-slot-no-mtrr",
	};

	return codes[a];
}

/**
 * wcbar_avail_text() - availability as a sentence
 * @a: what wcbar_avail() said
 *
 * Return: a constant string.
 */
const char *wcbar_avail_text(enum wcbar_avail a)
{
	switch (a) {
	case WCBAR_A_PAT:
		return "a PAT slot holds write-combining";
	case WCBAR_A_MTRR:
		return "no PAT slot holds write-combining; an MTRR may give it";
	case WCBAR_A_MTRR_OFF:
		return "no PAT slot holds write-combining and the MTRRs are disabled";
	default:
		return "no PAT slot holds write-combining and the CPU has no MTRRs";
	}
}
