// SPDX-License-Identifier: GPL-2.0
/*
 * What becomes of a descriptor, whichever way it came: judged, completed.
 */
#include "engine.h"

#include "bar.h"

/* What each status is counted as, but for those that were taken */
static const enum wcbar_card_counter counted[] = {
	[WCBAR_COMP_TORN] = WCBAR_CARD_C_TORN,
	[WCBAR_COMP_STALE] = WCBAR_CARD_C_STALE,
	[WCBAR_COMP_TWICE] = WCBAR_CARD_C_TWICE,
	[WCBAR_COMP_ORDER] = WCBAR_CARD_C_ORDER,
	[WCBAR_COMP_MALFORMED] = WCBAR_CARD_C_MALFORMED,
};

static const struct fault *fault_now(const struct refcard *c,
				     enum fault_kind kind)
{
	return fault_find(c->faults, kind, c->arrivals);
}

/**
 * refcard_arrives - a descriptor arrives: the faults that come first
 * @c: the card
 *
 * Return: true if the card is to look at it.
 */
bool refcard_arrives(struct refcard *c)
{
	c->arrivals++;
	if (fault_now(c, FAULT_DIE)) {
		c->ops.die(c->ops.ctx);
		c->hung = true;
	}
	if (fault_now(c, FAULT_HANG))
		c->hung = true;
	return !c->hung && !fault_now(c, FAULT_LOST);
}

/**
 * refcard_judge - what is wrong with the descriptor in @c->copy
 * @c: the card
 * @room: bytes of it that are there
 *
 * Fetches the payload where it is not inline.
 *
 * Return: the status for its completion.
 */
enum wcbar_comp_status refcard_judge(struct refcard *c, u32 room)
{
	enum wcbar_comp_status status;
	struct wcbar_desc d;

	status = wcbar_desc_check(c->copy, room, c->expected);
	if (status != WCBAR_COMP_OK)
		return status;
	memcpy(&d, c->copy, sizeof(d));
	if (!(d.flags & WCBAR_DESC_INLINE)) {
		if (!dma_read(c->dma, d.address, c->payload, d.bytes))
			return WCBAR_COMP_MALFORMED;
		refcard_count(c, WCBAR_CARD_C_DMA_BYTES, d.bytes);
	}
	return wcbar_desc_crc_ok(c->copy, c->payload) ? WCBAR_COMP_OK :
							WCBAR_COMP_TORN;
}

static void count_status(struct refcard *c, enum wcbar_comp_status status)
{
	if (status != WCBAR_COMP_OK && status != WCBAR_COMP_FAILED)
		refcard_count(c, counted[status], 1);
	else if (c->config.mode == WCBAR_CARD_BF)
		refcard_count(c, WCBAR_CARD_C_BF, 1);
	else
		refcard_count(c, WCBAR_CARD_C_DOORBELL, 1);
}

/**
 * refcard_complete - the descriptor that was expected is dealt with
 * @c: the card
 * @status: what became of it
 *
 * Writes its completion, or holds it back. After an error the host is
 * interrupted whatever the descriptor asked for: what does not look like the
 * descriptor that the host waits for cannot be believed in this, either.
 */
void refcard_complete(struct refcard *c, enum wcbar_comp_status status)
{
	struct refcard_pending *p = &c->pending;
	const struct fault *slow = fault_now(c, FAULT_SLOW);
	struct wcbar_desc d;

	if (status == WCBAR_COMP_OK && fault_now(c, FAULT_ERROR))
		status = WCBAR_COMP_FAILED;
	count_status(c, status);

	memcpy(&d, c->copy, sizeof(d));
	p->there = true;
	p->address = c->config.completions +
		     c->taken % c->config.slots * sizeof(p->comp);
	p->comp.status = status;
	p->comp.path = c->config.mode;
	p->comp.sequence = c->expected;
	p->interrupt = status != WCBAR_COMP_OK || (d.flags & WCBAR_DESC_IRQ);
	p->due = slow ? c->ops.now(c->ops.ctx) + slow->usec * 1000 : 0;

	c->taken++;
	/* 0 is no sequence number */
	if (!++c->expected)
		c->expected = 1;
	if (!slow)
		refcard_finish(c);
}

/**
 * refcard_finish - write the completion
 * @c: the card, which has one pending
 *
 * A command that is there comes first: after RESET or STOP is done, nothing
 * is written.
 */
void refcard_finish(struct refcard *c)
{
	struct refcard_pending *p = &c->pending;

	refcard_command(c);
	if (!p->there)
		return;
	p->there = false;
	if (p->comp.status != WCBAR_COMP_OK) {
		c->state = WCBAR_CARD_FAILED;
		c->error = WCBAR_CARD_E_DESCRIPTOR;
		store32(c->control + WCBAR_CARD_R_STATE, c->state);
		store32(c->control + WCBAR_CARD_R_ERROR, c->error);
	}
	if (p->interrupt)
		refcard_count(c, WCBAR_CARD_C_IRQS, 1);
	dma_complete(c->dma, p->address, &p->comp);
	/* a system call: the completion is in memory before it */
	if (p->interrupt)
		c->ops.interrupt(c->ops.ctx);
}
