/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Loads and stores of one exact width.
 *
 * A compiler may split, merge or repeat an ordinary access; on an aperture
 * each access is a request on the link, so the device side is only touched
 * through these. The memory side may be unaligned.
 */
#ifndef WCBAR_COPY_ACCESS_H
#define WCBAR_COPY_ACCESS_H

#include <wcbar/types.h>

#ifdef __KERNEL__

#include <linux/io.h>

#else /* !__KERNEL__ */

/* A relaxed atomic access is one access of its width, and nothing more. */
static __always_inline void __raw_writeb(u8 v, void *p)
{
	__atomic_store_n((u8 *)p, v, __ATOMIC_RELAXED);
	barrier();
}

static __always_inline void __raw_writew(u16 v, void *p)
{
	__atomic_store_n((u16 *)p, v, __ATOMIC_RELAXED);
	barrier();
}

static __always_inline void __raw_writel(u32 v, void *p)
{
	__atomic_store_n((u32 *)p, v, __ATOMIC_RELAXED);
	barrier();
}

static __always_inline void __raw_writeq(u64 v, void *p)
{
	__atomic_store_n((u64 *)p, v, __ATOMIC_RELAXED);
	barrier();
}

static __always_inline u8 __raw_readb(const void *p)
{
	return __atomic_load_n((const u8 *)p, __ATOMIC_RELAXED);
}

static __always_inline u16 __raw_readw(const void *p)
{
	return __atomic_load_n((const u16 *)p, __ATOMIC_RELAXED);
}

static __always_inline u32 __raw_readl(const void *p)
{
	return __atomic_load_n((const u32 *)p, __ATOMIC_RELAXED);
}

static __always_inline u64 __raw_readq(const void *p)
{
	return __atomic_load_n((const u64 *)p, __ATOMIC_RELAXED);
}

#endif /* __KERNEL__ */

/*
 * Memory of any alignment that may hold objects of any type: each of these is
 * one move instruction where the CPU has unaligned ones.
 */
static __always_inline u16 wcbar_mem_get2(const void *p)
{
	u16 v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

static __always_inline u32 wcbar_mem_get4(const void *p)
{
	u32 v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

static __always_inline u64 wcbar_mem_get8(const void *p)
{
	u64 v;

	__builtin_memcpy(&v, p, sizeof(v));
	return v;
}

static __always_inline void wcbar_mem_put2(void *p, u16 v)
{
	__builtin_memcpy(p, &v, sizeof(v));
}

static __always_inline void wcbar_mem_put4(void *p, u32 v)
{
	__builtin_memcpy(p, &v, sizeof(v));
}

static __always_inline void wcbar_mem_put8(void *p, u64 v)
{
	__builtin_memcpy(p, &v, sizeof(v));
}

#ifdef __x86_64__

/* Non-temporal stores from a general register, SDM volume 2B, MOVNTI */
static __always_inline void wcbar_movnti4(u32 v, void __iomem *p)
{
	asm volatile("movnti %1, %0"
		     : "=m" (*(u32 __force *)p) : "r" (v) : "memory");
}

static __always_inline void wcbar_movnti8(u64 v, void __iomem *p)
{
	asm volatile("movnti %1, %0"
		     : "=m" (*(u64 __force *)p) : "r" (v) : "memory");
}

#endif /* __x86_64__ */

#endif /* WCBAR_COPY_ACCESS_H */
