// SPDX-License-Identifier: GPL-2.0
/*
 * Where a descriptor goes, in the card or in memory, and in which order.
 *
 * A line that is driven out of its write-combining buffer half filled reaches
 * the card in two parts, and the second one in pieces of any order (SDM 3A,
 * 12.3.1). No fence prevents that, only stores of a whole line do (movdir64b).
 * A card of this kind has to check what it takes, and counts it as torn.
 */
#include <linux/io.h>
#include <linux/mm.h>

#include "posting.h"

/**
 * wcbar_posting_buffer() - where a descriptor goes in the card
 * @p: the run
 * @n: number of the descriptor
 *
 * Return: the buffer whose turn it is.
 */
u8 __iomem *wcbar_posting_buffer(const struct wcbar_posting *p, u32 n)
{
	const struct wcbar_port_caps *caps = &p->port->caps;

	return p->port->io.ap + caps->bf_base +
	       (u64)(n % caps->bf_count) * caps->bf_bytes;
}

/**
 * wcbar_posting_store() - store a descriptor into a buffer of the card
 * @p: the run; p->desc is the descriptor
 * @to: the buffer
 * @len: bytes of the descriptor, whole lines
 *
 * Context: may sleep.
 * Return: 0, or -EBUSY when the method cannot run here.
 */
int wcbar_posting_store(struct wcbar_posting *p, u8 __iomem *to, u32 len)
{
	/* never stopped: half a descriptor would wait for its other half */
	struct wcbar_copy_ctl ctl = { .pace = &p->pace, .fence = true };
	u32 body = len - WCBAR_POSTING_LINE;
	int ret = 0;

	/*
	 * The copy ends with a store fence. It orders all lines before any of
	 * the last one, whose number says that they are there:
	 * write-combining buffers are emptied in any order.
	 */
	if (body)
		ret = wcbar_copy_to(p->m, to, p->desc, body, &ctl);
	if (ret)
		return ret;
	/*
	 * This one's fence orders the last line before whatever follows: it
	 * leaves its buffer now, and not when that is wanted for another line.
	 */
	return wcbar_copy_to(p->m, to + body, p->desc + body,
			     WCBAR_POSTING_LINE, &ctl);
}

/**
 * wcbar_posting_slot() - where a descriptor goes in memory
 * @p: the run
 * @n: number of the descriptor
 *
 * Return: its slot of the ring.
 */
u8 *wcbar_posting_slot(const struct wcbar_posting *p, u32 n)
{
	const struct wcbar_port_mem *mem = &p->port->mem;

	return mem->ring + (size_t)(n & (mem->slots - 1)) * mem->slot_bytes;
}

/**
 * wcbar_posting_payload() - where payload goes in memory
 * @p: the run
 * @n: number of the descriptor
 *
 * Return: offset of its page, bytes.
 */
size_t wcbar_posting_payload(const struct wcbar_posting *p, u32 n)
{
	return (n & (p->port->mem.slots - 1)) * PAGE_SIZE;
}

/**
 * wcbar_posting_ring() - tell the card of a descriptor in memory
 * @p: the run
 * @n: number of the descriptor
 */
void wcbar_posting_ring(struct wcbar_posting *p, u32 n)
{
	struct wcbar_port *port = p->port;

	/* descriptor and payload before the record that counts them */
	dma_wmb();
	port->ops->record(port, n + 1);
	/* the record, in memory, before the doorbell, in the card */
	wmb();
	port->ops->ring(port, n + 1);
}
