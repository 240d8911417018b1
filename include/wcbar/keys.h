/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Specifications: "key=value" words, separated by blanks. What the keys are is
 * a table of whoever has them; what is said of a wrong word is the same for
 * all.
 */
#ifndef WCBAR_KEYS_H
#define WCBAR_KEYS_H

#include <wcbar/memtype.h>
#include <wcbar/numbers.h>
#include <wcbar/types.h>

#define WCBAR_SPEC_MAX_TEXT	4096	/* bytes of one spec line */
#define WCBAR_SPEC_ERR		160	/* bytes of an error sentence */
#define WCBAR_SPEC_MAPS		3	/* types that can be asked for */
#define WCBAR_KEYS_QUOTE	32	/* bytes of a wrong word quoted back */

struct wcbar_keys;

/**
 * struct wcbar_key - one key
 * @name: of the key
 * @parse: takes its value where that is a list or a word; NULL for a number
 * @min: the smallest number
 * @max: the largest
 * @at: where the number goes: a u32, s32 or bool at this offset of the result
 * @flag: it is a bool
 */
struct wcbar_key {
	const char *name;
	int (*parse)(struct wcbar_keys *keys, struct wcbar_word value);
	u32 min;
	u32 max;
	size_t at;
	bool flag;
};

/* Rows of a table of keys; the result is a struct @type */
#define WCBAR_KEY_WORDS(key, function)	{ .name = #key, .parse = (function) }
#define WCBAR_KEY_NUMBER(type, key, least, most)			\
	{ .name = #key, .min = (least), .max = (most),			\
	  .at = offsetof(struct type, key) }
#define WCBAR_KEY_FLAG(type, key)					\
	{ .name = #key, .max = 1, .at = offsetof(struct type, key),	\
	  .flag = true }

/**
 * struct wcbar_keys - a specification being parsed
 * @table: the keys, 32 at most
 * @nr: how many there are
 * @result: being filled in
 * @err: room for WCBAR_SPEC_ERR bytes of an error sentence
 * @key: name of the key being parsed
 * @seen: keys seen so far, bits by their place in the table
 * @quoted: a wrong word, cut short where it is long
 */
struct wcbar_keys {
	const struct wcbar_key *table;
	unsigned int nr;
	void *result;
	char *err;
	const char *key;
	u32 seen;
	char quoted[WCBAR_KEYS_QUOTE + 3];
};

int wcbar_keys_parse(struct wcbar_keys *keys, const char *text, size_t len);
__printf(2, 3) int wcbar_keys_fail(struct wcbar_keys *keys,
				   const char *fmt, ...);
int wcbar_keys_wrong(struct wcbar_keys *keys, const struct wcbar_word *w,
		     const char *wrong);

int wcbar_keys_numbers(struct wcbar_keys *keys, struct wcbar_word value,
		       u64 *v, u32 max, u32 *nr);
int wcbar_keys_sizes(struct wcbar_keys *keys, struct wcbar_word value,
		     u64 *v, u32 max, u32 *nr);
int wcbar_keys_maps(struct wcbar_keys *keys, struct wcbar_word value,
		    enum wcbar_memtype maps[WCBAR_SPEC_MAPS], u32 *nr);
int wcbar_keys_method(struct wcbar_keys *keys, const struct wcbar_word *w,
		      u32 *index);
int wcbar_keys_set(struct wcbar_keys *keys, struct wcbar_word value,
		   const char *const *names, u32 nr, const char *wrong,
		   u32 *set);

#endif /* WCBAR_KEYS_H */
