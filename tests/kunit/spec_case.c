// SPDX-License-Identifier: GPL-2.0
/*
 * What the suites of the run specification share; see spec_case.h.
 */
#include "spec_case.h"

static const struct wcbar_method method_a = {
	.name = "memcpy_toio", .dir = WCBAR_WRITE,
};

static const struct wcbar_method method_b = {
	.name = "movnti", .dir = WCBAR_WRITE,
};

static const struct wcbar_method method_c = {
	.name = "memcpy_fromio", .dir = WCBAR_READ,
};

const struct wcbar_method *const wcbar_methods[] = {
	&method_a, &method_b, &method_c,
};

const unsigned int wcbar_nr_methods = ARRAY_SIZE(wcbar_methods);

/**
 * wcbar_method_find() - stands in for that of drivers/wcbar/copy/table.c
 * @name: name of a method, not terminated
 * @len: its length, bytes
 *
 * Return: the method, or NULL.
 */
const struct wcbar_method *wcbar_method_find(const char *name, size_t len)
{
	unsigned int i;

	for (i = 0; i < wcbar_nr_methods; i++) {
		if (strlen(wcbar_methods[i]->name) == len &&
		    !memcmp(wcbar_methods[i]->name, name, len))
			return wcbar_methods[i];
	}
	return NULL;
}

/**
 * spec_case_init() - a test's own struct spec_case, in its priv
 * @test: the test
 *
 * Return: 0 or -ENOMEM.
 */
int spec_case_init(struct kunit *test)
{
	test->priv = kunit_kzalloc(test, sizeof(struct spec_case), GFP_KERNEL);
	return test->priv ? 0 : -ENOMEM;
}

/**
 * spec_case_parse() - parse a text into the test's struct spec_case
 * @test: the test
 * @text: the text
 * @len: its length, bytes
 * @window: what it has to stay inside, bytes
 *
 * It is parsed out of a buffer that ends with it, so that reading past the
 * end is seen where KASAN is there.
 *
 * Return: what wcbar_spec_parse() returns.
 */
int spec_case_parse(struct kunit *test, const char *text, size_t len,
		    u64 window)
{
	struct spec_case *ctx = test->priv;
	struct wcbar_bounds bounds = { .window = window };
	char *copy = kunit_kmalloc(test, len, GFP_KERNEL);
	int ret;

	KUNIT_ASSERT_NOT_NULL(test, copy);
	memcpy(copy, text, len);
	memset(ctx->err, 'x', sizeof(ctx->err));
	ret = wcbar_spec_parse(copy, len, &bounds, &ctx->spec, ctx->err);
	kunit_kfree(test, copy);

	/* whatever comes out, the sentence ends, and is there just on error */
	KUNIT_ASSERT_NOT_NULL(test, memchr(ctx->err, 0, sizeof(ctx->err)));
	KUNIT_EXPECT_EQ(test, ret != 0, ctx->err[0] != 0);
	return ret;
}

/**
 * spec_case_refused() - a specification has to be refused, with a sentence
 * @test: the test
 * @bad: the specification
 */
void spec_case_refused(struct kunit *test, const struct spec_bad *bad)
{
	struct spec_case *ctx = test->priv;

	KUNIT_EXPECT_EQ(test, -EINVAL,
			spec_case_parse(test, bad->text, strlen(bad->text),
					WINDOW));
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(ctx->err, bad->key),
				  "no '%s' in: %s", bad->key, ctx->err);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(ctx->err, bad->word),
				  "no '%s' in: %s", bad->word, ctx->err);
	KUNIT_EXPECT_NULL(test, strchr(ctx->err, '\n'));
}
