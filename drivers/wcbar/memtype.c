// SPDX-License-Identifier: GPL-2.0
/*
 * The memory type that a kernel mapping really has.
 *
 * Neither arch_io_reserve_memtype_wc() nor ioremap_wc() tells: over an
 * earlier uncached-minus holder both succeed and the mapping is
 * uncached-minus. So the answer is read from where the CPU reads it: the
 * mapping's own page-table entry, the PAT, and the MTRRs. This is the only
 * file that touches page tables and MSRs.
 *
 * Sources: Intel SDM volume 3A, "Page Attribute Table (PAT)" and "Memory Type
 * Range Registers (MTRRs)"; the kernel's lookup_address() in
 * arch/x86/mm/pat/set_memory.c.
 */
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/module.h>

#include <asm/memtype.h>
#include <asm/msr.h>
#include <asm/mtrr.h>
#include <asm/pgtable.h>
#include <asm/processor.h>

#include "memtype.h"

#ifndef CONFIG_X86_64
/* among others arch_phys_wc_add() takes an address as unsigned long */
#error "wcbar knows the memory types of x86-64 only"
#endif

/* AMD APM volume 2, "SYSCFG Register": bit 21 MtrrTom2En, 22 Tom2ForceMemTypeWB */
#define WCBAR_MSR_AMD_SYSCFG	0xc0010010
#define WCBAR_SYSCFG_TOM2_EN	BIT_ULL(21)
#define WCBAR_SYSCFG_TOM2_WB	BIT_ULL(22)
#define WCBAR_MSR_AMD_TOM2	0xc001001d

/*
 * The PAT after reset: WB, WT, UC-, UC, twice. It is also how a CPU without a
 * PAT reads PWT and PCD (SDM volume 3A, "Selecting Memory Types for Pentium Pro
 * and Pentium II Processors": PCD alone over an MTRR of WC is WC).
 */
#define WCBAR_PAT_RESET		0x0007040600070406ULL

/* IA32_MTRRCAP, IA32_MTRR_DEF_TYPE and IA32_MTRR_PHYSMASKn fields */
#define WCBAR_MTRRCAP_VCNT	0xff
#define WCBAR_MTRRCAP_FIX	BIT_ULL(8)
#define WCBAR_MTRRDEF_TYPE	0xff
#define WCBAR_MTRRDEF_FE	BIT_ULL(10)
#define WCBAR_MTRRDEF_E		BIT_ULL(11)
#define WCBAR_MTRRMASK_VALID	BIT_ULL(11)

static const u32 wcbar_fixed_msr[WCBAR_MTRR_FIXED] = {
	0x250, 0x258, 0x259,
	0x268, 0x269, 0x26a, 0x26b, 0x26c, 0x26d, 0x26e, 0x26f,
};

/**
 * wcbar_pte_slot() - PAT slot that a page-table entry selects
 * @pte: the entry
 * @level: 1 for a 4 KiB entry, more for a large page
 *
 * PWT is bit 0 of the index, PCD bit 1 and PAT bit 2. The PAT bit is bit 7 of
 * a 4 KiB entry and bit 12 of a large one (where bit 7 is the page size bit):
 * SDM volume 3A, "Selecting a Memory Type from the PAT".
 *
 * Return: 0 to 7.
 */
unsigned int wcbar_pte_slot(u64 pte, unsigned int level)
{
	u64 pat_bit = level == PG_LEVEL_4K ? _PAGE_PAT : _PAGE_PAT_LARGE;

	return (pte & _PAGE_PWT ? 1 : 0) | (pte & _PAGE_PCD ? 2 : 0) |
	       (pte & pat_bit ? 4 : 0);
}

/**
 * wcbar_pat_type() - memory type of a PAT slot
 * @pat: IA32_PAT
 * @slot: 0 to 7
 *
 * Return: the type, WCBAR_MT_UNKNOWN for a reserved encoding.
 */
enum wcbar_memtype wcbar_pat_type(u64 pat, unsigned int slot)
{
	return wcbar_memtype_from_pat((pat >> (8 * (slot & 7))) & 7);
}

/**
 * wcbar_pat_find() - first PAT slot that holds a type
 * @pat: IA32_PAT
 * @type: what to look for
 *
 * Return: 0 to 7, or -1.
 */
s32 wcbar_pat_find(u64 pat, enum wcbar_memtype type)
{
	unsigned int slot;

	for (slot = 0; slot < 8; slot++)
		if (wcbar_pat_type(pat, slot) == type)
			return slot;
	return -1;
}

static void mtrr_read_var(struct wcbar_mtrr_state *st)
{
	u64 base, mask, valid_bits;
	u32 i;

	valid_bits = GENMASK_ULL(boot_cpu_data.x86_phys_bits - 1, PAGE_SHIFT);
	for (i = 0; i < st->nr_var; i++) {
		struct wcbar_mtrr_range *r = &st->var[st->nr_used];

		if (rdmsrl_safe(MTRRphysBase_MSR(i), &base) ||
		    rdmsrl_safe(MTRRphysMask_MSR(i), &mask))
			continue;
		if (!(mask & WCBAR_MTRRMASK_VALID) || !(mask & valid_bits))
			continue;
		/*
		 * A range starts at its base and is as long as the lowest bit
		 * of its mask says; the kernel assumes contiguous masks too
		 * (generic_get_mtrr()).
		 */
		r->base = base & mask & valid_bits;
		r->end = r->base + (1ULL << __ffs64(mask & valid_bits));
		r->type = wcbar_memtype_from_mtrr(base & 0xff);
		r->reg = i;
		st->nr_used++;
	}
}

static void mtrr_read(struct wcbar_mtrr_state *st)
{
	u64 cap, def, syscfg, tom2;
	unsigned int i;

	memset(st, 0, sizeof(*st));
	st->def_type = WCBAR_MT_UNKNOWN;
	if (!boot_cpu_has(X86_FEATURE_MTRR) ||
	    rdmsrl_safe(MSR_MTRRcap, &cap) ||
	    rdmsrl_safe(MSR_MTRRdefType, &def))
		return;

	st->present = true;
	st->enabled = def & WCBAR_MTRRDEF_E;
	st->def_type = wcbar_memtype_from_mtrr(def & WCBAR_MTRRDEF_TYPE);
	st->nr_var = cap & WCBAR_MTRRCAP_VCNT;
	mtrr_read_var(st);

	st->fixed_enabled = (cap & WCBAR_MTRRCAP_FIX) &&
			    (def & WCBAR_MTRRDEF_FE);
	for (i = 0; st->fixed_enabled && i < WCBAR_MTRR_FIXED; i++)
		if (rdmsrl_safe(wcbar_fixed_msr[i], &st->fixed[i]))
			st->fixed_enabled = false;

	if ((boot_cpu_data.x86_vendor == X86_VENDOR_AMD ||
	     boot_cpu_data.x86_vendor == X86_VENDOR_HYGON) &&
	    !rdmsrl_safe(WCBAR_MSR_AMD_SYSCFG, &syscfg) &&
	    (syscfg & WCBAR_SYSCFG_TOM2_EN) &&
	    (syscfg & WCBAR_SYSCFG_TOM2_WB) &&
	    !rdmsrl_safe(WCBAR_MSR_AMD_TOM2, &tom2))
		st->tom2 = tom2 & PAGE_MASK;
}

/**
 * wcbar_machine_read() - read PAT and MTRRs of this CPU
 * @m: filled in
 *
 * The kernel keeps both the same on all CPUs, so one is enough. MSRs that
 * cannot be read (some hypervisors) count as absent.
 *
 * Context: any; does not sleep.
 * Return: 0, or -ENODEV when the CPU has no readable PAT; then it is taken for
 * what it holds after reset.
 */
int wcbar_machine_read(struct wcbar_machine *m)
{
	u64 pat;

	m->pat_enabled = pat_enabled();
	m->pat = WCBAR_PAT_RESET;
	m->wc_slot = -1;
	mtrr_read(&m->mtrr);
	if (!boot_cpu_has(X86_FEATURE_PAT) ||
	    rdmsrl_safe(MSR_IA32_CR_PAT, &pat))
		return -ENODEV;
	m->pat = pat;
	m->wc_slot = wcbar_pat_find(m->pat, WCBAR_MT_WC);
	return 0;
}

/**
 * wcbar_evidence_read() - the type that a kernel mapping really has
 * @m: the machine, from wcbar_machine_read()
 * @va: first byte of the mapping
 * @phys: physical address it maps
 * @len: length, bytes, above 0
 * @ev: filled in
 *
 * Walks every page-table entry of the mapping, so that a mapping whose parts
 * differ is told as mixed.
 *
 * Context: process context; the mapping must stay while this runs.
 * Return: 0, or -EFAULT when a part of the range is not mapped.
 */
int wcbar_evidence_read(const struct wcbar_machine *m,
			const void __iomem *va, u64 phys, size_t len,
			struct wcbar_evidence *ev)
{
	unsigned long addr = (__force unsigned long)va;
	unsigned long end = addr + len;
	enum wcbar_memtype type;
	bool first = true;
	unsigned int level;
	u64 entry;
	pte_t *pte;

	memset(ev, 0, sizeof(*ev));
	ev->obtained = WCBAR_MT_UNKNOWN;
	ev->effective = WCBAR_MT_UNKNOWN;
	ev->mtrr = wcbar_mtrr_lookup(&m->mtrr, phys, phys + len,
				     &ev->mtrr_source);

	while (addr < end) {
		pte = lookup_address(addr, &level);
		if (!pte || pte_none(*pte) ||
		    !(pte_flags(*pte) & _PAGE_PRESENT))
			return -EFAULT;
		entry = pte_val(*pte);
		type = wcbar_pat_type(m->pat, wcbar_pte_slot(entry, level));
		if (first) {
			ev->pte = entry;
			ev->level = level;
			ev->slot = wcbar_pte_slot(entry, level);
			ev->obtained = type;
			first = false;
		} else if (type != ev->obtained) {
			ev->obtained = WCBAR_MT_MIXED;
		}
		addr = (addr & page_level_mask(level)) + page_level_size(level);
	}
	ev->effective = wcbar_memtype_combine(ev->mtrr, ev->obtained);
	return 0;
}
