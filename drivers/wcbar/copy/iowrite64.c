// SPDX-License-Identifier: GPL-2.0
/*
 * __iowrite64_copy: the kernel's loop of 8-byte stores.
 *
 * In the kernel the middle is the kernel's own function, which takes whole
 * and aligned 8-byte units; in user space the same loop.
 */
#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

#ifndef __KERNEL__

static noinline void
__iowrite64_copy(void __iomem *to, const void *from, size_t count)
{
	u8 __iomem *d = to;
	const u8 *s = from;
	const u8 *end = s + 8 * count;

	for (; s < end; s += 8, d += 8)
		__raw_writeq(wcbar_mem_get8(s), d);
}

#endif

static void write_iowrite64_copy(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);
	size_t whole;

	wcbar_out_head(&o, 8, 8, WCBAR_PLAIN);
	whole = o.n & ~(size_t)7;
	__iowrite64_copy(o.d, o.s, whole / 8);
	wcbar_out_advance(&o, whole);
	wcbar_out_tail(&o, 8, WCBAR_PLAIN);
}

const struct wcbar_method wcbar_method_iowrite64_copy = {
	.name = "__iowrite64_copy",
	.doc = "the kernel's __iowrite64_copy: a plain loop of 8-byte stores",
	.dir = WCBAR_WRITE,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 8,
	.write = write_iowrite64_copy,
};
