// SPDX-License-Identifier: GPL-2.0
/*
 * Posts descriptors to a card that takes them, one after the other, each when
 * the one before was completed, and measures.
 *
 *	bf		the descriptor, payload inside, goes into the next of
 *			the card's buffers: all lines but the last, a fence,
 *			the last line with the number, a fence
 *	inline		the same descriptor goes into the ring in memory; the
 *			record; the doorbell; the card fetches it
 *	doorbell	the same, with the payload in memory, where the card
 *			fetches it, too
 *
 * The clock runs from the first of these stores on. It stops twice: after the
 * last fence or the doorbell ("issued"), and when the completion was seen
 * ("done"). What a sender has ready before is made before: descriptor and
 * payload.
 */
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "posting.h"

/**
 * wcbar_posting_alloc() - get the memory that the rows of a run share
 * @p: spec is set
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM; wcbar_posting_free() is due in both cases.
 */
int wcbar_posting_alloc(struct wcbar_posting *p)
{
	u32 n = p->spec->iterations;

	p->m = wcbar_methods[p->spec->method];
	p->desc = kmalloc(WCBAR_POSTING_DESC, GFP_KERNEL);
	p->memory = kmalloc(WCBAR_POSTING_DESC, GFP_KERNEL);
	p->payload = kmalloc(PAGE_SIZE, GFP_KERNEL);
	p->issued = kvmalloc_array(n, sizeof(u64), GFP_KERNEL);
	p->done = kvmalloc_array(n, sizeof(u64), GFP_KERNEL);
	return p->desc && p->memory && p->payload && p->issued && p->done ?
	       0 : -ENOMEM;
}

/**
 * wcbar_posting_free() - give it back
 * @p: from wcbar_posting_alloc(), also after it failed
 *
 * Context: may sleep.
 */
void wcbar_posting_free(struct wcbar_posting *p)
{
	kfree(p->desc);
	kfree(p->memory);
	kfree(p->payload);
	kvfree(p->issued);
	kvfree(p->done);
}

/**
 * wcbar_posting_bytes() - length of a message
 * @p: the run
 * @row: the row
 * @n: number of the message in the row
 *
 * Return: bytes.
 */
u32 wcbar_posting_bytes(const struct wcbar_posting *p,
			const struct wcbar_post_row *row, u32 n)
{
	return row->bytes ?: p->spec->sizes[n % p->spec->nr_sizes];
}

/**
 * wcbar_posting_largest() - length of the longest message of a row
 * @p: the run
 * @row: the row
 *
 * Return: bytes.
 */
u32 wcbar_posting_largest(const struct wcbar_posting *p,
			  const struct wcbar_post_row *row)
{
	u32 max = 0, i;

	for (i = 0; i < p->spec->nr_sizes; i++)
		max = max_t(u32, max, wcbar_posting_bytes(p, row, i));
	return max;
}

/**
 * wcbar_posting_fill() - a payload like no other one
 * @payload: a page
 * @bytes: how many are needed
 * @sequence: number of the descriptor
 */
void wcbar_posting_fill(void *payload, u32 bytes, u64 sequence)
{
	u64 *p = payload, v = sequence * 0x9e3779b97f4a7c15ULL;
	u32 i;

	for (i = 0; i < DIV_ROUND_UP(bytes, sizeof(*p)); i++)
		p[i] = v += 0xbf58476d1ce4e5b9ULL;
}

/**
 * wcbar_posting_skip() - a row that does not run
 * @row: the row
 * @why: a sentence
 *
 * Return: 0, as for a row that ran.
 */
int wcbar_posting_skip(struct wcbar_post_row *row, const char *why)
{
	row->skipped = true;
	strscpy(row->note, why, sizeof(row->note));
	return 0;
}

static int put(struct wcbar_posting *p, u32 n, u32 len)
{
	if (p->spec->broken &&
	    n == p->spec->warmup + p->spec->iterations / 2)
		return wcbar_posting_break(p, n, len);
	if (p->post == WCBAR_POST_BF)
		return wcbar_posting_store(p, wcbar_posting_buffer(p, n), len);
	memcpy(wcbar_posting_slot(p, n), p->desc, len);
	wcbar_posting_ring(p, n);
	return 0;
}

/* Makes descriptor n of the row, posts it, and waits for its completion. */
static int post_one(struct wcbar_posting *p, u32 bytes, bool counted)
{
	struct wcbar_port *port = p->port;
	u32 n = p->posted, len;
	size_t page = wcbar_posting_payload(p, n);
	struct wcbar_message msg = {
		.sequence = port->first + n,
		.bytes = bytes,
		.is_inline = p->post != WCBAR_POST_DOORBELL,
		.irq = p->wait == WCBAR_WAIT_IRQ,
		.payload = p->payload,
	};
	u64 t0, t1, deadline;
	int ret;

	if (!msg.is_inline) {
		msg.payload = port->mem.payload + page;
		msg.address = port->mem.payload_bus + page;
	}
	wcbar_posting_fill((void *)msg.payload, bytes, msg.sequence);
	len = port->ops->build(port, p->desc, &msg);
	reinit_completion(&port->irq);

	t0 = ktime_get_ns();
	ret = put(p, n, len);
	t1 = ktime_get_ns();
	if (ret)
		return ret;
	p->posted++;
	deadline = t1 + p->spec->timeout * (u64)NSEC_PER_MSEC;
	ret = wcbar_posting_wait(p, n, deadline);
	/* an error is a completion, too; waiting that was given up is none */
	if (!ret || ret == -EBADMSG || ret == -EIO)
		p->completed++;
	if (!ret && counted)
		wcbar_posting_sample(p, t0, t1, ktime_get_ns());
	return ret;
}

/**
 * wcbar_posting_sample() - keep the times of a descriptor
 * @p: the run
 * @t0: before its first store, nanoseconds
 * @t1: after the last fence or the doorbell
 * @t2: when it was completed, or read back
 */
void wcbar_posting_sample(struct wcbar_posting *p, u64 t0, u64 t1, u64 t2)
{
	p->issued[p->samples] = (t1 - t0) * 1000;
	p->done[p->samples++] = (t2 - t0) * 1000;
}

static void summary(u64 *samples, u32 n, struct wcbar_post_stats *out)
{
	wcbar_stats_compute(samples, n, &out->s);
	out->p999 = wcbar_stats_p999(samples, n);
}

/**
 * wcbar_posting_summary() - what the samples of a row amount to
 * @p: the run
 * @row: the row; iterations, times and histogram are filled in
 */
void wcbar_posting_summary(struct wcbar_posting *p, struct wcbar_post_row *row)
{
	row->iterations = p->samples;
	if (!p->samples)
		return;
	wcbar_hist_add(row->hist, p->done, p->samples);
	summary(p->issued, p->samples, &row->issued);
	summary(p->done, p->samples, &row->done);
}

static int post_all(struct wcbar_posting *p, const struct wcbar_post_row *row)
{
	u32 warmup = p->spec->warmup, i;
	int ret = 0;

	for (i = 0; !ret && i < warmup + p->spec->iterations; i++) {
		ret = p->stop(p->arg) ?:
		      post_one(p, wcbar_posting_bytes(p, row, i), i >= warmup);
		cond_resched();
	}
	return ret;
}

/* Why the card cannot take the row's descriptors, or NULL */
static const char *unfit(struct wcbar_posting *p, struct wcbar_post_row *row,
			 char *why, size_t room)
{
	const struct wcbar_port *port = p->port;
	bool bf = row->post == WCBAR_POST_BF;
	struct wcbar_message msg = {
		.sequence = 1,
		.bytes = wcbar_posting_largest(p, row),
		.is_inline = row->post != WCBAR_POST_DOORBELL,
		.payload = p->payload,
	};
	u32 len, most;

	if (!(port->caps.can & (bf ? WCBAR_PORT_BF : WCBAR_PORT_DMA)))
		return bf ? "the card has no buffers for descriptors" :
			    "the card does not fetch descriptors";
	if (row->wait == WCBAR_WAIT_IRQ && !port->has_irq) {
		if (!(port->caps.can & WCBAR_PORT_IRQ))
			return "the card does not interrupt";
		snprintf(why, room, "there is no interrupt for the card: error %d",
			 port->irq_error);
		return why;
	}
	wcbar_posting_fill(p->payload, msg.bytes, msg.sequence);
	len = port->ops->build(port, p->desc, &msg);
	most = bf ? min(port->caps.desc_max, port->caps.bf_bytes) :
		    min(port->caps.desc_max, port->mem.slot_bytes);
	row->lines = len / WCBAR_POSTING_LINE;
	if (len && len <= most)
		return NULL;
	snprintf(why, room,
		 "no descriptor of this card holds %u bytes: the largest has %u",
		 msg.bytes, most);
	return why;
}

static void set_counts(struct wcbar_post_row *row,
		       const struct wcbar_port_counts *a,
		       const struct wcbar_port_counts *b)
{
	row->taken = b->taken - a->taken;
	row->torn = b->torn - a->torn;
	row->stale = b->stale - a->stale;
	row->twice = b->twice - a->twice;
	row->order = b->order - a->order;
}

/* A card that has completed everything has also counted everything as right */
static int check_counts(struct wcbar_posting *p,
			const struct wcbar_post_row *row)
{
	if (row->taken == p->posted && !row->torn && !row->stale &&
	    !row->twice && !row->order)
		return 0;
	snprintf(p->port->why, sizeof(p->port->why),
		 "the card completed all %u descriptors, but has counted %llu",
		 p->posted, row->taken);
	return -EBADMSG;
}

static const char *card_kind(const struct wcbar_port *port, u64 yields)
{
	if (!(port->caps.can & WCBAR_PORT_EMULATED))
		return "hardware";
	return (port->caps.can & WCBAR_PORT_OWN_CPU) && !yields ?
	       "own" : "shared";
}

static void read_counts(const struct wcbar_posting *p,
			struct wcbar_port_counts *c)
{
	struct wcbar_port *port = p->port;

	memset(c, 0, sizeof(*c));
	if (port->ops->counts)
		port->ops->counts(port, c);
	else
		c->taken = p->completed;
}

/* Everything between start and stop */
static int started_row(struct wcbar_posting *p, struct wcbar_post_row *row)
{
	struct wcbar_port *port = p->port;
	struct wcbar_port_counts before, after;
	int ret;

	read_counts(p, &before);
	ret = post_all(p, row);
	read_counts(p, &after);
	set_counts(row, &before, &after);
	row->lost = p->posted - p->completed;
	strscpy(row->card, card_kind(port, after.yields - before.yields),
		sizeof(row->card));
	wcbar_posting_summary(p, row);
	return ret ?: check_counts(p, row);
}

/**
 * wcbar_posting_row() - one row on a card that takes descriptors
 * @p: the run; its port is open
 * @row: way, wait and bytes are set; all else that is measured is filled in
 *
 * Context: may sleep; the caller keeps the map.
 * Return: 0, also for a row that was skipped; -ETIMEDOUT when a descriptor was
 * not completed in time or the card does not answer, -EBADMSG when it did not
 * take one for what it should be, -EIO when it could not carry one out: the
 * row says so in its note; what stop() returned, -ENODEV: the row means
 * nothing. After any error the port has to be closed.
 */
int wcbar_posting_row(struct wcbar_posting *p, struct wcbar_post_row *row)
{
	struct wcbar_port *port = p->port;
	char why[WCBAR_POST_NOTE];
	const char *skip;
	int ret, err;

	row->until = WCBAR_UNTIL_COMPLETION;
	strscpy(row->method, row->post == WCBAR_POST_BF ? p->m->name : "-",
		sizeof(row->method));
	skip = unfit(p, row, why, sizeof(why));
	if (skip)
		return wcbar_posting_skip(row, skip);

	p->post = row->post;
	p->wait = row->wait;
	p->samples = 0;
	p->posted = 0;
	p->completed = 0;
	p->pace = 0;
	ret = wcbar_port_start(port, row->post == WCBAR_POST_BF) ?:
	      started_row(p, row);
	err = wcbar_port_stop(port);
	if (ret == -EBUSY && !err)
		return wcbar_posting_skip(row,
					  "vector registers cannot be used here");
	ret = ret ?: err;
	/* a run that was stopped says nothing of the card */
	row->failed = ret == -ETIMEDOUT || ret == -EBADMSG || ret == -EIO;
	if (row->failed)
		strscpy(row->note, port->why, sizeof(row->note));
	return ret;
}
