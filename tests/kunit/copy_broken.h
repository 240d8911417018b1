/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Methods that break one promise each, so that a test can show that it would
 * notice, and two that keep all of them.
 */
#ifndef TESTS_COPY_BROKEN_H
#define TESTS_COPY_BROKEN_H

#include <wcbar/copy.h>

/**
 * struct broken - a method and the promise it breaks
 * @m: the method
 * @expected: what trace_judge() has to say of it, or NULL if it is sound
 * @bytes_right: do all bytes arrive, and only there?
 */
struct broken {
	struct wcbar_method m;
	const char *expected;
	bool bytes_right;
};

extern const struct broken copy_broken[];
extern const unsigned int nr_copy_broken;

#endif /* TESTS_COPY_BROKEN_H */
