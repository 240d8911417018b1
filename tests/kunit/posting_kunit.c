// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of posted descriptors on a card that checks every one of them: all
 * ways, sizes and waits; a card that loses, fails, miscounts or vanishes; a
 * run that is stopped; and the faults that are made on purpose. A card that takes
 * none: postread_kunit.c.
 */
#include <kunit/test.h>

#include "posting_case.h"

/* --- what goes well --------------------------------------------------------- */

struct way_case {
	const char *desc;
	enum wcbar_post post;
	enum wcbar_wait wait;
	u32 bytes;		/* 0: all sizes in turn */
	u32 lines;
};

static const struct way_case ways[] = {
	{ "a byte into a buffer", WCBAR_POST_BF, WCBAR_WAIT_POLL, 1, 1 },
	{ "as many as fill a line", WCBAR_POST_BF, WCBAR_WAIT_POLL, 24, 1 },
	{ "one more", WCBAR_POST_BF, WCBAR_WAIT_POLL, 25, 2 },
	{ "the longest", WCBAR_POST_BF, WCBAR_WAIT_POLL, 4096, 65 },
	{ "all sizes in turn", WCBAR_POST_BF, WCBAR_WAIT_POLL, 0, 65 },
	{ "a doorbell", WCBAR_POST_DOORBELL, WCBAR_WAIT_POLL, 100, 1 },
	{ "and 4 KiB of payload", WCBAR_POST_DOORBELL, WCBAR_WAIT_POLL, 4096,
	  1 },
	{ "all sizes by doorbell", WCBAR_POST_DOORBELL, WCBAR_WAIT_POLL, 0, 1 },
	{ "a doorbell, interrupted", WCBAR_POST_DOORBELL, WCBAR_WAIT_IRQ, 100,
	  1 },
	{ "payload in the ring", WCBAR_POST_INLINE, WCBAR_WAIT_POLL, 100, 3 },
	{ "the longest in the ring", WCBAR_POST_INLINE, WCBAR_WAIT_POLL, 4096,
	  65 },
	{ "all sizes, interrupted", WCBAR_POST_INLINE, WCBAR_WAIT_IRQ, 0, 65 },
};

KUNIT_ARRAY_PARAM_DESC(way, ways, desc);

static void expect_times(struct kunit *test, const struct wcbar_post_row *row)
{
	u32 i, n = 0;

	KUNIT_EXPECT_LE(test, row->issued.s.min, row->issued.s.median);
	KUNIT_EXPECT_LE(test, row->issued.s.min, row->done.s.min);
	KUNIT_EXPECT_LE(test, row->done.s.p99, row->done.p999);
	KUNIT_EXPECT_LE(test, row->done.p999, row->done.s.max);
	for (i = 0; i < WCBAR_HIST_BUCKETS; i++)
		n += row->hist[i];
	KUNIT_EXPECT_EQ(test, n, CASE_ITERATIONS);
}

static void expect_right(struct kunit *test, const struct wcbar_post_row *row)
{
	KUNIT_EXPECT_FALSE(test, row->skipped);
	KUNIT_EXPECT_FALSE(test, row->failed);
	KUNIT_EXPECT_STREQ(test, row->note, "");
	KUNIT_EXPECT_EQ(test, row->iterations, CASE_ITERATIONS);
	KUNIT_EXPECT_EQ(test, row->taken, CASE_POSTED);
	KUNIT_EXPECT_EQ(test, row->lost, 0);
	KUNIT_EXPECT_EQ(test, row->torn + row->stale + row->twice + row->order,
			0);
}

static void every_descriptor_arrives(struct kunit *test)
{
	static const u64 sizes[] = { 1, 24, 25, 64, 1000, 4095, 4096 };
	const struct way_case *c = test->param_value;
	struct posting_case *ctx = test->priv;
	struct wcbar_post_row *row = &ctx->row;

	memcpy(ctx->spec.sizes, sizes, sizeof(sizes));
	ctx->spec.nr_sizes = ARRAY_SIZE(sizes);
	ctx->stop_after = INT_MAX;
	row->post = c->post;
	row->wait = c->wait;
	row->bytes = c->bytes;
	KUNIT_EXPECT_EQ(test, wcbar_posting_row(&ctx->p, row), 0);
	expect_right(test, row);
	expect_times(test, row);
	KUNIT_EXPECT_EQ(test, row->lines, c->lines);
	KUNIT_EXPECT_EQ(test, row->until, WCBAR_UNTIL_COMPLETION);
	KUNIT_EXPECT_STREQ(test, row->method,
			   c->post == WCBAR_POST_BF ? "store8" : "-");
	KUNIT_EXPECT_STREQ(test, row->card, "own");
	/* one doorbell for each, after its record; none for buffers */
	KUNIT_EXPECT_EQ(test, ctx->f->rung,
			c->post == WCBAR_POST_BF ? 0 : CASE_POSTED);
	KUNIT_EXPECT_EQ(test, ctx->f->early, 0);
}

static void a_card_without_counters(struct kunit *test)
{
	struct posting_case *ctx = test->priv;
	const struct wcbar_card_ops *with = ctx->f->port.ops;
	struct wcbar_card_ops without = *with;

	without.counts = NULL;
	ctx->f->port.ops = &without;
	ctx->stop_after = INT_MAX;
	KUNIT_EXPECT_EQ(test, wcbar_posting_row(&ctx->p, &ctx->row), 0);
	expect_right(test, &ctx->row);
	ctx->f->port.ops = with;
}

/* --- what the card does wrong ---------------------------------------------------- */

static void expect_failed(struct kunit *test, int ret, int want, u32 ran,
			  const char *why)
{
	struct posting_case *ctx = test->priv;
	struct wcbar_post_row *row = &ctx->row;

	KUNIT_EXPECT_EQ(test, ret, want);
	KUNIT_EXPECT_TRUE(test, row->failed);
	KUNIT_EXPECT_FALSE(test, row->skipped);
	KUNIT_EXPECT_EQ(test, row->iterations, ran);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(row->note, why), "%s",
				  row->note);
	KUNIT_EXPECT_FALSE_MSG(test, ctx->f->port.given,
			       "a reset follows every row");
}

static const struct way_case three[] = {
	{ "bf", WCBAR_POST_BF, WCBAR_WAIT_POLL },
	{ "doorbell", WCBAR_POST_DOORBELL, WCBAR_WAIT_POLL },
	{ "inline, interrupted", WCBAR_POST_INLINE, WCBAR_WAIT_IRQ },
};

KUNIT_ARRAY_PARAM_DESC(three, three, desc);

static int run(struct kunit *test)
{
	const struct way_case *c = test->param_value;
	struct posting_case *ctx = test->priv;

	ctx->stop_after = INT_MAX;
	ctx->row.post = c->post;
	ctx->row.wait = c->wait;
	return wcbar_posting_row(&ctx->p, &ctx->row);
}

static void one_is_lost(struct kunit *test)
{
	struct posting_case *ctx = test->priv;
	u64 begin = ktime_get_ns();

	ctx->f->lose = 10;
	expect_failed(test, run(test), -ETIMEDOUT, 10 - CASE_WARMUP,
		      "descriptor 10 was not completed within 60 ms");
	KUNIT_EXPECT_GE(test, ktime_get_ns() - begin, 60 * NSEC_PER_MSEC);
	KUNIT_EXPECT_EQ(test, ctx->row.lost, 1);
	KUNIT_EXPECT_EQ(test, ctx->row.taken, 10);
	/* and then all is well again */
	ctx->f->lose = FAKE_NEVER;
	memset(&ctx->row, 0, sizeof(ctx->row));
	ctx->row.bytes = 100;
	KUNIT_EXPECT_EQ(test, run(test), 0);
	KUNIT_EXPECT_EQ(test, ctx->row.taken, CASE_POSTED);
}

static void the_first_one_is_lost(struct kunit *test)
{
	struct posting_case *ctx = test->priv;

	ctx->f->lose = 0;
	expect_failed(test, run(test), -ETIMEDOUT, 0, "descriptor 0 was not");
	KUNIT_EXPECT_EQ(test, ctx->row.done.s.max, 0);
}

static void one_cannot_be_carried_out(struct kunit *test)
{
	struct posting_case *ctx = test->priv;

	ctx->f->fail = 10;
	expect_failed(test, run(test), -EIO, 10 - CASE_WARMUP, "status 6");
	KUNIT_EXPECT_EQ(test, ctx->row.lost, 0);
}

static void a_start_is_refused(struct kunit *test)
{
	struct posting_case *ctx = test->priv;

	ctx->f->refuse = -EIO;
	expect_failed(test, run(test), -EIO, 0, "refused");
}

static void it_counts_one_too_many(struct kunit *test)
{
	struct posting_case *ctx = test->priv;

	ctx->f->miscount = 1;
	expect_failed(test, run(test), -EBADMSG, CASE_ITERATIONS,
		      "the card completed all 43 descriptors, but has counted 44");
}

static void a_reset_is_not_answered(struct kunit *test)
{
	struct posting_case *ctx = test->priv;

	ctx->f->mute = true;
	KUNIT_EXPECT_EQ(test, run(test), -ETIMEDOUT);
	KUNIT_EXPECT_TRUE(test, ctx->row.failed);
	KUNIT_EXPECT_STREQ(test, ctx->row.note, "no answer");
	KUNIT_EXPECT_EQ(test, ctx->row.taken, CASE_POSTED);
	KUNIT_EXPECT_TRUE(test, ctx->f->port.stuck);
	KUNIT_EXPECT_FALSE(test, ctx->f->master);
}

static void the_card_is_pulled_out(struct kunit *test)
{
	struct posting_case *ctx = test->priv;

	ctx->f->lose = 10;
	ctx->f->gone = true;
	KUNIT_EXPECT_EQ(test, run(test), -ENODEV);
	KUNIT_EXPECT_FALSE(test, ctx->row.failed);
	ctx->f->gone = false;
}

/* Nobody had a CPU when the deadline passed, the card neither */
static void the_machine_stands_still(struct kunit *test)
{
	struct posting_case *ctx = test->priv;

	ctx->stands_still = true;
	ctx->stop_after = INT_MAX;
	ctx->f->lose = 10;
	KUNIT_EXPECT_EQ(test, wcbar_posting_row(&ctx->p, &ctx->row), 0);
	expect_right(test, &ctx->row);
}

static void an_interrupt_does_not_come(struct kunit *test)
{
	struct posting_case *ctx = test->priv;

	ctx->stop_after = INT_MAX;
	ctx->f->quiet = 10;
	ctx->row.post = WCBAR_POST_DOORBELL;
	ctx->row.wait = WCBAR_WAIT_IRQ;
	expect_failed(test, wcbar_posting_row(&ctx->p, &ctx->row), -ETIMEDOUT,
		      10 - CASE_WARMUP,
		      "descriptor 10 was completed, but no interrupt came within 60 ms");
}

/* --- a run that is stopped --------------------------------------------------------- */

struct stop_case {
	const char *desc;
	int with;
	u32 lose;
};

static const struct stop_case stops[] = {
	{ "by a signal", -EINTR, FAKE_NEVER },
	{ "by a signal while it waits", -EINTR, 1 },
	{ "by an unbind", -ENODEV, FAKE_NEVER },
	{ "by an unbind while it waits", -ENODEV, 1 },
	{ "since it is allowed no more", -EPERM, FAKE_NEVER },
};

KUNIT_ARRAY_PARAM_DESC(stop, stops, desc);

static void it_is_stopped(struct kunit *test)
{
	const struct stop_case *c = test->param_value;
	struct posting_case *ctx = test->priv;

	ctx->stop_after = 5;
	ctx->stop_with = c->with;
	ctx->f->lose = c->lose;
	ctx->spec.timeout = 60000;
	ctx->row.post = WCBAR_POST_DOORBELL;
	KUNIT_EXPECT_EQ(test, wcbar_posting_row(&ctx->p, &ctx->row), c->with);
	KUNIT_EXPECT_FALSE(test, ctx->row.failed);
	KUNIT_EXPECT_FALSE(test, ctx->f->port.given);
}

/* --- what cannot be -------------------------------------------------------------------- */

struct skip_case {
	const char *desc;
	u32 cannot;
	enum wcbar_post post;
	enum wcbar_wait wait;
	u32 bytes;
	const char *why;
};

static const struct skip_case skips[] = {
	{ "no buffers", WCBAR_PORT_BF, WCBAR_POST_BF, WCBAR_WAIT_POLL, 64,
	  "the card has no buffers for descriptors" },
	{ "no fetching", WCBAR_PORT_DMA, WCBAR_POST_DOORBELL, WCBAR_WAIT_POLL,
	  64, "the card does not fetch descriptors" },
	{ "no interrupts", WCBAR_PORT_IRQ, WCBAR_POST_BF, WCBAR_WAIT_IRQ, 64,
	  "the card does not interrupt" },
	{ "too long", 0, WCBAR_POST_INLINE, WCBAR_WAIT_POLL, 2000,
	  "no descriptor of this card holds 2000 bytes: the largest has 1024" },
};

KUNIT_ARRAY_PARAM_DESC(skip, skips, desc);

static void it_is_skipped(struct kunit *test)
{
	const struct skip_case *c = test->param_value;
	struct posting_case *ctx = test->priv;
	struct wcbar_post_row *row = &ctx->row;

	ctx->f->port.caps.can &= ~c->cannot;
	ctx->f->port.caps.desc_max = 1024;
	if (c->cannot == WCBAR_PORT_IRQ)
		ctx->f->port.has_irq = false;
	row->post = c->post;
	row->wait = c->wait;
	row->bytes = c->bytes;
	KUNIT_EXPECT_EQ(test, wcbar_posting_row(&ctx->p, row), 0);
	KUNIT_EXPECT_TRUE(test, row->skipped);
	KUNIT_EXPECT_NOT_NULL_MSG(test, strstr(row->note, c->why), "%s",
				  row->note);
	KUNIT_EXPECT_EQ_MSG(test, ctx->f->resets, 1, "it was not even started");
}

/* --- faults on purpose -------------------------------------------------------------------- */

struct break_case {
	const char *desc;
	enum wcbar_post post;
	enum wcbar_post_break broken;
	u64 torn, stale, twice, order;
};

static const struct break_case breaks[] = {
	{ "sequence-first, bf", WCBAR_POST_BF, WCBAR_BREAK_SEQUENCE, 1 },
	{ "repeat, bf", WCBAR_POST_BF, WCBAR_BREAK_REPEAT, 0, 0, 1 },
	{ "skip, bf", WCBAR_POST_BF, WCBAR_BREAK_SKIP, 0, 0, 0, 1 },
	{ "sequence-first, doorbell", WCBAR_POST_DOORBELL,
	  WCBAR_BREAK_SEQUENCE, 1 },
	{ "repeat, doorbell", WCBAR_POST_DOORBELL, WCBAR_BREAK_REPEAT, 0, 0,
	  1 },
	{ "skip, doorbell", WCBAR_POST_DOORBELL, WCBAR_BREAK_SKIP, 0, 0, 0, 1 },
	{ "stale, doorbell", WCBAR_POST_DOORBELL, WCBAR_BREAK_STALE, 0, 1 },
	{ "sequence-first, inline", WCBAR_POST_INLINE, WCBAR_BREAK_SEQUENCE,
	  1 },
	{ "repeat, inline", WCBAR_POST_INLINE, WCBAR_BREAK_REPEAT, 0, 0, 1 },
	{ "skip, inline", WCBAR_POST_INLINE, WCBAR_BREAK_SKIP, 0, 0, 0, 1 },
	{ "stale, inline", WCBAR_POST_INLINE, WCBAR_BREAK_STALE, 0, 1 },
};

KUNIT_ARRAY_PARAM_DESC(fault, breaks, desc);

static void the_card_notices(struct kunit *test)
{
	const struct break_case *c = test->param_value;
	struct posting_case *ctx = test->priv;
	struct wcbar_post_row *row = &ctx->row;

	ctx->stop_after = INT_MAX;
	ctx->spec.broken = c->broken;
	row->post = c->post;
	expect_failed(test, wcbar_posting_row(&ctx->p, row), -EBADMSG,
		      CASE_ITERATIONS / 2, "status");
	KUNIT_EXPECT_EQ(test, row->torn, c->torn);
	KUNIT_EXPECT_EQ(test, row->stale, c->stale);
	KUNIT_EXPECT_EQ(test, row->twice, c->twice);
	KUNIT_EXPECT_EQ(test, row->order, c->order);
	KUNIT_EXPECT_EQ(test, row->lost, 0);
}

static struct kunit_case posting_cases[] = {
	KUNIT_CASE_PARAM(every_descriptor_arrives, way_gen_params),
	KUNIT_CASE(a_card_without_counters),
	KUNIT_CASE_PARAM(one_is_lost, three_gen_params),
	KUNIT_CASE_PARAM(the_first_one_is_lost, three_gen_params),
	KUNIT_CASE_PARAM(one_cannot_be_carried_out, three_gen_params),
	KUNIT_CASE_PARAM(a_start_is_refused, three_gen_params),
	KUNIT_CASE_PARAM(it_counts_one_too_many, three_gen_params),
	KUNIT_CASE_PARAM(a_reset_is_not_answered, three_gen_params),
	KUNIT_CASE_PARAM(the_card_is_pulled_out, three_gen_params),
	KUNIT_CASE(the_machine_stands_still),
	KUNIT_CASE(an_interrupt_does_not_come),
	KUNIT_CASE_PARAM(it_is_stopped, stop_gen_params),
	KUNIT_CASE_PARAM(it_is_skipped, skip_gen_params),
	KUNIT_CASE_PARAM(the_card_notices, fault_gen_params),
	{}
};

static struct kunit_suite posting_suite = {
	.name = "wcbar_posting",
	.init = posting_case_init,
	.exit = posting_case_exit,
	.test_cases = posting_cases,
};

kunit_test_suites(&posting_suite);

MODULE_DESCRIPTION("KUnit suite: posted descriptors");
MODULE_LICENSE("GPL");
