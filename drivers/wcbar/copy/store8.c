// SPDX-License-Identifier: GPL-2.0
/*
 * 8-byte stores from general registers, a line at a time.
 *
 * Four loads, then four stores, so that the stores follow each other closely
 * and a line leaves its combining buffer whole.
 * It needs no FPU section: the method for short copies in any context.
 */
#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

static __always_inline void store8_half(u8 __iomem *d, const u8 *s)
{
	u64 a = wcbar_mem_get8(s);
	u64 b = wcbar_mem_get8(s + 8);
	u64 c = wcbar_mem_get8(s + 16);
	u64 e = wcbar_mem_get8(s + 24);

	__raw_writeq(a, d);
	__raw_writeq(b, d + 8);
	__raw_writeq(c, d + 16);
	__raw_writeq(e, d + 24);
}

static void write_store8(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 8, 8, WCBAR_PLAIN);
	for (; o.n >= 64; wcbar_out_advance(&o, 64)) {
		store8_half(o.d, o.s);
		store8_half(o.d + 32, o.s + 32);
	}
	wcbar_out_tail(&o, 8, WCBAR_PLAIN);
}

const struct wcbar_method wcbar_method_store8 = {
	.name = "store8",
	.doc = "8-byte stores: no FPU section, short copies, any context",
	.dir = WCBAR_WRITE,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 8,
	.write = write_store8,
};
