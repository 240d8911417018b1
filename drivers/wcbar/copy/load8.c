// SPDX-License-Identifier: GPL-2.0
/*
 * 8-byte loads into general registers.
 *
 * Loads from an uncached or write-combining map wait for the device one by
 * one; wider ones need fewer waits.
 */
#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

static void read_load8(void *dst, const void __iomem *src, size_t len)
{
	struct wcbar_in i = wcbar_in(dst, src, len);

	wcbar_in_head(&i, 8, 8);
	for (; i.n >= 32; wcbar_in_advance(&i, 32)) {
		u64 a = __raw_readq(i.s);
		u64 b = __raw_readq(i.s + 8);
		u64 c = __raw_readq(i.s + 16);
		u64 d = __raw_readq(i.s + 24);

		wcbar_mem_put8(i.d, a);
		wcbar_mem_put8(i.d + 8, b);
		wcbar_mem_put8(i.d + 16, c);
		wcbar_mem_put8(i.d + 24, d);
	}
	wcbar_in_tail(&i, 8);
}

const struct wcbar_method wcbar_method_load8 = {
	.name = "load8",
	.doc = "8-byte loads: no FPU section, any context",
	.dir = WCBAR_READ,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 8,
	.read = read_load8,
};
