// SPDX-License-Identifier: GPL-2.0
/*
 * 16-byte stores from xmm registers: movntdq and movdqa, a line at a time.
 *
 * Four loads, then the four stores that fill a line. The registers are named
 * in the text only: this file is built for code that must not use them.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

#define LOAD_4 \
	"movdqu (%1), %%xmm0\n\t" \
	"movdqu 16(%1), %%xmm1\n\t" \
	"movdqu 32(%1), %%xmm2\n\t" \
	"movdqu 48(%1), %%xmm3\n\t"

#define STORE_4_NT \
	"movntdq %%xmm0, (%0)\n\t" \
	"movntdq %%xmm1, 16(%0)\n\t" \
	"movntdq %%xmm2, 32(%0)\n\t" \
	"movntdq %%xmm3, 48(%0)"

#define STORE_4_PLAIN \
	"movdqa %%xmm0, (%0)\n\t" \
	"movdqa %%xmm1, 16(%0)\n\t" \
	"movdqa %%xmm2, 32(%0)\n\t" \
	"movdqa %%xmm3, 48(%0)"

#define LOAD_1		"movdqu (%1), %%xmm0\n\t"
#define STORE_1_NT	"movntdq %%xmm0, (%0)"
#define STORE_1_PLAIN	"movdqa %%xmm0, (%0)"

static __always_inline void nt_four(struct wcbar_out *o)
{
	asm volatile(LOAD_4 STORE_4_NT
		     : : "r" (o->d), "r" (o->s) : "memory");
	wcbar_out_advance(o, 64);
}

static void write_movntdq(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 16, 8, WCBAR_NT);
	while (o.n >= 64 + WCBAR_AHEAD) {
		wcbar_out_fetch(&o, 64);
		nt_four(&o);
	}
	while (o.n >= 64)
		nt_four(&o);
	for (; o.n >= 16; wcbar_out_advance(&o, 16))
		asm volatile(LOAD_1 STORE_1_NT
			     : : "r" (o.d), "r" (o.s) : "memory");
	wcbar_out_tail(&o, 8, WCBAR_NT);
}

static void write_store16(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 16, 8, WCBAR_PLAIN);
	for (; o.n >= 64; wcbar_out_advance(&o, 64))
		asm volatile(LOAD_4 STORE_4_PLAIN
			     : : "r" (o.d), "r" (o.s) : "memory");
	for (; o.n >= 16; wcbar_out_advance(&o, 16))
		asm volatile(LOAD_1 STORE_1_PLAIN
			     : : "r" (o.d), "r" (o.s) : "memory");
	wcbar_out_tail(&o, 8, WCBAR_PLAIN);
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

const struct wcbar_method wcbar_method_store16 = {
	.name = "store16",
	.doc = "16-byte stores (SSE2)",
	.dir = WCBAR_WRITE,
	.needs = WCBAR_CPU_SSE2,
	.flags = WCBAR_COPY_FPU,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 16,
	.write = write_store16,
};

#endif /* __x86_64__ */
