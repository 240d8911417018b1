// SPDX-License-Identifier: GPL-2.0
/*
 * Every copy method, every byte: lengths, alignments of either side, ranges
 * that end or begin at a page that cannot be accessed, and everything around
 * the range left alone.
 *
 * A plain run takes a part of the alignments of each length; with
 * WCBAR_SOAK=1 it takes all of them.
 */
#include "copytest.h"

#include "../kunit/copy_broken.h"
#include "../kunit/copy_case.h"
#include "movdir64b_emulate.h"

#define ALL_LENGTHS	1024	/* every length up to here */
#define OFFSETS		64	/* every offset in a line */
#define BUFFER		(5UL << 20)

static struct copycases cases;

/* How much is tried; an emulated instruction costs a signal. */
static enum amount {
	FEW,
	MANY,
	ALL,
} amount;

/* What this CPU lacks is emulated, where the table of tests says so. */
static const struct wcbar_method *take(void **state)
{
	const struct wcbar_method *m = *state;

	amount = copytest_soak() ? ALL : MANY;
	if (*copytest_remark(m)) {
		movdir64b_emulate(NULL);
		amount = FEW;
	}
	return m;
}

static void try(const struct wcbar_method *m, const struct copycase *c)
{
	const char *bad = copycase_run(m, &cases, c);

	if (bad)
		fail_msg("%s", bad);
}

/* A deterministic sequence: a failure comes back in the next run. */
static u32 next_random(u32 *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static void lengths_and_offsets(void **state)
{
	const struct wcbar_method *m = take(state);
	static const unsigned int some[] = { 0, 1, 7, 8, 16, 32, 63 };
	struct copycase c = { 0 };
	unsigned int i, k, step = amount == FEW ? 7 : 1;

	for (c.len = 0; c.len <= ALL_LENGTHS; c.len += step) {
		for (i = 0; i < OFFSETS; i++) {
			c.dst_off = i;
			c.src_off = (i * 7 + c.len) % OFFSETS;
			try(m, &c);
			for (k = 0; amount == ALL && k < OFFSETS; k++) {
				c.src_off = k;
				try(m, &c);
			}
		}
		for (i = 0; amount == MANY && i < ARRAY_SIZE(some); i++) {
			for (k = 0; k < ARRAY_SIZE(some); k++) {
				c.dst_off = some[i];
				c.src_off = some[k];
				try(m, &c);
			}
		}
	}
}

/* One side touches a guard page, the other takes every offset. */
static void guard_pages(void **state)
{
	const struct wcbar_method *m = take(state);
	static const enum place edges[] = { PLACE_START, PLACE_END };
	unsigned int i, e, step = amount == ALL ? 1 : amount == MANY ? 5 : 31;

	for (e = 0; e < ARRAY_SIZE(edges); e++) {
		struct copycase c = { 0 };

		for (c.len = 0; c.len <= ALL_LENGTHS; c.len++) {
			for (i = c.len % step; i < OFFSETS; i += step) {
				c.dst_place = edges[e];
				c.dst_off = 0;
				c.src_place = PLACE_MIDDLE;
				c.src_off = i;
				try(m, &c);

				c.src_place = edges[e];
				c.src_off = 0;
				c.dst_place = PLACE_MIDDLE;
				c.dst_off = i;
				try(m, &c);
			}
			/* both sides at once, one at each end too */
			c.dst_off = 0;
			c.dst_place = edges[e];
			c.src_place = PLACE_START;
			try(m, &c);
			c.src_place = PLACE_END;
			try(m, &c);
		}
	}
}

static void larger(void **state)
{
	const struct wcbar_method *m = take(state);
	unsigned int i, n = amount == ALL ? 4000 : amount == MANY ? 200 : 5;
	u32 seed = 20240131;
	struct copycase c;

	for (i = 0; i < n; i++) {
		/* as many around each power of two up to 4 MiB */
		c.len = 1UL << (10 + next_random(&seed) % (i % 16 ? 7 : 13));
		c.len += next_random(&seed) % c.len;
		c.len = min_t(size_t, c.len, SZ_1M * 4);
		c.dst_off = next_random(&seed) % SZ_4K;
		c.src_off = next_random(&seed) % SZ_4K;
		c.dst_place = next_random(&seed) % 3;
		c.src_place = next_random(&seed) % 3;
		if (c.dst_place != PLACE_MIDDLE)
			c.dst_off %= 2;
		if (c.src_place != PLACE_MIDDLE)
			c.src_off %= 2;
		try(m, &c);
	}
}

static void off_by_one(void *d, const void *s, size_t len)
{
	memcpy(d, (const u8 *)s + 1, len);
}

static void spoils_source(void *d, const void *s, size_t len)
{
	memcpy(d, s, len);
	*(u8 *)s = 0xff;
}

/* Not that the methods are right, but that this test would notice. */
static void wrong_copies_are_noticed(void **state)
{
	static const struct wcbar_method wrong[] = {
		{ .name = "off_by_one", .write = off_by_one },
		{ .name = "spoils_source", .write = spoils_source },
	};
	struct copycase c = { .len = 96 };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		if (!copycase_run(&wrong[i], &cases, &c))
			fail_msg("%s was not noticed", wrong[i].name);
	for (i = 0; i < nr_copy_broken; i++) {
		const struct broken *b = &copy_broken[i];

		if (!copycase_run(&b->m, &cases, &c) != b->bytes_right)
			fail_msg("%s was misjudged", b->m.name);
	}
}

int main(void)
{
	unsigned int i;
	int failed;

	if (copycases_alloc(&cases, BUFFER))
		return 1;

	copytest_add(NULL, "wrong copies are noticed",
		     wrong_copies_are_noticed);
	for (i = 0; i < wcbar_nr_methods; i++) {
		const struct wcbar_method *m = wcbar_methods[i];

		if (!copytest_take(m))
			continue;
		copytest_add(m, "every length and offset", lengths_and_offsets);
		copytest_add(m, "beside guard pages", guard_pages);
		copytest_add(m, "larger copies", larger);
	}
	failed = copytest_run("copy methods, every byte");
	copycases_free(&cases);
	return failed;
}
