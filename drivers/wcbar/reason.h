/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Why a mapping has the type it has, and whether this machine offers write
 * combining at all: reason codes, with a sentence for each.
 */
#ifndef WCBAR_DRV_REASON_H
#define WCBAR_DRV_REASON_H

#include "memtype.h"

struct wcbar_aperture;

/**
 * enum wcbar_reason - reason codes
 * @WCBAR_R_UNMAPPED: there is no mapping
 * @WCBAR_R_OK_PAT: WC asked for and in the page-table entry
 * @WCBAR_R_OK_MTRR: WC by an MTRR under an uncached-minus entry
 * @WCBAR_R_OK_UNCACHED: uncached asked for and effective
 * @WCBAR_R_HOLDER: another holder of the range has a different type
 * @WCBAR_R_NO_SLOT_MTRR_NONE: no PAT slot holds WC, no MTRR could be asked
 * @WCBAR_R_MTRR_FAILED: no PAT slot holds WC and the MTRR was refused
 * @WCBAR_R_MTRR_UC_WINS: the MTRR is set, but an uncachable one covers it
 * @WCBAR_R_MTRR_UNUSED: no PAT slot holds WC and no MTRR was set
 * @WCBAR_R_FIRMWARE_WC: uncached asked for, an MTRR makes it WC
 * @WCBAR_R_MIXED: the range has several types
 * @WCBAR_R_OTHER: none of the above
 */
enum wcbar_reason {
	WCBAR_R_UNMAPPED,
	WCBAR_R_OK_PAT,
	WCBAR_R_OK_MTRR,
	WCBAR_R_OK_UNCACHED,
	WCBAR_R_HOLDER,
	WCBAR_R_NO_SLOT_MTRR_NONE,
	WCBAR_R_MTRR_FAILED,
	WCBAR_R_MTRR_UC_WINS,
	WCBAR_R_MTRR_UNUSED,
	WCBAR_R_FIRMWARE_WC,
	WCBAR_R_MIXED,
	WCBAR_R_OTHER,
};

/**
 * enum wcbar_avail - does this machine offer write combining?
 * @WCBAR_A_PAT: by a PAT slot
 * @WCBAR_A_MTRR: no PAT slot holds WC, but MTRRs are there
 * @WCBAR_A_MTRR_OFF: no PAT slot holds WC and the MTRRs are disabled
 * @WCBAR_A_NONE: no PAT slot holds WC and there are no MTRRs
 */
enum wcbar_avail {
	WCBAR_A_PAT,
	WCBAR_A_MTRR,
	WCBAR_A_MTRR_OFF,
	WCBAR_A_NONE,
};

enum wcbar_reason wcbar_reason(const struct wcbar_aperture *ap);
const char *wcbar_reason_code(enum wcbar_reason r);
const char *wcbar_reason_text(enum wcbar_reason r);

enum wcbar_avail wcbar_avail(const struct wcbar_machine *m);
bool wcbar_avail_yes(enum wcbar_avail a);
const char *wcbar_avail_code(enum wcbar_avail a);
const char *wcbar_avail_text(enum wcbar_avail a);

#endif /* WCBAR_DRV_REASON_H */
