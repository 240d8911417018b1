// SPDX-License-Identifier: GPL-2.0
/*
 * Every copy method, every byte, in the kernel: lengths, alignments of either
 * side, ranges that end or begin where vmalloc memory does, and everything
 * around the range left alone.
 *
 * Under emulation this takes a sample of the alignments of each length; the
 * same cases run in full in user space. soak=1 takes many more.
 */
#include <kunit/test.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "copy_broken.h"
#include "copy_case.h"
#include "copy_methods.h"

#define ALL_LENGTHS	1024
#define OFFSETS		64
#define BUFFER		(24 * PAGE_SIZE)
#define LARGEST		(20 * PAGE_SIZE)

static bool soak;
module_param(soak, bool, 0444);
MODULE_PARM_DESC(soak, "try many more lengths and offsets");

static struct copycases cases;

static int copy_bytes_init(struct kunit_suite *suite)
{
	return copycases_alloc(&cases, BUFFER);
}

static void copy_bytes_exit(struct kunit_suite *suite)
{
	copycases_free(&cases);
}

/* False after a failure, of which one is enough. */
static bool try(struct kunit *test, const struct wcbar_method *m,
		const struct copycase *c)
{
	const char *bad = copycase_run(m, &cases, c);

	if (bad)
		KUNIT_FAIL(test, "%s", bad);
	return !bad;
}

static void every_length(struct kunit *test)
{
	const struct wcbar_method *m = method_of(test);
	struct copycase c = { 0 };
	unsigned int i, step = soak ? 1 : 7;

	for (c.len = 0; c.len <= ALL_LENGTHS; c.len++) {
		cond_resched();
		for (i = c.len % step; i < OFFSETS; i += step) {
			c.dst_off = i;
			c.src_off = (i * 7 + c.len) % OFFSETS;
			if (!try(test, m, &c))
				return;
			c.src_off = i;
			if (!try(test, m, &c))
				return;
		}
	}
}

/* The edges are those of the two vmalloc areas. */
static void beside_guard_pages(struct kunit *test)
{
	const struct wcbar_method *m = method_of(test);
	struct copycase c = { 0 };
	unsigned int k;

	for (c.len = 0; c.len <= ALL_LENGTHS; c.len += soak ? 1 : 3) {
		cond_resched();
		/* each side at one end, at the other, or a little off it */
		for (k = 0; k < 9; k++) {
			static const enum place places[] = {
				PLACE_START, PLACE_END, PLACE_MIDDLE,
			};

			c.dst_place = places[k / 3];
			c.src_place = places[k % 3];
			c.dst_off = k / 3 == 2 ? c.len % OFFSETS : 0;
			c.src_off = k % 3 == 2 ? c.len * 5 % OFFSETS : 0;
			if (!try(test, m, &c))
				return;
		}
	}
}

static void larger(struct kunit *test)
{
	const struct wcbar_method *m = method_of(test);
	struct copycase c = { 0 };
	unsigned int i;
	u32 seed = 1;

	for (i = 0; i < (soak ? 400 : 40); i++) {
		cond_resched();
		seed = seed * 1664525 + 1013904223;
		c.len = ALL_LENGTHS + (seed >> 8) % (LARGEST - ALL_LENGTHS);
		c.dst_off = (seed >> 4) % OFFSETS;
		c.src_off = (seed >> 12) % OFFSETS;
		c.dst_place = i % 3;
		c.src_place = i / 3 % 3;
		if (!try(test, m, &c))
			return;
	}
}

/* Not that the methods are right, but that this test would notice. */
static void wrong_copies_are_noticed(struct kunit *test)
{
	struct copycase c = { .len = 96 };
	unsigned int i;

	for (i = 0; i < nr_copy_broken; i++) {
		const struct broken *b = &copy_broken[i];

		KUNIT_EXPECT_EQ_MSG(test, b->bytes_right,
				    !copycase_run(&b->m, &cases, &c), "%s",
				    b->m.name);
	}
}

static struct kunit_case copy_bytes_cases[] = {
	KUNIT_CASE(wrong_copies_are_noticed),
	KUNIT_CASE_PARAM(every_length, method_gen_params),
	KUNIT_CASE_PARAM(beside_guard_pages, method_gen_params),
	KUNIT_CASE_PARAM(larger, method_gen_params),
	{}
};

static struct kunit_suite copy_bytes_suite = {
	.name = "wcbar_copy_bytes",
	.suite_init = copy_bytes_init,
	.suite_exit = copy_bytes_exit,
	.test_cases = copy_bytes_cases,
};

kunit_test_suites(&copy_bytes_suite);

MODULE_DESCRIPTION("KUnit suite: every copy method, every byte");
MODULE_LICENSE("GPL");
