/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Guarded memory, patterns and single copies, for the tests of the copy
 * methods in the kernel and in user space.
 */
#ifndef TESTS_COPY_CASE_H
#define TESTS_COPY_CASE_H

#include <wcbar/copy.h>

/*
 * The two high bits of each byte say which region it belongs to, so that a
 * stray byte shows where it came from; the low six count.
 */
#define REGION_BACKGROUND	0x00	/* the destination before the copy */
#define REGION_BESIDE		0x40	/* around the source, never to be read */
#define REGION_DATA		0x80	/* what is to be copied */
#define REGION_MASK		0xc0

#define COPYBUF_MARGIN		128	/* bytes around a range that are checked */

/**
 * enum place - where in its buffer a range lies
 * @PLACE_MIDDLE: away from both ends
 * @PLACE_START: so many bytes after the guard page in front
 * @PLACE_END: so many bytes before the guard page behind
 */
enum place {
	PLACE_MIDDLE,
	PLACE_START,
	PLACE_END,
};

/**
 * struct copybuf - memory between two pages that cannot be accessed
 * @base: first byte
 * @size: bytes
 */
struct copybuf {
	u8 *base;
	size_t size;
};

/**
 * struct copycases - the buffers that copies are tried in
 * @dst: for the destination
 * @src: for the source
 */
struct copycases {
	struct copybuf dst;
	struct copybuf src;
};

/**
 * struct copycase - one copy to try
 * @len: bytes
 * @dst_off: offset of the destination, see @dst_place
 * @src_off: offset of the source
 * @dst_place: where the destination lies
 * @src_place: where the source lies
 */
struct copycase {
	size_t len;
	unsigned int dst_off;
	unsigned int src_off;
	enum place dst_place;
	enum place src_place;
};

int copycases_alloc(struct copycases *cases, size_t size);
void copycases_free(struct copycases *cases);
u8 *copybuf_at(const struct copybuf *buf, enum place place, size_t len,
	       unsigned int off);

u8 pattern_byte(u8 region, size_t i);
void pattern_fill(const struct copybuf *buf, u8 *at, u8 region, size_t len);
void pattern_surround(const struct copybuf *buf, u8 *at, u8 region,
		      size_t len);
const char *pattern_check(const struct copybuf *buf, const u8 *at, size_t len,
			  u8 inside, u8 outside);

const char *copycase_run(const struct wcbar_method *m,
			 const struct copycases *cases,
			 const struct copycase *c);

#endif /* TESTS_COPY_CASE_H */
