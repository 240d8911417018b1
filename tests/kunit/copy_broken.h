/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Methods that break one promise each, so that a test can show that it would
 * notice, and some that keep all of them.
 */
#ifndef TESTS_COPY_BROKEN_H
#define TESTS_COPY_BROKEN_H

#include <wcbar/copy.h>

/**
 * struct broken - a method and the promise it breaks
 * @m: the method
 * @expected: what the judge of its stores has to say of it, or NULL if it is sound
 * @bytes_right: do all bytes arrive, and only there?
 */
struct broken {
	struct wcbar_method m;
	const char *expected;
	bool bytes_right;
};

extern const struct broken copy_broken[];
extern const unsigned int nr_copy_broken;

/* read methods; @expected is of trace_judge_read() */
extern const struct broken copy_broken_reads[];
extern const unsigned int nr_copy_broken_reads;

#endif /* TESTS_COPY_BROKEN_H */
