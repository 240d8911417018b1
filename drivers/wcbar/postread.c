// SPDX-License-Identifier: GPL-2.0
/*
 * The same sequences on a card that takes no descriptors: what it costs to
 * issue them, and until what was written could be read back.
 *
 *	bf		the descriptor goes into the aperture as into a card's
 *			buffers; its last word is read back
 *	doorbell,	it goes into memory, and a register of the card is
 *	inline		written, if one is known that this does no harm to; then
 *			a register is read, which is behind the write
 *
 * Nobody takes what is written: it says nothing of a card's own time.
 */
#include <linux/io.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/sched.h>

#include <wcbar/card.h>

#include "posting.h"

#define BUFFERS		2	/* in turn, as those of a card */

/* Bytes from one buffer in the aperture to the next */
static u32 pitch(u32 bytes)
{
	return ALIGN(wcbar_desc_lines(bytes, true) * WCBAR_DESC_LINE,
		     PAGE_SIZE);
}

/**
 * wcbar_posting_read_span() - what is written of the aperture
 * @p: the run
 *
 * Return: bytes from the start of the aperture on; 0 where the run writes
 * nothing there.
 */
u64 wcbar_posting_read_span(const struct wcbar_posting *p)
{
	const struct wcbar_post_spec *spec = p->spec;
	u64 most = 0;
	u32 i;

	if (!(spec->posts & BIT(WCBAR_POST_BF)) && !spec->post_auto)
		return 0;
	for (i = 0; i < spec->nr_sizes; i++)
		most = max_t(u64, most, BUFFERS * pitch(spec->sizes[i]));
	return min(most, p->room);
}

static void read_buffer(struct wcbar_posting *p, u32 n, u32 len, u32 step)
{
	u8 __iomem *to = p->port->io.ap + n % BUFFERS * step;
	u64 t0, t1;

	t0 = ktime_get_ns();
	if (wcbar_posting_store(p, to, len))
		return;
	t1 = ktime_get_ns();
	/* the load may not pass the stores, nor be served from their buffer */
	mb();
	ioread32(to + len - sizeof(u32));
	if (n >= p->spec->warmup)
		wcbar_posting_sample(p, t0, t1, ktime_get_ns());
}

static void read_register(struct wcbar_posting *p, u32 n, u32 len)
{
	u8 __iomem *regs = p->port->io.regs;
	u64 t0, t1;

	t0 = ktime_get_ns();
	memcpy(p->memory, p->desc, len);
	/* the descriptor, in memory, before the doorbell, in the card */
	wmb();
	writel_relaxed(p->safe->value, regs + p->safe->write);
	t1 = ktime_get_ns();
	/* a read pushes the posted write before it to the card */
	readl(regs + p->safe->read);
	if (n >= p->spec->warmup)
		wcbar_posting_sample(p, t0, t1, ktime_get_ns());
}

/* Why the row cannot run, or NULL */
static const char *unfit(const struct wcbar_posting *p,
			 const struct wcbar_post_row *row)
{
	const struct wcbar_port_io *io = &p->port->io;

	if (row->wait == WCBAR_WAIT_IRQ)
		return "nothing interrupts on a card without an interface for descriptors";
	if (row->post == WCBAR_POST_BF)
		return BUFFERS * (u64)pitch(wcbar_posting_largest(p, row)) >
		       p->room ?
		       "two descriptors do not fit what may be written of the aperture" :
		       NULL;
	if (!p->safe)
		return "no register of this card is known to be safe to ring";
	if (!io->regs || max(p->safe->write, p->safe->read) + sizeof(u32) >
	    io->regs_window)
		return "the register to ring is not mapped";
	if (!io->regs_writable)
		return "the registers are not proven uncached, so none is rung";
	return NULL;
}

/**
 * wcbar_posting_read_row() - one row on a card that takes no descriptors
 * @p: the run
 * @row: way, wait and bytes are set; all else that is measured is filled in
 *
 * Context: may sleep; the caller keeps the map.
 * Return: 0, also for a row that was skipped; what stop() returned.
 */
int wcbar_posting_read_row(struct wcbar_posting *p, struct wcbar_post_row *row)
{
	bool bf = row->post == WCBAR_POST_BF;
	u16 flags = row->post == WCBAR_POST_DOORBELL ? 0 : WCBAR_DESC_INLINE;
	u32 largest = wcbar_posting_largest(p, row), n, len;
	const char *skip;
	int ret;

	row->until = WCBAR_UNTIL_READBACK;
	row->lines = wcbar_desc_lines(largest, flags);
	strscpy(row->method, bf ? p->m->name : "-", sizeof(row->method));
	strscpy(row->card, "-", sizeof(row->card));
	skip = unfit(p, row);
	if (!skip && p->spec->broken)
		skip = "a card without an interface notices no fault";
	if (skip)
		return wcbar_posting_skip(row, skip);

	p->samples = 0;
	p->pace = 0;
	for (n = 0; n < p->spec->warmup + p->spec->iterations; n++) {
		u32 bytes = wcbar_posting_bytes(p, row, n);

		ret = p->stop(p->arg);
		if (ret)
			return ret;
		wcbar_posting_fill(p->payload, bytes, n + 1);
		len = wcbar_desc_build(p->desc, bytes, flags, n + 1, 0,
				       p->payload) * WCBAR_DESC_LINE;
		if (bf)
			read_buffer(p, n, len, pitch(largest));
		else
			read_register(p, n, len);
		cond_resched();
	}
	wcbar_posting_summary(p, row);
	if (!p->samples)
		return wcbar_posting_skip(row,
					  "vector registers cannot be used here");
	return 0;
}
