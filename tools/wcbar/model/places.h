/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The places in the code whose lines leave the buffers before they are full.
 */
#ifndef WCBAR_TOOL_MODEL_PLACES_H
#define WCBAR_TOOL_MODEL_PLACES_H

#include "model/wcbuf.h"

#define PLACES_MAX	65536	/* places that are kept apart */

/**
 * struct wc_place - partial lines of one instruction and one cause
 * @insn: the instruction that stored to the line last
 * @cause: why the line left
 * @by: the instruction that made it leave, the first one
 * @lines: lines
 * @requests: requests that they became
 */
struct wc_place {
	u64 insn;
	enum wc_cause cause;
	u64 by;
	u64 lines;
	u64 requests;
};

/**
 * struct places - the places
 * @list: a hash table; @lines of what is not in use is 0
 * @room: its size, a power of two
 * @nr: how many are in use
 * @others: lines of places that there was no room for
 */
struct places {
	struct wc_place *list;
	u32 room;
	u32 nr;
	u64 others;
};

void places_add(struct places *p, u64 insn, enum wc_cause cause, u64 by,
		u32 requests);
u32 places_worst(const struct places *p, struct wc_place *worst, u32 nr);
void places_free(struct places *p);

#endif /* WCBAR_TOOL_MODEL_PLACES_H */
