// SPDX-License-Identifier: GPL-2.0
/*
 * The list of tests of a program that tests every copy method.
 */
#include <err.h>

#include <wcbar/spec.h>

#include "copytest.h"

static struct CMUnitTest tests[4 * WCBAR_MAX_METHODS];
static size_t nr_tests;

/**
 * copytest_soak() - is the long run wanted?
 *
 * Return: true with WCBAR_SOAK set to anything but 0.
 */
bool copytest_soak(void)
{
	const char *env = getenv("WCBAR_SOAK");

	return env && *env && strcmp(env, "0");
}

/**
 * copytest_remark() - what the name of a method's test has to add
 * @m: the method
 *
 * Return: a text that says so where the CPU lacks the instruction and it is
 * emulated, else an empty one.
 */
const char *copytest_remark(const struct wcbar_method *m)
{
	if (!m || !wcbar_method_missing(m, wcbar_cpu_features()))
		return "";
	return ", instruction emulated";
}

/**
 * copytest_add() - add a test
 * @m: the method, given to the test as its state, or NULL
 * @what: what is tested
 * @run: the test
 */
void copytest_add(const struct wcbar_method *m, const char *what,
		  CMUnitTestFunction run)
{
	struct CMUnitTest *test = &tests[nr_tests++];
	char *name;

	if (nr_tests > ARRAY_SIZE(tests))
		errx(1, "more than %zu tests", ARRAY_SIZE(tests));
	if (asprintf(&name, "%s%s%s%s", m ? m->name : "", m ? ": " : "", what,
		     copytest_remark(m)) < 0)
		err(1, "no memory for a name");
	test->name = name;
	test->test_func = run;
	test->initial_state = (void *)m;
}

/* Its name says why, after the mark by which TAP knows a skipped test. */
static void not_run(void **state)
{
	(void)state;
}

/**
 * copytest_take() - are there tests of this method on this machine?
 * @m: the method
 *
 * Where it cannot run, a skipped test says why. movdir64b is then tested with
 * the instruction emulated.
 *
 * Return: true if tests are to be added.
 */
bool copytest_take(const struct wcbar_method *m)
{
	const char *why = wcbar_method_missing(m, wcbar_cpu_features());
	struct CMUnitTest *test;
	char *name;

	if (!why)
		return true;
	test = &tests[nr_tests++];
	if (asprintf(&name, "%s # SKIP %s", m->name, why) < 0)
		err(1, "no memory for a name");
	test->name = name;
	test->test_func = not_run;
	return m->needs & WCBAR_CPU_MOVDIR64B;
}

/**
 * copytest_run() - run the tests that were added
 * @group: name of all of them
 *
 * Return: the number of failed tests, an exit status.
 */
int copytest_run(const char *group)
{
	return _cmocka_run_group_tests(group, tests, nr_tests, NULL, NULL);
}
