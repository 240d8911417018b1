// SPDX-License-Identifier: GPL-2.0
/*
 * The limit: the widest non-temporal stores that the CPU has, of a value that
 * is in a register, and no loads. What begins or ends inside a line is left
 * out, so that nothing here costs more than a copy's own stores.
 */
#include "peers.h"

#include <immintrin.h>

static void (*lines)(u8 *dst, size_t len);

__attribute__((target("avx512f"))) static void fill_zmm(u8 *dst, size_t len)
{
	__m512i v = _mm512_set1_epi8(0x5a);

	for (; len >= 64; len -= 64, dst += 64)
		_mm512_stream_si512((__m512i *)dst, v);
}

__attribute__((target("avx"))) static void fill_ymm(u8 *dst, size_t len)
{
	__m256i v = _mm256_set1_epi8(0x5a);

	for (; len >= 64; len -= 64, dst += 64) {
		_mm256_stream_si256((__m256i *)dst, v);
		_mm256_stream_si256((__m256i *)(dst + 32), v);
	}
}

static void fill_xmm(u8 *dst, size_t len)
{
	__m128i v = _mm_set1_epi8(0x5a);

	for (; len >= 64; len -= 64, dst += 64) {
		_mm_stream_si128((__m128i *)dst, v);
		_mm_stream_si128((__m128i *)(dst + 16), v);
		_mm_stream_si128((__m128i *)(dst + 32), v);
		_mm_stream_si128((__m128i *)(dst + 48), v);
	}
}

/**
 * fill_init - find out what to fill with
 */
void fill_init(void)
{
	u32 have = wcbar_cpu_features();

	lines = have & WCBAR_CPU_AVX512 ? fill_zmm :
		have & WCBAR_CPU_AVX ? fill_ymm : fill_xmm;
}

/**
 * fill_part - fill a block
 * @dst: where to
 * @src: not used: a fill copies nothing
 * @len: bytes
 */
void fill_part(void *dst, const void *src, size_t len)
{
	uintptr_t first = ((uintptr_t)dst + 63) & ~63UL;
	uintptr_t end = ((uintptr_t)dst + len) & ~63UL;

	(void)src;
	if (end > first)
		lines((u8 *)first, end - first);
}

/**
 * fill_block - fill a block and fence it
 * @dst: where to
 * @src: not used
 * @len: bytes
 */
void fill_block(void *dst, const void *src, size_t len)
{
	fill_part(dst, src, len);
	peer_sfence();
}
