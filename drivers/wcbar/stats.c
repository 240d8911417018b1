// SPDX-License-Identifier: GPL-2.0
/*
 * Order statistics over time samples.
 *
 * Everything is exact integer arithmetic. A run of a million samples of
 * seconds, in picoseconds, leaves 64 bits as soon as they are summed, and 128
 * bits when their squares are; the kernel has neither floating point nor the
 * compiler's 128-bit division. So sums are kept as little-endian arrays of
 * 32-bit limbs, which any architecture can add, multiply and divide by a
 * 32-bit number.
 */
#include <wcbar/stats.h>

/* n * n * 2^128 must fit for n < 2^32 samples: 192 bits */
#define LIMBS	6
/* a square of 64 bits */
#define SQUARE	4

/* limbs += v, at limb @at; the caller's widths leave no carry out */
static void limbs_add(u32 *limbs, unsigned int at, u64 v)
{
	unsigned int i;

	for (i = at; v && i < LIMBS; i++) {
		u64 sum = (u64)limbs[i] + (u32)v;

		limbs[i] = (u32)sum;
		v = (v >> 32) + (sum >> 32);
	}
}

/* limbs += x * x */
static void limbs_add_square(u32 *limbs, u64 x)
{
	u64 lo = (u32)x, hi = x >> 32;

	limbs_add(limbs, 0, lo * lo);
	/* twice the middle product could leave 64 bits */
	limbs_add(limbs, 1, lo * hi);
	limbs_add(limbs, 1, lo * hi);
	limbs_add(limbs, 2, hi * hi);
}

/* limbs *= f */
static void limbs_mul(u32 *limbs, u32 f)
{
	u64 carry = 0;
	unsigned int i;

	for (i = 0; i < LIMBS; i++) {
		carry += (u64)limbs[i] * f;
		limbs[i] = (u32)carry;
		carry >>= 32;
	}
}

/* limbs -= v, which is not larger */
static void limbs_sub(u32 *limbs, u64 v)
{
	u32 borrow = 0;
	unsigned int i;

	for (i = 0; i < LIMBS; i++) {
		u64 take = (u64)(u32)v + borrow;

		borrow = limbs[i] < take;
		limbs[i] = (u32)(limbs[i] - take);
		v >>= 32;
	}
}

/* limbs /= d; returns the remainder */
static u32 limbs_div(u32 *limbs, u32 d)
{
	u32 rem = 0;
	unsigned int i;

	for (i = LIMBS; i-- > 0;)
		limbs[i] = (u32)div_u64_rem((u64)rem << 32 | limbs[i], d,
					    &rem);
	return rem;
}

/* Whether x * x is at most the number in @limbs */
static bool square_fits(u64 x, const u32 *limbs)
{
	u32 sq[LIMBS] = { 0 };
	unsigned int i;

	limbs_add_square(sq, x);
	for (i = LIMBS; i-- > 0;) {
		if (sq[i] != limbs[i])
			return sq[i] < limbs[i];
	}
	return true;
}

/* Largest x whose square is at most @v: two bits of @v a step */
static u64 sqrt_u64(u64 v)
{
	u64 root = 0, bit;

	for (bit = BIT_ULL(62); bit; bit >>= 2) {
		u64 try = root + bit;

		root >>= 1;
		if (v >= try) {
			v -= try;
			root += bit;
		}
	}
	return root;
}

/* Largest x whose square is at most the number in @limbs */
static u64 limbs_sqrt(const u32 *limbs)
{
	u64 root = 0, bit;

	if (!(limbs[2] | limbs[3] | limbs[4] | limbs[5]))
		return sqrt_u64((u64)limbs[1] << 32 | limbs[0]);
	for (bit = BIT_ULL(63); bit; bit >>= 1) {
		if (square_fits(root | bit, limbs))
			root |= bit;
	}
	return root;
}

static u64 middle_of(u64 a, u64 b, u64 c)
{
	u64 low = a < b ? a : b, high = a < b ? b : a;

	if (c < low)
		return low;
	return c < high ? c : high;
}

/*
 * The k-th smallest of samples[lo..n-1], counted from 0 over all of them;
 * what is before lo is not larger. Afterwards what is before k is not larger,
 * and what is behind k not smaller: two ranks need no sort.
 */
static u64 select_rank(u64 *samples, size_t lo, size_t n, size_t k)
{
	long i, j, left = lo, right = n - 1, want = k;

	while (left < right) {
		u64 a = samples[left], b = samples[right];
		u64 pivot = samples[left + (right - left) / 2];

		/* the middle one of three: an ordered array is no bad case */
		pivot = middle_of(a, pivot, b);
		i = left;
		j = right;
		while (i <= j) {
			while (samples[i] < pivot)
				i++;
			while (samples[j] > pivot)
				j--;
			if (i <= j) {
				u64 tmp = samples[i];

				samples[i++] = samples[j];
				samples[j--] = tmp;
			}
		}
		if (want <= j)
			right = j;
		else if (want >= i)
			left = i;
		else
			break;
	}
	return samples[k];
}

static u64 largest(const u64 *samples, size_t n)
{
	u64 max = 0;

	while (n--)
		if (samples[n] > max)
			max = samples[n];
	return max;
}

/*
 * Smallest, largest, and the sum in limbs. The sum is kept in one word as long
 * as that holds it: statistics are part of what a run costs.
 */
static void add_up(const u64 *samples, size_t n, u32 *acc,
		   struct wcbar_stats *out)
{
	u64 min = samples[0], max = samples[0], part = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		u64 x = samples[i];

		if (x < min)
			min = x;
		if (x > max)
			max = x;
		if (x > U64_MAX - part) {
			limbs_add(acc, 0, part);
			part = 0;
		}
		part += x;
	}
	limbs_add(acc, 0, part);
	out->min = min;
	out->max = max;
}

/* The sum of (x - mean)^2 in limbs, in the same way. */
static void add_squares(const u64 *samples, size_t n, u64 mean, u32 *acc)
{
	u64 part = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		u64 x = samples[i];
		u64 d = x > mean ? x - mean : mean - x;

		if (d > U32_MAX) {
			limbs_add_square(acc, d);
			continue;
		}
		if (d * d > U64_MAX - part) {
			limbs_add(acc, 0, part);
			part = 0;
		}
		part += d * d;
	}
	limbs_add(acc, 0, part);
}

/* The mean of two without leaving 64 bits, rounded down; a <= b */
static u64 middle(u64 a, u64 b)
{
	return a + (b - a) / 2;
}

/**
 * wcbar_stats_compute - summarise a set of samples
 * @samples: the samples in picoseconds; their order is changed
 * @n: how many, 1 to 2^32 - 1
 * @out: the summary
 *
 * The mean and the standard deviation are exact and rounded down. With m the
 * mean rounded down, r the remainder of the sum and D the sum of (x - m)^2,
 * the sum of squared deviations from the true mean is D - r^2 / n; so the
 * variance is (n D - r^2) / (n (n - 1)), and no term of it is ever rounded
 * before the division.
 *
 * Context: any; for a million samples some ten milliseconds.
 * Return: 0, or -EINVAL for no samples or too many.
 */
int wcbar_stats_compute(u64 *samples, size_t n, struct wcbar_stats *out)
{
	u32 acc[LIMBS] = { 0 };
	u32 count = (u32)n;
	size_t half = n / 2;
	u32 rem;

	if (!n || n != count)
		return -EINVAL;

	add_up(samples, n, acc, out);
	rem = limbs_div(acc, count);
	out->mean = (u64)acc[1] << 32 | acc[0];

	out->median = select_rank(samples, 0, n, half);
	if (n % 2 == 0)
		/* what is before the half is not larger */
		out->median = middle(largest(samples, half), out->median);
	/* ceil(0.99 n) = n - floor(n / 100), and counted from 0 */
	out->p99 = select_rank(samples, half, n, n - n / 100 - 1);

	out->stdev = 0;
	if (n == 1)
		return 0;

	memset(acc, 0, sizeof(acc));
	add_squares(samples, n, out->mean, acc);
	limbs_mul(acc, count);
	limbs_sub(acc, (u64)rem * rem);
	limbs_div(acc, count);
	limbs_div(acc, count - 1);
	out->stdev = limbs_sqrt(acc);
	return 0;
}

/**
 * wcbar_stats_p999 - the 99.9th percentile of a set of samples
 * @samples: the samples, 1 at least; their order is changed
 * @n: how many
 *
 * Context: any.
 * Return: the ceil(0.999 n)-th smallest.
 */
u64 wcbar_stats_p999(u64 *samples, size_t n)
{
	return select_rank(samples, 0, n, n - n / 1000 - 1);
}

/* a * f / d rounded to nearest, U64_MAX where that does not fit; d > 0 */
static u64 mul_div_round(u64 a, u32 f, u64 d)
{
	u32 num[LIMBS] = { 0 };
	u64 quot = 0, rem = 0;
	int bit;

	limbs_add(num, 0, a);
	limbs_mul(num, f);
	limbs_add(num, 0, d / 2);

	/* long division, a bit at a time: a number in print is not hot */
	for (bit = 32 * SQUARE - 1; bit >= 0; bit--) {
		bool carry = rem >> 63;

		rem = rem << 1 | (num[bit / 32] >> (bit % 32) & 1);
		if (quot >> 63)
			return U64_MAX;
		quot <<= 1;
		if (carry || rem >= d) {
			rem -= d;
			quot |= 1;
		}
	}
	return quot;
}

/**
 * wcbar_rate_mbps - transfer rate
 * @bytes: bytes moved
 * @ps: in how many picoseconds
 *
 * Return: 10^6 bytes a second rounded to nearest (a thousandth of a GB/s),
 * U64_MAX where that does not fit, 0 where @ps is 0.
 */
u64 wcbar_rate_mbps(u64 bytes, u64 ps)
{
	return ps ? mul_div_round(bytes, 1000000, ps) : 0;
}

/**
 * wcbar_ps_per_line - time for 64 bytes
 * @bytes: bytes moved
 * @ps: in how many picoseconds
 *
 * Return: picoseconds for 64 bytes rounded to nearest, U64_MAX where that does
 * not fit, 0 where @bytes is 0.
 */
u64 wcbar_ps_per_line(u64 bytes, u64 ps)
{
	return bytes ? mul_div_round(ps, 64, bytes) : 0;
}
