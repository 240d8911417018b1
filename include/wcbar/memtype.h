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

#define WCBAR_MTRR_MAX_VAR	256	/* VCNT is eight bits wide */
#define WCBAR_MTRR_FIXED	11	/* fixed-range registers */

/* Where a memory type came from, when no variable register gave it */
#define WCBAR_MTRR_SRC_NONE	(-1)	/* no MTRRs: PAT alone decides */
#define WCBAR_MTRR_SRC_OFF	(-2)	/* E flag clear: everything is UC */
#define WCBAR_MTRR_SRC_DEFAULT	(-3)	/* no register covers the range */
#define WCBAR_MTRR_SRC_FIXED	(-4)	/* a fixed-range register */
#define WCBAR_MTRR_SRC_TOM2	(-5)	/* AMD: forced WB from 4 GiB to TOM2 */

/**
 * struct wcbar_mtrr_range - one variable-range register in use
 * @base: first byte
 * @end: first byte after the range
 * @type: memory type
 * @reg: number of the register
 */
struct wcbar_mtrr_range {
	u64 base;
	u64 end;
	enum wcbar_memtype type;
	s32 reg;
};

/**
 * struct wcbar_mtrr_state - the memory type range registers of one CPU
 * @present: the CPU has MTRRs (CPUID.1:EDX bit 12)
 * @enabled: E flag of IA32_MTRR_DEF_TYPE
 * @fixed_enabled: FE flag, and the CPU has fixed ranges
 * @def_type: type of memory that no register covers
 * @nr_var: variable registers the CPU has, used or not
 * @nr_used: entries of @var
 * @var: variable registers in use
 * @fixed: IA32_MTRR_FIX64K_00000 (0x250), FIX16K_80000, FIX16K_A0000 (0x258,
 *	0x259), FIX4K_C0000 to FIX4K_F8000 (0x268 to 0x26f)
 * @tom2: end of the memory that AMD CPUs force to WB above 4 GiB, or 0
 */
struct wcbar_mtrr_state {
	bool present;
	bool enabled;
	bool fixed_enabled;
	enum wcbar_memtype def_type;
	u32 nr_var;
	u32 nr_used;
	struct wcbar_mtrr_range var[WCBAR_MTRR_MAX_VAR];
	u64 fixed[WCBAR_MTRR_FIXED];
	u64 tom2;
};

enum wcbar_memtype wcbar_mtrr_lookup(const struct wcbar_mtrr_state *state,
				     u64 start, u64 end, s32 *source);
int wcbar_mtrr_source_name(s32 source, char *buf, size_t len);

#endif /* WCBAR_MEMTYPE_H */
