// SPDX-License-Identifier: GPL-2.0
/*
 * 16-byte stores from xmm registers, a line at a time.
 *
 * Four loads, then the four stores that fill a line. The registers are named
 * in the text only: this file is built for code that must not use them.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

static __always_inline void movntdq_line(u8 __iomem *d, const u8 *s)
{
	asm volatile("movdqu (%1), %%xmm0\n\t"
		     "movdqu 16(%1), %%xmm1\n\t"
		     "movdqu 32(%1), %%xmm2\n\t"
		     "movdqu 48(%1), %%xmm3\n\t"
		     "movntdq %%xmm0, (%0)\n\t"
		     "movntdq %%xmm1, 16(%0)\n\t"
		     "movntdq %%xmm2, 32(%0)\n\t"
		     "movntdq %%xmm3, 48(%0)"
		     : : "r" (d), "r" (s) : "memory");
}

static __always_inline void movntdq_one(u8 __iomem *d, const u8 *s)
{
	asm volatile("movdqu (%1), %%xmm0\n\t"
		     "movntdq %%xmm0, (%0)"
		     : : "r" (d), "r" (s) : "memory");
}

static void write_movntdq(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 16, 8, WCBAR_NT);
	for (; o.n >= 64; wcbar_out_advance(&o, 64))
		movntdq_line(o.d, o.s);
	for (; o.n >= 16; wcbar_out_advance(&o, 16))
		movntdq_one(o.d, o.s);
	wcbar_out_tail(&o, 8, WCBAR_NT);
}

const struct wcbar_method wcbar_method_movntdq = {
	.name = "movntdq",
	.doc = "16-byte non-temporal stores (SSE2): bypasses the cache",
	.dir = WCBAR_WRITE,
	.needs = WCBAR_CPU_SSE2,
	.flags = WCBAR_COPY_FPU | WCBAR_COPY_NT,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 16,
	.write = write_movntdq,
};

#endif /* __x86_64__ */
