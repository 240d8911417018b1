// SPDX-License-Identifier: GPL-2.0
/*
 * Order statistics against values computed with exact rational arithmetic
 * (integer square root of the variance as a fraction), rounded down.
 */
#include <kunit/test.h>
#include <linux/slab.h>
#include <wcbar/stats.h>

#define TWO63	BIT_ULL(63)

struct stats_case {
	const char *desc;
	u64 samples[8];
	size_t n;
	struct wcbar_stats want;	/* min median p99 max mean stdev */
};

static const struct stats_case given[] = {
	{
		"one sample is every statistic and has no deviation",
		{ 7 }, 1, { 7, 7, 7, 7, 7, 0 },
	}, {
		"one sample of zero", { 0 }, 1, { 0, 0, 0, 0, 0, 0 },
	}, {
		"one sample of 2^64 - 1",
		{ U64_MAX }, 1,
		{ U64_MAX, U64_MAX, U64_MAX, U64_MAX, U64_MAX, 0 },
	}, {
		"two equal samples do not deviate",
		{ 4, 4 }, 2, { 4, 4, 4, 4, 4, 0 },
	}, {
		"an even number: the median is the mean of the middle two",
		{ 3, 1, 8, 5 }, 4, { 1, 4, 8, 8, 4, 2 },
	}, {
		"mean and median of 4 and 5 are rounded down",
		{ 5, 4 }, 2, { 4, 4, 5, 5, 4, 0 },
	}, {
		"an odd number: the median is the middle one",
		{ 1, 2, 3 }, 3, { 1, 2, 3, 3, 2, 1 },
	}, {
		"unsorted samples with repetitions",
		{ 9, 2, 4, 4, 5, 5, 7, 4 }, 8, { 2, 4, 9, 9, 5, 2 },
	}, {
		"the deviation divides by n - 1: 0 and 3 give 2.12, not 1.5",
		{ 0, 3 }, 2, { 0, 1, 3, 3, 1, 2 },
	}, {
		"a microsecond beside a picosecond",
		{ 1000000, 1 }, 2,
		{ 1, 500000, 1000000, 1000000, 500000, 707106 },
	}, {
		"the sum of two leaves 64 bits",
		{ U64_MAX, U64_MAX }, 2,
		{ U64_MAX, U64_MAX, U64_MAX, U64_MAX, U64_MAX, 0 },
	}, {
		"the middle of the two largest numbers",
		{ U64_MAX, U64_MAX - 1 }, 2,
		{ U64_MAX - 1, U64_MAX - 1, U64_MAX, U64_MAX, U64_MAX - 1, 0 },
	}, {
		"both sides of 2^63",
		{ TWO63 + 1, TWO63 - 1 }, 2,
		{ TWO63 - 1, TWO63, TWO63 + 1, TWO63 + 1, TWO63, 1 },
	}, {
		"2^63 twice and one less: a deviation below one",
		{ TWO63, TWO63 - 1, TWO63 }, 3,
		{ TWO63 - 1, TWO63, TWO63, TWO63, TWO63 - 1, 0 },
	}, {
		"the widest pair: squares leave 128 bits when summed",
		{ 0, U64_MAX }, 2,
		{ 0, TWO63 - 1, U64_MAX, U64_MAX, TWO63 - 1,
		  13043817825332782211ULL },
	}, {
		"a mean that is not whole, of the largest number",
		{ U64_MAX, 0, 0 }, 3,
		{ 0, 0, U64_MAX, U64_MAX, 6148914691236517205ULL,
		  10650232656628343400ULL },
	},
};

KUNIT_ARRAY_PARAM_DESC(given, given, desc);

static void expect_stats(struct kunit *test, const struct wcbar_stats *got,
			 const struct wcbar_stats *want)
{
	KUNIT_EXPECT_EQ(test, got->min, want->min);
	KUNIT_EXPECT_EQ(test, got->median, want->median);
	KUNIT_EXPECT_EQ(test, got->p99, want->p99);
	KUNIT_EXPECT_EQ(test, got->max, want->max);
	KUNIT_EXPECT_EQ(test, got->mean, want->mean);
	KUNIT_EXPECT_EQ(test, got->stdev, want->stdev);
}

static void given_samples(struct kunit *test)
{
	const struct stats_case *c = test->param_value;
	struct wcbar_stats got;
	u64 samples[8];

	memcpy(samples, c->samples, sizeof(samples));
	KUNIT_ASSERT_EQ(test, wcbar_stats_compute(samples, c->n, &got), 0);
	expect_stats(test, &got, &c->want);
}

static u64 counting_down(size_t i, size_t n)
{
	return n - i;
}

static u64 counting_up(size_t i, size_t n)
{
	return i;
}

static u64 up_and_down(size_t i, size_t n)
{
	return min(i, n - i);
}

static u64 pairs_swapped(size_t i, size_t n)
{
	return i ^ 1;
}

static u64 all_the_same(size_t i, size_t n)
{
	return 7;
}

static u64 three_values(size_t i, size_t n)
{
	return i % 3;
}

static u64 scattered(size_t i, size_t n)
{
	return (u32)(i * 2654435761u);
}

static u64 above_2_63(size_t i, size_t n)
{
	return TWO63 + i;
}

static u64 zero_or_max(size_t i, size_t n)
{
	return i % 2 ? U64_MAX : 0;
}

struct series_case {
	const char *desc;
	u64 (*sample)(size_t i, size_t n);
	size_t n;
	struct wcbar_stats want;
};

static const struct series_case series[] = {
	{
		"99 samples: the 99th percentile is the largest",
		counting_down, 99, { 1, 50, 99, 99, 50, 28 },
	}, {
		"100 samples: the 99th percentile is the 99th",
		counting_down, 100, { 1, 50, 99, 100, 50, 29 },
	}, {
		"101 samples: the 99th percentile is the 100th",
		counting_down, 101, { 1, 51, 100, 101, 51, 29 },
	}, {
		"199 samples: the 99th percentile is the 198th",
		counting_down, 199, { 1, 100, 198, 199, 100, 57 },
	}, {
		"200 samples: the 99th percentile is the 198th",
		counting_down, 200, { 1, 100, 198, 200, 100, 57 },
	}, {
		"201 samples: the 99th percentile is the 199th",
		counting_down, 201, { 1, 101, 199, 201, 101, 58 },
	}, {
		"100000 samples that are in order already",
		counting_up, 100000,
		{ 0, 49999, 98999, 99999, 49999, 28867 },
	}, {
		"100000 samples in reverse order",
		counting_down, 100000,
		{ 1, 50000, 99000, 100000, 50000, 28867 },
	}, {
		"100000 samples that go up and down again",
		up_and_down, 100000,
		{ 0, 25000, 49500, 50000, 25000, 14433 },
	}, {
		"100000 samples in pairs the wrong way round",
		pairs_swapped, 100000,
		{ 0, 49999, 98999, 99999, 49999, 28867 },
	}, {
		"100000 samples that are all the same",
		all_the_same, 100000, { 7, 7, 7, 7, 7, 0 },
	}, {
		"100000 samples of three values",
		three_values, 100000, { 0, 1, 2, 2, 0, 0 },
	}, {
		"4099 samples scattered over 32 bits",
		scattered, 4099,
		{ 0, 2147101004, 4252993563ULL, 4294202008ULL, 2147345158,
		  1240156836 },
	}, {
		"4099 samples just above 2^63 keep their last digit",
		above_2_63, 4099,
		{ TWO63, TWO63 + 2049, TWO63 + 4058, TWO63 + 4098,
		  TWO63 + 2049, 1183 },
	}, {
		"100000 samples at the ends of 64 bits: 145-bit sums of squares",
		zero_or_max, 100000,
		{ 0, TWO63 - 1, U64_MAX, U64_MAX, TWO63 - 1,
		  9223418154060839415ULL },
	},
};

KUNIT_ARRAY_PARAM_DESC(series, series, desc);

static void series_of_samples(struct kunit *test)
{
	const struct series_case *c = test->param_value;
	struct wcbar_stats got;
	u64 sum = 0, parity = 0;
	u64 *samples;
	size_t i;

	samples = kunit_kmalloc_array(test, c->n, sizeof(*samples), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, samples);
	for (i = 0; i < c->n; i++) {
		samples[i] = c->sample(i, c->n);
		sum += samples[i];
		parity ^= samples[i];
	}

	KUNIT_ASSERT_EQ(test, wcbar_stats_compute(samples, c->n, &got), 0);
	expect_stats(test, &got, &c->want);

	/* in another order, but the same samples */
	for (i = 0; i < c->n; i++) {
		sum -= samples[i];
		parity ^= samples[i];
	}
	KUNIT_EXPECT_EQ(test, sum, 0);
	KUNIT_EXPECT_EQ(test, parity, 0);
}

static void no_samples_are_refused(struct kunit *test)
{
	struct wcbar_stats got;
	u64 sample = 1;

	KUNIT_EXPECT_EQ(test, wcbar_stats_compute(&sample, 0, &got), -EINVAL);
	KUNIT_EXPECT_EQ(test, wcbar_stats_compute(NULL, 0, &got), -EINVAL);
}

/* The count is looked at before any sample is: there is just one here. */
static void more_than_2_32_samples_are_refused(struct kunit *test)
{
	struct wcbar_stats got;
	u64 sample = 1;

	KUNIT_EXPECT_EQ(test, wcbar_stats_compute(&sample, 1ULL << 32, &got),
			-EINVAL);
	KUNIT_EXPECT_EQ(test, wcbar_stats_compute(&sample, SIZE_MAX, &got),
			-EINVAL);
}

struct rate_case {
	const char *desc;
	u64 bytes;
	u64 ps;
	u64 mbps;
	u64 per_line;
};

static const struct rate_case rates[] = {
	{ "32 MiB in 6837 us are 4.908 GB/s, 13.041 ns for 64 bytes",
	  32 << 20, 6837000000ULL, 4908, 13041 },
	{ "32 MiB in 90707 us are 0.370 GB/s, 173.010 ns for 64 bytes",
	  32 << 20, 90707000000ULL, 370, 173010 },
	{ "64 bytes in 13 ns", 64, 13000, 4923, 13000 },
	{ "a byte in a picosecond is 1000 GB/s", 1, 1, 1000000, 64 },
	{ "half a thousandth is rounded up", 1, 2000000, 1, 128000000 },
	{ "a little less than half is rounded down",
	  1, 2000001, 0, 128000064 },
	{ "one and a half thousandths are rounded to two",
	  3, 2000000, 2, 42666667 },
	{ "a rate that does not fit is the largest number",
	  U64_MAX, 1, U64_MAX, 0 },
	{ "the largest rate that fits",
	  U64_MAX, 1000000, U64_MAX, 0 },
	{ "2^64 - 1 bytes in 2^64 - 1 ps", U64_MAX, U64_MAX, 1000000, 64 },
	{ "a time for 64 bytes that does not fit is the largest number",
	  1, U64_MAX, 0, U64_MAX },
	{ "no time gives no rate", 4096, 0, 0, 0 },
	{ "no bytes give no time for 64 of them", 0, 4096, 0, 0 },
};

KUNIT_ARRAY_PARAM_DESC(rates, rates, desc);

static void rate(struct kunit *test)
{
	const struct rate_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, wcbar_rate_mbps(c->bytes, c->ps), c->mbps);
	KUNIT_EXPECT_EQ(test, wcbar_ps_per_line(c->bytes, c->ps), c->per_line);
}

static struct kunit_case stats_cases[] = {
	KUNIT_CASE_PARAM(given_samples, given_gen_params),
	KUNIT_CASE_PARAM(series_of_samples, series_gen_params),
	KUNIT_CASE(no_samples_are_refused),
	KUNIT_CASE(more_than_2_32_samples_are_refused),
	KUNIT_CASE_PARAM(rate, rates_gen_params),
	{}
};

static struct kunit_suite stats_suite = {
	.name = "wcbar_stats",
	.test_cases = stats_cases,
};

kunit_test_suites(&stats_suite);

MODULE_DESCRIPTION("KUnit suite: order statistics");
MODULE_LICENSE("GPL");
