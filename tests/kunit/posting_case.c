// SPDX-License-Identifier: GPL-2.0
/*
 * A run with one row on a card made of memory; see posting_case.h.
 */
#include <kunit/test.h>
#include <linux/delay.h>

#include "posting_case.h"

static int stop(void *arg)
{
	struct posting_case *ctx = arg;
	struct fake_card *f = ctx->f;

	if (ctx->stands_still && ctx->p.posted > f->taken) {
		/* past the deadline, and only then the card goes on */
		msleep(2 * ctx->spec.timeout);
		f->lose = FAKE_NEVER;
	}
	if (!ctx->stop_after)
		return ctx->stop_with;
	ctx->stop_after--;
	return 0;
}

/**
 * posting_case_init() - begin a test
 * @test: the test
 *
 * Return: 0 or -ENOMEM.
 */
int posting_case_init(struct kunit *test)
{
	struct posting_case *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);
	const struct wcbar_method *m = wcbar_method_find("store8", 6);

	test->priv = ctx;
	if (!ctx)
		return -ENOMEM;
	ctx->f = fake_card_init(test);
	ctx->regs = kunit_kzalloc(test, 256, GFP_KERNEL);
	if (!ctx->f || !ctx->regs)
		return -ENOMEM;
	ctx->spec.nr_sizes = 1;
	ctx->spec.sizes[0] = 100;
	ctx->spec.iterations = CASE_ITERATIONS;
	ctx->spec.warmup = CASE_WARMUP;
	ctx->spec.timeout = 60;
	while (wcbar_methods[ctx->spec.method] != m)
		ctx->spec.method++;
	ctx->p.port = &ctx->f->port;
	ctx->p.spec = &ctx->spec;
	ctx->p.stop = stop;
	ctx->p.arg = ctx;
	ctx->row.bytes = 100;
	return wcbar_posting_alloc(&ctx->p) ?:
	       wcbar_port_open(&ctx->f->port, 4160, true);
}

/**
 * posting_case_exit() - end it; all that the card was given is back
 * @test: the test
 */
void posting_case_exit(struct kunit *test)
{
	struct posting_case *ctx = test->priv;

	if (!ctx || !ctx->f)
		return;
	wcbar_port_close(&ctx->f->port);
	ctx->f->mute = false;
	wcbar_port_release(&ctx->f->port);
	KUNIT_EXPECT_EQ(test, ctx->f->allocs, 0);
	KUNIT_EXPECT_FALSE(test, ctx->f->master);
	wcbar_posting_free(&ctx->p);
}
