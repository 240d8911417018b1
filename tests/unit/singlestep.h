/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sees every store that a function makes into a range, one by one.
 */
#ifndef TESTS_SINGLESTEP_H
#define TESTS_SINGLESTEP_H

#include <wcbar/types.h>

#define STORES_MAX	4096

/**
 * struct store - what one instruction stored
 * @at: first byte that changed
 * @width: from the first to the last byte that changed
 * @holes: bytes between them that did not change
 * @wrong: bytes that are not the source's
 */
struct store {
	const u8 *at;
	u32 width;
	u32 holes;
	u32 wrong;
};

/**
 * struct trace - the stores of one run
 * @range: the destination
 * @len: its bytes
 * @source: what belongs there; differs from the destination in every byte
 * @area: bytes that are watched: the range and what is around it
 * @area_len: their number
 * @before: what the area held before
 * @nr: number of stores
 * @fences: number of sfence, lfence and mfence instructions
 * @stores_at_fence: number of stores in front of the last of them
 * @steps: number of instructions
 * @store: the stores
 */
struct trace {
	u8 *range;
	size_t len;
	const u8 *source;
	u8 *area;
	size_t area_len;
	u8 before[8192];
	u32 nr;
	u32 fences;
	u32 stores_at_fence;
	u32 steps;
	struct store store[STORES_MAX];
};

void singlestep(struct trace *t, void (*run)(void *arg), void *arg);
void singlestep_store_done(void);

#endif /* TESTS_SINGLESTEP_H */
