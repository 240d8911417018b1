/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86 memory types: names, and how PAT and MTRR combine.
 *
 * Pure rules without any access to the machine, shared by the module (which
 * reads page tables and MSRs, see drivers/wcbar/memtype.h) and the tool
 * (which reads the kernel's lists). Implemented in drivers/wcbar/mtrules.c.
 */
#ifndef WCBAR_MEMTYPE_H
#define WCBAR_MEMTYPE_H

#include <wcbar/types.h>

/**
 * enum wcbar_memtype - a memory type, in the kernel's own numbering
 * @WCBAR_MT_WB: write-back
 * @WCBAR_MT_WC: write-combining
 * @WCBAR_MT_UC_MINUS: uncached-minus; an MTRR of type WC turns it into WC
 * @WCBAR_MT_UC: strong uncached
 * @WCBAR_MT_WT: write-through
 * @WCBAR_MT_WP: write-protected
 * @WCBAR_MT_NUM: number of types
 * @WCBAR_MT_MIXED: a range that spans more than one type
 * @WCBAR_MT_UNKNOWN: not known, not readable, or not mapped
 *
 * The numbers are those of the kernel's enum page_cache_mode
 * (arch/x86/include/asm/pgtable_types.h), which also appear in its message
 * "ioremap error for .., requested 0x2, got 0x0".
 */
enum wcbar_memtype {
	WCBAR_MT_WB = 0,
	WCBAR_MT_WC = 1,
	WCBAR_MT_UC_MINUS = 2,
	WCBAR_MT_UC = 3,
	WCBAR_MT_WT = 4,
	WCBAR_MT_WP = 5,
	WCBAR_MT_NUM,
	WCBAR_MT_MIXED = WCBAR_MT_NUM,
	WCBAR_MT_UNKNOWN,
};

const char *wcbar_memtype_name(enum wcbar_memtype type);
const char *wcbar_memtype_short(enum wcbar_memtype type);
enum wcbar_memtype wcbar_memtype_parse(const char *word, size_t len);

/* Encodings in the PAT and MTRR registers, SDM volume 3A tables 12-2, 12-10 */
enum wcbar_memtype wcbar_memtype_from_pat(u8 field);
enum wcbar_memtype wcbar_memtype_from_mtrr(u8 field);

enum wcbar_memtype wcbar_memtype_combine(enum wcbar_memtype mtrr,
					 enum wcbar_memtype pat);
enum wcbar_memtype wcbar_mtrr_overlap(enum wcbar_memtype a,
				      enum wcbar_memtype b);

#endif /* WCBAR_MEMTYPE_H */
