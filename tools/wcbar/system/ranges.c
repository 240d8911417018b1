// SPDX-License-Identifier: GPL-2.0
/*
 * An index over address ranges: a sorted array read as a balanced tree whose
 * nodes know the largest end below them. Building costs n log n, a question
 * log n and what it finds, however the ranges nest.
 */
#include "system/ranges.h"

/**
 * ranges_add - add a range before ranges_build()
 * @r: the ranges
 * @start: first byte
 * @end: byte behind the last one; a range that is empty is left out
 * @id: what ranges_find() shall report
 */
void ranges_add(struct ranges *r, u64 start, u64 end, size_t id)
{
	struct range *item;

	if (start >= end)
		return;
	item = vec_push(r);
	item->start = start;
	item->end = end;
	item->id = id;
}

static int compare(const void *va, const void *vb)
{
	const struct range *a = va, *b = vb;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	return a->id < b->id ? -1 : a->id > b->id;
}

/* The node of items [lo, hi) is the one in the middle. */
static u64 set_max(struct range *items, size_t lo, size_t hi)
{
	size_t mid = lo + (hi - lo) / 2;
	u64 max;

	if (lo == hi)
		return 0;
	max = max_t(u64, set_max(items, lo, mid),
		    set_max(items, mid + 1, hi));
	items[mid].max = max_t(u64, max, items[mid].end);
	return items[mid].max;
}

/**
 * ranges_build - sort the ranges and build the index
 * @r: the ranges
 */
void ranges_build(struct ranges *r)
{
	if (!r->n)
		return;
	qsort(r->items, r->n, sizeof(*r->items), compare);
	set_max(r->items, 0, r->n);
}

static void find(const struct ranges *r, size_t lo, size_t hi, u64 start,
		 u64 end, struct hits *hits)
{
	size_t mid = lo + (hi - lo) / 2;
	const struct range *node;

	if (lo == hi)
		return;
	node = &r->items[mid];
	if (node->max <= start)
		return;
	find(r, lo, mid, start, end, hits);
	if (node->start >= end)
		return;
	if (node->end > start)
		*vec_push(hits) = node->id;
	find(r, mid + 1, hi, start, end, hits);
}

/**
 * ranges_find - ranges that share a byte with a given one
 * @r: the ranges, after ranges_build()
 * @start: first byte
 * @end: byte behind the last one
 * @hits: ids are appended to it
 */
void ranges_find(const struct ranges *r, u64 start, u64 end,
		 struct hits *hits)
{
	if (start < end)
		find(r, 0, r->n, start, end, hits);
}
