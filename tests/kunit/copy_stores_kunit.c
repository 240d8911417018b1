// SPDX-License-Identifier: GPL-2.0
/*
 * Every store of every write method and every load of every read method, in
 * the kernel, where some of the methods are the kernel's own functions.
 */
#include <kunit/test.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "copy_broken.h"
#include "copy_methods.h"
#include "copy_step.h"
#include "copy_trace.h"

static struct copycases cases;
static struct trace trace;

static int copy_stores_init(struct kunit_suite *suite)
{
	int ret = copycases_alloc(&cases, 4 * PAGE_SIZE);

	if (ret)
		return ret;
	ret = singlestep_init();
	if (ret)
		copycases_free(&cases);
	return ret;
}

static void copy_stores_exit(struct kunit_suite *suite)
{
	singlestep_exit();
	copycases_free(&cases);
}

static bool try(struct kunit *test, const struct wcbar_method *m, size_t len,
		unsigned int dst_off, unsigned int src_off)
{
	struct tracedcopy c = { .m = m, .cases = &cases };
	const char *bad;

	cond_resched();
	trace_copy(&trace, &c, len, dst_off, src_off);
	bad = trace_judge(&trace, m);
	if (!bad && trace.fences)
		bad = "the method fenced by itself";
	if (!bad && !trace.steps)
		bad = "nothing was seen";
	if (bad)
		KUNIT_FAIL(test,
			   "%s, %zu bytes to offset %u from offset %u: %s",
			   m->name, len, dst_off, src_off, bad);
	return !bad;
}

static void each_byte_is_stored_once(struct kunit *test)
{
	const struct wcbar_method *m = method_of(test);
	size_t len;

	for (len = 0; len <= 72; len++) {
		if (!try(test, m, len, len * 27 % 64, (len * 8 + 3) % 64))
			return;
		if (len % 3 == 0 &&
		    !try(test, m, len, (128 - len) % 64, len % 64))
			return;
	}
	try(test, m, 320, 0, 1);
	try(test, m, 257, 61, 0);
}

static void units_are_loaded_at_once(struct kunit *test)
{
	struct tracedcopy c = { .m = method_of(test), .cases = &cases };
	const char *bad = NULL;
	size_t len;

	for (len = 0; !bad && len <= 144; len++) {
		cond_resched();
		trace_read(&trace, &c, len, (len * 8 + 3) % 64, len * 27 % 64);
		bad = trace_judge_read(&trace, &c);
		if (bad)
			KUNIT_FAIL(test, "%zu bytes: %s", len, bad);
	}
}

static void a_copy_has_one_fence(struct kunit *test)
{
	const struct wcbar_method *m = method_of(test);
	static const size_t lengths[] = { 0, 1, 200 };
	struct wcbar_copy_ctl ctl = { 0 };
	struct tracedcopy c = { .m = m, .cases = &cases, .ctl = &ctl };
	unsigned int i;

	for (i = 0; i < 2 * ARRAY_SIZE(lengths); i++) {
		ctl.fence = i % 2;
		trace_copy(&trace, &c, lengths[i / 2], 3, 0);
		KUNIT_EXPECT_EQ(test, c.ret, 0);
		KUNIT_EXPECT_EQ(test, trace.fences, i % 2);
		if (ctl.fence)
			KUNIT_EXPECT_EQ(test, trace.stores_at_fence, trace.nr);
		KUNIT_EXPECT_TRUE(test, !trace_judge(&trace, m));
	}
}

static void an_error_has_one_fence(struct kunit *test)
{
	const struct wcbar_method reads = { .name = "reads", .dir = WCBAR_READ };
	struct wcbar_copy_ctl ctl = { .fence = true };
	struct tracedcopy c = { .m = &reads, .cases = &cases, .ctl = &ctl };

	trace_copy(&trace, &c, 100, 0, 0);
	KUNIT_EXPECT_EQ(test, c.ret, -EINVAL);
	KUNIT_EXPECT_EQ(test, trace.fences, 1);
	KUNIT_EXPECT_EQ(test, trace.nr, 0);
}

/*
 * What the wider stores are for, and that the loops are no longer than the
 * kernel's own. The numbers go to the log.
 */
static void instructions_of_a_line(struct kunit *test)
{
	u32 kernel = trace_per_line(&trace, &cases, "__iowrite64_copy");
	u32 store8 = trace_per_line(&trace, &cases, "store8");
	u32 movnti = trace_per_line(&trace, &cases, "movnti");
	u32 sse2 = trace_per_line(&trace, &cases, "movntdq");

	kunit_info(test, "16 lines: %u, store8 %u, movnti %u, movntdq %u",
		   kernel, store8, movnti, sse2);
	/* what KASAN adds to the loops would be counted, too */
	if (IS_ENABLED(CONFIG_KASAN))
		kunit_skip(test, "the compiler checks every access");
	KUNIT_EXPECT_LE(test, store8, kernel);
	KUNIT_EXPECT_LE(test, movnti, kernel);
	KUNIT_EXPECT_LT(test, 2 * sse2, kernel);
}

static void broken_promises_are_noticed(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < nr_copy_broken; i++) {
		const struct broken *b = &copy_broken[i];
		struct tracedcopy c = { .m = &b->m, .cases = &cases };
		const char *said;

		trace_copy(&trace, &c, 96, 0, 0);
		said = trace_judge(&trace, c.m);
		KUNIT_EXPECT_STREQ_MSG(test, said ? said : "sound",
				       b->expected ? b->expected : "sound",
				       "%s", b->m.name);
	}
	for (i = 0; i < nr_copy_broken_reads; i++) {
		const struct broken *b = &copy_broken_reads[i];
		struct tracedcopy c = { .m = &b->m, .cases = &cases };
		const char *said;

		trace_read(&trace, &c, 96, 0, 0);
		said = trace_judge_read(&trace, &c);
		KUNIT_EXPECT_STREQ_MSG(test, said ? said : "sound",
				       b->expected ? b->expected : "sound",
				       "%s", b->m.name);
	}
}

static struct kunit_case copy_stores_cases[] = {
	KUNIT_CASE(broken_promises_are_noticed),
	KUNIT_CASE(an_error_has_one_fence),
	KUNIT_CASE(instructions_of_a_line),
	KUNIT_CASE_PARAM(each_byte_is_stored_once, write_method_gen_params),
	KUNIT_CASE_PARAM(a_copy_has_one_fence, write_method_gen_params),
	KUNIT_CASE_PARAM(units_are_loaded_at_once, read_method_gen_params),
	{}
};

static struct kunit_suite copy_stores_suite = {
	.name = "wcbar_copy_stores",
	.suite_init = copy_stores_init,
	.suite_exit = copy_stores_exit,
	.test_cases = copy_stores_cases,
};

kunit_test_suites(&copy_stores_suite);

MODULE_DESCRIPTION("KUnit suite: every store of every write method");
MODULE_LICENSE("GPL");
