/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The edges of a copy: from any alignment up to a method's own width, and
 * the rest that is shorter than it.
 *
 * At each step the widest store that is naturally aligned on the device side
 * and fits. A method is then
 *
 *	struct wcbar_out o = wcbar_out(dst, src, len);
 *
 *	wcbar_out_head(&o, 64, 8, WCBAR_PLAIN);
 *	for (; o.n >= 64; wcbar_out_advance(&o, 64))
 *		(one 64-byte store from o.s to o.d)
 *	wcbar_out_tail(&o, 8, WCBAR_PLAIN);
 *
 * and stores each byte once, in ascending order, for any length and
 * alignment. All of this is inlined and folds to the steps that the method's
 * constants leave possible.
 */
#ifndef WCBAR_COPY_LADDER_H
#define WCBAR_COPY_LADDER_H

#include "access.h"

/**
 * enum wcbar_hint - how the edges of a copy are stored
 * @WCBAR_PLAIN: ordinary stores
 * @WCBAR_NT: non-temporal stores where the instruction set has them, that is
 *	from 4 bytes on
 */
enum wcbar_hint {
	WCBAR_PLAIN,
	WCBAR_NT,
};

/**
 * struct wcbar_out - what is left of a copy to the device
 * @d: next byte on the device
 * @s: next byte in memory
 * @n: bytes left
 */
struct wcbar_out {
	u8 __iomem *d;
	const u8 *s;
	size_t n;
};

/**
 * struct wcbar_in - what is left of a copy from the device
 * @d: next byte in memory
 * @s: next byte on the device
 * @n: bytes left
 */
struct wcbar_in {
	u8 *d;
	const u8 __iomem *s;
	size_t n;
};

static __always_inline struct wcbar_out
wcbar_out(void __iomem *dst, const void *src, size_t len)
{
	struct wcbar_out o = { .d = dst, .s = src, .n = len };

	return o;
}

static __always_inline struct wcbar_in
wcbar_in(void *dst, const void __iomem *src, size_t len)
{
	struct wcbar_in i = { .d = dst, .s = src, .n = len };

	return i;
}

static __always_inline void wcbar_out_advance(struct wcbar_out *o, size_t n)
{
	o->d += n;
	o->s += n;
	o->n -= n;
}

static __always_inline void wcbar_in_advance(struct wcbar_in *i, size_t n)
{
	i->d += n;
	i->s += n;
	i->n -= n;
}

/*
 * How far ahead the source of a long copy is fetched. What a store that does
 * not wait for memory can take is more than the CPU fetches by itself from a
 * source that is not cached. Copies of 8 MiB from memory to memory, GB/s, on
 * an EPYC of 2023:
 *
 *	ahead		0	512	1024	2048	4096
 *	movntdq		21.6	22.7	23.7	25.0	25.1
 *	vmovntdq_ymm	23.6	23.5	25.6	25.1	25.6
 *	vmovntdq_zmm	22.8	23.7	25.5	25.8	25.0
 *
 * Only the source's own bytes are fetched.
 */
#define WCBAR_AHEAD	2048

/* Fetches what comes WCBAR_AHEAD bytes after the next @n, which are lines. */
static __always_inline void
wcbar_out_fetch(const struct wcbar_out *o, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i += 64)
#ifdef __x86_64__
		/* the builtin does nothing where SSE is turned off */
		asm volatile("prefetcht0 %0" : : "m" (o->s[WCBAR_AHEAD + i]));
#else
		__builtin_prefetch(o->s + WCBAR_AHEAD + i);
#endif
}

#ifdef __x86_64__

/*
 * The wide steps serve only methods that need AVX anyway; VEX forms, because
 * legacy SSE among 256-bit code costs a transition on some CPUs.
 */
static __always_inline void
wcbar_out_step_wide(struct wcbar_out *o, unsigned int w, enum wcbar_hint hint)
{
	if (w == 16 && hint == WCBAR_NT)
		asm volatile("vmovdqu (%1), %%xmm0\n\t"
			     "vmovntdq %%xmm0, (%0)"
			     : : "r" (o->d), "r" (o->s) : "memory");
	else if (w == 16)
		asm volatile("vmovdqu (%1), %%xmm0\n\t"
			     "vmovdqa %%xmm0, (%0)"
			     : : "r" (o->d), "r" (o->s) : "memory");
	else if (hint == WCBAR_NT)
		asm volatile("vmovdqu (%1), %%ymm0\n\t"
			     "vmovntdq %%ymm0, (%0)"
			     : : "r" (o->d), "r" (o->s) : "memory");
	else
		asm volatile("vmovdqu (%1), %%ymm0\n\t"
			     "vmovdqa %%ymm0, (%0)"
			     : : "r" (o->d), "r" (o->s) : "memory");
}

static __always_inline void
wcbar_in_step_wide(struct wcbar_in *i, unsigned int w)
{
	if (w == 16)
		asm volatile("vmovntdqa (%1), %%xmm0\n\t"
			     "vmovdqu %%xmm0, (%0)"
			     : : "r" (i->d), "r" (i->s) : "memory");
	else
		asm volatile("vmovntdqa (%1), %%ymm0\n\t"
			     "vmovdqu %%ymm0, (%0)"
			     : : "r" (i->d), "r" (i->s) : "memory");
}

#else

static __always_inline void wcbar_movnti4(u32 v, void __iomem *p)
{
	__raw_writel(v, p);
}

static __always_inline void wcbar_movnti8(u64 v, void __iomem *p)
{
	__raw_writeq(v, p);
}

static __always_inline void
wcbar_out_step_wide(struct wcbar_out *o, unsigned int w, enum wcbar_hint hint)
{
}

static __always_inline void
wcbar_in_step_wide(struct wcbar_in *i, unsigned int w)
{
}

#endif /* __x86_64__ */

/* One store of @w bytes; the device side is a multiple of @w. */
static __always_inline void
wcbar_out_step(struct wcbar_out *o, unsigned int w, enum wcbar_hint hint)
{
	switch (w) {
	case 1:
		__raw_writeb(*o->s, o->d);
		break;
	case 2:
		__raw_writew(wcbar_mem_get2(o->s), o->d);
		break;
	case 4:
		if (hint == WCBAR_NT)
			wcbar_movnti4(wcbar_mem_get4(o->s), o->d);
		else
			__raw_writel(wcbar_mem_get4(o->s), o->d);
		break;
	case 8:
		if (hint == WCBAR_NT)
			wcbar_movnti8(wcbar_mem_get8(o->s), o->d);
		else
			__raw_writeq(wcbar_mem_get8(o->s), o->d);
		break;
	default:
		wcbar_out_step_wide(o, w, hint);
		break;
	}
	wcbar_out_advance(o, w);
}

/* One load of @w bytes; the device side is a multiple of @w. */
static __always_inline void wcbar_in_step(struct wcbar_in *i, unsigned int w)
{
	switch (w) {
	case 1:
		*i->d = __raw_readb(i->s);
		break;
	case 2:
		wcbar_mem_put2(i->d, __raw_readw(i->s));
		break;
	case 4:
		wcbar_mem_put4(i->d, __raw_readl(i->s));
		break;
	case 8:
		wcbar_mem_put8(i->d, __raw_readq(i->s));
		break;
	default:
		wcbar_in_step_wide(i, w);
		break;
	}
	wcbar_in_advance(i, w);
}

/* Is a step of @w due before the device side is a multiple of 2 * @w? */
static __always_inline bool
wcbar_due(unsigned long addr, size_t n, unsigned int w, unsigned int below)
{
	return w < below && (addr & w) && n >= w;
}

static __always_inline void
wcbar_out_climb(struct wcbar_out *o, unsigned int w, unsigned int below,
		enum wcbar_hint hint)
{
	if (wcbar_due((unsigned long)o->d, o->n, w, below))
		wcbar_out_step(o, w, hint);
}

static __always_inline void
wcbar_in_climb(struct wcbar_in *i, unsigned int w, unsigned int below)
{
	if (wcbar_due((unsigned long)i->s, i->n, w, below))
		wcbar_in_step(i, w);
}

/*
 * Stores until the device side is a multiple of @width or too little is left.
 * @edge is the widest store to use, at most @width.
 */
static __always_inline void
wcbar_out_head(struct wcbar_out *o, unsigned int width, unsigned int edge,
	       enum wcbar_hint hint)
{
	if (likely(!((unsigned long)o->d & (width - 1))))
		return;
	wcbar_out_climb(o, 1, edge, hint);
	wcbar_out_climb(o, 2, edge, hint);
	wcbar_out_climb(o, 4, edge, hint);
	wcbar_out_climb(o, 8, edge, hint);
	wcbar_out_climb(o, 16, edge, hint);
	while (((unsigned long)o->d & (width - 1)) && o->n >= edge)
		wcbar_out_step(o, edge, hint);
}

static __always_inline void
wcbar_in_head(struct wcbar_in *i, unsigned int width, unsigned int edge)
{
	if (likely(!((unsigned long)i->s & (width - 1))))
		return;
	wcbar_in_climb(i, 1, edge);
	wcbar_in_climb(i, 2, edge);
	wcbar_in_climb(i, 4, edge);
	wcbar_in_climb(i, 8, edge);
	wcbar_in_climb(i, 16, edge);
	while (((unsigned long)i->s & (width - 1)) && i->n >= edge)
		wcbar_in_step(i, edge);
}

/*
 * Stores the rest, which is less than the method's width. The device side is
 * a multiple of @edge, or less than @edge is left and it is a multiple of
 * every step that still fits.
 */
static __always_inline void
wcbar_out_tail(struct wcbar_out *o, unsigned int edge, enum wcbar_hint hint)
{
	if (likely(!o->n))
		return;
	while (o->n >= edge)
		wcbar_out_step(o, edge, hint);
	if (edge > 16 && (o->n & 16))
		wcbar_out_step(o, 16, hint);
	if (edge > 8 && (o->n & 8))
		wcbar_out_step(o, 8, hint);
	if (edge > 4 && (o->n & 4))
		wcbar_out_step(o, 4, hint);
	if (edge > 2 && (o->n & 2))
		wcbar_out_step(o, 2, hint);
	if (edge > 1 && (o->n & 1))
		wcbar_out_step(o, 1, hint);
}

static __always_inline void
wcbar_in_tail(struct wcbar_in *i, unsigned int edge)
{
	if (likely(!i->n))
		return;
	while (i->n >= edge)
		wcbar_in_step(i, edge);
	if (edge > 16 && (i->n & 16))
		wcbar_in_step(i, 16);
	if (edge > 8 && (i->n & 8))
		wcbar_in_step(i, 8);
	if (edge > 4 && (i->n & 4))
		wcbar_in_step(i, 4);
	if (edge > 2 && (i->n & 2))
		wcbar_in_step(i, 2);
	if (edge > 1 && (i->n & 1))
		wcbar_in_step(i, 1);
}

#endif /* WCBAR_COPY_LADDER_H */
