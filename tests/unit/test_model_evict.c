// SPDX-License-Identifier: GPL-2.0
/*
 * Write-combining buffers: when a line leaves, why, and who is told.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "applied.h"

static void drains(void **state)
{
	static const struct {
		enum event_kind kind;
		enum wc_cause cause;
	} by[] = {
		{ EVENT_SFENCE, WC_FENCE }, { EVENT_MFENCE, WC_FENCE },
		{ EVENT_SERIAL, WC_SERIAL }, { EVENT_LOCK, WC_LOCK },
		{ EVENT_UC, WC_UNCACHED }, { EVENT_INTERRUPT, WC_INTERRUPT },
	};
	u64 before;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(by); i++) {
		applied_store(0, 8);
		applied_store(128, 16);
		before = applied.requests.lines[by[i].cause];
		applied_event(by[i].kind);
		assert_int_equal(applied.requests.nr, 2 * (i + 1));
		assert_int_equal(applied.requests.lines[by[i].cause], before + 2);
		assert_int_equal(applied.requests.partial, 2 * (i + 1));
	}
	applied_store(0, 8);
	applied_event(EVENT_LFENCE);
	assert_int_equal(applied.requests.nr, 2 * i);
}

/* What a handler does belongs to the interrupt */
static void interrupts(void **state)
{
	static const enum event_kind kinds[] = {
		EVENT_INTERRUPT, EVENT_UC, EVENT_LOCK, EVENT_SERIAL,
		EVENT_SFENCE,
	};
	u32 i;

	(void)state;
	applied.model.wc.interrupts = false;
	applied_store(0, 8);
	applied.ev.in_interrupt = true;
	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		applied_event(kinds[i]);
	applied_has(0, 8, 0);
	applied.ev.in_interrupt = false;
	applied_event(EVENT_UC);
	applied_has(1, 8, 1);

	applied.model.wc.interrupts = true;
	applied_store(0, 8);
	applied.ev.in_interrupt = true;
	applied_event(EVENT_UC);
	applied_has(2, 8, 2);
	assert_int_equal(applied.requests.lines[WC_INTERRUPT], 1);
}

static void capacity(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < 4; i++)
		applied_store(64 * i, 8);
	/* the first line is stored to again: still the oldest */
	applied_store(8, 8);
	applied_has(0, 0, 0);
	applied_store(64 * 4, 8);
	applied_has(1, 16, 1);
	assert_int_equal(applied.requests.lines[WC_CAPACITY], 1);
}

static void capacity_lru(void **state)
{
	u32 i;

	(void)state;
	applied.model.wc.policy = WC_LRU;
	for (i = 0; i < 4; i++)
		applied_store(64 * i, 8);
	applied_store(8, 8);
	applied_store(64 * 4, 8);
	/* it was the second one that was stored to longest ago */
	applied_has(1, 8, 1);
	applied_store(64, 8);
	applied_has(2, 8, 2);
	applied_store(16, 8);
	applied_event(EVENT_SFENCE);
	applied_has(6, 24, 1);
}

static void age(void **state)
{
	(void)state;
	applied.model.wc.age = 3;
	applied_store(0, 8);
	applied_store(64, 8);
	applied_store(72, 8);
	applied_store(80, 8);
	applied_has(0, 0, 0);
	/* three stores have followed its first */
	applied_store(88, 8);
	applied_has(1, 8, 1);
	assert_int_equal(applied.requests.lines[WC_AGE], 1);

	applied.model.wc.age = 500000;
	applied.model.wc.age_ps = true;
	applied.ev.time = 1000000;
	applied_store(128, 8);
	applied.ev.time = 1499999;
	applied_store(192, 8);
	assert_int_equal(applied.requests.lines[WC_AGE], 2);	/* the one of 64 */
	applied.ev.time = 1500000;
	applied_event(EVENT_LFENCE);
	assert_int_equal(applied.requests.lines[WC_AGE], 3);
}

static void loads(void **state)
{
	(void)state;
	applied_store(0, 8);
	applied_store(64, 8);
	applied.ev.addr = BAR + 256;
	applied_event(EVENT_LOAD);
	applied_has(0, 0, 0);
	applied.ev.addr = BAR + 4;
	applied.ev.width = 4;
	applied_event(EVENT_LOAD);
	applied_has(1, 8, 1);
	/* across two lines */
	applied.ev.addr = BAR + 62;
	applied_event(EVENT_LOAD);
	applied_has(2, 8, 2);
	assert_int_equal(applied.requests.lines[WC_LOAD], 2);
}

static u32 left;

static void take_left(void *arg, const struct wc_line *line)
{
	(void)arg;
	left++;
	assert_int_equal(line->first, 17);
	assert_int_equal(line->last, 18);
	assert_int_equal(line->stores, 2);
}

static void left_at_the_end(void **state)
{
	(void)state;
	applied.wc.left = take_left;
	applied.ev.place = 17;
	applied_store(0, 8);
	applied.ev.place = 18;
	applied_store(8, 8);
	apply_end(&applied.wc);
	assert_int_equal(left, 1);
	assert_int_equal(applied.requests.lines[WC_LEFT], 1);
	/* it has not left: it is no request */
	applied_has(0, 16, 0);
	apply_end(&applied.wc);
	assert_int_equal(left, 1);
}

static void each_cpu_has_its_own(void **state)
{
	(void)state;
	applied_store(0, 32);
	applied.ev.cpu = 1;
	applied_store(32, 32);
	applied_has(0, 64, 0);
	applied_event(EVENT_SFENCE);
	applied_has(1, 32, 1);
	applied.ev.cpu = 0;
	applied_event(EVENT_SFENCE);
	applied_has(2, 32, 2);
	/* from a broken trace */
	applied.ev.cpu = U32_MAX;
	applied_store(0, 64);
	applied_has(3, 64, 1);
}

static void worst_places(void **state)
{
	struct wc_place worst[2];
	u32 i;

	(void)state;
	for (i = 0; i < 5; i++) {
		applied.ev.place = 1 + i % 2;
		applied_store(64 * i, 8);
		applied.ev.place = 9;
		applied_event(EVENT_SFENCE);
	}
	assert_int_equal(places_worst(&applied.wc.places, worst, 2), 2);
	assert_int_equal(worst[0].insn, 1);
	assert_int_equal(worst[0].lines, 3);
	assert_int_equal(worst[0].cause, WC_FENCE);
	assert_int_equal(worst[0].by, 9);
	assert_int_equal(worst[1].insn, 2);
	/* as many as a broken trace likes, and no more memory */
	for (i = 0; i < 2 * PLACES_MAX; i++) {
		applied.ev.place = 100 + i;
		applied_store(0, 8);
		applied_event(EVENT_SFENCE);
	}
	assert_int_equal(applied.wc.places.nr, PLACES_MAX);
	assert_int_equal(applied.wc.places.others, PLACES_MAX + 2);
}

/* What an instruction with LOCK stores to the aperture waits for nothing */
static void locked(void **state)
{
	(void)state;
	applied_store(0, 8);
	applied_event(EVENT_LOCK);
	applied_has(1, 8, 1);
	applied.ev.locked = true;
	applied_store(8, 8);
	applied_has(2, 8, 2);
	assert_int_equal(applied.requests.lines[WC_LOCK], 2);
	applied.model.wc.stay = true;
	applied_store(64, 64);
	applied_has(3, 64, 1);
	/* an older store to its line goes with it */
	applied.ev.locked = false;
	applied_store(128, 8);
	applied.ev.locked = true;
	applied_store(136, 8);
	applied_has(4, 16, 1);
	apply_end(&applied.wc);
	assert_int_equal(applied.requests.lines[WC_LEFT], 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, applied_begin,	\
						   applied_end)
	const struct CMUnitTest tests[] = {
		TEST(drains),
		TEST(interrupts),
		TEST(capacity),
		TEST(capacity_lru),
		TEST(age),
		TEST(loads),
		TEST(left_at_the_end),
		TEST(each_cpu_has_its_own),
		TEST(worst_places),
		TEST(locked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
