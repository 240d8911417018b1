// SPDX-License-Identifier: GPL-2.0
/*
 * Whether a way copies what it should, and nothing else.
 */
#include "mem.h"
#include "mem/sweep.h"

#define GUARD	128UL	/* bytes before and behind a block that are looked at */

/* Each region of memory has a pattern of its own. */
static u8 guard(size_t i)
{
	return 0x40 | (i & 0x3f);
}

static void put(u8 *p, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		__atomic_store_n(p + i, guard(i), __ATOMIC_RELAXED);
}

static bool guarded(const u8 *p, size_t from, size_t to)
{
	for (; from < to; from++) {
		if (__atomic_load_n(p + from, __ATOMIC_RELAXED) != guard(from))
			return false;
	}
	return true;
}

static bool same(const u8 *a, const u8 *b, size_t n)
{
	while (n--) {
		if (__atomic_load_n(a + n, __ATOMIC_RELAXED) != b[n])
			return false;
	}
	return true;
}

static void copy(const struct mem_way *way, u8 *dst, u8 *src, size_t len)
{
	if (way->method && way->method->dir == WCBAR_READ)
		wcbar_copy_from(way->method, src, dst, len, NULL);
	else if (way->slot)
		wcbar_auto_copy_to(way->slot, dst, src, len, NULL);
	else if (way->method)
		wcbar_copy_to(way->method, dst, src, len, NULL);
	else
		way->block(dst, src, len);
}

/**
 * mem_verify - copy one block and look at it, and at what lies beside it
 * @way: the way
 * @work: where blocks go
 *
 * Return: WCBAR_VERIFY_OK or _BAD; _NONE where block and guards do not fit.
 */
enum wcbar_verified mem_verify(const struct mem_way *way,
			       const struct mem_work *work)
{
	size_t len = work->block, span = GUARD + work->offset + len + GUARD;
	bool reads = way->method && way->method->dir == WCBAR_READ;
	u8 *base = work->dst, *dst = base + GUARD + work->offset;
	size_t before = GUARD + work->offset;
	u8 *src;
	size_t i;
	bool ok;

	if (span > work->room)
		return WCBAR_VERIFY_NONE;
	src = mem_grow(NULL, len, 1);
	for (i = 0; i < len; i++)
		src[i] = 0x80 | (i * 7 & 0x7f);
	put(base, span);
	/* what the caches hold of it is what is compared */
	__sync_synchronize();
	copy(way, dst, src, len);
	__sync_synchronize();
	ok = guarded(base, 0, before) &&
	     guarded(base, before + len, span);
	if (reads)
		ok &= guarded(base, before, before + len);
	ok &= same(dst, src, len);
	free(src);
	return ok ? WCBAR_VERIFY_OK : WCBAR_VERIFY_BAD;
}
