/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Marks for the store-trace plugin (tools/qemu), from any code of the guest,
 * kernel or user:
 *
 *	WCBAR_TRACE_START(1);
 *	post(ring, descriptor);
 *	WCBAR_TRACE_STOP(1);
 *
 * A mark is a long nop with a displacement that no compiler emits: it touches
 * neither memory nor registers nor flags, and on real hardware it does nothing.
 * Ids are constants from 0 to 255. This header needs no other one.
 */
#ifndef WCBAR_TRACEMARK_H
#define WCBAR_TRACEMARK_H

/*
 * nopl DISP32(%rax) is 0f 1f 80 and the displacement, whose upper half is
 * "WC", then the mark's kind and its id or value.
 */
#define WCBAR_TRACE_MAGIC	0x57430000U
#define WCBAR_TRACE_MASK	0xffff0000U

/*
 * Kinds. The first three are enum wcbar_st_mark. The others tell the plugin
 * the range to record: BYTE 16 times, first the lower bound and then the upper,
 * exclusive one, most significant byte first; then RANGE, id 0.
 */
#define WCBAR_TRACE_KIND_START	1
#define WCBAR_TRACE_KIND_STOP	2
#define WCBAR_TRACE_KIND_LABEL	3
#define WCBAR_TRACE_KIND_BYTE	4
#define WCBAR_TRACE_KIND_RANGE	5

#define WCBAR_TRACE_DISP(kind, id)					\
	(WCBAR_TRACE_MAGIC | (kind) << 8 | ((id) & 0xff))

#ifdef __x86_64__
/* The bytes themselves: assemblers may choose a shorter form. */
#define WCBAR_TRACE_NOP(kind, id) ({					\
	asm volatile(".byte 0x0f, 0x1f, 0x80\n\t.long %c0"		\
		     : : "i" (WCBAR_TRACE_DISP(kind, id)) : "memory");	\
})
#else
#define WCBAR_TRACE_NOP(kind, id)	((void)(kind), (void)(id))
#endif

/* recording starts, and stops; in between, a place with a number */
#define WCBAR_TRACE_START(id)	WCBAR_TRACE_NOP(WCBAR_TRACE_KIND_START, id)
#define WCBAR_TRACE_STOP(id)	WCBAR_TRACE_NOP(WCBAR_TRACE_KIND_STOP, id)
#define WCBAR_TRACE_LABEL(id)	WCBAR_TRACE_NOP(WCBAR_TRACE_KIND_LABEL, id)

#endif /* WCBAR_TRACEMARK_H */
