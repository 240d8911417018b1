/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Times from one access to the next.
 */
#ifndef WCBAR_TOOL_MODEL_GAPS_H
#define WCBAR_TOOL_MODEL_GAPS_H

#include <wcbar/types.h>

#define GAPS_DECADES	13	/* 1 ns to hours */
#define GAPS_CLASSES	(1 + 9 * GAPS_DECADES)

/**
 * struct gaps - times from one access to the next
 * @n: how many
 * @sum: picoseconds of all of them
 * @min: the shortest
 * @max: the longest
 * @last: time of the last access
 * @begun: there was one
 * @classes: by length: below 1 ns, then nine to a decade: 1 to 2 ns, to 3 ns,
 *	..., 9 to 10 ns, 10 to 20 ns and so on; the last has all that is longer
 */
struct gaps {
	u64 n;
	u64 sum;
	u64 min;
	u64 max;
	u64 last;
	bool begun;
	u64 classes[GAPS_CLASSES];
};

void gaps_add(struct gaps *g, u64 time);
void gaps_pause(struct gaps *g);
void gaps_class(u32 nr, u64 *from, u64 *to);

#endif /* WCBAR_TOOL_MODEL_GAPS_H */
