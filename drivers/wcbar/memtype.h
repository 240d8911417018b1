/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory type that a kernel mapping really has.
 */
#ifndef WCBAR_DRV_MEMTYPE_H
#define WCBAR_DRV_MEMTYPE_H

#include <linux/types.h>

#include <wcbar/memtype.h>

/**
 * struct wcbar_evidence - what proves the type of a mapping
 * @obtained: type that the page-table entries select; WCBAR_MT_MIXED when
 *	they differ within the mapping
 * @mtrr: type that the MTRRs give the physical range
 * @effective: both combined
 * @pte: the first page-table entry; 0 when there is none
 * @level: its level as in the kernel's enum pg_level: 1 is 4 KiB, 2 is 2 MiB,
 *	3 is 1 GiB; 0 when there is none
 * @slot: PAT slot that it selects
 * @mtrr_source: what gave @mtrr, see wcbar_mtrr_lookup()
 */
struct wcbar_evidence {
	enum wcbar_memtype obtained;
	enum wcbar_memtype mtrr;
	enum wcbar_memtype effective;
	u64 pte;
	u32 level;
	u8 slot;
	s32 mtrr_source;
};

/**
 * struct wcbar_machine - what this machine offers for write combining
 * @pat_enabled: the kernel manages memory types by PAT (pat_enabled())
 * @pat: IA32_PAT, MSR 0x277
 * @wc_slot: first PAT slot that holds WC, or -1
 * @mtrr: the MTRRs
 */
struct wcbar_machine {
	bool pat_enabled;
	u64 pat;
	s32 wc_slot;
	struct wcbar_mtrr_state mtrr;
};

unsigned int wcbar_pte_slot(u64 pte, unsigned int level);
s32 wcbar_pat_find(u64 pat, enum wcbar_memtype type);
enum wcbar_memtype wcbar_pat_type(u64 pat, unsigned int slot);

int wcbar_machine_read(struct wcbar_machine *m);
int wcbar_evidence_read(const struct wcbar_machine *m,
			const void __iomem *va, u64 phys, size_t len,
			struct wcbar_evidence *ev);

#endif /* WCBAR_DRV_MEMTYPE_H */
