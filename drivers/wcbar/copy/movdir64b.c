// SPDX-License-Identifier: GPL-2.0
/*
 * movdir64b: a direct store of one whole line.
 *
 * The only store of 64 bytes that the architecture promises to be one write,
 * on any memory type; it needs no vector registers and no FPU section.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

static __always_inline void movdir64b_line(struct wcbar_out *o)
{
	/* movdir64b (%rdx), %rax, for assemblers older than binutils 2.31 */
	asm volatile(".byte 0x66, 0x0f, 0x38, 0xf8, 0x02"
		     : : "a" (o->d), "d" (o->s) : "memory");
	wcbar_out_advance(o, 64);
}

static void write_movdir64b(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 64, 8, WCBAR_NT);
	while (o.n >= 64 + WCBAR_AHEAD) {
		wcbar_out_fetch(&o, 64);
		movdir64b_line(&o);
	}
	while (o.n >= 64)
		movdir64b_line(&o);
	wcbar_out_tail(&o, 8, WCBAR_NT);
}

const struct wcbar_method wcbar_method_movdir64b = {
	.name = "movdir64b",
	.doc = "64-byte direct stores: one write each on any map",
	.dir = WCBAR_WRITE,
	.needs = WCBAR_CPU_MOVDIR64B | WCBAR_CPU_SSE2,
	.flags = WCBAR_COPY_NT,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 64,
	.write = write_movdir64b,
};

#endif /* __x86_64__ */
