// SPDX-License-Identifier: GPL-2.0
/*
 * Running a copy method in the kernel: FPU sections bounded by bytes and by
 * time, refused where the FPU cannot be used, and points between the pieces
 * where the copy can be stopped.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/sizes.h>
#include <asm/fpu/api.h>

#include "copy_case.h"
#include "copy_methods.h"

#define SLOW_US		80	/* for 512 bytes: a section is over at once */
#define MEDIUM_US	10	/* four times that is more than half a section */

/* What the methods below were asked to do, and where. */
static struct {
	const void *dev;	/* where the next piece has to begin */
	unsigned int pieces;
	unsigned int sections;
	unsigned int us;	/* for 512 bytes */
	size_t longest;		/* piece */
	size_t section;		/* bytes of this one so far */
	size_t largest;		/* section */
	bool wrong_place;
	bool split_line;
	bool outside;		/* an FPU section */
	bool inside;		/* one while asked whether to stop */
	int stops;		/* how often to go on */
} seen;

static void see(const void *dev, size_t len)
{
	if (seen.pieces++) {
		seen.wrong_place |= dev != seen.dev;
		seen.split_line |= (unsigned long)dev % 64;
	}
	seen.dev = dev + len;
	seen.outside |= irq_fpu_usable();
	seen.longest = max(seen.longest, len);
	seen.section += len;
	seen.largest = max(seen.largest, seen.section);
	if (seen.us)
		udelay(DIV_ROUND_UP(seen.us * len, 512));
}

static void see_write(void __iomem *dst, const void *src, size_t len)
{
	see((void __force *)dst, len);
}

static void see_read(void *dst, const void __iomem *src, size_t len)
{
	see((const void __force *)src, len);
}

static const struct wcbar_method fpu_write = {
	.name = "fpu_write", .dir = WCBAR_WRITE, .flags = WCBAR_COPY_FPU,
	.write = see_write,
};

static const struct wcbar_method fpu_read = {
	.name = "fpu_read", .dir = WCBAR_READ, .flags = WCBAR_COPY_FPU,
	.read = see_read,
};

static const struct wcbar_method plain_write = {
	.name = "plain_write", .dir = WCBAR_WRITE, .write = see_write,
};

static int between(void *arg)
{
	seen.inside |= !irq_fpu_usable();
	seen.sections++;
	seen.section = 0;
	return seen.stops-- ? 0 : -EINTR;
}

/* The addresses are never used: the methods above only look at them. */
static int copy_at(const struct wcbar_method *m, unsigned long dev, size_t len,
		   unsigned int us, int stops, u32 *pace)
{
	const struct wcbar_copy_ctl ctl = {
		.stop = between, .pace = pace, .fence = true,
	};
	void *mem = (void *)SZ_16M;

	memset(&seen, 0, sizeof(seen));
	seen.us = us;
	seen.stops = stops;
	if (m->dir == WCBAR_WRITE)
		return wcbar_copy_to(m, (void __iomem *)(SZ_64M + dev), mem,
				     len, &ctl);
	return wcbar_copy_from(m, mem, (void __iomem *)(SZ_64M + dev), len,
			       &ctl);
}

static int copy(const struct wcbar_method *m, unsigned long dev, size_t len,
		unsigned int us, int stops)
{
	return copy_at(m, dev, len, us, stops, NULL);
}

struct section_case {
	const char *desc;
	const struct wcbar_method *m;
	unsigned int us;
	size_t longest;		/* at most, of a piece */
	size_t largest;		/* at most, of a section */
};

static const struct section_case section_cases[] = {
	{ "a fast device is written to in sections of 4 KiB",
	  &fpu_write, 0, SZ_4K, SZ_4K },
	{ "a fast device is read from in sections of 4 KiB",
	  &fpu_read, 0, SZ_4K, SZ_4K },
	{ "a slower device gets fewer bytes in a section",
	  &fpu_write, MEDIUM_US, 512, 3 * 512 },
	{ "a slow device gets one piece in a section",
	  &fpu_write, SLOW_US, 512, 512 },
	{ "a slow device is read a piece in a section",
	  &fpu_read, SLOW_US, 512, 512 },
};

KUNIT_ARRAY_PARAM_DESC(section, section_cases, desc);

static void fpu_sections(struct kunit *test)
{
	const struct section_case *c = test->param_value;
	unsigned int off;

	for (off = 0; off < 128; off += 21) {
		size_t len = 8 * SZ_4K + 100;

		KUNIT_EXPECT_EQ(test, copy(c->m, off, len, c->us, -1), 0);
		KUNIT_EXPECT_PTR_EQ(test, seen.dev,
				    (const void *)(SZ_64M + off + len));
		KUNIT_EXPECT_FALSE(test, seen.wrong_place);
		KUNIT_EXPECT_FALSE(test, seen.split_line);
		KUNIT_EXPECT_FALSE(test, seen.outside);
		KUNIT_EXPECT_FALSE(test, seen.inside);
		KUNIT_EXPECT_LE(test, seen.longest, c->longest);
		KUNIT_EXPECT_LE(test, seen.largest, c->largest);
		KUNIT_EXPECT_GE(test, seen.sections, len / c->largest);
	}
}

/* One section that was fast is enough for the next ones to be one piece. */
static void fast_sections_are_one_piece(struct kunit *test)
{
	unsigned int i;

	/* an interrupt may come at any time, so it has to work once */
	for (i = 0; i < 20; i++) {
		copy(&fpu_write, 0, 16 * SZ_4K, 0, -1);
		if (seen.pieces <= 16 + 1)
			return;
	}
	KUNIT_FAIL(test, "16 pages were copied in %u pieces", seen.pieces);
}

/* What was learnt of the device is kept for the next copy, and corrected. */
static void pace_is_kept(struct kunit *test)
{
	const struct wcbar_method *both[] = { &fpu_write, &fpu_read };
	unsigned int i, k;
	u32 pace;

	for (i = 0; i < ARRAY_SIZE(both); i++) {
		for (k = 0, pace = 0; k < 20 && pace != SZ_4K; k++)
			copy_at(both[i], 0, SZ_4K, 0, -1, &pace);
		KUNIT_ASSERT_EQ(test, pace, SZ_4K);
		copy_at(both[i], 0, SZ_4K, 0, -1, &pace);
		KUNIT_EXPECT_EQ(test, seen.pieces, 1);
		KUNIT_EXPECT_FALSE(test, seen.outside);

		/* one that crosses the limit by its alignment is cut */
		pace = SZ_4K;
		copy_at(both[i], 1, SZ_4K, 0, -1, &pace);
		KUNIT_EXPECT_EQ(test, seen.sections, 1);
		KUNIT_EXPECT_FALSE(test, seen.split_line);

		/* the device turns slow: one long section, then short ones */
		pace = SZ_4K;
		copy_at(both[i], 0, SZ_4K, SLOW_US, -1, &pace);
		KUNIT_EXPECT_EQ(test, seen.pieces, 1);
		KUNIT_EXPECT_EQ(test, pace, 512);
		copy_at(both[i], 0, SZ_4K, SLOW_US, -1, &pace);
		KUNIT_EXPECT_EQ(test, seen.largest, 512);
	}
}

static void short_copies_are_one_piece(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, copy(&fpu_write, 0, 512, SLOW_US, 0), 0);
	KUNIT_EXPECT_EQ(test, seen.pieces, 1);
	KUNIT_EXPECT_EQ(test, copy(&fpu_write, 0, 0, 0, 0), 0);
	KUNIT_EXPECT_EQ(test, copy(&plain_write, 0, SZ_16K, 0, 0), 0);
	KUNIT_EXPECT_EQ(test, seen.pieces, 1);
	KUNIT_EXPECT_EQ(test, seen.sections, 0);
}

static void plain_pieces(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, copy(&plain_write, 1, SZ_1M, 0, -1), 0);
	KUNIT_EXPECT_FALSE(test, seen.wrong_place);
	KUNIT_EXPECT_FALSE(test, seen.split_line);
	KUNIT_EXPECT_TRUE(test, seen.outside);
	KUNIT_EXPECT_EQ(test, seen.longest, SZ_16K);
	KUNIT_EXPECT_EQ(test, seen.pieces, 65);
}

static void stopped_between_pieces(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, copy(&plain_write, 0, SZ_1M, 0, 0), -EINTR);
	KUNIT_EXPECT_EQ(test, seen.pieces, 1);
	KUNIT_EXPECT_EQ(test, copy(&plain_write, 0, SZ_1M, 0, 3), -EINTR);
	KUNIT_EXPECT_EQ(test, seen.pieces, 4);
	KUNIT_EXPECT_EQ(test, copy(&fpu_read, 0, SZ_1M, SLOW_US, 3), -EINTR);
	KUNIT_EXPECT_EQ(test, seen.pieces, 4);
	/* the FPU is free again after a stop */
	KUNIT_EXPECT_TRUE(test, irq_fpu_usable());
}

/* kernel_fpu_begin() does not nest. */
static void refused_inside_an_fpu_section(struct kunit *test)
{
	int to, from, plain;
	unsigned int pieces;

	kernel_fpu_begin();
	to = copy(&fpu_write, 0, 100, 0, -1);
	pieces = seen.pieces;
	from = copy(&fpu_read, 0, 100, 0, -1);
	pieces += seen.pieces;
	plain = copy(&plain_write, 0, 100, 0, -1);
	kernel_fpu_end();

	KUNIT_EXPECT_EQ(test, to, -EBUSY);
	KUNIT_EXPECT_EQ(test, from, -EBUSY);
	KUNIT_EXPECT_EQ(test, pieces, 0);
	KUNIT_EXPECT_EQ(test, plain, 0);
}

static void other_direction_is_refused(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, -EINVAL,
			wcbar_copy_to(&fpu_read, NULL, NULL, 1, NULL));
	KUNIT_EXPECT_EQ(test, -EINVAL,
			wcbar_copy_from(&fpu_write, NULL, NULL, 1, NULL));
}

static struct kunit_case copy_dispatch_cases[] = {
	KUNIT_CASE_PARAM(fpu_sections, section_gen_params),
	KUNIT_CASE(fast_sections_are_one_piece),
	KUNIT_CASE(pace_is_kept),
	KUNIT_CASE(short_copies_are_one_piece),
	KUNIT_CASE(plain_pieces),
	KUNIT_CASE(stopped_between_pieces),
	KUNIT_CASE(refused_inside_an_fpu_section),
	KUNIT_CASE(other_direction_is_refused),
	{}
};

static struct kunit_suite copy_dispatch_suite = {
	.name = "wcbar_copy_dispatch",
	.test_cases = copy_dispatch_cases,
};

kunit_test_suites(&copy_dispatch_suite);

MODULE_DESCRIPTION("KUnit suite: running a copy method");
MODULE_LICENSE("GPL");
