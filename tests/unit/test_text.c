// SPDX-License-Identifier: GPL-2.0
/*
 * Pieces of text, and the index over ranges.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "system/ranges.h"
#include "system/text.h"

static void lines(void **state)
{
	struct lines it = { text_of("one\r\n\n  two \t\nthree"), 0 };
	struct text line;

	(void)state;
	assert_true(lines_next(&it, &line));
	assert_true(text_is(line, "one"));
	assert_true(lines_next(&it, &line));
	assert_int_equal(line.len, 0);
	assert_true(lines_next(&it, &line));
	assert_true(text_is(line, "  two"));
	assert_true(lines_next(&it, &line));
	assert_true(text_is(line, "three"));
	assert_int_equal(it.no, 4);
	assert_false(lines_next(&it, &line));
}

static void empty(void **state)
{
	struct text none = { NULL, 0 };

	(void)state;
	assert_true(text_is(none, ""));
	assert_false(text_is(none, "x"));
	assert_true(text_begins(none, ""));
	assert_false(text_has(none, "x"));
	assert_false(text_after(&none, "x"));
	assert_int_equal(text_word(&none).len, 0);
	assert_int_equal(text_until(&none, "x").len, 0);
}

static bool hex(const char *s, u64 *v)
{
	struct text t = text_of(s);

	return text_hex(&t, v) && !t.len;
}

static void hexadecimal(void **state)
{
	u64 v = 1;

	(void)state;
	assert_true(hex("0", &v));
	assert_int_equal(v, 0);
	assert_true(hex("0xfEd0", &v));
	assert_int_equal(v, 0xfed0);
	assert_true(hex("0x40_0fffffff", &v));
	assert_int_equal(v, 0x400fffffffULL);
	assert_true(hex("ffffffffffffffff", &v));
	assert_int_equal(v, U64_MAX);
	assert_true(hex("0x0000000000000000000001", &v));
	assert_int_equal(v, 1);
	assert_false(hex("10000000000000000", &v));
	assert_false(hex("", &v));
	assert_false(hex("0x", &v));
	assert_false(hex("xyz", &v));
	assert_false(hex("12_", &v));
}

static void decimal(void **state)
{
	struct text t = text_of("  18446744073709551615");
	int i;
	u64 v;

	(void)state;
	assert_true(text_dec(&t, &v));
	assert_int_equal(v, U64_MAX);
	t = text_of("18446744073709551616");
	assert_false(text_dec(&t, &v));
	t = text_of("-16)");
	assert_true(text_int(&t, &i));
	assert_int_equal(i, -16);
	assert_true(text_is(t, ")"));
	t = text_of("- 16");
	assert_true(text_int(&t, &i));
	t = text_of("99999999999");
	assert_false(text_int(&t, &i));
}

static u64 amount(const char *s)
{
	struct text t = text_of(s);
	u64 v = 12345;

	return text_amount(&t, &v) ? v : 0;
}

static void amounts(void **state)
{
	(void)state;
	assert_int_equal(amount("4096"), 4096);
	assert_int_equal(amount("  512MB"), 512ULL << 20);
	assert_int_equal(amount("4 KiB"), 4096);
	assert_int_equal(amount("8G]"), 8ULL << 30);
	assert_int_equal(amount("16M"), 16ULL << 20);
	assert_int_equal(amount("8100k,"), 8100ULL << 10);
	assert_int_equal(amount("128 x"), 128);
	assert_int_equal(amount("99999999999999999999"), 0);
	assert_int_equal(amount("18446744073709551615G"), 0);
	assert_int_equal(amount("none"), 0);
}

static void mem_ranges(void **state)
{
	struct text t = text_of("BAR 1 [mem 0x6000000000-0x600fffffff 64bit pref]: assigned");
	u64 start, end;

	(void)state;
	assert_true(text_mem(&t, &start, &end));
	assert_int_equal(start, 0x6000000000ULL);
	assert_int_equal(end, 0x6010000000ULL);
	assert_true(text_is(t, ": assigned"));
	t = text_of("[mem size 0x20000000 64bit pref]");
	assert_true(text_mem(&t, &start, &end));
	assert_int_equal(start, 0);
	assert_int_equal(end, 0x20000000);
	t = text_of("[mem 0x2000-0x1fff]");
	assert_false(text_mem(&t, &start, &end));
	t = text_of("[mem 0x1000-0x1fff");
	assert_false(text_mem(&t, &start, &end));
	t = text_of("[io 0x1000-0x1fff]");
	assert_false(text_mem(&t, &start, &end));
}

static void addresses(void **state)
{
	struct text t = text_of("00:1f.3 Audio");
	char bdf[TEXT_BDF];

	(void)state;
	assert_true(text_bdf(&t, bdf));
	assert_string_equal(bdf, "0000:00:1f.3");
	assert_true(text_is(t, " Audio"));
	t = text_of("10000:E1:00.7");
	assert_true(text_bdf(&t, bdf));
	assert_string_equal(bdf, "10000:e1:00.7");
	t = text_of("00:20.0");
	assert_false(text_bdf(&t, bdf));
	t = text_of("00:1f.8");
	assert_false(text_bdf(&t, bdf));
	t = text_of("12:34:56");
	assert_false(text_bdf(&t, bdf));
	t = text_of(" 00:1f.3");
	assert_false(text_bdf(&t, bdf));

	t = text_of("NVRM: BAR1 is 0M @ 0x0 (PCI:0000:0B:00.0) end");
	assert_true(text_find_bdf(&t, bdf));
	assert_string_equal(bdf, "0000:0b:00.0");
	assert_true(text_is(t, ") end"));
	t = text_of("probe of USBC000:00 failed");
	assert_false(text_find_bdf(&t, bdf));
	t = text_of("12:34:56.789012 short");
	assert_false(text_find_bdf(&t, bdf));
}

/* What a walk over all ranges finds, ranges_find() has to find */
static void overlaps(void **state)
{
	struct ranges r = { 0 };
	struct hits hits = { 0 };
	u64 at = 12345;
	size_t i, k, n;

	(void)state;
	for (i = 0; i < 500; i++) {
		u64 start, len;

		at = at * 6364136223846793005ULL + 1442695040888963407ULL;
		start = (at >> 33) % 1000;
		len = (at >> 50) % (i % 10 ? 10 : 400);
		ranges_add(&r, start, start + len, i);
	}
	ranges_build(&r);
	for (i = 0; i < 1000; i++) {
		hits.n = 0;
		ranges_find(&r, i, i + 1 + i % 7, &hits);
		for (k = 0, n = 0; k < r.n; k++)
			n += r.items[k].start < i + 1 + i % 7 &&
			     r.items[k].end > i;
		assert_int_equal(hits.n, n);
	}
	hits.n = 0;
	ranges_find(&r, 5, 5, &hits);
	assert_int_equal(hits.n, 0);
	free(r.items);
	free(hits.items);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines),
		cmocka_unit_test(empty),
		cmocka_unit_test(hexadecimal),
		cmocka_unit_test(decimal),
		cmocka_unit_test(amounts),
		cmocka_unit_test(mem_ranges),
		cmocka_unit_test(addresses),
		cmocka_unit_test(overlaps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
