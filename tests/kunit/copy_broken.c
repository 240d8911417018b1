// SPDX-License-Identifier: GPL-2.0
/*
 * Methods that break one promise each, and some that keep all of them.
 *
 * They are given 96 bytes on a line boundary.
 */
#include "copy_broken.h"

/* Byte by byte: the atomic accesses keep the compiler from joining them. */
static void put(u8 *d, const u8 *s, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		__atomic_store_n(d + i, s[i], __ATOMIC_RELAXED);
}

static void put_all(void __iomem *dst, const void *s, size_t len)
{
	put((void __force *)dst, s, len);
}

static void last_one_twice(void __iomem *dst, const void *s, size_t len)
{
	u8 *d = (void __force *)dst;

	put(d, s, len);
	put(d + len - 1, (const u8 *)s + len - 1, 1);
}

static void overlapping(void __iomem *dst, const void *s, size_t len)
{
	u8 *d = (void __force *)dst;

	put(d, s, len / 2 + 1);
	put(d + len / 2, (const u8 *)s + len / 2, len - len / 2);
}

static void unaligned(void __iomem *dst, const void *s, size_t len)
{
	u8 *d = (void __force *)dst;
	u64 v;

	memcpy(&v, (const u8 *)s + 1, 8);
	put(d, s, 1);
	asm volatile("movq %0, (%1)" : : "r" (v), "r" (d + 1) : "memory");
	put(d + 9, (const u8 *)s + 9, len - 9);
}

static void descending(void __iomem *dst, const void *s, size_t len)
{
	u8 *d = (void __force *)dst;

	while (len--)
		put(d + len, (const u8 *)s + len, 1);
}

static void past_the_end(void __iomem *dst, const void *s, size_t len)
{
	put((void __force *)dst, s, len + 1);
}

static void before_the_start(void __iomem *dst, const void *s, size_t len)
{
	u8 *d = (void __force *)dst;

	put(d - 1, (const u8 *)s - 1, len + 1);
}

static void skips_last(void __iomem *dst, const void *s, size_t len)
{
	put((void __force *)dst, s, len - 1);
}

static void from_elsewhere(void __iomem *dst, const void *s, size_t len)
{
	put((void __force *)dst, (const u8 *)s + 1, len);
}

static void by_eights(void __iomem *dst, const void *s, size_t len)
{
	u64 *to = (void __force *)dst;
	const u64 *from = s;

	for (; len >= 8; len -= 8)
		__atomic_store_n(to++, *from++, __ATOMIC_RELAXED);
}

const struct broken copy_broken[] = {
	{
		.m = { .name = "put_all", .width = 1, .write = put_all },
		.bytes_right = true,
	}, {
		.m = { .name = "by_eights", .width = 8, .write = by_eights },
		.bytes_right = true,
	}, {
		.m = { .name = "last_one_twice", .width = 1,
		       .write = last_one_twice },
		.expected = "a byte was stored twice",
		.bytes_right = true,
	}, {
		.m = { .name = "overlapping", .width = 1,
		       .write = overlapping },
		.expected = "a byte was stored twice",
		.bytes_right = true,
	}, {
		.m = { .name = "unaligned", .width = 8, .write = unaligned },
		.expected = "a store is not naturally aligned",
		.bytes_right = true,
	}, {
		.m = { .name = "descending", .width = 1, .write = descending },
		.expected = "lines were not stored in ascending order",
		.bytes_right = true,
	}, {
		.m = { .name = "too_wide", .width = 4, .write = by_eights },
		.expected = "a store is wider than the method says",
		.bytes_right = true,
	}, {
		.m = { .name = "too_narrow", .width = 16, .write = by_eights },
		.expected = "a whole unit was stored in pieces",
		.bytes_right = true,
	}, {
		.m = { .name = "past_the_end", .width = 1,
		       .write = past_the_end },
		.expected = "stored outside the range",
	}, {
		.m = { .name = "before_the_start", .width = 1,
		       .write = before_the_start },
		.expected = "stored outside the range",
	}, {
		.m = { .name = "skips_last", .width = 1, .write = skips_last },
		.expected = "a byte was not stored",
	}, {
		.m = { .name = "from_elsewhere", .width = 1,
		       .write = from_elsewhere },
		.expected = "stored other bytes than the source's",
	},
};

const unsigned int nr_copy_broken = ARRAY_SIZE(copy_broken);

static void read_by_eights(void *d, const void __iomem *src, size_t len)
{
	const u64 *from = (const void __force *)src;
	u64 *to = d;

	for (; len >= 8; len -= 8)
		*to++ = __atomic_load_n(from++, __ATOMIC_RELAXED);
}

static void read_unaligned(void *d, const void __iomem *src, size_t len)
{
	const u8 *from = (const void __force *)src;
	u8 *to = d;
	u64 v;

	to[0] = __atomic_load_n(from, __ATOMIC_RELAXED);
	for (from++, to++, len--; len >= 8; from += 8, to += 8, len -= 8) {
		asm volatile("movq (%1), %0" : "=r" (v) : "r" (from));
		memcpy(to, &v, 8);
	}
}

const struct broken copy_broken_reads[] = {
	{
		.m = { .name = "read_by_eights", .dir = WCBAR_READ,
		       .width = 8, .read = read_by_eights },
	}, {
		.m = { .name = "read_too_wide", .dir = WCBAR_READ,
		       .width = 4, .read = read_by_eights },
		.expected = "a load is wider than the method says",
	}, {
		.m = { .name = "read_too_narrow", .dir = WCBAR_READ,
		       .width = 16, .read = read_by_eights },
		.expected = "a whole unit was loaded in pieces",
	}, {
		.m = { .name = "read_unaligned", .dir = WCBAR_READ,
		       .width = 8, .read = read_unaligned },
		.expected = "a load is not naturally aligned",
	},
};

const unsigned int nr_copy_broken_reads = ARRAY_SIZE(copy_broken_reads);
