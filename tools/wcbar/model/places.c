// SPDX-License-Identifier: GPL-2.0
/*
 * The places in the code whose lines leave the buffers before they are full.
 * A program has few of them, but a broken trace may name as many as it likes,
 * so that the table is bounded.
 */
#include "model/places.h"

#include "mem.h"

static u32 hash(u64 insn, enum wc_cause cause)
{
	return (u32)((insn * 16 + cause) * 0x9e3779b97f4a7c15ULL >> 32);
}

/* Where a place is, or would be */
static struct wc_place *look(const struct places *p, u64 insn,
			     enum wc_cause cause)
{
	u32 i = hash(insn, cause);

	for (;; i++) {
		struct wc_place *at = &p->list[i & (p->room - 1)];

		if (!at->lines || (at->insn == insn && at->cause == cause))
			return at;
	}
}

static void enlarge(struct places *p)
{
	struct places old = *p;
	u32 i;

	p->room = old.room ? 2 * old.room : 64;
	p->list = mem_grow(NULL, p->room, sizeof(*p->list));
	memset(p->list, 0, p->room * sizeof(*p->list));
	for (i = 0; i < old.room; i++) {
		if (old.list[i].lines)
			*look(p, old.list[i].insn, old.list[i].cause) =
				old.list[i];
	}
	free(old.list);
}

/**
 * places_add - a line left before it was full
 * @p: the places
 * @insn: the instruction that stored to it last
 * @cause: why it left
 * @by: the instruction that made it leave
 * @requests: the requests that it became
 */
void places_add(struct places *p, u64 insn, enum wc_cause cause, u64 by,
		u32 requests)
{
	struct wc_place *at;

	if (2 * p->nr >= p->room)
		enlarge(p);
	at = look(p, insn, cause);
	if (!at->lines) {
		if (p->nr == PLACES_MAX) {
			p->others++;
			return;
		}
		p->nr++;
		at->insn = insn;
		at->cause = cause;
		at->by = by;
	}
	at->lines++;
	at->requests += requests;
}

static int by_lines(const void *a, const void *b)
{
	const struct wc_place *x = a, *y = b;

	if (x->lines != y->lines)
		return x->lines < y->lines ? 1 : -1;
	if (x->insn != y->insn)
		return x->insn < y->insn ? -1 : 1;
	return (int)x->cause - (int)y->cause;
}

/**
 * places_worst - the places with the most lines
 * @p: the places
 * @worst: room for them
 * @nr: how many are wanted
 *
 * Return: how many there are.
 */
u32 places_worst(const struct places *p, struct wc_place *worst, u32 nr)
{
	struct wc_place *all = mem_grow(NULL, p->nr, sizeof(*all));
	u32 i, n = 0;

	for (i = 0; i < p->room; i++) {
		if (p->list[i].lines)
			all[n++] = p->list[i];
	}
	qsort(all, n, sizeof(*all), by_lines);
	n = min_t(u32, n, nr);
	memcpy(worst, all, n * sizeof(*all));
	free(all);
	return n;
}

/**
 * places_free - throw places away
 * @p: the places
 */
void places_free(struct places *p)
{
	free(p->list);
	memset(p, 0, sizeof(*p));
}
