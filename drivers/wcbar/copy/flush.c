// SPDX-License-Identifier: GPL-2.0
/*
 * Cached copies that are then flushed, for cacheable (persistent) memory.
 *
 * memcpy_X stores everything and then flushes line after line; line_X stores
 * and flushes by turns, so that lines travel while the next are stored. On a
 * map without cached lines the flush has nothing to do and the rows are a
 * control.
 */
#ifdef __x86_64__

#include <wcbar/copy.h>

#include "flush.h"
#include "ladder.h"
#include "methods.h"

static __always_inline void flush_store_line(struct wcbar_out *o)
{
	u64 a = wcbar_mem_get8(o->s);
	u64 b = wcbar_mem_get8(o->s + 8);
	u64 c = wcbar_mem_get8(o->s + 16);
	u64 d = wcbar_mem_get8(o->s + 24);
	u64 e = wcbar_mem_get8(o->s + 32);
	u64 f = wcbar_mem_get8(o->s + 40);
	u64 g = wcbar_mem_get8(o->s + 48);
	u64 h = wcbar_mem_get8(o->s + 56);

	__raw_writeq(a, o->d);
	__raw_writeq(b, o->d + 8);
	__raw_writeq(c, o->d + 16);
	__raw_writeq(d, o->d + 24);
	__raw_writeq(e, o->d + 32);
	__raw_writeq(f, o->d + 40);
	__raw_writeq(g, o->d + 48);
	__raw_writeq(h, o->d + 56);
}

static __always_inline void
memcpy_then_flush(void __iomem *dst, const void *src, size_t len,
		  enum wcbar_flush how)
{
	struct wcbar_out o = wcbar_out(dst, src, len);
	u8 __iomem *line = dst;

	wcbar_out_head(&o, 64, 8, WCBAR_PLAIN);
	for (; o.n >= 64; wcbar_out_advance(&o, 64))
		flush_store_line(&o);
	wcbar_out_tail(&o, 8, WCBAR_PLAIN);

	for (; line < o.d; line += 64 - ((unsigned long)line & 63))
		wcbar_flush_line(line, how);
}

static __always_inline void
line_by_line(void __iomem *dst, const void *src, size_t len,
	     enum wcbar_flush how)
{
	struct wcbar_out o = wcbar_out(dst, src, len);
	u8 __iomem *line = dst;

	wcbar_out_head(&o, 64, 8, WCBAR_PLAIN);
	if (o.d != line && !((unsigned long)o.d & 63)) {
		wcbar_flush_line(line, how);
		line = o.d;
	}
	for (; o.n >= 64; wcbar_out_advance(&o, 64)) {
		flush_store_line(&o);
		wcbar_flush_line(o.d, how);
		line = o.d + 64;
	}
	wcbar_out_tail(&o, 8, WCBAR_PLAIN);
	if (o.d != line)
		wcbar_flush_line(line, how);
}

#define FLUSH_METHOD(id, copy, how, bit, text)				\
static void write_##id(void __iomem *dst, const void *src, size_t len)	\
{									\
	copy(dst, src, len, how);					\
}									\
									\
const struct wcbar_method wcbar_method_##id = {				\
	.name = #id,							\
	.doc = text,							\
	.dir = WCBAR_WRITE,						\
	.needs = bit,							\
	.memtypes = WCBAR_MTMASK_CACHED,				\
	.width = 8,							\
	.write = write_##id,						\
}

FLUSH_METHOD(memcpy_clflush, memcpy_then_flush, WCBAR_CLFLUSH,
	     WCBAR_CPU_CLFLUSH, "cached copy, then clflush of every line");
FLUSH_METHOD(memcpy_clflushopt, memcpy_then_flush, WCBAR_CLFLUSHOPT,
	     WCBAR_CPU_CLFLUSHOPT, "cached copy, then clflushopt of every line");
FLUSH_METHOD(memcpy_clwb, memcpy_then_flush, WCBAR_CLWB,
	     WCBAR_CPU_CLWB, "cached copy, then clwb of every line");
FLUSH_METHOD(line_clflush, line_by_line, WCBAR_CLFLUSH,
	     WCBAR_CPU_CLFLUSH, "cached copy and clflush, line by line");
FLUSH_METHOD(line_clflushopt, line_by_line, WCBAR_CLFLUSHOPT,
	     WCBAR_CPU_CLFLUSHOPT, "cached copy and clflushopt, line by line");
FLUSH_METHOD(line_clwb, line_by_line, WCBAR_CLWB,
	     WCBAR_CPU_CLWB, "cached copy and clwb, line by line");

#endif /* __x86_64__ */
