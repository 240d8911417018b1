/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stores of one copy to the device, or the loads of one from it, seen one
 * by one, and judged by what every method promises. In the kernel and in user
 * space.
 */
#ifndef TESTS_COPY_TRACE_H
#define TESTS_COPY_TRACE_H

#include "copy_case.h"

#define STORES_MAX	4608
#define WATCH_MAX	4608	/* bytes that can be watched */

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
 * @source: what belongs there; differs from the destination in every byte
 * @area: bytes that are watched: the range and what is around it
 * @len: bytes of the range
 * @area_len: bytes of the area
 * @nr: number of stores
 * @lost: stores that there was no room for
 * @fences: number of sfence and mfence instructions
 * @stores_at_fence: number of stores in front of the last of them
 * @steps: number of instructions
 * @device: where the device side of a read is, or NULL
 * @device_len: its bytes
 * @before: what the area held before
 * @store: the stores
 */
struct trace {
	u8 *range;
	const u8 *source;
	u8 *area;
	size_t len;
	size_t area_len;
	u32 nr;
	u32 lost;
	u32 fences;
	u32 stores_at_fence;
	u32 steps;
	u8 *device;
	size_t device_len;
	u8 before[WATCH_MAX];
	struct store store[STORES_MAX];
};

/**
 * struct tracedcopy - a copy to be traced
 * @m: the method
 * @cases: the buffers
 * @ctl: for wcbar_copy_to(); the method alone is run where there is none
 * @to: destination, set when it is traced
 * @from: source, likewise
 * @len: bytes, likewise
 * @ret: what wcbar_copy_to() returned
 */
struct tracedcopy {
	const struct wcbar_method *m;
	const struct copycases *cases;
	const struct wcbar_copy_ctl *ctl;
	u8 *to;
	u8 *from;
	size_t len;
	int ret;
};

/*
 * What singlestep() calls: at the start, after each instruction with the
 * address of the next, and after an instruction that was emulated.
 */
void trace_start(struct trace *t);
void trace_step(struct trace *t, const u8 *next);
void trace_look(struct trace *t);

void trace_copy(struct trace *t, struct tracedcopy *c, size_t len,
		unsigned int dst_off, unsigned int src_off);
void trace_unwatched(struct trace *t, struct tracedcopy *c, size_t len);
u32 trace_steps(struct trace *t, struct tracedcopy *c, size_t len);
u32 trace_per_line(struct trace *t, const struct copycases *cases,
		   const char *name);
const char *trace_judge(const struct trace *t, const struct wcbar_method *m);

void trace_read(struct trace *t, struct tracedcopy *c, size_t len,
		unsigned int dst_off, unsigned int src_off);
const char *trace_judge_read(const struct trace *t,
			     const struct tracedcopy *c);

/* Runs a function instruction by instruction; each side has its own. */
void singlestep(struct trace *t, void (*run)(void *arg), void *arg);

#endif /* TESTS_COPY_TRACE_H */
