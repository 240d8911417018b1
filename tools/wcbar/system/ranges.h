/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An index over address ranges: which of them overlap a given one?
 */
#ifndef WCBAR_TOOL_RANGES_H
#define WCBAR_TOOL_RANGES_H

#include "system/text.h"

/**
 * struct range - a half-open range of addresses
 * @start: first byte
 * @end: byte behind the last one
 * @id: whose range it is, for the user of the index
 * @max: largest end below this node of the index; set by ranges_build()
 */
struct range {
	u64 start;
	u64 end;
	size_t id;
	u64 max;
};

/**
 * struct ranges - ranges and their index
 * @items: the ranges, sorted by start, then end, then id once built
 * @n: number of ranges
 * @room: private to vec_push()
 */
struct ranges {
	struct range *items;
	size_t n, room;
};

/**
 * struct hits - ids of ranges that were found
 * @items: the ids, in the order of the ranges
 * @n: number of ids
 * @room: private to vec_push()
 */
struct hits {
	size_t *items;
	size_t n, room;
};

void ranges_add(struct ranges *r, u64 start, u64 end, size_t id);
void ranges_build(struct ranges *r);
void ranges_find(const struct ranges *r, u64 start, u64 end,
		 struct hits *hits);

#endif /* WCBAR_TOOL_RANGES_H */
