// SPDX-License-Identifier: GPL-2.0
/*
 * The same rows on a card that takes no descriptors: what is written and what
 * is not, what is read back, and why a row cannot run.
 */
#include <kunit/test.h>

#include "posting_case.h"

static const struct wcbar_safe_reg safe = {
	.write = 12, .value = 0x12345678, .read = 8,
};

static int read_row(struct posting_case *ctx, enum wcbar_post post, u32 bytes)
{
	ctx->stop_after = INT_MAX;
	ctx->row.post = post;
	ctx->row.bytes = bytes;
	return wcbar_posting_read_row(&ctx->p, &ctx->row);
}

static void read_back(struct kunit *test)
{
	struct posting_case *ctx = test->priv;
	u32 i;

	ctx->p.room = FAKE_BAR;
	ctx->spec.posts = BIT(WCBAR_POST_BF);
	ctx->spec.sizes[0] = 4096;
	/* two descriptors of 65 lines, each from a page on */
	KUNIT_EXPECT_EQ(test, wcbar_posting_read_span(&ctx->p), 4 * PAGE_SIZE);
	memset(ctx->f->bar, 0x77, FAKE_BAR);
	KUNIT_EXPECT_EQ(test, read_row(ctx, WCBAR_POST_BF, 4096), 0);
	KUNIT_EXPECT_EQ(test, ctx->row.until, WCBAR_UNTIL_READBACK);
	KUNIT_EXPECT_EQ(test, ctx->row.iterations, CASE_ITERATIONS);
	KUNIT_EXPECT_EQ(test, ctx->row.taken, 0);
	KUNIT_EXPECT_STREQ(test, ctx->row.card, "-");
	/* what it says that it writes, and nothing behind */
	for (i = 4 * PAGE_SIZE; i < FAKE_BAR; i++)
		KUNIT_ASSERT_EQ(test, ctx->f->bar[i], 0x77);
	KUNIT_EXPECT_NE(test, ctx->f->bar[0], 0x77);
	KUNIT_EXPECT_NE(test, ctx->f->bar[2 * PAGE_SIZE], 0x77);
}

static void rung_and_read(struct kunit *test)
{
	struct posting_case *ctx = test->priv;
	struct wcbar_port_io *io = &ctx->f->port.io;
	u32 value;

	KUNIT_EXPECT_EQ(test, read_row(ctx, WCBAR_POST_DOORBELL, 64), 0);
	KUNIT_EXPECT_STREQ(test, ctx->row.note,
			   "no register of this card is known to be safe to ring");
	ctx->p.safe = &safe;
	KUNIT_EXPECT_EQ(test, read_row(ctx, WCBAR_POST_DOORBELL, 64), 0);
	KUNIT_EXPECT_STREQ(test, ctx->row.note,
			   "the register to ring is not mapped");
	io->regs = (u8 __force __iomem *)ctx->regs;
	io->regs_window = 256;
	KUNIT_EXPECT_EQ(test, read_row(ctx, WCBAR_POST_INLINE, 64), 0);
	KUNIT_EXPECT_STREQ(test, ctx->row.note,
			   "the registers are not proven uncached, so none is rung");
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(ctx->regs, 0, 256),
			      "nothing was rung");
	io->regs_writable = true;
	memset(&ctx->row, 0, sizeof(ctx->row));
	KUNIT_EXPECT_EQ(test, read_row(ctx, WCBAR_POST_INLINE, 64), 0);
	KUNIT_EXPECT_FALSE(test, ctx->row.skipped);
	KUNIT_EXPECT_EQ(test, ctx->row.iterations, CASE_ITERATIONS);
	memcpy(&value, ctx->regs + 12, sizeof(value));
	KUNIT_EXPECT_EQ(test, value, 0x12345678);
	memset(ctx->regs + 12, 0, sizeof(value));
	KUNIT_EXPECT_NULL_MSG(test, memchr_inv(ctx->regs, 0, 256),
			      "and nothing else");
}

static void not_read_back(struct kunit *test)
{
	struct posting_case *ctx = test->priv;

	ctx->p.room = 2 * PAGE_SIZE - 1;
	KUNIT_EXPECT_EQ(test, read_row(ctx, WCBAR_POST_BF, 64), 0);
	KUNIT_EXPECT_TRUE(test, ctx->row.skipped);
	memset(&ctx->row, 0, sizeof(ctx->row));
	ctx->p.room = 2 * PAGE_SIZE;
	ctx->row.wait = WCBAR_WAIT_IRQ;
	KUNIT_EXPECT_EQ(test, read_row(ctx, WCBAR_POST_BF, 64), 0);
	KUNIT_EXPECT_TRUE(test, ctx->row.skipped);
	memset(&ctx->row, 0, sizeof(ctx->row));
	ctx->stop_with = -EINTR;
	ctx->stop_after = 5;
	ctx->row.bytes = 64;
	KUNIT_EXPECT_EQ(test, wcbar_posting_read_row(&ctx->p, &ctx->row),
			-EINTR);
}

static struct kunit_case postread_cases[] = {
	KUNIT_CASE(read_back),
	KUNIT_CASE(rung_and_read),
	KUNIT_CASE(not_read_back),
	{}
};

static struct kunit_suite postread_suite = {
	.name = "wcbar_postread",
	.init = posting_case_init,
	.exit = posting_case_exit,
	.test_cases = postread_cases,
};

kunit_test_suites(&postread_suite);

MODULE_DESCRIPTION("KUnit suite: descriptors to a card that takes none");
MODULE_LICENSE("GPL");
