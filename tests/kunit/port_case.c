// SPDX-License-Identifier: GPL-2.0
/*
 * A card that takes descriptors, and a kernel whose calls can fail; see
 * port_case.h.
 */
#include <wcbar/card.h>

#include "port_case.h"

static struct fake_card *fake_of(const struct wcbar_port *port)
{
	return container_of(port, struct fake_card, port);
}

static bool fails(struct fake_card *f)
{
	return f->calls++ == f->fail_at;
}

/* --- the kernel ------------------------------------------------------------- */

static bool fake_present(struct wcbar_port *port)
{
	return !fake_of(port)->gone;
}

static int fake_dma_mask(struct wcbar_port *port)
{
	return fails(fake_of(port)) ? -EIO : 0;
}

static void *fake_alloc(struct wcbar_port *port, size_t bytes, dma_addr_t *bus)
{
	struct fake_card *f = fake_of(port);
	void *p = fails(f) ? NULL : kzalloc(bytes, GFP_KERNEL);

	if (!p)
		return NULL;
	f->allocs++;
	/* an address that is none of the CPU's */
	*bus = (unsigned long)p ^ BIT(62);
	return p;
}

static void fake_free(struct wcbar_port *port, size_t bytes, void *p,
		      dma_addr_t bus)
{
	struct fake_card *f = fake_of(port);

	KUNIT_EXPECT_EQ(f->test, bus, (unsigned long)p ^ BIT(62));
	KUNIT_EXPECT_FALSE_MSG(f->test, f->master, "freed under a bus master");
	f->allocs--;
	kfree(p);
}

static void fake_keep(struct wcbar_port *port, void *p)
{
	struct fake_card *f = fake_of(port);

	KUNIT_EXPECT_PTR_EQ(f->test, p, port->mem.comps);
	f->kept++;
}

static void fake_master(struct wcbar_port *port, bool on)
{
	struct fake_card *f = fake_of(port);

	KUNIT_EXPECT_NE_MSG(f->test, on, f->master, "twice the same");
	f->master = on;
	f->masters += on;
}

static int fake_irq_get(struct wcbar_port *port)
{
	return fails(fake_of(port)) ? -ENOSPC : 0;
}

static void fake_irq_put(struct wcbar_port *port)
{
	KUNIT_EXPECT_TRUE(fake_of(port)->test, port->has_irq);
}

static const struct wcbar_port_kernel fake_kernel = {
	.present	= fake_present,
	.dma_mask	= fake_dma_mask,
	.alloc		= fake_alloc,
	.free		= fake_free,
	.keep		= fake_keep,
	.master		= fake_master,
	.irq_get	= fake_irq_get,
	.irq_put	= fake_irq_put,
};

/* --- the card ----------------------------------------------------------------- */

static int fake_find(struct wcbar_port *port)
{
	struct wcbar_port_caps *caps = &port->caps;

	if (fake_of(port)->garbled) {
		memset(caps, 0xff, sizeof(*caps));
		strscpy(caps->why, "garbled", sizeof(caps->why));
		return -ENODEV;
	}
	strscpy(caps->name, "fake card", sizeof(caps->name));
	caps->can = WCBAR_PORT_BF | WCBAR_PORT_DMA | WCBAR_PORT_IRQ |
		    WCBAR_PORT_EMULATED | WCBAR_PORT_OWN_CPU;
	caps->reserved = FAKE_BAR - FAKE_BUFFERS * FAKE_BUFFER;
	caps->bf_base = caps->reserved;
	caps->bf_bytes = FAKE_BUFFER;
	caps->bf_count = FAKE_BUFFERS;
	caps->desc_max = 65 * WCBAR_DESC_LINE;
	caps->slots_max = 64;
	caps->comp_bytes = 16;
	return 0;
}

static int fake_reset(struct wcbar_port *port)
{
	struct fake_card *f = fake_of(port);

	f->resets++;
	if (!f->mute)
		return 0;
	strscpy(port->why, "no answer", sizeof(port->why));
	return -ETIMEDOUT;
}

static int fake_start(struct wcbar_port *port, bool buffers, u64 first)
{
	struct fake_card *f = fake_of(port);

	KUNIT_EXPECT_EQ(f->test, first, port->first);
	KUNIT_EXPECT_TRUE(f->test, f->master);
	f->buffers = buffers;
	f->record = 0;
	f->rung = 0;
	f->taken = 0;
	f->status = 0;
	memset(&f->counts, 0, sizeof(f->counts));
	memset(f->bar, 0, FAKE_BAR);
	if (f->refuse)
		strscpy(port->why, "refused", sizeof(port->why));
	return f->refuse;
}

static u32 fake_build(const struct wcbar_port *port, void *buf,
		      const struct wcbar_message *msg)
{
	return wcbar_desc_build(buf, msg->bytes,
				(msg->is_inline ? WCBAR_DESC_INLINE : 0) |
				(msg->irq ? WCBAR_DESC_IRQ : 0), msg->sequence,
				msg->address, msg->payload) * WCBAR_DESC_LINE;
}

static bool complete_in(const u8 *buf)
{
	const struct wcbar_desc *d = (const void *)buf;
	u64 tail;

	if (!d->sequence || !d->lines || d->lines > 65)
		return false;
	memcpy(&tail, buf + d->lines * WCBAR_DESC_LINE - sizeof(tail),
	       sizeof(tail));
	return tail == d->sequence;
}

static enum wcbar_comp_status judge(struct fake_card *f, const u8 *buf,
				    u32 room)
{
	const struct wcbar_desc *d = (const void *)buf;
	u64 expected = f->port.first + f->taken;
	enum wcbar_comp_status status = wcbar_desc_check(buf, room, expected);

	if (!f->buffers && d->sequence + f->port.mem.slots == expected)
		return WCBAR_COMP_STALE;
	if (status != WCBAR_COMP_OK)
		return status;
	if (!wcbar_desc_crc_ok(buf, (void *)(d->address ^ BIT(62))))
		return WCBAR_COMP_TORN;
	return f->taken == f->fail ? WCBAR_COMP_FAILED : WCBAR_COMP_OK;
}

static void count(struct fake_card *f, enum wcbar_comp_status status)
{
	struct wcbar_port_counts *c = &f->counts;

	c->taken += status == WCBAR_COMP_OK || status == WCBAR_COMP_FAILED;
	c->torn += status == WCBAR_COMP_TORN;
	c->stale += status == WCBAR_COMP_STALE;
	c->twice += status == WCBAR_COMP_TWICE;
	c->order += status == WCBAR_COMP_ORDER;
	f->status = status == WCBAR_COMP_OK ? 1 :
		    status == WCBAR_COMP_FAILED ? -EIO : -EBADMSG;
	if (f->status < 0)
		snprintf(f->port.why, sizeof(f->port.why), "status %u", status);
}

/* Takes one descriptor, if there is one */
static void look(struct fake_card *f)
{
	const struct wcbar_port_mem *mem = &f->port.mem;
	u8 *buf = f->bar + f->port.caps.bf_base +
		  f->taken % FAKE_BUFFERS * FAKE_BUFFER;
	u32 room = FAKE_BUFFER;

	if (f->status < 0)
		return;
	if (!f->buffers) {
		buf = mem->ring + f->taken % mem->slots * mem->slot_bytes;
		room = mem->slot_bytes;
	}
	if (f->buffers ? !complete_in(buf) : f->record <= f->taken)
		return;
	if (f->taken == f->lose)
		return;
	count(f, judge(f, buf, room));
	if (f->buffers)
		memset(buf, 0, FAKE_BUFFER);
	f->taken++;
}

static void fake_record(struct wcbar_port *port, u32 posted)
{
	fake_of(port)->record = posted;
}

static void fake_ring(struct wcbar_port *port, u32 posted)
{
	struct fake_card *f = fake_of(port);

	f->rung++;
	f->early += f->record != posted;
	look(f);
	if (f->taken && f->taken - 1 != f->quiet)
		complete(&port->irq);
}

static int fake_done(struct wcbar_port *port, u32 n)
{
	struct fake_card *f = fake_of(port);

	if (f->buffers && f->taken <= n)
		look(f);
	return f->taken > n ? f->status : 0;
}

static void fake_counts(struct wcbar_port *port, struct wcbar_port_counts *c)
{
	struct fake_card *f = fake_of(port);

	*c = f->counts;
	if (f->taken)
		c->taken += f->miscount;
}

static const struct wcbar_card_ops fake_ops = {
	.find	= fake_find,
	.reset	= fake_reset,
	.start	= fake_start,
	.build	= fake_build,
	.record	= fake_record,
	.ring	= fake_ring,
	.done	= fake_done,
	.counts	= fake_counts,
};

/**
 * fake_card_init() - a card whose interface was found
 * @test: the test, to whom it belongs
 *
 * Return: the card, or NULL where there is no memory for it.
 */
struct fake_card *fake_card_init(struct kunit *test)
{
	struct fake_card *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	u8 *bar = kunit_kzalloc(test, FAKE_BAR, GFP_KERNEL);

	if (!f || !bar)
		return NULL;
	f->test = test;
	f->bar = bar;
	f->fail_at = FAKE_NEVER;
	f->lose = FAKE_NEVER;
	f->fail = FAKE_NEVER;
	f->quiet = FAKE_NEVER;
	wcbar_port_init(&f->port, &fake_ops, &fake_kernel, NULL);
	f->port.io.ap = (u8 __force __iomem *)bar;
	f->port.io.window = FAKE_BAR;
	f->port.io.size = FAKE_BAR;
	wcbar_port_find(&f->port);
	KUNIT_EXPECT_TRUE(test, f->port.caps.present);
	return f;
}
