/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The timed loop: blocks copied one after the other into a region.
 */
#ifndef WCBAR_TOOL_MEM_LOOP_H
#define WCBAR_TOOL_MEM_LOOP_H

#include <wcbar/auto.h>

#define MEM_SOURCE	16384UL	/* a source that stays in the first cache */

/**
 * enum mem_flush - when stores are made to leave the CPU
 * @MEM_FLUSH_NONE: not before the clock has stopped
 * @MEM_FLUSH_RUN: once, after the last block
 * @MEM_FLUSH_BLOCK: after each block
 */
enum mem_flush {
	MEM_FLUSH_NONE,
	MEM_FLUSH_RUN,
	MEM_FLUSH_BLOCK,
};

/**
 * struct mem_way - one way of copying a block: a method of ours, auto, or a
 *	routine to compare with
 * @name: its name in rows
 * @method: our method, or NULL
 * @slot: auto's methods for this memory and flush, or NULL
 * @block: copies and makes the copy leave the CPU; NULL for the two above
 * @part: copies without that
 * @finish: makes everything leave that @part copied; the range holds all of it
 */
struct mem_way {
	const char *name;
	const struct wcbar_method *method;
	const struct wcbar_auto_slot *slot;
	void (*block)(void *dst, const void *src, size_t len);
	void (*part)(void *dst, const void *src, size_t len);
	void (*finish)(void *dst, size_t len);
};

/**
 * struct mem_work - what is copied where
 * @dst: the region
 * @room: its length, bytes
 * @pos: where in it the next batch begins, on a page, moved on by the loop
 * @src: the source
 * @src_room: its length, bytes; a batch takes blocks from its beginning one
 *	after the other, and from the beginning again. A source no larger than
 *	a block is used for each of them.
 * @block: bytes of a block
 * @offset: bytes that each block lies behind the beginning of a line
 * @flush: when stores are made to leave the CPU
 * @cold: the source is taken out of the caches before the clock starts
 */
struct mem_work {
	u8 *dst;
	size_t room;
	size_t pos;
	const u8 *src;
	size_t src_room;
	size_t block;
	u32 offset;
	enum mem_flush flush;
	bool cold;
};

/**
 * struct mem_time - how long a batch of blocks took
 * @issued: until the stores were fenced, picoseconds for all of them
 * @arrived: until the last word was read back
 * @disturbed: the CPU was given to somebody else meanwhile
 */
struct mem_time {
	u64 issued;
	u64 arrived;
	bool disturbed;
};

u64 mem_now_ns(void);
u64 mem_cpu_ns(void);
size_t mem_step(const struct mem_work *w);
u32 mem_fit(const struct mem_work *w);
void mem_batch(const struct mem_way *way, struct mem_work *w, u32 blocks,
	       struct mem_time *t);
void mem_quiet_batch(const struct mem_way *way, struct mem_work *w, u32 blocks,
		     struct mem_time *t);
u32 mem_calibrate(const struct mem_way *way, struct mem_work *w, u64 ns);
int mem_auto_measure(struct wcbar_auto *a, enum wcbar_memtype type,
		     enum wcbar_auto_use use, const struct mem_work *w,
		     u32 budget_ms);

#endif /* WCBAR_TOOL_MEM_LOOP_H */
