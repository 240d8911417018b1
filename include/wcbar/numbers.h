/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers and lists of numbers as people write them: 4K, 0x40, 1,2,64..32M.
 */
#ifndef WCBAR_NUMBERS_H
#define WCBAR_NUMBERS_H

#include <wcbar/types.h>

/**
 * struct wcbar_word - a piece of text
 * @p: its first byte; NULL once everything was cut off
 * @len: bytes, not terminated
 */
struct wcbar_word {
	const char *p;
	size_t len;
};

bool wcbar_word_is(const struct wcbar_word *w, const char *s);
bool wcbar_word_cut(struct wcbar_word *rest, char sep,
		    struct wcbar_word *part);

const char *wcbar_number_parse(const struct wcbar_word *w, u64 *v);
const char *wcbar_numbers_parse(struct wcbar_word text, u64 *v, u32 max,
				u32 *n, struct wcbar_word *bad);

#endif /* WCBAR_NUMBERS_H */
