// SPDX-License-Identifier: GPL-2.0
/*
 * Running a copy method: pieces, being stopped, errors, and exactly one store
 * fence on every path out.
 */
#include "copytest.h"

#include "../kunit/copy_trace.h"
#include "movdir64b_emulate.h"

#define BUFFER		(16UL << 10)
#define PIECE		SZ_1M	/* as in dispatch.c, for user space */

static struct copycases cases;
static struct trace trace;

/* What the method below was asked to copy. */
static struct {
	unsigned int calls;
	const u8 *dev;		/* where the next piece has to begin */
	const u8 *mem;
	size_t longest;
	bool gap;
	bool split_line;
} seen;

static void see(const void *dev, const void *mem, size_t len)
{
	if (seen.calls++) {
		seen.gap |= dev != seen.dev || mem != seen.mem;
		seen.split_line |= (unsigned long)dev % 64;
	}
	seen.dev = (const u8 *)dev + len;
	seen.mem = (const u8 *)mem + len;
	seen.longest = max_t(size_t, seen.longest, len);
}

static void see_write(void *d, const void *s, size_t len)
{
	see(d, s, len);
}

static void see_read(void *d, const void *s, size_t len)
{
	see(s, d, len);
}

static const struct wcbar_method writes = {
	.name = "writes", .dir = WCBAR_WRITE, .write = see_write,
};

static const struct wcbar_method reads = {
	.name = "reads", .dir = WCBAR_READ, .read = see_read,
};

static int copy(const struct wcbar_method *m, unsigned long dev, size_t len,
		const struct wcbar_copy_ctl *ctl)
{
	/* never touched: the methods above only look at the addresses */
	u8 *d = (u8 *)(16 * PIECE + dev);
	u8 *s = (u8 *)(64 * PIECE);
	int ret;

	memset(&seen, 0, sizeof(seen));
	if (m->dir == WCBAR_WRITE)
		ret = wcbar_copy_to(m, d, s, len, ctl);
	else
		ret = wcbar_copy_from(m, s, d, len, ctl);
	if (!ret) {
		assert_ptr_equal(seen.dev, d + len);
		assert_ptr_equal(seen.mem, s + len);
	}
	assert_false(seen.gap);
	assert_false(seen.split_line);
	return ret;
}

/* Counts down; then it is time to stop. */
static int stop_after(void *arg)
{
	int *left = arg;

	return (*left)-- ? 0 : -EINTR;
}

static void in_one_piece(void **state)
{
	const struct wcbar_copy_ctl ctl = { .fence = true };

	(void)state;
	assert_int_equal(copy(&writes, 5, 8 * PIECE, NULL), 0);
	assert_int_equal(seen.calls, 1);
	assert_int_equal(copy(&writes, 5, 8 * PIECE, &ctl), 0);
	assert_int_equal(seen.calls, 1);
	assert_int_equal(copy(&reads, 5, 8 * PIECE, NULL), 0);
	assert_int_equal(seen.calls, 1);
	assert_int_equal(copy(&writes, 0, 0, NULL), 0);
	assert_int_equal(seen.calls, 1);
}

static void in_pieces(void **state)
{
	const struct wcbar_method *both[] = { &writes, &reads };
	unsigned int i, off;
	int never = -1;
	const struct wcbar_copy_ctl ctl = {
		.stop = stop_after, .arg = &never,
	};

	(void)state;
	for (i = 0; i < ARRAY_SIZE(both); i++) {
		for (off = 0; off < 130; off += 13) {
			size_t len = 8 * PIECE + 77;

			assert_int_equal(copy(both[i], off, len, &ctl), 0);
			assert_in_range(seen.calls, 9, 10);
			assert_in_range(seen.longest, PIECE - 63, PIECE);
		}
		/* as much as fits is still one piece */
		assert_int_equal(copy(both[i], 0, PIECE, &ctl), 0);
		assert_int_equal(seen.calls, 1);
		assert_int_equal(copy(both[i], 1, PIECE - 1, &ctl), 0);
		assert_int_equal(seen.calls, 1);
		assert_int_equal(copy(both[i], 1, PIECE, &ctl), 0);
		assert_int_equal(seen.calls, 2);
	}
}

static void stopped(void **state)
{
	const struct wcbar_method *both[] = { &writes, &reads };
	unsigned int i;
	int left;
	const struct wcbar_copy_ctl ctl = { .stop = stop_after, .arg = &left };

	(void)state;
	for (i = 0; i < ARRAY_SIZE(both); i++) {
		left = 0;
		assert_int_equal(copy(both[i], 0, 8 * PIECE, &ctl), -EINTR);
		assert_int_equal(seen.calls, 1);
		left = 3;
		assert_int_equal(copy(both[i], 0, 8 * PIECE, &ctl), -EINTR);
		assert_int_equal(seen.calls, 4);
		/* asked between pieces only: not before, and not at the end */
		left = 0;
		assert_int_equal(copy(both[i], 0, PIECE, &ctl), 0);
		left = 7;
		assert_int_equal(copy(both[i], 0, 8 * PIECE, &ctl), 0);
		assert_int_equal(left, 0);
	}
}

static void wrong_direction(void **state)
{
	u8 byte = 1, other = 2;

	(void)state;
	assert_int_equal(wcbar_copy_to(&reads, &byte, &other, 1, NULL),
			 -EINVAL);
	assert_int_equal(wcbar_copy_from(&writes, &byte, &other, 1, NULL),
			 -EINVAL);
	assert_int_equal(byte, 1);
}

/* One fence, behind all stores, or none where the caller asked for none. */
static void fences(const struct wcbar_method *m, size_t len, bool fence)
{
	struct wcbar_copy_ctl ctl = { .fence = fence };
	struct tracedcopy c = { .m = m, .cases = &cases, .ctl = &ctl };

	trace_copy(&trace, &c, len, 3, 0);
	assert_int_equal(c.ret, 0);
	assert_int_equal(trace.fences, fence ? 1 : 0);
	if (fence)
		assert_int_equal(trace.stores_at_fence, trace.nr);
	assert_null(trace_judge(&trace, m));
}

static void emulated(void)
{
	trace_look(&trace);
}

static void one_fence(void **state)
{
	const struct wcbar_method *m = *state;

	if (*copytest_remark(m))
		movdir64b_emulate(emulated);
	fences(m, 0, true);
	fences(m, 1, true);
	fences(m, 200, true);
	fences(m, 0, false);
	fences(m, 200, false);
}

static void one_fence_after_an_error(void **state)
{
	struct wcbar_copy_ctl ctl = { .fence = true };
	struct tracedcopy c = { .m = &reads, .cases = &cases, .ctl = &ctl };

	(void)state;
	trace_copy(&trace, &c, 100, 0, 0);
	assert_int_equal(c.ret, -EINVAL);
	assert_int_equal(trace.fences, 1);
	assert_int_equal(trace.nr, 0);

	ctl.fence = false;
	trace_copy(&trace, &c, 100, 0, 0);
	assert_int_equal(c.ret, -EINVAL);
	assert_int_equal(trace.fences, 0);
}

static void one_fence_after_a_stop(void **state)
{
	int left = 2;
	struct wcbar_copy_ctl ctl = {
		.fence = true, .stop = stop_after, .arg = &left,
	};
	struct tracedcopy c = { .m = &writes, .cases = &cases, .ctl = &ctl };

	(void)state;
	trace_unwatched(&trace, &c, 8 * PIECE);
	assert_int_equal(c.ret, -EINTR);
	assert_int_equal(trace.fences, 1);

	left = 2;
	ctl.fence = false;
	trace_unwatched(&trace, &c, 8 * PIECE);
	assert_int_equal(c.ret, -EINTR);
	assert_int_equal(trace.fences, 0);
}

int main(void)
{
	unsigned int i;
	int failed;

	if (copycases_alloc(&cases, BUFFER))
		return 1;

	copytest_add(NULL, "a copy nobody can stop is one piece", in_one_piece);
	copytest_add(NULL, "pieces follow each other on line boundaries",
		     in_pieces);
	copytest_add(NULL, "a copy is stopped between pieces", stopped);
	copytest_add(NULL, "a method of the other direction is refused",
		     wrong_direction);
	copytest_add(NULL, "one fence after an error",
		     one_fence_after_an_error);
	copytest_add(NULL, "one fence after a stop", one_fence_after_a_stop);
	for (i = 0; i < wcbar_nr_methods; i++) {
		const struct wcbar_method *m = wcbar_methods[i];

		if (m->dir == WCBAR_WRITE && copytest_take(m))
			copytest_add(m, "one fence for a copy", one_fence);
	}
	failed = copytest_run("running a copy method");
	copycases_free(&cases);
	return failed;
}
