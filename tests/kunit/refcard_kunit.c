// SPDX-License-Identifier: GPL-2.0
/*
 * How the driver speaks to the reference card: which control blocks it takes
 * and which not, commands that are answered by a thread, refused, or not
 * answered, and what it makes of completions.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <wcbar/card.h>

#include "refcard.h"

#define BAR		SZ_64K
#define BLOCK		(BAR - WCBAR_CARD_CONTROL)
#define BUFFERS		(BLOCK - 2 * SZ_8K)
#define BELL		12
#define BELL_VALUE	0x10000

struct context {
	struct kunit *test;
	struct wcbar_port port;
	u8 *bar;
	u8 *block;
	u8 *regs;
	struct wcbar_comp comps[4];
	struct task_struct *card;
	u32 error;
	u32 heard;
};

static void put32(u8 *block, u32 at, u32 v)
{
	WRITE_ONCE(*(u32 *)(block + at), v);
}

static u32 get32(const u8 *block, u32 at)
{
	return READ_ONCE(*(const u32 *)(block + at));
}

static u64 get64(const u8 *block, u32 at)
{
	return READ_ONCE(*(const u64 *)(block + at));
}

static void put64(u8 *block, u32 at, u64 v)
{
	WRITE_ONCE(*(u64 *)(block + at), v);
}

static void set_block(u8 *b)
{
	memset(b, 0, WCBAR_CARD_CONTROL);
	put32(b, WCBAR_CARD_R_MAGIC, WCBAR_CARD_MAGIC);
	put32(b, WCBAR_CARD_R_VERSION, WCBAR_CARD_VERSION);
	put32(b, WCBAR_CARD_R_FEATURES, WCBAR_CARD_F_BF | WCBAR_CARD_F_DMA |
	      WCBAR_CARD_F_IRQ | WCBAR_CARD_F_EMULATED);
	put64(b, WCBAR_CARD_R_BF_BASE, BUFFERS);
	put32(b, WCBAR_CARD_R_BF_BYTES, SZ_8K);
	put32(b, WCBAR_CARD_R_BF_COUNT, 2);
	put32(b, WCBAR_CARD_R_DESC_MAX, 4160);
	put32(b, WCBAR_CARD_R_SLOTS_MAX, 64);
	put32(b, WCBAR_CARD_R_DOORBELL, BELL);
	put32(b, WCBAR_CARD_R_DB_VALUE, BELL_VALUE);
	put64(b, WCBAR_CARD_R_RESERVED, BUFFERS);
}

static int refcard_init(struct kunit *test)
{
	struct context *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);
	struct wcbar_port_io *io;

	test->priv = ctx;
	KUNIT_ASSERT_NOT_NULL(test, ctx);
	ctx->test = test;
	ctx->bar = kunit_kzalloc(test, BAR, GFP_KERNEL);
	ctx->regs = kunit_kzalloc(test, SZ_8K, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, ctx->bar);
	KUNIT_ASSERT_NOT_NULL(test, ctx->regs);
	ctx->block = ctx->bar + BLOCK;
	set_block(ctx->block);
	wcbar_port_init(&ctx->port, &wcbar_refcard_ops, NULL, NULL);
	io = &ctx->port.io;
	io->ap = (u8 __force __iomem *)ctx->bar;
	io->window = BAR;
	io->size = BAR;
	io->regs = (u8 __force __iomem *)ctx->regs;
	io->regs_window = 256;
	io->regs_size = 256;
	io->regs_writable = true;
	return 0;
}

static void refcard_exit(struct kunit *test)
{
	struct context *ctx = test->priv;

	if (ctx->card)
		kthread_stop(ctx->card);
}

/* --- what is an interface, and what is none ------------------------------------ */

static void it_is_found(struct kunit *test)
{
	struct context *ctx = test->priv;
	struct wcbar_port_caps *caps = &ctx->port.caps;

	wcbar_port_find(&ctx->port);
	KUNIT_EXPECT_TRUE_MSG(test, caps->present, "%s", caps->why);
	KUNIT_EXPECT_STREQ(test, caps->name, "reference card 1, emulated");
	KUNIT_EXPECT_EQ(test, caps->can, WCBAR_PORT_BF | WCBAR_PORT_DMA |
			WCBAR_PORT_IRQ | WCBAR_PORT_EMULATED);
	KUNIT_EXPECT_EQ(test, caps->bf_base, BUFFERS);
	KUNIT_EXPECT_EQ(test, caps->bf_bytes, SZ_8K);
	KUNIT_EXPECT_EQ(test, caps->bf_count, 2);
	KUNIT_EXPECT_EQ(test, caps->reserved, BUFFERS);
	KUNIT_EXPECT_EQ(test, caps->doorbell, BELL);
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(ctx->regs, 0, SZ_8K),
			      "no register is written");
}

static void it_is_found_in_the_registers(struct kunit *test)
{
	struct context *ctx = test->priv;

	memset(ctx->block, 0, WCBAR_CARD_CONTROL);
	set_block(ctx->regs);
	ctx->port.io.regs_size = SZ_8K;
	ctx->port.io.regs_window = SZ_8K;
	wcbar_port_find(&ctx->port);
	KUNIT_EXPECT_TRUE_MSG(test, ctx->port.caps.present, "%s",
			      ctx->port.caps.why);
	ctx->port.io.regs_window = SZ_2K;
	wcbar_port_find(&ctx->port);
	KUNIT_EXPECT_FALSE(test, ctx->port.caps.present);
}

struct block_case {
	const char *desc;
	u32 at;
	u32 value;
	const char *why;
};

static const struct block_case blocks[] = {
	{ "no magic", WCBAR_CARD_R_MAGIC, 0, "no control block" },
	{ "all ones", WCBAR_CARD_R_MAGIC, ~0U, "no control block" },
	{ "a later version", WCBAR_CARD_R_VERSION, 2, "version 2" },
	{ "no features", WCBAR_CARD_R_FEATURES, 0, "makes no sense" },
	{ "buffers off a line", WCBAR_CARD_R_BF_BASE, BUFFERS + 8,
	  "makes no sense" },
	{ "buffers in what is free", WCBAR_CARD_R_BF_BASE, BUFFERS - 64,
	  "makes no sense" },
	{ "buffers behind the BAR", WCBAR_CARD_R_BF_BASE, BAR,
	  "makes no sense" },
	{ "buffers far behind the BAR", WCBAR_CARD_R_BF_BASE + 4, ~0U,
	  "makes no sense" },
	{ "buffers of no bytes", WCBAR_CARD_R_BF_BYTES, 0, "makes no sense" },
	{ "buffers off a line", WCBAR_CARD_R_BF_BYTES, 100, "makes no sense" },
	{ "buffers too long", WCBAR_CARD_R_BF_BYTES, SZ_64K, "makes no sense" },
	{ "buffers of 4 GiB", WCBAR_CARD_R_BF_BYTES, ~63U, "makes no sense" },
	{ "no buffers", WCBAR_CARD_R_BF_COUNT, 0, "makes no sense" },
	{ "four billion buffers", WCBAR_CARD_R_BF_COUNT, ~0U,
	  "makes no sense" },
	{ "descriptors of no bytes", WCBAR_CARD_R_DESC_MAX, 0,
	  "makes no sense" },
	{ "no slots", WCBAR_CARD_R_SLOTS_MAX, 0, "makes no sense" },
	{ "all of the BAR is reserved", WCBAR_CARD_R_RESERVED, 0,
	  "makes no sense" },
	{ "what is behind the BAR is reserved", WCBAR_CARD_R_RESERVED, BAR + 1,
	  "makes no sense" },
	{ "the control block is not reserved", WCBAR_CARD_R_RESERVED,
	  BLOCK + 64, "makes no sense" },
	{ "a doorbell off its registers", WCBAR_CARD_R_DOORBELL, 256,
	  "doorbell" },
	{ "a doorbell far off", WCBAR_CARD_R_DOORBELL, ~3U, "doorbell" },
	{ "a doorbell between two registers", WCBAR_CARD_R_DOORBELL, 13,
	  "doorbell" },
};

KUNIT_ARRAY_PARAM_DESC(block, blocks, desc);

static void it_is_not_taken(struct kunit *test)
{
	const struct block_case *c = test->param_value;
	struct context *ctx = test->priv;

	put32(ctx->block, c->at, c->value);
	wcbar_port_find(&ctx->port);
	KUNIT_EXPECT_FALSE(test, ctx->port.caps.present);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(ctx->port.caps.why, c->why),
				  "%s", ctx->port.caps.why);
	/* what is no magic is nobody's, and a control block is the card's */
	if (c->at == WCBAR_CARD_R_MAGIC)
		KUNIT_EXPECT_EQ(test, ctx->port.caps.reserved, 0);
	else if (c->at == WCBAR_CARD_R_DOORBELL)
		KUNIT_EXPECT_EQ(test, ctx->port.caps.reserved, BUFFERS);
	else
		KUNIT_EXPECT_EQ(test, ctx->port.caps.reserved, BLOCK);
	KUNIT_EXPECT_EQ_MSG(test, ctx->port.caps.doorbell, 0,
			    "nothing of it is used");
}

static void it_cannot_be_reached(struct kunit *test)
{
	struct context *ctx = test->priv;
	struct wcbar_port_io *io = &ctx->port.io;

	io->window = BAR / 2;
	wcbar_port_find(&ctx->port);
	KUNIT_EXPECT_STREQ(test, ctx->port.caps.why,
			   "the end of the aperture is not mapped: window_mb has to cover the BAR");
	io->window = BAR;
	io->regs_writable = false;
	wcbar_port_find(&ctx->port);
	KUNIT_EXPECT_NOT_NULL(test, strstr(ctx->port.caps.why,
					   "not proven uncached"));
	KUNIT_EXPECT_EQ_MSG(test, ctx->port.caps.reserved, BUFFERS,
			    "it keeps what is its own");
	io->regs = NULL;
	wcbar_port_find(&ctx->port);
	KUNIT_EXPECT_FALSE(test, ctx->port.caps.present);
	io->size = SZ_2K;
	io->window = SZ_2K;
	wcbar_port_find(&ctx->port);
	KUNIT_EXPECT_STREQ(test, ctx->port.caps.why,
			   "neither BAR has room for a control block");
}

/* --- commands --------------------------------------------------------------------- */

/* The card: answers what it is told by a new cookie, once the doorbell rang */
static int card_thread(void *arg)
{
	struct context *ctx = arg;
	u32 cookie;

	while (!kthread_should_stop()) {
		usleep_range(50, 100);
		if (get32(ctx->regs, BELL) != BELL_VALUE)
			continue;
		/* the doorbell is heard before what it tells of is read */
		smp_rmb();
		put32(ctx->regs, BELL, 0);
		cookie = get32(ctx->block, WCBAR_CARD_R_COOKIE);
		ctx->heard = get32(ctx->block, WCBAR_CARD_R_COMMAND);
		put32(ctx->block, WCBAR_CARD_R_ERROR, ctx->error);
		/* the error before the cookie that says it is there */
		smp_wmb();
		put32(ctx->block, WCBAR_CARD_R_DONE, cookie);
	}
	return 0;
}

static void begin(struct kunit *test)
{
	struct context *ctx = test->priv;
	struct wcbar_port_mem *mem = &ctx->port.mem;

	wcbar_port_find(&ctx->port);
	KUNIT_ASSERT_TRUE(test, ctx->port.caps.present);
	mem->slots = 4;
	mem->slot_bytes = 4160;
	mem->ring_bus = 0x123456000;
	mem->record_bus = 0x123457000;
	mem->comps_bus = 0x123458000;
	mem->comps = ctx->comps;
	ctx->port.first = 0x500000001;
	ctx->card = kthread_run(card_thread, ctx, "wcbar-card");
	if (IS_ERR(ctx->card))
		ctx->card = NULL;
	KUNIT_ASSERT_NOT_NULL(test, ctx->card);
}

static void it_is_reset(struct kunit *test)
{
	struct context *ctx = test->priv;
	u32 i;

	begin(test);
	for (i = 0; i < 3; i++) {
		ctx->heard = 0;
		KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.reset(&ctx->port), 0);
		KUNIT_EXPECT_EQ(test, ctx->heard, WCBAR_CARD_RESET);
	}
	ctx->error = WCBAR_CARD_E_COMMAND;
	KUNIT_EXPECT_NE(test, wcbar_refcard_ops.reset(&ctx->port), 0);
}

static void it_is_started(struct kunit *test)
{
	struct context *ctx = test->priv;
	const u8 *b = ctx->block;

	begin(test);
	KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.start(&ctx->port, false,
						      ctx->port.first), 0);
	KUNIT_EXPECT_EQ(test, ctx->heard, WCBAR_CARD_START);
	KUNIT_EXPECT_EQ(test, get64(b, WCBAR_CARD_R_RING), 0x123456000);
	KUNIT_EXPECT_EQ(test, get64(b, WCBAR_CARD_R_RECORD), 0x123457000);
	KUNIT_EXPECT_EQ(test, get64(b, WCBAR_CARD_R_COMPLETIONS), 0x123458000);
	KUNIT_EXPECT_EQ(test, get64(b, WCBAR_CARD_R_FIRST), 0x500000001);
	KUNIT_EXPECT_EQ(test, get32(b, WCBAR_CARD_R_SLOTS), 4);
	KUNIT_EXPECT_EQ(test, get32(b, WCBAR_CARD_R_SLOT_BYTES), 4160);
	KUNIT_EXPECT_EQ(test, get32(b, WCBAR_CARD_R_MODE), WCBAR_CARD_DOORBELL);
	KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.start(&ctx->port, true, 1), 0);
	KUNIT_EXPECT_EQ(test, get32(b, WCBAR_CARD_R_MODE), WCBAR_CARD_BF);
	ctx->error = WCBAR_CARD_E_ADDRESS;
	KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.start(&ctx->port, true, 1),
			-EIO);
	KUNIT_EXPECT_STREQ(test, ctx->port.why,
			   "the card did not start: it cannot reach the memory");
}

static void it_does_not_answer(struct kunit *test)
{
	struct context *ctx = test->priv;
	u64 begin_ns;
	u32 cookie;

	begin(test);
	kthread_stop(ctx->card);
	ctx->card = NULL;
	begin_ns = ktime_get_ns();
	KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.reset(&ctx->port), -ETIMEDOUT);
	KUNIT_EXPECT_STREQ(test, ctx->port.why,
			   "the card does not answer: no reset within 500 ms");
	KUNIT_EXPECT_LT(test, ktime_get_ns() - begin_ns,
			(u64)2 * NSEC_PER_SEC);
	/* an answer to that, whenever it comes, is none to the next */
	cookie = get32(ctx->block, WCBAR_CARD_R_COOKIE);
	KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.reset(&ctx->port), -ETIMEDOUT);
	KUNIT_EXPECT_NE(test, get32(ctx->block, WCBAR_CARD_R_COOKIE), cookie);
	put32(ctx->block, WCBAR_CARD_R_DONE,
	      get32(ctx->block, WCBAR_CARD_R_COOKIE) + 1);
	KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.reset(&ctx->port), -ETIMEDOUT);
}

/* --- completions and counters ---------------------------------------------------------- */

static void completions(struct kunit *test)
{
	struct context *ctx = test->priv;
	struct wcbar_comp *comp = &ctx->comps[5 & 3];
	u32 status;

	begin(test);
	KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.done(&ctx->port, 5), 0);
	/* that of the lap before is none of this one */
	comp->sequence = ctx->port.first + 1;
	KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.done(&ctx->port, 5), 0);
	comp->sequence = ctx->port.first + 5;
	KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.done(&ctx->port, 5), 1);
	for (status = WCBAR_COMP_TORN; status <= WCBAR_COMP_FAILED + 1;
	     status++) {
		comp->status = status;
		KUNIT_EXPECT_EQ(test, wcbar_refcard_ops.done(&ctx->port, 5),
				status == WCBAR_COMP_FAILED ? -EIO : -EBADMSG);
		KUNIT_EXPECT_NOT_NULL(test, strstr(ctx->port.why,
						   "of descriptor 5 that"));
	}
}

static void counters(struct kunit *test)
{
	struct context *ctx = test->priv;
	struct wcbar_port_counts c = { 0 };
	u32 i;

	begin(test);
	for (i = 0; i < WCBAR_CARD_NR_COUNTERS; i++)
		put64(ctx->block, WCBAR_CARD_R_COUNTERS + 8 * i, 1ULL << 40 | i);
	wcbar_refcard_ops.counts(&ctx->port, &c);
	KUNIT_EXPECT_EQ(test, c.taken, (2ULL << 40) + WCBAR_CARD_C_BF +
			WCBAR_CARD_C_DOORBELL);
	KUNIT_EXPECT_EQ(test, c.torn, 1ULL << 40 | WCBAR_CARD_C_TORN);
	KUNIT_EXPECT_EQ(test, c.stale, 1ULL << 40 | WCBAR_CARD_C_STALE);
	KUNIT_EXPECT_EQ(test, c.twice, 1ULL << 40 | WCBAR_CARD_C_TWICE);
	KUNIT_EXPECT_EQ(test, c.order, 1ULL << 40 | WCBAR_CARD_C_ORDER);
	KUNIT_EXPECT_EQ(test, c.yields, 1ULL << 40 | WCBAR_CARD_C_YIELDS);
}

static void a_doorbell_with_a_number(struct kunit *test)
{
	struct context *ctx = test->priv;

	put32(ctx->block, WCBAR_CARD_R_DB_VALUE, WCBAR_CARD_DB_POSTED);
	wcbar_port_find(&ctx->port);
	wcbar_refcard_ops.ring(&ctx->port, 77);
	KUNIT_EXPECT_EQ(test, get32(ctx->regs, BELL), 77);
}

static struct kunit_case refcard_cases[] = {
	KUNIT_CASE(it_is_found),
	KUNIT_CASE(it_is_found_in_the_registers),
	KUNIT_CASE_PARAM(it_is_not_taken, block_gen_params),
	KUNIT_CASE(it_cannot_be_reached),
	KUNIT_CASE(it_is_reset),
	KUNIT_CASE(it_is_started),
	KUNIT_CASE(it_does_not_answer),
	KUNIT_CASE(completions),
	KUNIT_CASE(counters),
	KUNIT_CASE(a_doorbell_with_a_number),
	{}
};

static struct kunit_suite refcard_suite = {
	.name = "wcbar_refcard",
	.init = refcard_init,
	.exit = refcard_exit,
	.test_cases = refcard_cases,
};

kunit_test_suites(&refcard_suite);

MODULE_DESCRIPTION("KUnit suite: how the driver speaks to the reference card");
MODULE_LICENSE("GPL");
