/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the suites of the run specification share: a table of methods of their
 * own, so that the tests do not change with the methods there are, and a call
 * of the parser that looks at what comes out of it.
 */
#ifndef TESTS_SPEC_CASE_H
#define TESTS_SPEC_CASE_H

#include <kunit/test.h>
#include <linux/sizes.h>
#include <wcbar/spec.h>

#define MIB		SZ_1M
#define WINDOW		(64 * (u64)MIB)

/* The methods: memcpy_toio and movnti write, memcpy_fromio reads */
#define SPEC_A		BIT_ULL(0)
#define SPEC_B		BIT_ULL(1)
#define SPEC_C		BIT_ULL(2)

/**
 * struct spec_case - what a test works on: too large for the stack
 * @spec: the last specification that was parsed
 * @err: its error
 * @text: room for a text, and for one that is too long
 */
struct spec_case {
	struct wcbar_spec spec;
	char err[WCBAR_SPEC_ERR];
	char text[WCBAR_SPEC_MAX_TEXT + 2];
};

/**
 * struct spec_bad - a specification that is refused
 * @desc: what is wrong with it
 * @text: the specification
 * @key: what the error names
 * @word: and this
 */
struct spec_bad {
	const char *desc;
	const char *text;
	const char *key;
	const char *word;
};

int spec_case_init(struct kunit *test);
void spec_case_refused(struct kunit *test, const struct spec_bad *bad);
int spec_case_parse(struct kunit *test, const char *text, size_t len,
		    u64 window);

#endif /* TESTS_SPEC_CASE_H */
