/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reader of "key: value" files: the driver's info, and what collect writes.
 */
#ifndef WCBAR_TOOL_KEYS_H
#define WCBAR_TOOL_KEYS_H

#include "system/source.h"

/**
 * struct key - a line
 * @name: before the colon
 * @value: behind it, without blanks at its ends
 * @proof: the line
 */
struct key {
	struct text name;
	struct text value;
	struct proof proof;
};

/**
 * struct keys - the lines of a file
 * @items: the lines in order
 * @n: number of lines
 * @room: private to vec_push()
 */
struct keys {
	struct key *items;
	size_t n, room;
};

void keys_read(struct keys *keys, const struct source *src,
	       struct tally *tally);
const struct key *keys_find(const struct keys *keys, const char *name);
struct text keys_get(const struct keys *keys, const char *name);

#endif /* WCBAR_TOOL_KEYS_H */
