// SPDX-License-Identifier: GPL-2.0
/*
 * memcpy_flushcache: the kernel's copy into persistent memory.
 *
 * It takes 8-byte units with movnti, a last 4-byte one likewise, and copies
 * what is not aligned through the cache and writes it back. Its memcpy() of
 * such edges may store a byte twice, so the edges are done here and the
 * kernel's own function gets the aligned middle; in user space the same
 * loops.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "flush.h"
#include "ladder.h"
#include "methods.h"

#ifdef __KERNEL__

#include <linux/string.h>

static void flushcache(void __iomem *dst, const void *src, size_t len)
{
	memcpy_flushcache((void __force *)dst, src, len);
}

#else

static noinline void flushcache(void *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	for (; o.n >= 32; wcbar_out_advance(&o, 32)) {
		u64 a = wcbar_mem_get8(o.s);
		u64 b = wcbar_mem_get8(o.s + 8);
		u64 c = wcbar_mem_get8(o.s + 16);
		u64 d = wcbar_mem_get8(o.s + 24);

		wcbar_movnti8(a, o.d);
		wcbar_movnti8(b, o.d + 8);
		wcbar_movnti8(c, o.d + 16);
		wcbar_movnti8(d, o.d + 24);
	}
	while (o.n >= 8)
		wcbar_out_step(&o, 8, WCBAR_NT);
	while (o.n >= 4)
		wcbar_out_step(&o, 4, WCBAR_NT);
}

#endif /* __KERNEL__ */

static void
write_memcpy_flushcache(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);
	u8 __iomem *edge = dst;
	size_t whole;

	wcbar_out_head(&o, 8, 8, WCBAR_PLAIN);
	if (!((unsigned long)o.d & 7)) {
		if (o.d != edge)
			wcbar_write_back(edge);
		whole = o.n & ~(size_t)3;
		flushcache(o.d, o.s, whole);
		wcbar_out_advance(&o, whole);
		edge = o.d;
	}
	wcbar_out_tail(&o, 4, WCBAR_PLAIN);
	if (o.d != edge)
		wcbar_write_back(edge);
}

const struct wcbar_method wcbar_method_memcpy_flushcache = {
	.name = "memcpy_flushcache",
	.doc = "the kernel's memcpy_flushcache: movnti, edges cached and written back",
	.dir = WCBAR_WRITE,
	.needs = WCBAR_CPU_SSE2 | WCBAR_CPU_CLFLUSH,
	.flags = WCBAR_COPY_NT,
	.memtypes = WCBAR_MTMASK_CACHED,
	.width = 8,
	.write = write_memcpy_flushcache,
};

#endif /* __x86_64__ */
