// SPDX-License-Identifier: GPL-2.0
/*
 * 32-byte stores from ymm registers: vmovntdq and vmovdqa.
 *
 * Four loads, then four stores, two lines at a time. vzeroupper at the end
 * spares whoever runs next the cost of mixing with legacy SSE.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

#define LOAD_4 \
	"vmovdqu (%1), %%ymm0\n\t" \
	"vmovdqu 32(%1), %%ymm1\n\t" \
	"vmovdqu 64(%1), %%ymm2\n\t" \
	"vmovdqu 96(%1), %%ymm3\n\t"

#define STORE_4_NT \
	"vmovntdq %%ymm0, (%0)\n\t" \
	"vmovntdq %%ymm1, 32(%0)\n\t" \
	"vmovntdq %%ymm2, 64(%0)\n\t" \
	"vmovntdq %%ymm3, 96(%0)"

#define STORE_4_PLAIN \
	"vmovdqa %%ymm0, (%0)\n\t" \
	"vmovdqa %%ymm1, 32(%0)\n\t" \
	"vmovdqa %%ymm2, 64(%0)\n\t" \
	"vmovdqa %%ymm3, 96(%0)"

#define LOAD_1		"vmovdqu (%1), %%ymm0\n\t"
#define STORE_1_NT	"vmovntdq %%ymm0, (%0)"
#define STORE_1_PLAIN	"vmovdqa %%ymm0, (%0)"

static __always_inline void nt_four(struct wcbar_out *o)
{
	asm volatile(LOAD_4 STORE_4_NT
		     : : "r" (o->d), "r" (o->s) : "memory");
	wcbar_out_advance(o, 128);
}

static void write_vmovntdq_ymm(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 32, 16, WCBAR_NT);
	while (o.n >= 128 + WCBAR_AHEAD) {
		wcbar_out_fetch(&o, 128);
		nt_four(&o);
	}
	while (o.n >= 128)
		nt_four(&o);
	for (; o.n >= 32; wcbar_out_advance(&o, 32))
		asm volatile(LOAD_1 STORE_1_NT
			     : : "r" (o.d), "r" (o.s) : "memory");
	wcbar_out_tail(&o, 16, WCBAR_NT);
	asm volatile("vzeroupper");
}

static void write_store32(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 32, 16, WCBAR_PLAIN);
	for (; o.n >= 128; wcbar_out_advance(&o, 128))
		asm volatile(LOAD_4 STORE_4_PLAIN
			     : : "r" (o.d), "r" (o.s) : "memory");
	for (; o.n >= 32; wcbar_out_advance(&o, 32))
		asm volatile(LOAD_1 STORE_1_PLAIN
			     : : "r" (o.d), "r" (o.s) : "memory");
	wcbar_out_tail(&o, 16, WCBAR_PLAIN);
	asm volatile("vzeroupper");
}

const struct wcbar_method wcbar_method_vmovntdq_ymm = {
	.name = "vmovntdq_ymm",
	.doc = "32-byte non-temporal stores (AVX): bypasses the cache",
	.dir = WCBAR_WRITE,
	.needs = WCBAR_CPU_AVX,
	.flags = WCBAR_COPY_FPU | WCBAR_COPY_NT,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 32,
	.write = write_vmovntdq_ymm,
};

const struct wcbar_method wcbar_method_store32 = {
	.name = "store32",
	.doc = "32-byte stores (AVX)",
	.dir = WCBAR_WRITE,
	.needs = WCBAR_CPU_AVX,
	.flags = WCBAR_COPY_FPU,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 32,
	.write = write_store32,
};

#endif /* __x86_64__ */
