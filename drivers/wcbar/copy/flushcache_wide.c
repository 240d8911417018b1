// SPDX-License-Identifier: GPL-2.0
/*
 * flushcache_ymm and flushcache_zmm: for cacheable (persistent) memory at any
 * alignment.
 *
 * A line that a block fills only in part is copied through the cache and
 * written back; a non-temporal store would have the memory read, merge and
 * write it, for each of the few stores to it. Lines that are filled go around
 * the cache with the widest stores there are.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "flush.h"
#include "ladder.h"
#include "methods.h"

static __always_inline void
write_wide(void __iomem *dst, const void *src, size_t len,
	   const struct wcbar_method *lines)
{
	struct wcbar_out o = wcbar_out(dst, src, len);
	u8 __iomem *edge = dst;
	size_t whole;

	wcbar_out_head(&o, 64, 32, WCBAR_PLAIN);
	if (!((unsigned long)o.d & 63)) {
		if (o.d != edge)
			wcbar_write_back(edge);
		whole = o.n & ~(size_t)63;
		if (whole)
			lines->write(o.d, o.s, whole);
		wcbar_out_advance(&o, whole);
		edge = o.d;
	}
	wcbar_out_tail(&o, 32, WCBAR_PLAIN);
	if (o.d != edge)
		wcbar_write_back(edge);
	asm volatile("vzeroupper");
}

#define WIDE_METHOD(id, body, bits, bytes)				\
static void write_##id(void __iomem *dst, const void *src, size_t len)	\
{									\
	write_wide(dst, src, len, &wcbar_method_##body);		\
}									\
									\
const struct wcbar_method wcbar_method_##id = {				\
	.name = #id,							\
	.doc = #body " for whole lines, edges cached and written back",	\
	.dir = WCBAR_WRITE,						\
	.needs = (bits) | WCBAR_CPU_CLFLUSH,				\
	.flags = WCBAR_COPY_FPU | WCBAR_COPY_NT,			\
	.memtypes = WCBAR_MTMASK_CACHED,				\
	.width = bytes,							\
	.write = write_##id,						\
}

WIDE_METHOD(flushcache_ymm, vmovntdq_ymm, WCBAR_CPU_AVX, 32);
WIDE_METHOD(flushcache_zmm, vmovntdq_zmm, WCBAR_CPU_AVX512, 64);

#endif /* __x86_64__ */
