// SPDX-License-Identifier: GPL-2.0
/*
 * rep movsb and rep movsq: the string instructions.
 *
 * On write-back and write-combining memory a CPU with fast strings moves
 * whole lines; on an uncached map each byte or quadword is a store of its
 * own (SDM volume 1, 7.3.9.3). The direction flag is clear, as the ABI has it.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

static void write_rep_movsb(void __iomem *dst, const void *src, size_t len)
{
	asm volatile("rep movsb"
		     : "+D" (dst), "+S" (src), "+c" (len) : : "memory");
}

static void write_rep_movsq(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);
	size_t units;

	wcbar_out_head(&o, 8, 8, WCBAR_PLAIN);
	units = o.n / 8;
	asm volatile("rep movsq"
		     : "+D" (o.d), "+S" (o.s), "+c" (units) : : "memory");
	o.n %= 8;
	wcbar_out_tail(&o, 8, WCBAR_PLAIN);
}

const struct wcbar_method wcbar_method_rep_movsb = {
	.name = "rep_movsb",
	.doc = "rep movsb: fast strings; single bytes on an uncached map",
	.dir = WCBAR_WRITE,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 1,
	.write = write_rep_movsb,
};

const struct wcbar_method wcbar_method_rep_movsq = {
	.name = "rep_movsq",
	.doc = "rep movsq: fast strings; 8-byte stores on an uncached map",
	.dir = WCBAR_WRITE,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 8,
	.write = write_rep_movsq,
};

#endif /* __x86_64__ */
