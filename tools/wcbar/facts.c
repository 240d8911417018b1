// SPDX-License-Identifier: GPL-2.0
/*
 * Facts: an ordered list of keys and values. A few dozen at most, so that
 * looking through them is as good as anything.
 */
#include "facts.h"

#include <wcbar/numbers.h>

#include "mem.h"

static struct fact *find(const struct facts *f, const char *key)
{
	size_t i;

	for (i = 0; i < f->nr; i++) {
		if (!strcmp(f->list[i].key, key))
			return &f->list[i];
	}
	return NULL;
}

/**
 * facts_set - set a fact, or replace it
 * @f: the facts
 * @key: the key
 * @value: the value
 */
void facts_set(struct facts *f, const char *key, const char *value)
{
	struct fact *old = find(f, key);

	if (old) {
		free(old->value);
		old->value = mem_copy(value, strlen(value));
		return;
	}
	f->list = mem_grow(f->list, f->nr + 1, sizeof(*f->list));
	f->list[f->nr].key = mem_copy(key, strlen(key));
	f->list[f->nr].value = mem_copy(value, strlen(value));
	f->nr++;
}

/**
 * facts_get - value of a fact
 * @f: the facts
 * @key: the key
 *
 * Return: the value, or NULL where there is none.
 */
const char *facts_get(const struct facts *f, const char *key)
{
	const struct fact *fact = find(f, key);

	return fact ? fact->value : NULL;
}

/**
 * facts_or - value of a fact, or something else
 * @f: the facts
 * @key: the key
 * @otherwise: what to return where there is none
 *
 * Return: the value or @otherwise.
 */
const char *facts_or(const struct facts *f, const char *key,
		     const char *otherwise)
{
	const struct fact *fact = find(f, key);

	return fact ? fact->value : otherwise;
}

/**
 * facts_u64 - value of a fact as a number
 * @f: the facts
 * @key: the key
 * @v: the number, decimal or 0x hexadecimal
 *
 * Return: false where there is none, or where it is no number.
 */
bool facts_u64(const struct facts *f, const char *key, u64 *v)
{
	const char *value = facts_get(f, key);
	struct wcbar_word w;

	*v = 0;
	if (!value)
		return false;
	w.p = value;
	w.len = strlen(value);
	return !wcbar_number_parse(&w, v);
}

/**
 * facts_free - throw facts away
 * @f: the facts
 */
void facts_free(struct facts *f)
{
	size_t i;

	for (i = 0; i < f->nr; i++) {
		free(f->list[i].key);
		free(f->list[i].value);
	}
	free(f->list);
	f->list = NULL;
	f->nr = 0;
}
