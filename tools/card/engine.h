/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The reference card's behaviour. It knows nothing of QEMU, of clocks or of
 * threads: aperture and memory are given to it, and somebody calls it when a
 * doorbell was rung, when it is time to look at its buffers, and when a
 * completion that was held back is due. Documentation/reference-card.rst says
 * what it does.
 */
#ifndef WCBAR_CARD_ENGINE_H
#define WCBAR_CARD_ENGINE_H

#include <wcbar/card.h>

#include "dma.h"
#include "fault.h"

#define REFCARD_BF_COUNT	2
#define REFCARD_BF_BYTES	8192
#define REFCARD_DESC_LINES	65
#define REFCARD_DESC_MAX	(REFCARD_DESC_LINES * WCBAR_DESC_LINE)
#define REFCARD_SLOTS_MAX	4096
/* the end of the aperture: buffers, then the control block */
#define REFCARD_RESERVED						\
	(REFCARD_BF_COUNT * REFCARD_BF_BYTES + WCBAR_CARD_CONTROL)
#define REFCARD_APERTURE_MIN	(32 * 1024)

/**
 * struct refcard_ops - what the card needs of its surroundings
 * @now: time in nanoseconds, never going back
 * @interrupt: raises MSI-X vector 0
 * @die: ends the process in place; where it returns, the card hangs
 * @ctx: handed to them
 */
struct refcard_ops {
	u64 (*now)(void *ctx);
	void (*interrupt)(void *ctx);
	void (*die)(void *ctx);
	void *ctx;
};

/**
 * struct refcard_config - what the host has configured, taken over by START
 * @mode: the path
 * @slots: of the ring, and of the completions
 * @slot_bytes: bytes of a slot of the ring
 * @ring: bus address of the ring
 * @record: bus address of the doorbell record
 * @completions: bus address of the completions
 * @first: sequence number of the first descriptor
 */
struct refcard_config {
	u32 mode;
	u32 slots;
	u32 slot_bytes;
	u64 ring;
	u64 record;
	u64 completions;
	u64 first;
};

/**
 * struct refcard_pending - a completion that is to be written
 * @there: there is one
 * @due: when, 0 for at once
 * @address: where to, bus address
 * @comp: what
 * @interrupt: with an interrupt
 */
struct refcard_pending {
	bool there;
	u64 due;
	u64 address;
	struct wcbar_comp comp;
	bool interrupt;
};

/**
 * struct refcard - a card
 * @control: its control block, which the host writes to, too
 * @buffers: its buffers, likewise
 * @aperture: bytes of its aperture BAR
 * @features: WCBAR_CARD_F_ bits
 * @doorbell: offset of the doorbell in the register BAR
 * @db_value: what is to be written there
 * @dma: the host's memory
 * @faults: what is to go wrong
 * @ops: its surroundings
 * @state: what it is doing
 * @error: of the last command
 * @done: cookie of it
 * @config: taken over by the last START
 * @taken: descriptors since START
 * @expected: sequence number of the next one
 * @arrivals: descriptors since the process has started
 * @hung: it does nothing any more
 * @more: the ring was left, and may not be empty
 * @early: by line: its last word held the expected number before the head did
 * @pending: the completion on its way
 * @counters: since RESET
 * @totals: the same since the process has started
 * @copy: the descriptor that is looked at
 * @payload: its payload from memory
 */
struct refcard {
	u8 *control;
	u8 *buffers;
	u64 aperture;
	u32 features;
	u32 doorbell;
	u32 db_value;
	struct dma *dma;
	const struct fault_plan *faults;
	struct refcard_ops ops;

	enum wcbar_card_state state;
	enum wcbar_card_error error;
	u32 done;
	struct refcard_config config;
	u64 taken;
	u64 expected;
	u64 arrivals;
	bool hung;
	bool more;
	bool early[REFCARD_DESC_LINES];
	struct refcard_pending pending;
	u64 counters[WCBAR_CARD_NR_COUNTERS];
	u64 totals[WCBAR_CARD_NR_COUNTERS];
	u8 copy[REFCARD_DESC_MAX];
	u8 payload[WCBAR_DESC_PAYLOAD_MAX];
};

/* engine.c: for those who run a card */
void refcard_init(struct refcard *c, u8 *aperture, u64 bytes);
bool refcard_command(struct refcard *c);
void refcard_rung(struct refcard *c, u64 times);
bool refcard_polls(const struct refcard *c);
bool refcard_held(const struct refcard *c, u64 *due);
void refcard_due(struct refcard *c);
void refcard_count(struct refcard *c, enum wcbar_card_counter counter,
		   u64 n);

/* judge.c: what both paths have in common */
bool refcard_arrives(struct refcard *c);
enum wcbar_comp_status refcard_judge(struct refcard *c, u32 room);
void refcard_complete(struct refcard *c, enum wcbar_comp_status status);
void refcard_finish(struct refcard *c);

/* buffers.c and ring.c: one path each */
void refcard_clear_buffers(struct refcard *c);
bool refcard_look(struct refcard *c);
bool refcard_fetch(struct refcard *c);

#endif /* WCBAR_CARD_ENGINE_H */
