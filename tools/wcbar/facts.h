/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Facts: an ordered list of keys and values, all text.
 */
#ifndef WCBAR_TOOL_FACTS_H
#define WCBAR_TOOL_FACTS_H

#include <wcbar/types.h>

/**
 * struct fact - one key and its value
 * @key: the key
 * @value: the value
 */
struct fact {
	char *key;
	char *value;
};

/**
 * struct facts - facts in the order in which they were set
 * @list: the facts
 * @nr: how many
 */
struct facts {
	struct fact *list;
	size_t nr;
};

void facts_set(struct facts *f, const char *key, const char *value);
const char *facts_get(const struct facts *f, const char *key);
const char *facts_or(const struct facts *f, const char *key,
		     const char *otherwise);
bool facts_u64(const struct facts *f, const char *key, u64 *v);
void facts_free(struct facts *f);

#endif /* WCBAR_TOOL_FACTS_H */
