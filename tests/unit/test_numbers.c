// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers and lists of numbers: what is taken, and how what is not is named.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <wcbar/numbers.h>

static struct wcbar_word word_of(const char *s)
{
	struct wcbar_word w = { s, strlen(s) };

	return w;
}

static void numbers(void **state)
{
	static const struct {
		const char *text;
		u64 value;
	} good[] = {
		{ "0", 0 },
		{ "1", 1 },
		{ "007", 7 },
		{ "64", 64 },
		{ "4K", 4096 },
		{ "4k", 4096 },
		{ "32M", 32ULL << 20 },
		{ "8G", 8ULL << 30 },
		{ "0x40", 64 },
		{ "0X4f", 79 },
		{ "0x10K", 16384 },
		{ "18446744073709551615", U64_MAX },
		{ "0xffffffffffffffff", U64_MAX },
		{ "17179869183G", 17179869183ULL << 30 },
	};
	static const struct {
		const char *text;
		const char *wrong;
	} bad[] = {
		{ "", "is empty" },
		{ "-1", "is negative" },
		{ "-", "is negative" },
		{ "K", "is not a number" },
		{ "0x", "is not a number" },
		{ "0xK", "is not a number" },
		{ "4KK", "is not a number" },
		{ "4T", "is not a number" },
		{ "1.5", "is not a number" },
		{ "+1", "is not a number" },
		{ "12a", "is not a number" },
		{ "ff", "is not a number" },
		{ "18446744073709551616", "is too large" },
		{ "99999999999999999999999999999999", "is too large" },
		{ "0x10000000000000000", "is too large" },
		{ "17179869184G", "is too large" },
	};
	struct wcbar_word w;
	size_t i;
	u64 v;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(good); i++) {
		w = word_of(good[i].text);
		assert_null(wcbar_number_parse(&w, &v));
		assert_int_equal(v, good[i].value);
	}
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		const char *wrong;

		w = word_of(bad[i].text);
		wrong = wcbar_number_parse(&w, &v);
		assert_non_null(wrong);
		assert_string_equal(wrong, bad[i].wrong);
		assert_int_equal(v, 0);
	}
}

static void number_stays_in_its_word(void **state)
{
	struct wcbar_word w = { "123456", 3 };
	u64 v;

	(void)state;
	assert_null(wcbar_number_parse(&w, &v));
	assert_int_equal(v, 123);
}

#define MAX 8

static void lists(void **state)
{
	static const struct {
		const char *text;
		u32 n;
		u64 v[MAX];
	} good[] = {
		{ "5", 1, { 5 } },
		{ "1,2,3", 3, { 1, 2, 3 } },
		{ "3,1,3", 3, { 3, 1, 3 } },
		{ "64..512", 4, { 64, 128, 256, 512 } },
		{ "0..63", 8, { 0, 1, 2, 4, 8, 16, 32, 63 } },
		{ "3..20", 4, { 3, 6, 12, 20 } },
		{ "7..7", 1, { 7 } },
		{ "0..0", 1, { 0 } },
		{ "0..32+16", 3, { 0, 16, 32 } },
		{ "1..10+4", 3, { 1, 5, 9 } },
		{ "1..2+100", 1, { 1 } },
		{ "5..5+1", 1, { 5 } },
		{ "1K..4K+1K,0x10", 5, { 1024, 2048, 3072, 4096, 16 } },
		{ "0x8000000000000000..18446744073709551615", 2,
		  { 1ULL << 63, U64_MAX } },
		{ "18446744073709551614..18446744073709551615+1", 2,
		  { U64_MAX - 1, U64_MAX } },
	};
	struct wcbar_word bad;
	u64 v[MAX + 1];
	size_t i;
	u32 n, k;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(good); i++) {
		v[MAX] = 4711;
		assert_null(wcbar_numbers_parse(word_of(good[i].text), v, MAX,
						&n, &bad));
		assert_int_equal(n, good[i].n);
		for (k = 0; k < n; k++)
			assert_int_equal(v[k], good[i].v[k]);
		assert_int_equal(v[MAX], 4711);
	}
}

static void bad_lists(void **state)
{
	static const struct {
		const char *text;
		const char *bad;
		const char *wrong;
	} lists[] = {
		{ "", "", "is empty" },
		{ ",", "", "is empty" },
		{ "1,", "", "is empty" },
		{ "1,,2", "", "is empty" },
		{ "1,x,2", "x", "is not a number" },
		{ "8..4", "8..4", "runs backwards" },
		{ "1..8+0", "1..8+0", "has a step of 0" },
		{ "..4", "..4", "lacks a number" },
		{ "4..", "4..", "lacks a number" },
		{ "4..8+", "4..8+", "lacks a number" },
		{ "4..+2", "4..+2", "lacks a number" },
		{ "1...4", ".4", "is not a number" },
		{ "1..4..8", "4..8", "is not a number" },
		{ "1..4+2+2", "2+2", "is not a number" },
		{ "-1..4", "-1", "is negative" },
		{ "1..-4", "-4", "is negative" },
		{ "1..4+-1", "-1", "is negative" },
		{ "1..99999999999999999999", "99999999999999999999",
		  "is too large" },
		{ "1..9+1", "1..9+1", "holds too many numbers" },
		{ "1..18446744073709551615+1", "1..18446744073709551615+1",
		  "holds too many numbers" },
		{ "1,2,3,4,5,6,7,8,9", "9", "holds too many numbers" },
	};
	u64 v[MAX + 1] = { [MAX] = 4711 };
	struct wcbar_word bad;
	size_t i;
	u32 n;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(lists); i++) {
		const char *wrong = wcbar_numbers_parse(word_of(lists[i].text),
							v, MAX, &n, &bad);

		assert_non_null(wrong);
		assert_string_equal(wrong, lists[i].wrong);
		assert_true(wcbar_word_is(&bad, lists[i].bad));
		assert_int_equal(v[MAX], 4711);
	}
}

static void cutting(void **state)
{
	struct wcbar_word rest = word_of("a,,bc,"), part;

	(void)state;
	assert_true(wcbar_word_cut(&rest, ',', &part));
	assert_true(wcbar_word_is(&part, "a"));
	assert_true(wcbar_word_cut(&rest, ',', &part));
	assert_true(wcbar_word_is(&part, ""));
	assert_true(wcbar_word_cut(&rest, ',', &part));
	assert_true(wcbar_word_is(&part, "bc"));
	assert_true(wcbar_word_cut(&rest, ',', &part));
	assert_true(wcbar_word_is(&part, ""));
	assert_false(wcbar_word_cut(&rest, ',', &part));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(number_stays_in_its_word),
		cmocka_unit_test(lists),
		cmocka_unit_test(bad_lists),
		cmocka_unit_test(cutting),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
