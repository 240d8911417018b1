// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of "key: value" files. Unknown keys are the caller's to ignore.
 */
#include "system/keys.h"

/**
 * keys_read - read a file
 * @keys: zeroed; filled in, @items to be freed
 * @src: the file, which must stay as long as @keys
 * @tally: how many lines were read and understood
 */
void keys_read(struct keys *keys, const struct source *src,
	       struct tally *tally)
{
	struct lines it = source_lines(src);
	struct text line;

	while (lines_next(&it, &line)) {
		struct proof proof = source_proof(src, it.no, line);
		struct text value = text_trim(line);
		struct text name = text_until(&value, ":");
		bool comment = text_begins(name, "#");
		bool ok = !comment && text_skip(&value, ":") && name.len &&
			  !text_has(name, " ");

		tally_line(tally, ok || comment, proof);
		if (ok)
			*vec_push(keys) = (struct key){
				name, text_trim(value), proof,
			};
	}
}

/**
 * keys_find - find a line by its key
 * @keys: the lines
 * @name: the key
 *
 * Return: the line or NULL.
 */
const struct key *keys_find(const struct keys *keys, const char *name)
{
	size_t i;

	for (i = 0; i < keys->n; i++)
		if (text_is(keys->items[i].name, name))
			return &keys->items[i];
	return NULL;
}

/**
 * keys_get - the value of a key
 * @keys: the lines
 * @name: the key
 *
 * Return: the value, of length 0 when there is no such line.
 */
struct text keys_get(const struct keys *keys, const char *name)
{
	const struct key *key = keys_find(keys, name);

	return key ? key->value : (struct text){ "", 0 };
}
