// SPDX-License-Identifier: GPL-2.0
/*
 * Write-combining buffers and uncached stores: what becomes a request.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "applied.h"

static void full_line(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < 7; i++)
		applied_store(8 * i, 8);
	applied_has(0, 64, 0);
	applied_store(56, 8);
	applied_has(1, 64, 1);
	assert_int_equal(applied.requests.whole, 1);
	assert_int_equal(applied.requests.wire.bytes, 88);
	/* in any order, and twice the same byte is one byte */
	applied_store(64 + 32, 32);
	applied_store(64 + 40, 8);
	applied_has(1, 64, 1);
	applied_store(64, 32);
	applied_has(2, 64, 2);
}

static void runs(void **state)
{
	(void)state;
	applied_store(1, 1);
	applied_store(2, 2);
	applied_store(8, 16);
	applied_store(63, 1);
	applied_event(EVENT_SFENCE);
	applied_has(3, 3, 1);
	applied_has(3, 16, 1);
	applied_has(3, 1, 1);
	assert_int_equal(applied.requests.bytes, 20);
}

static void pieces(void **state)
{
	(void)state;
	applied.model.wc.merge = WC_MERGE_QWORD;
	applied_store(0, 32);
	applied_store(36, 4);
	applied_store(40, 1);
	applied_store(43, 1);
	applied_event(EVENT_SFENCE);
	applied_has(6, 8, 4);
	applied_has(6, 4, 1);
	/* two bytes with a hole between: one piece, by byte enables */
	applied_has(6, 2, 1);
	/* of double words 8 + 8 + 8 + 8, 4 and 4, each with 24 bytes more */
	assert_int_equal(applied.requests.wire.bytes, 40 + 6 * 24);
	/* at most eight; a full line is one burst all the same */
	applied_store(64, 32);
	applied_store(96, 16);
	applied_store(112, 8);
	applied_store(120, 4);
	applied_event(EVENT_SFENCE);
	assert_int_equal(applied.requests.nr, 6 + 8);
	applied_store(128, 64);
	assert_int_equal(applied.requests.nr, 6 + 8 + 1);
}

static void p6(void **state)
{
	(void)state;
	applied.model.wc.line = 32;
	applied_store(0, 16);
	applied_store(16, 16);
	applied_has(1, 32, 1);
	assert_int_equal(applied.requests.whole, 1);
	/* across two lines */
	applied_store(60, 8);
	applied_event(EVENT_SFENCE);
	applied_has(3, 4, 2);
}

static void across(void **state)
{
	(void)state;
	applied_store(60, 8);
	applied_has(0, 0, 0);
	applied_store(0, 60 - 28);
	applied_store(32, 28);
	applied_has(1, 64, 1);
	applied_event(EVENT_SFENCE);
	applied_has(2, 4, 1);
}

static void direct(void **state)
{
	(void)state;
	/* movdir64b over what older stores have left */
	applied_store(0, 8);
	applied.ev.direct = true;
	applied_store(0, 64);
	applied_has(1, 64, 1);
	/* movdiri combines with older stores and leaves at once */
	applied.ev.direct = false;
	applied_store(64, 8);
	applied.ev.direct = true;
	applied_store(72, 8);
	applied_has(2, 16, 1);
	assert_int_equal(applied.requests.lines[WC_DIRECT], 1);
	assert_int_equal(applied.wc.places.nr, 0);
}

/* What the manual allows, and code must not rely on */
static void full_stays(void **state)
{
	u32 i;

	(void)state;
	applied.model.wc.stay = true;
	applied_store(0, 64);
	applied_store(64, 32);
	applied_has(0, 64, 0);
	applied.model.wc.no_fences = true;
	applied_event(EVENT_SFENCE);
	applied_event(EVENT_MFENCE);
	applied_has(0, 64, 0);
	applied.model.wc.no_fences = false;
	applied_event(EVENT_SFENCE);
	/* late, and yet a burst; no place of lines that are not full */
	applied_has(2, 64, 1);
	assert_int_equal(applied.requests.whole, 1);
	assert_int_equal(applied.requests.partial, 1);
	assert_int_equal(applied.requests.lines[WC_FENCE], 2);
	assert_int_equal(applied.wc.places.nr, 1);
	for (i = 0; i < 5; i++)
		applied_store(64 * i, 64);
	applied_has(3, 64, 2);
	applied.ev.direct = true;
	applied_store(64 * 5, 64);
	applied_has(5, 64, 4);
	apply_end(&applied.wc);
	assert_int_equal(applied.requests.lines[WC_LEFT], 3);
}

static void uncached(void **state)
{
	(void)state;
	applied.wc.map = MODEL_UC;
	applied_store(0, 4);
	applied_store(4, 4);
	applied_has(2, 4, 2);
	applied_store(8, 32);
	applied_has(3, 32, 1);
	/* across a line, and across a page */
	applied_store(60, 8);
	applied_has(5, 4, 4);
	applied_store(4096 - 2, 4);
	applied_has(7, 2, 2);
	applied_store(65, 64);
	applied_has(9, 63, 1);
	/* neither fence nor order matter */
	applied_event(EVENT_SFENCE);
	assert_int_equal(applied.requests.nr, 9);
	applied.ev.direct = true;
	applied_store(128, 64);
	applied_has(10, 64, 1);
}

static void recorded(void **state)
{
	(void)state;
	applied.wc.map = MODEL_RECORDED;
	applied_store(32, 256);
	applied_has(1, 256, 1);
	assert_int_equal(applied.requests.wire.tlps, 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, applied_begin,	\
						   applied_end)
	const struct CMUnitTest tests[] = {
		TEST(full_line),
		TEST(runs),
		TEST(pieces),
		TEST(p6),
		TEST(across),
		TEST(direct),
		TEST(full_stays),
		TEST(uncached),
		TEST(recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
