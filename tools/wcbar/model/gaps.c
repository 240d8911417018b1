// SPDX-License-Identifier: GPL-2.0
/*
 * Times from one access to the next, in classes that are narrow where they
 * are short.
 */
#include "model/gaps.h"

#define NS	1000ULL		/* picoseconds */

static u32 class_of(u64 ps)
{
	u64 unit = NS;
	u32 decade;

	if (ps < NS)
		return 0;
	for (decade = 0; decade < GAPS_DECADES && ps >= 10 * unit; decade++)
		unit *= 10;
	if (decade == GAPS_DECADES)
		return GAPS_CLASSES - 1;
	return 9 * decade + (u32)(ps / unit);
}

/**
 * gaps_class - what a class holds
 * @nr: the class
 * @from: its shortest gap, picoseconds
 * @to: the first one that is too long for it; U64_MAX for the last class
 */
void gaps_class(u32 nr, u64 *from, u64 *to)
{
	u64 unit = NS;
	u32 i;

	*from = 0;
	*to = NS;
	if (!nr)
		return;
	for (i = 0; i < (nr - 1) / 9; i++)
		unit *= 10;
	*from = unit * ((nr - 1) % 9 + 1);
	*to = nr == GAPS_CLASSES - 1 ? U64_MAX : *from + unit;
}

/**
 * gaps_add - an access
 * @g: the gaps
 * @time: when, picoseconds; not before the last one
 */
void gaps_add(struct gaps *g, u64 time)
{
	u64 gap = time - g->last;

	g->last = time;
	if (!g->begun) {
		g->begun = true;
		return;
	}
	if (!g->n || gap < g->min)
		g->min = gap;
	g->max = max_t(u64, g->max, gap);
	g->sum += gap;
	g->n++;
	g->classes[class_of(gap)]++;
}

/**
 * gaps_pause - what comes next does not belong to what came last
 * @g: the gaps
 */
void gaps_pause(struct gaps *g)
{
	g->begun = false;
}
