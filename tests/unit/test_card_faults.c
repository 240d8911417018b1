// SPDX-License-Identifier: GPL-2.0
/*
 * Faults on purpose, and RESET at each step of a descriptor.
 */
#include "refhost.h"

#define BF	WCBAR_CARD_BF
#define RING	WCBAR_CARD_DOORBELL
#define INLINE	WCBAR_DESC_INLINE

static void plan(struct refhost *h, const char *text)
{
	struct error e;

	assert_int_equal(fault_parse(text, &h->faults, &e), 0);
}

static void post(struct refhost *h, u64 n)
{
	host_build(h, 100, INLINE, n + 1);
	host_post(h, n);
}

static bool completed(const struct refhost *h, u64 n)
{
	return host_comp(h, n).sequence == n + 1;
}

static void parsed(void **state)
{
	static const struct {
		const char *text, *error;
	} wrong[] = {
		{ "", "'' is no fault" },
		{ "lost", "'lost' is no fault" },
		{ "lose@1", "'lose@1' is no fault" },
		{ "@1", "'@1' is no fault" },
		{ "LOST@1", "'LOST@1' is no fault" },
		{ "lost@", "the number '' is empty" },
		{ "lost@0", "the number '0' is 0" },
		{ "lost@x", "the number 'x' is not a number" },
		{ "lost@-1", "is negative" },
		{ "lost@1:5", "takes no time" },
		{ "slow@1", "how slow" },
		{ "slow@1:", "the time '' is empty" },
		{ "slow@1:x", "the time 'x' is not a number" },
		{ "slow@1:3600000001", "more than an hour" },
		{ "die@99999999999999999999", "too large" },
	};
	struct fault_plan p = { 0 };
	struct error e;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		assert_int_equal(fault_parse(wrong[i].text, &p, &e), -EINVAL);
		assert_non_null(strstr(e.text, wrong[i].error));
		assert_int_equal(p.n, 0);
	}
	assert_int_equal(fault_parse("slow@1K:7", &p, &e), 0);
	assert_int_equal(p.items[0].kind, FAULT_SLOW);
	assert_int_equal(p.items[0].at, 1024);
	assert_int_equal(p.items[0].usec, 7);
	for (i = 1; i < FAULTS_MAX; i++)
		assert_int_equal(fault_parse("die@5", &p, &e), 0);
	assert_int_equal(fault_parse("die@5", &p, &e), -EINVAL);
	assert_non_null(fault_find(&p, FAULT_DIE, 5));
	assert_null(fault_find(&p, FAULT_DIE, 1024));
	assert_null(fault_find(&p, FAULT_LOST, 5));
}

static void lost_doorbell(void **state)
{
	struct refhost *h = *state;

	plan(h, "lost@2");
	host_start(h, RING);
	post(h, 0);
	assert_true(completed(h, 0));
	post(h, 1);
	assert_false(completed(h, 1));
	/* the next one is heard, and says that there are two */
	post(h, 2);
	assert_true(completed(h, 1));
	assert_true(completed(h, 2));
	assert_int_equal(host_counter(h, WCBAR_CARD_C_DOORBELL), 3);
}

static void lost_in_buffer(void **state)
{
	struct refhost *h = *state;

	plan(h, "lost@2");
	host_start(h, BF);
	post(h, 0);
	post(h, 1);
	assert_false(completed(h, 1));
	assert_false(refcard_look(&h->card));
	/* written again, it is there */
	host_post(h, 1);
	assert_true(completed(h, 1));
}

static void held_back(void **state)
{
	struct refhost *h = *state;
	u32 mode;
	u64 due;

	plan(h, "slow@1:500");
	plan(h, "slow@3:500");
	for (mode = BF; mode <= RING; mode++) {
		memset(h->ram + HOST_COMPLETIONS, 0, 64);
		host_start(h, mode);
		h->now = 1000;
		post(h, 0);
		assert_false(completed(h, 0));
		assert_true(refcard_held(&h->card, &due));
		assert_int_equal(due, 501000);
		/* what comes in the meantime waits */
		assert_false(refcard_polls(&h->card));
		post(h, 1);
		h->now = 500999;
		refcard_due(&h->card);
		assert_false(completed(h, 0));
		assert_false(completed(h, 1));
		h->now = 501000;
		refcard_due(&h->card);
		assert_true(completed(h, 0));
		assert_false(refcard_held(&h->card, &due));
		if (mode == BF)
			assert_true(refcard_look(&h->card));
		assert_true(completed(h, 1));
		host_command(h, WCBAR_CARD_RESET);
	}
}

/* After RESET or STOP is done nothing is written to memory, held back or not */
static void cancelled(void **state)
{
	static const u32 commands[] = { WCBAR_CARD_RESET, WCBAR_CARD_STOP };
	struct refhost *h = *state;
	u32 mode, i, arrivals = 0;
	char text[32];
	u64 due;

	for (mode = BF; mode <= RING; mode++) {
		for (i = 0; i < ARRAY_SIZE(commands); i++) {
			snprintf(text, sizeof(text), "slow@%u:500",
				 ++arrivals);
			plan(h, text);
			host_start(h, mode);
			h->now = 0;
			post(h, 0);
			assert_true(refcard_held(&h->card, &due));
			host_command(h, commands[i]);
			assert_false(refcard_held(&h->card, &due));
			h->now = 1000000;
			refcard_due(&h->card);
			refcard_look(&h->card);
			refcard_rung(&h->card, 1);
			assert_true(host_untouched(h, HOST_COMPLETIONS,
						   HOST_RECORD));
		}
	}
	assert_int_equal(h->interrupts, 0);
}

/* A command that is there when a completion is due comes before it. */
static void command_first(void **state)
{
	struct refhost *h = *state;
	u32 mode;

	plan(h, "slow@1:1");
	plan(h, "slow@2:1");
	for (mode = BF; mode <= RING; mode++) {
		host_start(h, mode);
		h->now = 0;
		post(h, 0);
		host_set32(h, WCBAR_CARD_R_COMMAND, WCBAR_CARD_RESET);
		host_set32(h, WCBAR_CARD_R_COOKIE, ++h->cookie);
		h->now = 1000;
		refcard_due(&h->card);
		assert_int_equal(host_get32(h, WCBAR_CARD_R_DONE), h->cookie);
		assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
				 WCBAR_CARD_IDLE);
		assert_true(host_untouched(h, HOST_COMPLETIONS, HOST_RECORD));
	}
	/* and so it does when a descriptor is found together with it */
	for (mode = BF; mode <= RING; mode++) {
		host_start(h, mode);
		host_build(h, 100, INLINE, 1);
		host_put(h, 0);
		host_set32(h, WCBAR_CARD_R_COMMAND, WCBAR_CARD_STOP);
		host_set32(h, WCBAR_CARD_R_COOKIE, ++h->cookie);
		if (mode == BF)
			refcard_look(&h->card);
		else
			host_ring(h, 1);
		assert_true(host_untouched(h, HOST_COMPLETIONS, HOST_RECORD));
	}
}

static void failed(void **state)
{
	struct refhost *h = *state;
	u32 mode;

	plan(h, "error@2");
	plan(h, "error@4");
	for (mode = BF; mode <= RING; mode++) {
		host_start(h, mode);
		post(h, 0);
		host_expect(h, 0, WCBAR_COMP_OK, 1);
		post(h, 1);
		host_expect(h, 1, WCBAR_COMP_FAILED, 2);
		/* it was right, and was taken */
		assert_int_equal(host_counter(h, mode == BF ?
					      WCBAR_CARD_C_BF :
					      WCBAR_CARD_C_DOORBELL), 2);
		assert_int_equal(h->interrupts, mode);
		host_command(h, WCBAR_CARD_RESET);
	}
	/* the plan is used up */
	host_start(h, BF);
	post(h, 0);
	post(h, 1);
	host_expect(h, 1, WCBAR_COMP_OK, 2);
}

static void slow_error(void **state)
{
	struct refhost *h = *state;

	plan(h, "error@1");
	plan(h, "slow@1:1");
	host_start(h, RING);
	post(h, 0);
	assert_false(completed(h, 0));
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
			 WCBAR_CARD_RUNNING);
	h->now = 1000;
	refcard_due(&h->card);
	host_expect(h, 0, WCBAR_COMP_FAILED, 1);
}

static void death(void **state)
{
	struct refhost *h = *state;

	plan(h, "die@2");
	host_start(h, BF);
	post(h, 0);
	assert_int_equal(h->deaths, 0);
	post(h, 1);
	assert_int_equal(h->deaths, 1);
	assert_false(completed(h, 1));
}

static void hung(void **state)
{
	struct refhost *h = *state;
	u64 due;

	plan(h, "hang@2");
	host_start(h, RING);
	post(h, 0);
	post(h, 1);
	assert_false(completed(h, 1));
	host_set32(h, WCBAR_CARD_R_COMMAND, WCBAR_CARD_RESET);
	host_set32(h, WCBAR_CARD_R_COOKIE, h->cookie + 1);
	refcard_rung(&h->card, 1);
	refcard_look(&h->card);
	refcard_due(&h->card);
	assert_false(refcard_polls(&h->card));
	assert_false(refcard_held(&h->card, &due));
	assert_int_equal(host_get32(h, WCBAR_CARD_R_DONE), h->cookie);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
			 WCBAR_CARD_RUNNING);
}

/* RESET after each word of a descriptor; the next run knows nothing of it. */
static void reset_at_each_step(void **state)
{
	struct refhost *h = *state;
	u32 mode, words;

	for (mode = BF; mode <= RING; mode++) {
		for (words = 0; words <= 24; words++) {
			memset(h->ram + HOST_COMPLETIONS, 0, 64);
			host_start(h, mode);
			host_build(h, 150, INLINE, 1);
			assert_int_equal(h->lines, 3);
			memcpy(mode == BF ? host_buffer(h, 0) :
					    host_slot(h, 0),
			       h->desc, words * 8);
			/* 24 of them are all, and would be taken */
			if (mode == BF && words < 24)
				assert_false(refcard_look(&h->card));
			host_command(h, WCBAR_CARD_RESET);
			assert_int_equal(host_counter(h, WCBAR_CARD_C_BF), 0);
			assert_false(completed(h, 0));

			host_start(h, mode);
			post(h, 0);
			host_expect(h, 0, WCBAR_COMP_OK, 1);
			host_command(h, WCBAR_CARD_RESET);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, host_setup, host_teardown)
		TEST(parsed),
		TEST(lost_doorbell),
		TEST(lost_in_buffer),
		TEST(held_back),
		TEST(cancelled),
		TEST(command_first),
		TEST(failed),
		TEST(slow_error),
		TEST(death),
		TEST(hung),
		TEST(reset_at_each_step),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
