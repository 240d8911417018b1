/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The list of tests of a program that tests every copy method.
 */
#ifndef TESTS_COPYTEST_H
#define TESTS_COPYTEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <wcbar/copy.h>

bool copytest_soak(void);
void copytest_add(const struct wcbar_method *m, const char *what,
		  CMUnitTestFunction run);
bool copytest_take(const struct wcbar_method *m);
const char *copytest_remark(const struct wcbar_method *m);
int copytest_run(const char *group);

#endif /* TESTS_COPYTEST_H */
