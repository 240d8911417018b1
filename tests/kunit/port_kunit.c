// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a card's interface for descriptors, with every call failing in
 * turn, and with a card that does not answer: memory is given back exactly
 * when the card has said that it writes there no more, and it is a bus master
 * only while it is open.
 */
#include <kunit/test.h>

#include "port_case.h"

#define SLOT	4160

static int port_init(struct kunit *test)
{
	test->priv = fake_card_init(test);
	return test->priv ? 0 : -ENOMEM;
}

/* Nothing is out, and the card is off the bus */
static void expect_nothing(struct fake_card *f)
{
	KUNIT_EXPECT_EQ(f->test, f->allocs, 0);
	KUNIT_EXPECT_NULL(f->test, f->port.mem.ring);
	KUNIT_EXPECT_FALSE(f->test, f->master);
	KUNIT_EXPECT_FALSE(f->test, f->port.has_irq);
	KUNIT_EXPECT_FALSE(f->test, f->port.given);
	KUNIT_EXPECT_FALSE(f->test, f->port.stuck);
	/* and to give it back once more does no harm */
	wcbar_port_release(&f->port);
	KUNIT_EXPECT_EQ(f->test, f->kept, 0);
}

static void opened_and_closed(struct kunit *test)
{
	struct fake_card *f = test->priv;
	struct wcbar_port *port = &f->port;

	KUNIT_ASSERT_EQ(test, wcbar_port_open(port, SLOT, true), 0);
	KUNIT_EXPECT_EQ(test, f->allocs, 4);
	KUNIT_EXPECT_TRUE(test, f->master);
	KUNIT_EXPECT_TRUE(test, port->has_irq);
	KUNIT_EXPECT_EQ(test, port->mem.slots, WCBAR_PORT_SLOTS);
	wcbar_port_close(port);
	expect_nothing(f);
	KUNIT_EXPECT_EQ(test, f->masters, 1);
	KUNIT_EXPECT_EQ(test, f->resets, 1);
}

static void started_and_stopped(struct kunit *test)
{
	struct fake_card *f = test->priv;
	struct wcbar_port *port = &f->port;
	u64 first = 0;
	int i;

	KUNIT_ASSERT_EQ(test, wcbar_port_open(port, SLOT, false), 0);
	KUNIT_EXPECT_FALSE(test, port->has_irq);
	for (i = 0; i < 3; i++) {
		memset(port->mem.comps, 0xff, PAGE_SIZE);
		KUNIT_EXPECT_EQ(test, wcbar_port_start(port, i & 1), 0);
		KUNIT_EXPECT_TRUE(test, port->given);
		KUNIT_EXPECT_NE_MSG(test, port->first, first, "the same again");
		KUNIT_EXPECT_EQ(test, (u32)port->first, 1);
		first = port->first;
		KUNIT_EXPECT_NULL(test, memchr_inv(port->mem.comps, 0,
						   PAGE_SIZE));
		KUNIT_EXPECT_EQ(test, wcbar_port_stop(port), 0);
		KUNIT_EXPECT_FALSE(test, port->given);
	}
	KUNIT_EXPECT_EQ(test, f->resets, 4);
	wcbar_port_close(port);
	expect_nothing(f);
}

static void closed_while_it_runs(struct kunit *test)
{
	struct fake_card *f = test->priv;

	KUNIT_ASSERT_EQ(test, wcbar_port_open(&f->port, SLOT, true), 0);
	KUNIT_ASSERT_EQ(test, wcbar_port_start(&f->port, true), 0);
	wcbar_port_close(&f->port);
	KUNIT_EXPECT_EQ(test, f->resets, 2);
	expect_nothing(f);
}

static void a_small_ring(struct kunit *test)
{
	struct fake_card *f = test->priv;

	f->port.caps.slots_max = 7;
	KUNIT_ASSERT_EQ(test, wcbar_port_open(&f->port, SLOT, true), 0);
	KUNIT_EXPECT_EQ(test, f->port.mem.slots, 4);
	wcbar_port_close(&f->port);
	expect_nothing(f);
}

struct fail_case {
	const char *desc;
	u32 at;
	int ret;
	const char *why;
};

static const struct fail_case failures[] = {
	{ "the DMA mask is refused", 0, -EIO, "reaches no memory" },
	{ "no memory for the ring", 1, -ENOMEM, "not enough memory" },
	{ "none for payload", 2, -ENOMEM, "not enough memory" },
	{ "none for completions", 3, -ENOMEM, "not enough memory" },
	{ "none for the record", 4, -ENOMEM, "not enough memory" },
};

KUNIT_ARRAY_PARAM_DESC(failure, failures, desc);

static void a_call_fails(struct kunit *test)
{
	const struct fail_case *c = test->param_value;
	struct fake_card *f = test->priv;

	f->fail_at = c->at;
	KUNIT_EXPECT_EQ(test, wcbar_port_open(&f->port, SLOT, true), c->ret);
	KUNIT_EXPECT_NOT_NULL(test, strstr(f->port.why, c->why));
	KUNIT_EXPECT_EQ(test, f->masters, 0);
	expect_nothing(f);
	/* and the next time it works */
	KUNIT_EXPECT_EQ(test, wcbar_port_open(&f->port, SLOT, true), 0);
	wcbar_port_close(&f->port);
	expect_nothing(f);
}

static void no_interrupt_is_no_error(struct kunit *test)
{
	struct fake_card *f = test->priv;

	f->fail_at = 5;
	KUNIT_EXPECT_EQ(test, wcbar_port_open(&f->port, SLOT, true), 0);
	KUNIT_EXPECT_FALSE(test, f->port.has_irq);
	KUNIT_EXPECT_EQ(test, f->port.irq_error, -ENOSPC);
	wcbar_port_close(&f->port);
	expect_nothing(f);
}

static void no_answer_at_first(struct kunit *test)
{
	struct fake_card *f = test->priv;

	f->mute = true;
	KUNIT_EXPECT_EQ(test, wcbar_port_open(&f->port, SLOT, true),
			-ETIMEDOUT);
	KUNIT_EXPECT_STREQ(test, f->port.why, "no answer");
	KUNIT_EXPECT_EQ(test, f->calls, 0);
	expect_nothing(f);
}

static void a_start_that_is_refused(struct kunit *test)
{
	struct fake_card *f = test->priv;

	KUNIT_ASSERT_EQ(test, wcbar_port_open(&f->port, SLOT, true), 0);
	f->refuse = -EIO;
	KUNIT_EXPECT_EQ(test, wcbar_port_start(&f->port, true), -EIO);
	/* it may have begun all the same: only a reset tells that it has not */
	KUNIT_EXPECT_TRUE(test, f->port.given);
	KUNIT_EXPECT_EQ(test, wcbar_port_stop(&f->port), 0);
	KUNIT_EXPECT_STREQ(test, f->port.why, "refused");
	wcbar_port_close(&f->port);
	expect_nothing(f);
}

/* A card that was started and then answers no more, closed */
static struct fake_card *stuck_card(struct kunit *test)
{
	struct fake_card *f = test->priv;

	KUNIT_ASSERT_EQ(test, wcbar_port_open(&f->port, SLOT, true), 0);
	KUNIT_ASSERT_EQ(test, wcbar_port_start(&f->port, true), 0);
	f->mute = true;
	KUNIT_EXPECT_EQ(test, wcbar_port_stop(&f->port), -ETIMEDOUT);
	KUNIT_EXPECT_TRUE(test, f->port.stuck);
	/* off the bus at once */
	KUNIT_EXPECT_FALSE(test, f->master);
	KUNIT_EXPECT_FALSE(test, f->port.has_irq);
	wcbar_port_close(&f->port);
	KUNIT_EXPECT_EQ_MSG(test, f->allocs, 4, "its memory is kept");
	KUNIT_EXPECT_EQ_MSG(test, f->resets, 2, "it is not asked once more");
	return f;
}

static void it_answers_again(struct kunit *test)
{
	struct fake_card *f = stuck_card(test);

	KUNIT_EXPECT_EQ(test, wcbar_port_open(&f->port, SLOT, true),
			-ETIMEDOUT);
	KUNIT_EXPECT_EQ(test, f->allocs, 4);
	KUNIT_EXPECT_FALSE(test, f->master);
	f->mute = false;
	KUNIT_EXPECT_EQ(test, wcbar_port_open(&f->port, SLOT, true), 0);
	KUNIT_EXPECT_EQ_MSG(test, f->allocs, 4, "the old memory, and the new");
	KUNIT_EXPECT_FALSE(test, f->port.stuck);
	wcbar_port_close(&f->port);
	expect_nothing(f);
}

static void it_answers_when_it_is_released(struct kunit *test)
{
	struct fake_card *f = stuck_card(test);

	f->mute = false;
	wcbar_port_release(&f->port);
	expect_nothing(f);
}

static void a_program_that_never_answers(struct kunit *test)
{
	struct fake_card *f = stuck_card(test);

	wcbar_port_release(&f->port);
	KUNIT_EXPECT_EQ_MSG(test, f->kept, 1,
			    "where it may write is not used again");
	f->kept = 0;
	expect_nothing(f);
}

/* Neither where it is rung nor that it is a program is asked anew. */
static void one_that_garbles_its_registers(struct kunit *test)
{
	struct fake_card *f = stuck_card(test);
	struct wcbar_port_caps before = f->port.caps;

	f->garbled = true;
	wcbar_port_find(&f->port);
	KUNIT_EXPECT_MEMEQ(test, &f->port.caps, &before, sizeof(before));
	wcbar_port_release(&f->port);
	KUNIT_EXPECT_EQ(test, f->kept, 1);
	f->kept = 0;
	expect_nothing(f);
	/* with nothing to give back it is as it says */
	wcbar_port_find(&f->port);
	KUNIT_EXPECT_FALSE(test, f->port.caps.present);
	KUNIT_EXPECT_EQ(test, f->port.caps.doorbell, 0);
	KUNIT_EXPECT_STREQ(test, f->port.caps.why, "garbled");
}

static void a_device_that_never_answers(struct kunit *test)
{
	struct fake_card *f = stuck_card(test);

	f->port.caps.can &= ~WCBAR_PORT_EMULATED;
	wcbar_port_release(&f->port);
	KUNIT_EXPECT_EQ_MSG(test, f->kept, 0, "it is off the bus");
	expect_nothing(f);
}

static void a_device_that_is_gone(struct kunit *test)
{
	struct fake_card *f = test->priv;
	int resets;

	KUNIT_ASSERT_EQ(test, wcbar_port_open(&f->port, SLOT, true), 0);
	KUNIT_ASSERT_EQ(test, wcbar_port_start(&f->port, true), 0);
	resets = f->resets;
	f->gone = true;
	KUNIT_EXPECT_EQ(test, wcbar_port_stop(&f->port), -ENODEV);
	wcbar_port_close(&f->port);
	KUNIT_EXPECT_EQ(test, wcbar_port_open(&f->port, SLOT, true), -ENODEV);
	KUNIT_EXPECT_STREQ(test, f->port.why, "the card is gone");
	KUNIT_EXPECT_EQ_MSG(test, f->resets, resets,
			    "its registers are not touched");
	f->gone = false;
	wcbar_port_release(&f->port);
	expect_nothing(f);
}

static void nothing_is_known_of_the_card(struct kunit *test)
{
	struct fake_card *f = test->priv;

	f->port.io.ap = NULL;
	wcbar_port_find(&f->port);
	KUNIT_EXPECT_FALSE(test, f->port.caps.present);
	KUNIT_EXPECT_STREQ(test, f->port.caps.why, "there is no aperture");
	f->port.ops = NULL;
	wcbar_port_find(&f->port);
	KUNIT_EXPECT_FALSE(test, f->port.caps.present);
	KUNIT_EXPECT_STREQ(test, f->port.caps.why,
			   "no interface of this kind of card is known");
}

static struct kunit_case port_cases[] = {
	KUNIT_CASE(opened_and_closed),
	KUNIT_CASE(started_and_stopped),
	KUNIT_CASE(closed_while_it_runs),
	KUNIT_CASE(a_small_ring),
	KUNIT_CASE_PARAM(a_call_fails, failure_gen_params),
	KUNIT_CASE(no_interrupt_is_no_error),
	KUNIT_CASE(no_answer_at_first),
	KUNIT_CASE(a_start_that_is_refused),
	KUNIT_CASE(it_answers_again),
	KUNIT_CASE(it_answers_when_it_is_released),
	KUNIT_CASE(a_program_that_never_answers),
	KUNIT_CASE(one_that_garbles_its_registers),
	KUNIT_CASE(a_device_that_never_answers),
	KUNIT_CASE(a_device_that_is_gone),
	KUNIT_CASE(nothing_is_known_of_the_card),
	{}
};

static struct kunit_suite port_suite = {
	.name = "wcbar_port",
	.init = port_init,
	.test_cases = port_cases,
};

kunit_test_suites(&port_suite);

MODULE_DESCRIPTION("KUnit suite: the life of a card's interface for descriptors");
MODULE_LICENSE("GPL");
