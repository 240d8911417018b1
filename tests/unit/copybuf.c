// SPDX-License-Identifier: GPL-2.0
/*
 * Guarded memory and patterns for the tests of the copy methods.
 */
#include <err.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

#include "copybuf.h"

#define PATTERN_MAX	(8 * SZ_1M)

/* the low six bits of every region, so that filling is a memcpy */
static u8 *patterns[4];

static void patterns_init(void)
{
	size_t i;
	int r;

	if (patterns[0])
		return;
	for (r = 0; r < 4; r++) {
		patterns[r] = malloc(PATTERN_MAX);
		if (!patterns[r])
			err(1, "no memory for patterns");
		for (i = 0; i < PATTERN_MAX; i++)
			patterns[r][i] = pattern_byte(r << 6, i);
	}
}

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

/**
 * copybuf_alloc() - map a buffer between two guard pages
 * @buf: the buffer
 * @size: bytes, a multiple of the page size
 *
 * Ends the program where there is no memory.
 */
void copybuf_alloc(struct copybuf *buf, size_t size)
{
	size_t page = sysconf(_SC_PAGESIZE);
	u8 *map = mmap(NULL, size + 2 * page, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED ||
	    mprotect(map + page, size, PROT_READ | PROT_WRITE))
		err(1, "cannot map %zu bytes", size);
	buf->base = map + page;
	buf->size = size;
	patterns_init();
}

/**
 * copybuf_free() - unmap a buffer and its guard pages
 * @buf: the buffer
 */
void copybuf_free(struct copybuf *buf)
{
	size_t page = sysconf(_SC_PAGESIZE);

	munmap(buf->base - page, buf->size + 2 * page);
	buf->base = NULL;
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

/**
 * copycase_run() - try one copy and check every byte around it
 * @m: the method
 * @dst: buffer of the destination
 * @src: buffer of the source
 * @c: the case
 *
 * Return: NULL if the copy is right, else what is wrong.
 */
const char *copycase_run(const struct wcbar_method *m, struct copybuf *dst,
			 struct copybuf *src, const struct copycase *c)
{
	u8 *d = copybuf_at(dst, c->dst_place, c->len, c->dst_off);
	u8 *s = copybuf_at(src, c->src_place, c->len, c->src_off);
	static char text[320];
	const char *bad;
	int ret;

	memcpy(s, patterns[REGION_DATA >> 6], c->len);
	pattern_surround(src, s, REGION_BESIDE, c->len);
	pattern_fill(dst, d, REGION_BACKGROUND, c->len);

	if (m->dir == WCBAR_WRITE)
		ret = wcbar_copy_to(m, d, s, c->len, NULL);
	else
		ret = wcbar_copy_from(m, d, s, c->len, NULL);

	bad = ret ? "the copy returned an error" : NULL;
	if (!bad)
		bad = pattern_check(dst, d, c->len, REGION_DATA,
				    REGION_BACKGROUND);
	if (!bad && pattern_check(src, s, c->len, REGION_DATA, REGION_BESIDE))
		bad = "the source changed";
	if (!bad)
		return NULL;
	snprintf(text, sizeof(text),
		 "%s, %zu bytes, destination %p, source %p: %s", m->name,
		 c->len, (void *)d, (void *)s, bad);
	return text;
}
