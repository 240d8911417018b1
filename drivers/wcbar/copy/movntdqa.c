// SPDX-License-Identifier: GPL-2.0
/*
 * movntdqa: streaming loads, from a write-combining map a line at a time.
 *
 * There the first load fetches the whole line into a buffer that answers the
 * following ones, so all loads of a line come before any store. On other
 * memory types these are ordinary loads of their width.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

/* legacy SSE form: this one must not need AVX */
static __always_inline void stream_one(struct wcbar_in *i)
{
	asm volatile("movntdqa (%1), %%xmm0\n\t"
		     "movdqu %%xmm0, (%0)"
		     : : "r" (i->d), "r" (i->s) : "memory");
	wcbar_in_advance(i, 16);
}

static void read_movntdqa(void *dst, const void __iomem *src, size_t len)
{
	struct wcbar_in i = wcbar_in(dst, src, len);

	wcbar_in_head(&i, 16, 8);
	while (((unsigned long)i.s & 63) && i.n >= 16)
		stream_one(&i);
	for (; i.n >= 64; wcbar_in_advance(&i, 64))
		asm volatile("movntdqa (%1), %%xmm0\n\t"
			     "movntdqa 16(%1), %%xmm1\n\t"
			     "movntdqa 32(%1), %%xmm2\n\t"
			     "movntdqa 48(%1), %%xmm3\n\t"
			     "movdqu %%xmm0, (%0)\n\t"
			     "movdqu %%xmm1, 16(%0)\n\t"
			     "movdqu %%xmm2, 32(%0)\n\t"
			     "movdqu %%xmm3, 48(%0)"
			     : : "r" (i.d), "r" (i.s) : "memory");
	while (i.n >= 16)
		stream_one(&i);
	wcbar_in_tail(&i, 8);
}

static void read_vmovntdqa_ymm(void *dst, const void __iomem *src, size_t len)
{
	struct wcbar_in i = wcbar_in(dst, src, len);

	wcbar_in_head(&i, 64, 32);
	for (; i.n >= 64; wcbar_in_advance(&i, 64))
		asm volatile("vmovntdqa (%1), %%ymm0\n\t"
			     "vmovntdqa 32(%1), %%ymm1\n\t"
			     "vmovdqu %%ymm0, (%0)\n\t"
			     "vmovdqu %%ymm1, 32(%0)"
			     : : "r" (i.d), "r" (i.s) : "memory");
	wcbar_in_tail(&i, 32);
	asm volatile("vzeroupper");
}

static void read_vmovntdqa_zmm(void *dst, const void __iomem *src, size_t len)
{
	struct wcbar_in i = wcbar_in(dst, src, len);

	wcbar_in_head(&i, 64, 32);
	for (; i.n >= 64; wcbar_in_advance(&i, 64))
		asm volatile("vmovntdqa (%1), %%zmm0\n\t"
			     "vmovdqu64 %%zmm0, (%0)"
			     : : "r" (i.d), "r" (i.s) : "memory");
	wcbar_in_tail(&i, 32);
	asm volatile("vzeroupper");
}

const struct wcbar_method wcbar_method_movntdqa = {
	.name = "movntdqa",
	.doc = "16-byte streaming loads (SSE4.1): whole lines from a wc map",
	.dir = WCBAR_READ,
	.needs = WCBAR_CPU_SSE41,
	.flags = WCBAR_COPY_FPU | WCBAR_COPY_NT,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 16,
	.read = read_movntdqa,
};

const struct wcbar_method wcbar_method_vmovntdqa_ymm = {
	.name = "vmovntdqa_ymm",
	.doc = "32-byte streaming loads (AVX2): whole lines from a wc map",
	.dir = WCBAR_READ,
	.needs = WCBAR_CPU_AVX2 | WCBAR_CPU_AVX,
	.flags = WCBAR_COPY_FPU | WCBAR_COPY_NT,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 32,
	.read = read_vmovntdqa_ymm,
};

const struct wcbar_method wcbar_method_vmovntdqa_zmm = {
	.name = "vmovntdqa_zmm",
	.doc = "64-byte streaming loads (AVX-512): whole lines from a wc map",
	.dir = WCBAR_READ,
	.needs = WCBAR_CPU_AVX512 | WCBAR_CPU_AVX2 | WCBAR_CPU_AVX,
	.flags = WCBAR_COPY_FPU | WCBAR_COPY_NT,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 64,
	.read = read_vmovntdqa_zmm,
};

#endif /* __x86_64__ */
