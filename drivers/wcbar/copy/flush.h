/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Instructions that write a cache line back to memory.
 */
#ifndef WCBAR_COPY_FLUSH_H
#define WCBAR_COPY_FLUSH_H

#include <wcbar/copy.h>

#ifdef __x86_64__

#ifdef __KERNEL__
#include <asm/special_insns.h>
#endif

/**
 * enum wcbar_flush - how a line leaves the cache
 * @WCBAR_CLFLUSH: written back and dropped, one after the other
 * @WCBAR_CLFLUSHOPT: the same, in any order and overlapping
 * @WCBAR_CLWB: written back, and may stay
 */
enum wcbar_flush {
	WCBAR_CLFLUSH,
	WCBAR_CLFLUSHOPT,
	WCBAR_CLWB,
};

static __always_inline void
wcbar_flush_line(void __iomem *p, enum wcbar_flush how)
{
	switch (how) {
	case WCBAR_CLFLUSH:
		asm volatile("clflush (%0)" : : "r" (p) : "memory");
		break;
	case WCBAR_CLFLUSHOPT:
		asm volatile("clflushopt (%0)" : : "r" (p) : "memory");
		break;
	case WCBAR_CLWB:
		asm volatile("clwb (%0)" : : "r" (p) : "memory");
		break;
	}
}

/* A line back to memory, by the best of these that the CPU has */
static __always_inline void wcbar_write_back(void __iomem *p)
{
#ifdef __KERNEL__
	/* the kernel's choice of clwb, clflushopt and clflush for this CPU */
	clwb((void __force *)p);
#else
	static u32 have;

	if (unlikely(!have))
		have = wcbar_cpu_features();
	if (have & WCBAR_CPU_CLWB)
		wcbar_flush_line(p, WCBAR_CLWB);
	else if (have & WCBAR_CPU_CLFLUSHOPT)
		wcbar_flush_line(p, WCBAR_CLFLUSHOPT);
	else
		wcbar_flush_line(p, WCBAR_CLFLUSH);
#endif
}

#endif /* __x86_64__ */

#endif /* WCBAR_COPY_FLUSH_H */
