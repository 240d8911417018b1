/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Every copy method as a parameter of KUnit tests.
 */
#ifndef TESTS_COPY_METHODS_H
#define TESTS_COPY_METHODS_H

#include <kunit/test.h>
#include <linux/string.h>
#include <wcbar/copy.h>

/**
 * method_gen_params() - the next method
 * @prev: the one before, or NULL for the first
 * @desc: is given its name
 *
 * Return: a pointer to its place in the table, or NULL behind the last.
 */
static inline const void *method_gen_params(const void *prev, char *desc)
{
	const struct wcbar_method *const *m = prev;

	m = m ? m + 1 : wcbar_methods;
	if (m == wcbar_methods + wcbar_nr_methods)
		return NULL;
	strscpy(desc, (*m)->name, KUNIT_PARAM_DESC_SIZE);
	return m;
}

/* The next method of one direction, with method_gen_params(). */
static inline const void *
method_of_dir(const void *prev, char *desc, enum wcbar_dir dir)
{
	const struct wcbar_method *const *m = prev;

	do {
		m = method_gen_params(m, desc);
	} while (m && (*m)->dir != dir);
	return m;
}

/**
 * write_method_gen_params() - the next write method
 * @prev: the one before, or NULL for the first
 * @desc: is given its name
 *
 * Return: a pointer to its place in the table, or NULL behind the last.
 */
static inline const void *write_method_gen_params(const void *prev, char *desc)
{
	return method_of_dir(prev, desc, WCBAR_WRITE);
}

/**
 * read_method_gen_params() - the next read method
 * @prev: the one before, or NULL for the first
 * @desc: is given its name
 *
 * Return: a pointer to its place in the table, or NULL behind the last.
 */
static inline const void *read_method_gen_params(const void *prev, char *desc)
{
	return method_of_dir(prev, desc, WCBAR_READ);
}

/**
 * method_of() - the method that a test is about
 * @test: the test
 *
 * Skips the test, with the reason, where the method cannot run.
 *
 * Return: the method.
 */
static inline const struct wcbar_method *method_of(struct kunit *test)
{
	const struct wcbar_method *const *m = test->param_value;
	const char *why = wcbar_method_missing(*m, wcbar_cpu_features());

	if (why)
		kunit_skip(test, "%s", why);
	return *m;
}

#endif /* TESTS_COPY_METHODS_H */
