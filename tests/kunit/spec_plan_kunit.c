// SPDX-License-Identifier: GPL-2.0
/*
 * What the words of a specification amount to together: which methods run in
 * which directions, how far into the window the threads reach, how many
 * operations and samples there are.
 */
#include <kunit/test.h>

#include "spec_case.h"

struct window_case {
	const char *desc;
	u64 window;
	const char *text;
	int ret;
};

static const struct window_case windows[] = {
	{ "the whole window in one operation", WINDOW, "size=64M", 0 },
	{ "the last byte of the window", WINDOW, "size=1 offset=67108863", 0 },
	{ "the default size in a window of 4 KiB", SZ_4K, "map=wc", 0 },
	{ "the default size in a window of less", SZ_4K - 1, "map=wc",
	  -EINVAL },
	{ "a window of one byte", 1, "size=1", 0 },
	{ "no window at all", 0, "size=1", -EINVAL },
	{ "an offset of 0 in no window", 0, "offset=0", -EINVAL },
	{ "the largest window there can be", U64_MAX,
	  "size=18446744073709551615", 0 },
	{ "and a byte behind its first one", U64_MAX,
	  "size=18446744073709551615 offset=1", -EINVAL },
	{ "two threads share the window", WINDOW, "threads=2 size=32M", 0 },
	{ "two threads and a byte too much", WINDOW,
	  "threads=2 size=33554433", -EINVAL },
	{ "two threads in half of the window", WINDOW,
	  "threads=2 size=16M offset=32M", 0 },
	{ "two threads in less than half of it", WINDOW,
	  "threads=2 size=16M offset=33554433", -EINVAL },
	{ "slices begin on lines, the last one ends where it does", 65,
	  "threads=2 size=1", 0 },
	{ "and need the room", 64, "threads=2 size=1", -EINVAL },
	{ "64 threads of a line", 4096, "threads=64 size=64", 0 },
	{ "64 threads of a byte more", 4096, "threads=64 size=65", -EINVAL },
	{ "slices whose rounded size leaves 64 bits", U64_MAX,
	  "threads=2 size=18446744073709551615", -EINVAL },
	{ "slices whose sum leaves 64 bits", U64_MAX,
	  "threads=64 size=0x800000000000000", -EINVAL },
};

KUNIT_ARRAY_PARAM_DESC(windows, windows, desc);

static void the_window_is_the_bound(struct kunit *test)
{
	const struct window_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, c->ret,
			spec_case_parse(test, c->text, strlen(c->text),
					c->window));
}

static const struct spec_bad bad[] = {
	{ "no threads", "threads=0", "threads", "0 is less than 1" },
	{ "65 threads", "threads=65", "threads", "65 is more than 64" },
	{ "a negative number of threads", "threads=-2", "threads",
	  "negative" },
	{ "more iterations in all threads than a million",
	  "threads=2 size=64 iterations=500001", "iterations",
	  "500001 in each of 2 threads" },
	{ "iterations of all threads that leave 32 bits",
	  "threads=64 size=64 iterations=1000000", "iterations", "64" },
	{ "a batch of more than 65536", "batch=65537", "batch", "65537" },
	{ "a batch larger than the iterations", "iterations=9 batch=10",
	  "batch", "10 is more than iterations, 9" },
	{ "a batch with a cold buffer", "cold=1 batch=2", "batch", "cold=1" },
	{ "a time of more than ten minutes", "time=600001", "time",
	  "600001" },
	{ "a time with a unit", "time=5s", "time", "'5s'" },
	{ "cold of 2", "cold=2", "cold", "2" },
	{ "threads that leave the window", "threads=3 size=32M", "threads",
	  "3 slices" },
	{ "auto in capitals", "method=AUTO", "method", "'AUTO'" },
};

KUNIT_ARRAY_PARAM_DESC(bad, bad, desc);

static void bad_plans_are_refused(struct kunit *test)
{
	spec_case_refused(test, test->param_value);
}

struct dir_case {
	const char *text;
	u64 methods;
	u32 auto_dirs;
	u32 dirs;
	u32 rows;
};

#define A	SPEC_A
#define B	SPEC_B
#define C	SPEC_C
#define W	WCBAR_DIR_WRITE
#define R	WCBAR_DIR_READ

static const struct dir_case dirs[] = {
	{ "dir=write", A | B, 0, W, 2 },
	{ "dir=read", C, 0, R, 1 },
	{ "dir=both", A | B | C, 0, W | R, 3 },
	{ "dir=read,write", A | B | C, 0, W | R, 3 },
	{ "method=memcpy_fromio", C, 0, R, 1 },
	{ "method=memcpy_toio", A, 0, W, 1 },
	{ "method=memcpy_toio,memcpy_toio", A, 0, W, 1 },
	{ "method=memcpy_fromio,movnti", B | C, 0, W | R, 2 },
	{ "method=memcpy_fromio,movnti dir=read", C, 0, R, 1 },
	{ "method=all,movnti dir=write", A | B, 0, W, 2 },
	{ "method=auto", 0, W | R, W | R, 2 },
	{ "method=auto dir=read", 0, R, R, 1 },
	{ "method=auto,movnti dir=write", B, W, W, 2 },
	{ "method=auto,all", A | B | C, W | R, W | R, 5 },
	{ "method=memcpy_fromio,auto dir=write", 0, W, W, 1 },
	{ "method=movnti map=wc,uc size=1..4 offset=0,1", B, 0, W, 12 },
};

static void dir_desc(const struct dir_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s %s", c->text,
		 c->dirs == W ? "writes only" :
		 c->dirs == R ? "reads only" : "writes and reads");
}

KUNIT_ARRAY_PARAM(dirs, dirs, dir_desc);

static void directions_are_those_of_the_methods(struct kunit *test)
{
	const struct dir_case *c = test->param_value;
	struct spec_case *ctx = test->priv;

	KUNIT_ASSERT_EQ(test, 0, spec_case_parse(test, c->text,
						 strlen(c->text), WINDOW));
	KUNIT_EXPECT_EQ(test, ctx->spec.methods, c->methods);
	KUNIT_EXPECT_EQ(test, ctx->spec.auto_dirs, c->auto_dirs);
	KUNIT_EXPECT_EQ(test, ctx->spec.dirs, c->dirs);
	KUNIT_EXPECT_EQ(test, wcbar_spec_rows(&ctx->spec), c->rows);
}

struct sample_case {
	const char *text;
	u64 size;
	u32 iterations;
	u32 batch;
	u32 samples;
};

static const struct sample_case samples[] = {
	{ "verify=1", 1, 1000, 64, 16 },
	{ "verify=1", 64, 1000, 64, 16 },
	{ "verify=1", 100, 1000, 40, 25 },
	{ "verify=1", 4095, 1000, 1, 1000 },
	{ "verify=1", SZ_64K, 1000, 1, 1000 },
	{ "verify=1", SZ_1M, 64, 1, 64 },
	{ "verify=1", 32 * (u64)MIB, 8, 1, 8 },
	{ "verify=1", U64_MAX, 8, 1, 8 },
	{ "iterations=3", 1, 3, 1, 3 },
	{ "iterations=16", 64, 16, 2, 8 },
	{ "iterations=1000000", 64, 1000000, 64, 15625 },
	{ "iterations=10 batch=4", 64, 10, 4, 3 },
	{ "iterations=10 batch=10", SZ_1M, 10, 10, 1 },
	{ "batch=65536", SZ_1M, 65536, 65536, 1 },
	{ "batch=1", 64, 1000, 1, 1000 },
	{ "cold=1", 64, 1000, 1, 1000 },
	{ "cold=1 batch=1", 64, 1000, 1, 1000 },
	{ "time=5", 64, 1000000, 64, 15625 },
	{ "time=5 threads=64 size=64", 64, 15625, 64, 245 },
	{ "time=5 iterations=7 batch=7", 64, 7, 7, 1 },
};

static void sample_desc(const struct sample_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE,
		 "%s: %u operations of %llu bytes make %u samples", c->text,
		 c->iterations, c->size, c->samples);
}

KUNIT_ARRAY_PARAM(samples, samples, sample_desc);

static void operations_and_samples(struct kunit *test)
{
	const struct sample_case *c = test->param_value;
	struct spec_case *ctx = test->priv;

	KUNIT_ASSERT_EQ(test, 0, spec_case_parse(test, c->text,
						 strlen(c->text), WINDOW));
	KUNIT_EXPECT_EQ(test, wcbar_spec_iterations(&ctx->spec, c->size),
			c->iterations);
	KUNIT_EXPECT_EQ(test, wcbar_spec_batch(&ctx->spec, c->size), c->batch);
	KUNIT_EXPECT_EQ(test, wcbar_spec_samples(&ctx->spec, c->size),
			c->samples);
}

static void slices_of_threads(struct kunit *test)
{
	struct wcbar_spec *spec = &((struct spec_case *)test->priv)->spec;

	KUNIT_EXPECT_EQ(test, wcbar_spec_pitch(1), 64);
	KUNIT_EXPECT_EQ(test, wcbar_spec_pitch(64), 64);
	KUNIT_EXPECT_EQ(test, wcbar_spec_pitch(65), 128);
	spec->threads = 1;
	KUNIT_EXPECT_EQ(test, wcbar_spec_span(spec, 100), 100);
	spec->threads = 3;
	KUNIT_EXPECT_EQ(test, wcbar_spec_span(spec, 100), 128 + 128 + 100);
}

static struct kunit_case spec_plan_cases[] = {
	KUNIT_CASE_PARAM(the_window_is_the_bound, windows_gen_params),
	KUNIT_CASE_PARAM(bad_plans_are_refused, bad_gen_params),
	KUNIT_CASE_PARAM(directions_are_those_of_the_methods, dirs_gen_params),
	KUNIT_CASE_PARAM(operations_and_samples, samples_gen_params),
	KUNIT_CASE(slices_of_threads),
	{}
};

static struct kunit_suite spec_plan_suite = {
	.name = "wcbar_spec_plan",
	.init = spec_case_init,
	.test_cases = spec_plan_cases,
};

kunit_test_suites(&spec_plan_suite);

MODULE_DESCRIPTION("KUnit suite: what a run specification amounts to");
MODULE_LICENSE("GPL");
