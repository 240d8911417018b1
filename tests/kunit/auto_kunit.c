// SPDX-License-Identifier: GPL-2.0
/*
 * auto's table: what is built in, looked up, pinned, measured, saved and
 * loaded, with the methods and the CPU that there are, and a clock that is
 * made up.
 */
#include <kunit/test.h>
#include <linux/mm.h>
#include <linux/sizes.h>
#include <wcbar/auto.h>

/**
 * struct context - what a test works on: too large for a stack
 * @a: the table
 * @b: another one
 * @probe: how it is measured
 * @text: room for a table's text
 * @err: room for a sentence
 * @now: the made-up clock, ns
 * @fast: the method that costs least
 * @calls: measurements so far
 * @fail_at: the measurement that fails, 0 for none
 */
struct context {
	struct wcbar_auto a;
	struct wcbar_auto b;
	struct wcbar_auto_probe probe;
	char text[WCBAR_AUTO_TEXT];
	char err[WCBAR_SPEC_ERR];
	u64 now;
	const struct wcbar_method *fast;
	u32 calls;
	u32 fail_at;
};

static int auto_init(struct kunit *test)
{
	struct context *c = kvzalloc(sizeof(*c), GFP_KERNEL);

	test->priv = c;
	if (!c)
		return -ENOMEM;
	wcbar_auto_builtin(&c->a, wcbar_cpu_features());
	return 0;
}

static void auto_exit(struct kunit *test)
{
	kvfree(test->priv);
}

static int made_up_time(void *arg, const struct wcbar_method *m,
			enum wcbar_auto_use use, u32 offset, size_t len,
			u64 *ps)
{
	struct context *c = arg;

	c->now += c->probe.quantum_ns;
	*ps = (m == c->fast ? 1000 : 5000) * (len + 64);
	return ++c->calls == c->fail_at ? -EIO : 0;
}

static u64 made_up_now(void *arg)
{
	return ((struct context *)arg)->now;
}

static int measure(struct context *c, const char *fast)
{
	c->fast = wcbar_method_find(fast, strlen(fast));
	c->probe.time = made_up_time;
	c->probe.now_ns = made_up_now;
	c->probe.arg = c;
	c->probe.max = SZ_64K + 64;
	c->probe.budget_ms = WCBAR_AUTO_BUDGET_MS;
	return wcbar_auto_measure(&c->a, WCBAR_MT_WC, WCBAR_AUTO_BLOCK,
				  &c->probe);
}

static void expect_served(struct kunit *test, u32 type, u32 use, u32 align)
{
	const struct wcbar_auto *a = &((struct context *)test->priv)->a;
	const struct wcbar_method *m;
	u32 class;

	for (class = 0; class < WCBAR_AUTO_CLASSES; class++) {
		m = a->slot[type][use].pick[align][class];
		KUNIT_ASSERT_NOT_NULL(test, m);
		KUNIT_EXPECT_TRUE(test, wcbar_auto_candidate(m, type, use,
							     align, a->have));
	}
}

static void every_place_has_a_method_that_runs_here(struct kunit *test)
{
	u32 type, use, align;

	for (type = 0; type < WCBAR_MT_NUM; type++) {
		for (use = 0; use < WCBAR_AUTO_USES; use++) {
			for (align = 0; align < WCBAR_AUTO_ALIGNS; align++)
				expect_served(test, type, use, align);
		}
	}
}

static void lengths_have_their_class(struct kunit *test)
{
	u32 class;

	for (class = 4; class < WCBAR_AUTO_CLASSES; class++) {
		size_t size = wcbar_auto_class_size(class);

		KUNIT_EXPECT_EQ(test, wcbar_auto_class(size), class);
		KUNIT_EXPECT_LT(test, wcbar_auto_class(size - 1), class);
	}
	KUNIT_EXPECT_LT(test, wcbar_auto_class(0), 4);
	KUNIT_EXPECT_EQ(test, wcbar_auto_class(SIZE_MAX),
			WCBAR_AUTO_CLASSES - 1);
}

static const struct wcbar_method *
picked(struct context *c, unsigned long at, size_t len)
{
	return wcbar_auto_pick(&c->a.slot[WCBAR_MT_WC][WCBAR_AUTO_BLOCK],
			       (void __iomem *)at, len);
}

static void the_fastest_is_taken(struct kunit *test)
{
	struct context *c = test->priv;
	static const size_t sizes[] = { 1, 64, 768, SZ_4K, SZ_64K, SZ_32M };
	u32 i;

	KUNIT_ASSERT_EQ(test, measure(c, "store4"), 0);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		KUNIT_EXPECT_PTR_EQ(test, picked(c, 0x1000, sizes[i]), c->fast);
		KUNIT_EXPECT_PTR_EQ(test, picked(c, 0x1008, sizes[i]), c->fast);
		KUNIT_EXPECT_PTR_EQ(test, picked(c, 0x1001, sizes[i]), c->fast);
	}
	/* and nothing else has changed */
	wcbar_auto_builtin(&c->b, wcbar_cpu_features());
	KUNIT_EXPECT_MEMEQ(test, &c->a.slot[WCBAR_MT_UC],
			   &c->b.slot[WCBAR_MT_UC], sizeof(c->a.slot[0]));
	KUNIT_EXPECT_MEMEQ(test, &c->a.slot[WCBAR_MT_WC][WCBAR_AUTO_READ],
			   &c->b.slot[WCBAR_MT_WC][WCBAR_AUTO_READ],
			   sizeof(c->a.slot[0][0]));
}

static void measuring_keeps_to_its_budget(struct kunit *test)
{
	struct context *c = test->priv;

	KUNIT_ASSERT_EQ(test, measure(c, "movnti"), 0);
	KUNIT_EXPECT_GT(test, c->calls, 0);
	KUNIT_EXPECT_LE(test, c->now, 200 * 1000000ULL);
}

static void an_error_ends_measuring(struct kunit *test)
{
	struct context *c = test->priv;

	c->fail_at = 7;
	KUNIT_EXPECT_EQ(test, measure(c, "movnti"), -EIO);
	KUNIT_EXPECT_EQ(test, c->calls, 7);
}

static void what_is_pinned_stays(struct kunit *test)
{
	struct context *c = test->priv;
	const struct wcbar_method *m = wcbar_method_find("store8", 6);

	KUNIT_ASSERT_EQ(test, wcbar_auto_pin(&c->a, WCBAR_MT_WC,
					     WCBAR_AUTO_BLOCK, m), 0);
	KUNIT_EXPECT_EQ(test, measure(c, "store4"), 0);
	KUNIT_EXPECT_PTR_EQ(test, picked(c, 0x1000, 64), m);
	KUNIT_EXPECT_EQ(test, c->calls, 0);
	/* what reads cannot be pinned to write */
	KUNIT_EXPECT_EQ(test, wcbar_auto_pin(&c->a, WCBAR_MT_WC,
					     WCBAR_AUTO_BLOCK,
					     wcbar_method_find("load8", 5)),
			-EINVAL);
}

static void a_saved_table_is_loaded(struct kunit *test)
{
	struct context *c = test->priv;
	int len;

	KUNIT_ASSERT_EQ(test, measure(c, "store4"), 0);
	len = wcbar_auto_save(&c->a, c->text, sizeof(c->text));
	KUNIT_ASSERT_GT(test, len, 0);
	KUNIT_EXPECT_EQ(test, len, (int)strlen(c->text));
	wcbar_auto_builtin(&c->b, wcbar_cpu_features());
	KUNIT_EXPECT_EQ(test, wcbar_auto_load(&c->b, c->text, len, c->err), 0);
	KUNIT_EXPECT_MEMEQ(test, &c->a, &c->b, sizeof(c->a));
	/* room for all of it, or nothing */
	KUNIT_EXPECT_EQ(test, wcbar_auto_save(&c->a, c->text, len), -ENOSPC);
	KUNIT_EXPECT_EQ(test, wcbar_auto_save(&c->a, c->text, 1), -ENOSPC);
}

static void a_wrong_table_changes_nothing(struct kunit *test)
{
	static const char * const texts[] = {
		"#", "# wcbar-auto/2\n", "wc block line 0 store4 measured\n",
		"# wcbar-auto/1\nwc block line 0 store4 measured\nwc\n",
		"# wcbar-auto/1\nwc block line 0 store4 measured\nwc block line 5 store4 measured\n",
		"# wcbar-auto/1\nwc block line 0 store4 measured\nwc block line 0 load8 measured\n",
	};
	struct context *c = test->priv;
	u32 i;

	c->b = c->a;
	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		c->err[0] = '\0';
		KUNIT_EXPECT_EQ(test, wcbar_auto_load(&c->a, texts[i],
						      strlen(texts[i]), c->err),
				-EINVAL);
		KUNIT_EXPECT_GT(test, strlen(c->err), 0);
		KUNIT_EXPECT_MEMEQ(test, &c->a, &c->b, sizeof(c->a));
	}
}

static struct kunit_case auto_cases[] = {
	KUNIT_CASE(every_place_has_a_method_that_runs_here),
	KUNIT_CASE(lengths_have_their_class),
	KUNIT_CASE(the_fastest_is_taken),
	KUNIT_CASE(measuring_keeps_to_its_budget),
	KUNIT_CASE(an_error_ends_measuring),
	KUNIT_CASE(what_is_pinned_stays),
	KUNIT_CASE(a_saved_table_is_loaded),
	KUNIT_CASE(a_wrong_table_changes_nothing),
	{}
};

static struct kunit_suite auto_suite = {
	.name = "wcbar_auto",
	.init = auto_init,
	.exit = auto_exit,
	.test_cases = auto_cases,
};

kunit_test_suites(&auto_suite);

MODULE_DESCRIPTION("KUnit suite: auto's table of methods");
MODULE_LICENSE("GPL");
