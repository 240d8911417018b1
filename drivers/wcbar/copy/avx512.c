// SPDX-License-Identifier: GPL-2.0
/*
 * 64-byte stores from zmm registers: vmovntdq and vmovdqa64.
 *
 * Four loads, then four stores, each store a whole line. vzeroupper at the end
 * spares whoever runs next the cost of mixing with legacy SSE.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

#define LOAD_4 \
	"vmovdqu64 (%1), %%zmm0\n\t" \
	"vmovdqu64 64(%1), %%zmm1\n\t" \
	"vmovdqu64 128(%1), %%zmm2\n\t" \
	"vmovdqu64 192(%1), %%zmm3\n\t"

#define STORE_4_NT \
	"vmovntdq %%zmm0, (%0)\n\t" \
	"vmovntdq %%zmm1, 64(%0)\n\t" \
	"vmovntdq %%zmm2, 128(%0)\n\t" \
	"vmovntdq %%zmm3, 192(%0)"

#define STORE_4_PLAIN \
	"vmovdqa64 %%zmm0, (%0)\n\t" \
	"vmovdqa64 %%zmm1, 64(%0)\n\t" \
	"vmovdqa64 %%zmm2, 128(%0)\n\t" \
	"vmovdqa64 %%zmm3, 192(%0)"

#define LOAD_1		"vmovdqu64 (%1), %%zmm0\n\t"
#define STORE_1_NT	"vmovntdq %%zmm0, (%0)"
#define STORE_1_PLAIN	"vmovdqa64 %%zmm0, (%0)"

static __always_inline void nt_four(struct wcbar_out *o)
{
	asm volatile(LOAD_4 STORE_4_NT
		     : : "r" (o->d), "r" (o->s) : "memory");
	wcbar_out_advance(o, 256);
}

static void write_vmovntdq_zmm(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 64, 32, WCBAR_NT);
	while (o.n >= 256 + WCBAR_AHEAD) {
		wcbar_out_fetch(&o, 256);
		nt_four(&o);
	}
	while (o.n >= 256)
		nt_four(&o);
	for (; o.n >= 64; wcbar_out_advance(&o, 64))
		asm volatile(LOAD_1 STORE_1_NT
			     : : "r" (o.d), "r" (o.s) : "memory");
	wcbar_out_tail(&o, 32, WCBAR_NT);
	asm volatile("vzeroupper");
}

static void write_store64(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 64, 32, WCBAR_PLAIN);
	for (; o.n >= 256; wcbar_out_advance(&o, 256))
		asm volatile(LOAD_4 STORE_4_PLAIN
			     : : "r" (o.d), "r" (o.s) : "memory");
	for (; o.n >= 64; wcbar_out_advance(&o, 64))
		asm volatile(LOAD_1 STORE_1_PLAIN
			     : : "r" (o.d), "r" (o.s) : "memory");
	wcbar_out_tail(&o, 32, WCBAR_PLAIN);
	asm volatile("vzeroupper");
}

const struct wcbar_method wcbar_method_vmovntdq_zmm = {
	.name = "vmovntdq_zmm",
	.doc = "64-byte non-temporal stores (AVX-512): bypasses the cache",
	.dir = WCBAR_WRITE,
	.needs = WCBAR_CPU_AVX512,
	.flags = WCBAR_COPY_FPU | WCBAR_COPY_NT,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 64,
	.write = write_vmovntdq_zmm,
};

const struct wcbar_method wcbar_method_store64 = {
	.name = "store64",
	.doc = "64-byte stores (AVX-512)",
	.dir = WCBAR_WRITE,
	.needs = WCBAR_CPU_AVX512,
	.flags = WCBAR_COPY_FPU,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 64,
	.write = write_store64,
};

#endif /* __x86_64__ */
