// SPDX-License-Identifier: GPL-2.0
/*
 * movnti: 8-byte non-temporal stores from general registers.
 *
 * On cacheable memory they combine as on a write-combining map and leave the
 * cache alone, and unlike the wider ones they need no FPU section.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

static __always_inline void movnti_half(u8 __iomem *d, const u8 *s)
{
	u64 a = wcbar_mem_get8(s);
	u64 b = wcbar_mem_get8(s + 8);
	u64 c = wcbar_mem_get8(s + 16);
	u64 e = wcbar_mem_get8(s + 24);

	wcbar_movnti8(a, d);
	wcbar_movnti8(b, d + 8);
	wcbar_movnti8(c, d + 16);
	wcbar_movnti8(e, d + 24);
}

static __always_inline void movnti_line(struct wcbar_out *o)
{
	movnti_half(o->d, o->s);
	movnti_half(o->d + 32, o->s + 32);
	wcbar_out_advance(o, 64);
}

static void write_movnti(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 8, 8, WCBAR_NT);
	while (o.n >= 64 + WCBAR_AHEAD) {
		wcbar_out_fetch(&o, 64);
		movnti_line(&o);
	}
	while (o.n >= 64)
		movnti_line(&o);
	wcbar_out_tail(&o, 8, WCBAR_NT);
}

const struct wcbar_method wcbar_method_movnti = {
	.name = "movnti",
	.doc = "8-byte non-temporal stores: no FPU section, bypasses the cache",
	.dir = WCBAR_WRITE,
	.needs = WCBAR_CPU_SSE2,
	.flags = WCBAR_COPY_NT,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 8,
	.write = write_movnti,
};

#endif /* __x86_64__ */
