// SPDX-License-Identifier: GPL-2.0
/*
 * Guarded memory, patterns and single copies, for the tests of the copy
 * methods in the kernel and in user space.
 */
#include "copy_case.h"

#ifdef __KERNEL__
#include <linux/io.h>
#include <linux/sizes.h>
#include <linux/vmalloc.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

/* one pattern of each region, as long as a buffer: filling is a memcpy */
static u8 *patterns[4];

/**
 * pattern_byte() - one byte of a region's pattern
 * @region: REGION_ value
 * @i: position, counted from the first byte of the range
 *
 * Return: the byte.
 */
u8 pattern_byte(u8 region, size_t i)
{
	return region | ((i * 5 + (i >> 6) * 11 + (i >> 12) * 23) & 0x3f);
}

#ifdef __KERNEL__

/*
 * An area of vmalloc() is followed by a page that is not mapped, and so is
 * whatever lies in front of it.
 */
static u8 *guarded_alloc(size_t size)
{
	return vmalloc(size);
}

static void guarded_free(u8 *base, size_t size)
{
	vfree(base);
}

#else

static u8 *guarded_alloc(size_t size)
{
	u8 *map = mmap(NULL, size + 2 * SZ_4K, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED)
		return NULL;
	if (mprotect(map + SZ_4K, size, PROT_READ | PROT_WRITE)) {
		munmap(map, size + 2 * SZ_4K);
		return NULL;
	}
	return map + SZ_4K;
}

static void guarded_free(u8 *base, size_t size)
{
	munmap(base - SZ_4K, size + 2 * SZ_4K);
}

#endif /* __KERNEL__ */

/**
 * copycases_alloc() - map the two buffers, and make the patterns
 * @cases: the buffers
 * @size: bytes of each, a multiple of 4 KiB
 *
 * Return: 0 or -ENOMEM.
 */
int copycases_alloc(struct copycases *cases, size_t size)
{
	size_t i;
	int r;

	memset(cases, 0, sizeof(*cases));
	cases->dst.size = size;
	cases->src.size = size;
	cases->dst.base = guarded_alloc(size);
	cases->src.base = guarded_alloc(size);
	for (r = 0; r < 4; r++)
		patterns[r] = guarded_alloc(size);
	for (r = 0; r < 4; r++) {
		if (!patterns[r] || !cases->dst.base || !cases->src.base) {
			copycases_free(cases);
			return -ENOMEM;
		}
		for (i = 0; i < size; i++)
			patterns[r][i] = pattern_byte(r << 6, i);
	}
	return 0;
}

/**
 * copycases_free() - unmap what copycases_alloc() mapped
 * @cases: the buffers
 */
void copycases_free(struct copycases *cases)
{
	int r;

	for (r = 0; r < 4; r++) {
		if (patterns[r])
			guarded_free(patterns[r], cases->src.size);
		patterns[r] = NULL;
	}
	if (cases->dst.base)
		guarded_free(cases->dst.base, cases->dst.size);
	if (cases->src.base)
		guarded_free(cases->src.base, cases->src.size);
	cases->dst.base = NULL;
	cases->src.base = NULL;
}

/**
 * copybuf_at() - the first byte of a range
 * @buf: the buffer
 * @place: where the range lies
 * @len: bytes of the range
 * @off: distance from that place; in the middle, offset from a page
 *
 * Return: its address.
 */
u8 *copybuf_at(const struct copybuf *buf, enum place place, size_t len,
	       unsigned int off)
{
	switch (place) {
	case PLACE_START:
		return buf->base + off;
	case PLACE_END:
		return buf->base + buf->size - len - off;
	default:
		return buf->base + SZ_4K + off;
	}
}

/* How much of the margin there is on each side of a range. */
static size_t margin_before(const struct copybuf *buf, const u8 *at)
{
	return min_t(size_t, at - buf->base, COPYBUF_MARGIN);
}

static size_t margin_after(const struct copybuf *buf, const u8 *end)
{
	return min_t(size_t, buf->base + buf->size - end, COPYBUF_MARGIN);
}

/**
 * pattern_fill() - fill a range and its margins with one region's pattern
 * @buf: the buffer
 * @at: first byte of the range
 * @region: REGION_ value
 * @len: bytes of the range
 */
void pattern_fill(const struct copybuf *buf, u8 *at, u8 region, size_t len)
{
	memcpy(at, patterns[region >> 6], len);
	pattern_surround(buf, at, region, len);
}

/**
 * pattern_surround() - fill the margins of a range
 * @buf: the buffer
 * @at: first byte of the range
 * @region: REGION_ value
 * @len: bytes of the range
 */
void pattern_surround(const struct copybuf *buf, u8 *at, u8 region, size_t len)
{
	size_t before = margin_before(buf, at);

	memcpy(at - before, patterns[region >> 6], before);
	memcpy(at + len, patterns[region >> 6],
	       margin_after(buf, at + len));
}

static const char *region_name(u8 byte)
{
	switch (byte & REGION_MASK) {
	case REGION_BACKGROUND:
		return "background";
	case REGION_BESIDE:
		return "beside the source";
	case REGION_DATA:
		return "data";
	default:
		return "neither region";
	}
}

static const char *compare(const u8 *got, u8 region, size_t len,
			   const char *part, size_t from)
{
	static char text[160];
	size_t i;

	if (!memcmp(got, patterns[region >> 6], len))
		return NULL;
	for (i = 0; got[i] == patterns[region >> 6][i]; i++)
		;
	snprintf(text, sizeof(text),
		 "%s, byte %zu: got %02x (%s), expected %02x", part, from + i,
		 got[i], region_name(got[i]), patterns[region >> 6][i]);
	return text;
}

/**
 * pattern_check() - compare a range and its margins with their patterns
 * @buf: the buffer
 * @at: first byte of the range
 * @len: bytes of the range
 * @inside: region that the range is to hold
 * @outside: region that the margins are to hold
 *
 * Return: NULL if all is as it should be, else what is wrong.
 */
const char *pattern_check(const struct copybuf *buf, const u8 *at, size_t len,
			  u8 inside, u8 outside)
{
	size_t before = margin_before(buf, at);
	const char *bad;

	bad = compare(at, inside, len, "in the range", 0);
	if (!bad)
		bad = compare(at - before, outside, before,
			      "in front of the range", 0);
	if (!bad)
		bad = compare(at + len, outside, margin_after(buf, at + len),
			      "behind the range", 0);
	return bad;
}

static int copy(const struct wcbar_method *m, u8 *d, u8 *s, size_t len)
{
	/* the device side is ordinary memory here */
	if (m->dir == WCBAR_WRITE)
		return wcbar_copy_to(m, (void __iomem *)d, s, len, NULL);
	return wcbar_copy_from(m, d, (void __iomem *)s, len, NULL);
}

/**
 * copycase_run() - try one copy and check every byte around it
 * @m: the method
 * @cases: the buffers
 * @c: the case
 *
 * Return: NULL if the copy is right, else what is wrong.
 */
const char *copycase_run(const struct wcbar_method *m,
			 const struct copycases *cases,
			 const struct copycase *c)
{
	u8 *d = copybuf_at(&cases->dst, c->dst_place, c->len, c->dst_off);
	u8 *s = copybuf_at(&cases->src, c->src_place, c->len, c->src_off);
	static char text[320];
	const char *bad = NULL;

	memcpy(s, patterns[REGION_DATA >> 6], c->len);
	pattern_surround(&cases->src, s, REGION_BESIDE, c->len);
	pattern_fill(&cases->dst, d, REGION_BACKGROUND, c->len);

	if (copy(m, d, s, c->len))
		bad = "the copy returned an error";
	if (!bad)
		bad = pattern_check(&cases->dst, d, c->len, REGION_DATA,
				    REGION_BACKGROUND);
	if (!bad && pattern_check(&cases->src, s, c->len, REGION_DATA,
				  REGION_BESIDE))
		bad = "the source changed";
	if (!bad)
		return NULL;
	snprintf(text, sizeof(text),
		 "%s, %zu bytes to offset %#lx from offset %#lx of a page: %s",
		 m->name, c->len, (unsigned long)d % SZ_4K,
		 (unsigned long)s % SZ_4K, bad);
	return text;
}
