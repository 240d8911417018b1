// SPDX-License-Identifier: GPL-2.0
/*
 * Write-combining buffers and uncached stores: what becomes a request, and
 * when.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/apply.h"

#define BAR	0x6000000000ULL

static struct model model;
static struct apply wc;
static struct requests requests;
static struct event ev;

static int begin(void **state)
{
	(void)state;
	memset(&model, 0, sizeof(model));
	model.wc.buffers = 4;
	model.wc.line = WC_LINE;
	model.wc.interrupts = true;
	model.pcie.mps = PCIE_MPS;
	model.pcie.link = (struct pcie_link){ 16000, 16 };
	memset(&requests, 0, sizeof(requests));
	memset(&ev, 0, sizeof(ev));
	apply_init(&wc, MODEL_WC, &model);
	wc.to = &requests;
	return 0;
}

static int end(void **state)
{
	(void)state;
	apply_free(&wc);
	return 0;
}

static void store(u64 offset, u32 width)
{
	ev.kind = EVENT_STORE;
	ev.addr = BAR + offset;
	ev.width = width;
	apply_event(&wc, &ev);
}

static void happen(enum event_kind kind)
{
	ev.kind = kind;
	apply_event(&wc, &ev);
}

static void expect(u64 nr, u32 size, u64 of_size)
{
	assert_int_equal(requests.nr, nr);
	assert_int_equal(sizes_get(&requests.sizes, size), of_size);
}

static void full_line(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < 7; i++)
		store(8 * i, 8);
	expect(0, 64, 0);
	store(56, 8);
	expect(1, 64, 1);
	assert_int_equal(requests.whole, 1);
	assert_int_equal(requests.wire.bytes, 88);
	/* in any order, and twice the same byte is one byte */
	store(64 + 32, 32);
	store(64 + 40, 8);
	expect(1, 64, 1);
	store(64, 32);
	expect(2, 64, 2);
}

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
		store(0, 8);
		store(128, 16);
		before = requests.lines[by[i].cause];
		happen(by[i].kind);
		assert_int_equal(requests.nr, 2 * (i + 1));
		assert_int_equal(requests.lines[by[i].cause], before + 2);
		assert_int_equal(requests.partial, 2 * (i + 1));
	}
	store(0, 8);
	happen(EVENT_LFENCE);
	assert_int_equal(requests.nr, 2 * i);
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
	model.wc.interrupts = false;
	store(0, 8);
	ev.in_interrupt = true;
	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		happen(kinds[i]);
	expect(0, 8, 0);
	ev.in_interrupt = false;
	happen(EVENT_UC);
	expect(1, 8, 1);

	model.wc.interrupts = true;
	store(0, 8);
	ev.in_interrupt = true;
	happen(EVENT_UC);
	expect(2, 8, 2);
	assert_int_equal(requests.lines[WC_INTERRUPT], 1);
}

static void runs(void **state)
{
	(void)state;
	store(1, 1);
	store(2, 2);
	store(8, 16);
	store(63, 1);
	happen(EVENT_SFENCE);
	expect(3, 3, 1);
	expect(3, 16, 1);
	expect(3, 1, 1);
	assert_int_equal(requests.bytes, 20);
}

static void pieces(void **state)
{
	(void)state;
	model.wc.merge = WC_MERGE_QWORD;
	store(0, 32);
	store(36, 4);
	store(40, 1);
	store(43, 1);
	happen(EVENT_SFENCE);
	expect(6, 8, 4);
	expect(6, 4, 1);
	/* two bytes with a hole between: one piece, by byte enables */
	expect(6, 2, 1);
	/* of double words 8 + 8 + 8 + 8, 4 and 4, each with 24 bytes more */
	assert_int_equal(requests.wire.bytes, 40 + 6 * 24);
	/* at most eight; a full line is one burst all the same */
	store(64, 32);
	store(96, 16);
	store(112, 8);
	store(120, 4);
	happen(EVENT_SFENCE);
	assert_int_equal(requests.nr, 6 + 8);
	store(128, 64);
	assert_int_equal(requests.nr, 6 + 8 + 1);
}

static void p6(void **state)
{
	(void)state;
	model.wc.line = 32;
	store(0, 16);
	store(16, 16);
	expect(1, 32, 1);
	assert_int_equal(requests.whole, 1);
	/* across two lines */
	store(60, 8);
	happen(EVENT_SFENCE);
	expect(3, 4, 2);
}

static void across(void **state)
{
	(void)state;
	store(60, 8);
	expect(0, 0, 0);
	store(0, 60 - 28);
	store(32, 28);
	expect(1, 64, 1);
	happen(EVENT_SFENCE);
	expect(2, 4, 1);
}

static void capacity(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < 4; i++)
		store(64 * i, 8);
	/* the first line is stored to again: still the oldest */
	store(8, 8);
	expect(0, 0, 0);
	store(64 * 4, 8);
	expect(1, 16, 1);
	assert_int_equal(requests.lines[WC_CAPACITY], 1);
}

static void capacity_lru(void **state)
{
	u32 i;

	(void)state;
	model.wc.policy = WC_LRU;
	for (i = 0; i < 4; i++)
		store(64 * i, 8);
	store(8, 8);
	store(64 * 4, 8);
	/* it was the second one that was stored to longest ago */
	expect(1, 8, 1);
	store(64, 8);
	expect(2, 8, 2);
	store(16, 8);
	happen(EVENT_SFENCE);
	expect(6, 24, 1);
}

static void age(void **state)
{
	(void)state;
	model.wc.age = 3;
	store(0, 8);
	store(64, 8);
	store(72, 8);
	store(80, 8);
	expect(0, 0, 0);
	/* three stores have followed its first */
	store(88, 8);
	expect(1, 8, 1);
	assert_int_equal(requests.lines[WC_AGE], 1);

	model.wc.age = 500000;
	model.wc.age_ps = true;
	ev.time = 1000000;
	store(128, 8);
	ev.time = 1499999;
	store(192, 8);
	assert_int_equal(requests.lines[WC_AGE], 2);	/* the one of 64 */
	ev.time = 1500000;
	happen(EVENT_LFENCE);
	assert_int_equal(requests.lines[WC_AGE], 3);
}

static void direct(void **state)
{
	(void)state;
	/* movdir64b over what older stores have left */
	store(0, 8);
	ev.direct = true;
	store(0, 64);
	expect(1, 64, 1);
	/* movdiri combines with older stores and leaves at once */
	ev.direct = false;
	store(64, 8);
	ev.direct = true;
	store(72, 8);
	expect(2, 16, 1);
	assert_int_equal(requests.lines[WC_DIRECT], 1);
	assert_int_equal(wc.places.nr, 0);
}

/* What the manual allows, and code must not rely on */
static void full_stays(void **state)
{
	u32 i;

	(void)state;
	model.wc.stay = true;
	store(0, 64);
	store(64, 32);
	expect(0, 64, 0);
	model.wc.no_fences = true;
	happen(EVENT_SFENCE);
	happen(EVENT_MFENCE);
	expect(0, 64, 0);
	model.wc.no_fences = false;
	happen(EVENT_SFENCE);
	/* late, and yet a burst; no place of lines that are not full */
	expect(2, 64, 1);
	assert_int_equal(requests.whole, 1);
	assert_int_equal(requests.partial, 1);
	assert_int_equal(requests.lines[WC_FENCE], 2);
	assert_int_equal(wc.places.nr, 1);
	for (i = 0; i < 5; i++)
		store(64 * i, 64);
	expect(3, 64, 2);
	ev.direct = true;
	store(64 * 5, 64);
	expect(5, 64, 4);
	apply_end(&wc);
	assert_int_equal(requests.lines[WC_LEFT], 3);
}

static void loads(void **state)
{
	(void)state;
	store(0, 8);
	store(64, 8);
	ev.addr = BAR + 256;
	happen(EVENT_LOAD);
	expect(0, 0, 0);
	ev.addr = BAR + 4;
	ev.width = 4;
	happen(EVENT_LOAD);
	expect(1, 8, 1);
	/* across two lines */
	ev.addr = BAR + 62;
	happen(EVENT_LOAD);
	expect(2, 8, 2);
	assert_int_equal(requests.lines[WC_LOAD], 2);
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
	wc.left = take_left;
	ev.place = 17;
	store(0, 8);
	ev.place = 18;
	store(8, 8);
	apply_end(&wc);
	assert_int_equal(left, 1);
	assert_int_equal(requests.lines[WC_LEFT], 1);
	/* it has not left: it is no request */
	expect(0, 16, 0);
	apply_end(&wc);
	assert_int_equal(left, 1);
}

static void each_cpu_has_its_own(void **state)
{
	(void)state;
	store(0, 32);
	ev.cpu = 1;
	store(32, 32);
	expect(0, 64, 0);
	happen(EVENT_SFENCE);
	expect(1, 32, 1);
	ev.cpu = 0;
	happen(EVENT_SFENCE);
	expect(2, 32, 2);
	/* from a broken trace */
	ev.cpu = U32_MAX;
	store(0, 64);
	expect(3, 64, 1);
}

static void worst_places(void **state)
{
	struct wc_place worst[2];
	u32 i;

	(void)state;
	for (i = 0; i < 5; i++) {
		ev.place = 1 + i % 2;
		store(64 * i, 8);
		ev.place = 9;
		happen(EVENT_SFENCE);
	}
	assert_int_equal(places_worst(&wc.places, worst, 2), 2);
	assert_int_equal(worst[0].insn, 1);
	assert_int_equal(worst[0].lines, 3);
	assert_int_equal(worst[0].cause, WC_FENCE);
	assert_int_equal(worst[0].by, 9);
	assert_int_equal(worst[1].insn, 2);
	/* as many as a broken trace likes, and no more memory */
	for (i = 0; i < 2 * PLACES_MAX; i++) {
		ev.place = 100 + i;
		store(0, 8);
		happen(EVENT_SFENCE);
	}
	assert_int_equal(wc.places.nr, PLACES_MAX);
	assert_int_equal(wc.places.others, PLACES_MAX + 2);
}

static void uncached(void **state)
{
	(void)state;
	wc.map = MODEL_UC;
	store(0, 4);
	store(4, 4);
	expect(2, 4, 2);
	store(8, 32);
	expect(3, 32, 1);
	/* across a line, and across a page */
	store(60, 8);
	expect(5, 4, 4);
	store(4096 - 2, 4);
	expect(7, 2, 2);
	store(65, 64);
	expect(9, 63, 1);
	/* neither fence nor order matter */
	happen(EVENT_SFENCE);
	assert_int_equal(requests.nr, 9);
	ev.direct = true;
	store(128, 64);
	expect(10, 64, 1);
}

static void recorded(void **state)
{
	(void)state;
	wc.map = MODEL_RECORDED;
	store(32, 256);
	expect(1, 256, 1);
	assert_int_equal(requests.wire.tlps, 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(full_line),
		TEST(drains),
		TEST(interrupts),
		TEST(runs),
		TEST(pieces),
		TEST(p6),
		TEST(across),
		TEST(capacity),
		TEST(capacity_lru),
		TEST(age),
		TEST(direct),
		TEST(full_stays),
		TEST(loads),
		TEST(left_at_the_end),
		TEST(each_cpu_has_its_own),
		TEST(worst_places),
		TEST(uncached),
		TEST(recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
