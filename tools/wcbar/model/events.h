/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a CPU did to an aperture, one event after the other. Every kind of
 * trace is read as such a stream, and the model takes nothing else.
 */
#ifndef WCBAR_TOOL_MODEL_EVENTS_H
#define WCBAR_TOOL_MODEL_EVENTS_H

#include <wcbar/types.h>

#define EVENT_LABEL	48	/* bytes of a label and its terminator */

/**
 * enum event_kind - what happened
 * @EVENT_STORE: a store to the aperture
 * @EVENT_LOAD: a load from it
 * @EVENT_SFENCE: sfence
 * @EVENT_MFENCE: mfence
 * @EVENT_LFENCE: lfence, which orders no stores
 * @EVENT_SERIAL: a serialising instruction, or port I/O
 * @EVENT_LOCK: an instruction with LOCK, or xchg with memory
 * @EVENT_UC: an access to uncached memory outside the aperture
 * @EVENT_INTERRUPT: an interrupt or an exception
 * @EVENT_MARK: somebody marked this place
 */
enum event_kind {
	EVENT_STORE,
	EVENT_LOAD,
	EVENT_SFENCE,
	EVENT_MFENCE,
	EVENT_LFENCE,
	EVENT_SERIAL,
	EVENT_LOCK,
	EVENT_UC,
	EVENT_INTERRUPT,
	EVENT_MARK,
};

/**
 * enum event_mark - what a mark says
 * @MARK_LABEL: here begins something
 * @MARK_START: recording starts
 * @MARK_STOP: recording stops
 */
enum event_mark {
	MARK_LABEL,
	MARK_START,
	MARK_STOP,
};

/**
 * struct event - one event
 * @kind: what happened
 * @cpu: on which CPU
 * @addr: physical address of a store or a load
 * @width: bytes of a store or a load
 * @direct: a direct store, movdir64b or movdiri
 * @locked: a store by an instruction with LOCK, which waits in no buffer
 * @in_interrupt: by the code that an interrupt ran, its return included
 * @place: the instruction, as the trace numbers it; 0 where it does not say
 * @time: picoseconds since the first event, where the trace has times
 * @mark: what a mark says
 * @id: number of a mark
 * @label: name of a mark, empty where it has none
 */
struct event {
	enum event_kind kind;
	u32 cpu;
	u64 addr;
	u32 width;
	bool direct;
	bool locked;
	bool in_interrupt;
	u64 place;
	u64 time;
	enum event_mark mark;
	u32 id;
	const char *label;
};

#endif /* WCBAR_TOOL_MODEL_EVENTS_H */
