/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The few kernel names that code shared by the module and the tool needs.
 *
 * Files under drivers/wcbar/copy/, spec.c, stats.c, rows.c and mtrules.c are
 * compiled unchanged into the module and into the command line tool. In the
 * kernel this header only includes the kernel's own ones.
 */
#ifndef WCBAR_TYPES_H
#define WCBAR_TYPES_H

#ifdef __KERNEL__

#include <linux/types.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/sizes.h>
#include <linux/string.h>

#else /* !__KERNEL__ */

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
/* as in the kernel, so that %llu serves on both sides */
typedef unsigned long long u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef long long s64;

#define __iomem
#define __force
#ifndef __always_inline
#define __always_inline inline __attribute__((always_inline))
#endif
#define noinline __attribute__((noinline))
#ifndef __printf
#define __printf(a, b) __attribute__((__format__(printf, a, b)))
#endif
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define barrier() asm volatile("" ::: "memory")

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define BIT(n) (1UL << (n))
#define BIT_ULL(n) (1ULL << (n))
#define min_t(t, a, b) ({ t _a = (a); t _b = (b); _a < _b ? _a : _b; })
#define max_t(t, a, b) ({ t _a = (a); t _b = (b); _a > _b ? _a : _b; })

#define U32_MAX ((u32)~0U)
#define S32_MAX ((s32)(U32_MAX >> 1))
#define U64_MAX ((u64)~0ULL)

#define SZ_4K 0x1000UL
#define SZ_64K 0x10000UL
#define SZ_1M 0x100000UL

/* The kernel's own, which also works where the CPU divides only 32 bits. */
static inline u64 div_u64_rem(u64 dividend, u32 divisor, u32 *remainder)
{
	*remainder = (u32)(dividend % divisor);
	return dividend / divisor;
}

#endif /* __KERNEL__ */

#endif /* WCBAR_TYPES_H */
