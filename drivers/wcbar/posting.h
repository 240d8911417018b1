/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Posts descriptors and measures how long that takes: one row.
 */
#ifndef WCBAR_DRV_POSTING_H
#define WCBAR_DRV_POSTING_H

#include <wcbar/post.h>

#include "card.h"
#include "port.h"

#define WCBAR_POSTING_LINE	64	/* what one write-combining buffer holds */
#define WCBAR_POSTING_DESC	SZ_8K	/* room for the largest descriptor */

/**
 * struct wcbar_posting - what the rows of one run share
 * @port: the card's interface; its io is always set
 * @spec: the specification
 * @safe: what is rung where there is no interface, or NULL
 * @room: bytes of the aperture that may be written where there is none
 * @m: copy method into the card's buffers
 * @stop: asked while waiting and between descriptors: 0, or a negative errno
 *	that ends the run
 * @arg: passed to @stop
 * @pace: what copies have learnt of the card's speed
 * @desc: the descriptor that is being posted, WCBAR_POSTING_DESC bytes
 * @memory: as much, where it would go without an interface
 * @payload: its payload, a page
 * @issued: samples of the row, picoseconds; room for spec->iterations
 * @done: likewise
 * @samples: how many there are
 * @post: way of the row
 * @wait: how the row waits
 * @posted: descriptors of the row, warm-up included
 * @completed: of those
 */
struct wcbar_posting {
	struct wcbar_port *port;
	const struct wcbar_post_spec *spec;
	const struct wcbar_safe_reg *safe;
	u64 room;
	const struct wcbar_method *m;
	int (*stop)(void *arg);
	void *arg;
	u32 pace;
	u8 *desc;
	u8 *memory;
	u8 *payload;
	u64 *issued;
	u64 *done;
	u32 samples;
	enum wcbar_post post;
	enum wcbar_wait wait;
	u32 posted;
	u32 completed;
};

int wcbar_posting_alloc(struct wcbar_posting *p);
void wcbar_posting_free(struct wcbar_posting *p);
u32 wcbar_posting_bytes(const struct wcbar_posting *p,
			const struct wcbar_post_row *row, u32 n);
u32 wcbar_posting_largest(const struct wcbar_posting *p,
			  const struct wcbar_post_row *row);
void wcbar_posting_fill(void *payload, u32 bytes, u64 sequence);
void wcbar_posting_sample(struct wcbar_posting *p, u64 t0, u64 t1, u64 t2);
void wcbar_posting_summary(struct wcbar_posting *p, struct wcbar_post_row *row);
int wcbar_posting_skip(struct wcbar_post_row *row, const char *why);
int wcbar_posting_row(struct wcbar_posting *p, struct wcbar_post_row *row);

/* postput.c */
u8 __iomem *wcbar_posting_buffer(const struct wcbar_posting *p, u32 n);
u8 *wcbar_posting_slot(const struct wcbar_posting *p, u32 n);
size_t wcbar_posting_payload(const struct wcbar_posting *p, u32 n);
void wcbar_posting_ring(struct wcbar_posting *p, u32 n);
int wcbar_posting_store(struct wcbar_posting *p, u8 __iomem *to, u32 len);

/* postwait.c */
int wcbar_posting_wait(struct wcbar_posting *p, u32 n, u64 deadline);

/* postbreak.c */
int wcbar_posting_break(struct wcbar_posting *p, u32 n, u32 len);

/* postread.c */
int wcbar_posting_read_row(struct wcbar_posting *p, struct wcbar_post_row *row);
u64 wcbar_posting_read_span(const struct wcbar_posting *p);

#endif /* WCBAR_DRV_POSTING_H */
