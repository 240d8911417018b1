// SPDX-License-Identifier: GPL-2.0
/*
 * Files of results that somebody edited, cut short or made up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "output/benchout.h"
#include "tree.h"

#define STATS								\
	"{\"min\":1,\"median\":2.5,\"p99\":3,\"max\":4,\"mean\":2,\"stdev\":0.001}"
#define ROW								\
	"{\"method\":\"memcpy_toio\",\"map\":\"wc\",\"obtained\":\"wc\"," \
	"\"effective\":null,\"dir\":\"write\",\"size\":64,\"offset\":0,"  \
	"\"threads\":1,\"iterations\":8,\"issued_ns\":" STATS ","	\
	"\"arrived_ns\":" STATS ",\"gbps\":1.0,\"ns_per_64b\":1.0,"	\
	"\"verified\":true,\"skipped\":null}"
#define DOC								\
	"{\"schema\":\"wcbar-bench/1\",\"context\":{\"kernel\":\"6.1\","  \
	"\"numa_node\":-1,\"test_card\":true,\"error\":null},"		\
	"\"rows\":[" ROW "]}"

static struct results r;
static struct error e;

static int load(const char *text)
{
	char *exact = strdup(text);
	int ret;

	assert_non_null(exact);
	ret = bench_load_text(exact, strlen(exact), &r, &e);
	free(exact);
	return ret;
}

static void good(void **state)
{
	(void)state;
	assert_int_equal(load(DOC "\n \t\n"), 0);
	assert_int_equal(r.nr_rows, 1);
	assert_string_equal(facts_get(&r.context, "kernel"), "6.1");
	assert_string_equal(facts_get(&r.context, "numa_node"), "-1");
	assert_string_equal(facts_get(&r.context, "test_card"), "true");
	assert_null(facts_get(&r.context, "error"));
	assert_int_equal(r.rows[0].issued.median, 2500);
	assert_int_equal(r.rows[0].issued.stdev, 1);
	assert_int_equal(r.rows[0].effective, WCBAR_MT_UNKNOWN);
	assert_int_equal(r.rows[0].verified, WCBAR_VERIFY_OK);
	results_free(&r);
}

static void no_rows(void **state)
{
	(void)state;
	assert_int_equal(load("{\"schema\":\"wcbar-bench/1\",\"context\":{},\"rows\":[]}"),
			 0);
	assert_int_equal(r.nr_rows, 0);
	results_free(&r);
}

/* DOC with one thing replaced, and what is said of it */
static const struct {
	const char *from;
	const char *to;
	const char *err;
} changes[] = {
	{ DOC, "", "it is not JSON: unexpected end of data at byte 0" },
	{ DOC, "null", "it is not a file of results, its schema is not \"wcbar-bench/1\"" },
	{ DOC, "[]", "it is not a file of results, its schema is not \"wcbar-bench/1\"" },
	{ DOC, "{}", "it is not a file of results, its schema is not \"wcbar-bench/1\"" },
	{ "bench/1", "bench/2",
	  "it is not a file of results, its schema is not \"wcbar-bench/1\"" },
	{ "context", "kontext", "it has no 'context'" },
	{ "\"6.1\"", "{}", "'kernel' in its context is not plain text" },
	{ "\"6.1\"", "\"\\u001b[2J\"", "'kernel' in its context is not plain text" },
	{ "\"rows\"", "\"lines\"", "it has no 'rows'" },
	{ "[" ROW "]", "{}", "it has no 'rows'" },
	{ "[" ROW "]", "[1]", "row 1 is not an object" },
	{ "[" ROW "]", "[" ROW ",{}]", "'method' of row 2 is missing or wrong" },
	{ "memcpy_toio", "a_name_that_is_much_too_long", "'method' of row 1 is missing or wrong" },
	{ "\"memcpy_toio\"", "7", "'method' of row 1 is missing or wrong" },
	{ "memcpy_toio", "mem\\ncpy", "'method' of row 1 is missing or wrong" },
	{ "\"map\":\"wc\"", "\"map\":\"xx\"", "'map' of row 1 is missing or wrong" },
	{ "\"map\":\"wc\"", "\"map\":1", "'map' of row 1 is missing or wrong" },
	{ "\"obtained\"", "\"obtain\"", "'obtained' of row 1 is missing or wrong" },
	{ "null,\"dir\"", "{},\"dir\"", "'effective' of row 1 is missing or wrong" },
	{ "write", "wrote", "'dir' of row 1 is missing or wrong" },
	{ "\"size\":64", "\"size\":0", "'size' of row 1 is missing or wrong" },
	{ "\"size\":64", "\"size\":-64", "'size' of row 1 is missing or wrong" },
	{ "\"size\":64", "\"size\":64.5", "'size' of row 1 is missing or wrong" },
	{ "\"size\":64", "\"size\":\"64\"", "'size' of row 1 is missing or wrong" },
	{ "\"offset\":0", "\"offset\":-1", "'offset' of row 1 is missing or wrong" },
	{ "\"threads\":1", "\"threads\":4294967296", "'threads' of row 1 is missing or wrong" },
	{ "\"iterations\":8", "\"iterations\":-1", "'iterations' of row 1 is missing or wrong" },
	{ "\"iterations\":8", "\"iterations\":0", "'issued_ns' of row 1 is missing or wrong" },
	{ "2.5", "-2.5", "'issued_ns' of row 1 is missing or wrong" },
	{ "2.5", "NaN", "'issued_ns' of row 1 is missing or wrong" },
	{ "2.5", "1e30", "'issued_ns' of row 1 is missing or wrong" },
	{ "\"arrived_ns\":" STATS, "\"arrived_ns\":null",
	  "'arrived_ns' of row 1 is missing or wrong" },
	{ "\"verified\":true", "\"verified\":1", "'verified' of row 1 is missing or wrong" },
	{ "\"skipped\":null", "\"skipped\":false", "'skipped' of row 1 is missing or wrong" },
	{ "\"skipped\":null", "\"skip\":null", "'skipped' of row 1 is missing or wrong" },
};

static void changed(void **state)
{
	char text[4096];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(changes); i++) {
		const char *at = strstr(DOC, changes[i].from);

		assert_non_null(at);
		snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - DOC), DOC,
			 changes[i].to, at + strlen(changes[i].from));
		assert_int_equal(load(text), -EINVAL);
		assert_string_equal(e.text, changes[i].err);
		results_free(&r);
	}
}

/* However much of it is missing, it is said and nothing worse happens */
static void cut_short(void **state)
{
	static const char doc[] = DOC;
	char text[sizeof(doc)];
	size_t len;

	(void)state;
	for (len = 0; len < strlen(doc); len++) {
		snprintf(text, sizeof(text), "%.*s", (int)len, doc);
		assert_int_equal(load(text), -EINVAL);
		assert_non_null(strstr(e.text, "it is not JSON: "));
		results_free(&r);
	}
}

static void something_after_it(void **state)
{
	(void)state;
	assert_int_equal(load(DOC "x"), -EINVAL);
	assert_non_null(strstr(e.text,
			       "it is not JSON: something follows at byte "));
	results_free(&r);
	assert_int_equal(load(DOC DOC), -EINVAL);
	results_free(&r);
}

static void deep(void **state)
{
	char text[4096];

	(void)state;
	memset(text, '[', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(load(text), -EINVAL);
	assert_non_null(strstr(e.text, "it is not JSON: "));
	results_free(&r);
}

static void files(void **state)
{
	char want[512];

	(void)state;
	assert_int_equal(bench_load(tree_path("none.json"), &r, &e), -ENOENT);
	snprintf(want, sizeof(want), "cannot read %s: No such file or directory",
		 tree_path("none.json"));
	assert_string_equal(e.text, want);
	results_free(&r);
	tree_file("bad.json", "{");
	assert_int_equal(bench_load(tree_path("bad.json"), &r, &e), -EINVAL);
	snprintf(want, sizeof(want),
		 "cannot use %s: it is not JSON: unexpected end of data at byte 1",
		 tree_path("bad.json"));
	assert_string_equal(e.text, want);
	results_free(&r);
	tree_file("good.json", DOC);
	assert_int_equal(bench_load(tree_path("good.json"), &r, &e), 0);
	results_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good),
		cmocka_unit_test(no_rows),
		cmocka_unit_test(changed),
		cmocka_unit_test(cut_short),
		cmocka_unit_test(something_after_it),
		cmocka_unit_test(deep),
		cmocka_unit_test_setup_teardown(files, tree_begin, tree_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
