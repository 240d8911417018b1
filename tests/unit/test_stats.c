// SPDX-License-Identifier: GPL-2.0
/*
 * Order statistics against exact arithmetic of another kind, and against
 * numbers that were worked out with integers of any length.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <wcbar/stats.h>

#define u128 unsigned __int128

static u64 isqrt(u128 v)
{
	u128 lo = 0, hi = (u128)1 << 64;

	while (hi - lo > 1) {
		u128 mid = lo + (hi - lo) / 2;

		if (mid * mid <= v)
			lo = mid;
		else
			hi = mid;
	}
	return (u64)lo;
}

/* Good while n^2 x^2 stays below 2^128 */
static u64 plain_stdev(const u64 *x, u64 n)
{
	u128 sum = 0, squares = 0;
	u64 i;

	for (i = 0; i < n; i++) {
		sum += x[i];
		squares += (u128)x[i] * x[i];
	}
	return isqrt((squares * n - sum * sum) / ((u128)n * (n - 1)));
}

static void nothing(void **state)
{
	struct wcbar_stats s;
	u64 x = 1;

	(void)state;
	assert_int_equal(wcbar_stats_compute(&x, 0, &s), -EINVAL);
	assert_int_equal(wcbar_stats_compute(&x, (size_t)1 << 32, &s),
			 -EINVAL);
}

static void one(void **state)
{
	struct wcbar_stats s;
	u64 x = U64_MAX;

	(void)state;
	assert_int_equal(wcbar_stats_compute(&x, 1, &s), 0);
	assert_int_equal(s.min, U64_MAX);
	assert_int_equal(s.median, U64_MAX);
	assert_int_equal(s.p99, U64_MAX);
	assert_int_equal(s.max, U64_MAX);
	assert_int_equal(s.mean, U64_MAX);
	assert_int_equal(s.stdev, 0);
}

static void worked_out(void **state)
{
	static const struct {
		size_t n;
		u64 x[8];
		struct wcbar_stats want;
	} cases[] = {
		{ 2, { 3, 1 }, { 1, 2, 3, 3, 2, 1 } },
		{ 2, { 1, 2 }, { 1, 1, 2, 2, 1, 0 } },
		{ 3, { 9, 1, 2 }, { 1, 2, 9, 9, 4, 4 } },
		{ 4, { 4, 1, 3, 2 }, { 1, 2, 4, 4, 2, 1 } },
		{ 5, { 7, 7, 7, 7, 7 }, { 7, 7, 7, 7, 7, 0 } },
		{ 8, { 2, 4, 4, 4, 5, 5, 7, 9 }, { 2, 4, 9, 9, 5, 2 } },
		/* what leaves 64, 128 and nearly 192 bits */
		{ 2, { U64_MAX, U64_MAX },
		  { U64_MAX, U64_MAX, U64_MAX, U64_MAX, U64_MAX, 0 } },
		{ 2, { 0, U64_MAX },
		  { 0, U64_MAX / 2, U64_MAX, U64_MAX, U64_MAX / 2,
		    13043817825332782211ULL } },
		{ 5, { 5, 1, 2, U64_MAX, U64_MAX },
		  { 1, 5, U64_MAX, U64_MAX, 7378697629483820647ULL,
		    10103697841695462094ULL } },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct wcbar_stats s;
		u64 x[8];

		memcpy(x, cases[i].x, sizeof(x));
		assert_int_equal(wcbar_stats_compute(x, cases[i].n, &s), 0);
		assert_memory_equal(&s, &cases[i].want, sizeof(s));
	}
}

static u64 next_random(u64 *seed)
{
	*seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return *seed >> 20;
}

/* Against the plain way, where 128 bits are enough for it */
static int order(const void *a, const void *b)
{
	u64 x = *(const u64 *)a, y = *(const u64 *)b;

	return x < y ? -1 : x > y;
}

/* Random samples, few different ones, ordered and in reverse. */
static void against_plain(void **state)
{
	static u64 x[1000], y[1000];
	u64 seed = 1;
	size_t n, i;

	(void)state;
	for (n = 2; n <= ARRAY_SIZE(x); n += n < 20 ? 1 : 49) {
		struct wcbar_stats s;
		u128 sum = 0;

		for (i = 0; i < n; i++) {
			x[i] = next_random(&seed);
			if (n % 4 == 1)
				x[i] %= 7;
			else if (n % 4 == 2)
				x[i] = i << 40;
			else if (n % 4 == 3)
				x[i] = n - i;
			y[i] = x[i];
			sum += x[i];
		}
		assert_int_equal(wcbar_stats_compute(x, n, &s), 0);
		assert_int_equal(s.mean, (u64)(sum / n));
		assert_int_equal(s.stdev, plain_stdev(y, n));
		qsort(y, n, sizeof(*y), order);
		assert_int_equal(s.min, y[0]);
		assert_int_equal(s.max, y[n - 1]);
		assert_int_equal(s.p99, y[n - n / 100 - 1]);
		assert_int_equal(s.median, n % 2 ? y[n / 2] : y[n / 2 - 1] +
				 (y[n / 2] - y[n / 2 - 1]) / 2);
		/* none of them is lost or made up */
		qsort(x, n, sizeof(*x), order);
		assert_memory_equal(x, y, n * sizeof(*x));
	}
}

/* A small spread on a large offset: what naive sums of squares lose */
static void small_spread_on_a_large_offset(void **state)
{
	struct wcbar_stats s;
	u64 x[] = { 4, 7, 13, 16 };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(x); i++)
		x[i] = U64_MAX - 100 + x[i] * 3;
	assert_int_equal(wcbar_stats_compute(x, ARRAY_SIZE(x), &s), 0);
	/* 3 * 5.477.. = 16.43 */
	assert_int_equal(s.stdev, 16);
	assert_int_equal(s.mean, U64_MAX - 100 + 30);
}

static void nearest_rank(void **state)
{
	static const struct {
		size_t n;
		u64 p99;
	} cases[] = {
		{ 1, 1 }, { 2, 2 }, { 99, 99 }, { 100, 99 }, { 101, 100 },
		{ 199, 198 }, { 200, 198 }, { 1000, 990 }, { 1001, 991 },
	};
	static u64 x[1001];
	struct wcbar_stats s;
	size_t i, k;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		for (k = 0; k < cases[i].n; k++)
			x[k] = cases[i].n - k;
		assert_int_equal(wcbar_stats_compute(x, cases[i].n, &s), 0);
		assert_int_equal(s.p99, cases[i].p99);
	}
}

/* The ceil(0.999 n)-th smallest, whatever the order */
static void the_last_thousandth(void **state)
{
	static const struct {
		size_t n;
		u64 rank;
	} cases[] = {
		{ 1, 1 }, { 2, 2 }, { 999, 999 }, { 1000, 999 },
		{ 1001, 1000 }, { 2000, 1998 }, { 2001, 1999 }, { 5000, 4995 },
	};
	u64 x[5000];
	size_t c, i;

	(void)state;
	for (c = 0; c < ARRAY_SIZE(cases); c++) {
		/* 1 to n, far from in order: 1999 divides none of the sizes */
		for (i = 0; i < cases[c].n; i++)
			x[i] = i * 1999 % cases[c].n + 1;
		assert_int_equal(wcbar_stats_p999(x, cases[c].n),
				 cases[c].rank);
	}
}

static void a_million(void **state)
{
	const size_t n = 1000000;
	u64 *x = malloc(n * sizeof(*x));
	struct wcbar_stats s;
	size_t i;

	(void)state;
	assert_non_null(x);
	/* half of them 0, half of them as large as can be */
	for (i = 0; i < n; i++)
		x[i] = i % 2 ? U64_MAX : 0;
	assert_int_equal(wcbar_stats_compute(x, n, &s), 0);
	assert_int_equal(s.mean, U64_MAX / 2);
	assert_int_equal(s.median, U64_MAX / 2);
	/* U64_MAX / 2 * sqrt(n / (n - 1)) */
	assert_int_equal(s.stdev, 9223376648544253002ULL);
	free(x);
}

static void rates(void **state)
{
	(void)state;
	/* 32 MiB in 6.837 ms */
	assert_int_equal(wcbar_rate_mbps(32 << 20, 6837000000ULL), 4908);
	assert_int_equal(wcbar_rate_mbps(64, 64000), 1000);
	assert_int_equal(wcbar_rate_mbps(1, 1), 1000000);
	/* rounded to nearest, a half up */
	assert_int_equal(wcbar_rate_mbps(1, 2000000), 1);
	assert_int_equal(wcbar_rate_mbps(1, 2000001), 0);
	assert_int_equal(wcbar_rate_mbps(0, 5), 0);
	assert_int_equal(wcbar_rate_mbps(5, 0), 0);
	assert_int_equal(wcbar_rate_mbps(U64_MAX, 1), U64_MAX);
	assert_int_equal(wcbar_rate_mbps(U64_MAX, 999999), U64_MAX);
	assert_int_equal(wcbar_rate_mbps(U64_MAX, 1000000), U64_MAX);
	assert_int_equal(wcbar_rate_mbps(U64_MAX, U64_MAX), 1000000);
	assert_int_equal(wcbar_rate_mbps(1, U64_MAX), 0);
}

static void lines(void **state)
{
	(void)state;
	assert_int_equal(wcbar_ps_per_line(64, 13040), 13040);
	assert_int_equal(wcbar_ps_per_line(4096, 64000), 1000);
	assert_int_equal(wcbar_ps_per_line(3, 1), 21);
	assert_int_equal(wcbar_ps_per_line(0, 1), 0);
	assert_int_equal(wcbar_ps_per_line(1, U64_MAX), U64_MAX);
	assert_int_equal(wcbar_ps_per_line(64, U64_MAX), U64_MAX);
	assert_int_equal(wcbar_ps_per_line(128, U64_MAX), 1ULL << 63);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing),
		cmocka_unit_test(one),
		cmocka_unit_test(worked_out),
		cmocka_unit_test(against_plain),
		cmocka_unit_test(small_spread_on_a_large_offset),
		cmocka_unit_test(nearest_rank),
		cmocka_unit_test(the_last_thousandth),
		cmocka_unit_test(a_million),
		cmocka_unit_test(rates),
		cmocka_unit_test(lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
