/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The write-combining buffers of one CPU.
 */
#ifndef WCBAR_TOOL_MODEL_WCBUF_H
#define WCBAR_TOOL_MODEL_WCBUF_H

#include "model/events.h"

#define WC_BUFFERS_MAX	64	/* buffers of a CPU that can be modelled */
#define WC_LINE		64	/* bytes of a line, but on P6 */

/**
 * enum wc_merge - how a line that is not full leaves
 * @WC_MERGE_CONTIGUOUS: a request for each run of bytes without a hole
 * @WC_MERGE_QWORD: a request for each aligned 8 bytes that hold any
 */
enum wc_merge {
	WC_MERGE_CONTIGUOUS,
	WC_MERGE_QWORD,
};

/**
 * enum wc_policy - which line has to go when all buffers are in use
 * @WC_OLDEST: the one whose first store was the earliest
 * @WC_LRU: the one whose last store was the earliest
 */
enum wc_policy {
	WC_OLDEST,
	WC_LRU,
};

/**
 * struct wc_params - the buffers of a CPU
 * @buffers: how many, at most WC_BUFFERS_MAX
 * @line: bytes of a line, 64; 32 on P6
 * @merge: how a line that is not full leaves
 * @policy: which line has to go when all buffers are in use
 * @interrupts: interrupts, and what their handlers do, empty the buffers
 * @no_fences: fences do not, as if the code had none
 * @stay: a line that is full stays until something empties its buffer
 * @age: a line leaves when so much has passed since its first store; 0 never
 * @age_ps: @age is picoseconds, not stores of the same CPU
 */
struct wc_params {
	u32 buffers;
	u32 line;
	enum wc_merge merge;
	enum wc_policy policy;
	bool interrupts;
	bool no_fences;
	bool stay;
	u64 age;
	bool age_ps;
};

/**
 * enum wc_cause - why bytes left
 * @WC_FULL: the line was full
 * @WC_DIRECT: a direct store, which waits for nothing
 * @WC_FENCE: sfence or mfence
 * @WC_SERIAL: a serialising instruction or port I/O
 * @WC_UNCACHED: an access to uncached memory
 * @WC_LOCK: an instruction with LOCK
 * @WC_INTERRUPT: an interrupt or what its handler did
 * @WC_CAPACITY: the buffer was needed for another line
 * @WC_AGE: it had waited for long
 * @WC_LOAD: the line was loaded from
 * @WC_LEFT: it has not left: it is in the buffers at the end
 * @WC_CAUSES: number of causes
 */
enum wc_cause {
	WC_FULL,
	WC_DIRECT,
	WC_FENCE,
	WC_SERIAL,
	WC_UNCACHED,
	WC_LOCK,
	WC_INTERRUPT,
	WC_CAPACITY,
	WC_AGE,
	WC_LOAD,
	WC_LEFT,
	WC_CAUSES,
};

/**
 * struct wc_line - a line in a buffer
 * @addr: its first byte
 * @mask: its bytes that were stored, bit 0 is the first
 * @born: clock at its first store: picoseconds or stores, as the age is
 * @first: instruction of its first store
 * @last: instruction of its last store
 * @stores: stores to it
 * @cpu: whose buffer it is in
 */
struct wc_line {
	u64 addr;
	u64 mask;
	u64 born;
	u64 first;
	u64 last;
	u32 stores;
	u32 cpu;
};

/* Takes a line that leaves, and which instruction made it leave */
typedef void wc_out_fn(void *arg, const struct wc_line *line,
		       enum wc_cause cause, u64 by);

/**
 * struct wcbuf - the buffers of one CPU
 * @params: what they are like
 * @out: takes what leaves
 * @arg: passed to @out
 * @stores: stores so far
 * @nr: buffers in use
 * @lines: their lines; the first has to go first
 */
struct wcbuf {
	const struct wc_params *params;
	wc_out_fn *out;
	void *arg;
	u64 stores;
	u32 nr;
	struct wc_line lines[WC_BUFFERS_MAX];
};

void wcbuf_init(struct wcbuf *w, const struct wc_params *params,
		wc_out_fn *out, void *arg);
void wcbuf_event(struct wcbuf *w, const struct event *ev);
void wcbuf_drain(struct wcbuf *w, enum wc_cause cause, u64 by);
bool wc_line_full(const struct wc_line *line, u32 size);
const char *wc_cause_name(enum wc_cause cause);

#endif /* WCBAR_TOOL_MODEL_WCBUF_H */
