// SPDX-License-Identifier: GPL-2.0
/*
 * gdrcopy's way into a write-combining mapping, written from its description:
 * align the destination, never the source, by the widest naturally aligned
 * stores, no byte twice; 16 bytes once to reach 32, 32 once to reach 64; all
 * whole lines in one call, four loads and then four non-temporal stores a
 * turn; then 32, 16 and the scalar rest; one sfence at the very end. Its
 * AVX-512 code is there but not used, so that this one uses AVX, or movdir64b
 * where there is one.
 */
#include "peers.h"

#include <immintrin.h>

#define AVX	__attribute__((target("avx")))

static bool has_movdir64b(void)
{
	return wcbar_cpu_features() & WCBAR_CPU_MOVDIR64B;
}

static bool has_avx(void)
{
	return wcbar_cpu_features() & WCBAR_CPU_AVX;
}

/* Up to @len bytes, at each step the widest store that is aligned and fits */
static void scalar(u8 **dst, const u8 **src, size_t len)
{
	while (len) {
		uintptr_t at = (uintptr_t)*dst;
		size_t n = !(at & 7) && len >= 8 ? 8 :
			   !(at & 3) && len >= 4 ? 4 :
			   !(at & 1) && len >= 2 ? 2 : 1;
		u64 v = 0;

		memcpy(&v, *src, n);
		switch (n) {
		case 8:
			__atomic_store_n((u64 *)at, v, __ATOMIC_RELAXED);
			break;
		case 4:
			__atomic_store_n((u32 *)at, (u32)v, __ATOMIC_RELAXED);
			break;
		case 2:
			__atomic_store_n((u16 *)at, (u16)v, __ATOMIC_RELAXED);
			break;
		default:
			__atomic_store_n((u8 *)at, (u8)v, __ATOMIC_RELAXED);
		}
		*dst += n;
		*src += n;
		len -= n;
	}
}

static void sixteen(u8 *dst, const u8 *src)
{
	_mm_stream_si128((__m128i *)dst,
			 _mm_loadu_si128((const __m128i *)src));
}

AVX static void thirty_two(u8 *dst, const u8 *src)
{
	_mm256_stream_si256((__m256i *)dst,
			    _mm256_loadu_si256((const __m256i *)src));
}

AVX static void lines_avx(u8 *dst, const u8 *src, size_t len)
{
	for (; len >= 128; len -= 128, dst += 128, src += 128) {
		__m256i a = _mm256_loadu_si256((const __m256i *)src);
		__m256i b = _mm256_loadu_si256((const __m256i *)(src + 32));
		__m256i c = _mm256_loadu_si256((const __m256i *)(src + 64));
		__m256i d = _mm256_loadu_si256((const __m256i *)(src + 96));

		_mm256_stream_si256((__m256i *)dst, a);
		_mm256_stream_si256((__m256i *)(dst + 32), b);
		_mm256_stream_si256((__m256i *)(dst + 64), c);
		_mm256_stream_si256((__m256i *)(dst + 96), d);
	}
	for (; len >= 32; len -= 32, dst += 32, src += 32)
		thirty_two(dst, src);
}

static void lines_sse(u8 *dst, const u8 *src, size_t len)
{
	for (; len >= 64; len -= 64, dst += 64, src += 64) {
		__m128i a = _mm_loadu_si128((const __m128i *)src);
		__m128i b = _mm_loadu_si128((const __m128i *)(src + 16));
		__m128i c = _mm_loadu_si128((const __m128i *)(src + 32));
		__m128i d = _mm_loadu_si128((const __m128i *)(src + 48));

		_mm_stream_si128((__m128i *)dst, a);
		_mm_stream_si128((__m128i *)(dst + 16), b);
		_mm_stream_si128((__m128i *)(dst + 32), c);
		_mm_stream_si128((__m128i *)(dst + 48), d);
	}
}

static void lines_movdir64b(u8 *dst, const u8 *src, size_t len)
{
	for (; len >= 64; len -= 64, dst += 64, src += 64)
		/* movdir64b (%rdx), %rax */
		asm volatile(".byte 0x66, 0x0f, 0x38, 0xf8, 0x02"
			     : : "a" (dst), "d" (src) : "memory");
}

static void (*lines)(u8 *dst, const u8 *src, size_t len);
static bool wide;

/**
 * peer_gdrcopy_stores - what the ladder uses here
 *
 * Return: what it is, for people.
 */
const char *peer_gdrcopy_stores(void)
{
	wide = has_avx();
	if (has_movdir64b()) {
		lines = lines_movdir64b;
		return "movdir64b for whole lines";
	}
	lines = wide ? lines_avx : lines_sse;
	return wide ? "AVX non-temporal stores" : "SSE non-temporal stores";
}

/**
 * peer_gdrcopy - gdrcopy's copy to a mapping
 * @to: where to
 * @from: where from
 * @len: bytes
 */
void peer_gdrcopy(void *to, const void *from, size_t len)
{
	const u8 *src = from;
	u8 *dst = to;
	size_t n = min_t(size_t, len, -(uintptr_t)dst & 15);

	scalar(&dst, &src, n);
	len -= n;
	if (((uintptr_t)dst & 16) && len >= 16) {
		sixteen(dst, src);
		dst += 16;
		src += 16;
		len -= 16;
	}
	while (((uintptr_t)dst & 32) && len >= 32) {
		if (wide) {
			thirty_two(dst, src);
		} else {
			sixteen(dst, src);
			sixteen(dst + 16, src + 16);
		}
		dst += 32;
		src += 32;
		len -= 32;
	}
	n = len & ~(size_t)63;
	if (n) {
		lines(dst, src, n);
		dst += n;
		src += n;
		len -= n;
	}
	for (; len >= 16; len -= 16, dst += 16, src += 16)
		sixteen(dst, src);
	scalar(&dst, &src, len);
	peer_sfence();
}
