// SPDX-License-Identifier: GPL-2.0
/*
 * The reference card: how descriptors are posted to it. Its registers, its
 * descriptors and what each of them means: <wcbar/card.h> and
 * Documentation/reference-card.rst.
 *
 * Its control block may lie in the aperture, which is mapped write-combining:
 * then stores into it wait in buffers and leave in any order, so each step
 * that depends on an earlier one has a barrier before it.
 */
#include <linux/delay.h>
#include <linux/io.h>
#include <linux/io-64-nonatomic-lo-hi.h>
#include <linux/ktime.h>

#include <wcbar/card.h>

#include "port.h"
#include "refcard.h"

#define ACK_MS		500	/* a card answers a command within this */
#define GRACE_US	20000	/* and where nobody had a CPU, within this after it */
#define MIN_WINDOW	SZ_4K	/* of the aperture that is not the card's own */
#define MAX_BUFFERS	1024

/* The control block; NULL where it cannot be reached, and *why says so */
static u8 __iomem *find_block(const struct wcbar_port *port, const char **why)
{
	const struct wcbar_port_io *io = &port->io;

	*why = NULL;
	if (io->regs && io->regs_size >= WCBAR_CARD_CONTROL) {
		if (io->regs_window >= WCBAR_CARD_CONTROL)
			return io->regs;
		*why = "the control block in the registers is not mapped";
		return NULL;
	}
	if (!io->ap) {
		*why = "there is no aperture";
		return NULL;
	}
	if (io->size < WCBAR_CARD_CONTROL) {
		*why = "neither BAR has room for a control block";
		return NULL;
	}
	if (io->window < io->size) {
		*why = "the end of the aperture is not mapped: window_mb has to cover the BAR";
		return NULL;
	}
	return io->ap + io->size - WCBAR_CARD_CONTROL;
}

/* Only of a card that was found, whose control block is where it was */
static u8 __iomem *block(const struct wcbar_port *port)
{
	const char *why;

	return find_block(port, &why);
}

/* Where the card's own part of the aperture begins at the latest */
static u64 own(const struct wcbar_port_io *io)
{
	return io->regs_size < WCBAR_CARD_CONTROL ?
	       io->size - WCBAR_CARD_CONTROL : io->size;
}

static bool sane(const struct wcbar_port *port)
{
	const struct wcbar_port_caps *caps = &port->caps;
	const struct wcbar_port_io *io = &port->io;
	u64 buffers = (u64)caps->bf_bytes * caps->bf_count;

	if (!(caps->can & (WCBAR_PORT_BF | WCBAR_PORT_DMA)) ||
	    !caps->slots_max || caps->desc_max < WCBAR_DESC_LINE ||
	    caps->reserved < MIN_WINDOW || caps->reserved > own(io))
		return false;
	if (!(caps->can & WCBAR_PORT_BF))
		return true;
	return caps->bf_count && caps->bf_count <= MAX_BUFFERS &&
	       caps->bf_bytes >= WCBAR_DESC_LINE &&
	       !(caps->bf_bytes % WCBAR_DESC_LINE) &&
	       !(caps->bf_base % WCBAR_DESC_LINE) &&
	       caps->bf_base >= caps->reserved &&
	       caps->bf_base <= io->size && buffers <= io->size - caps->bf_base;
}

static void read_caps(struct wcbar_port *port, u8 __iomem *b)
{
	struct wcbar_port_caps *caps = &port->caps;
	u32 features = readl(b + WCBAR_CARD_R_FEATURES);

	caps->can = (features & WCBAR_CARD_F_BF ? WCBAR_PORT_BF : 0) |
		    (features & WCBAR_CARD_F_DMA ? WCBAR_PORT_DMA : 0) |
		    (features & WCBAR_CARD_F_IRQ ? WCBAR_PORT_IRQ : 0) |
		    (features & WCBAR_CARD_F_EMULATED ?
		     WCBAR_PORT_EMULATED : 0) |
		    (features & WCBAR_CARD_F_OWN_CPU ? WCBAR_PORT_OWN_CPU : 0);
	caps->bf_base = readq(b + WCBAR_CARD_R_BF_BASE);
	caps->bf_bytes = readl(b + WCBAR_CARD_R_BF_BYTES);
	caps->bf_count = readl(b + WCBAR_CARD_R_BF_COUNT);
	caps->desc_max = readl(b + WCBAR_CARD_R_DESC_MAX);
	caps->slots_max = readl(b + WCBAR_CARD_R_SLOTS_MAX);
	caps->doorbell = readl(b + WCBAR_CARD_R_DOORBELL);
	caps->db_value = readl(b + WCBAR_CARD_R_DB_VALUE);
	caps->reserved = readq(b + WCBAR_CARD_R_RESERVED);
	caps->comp_bytes = sizeof(struct wcbar_comp);
	snprintf(caps->name, sizeof(caps->name), "reference card %u%s",
		 WCBAR_CARD_VERSION,
		 caps->can & WCBAR_PORT_EMULATED ? ", emulated" : "");
}

static int refcard_find(struct wcbar_port *port)
{
	struct wcbar_port_caps *caps = &port->caps;
	const struct wcbar_port_io *io = &port->io;
	const char *why;
	u8 __iomem *b;
	u32 version;

	b = find_block(port, &why);
	if (!b)
		goto err_why;
	why = "the card has no control block";
	if (readl(b + WCBAR_CARD_R_MAGIC) != WCBAR_CARD_MAGIC)
		goto err_why;
	/* whatever else cannot be used, here are registers */
	caps->reserved = own(io);
	version = readl(b + WCBAR_CARD_R_VERSION);
	if (version != WCBAR_CARD_VERSION) {
		snprintf(caps->why, sizeof(caps->why),
			 "the card's interface is version %u, and this driver knows %u",
			 version, WCBAR_CARD_VERSION);
		return -ENODEV;
	}
	read_caps(port, b);
	why = "the card's control block makes no sense";
	if (!sane(port)) {
		caps->reserved = own(io);
		goto err_why;
	}
	why = "the card's buffers are not all mapped: window_mb has to cover them";
	if ((caps->can & WCBAR_PORT_BF) &&
	    caps->bf_base + (u64)caps->bf_bytes * caps->bf_count > io->window)
		goto err_why;
	why = "the card's doorbell is in none of the mapped registers";
	if (!io->regs || caps->doorbell % 4 || io->regs_window < 4 ||
	    caps->doorbell > io->regs_window - 4)
		goto err_why;
	why = "the registers are not proven uncached, so its doorbell is not rung";
	if (!io->regs_writable)
		goto err_why;
	return 0;

err_why:
	strscpy(caps->why, why, sizeof(caps->why));
	return -ENODEV;
}

static void refcard_ring(struct wcbar_port *port, u32 posted)
{
	const struct wcbar_port_caps *caps = &port->caps;

	/* postput.c and command() have ordered all that goes before it */
	writel_relaxed(caps->db_value == WCBAR_CARD_DB_POSTED ?
		       posted : caps->db_value, port->io.regs + caps->doorbell);
}

/*
 * The deadline may pass while nobody has a CPU, a card that is a program
 * neither: so there is a last look a while after it.
 */
static int wait_done(u8 __iomem *b, u32 cookie)
{
	u64 deadline = ktime_get_ns() + ACK_MS * (u64)NSEC_PER_MSEC;
	bool late = false;

	while (readl(b + WCBAR_CARD_R_DONE) != cookie) {
		if (late)
			return -ETIMEDOUT;
		late = ktime_get_ns() >= deadline;
		if (late)
			usleep_range(GRACE_US, 2 * GRACE_US);
		else
			usleep_range(20, 50);
	}
	return 0;
}

/* The card's enum wcbar_card_error of a command; negative without an answer */
static int command(struct wcbar_port *port, u32 command)
{
	u8 __iomem *b = block(port);
	u32 cookie, done;

	if (!b || !port->io.regs_writable)
		return -ENODEV;
	done = readl(b + WCBAR_CARD_R_DONE);
	/* neither that of a command done nor that of one unanswered */
	cookie = readl(b + WCBAR_CARD_R_COOKIE) + 1;
	if (cookie == done)
		cookie++;
	writel(command, b + WCBAR_CARD_R_COMMAND);
	/* the command and what it needs before the cookie that makes it valid */
	wmb();
	writel(cookie, b + WCBAR_CARD_R_COOKIE);
	/* the cookie before the doorbell that tells of it */
	wmb();
	refcard_ring(port, 0);

	if (wait_done(b, cookie))
		return -ETIMEDOUT;
	/* the error was written before the cookie: it is read after it */
	rmb();
	return readl(b + WCBAR_CARD_R_ERROR) & S32_MAX;
}

static const char *error_text(int error)
{
	switch (error) {
	case WCBAR_CARD_E_COMMAND:
		return "it knows no such command";
	case WCBAR_CARD_E_STATE:
		return "it is in another state";
	case WCBAR_CARD_E_MODE:
		return "it cannot take descriptors in this way";
	case WCBAR_CARD_E_RING:
		return "it does not take a ring of this size";
	case WCBAR_CARD_E_ADDRESS:
		return "it cannot reach the memory";
	default:
		return "for no reason that is known";
	}
}

static int refcard_reset(struct wcbar_port *port)
{
	int ret = command(port, WCBAR_CARD_RESET);

	if (ret == -ETIMEDOUT)
		snprintf(port->why, sizeof(port->why),
			 "the card does not answer: no reset within %u ms",
			 ACK_MS);
	else if (ret)
		strscpy(port->why, "the card refused a reset",
			sizeof(port->why));
	return ret > 0 ? -ETIMEDOUT : ret;
}

static int refcard_start(struct wcbar_port *port, bool buffers, u64 first)
{
	const struct wcbar_port_mem *mem = &port->mem;
	u8 __iomem *b = block(port);
	int ret;

	if (!b)
		return -ENODEV;
	writeq(mem->ring_bus, b + WCBAR_CARD_R_RING);
	writel(mem->slot_bytes, b + WCBAR_CARD_R_SLOT_BYTES);
	writel(mem->slots, b + WCBAR_CARD_R_SLOTS);
	writeq(mem->record_bus, b + WCBAR_CARD_R_RECORD);
	writeq(mem->comps_bus, b + WCBAR_CARD_R_COMPLETIONS);
	writeq(first, b + WCBAR_CARD_R_FIRST);
	writel(buffers ? WCBAR_CARD_BF : WCBAR_CARD_DOORBELL,
	       b + WCBAR_CARD_R_MODE);
	/* command() orders all of these before the command is valid */
	ret = command(port, WCBAR_CARD_START);
	if (!ret)
		return 0;
	snprintf(port->why, sizeof(port->why), "the card did not start: %s",
		 ret < 0 ? "it does not answer" : error_text(ret));
	return ret < 0 ? ret : -EIO;
}

static u32 refcard_build(const struct wcbar_port *port, void *buf,
			 const struct wcbar_message *msg)
{
	u16 flags = (msg->is_inline ? WCBAR_DESC_INLINE : 0) |
		    (msg->irq ? WCBAR_DESC_IRQ : 0);

	return wcbar_desc_build(buf, msg->bytes, flags, msg->sequence,
				msg->address, msg->payload) * WCBAR_DESC_LINE;
}

static void refcard_record(struct wcbar_port *port, u32 posted)
{
	WRITE_ONCE(*(__le32 *)port->mem.record, cpu_to_le32(posted));
}

static const char *status_text(u32 status)
{
	switch (status) {
	case WCBAR_COMP_TORN:
		return "torn: its number was there before the rest of it";
	case WCBAR_COMP_STALE:
		return "stale: there was none when the doorbell rang";
	case WCBAR_COMP_TWICE:
		return "twice: it had been taken before";
	case WCBAR_COMP_ORDER:
		return "order: a number was left out";
	case WCBAR_COMP_MALFORMED:
		return "malformed: it makes no sense";
	case WCBAR_COMP_FAILED:
		return "failed: it could not be carried out";
	default:
		return "a status that is not known";
	}
}

static int refcard_done(struct wcbar_port *port, u32 n)
{
	const struct wcbar_comp *comp = port->mem.comps;
	u32 status;

	comp += n & (port->mem.slots - 1);
	if (READ_ONCE(comp->sequence) != port->first + n)
		return 0;
	/* the card wrote the status before the number: it is read after it */
	dma_rmb();
	status = READ_ONCE(comp->status);
	if (status == WCBAR_COMP_OK)
		return 1;
	snprintf(port->why, sizeof(port->why),
		 "the card says of descriptor %u that it was %s", n,
		 status_text(status));
	return status == WCBAR_COMP_FAILED ? -EIO : -EBADMSG;
}

static u64 counter(u8 __iomem *b, enum wcbar_card_counter c)
{
	return readq(b + WCBAR_CARD_R_COUNTERS + c * sizeof(u64));
}

static void refcard_counts(struct wcbar_port *port, struct wcbar_port_counts *c)
{
	u8 __iomem *b = block(port);

	if (!b)
		return;
	c->taken = counter(b, WCBAR_CARD_C_BF) +
		   counter(b, WCBAR_CARD_C_DOORBELL);
	c->torn = counter(b, WCBAR_CARD_C_TORN);
	c->stale = counter(b, WCBAR_CARD_C_STALE);
	c->twice = counter(b, WCBAR_CARD_C_TWICE);
	c->order = counter(b, WCBAR_CARD_C_ORDER);
	c->yields = counter(b, WCBAR_CARD_C_YIELDS);
}

/* How descriptors are posted to the reference card. */
const struct wcbar_card_ops wcbar_refcard_ops = {
	.find	= refcard_find,
	.reset	= refcard_reset,
	.start	= refcard_start,
	.build	= refcard_build,
	.record	= refcard_record,
	.ring	= refcard_ring,
	.done	= refcard_done,
	.counts	= refcard_counts,
};
