// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel does for persistent memory, written from its description.
 *
 * __memcpy_flushcache: up to 8-byte alignment of the destination by cached
 * stores and clwb; then four movnti of 8 bytes a turn, then one of 8, then
 * one of 4; what is left by cached stores and clwb. No fence.
 *
 * dm-writecache: from 768 bytes on, 64 bytes by memcpy and clflushopt of the
 * line, and again; below that memcpy_flushcache.
 */
#include "peers.h"

#define LINE		64UL
#define DM_THRESHOLD	768

static __always_inline void movnti8(void *dst, u64 v)
{
	asm volatile("movnti %1, %0" : "=m" (*(u64 *)dst) : "r" (v));
}

static __always_inline u64 get8(const u8 *p)
{
	u64 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static void cached_and_flushed(u8 *dst, const u8 *src, size_t len)
{
	uintptr_t p = (uintptr_t)dst & ~(LINE - 1);
	static u32 have;

	if (!have)
		have = wcbar_cpu_features();
	memcpy(dst, src, len);
	for (; p < (uintptr_t)dst + len; p += LINE) {
		if (have & WCBAR_CPU_CLWB)
			asm volatile("clwb (%0)" : : "r" (p) : "memory");
		else
			asm volatile("clflush (%0)" : : "r" (p) : "memory");
	}
}

/**
 * peer_flushcache - the kernel's __memcpy_flushcache
 * @to: where to
 * @from: where from
 * @len: bytes
 */
void peer_flushcache(void *to, const void *from, size_t len)
{
	const u8 *src = from;
	u8 *dst = to;
	size_t head = min_t(size_t, len, -(uintptr_t)dst & 7);
	u32 v;

	if (head) {
		cached_and_flushed(dst, src, head);
		dst += head;
		src += head;
		len -= head;
	}
	for (; len >= 32; len -= 32, dst += 32, src += 32) {
		u64 a = get8(src), b = get8(src + 8);
		u64 c = get8(src + 16), d = get8(src + 24);

		movnti8(dst, a);
		movnti8(dst + 8, b);
		movnti8(dst + 16, c);
		movnti8(dst + 24, d);
	}
	for (; len >= 8; len -= 8, dst += 8, src += 8)
		movnti8(dst, get8(src));
	for (; len >= 4; len -= 4, dst += 4, src += 4) {
		memcpy(&v, src, sizeof(v));
		asm volatile("movnti %1, %0" : "=m" (*(u32 *)dst) : "r" (v));
	}
	if (len)
		cached_and_flushed(dst, src, len);
}

/**
 * peer_dm_writecache - dm-writecache's choice by size
 * @dst: where to
 * @src: where from
 * @len: bytes; from 768 on a multiple of 64, as blocks of a disk are
 */
void peer_dm_writecache(void *dst, const void *src, size_t len)
{
	u8 *d = dst;
	const u8 *s = src;

	if (len < DM_THRESHOLD) {
		peer_flushcache(dst, src, len);
		return;
	}
	for (; len >= LINE; len -= LINE, d += LINE, s += LINE) {
		memcpy(d, s, LINE);
		asm volatile("clflushopt (%0)" : : "r" (d) : "memory");
	}
}
