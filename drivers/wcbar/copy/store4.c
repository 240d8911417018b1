// SPDX-License-Identifier: GPL-2.0
/*
 * 4-byte stores from general registers, for devices that take no wider ones.
 */
#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

static __always_inline void store4_quad(u8 __iomem *d, const u8 *s)
{
	u32 a = wcbar_mem_get4(s);
	u32 b = wcbar_mem_get4(s + 4);
	u32 c = wcbar_mem_get4(s + 8);
	u32 e = wcbar_mem_get4(s + 12);

	__raw_writel(a, d);
	__raw_writel(b, d + 4);
	__raw_writel(c, d + 8);
	__raw_writel(e, d + 12);
}

static void write_store4(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 4, 4, WCBAR_PLAIN);
	for (; o.n >= 32; wcbar_out_advance(&o, 32)) {
		store4_quad(o.d, o.s);
		store4_quad(o.d + 16, o.s + 16);
	}
	wcbar_out_tail(&o, 4, WCBAR_PLAIN);
}

const struct wcbar_method wcbar_method_store4 = {
	.name = "store4",
	.doc = "4-byte stores: for devices that take no wider ones",
	.dir = WCBAR_WRITE,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 4,
	.write = write_store4,
};
