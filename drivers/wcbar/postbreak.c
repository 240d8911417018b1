// SPDX-License-Identifier: GPL-2.0
/*
 * Faults that the driver makes on purpose, one in a row, to see that the card
 * notices. For tests only.
 */
#include <linux/delay.h>
#include <linux/io.h>

#include "posting.h"

#define HEAD		32	/* what is published before the rest, bytes */
#define TAIL		8
#define FILLER		0x5c	/* in place of payload that is not there yet */
#define SEE_MS		200	/* the card has seen it by then */

/* Until the card has completed it, or time enough to do so has passed */
static void let_it_look(struct wcbar_posting *p, u32 n)
{
	u32 ms;

	for (ms = 0; ms < SEE_MS && !p->port->ops->done(p->port, n); ms++)
		usleep_range(1000, 1500);
}

/* The number and the header first, and the payload when it is too late */
static int early_buffer(struct wcbar_posting *p, u32 n, u32 len)
{
	u8 __iomem *to = wcbar_posting_buffer(p, n);

	memcpy_toio(to + len - TAIL, p->desc + len - TAIL, TAIL);
	/* the number before the header: the wrong way round */
	wmb();
	memcpy_toio(to, p->desc, HEAD);
	/* out of the write-combining buffer, for the card to see it */
	wmb();
	let_it_look(p, n);
	memcpy_toio(to + HEAD, p->desc + HEAD, len - HEAD - TAIL);
	/* the rest before whatever follows */
	wmb();
	return 0;
}

static int early_ring(struct wcbar_posting *p, u32 n, u32 len)
{
	u8 *payload = p->port->mem.payload + wcbar_posting_payload(p, n);
	u8 *to = wcbar_posting_slot(p, n);

	memcpy(to, p->desc, len);
	if (p->post == WCBAR_POST_INLINE)
		memset(to + HEAD, FILLER, len - HEAD - TAIL);
	else
		memset(payload, FILLER, PAGE_SIZE);
	wcbar_posting_ring(p, n);
	let_it_look(p, n);
	memcpy(to, p->desc, len);
	return 0;
}

/* The descriptor with another number than its own */
static int other_number(struct wcbar_posting *p, u32 n, u32 len, s32 offset)
{
	struct wcbar_port *port = p->port;
	struct wcbar_message msg = {
		.sequence = port->first + n + offset,
		.bytes = 1,
		.is_inline = true,
		.irq = p->wait == WCBAR_WAIT_IRQ,
		.payload = p->payload,
	};

	len = port->ops->build(port, p->desc, &msg);
	if (p->post == WCBAR_POST_BF)
		return wcbar_posting_store(p, wcbar_posting_buffer(p, n), len);
	memcpy(wcbar_posting_slot(p, n), p->desc, len);
	wcbar_posting_ring(p, n);
	return 0;
}

/**
 * wcbar_posting_break() - post a descriptor in a wrong way
 * @p: the run; spec->broken says in which
 * @n: number of the descriptor
 * @len: its length in p->desc, bytes
 *
 * Context: may sleep.
 * Return: 0, or -EBUSY when the method cannot run here.
 */
int wcbar_posting_break(struct wcbar_posting *p, u32 n, u32 len)
{
	switch (p->spec->broken) {
	case WCBAR_BREAK_SEQUENCE:
		return p->post == WCBAR_POST_BF ? early_buffer(p, n, len) :
						  early_ring(p, n, len);
	case WCBAR_BREAK_REPEAT:
		return other_number(p, n, len, -1);
	case WCBAR_BREAK_SKIP:
		return other_number(p, n, len, 1);
	default:
		/* WCBAR_BREAK_STALE: the slot holds what it held before */
		wcbar_posting_ring(p, n);
		return 0;
	}
}
