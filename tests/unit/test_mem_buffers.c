// SPDX-License-Identifier: GPL-2.0
/*
 * Counting write-combining buffers, from curves as they were measured on real
 * CPUs and from curves that must not lead to a number.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "mem/buffers.h"

static struct buffers_probe probes[BUFFERS_PROBES];
static const struct buffers_known sixteen = { 16, "Golden Cove" };
static const struct buffers_known none;

/* MB/s for @k lines on a CPU that has @count buffers */
static double golden_cove(u32 k, u32 count)
{
	if (k < count)
		return 20300 - 400.0 * k;
	return k == count ? 1150 : k == count + 1 ? 240 : 180;
}

static double zen(u32 k, u32 count)
{
	return k <= count ? 25000 : 1400 + 4.0 * (k - count);
}

/* Disturbances only make it slower; this one hits every seventh point */
static void fill(struct buffers_probe *p, double (*rate)(u32, u32), u32 count,
		 u32 disturb)
{
	u32 round, k, n = 0;

	p->rounds = BUFFERS_ROUNDS;
	for (round = 0; round < BUFFERS_ROUNDS; round++) {
		for (k = 0; k < BUFFERS_LINES; k++) {
			double v = rate(k + 1, count);

			if (disturb && ++n % disturb == 0)
				v /= 30;
			p->rate[round][k] = v;
		}
	}
}

static void judge(const struct buffers_known *known,
		  struct buffers_result *res)
{
	buffers_judge(probes, BUFFERS_PROBES, known, res);
}

static void counted(void **state)
{
	static const u32 disturbances[] = { 0, 41, 7 };
	struct buffers_result res;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(disturbances); i++) {
		fill(&probes[0], golden_cove, 16, disturbances[i]);
		fill(&probes[1], golden_cove, 16, disturbances[i]);
		judge(&sixteen, &res);
		assert_int_equal(res.buffers, 16);
		assert_int_equal(res.collapse, 16);
		/* (64 / 180 - 64 / 17000 ns) / 4 pieces, in us */
		assert_true(res.eviction_ns > 80 && res.eviction_ns < 95);
		/* the printed curve shows it */
		assert_true(res.curve[15] > 3 * res.curve[17]);
	}
}

static void sharp(void **state)
{
	static const struct buffers_known eight = { 8, "some" };
	struct buffers_result res;

	(void)state;
	fill(&probes[0], zen, 8, 0);
	fill(&probes[1], zen, 8, 0);
	judge(&eight, &res);
	assert_int_equal(res.buffers, 8);
}

/* A neighbour on the same core holds one */
static void contradicted(void **state)
{
	struct buffers_result res;

	(void)state;
	fill(&probes[0], golden_cove, 15, 0);
	fill(&probes[1], golden_cove, 15, 0);
	judge(&sixteen, &res);
	assert_int_equal(res.buffers, 0);
	assert_int_equal(res.collapse, 15);
	assert_non_null(strstr(res.why, "has 16 buffers"));
}

static void unconfirmed(void **state)
{
	struct buffers_result res;

	(void)state;
	fill(&probes[0], zen, 8, 0);
	fill(&probes[1], zen, 8, 0);
	judge(&none, &res);
	assert_int_equal(res.buffers, 0);
	assert_int_equal(res.collapse, 8);
	assert_non_null(strstr(res.why, "no published number"));
}

static void strides_differ(void **state)
{
	struct buffers_result res;

	(void)state;
	fill(&probes[0], golden_cove, 16, 0);
	fill(&probes[1], golden_cove, 12, 0);
	judge(&sixteen, &res);
	assert_int_equal(res.buffers, 0);
	assert_non_null(strstr(res.why, "after 12 that lie apart"));
}

static void rounds_differ(void **state)
{
	struct buffers_result res;
	u32 round;

	(void)state;
	fill(&probes[0], golden_cove, 16, 0);
	fill(&probes[1], golden_cove, 16, 0);
	for (round = 0; round < BUFFERS_ROUNDS; round++) {
		if (round % 3)
			probes[0].rate[round][15] = 200;
	}
	judge(&sixteen, &res);
	assert_int_equal(res.buffers, 0);
	assert_non_null(strstr(res.why, "too busy"));
}

static double flat(u32 k, u32 count)
{
	(void)k;
	(void)count;
	return 9000;
}

static double slope(u32 k, u32 count)
{
	(void)count;
	return 20000.0 / k;
}

/* Two steps: the floor is not one */
static double steps(u32 k, u32 count)
{
	return k <= count ? 20000 : k <= count + 8 ? 1000 : 200;
}

static void no_collapse(void **state)
{
	double (*const curves[])(u32, u32) = { flat, slope, steps };
	struct buffers_result res;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(curves); i++) {
		fill(&probes[0], curves[i], 16, 0);
		fill(&probes[1], curves[i], 16, 0);
		judge(&sixteen, &res);
		assert_int_equal(res.buffers, 0);
		assert_int_equal(res.collapse, 0);
		assert_non_null(strstr(res.why, "does not collapse"));
	}
}

/* A floor that is hardly seen, or nothing before it */
static void at_the_ends(void **state)
{
	static const u32 counts[] = { 0, 25, 36, 40 };
	struct buffers_result res;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		fill(&probes[0], zen, counts[i], 0);
		fill(&probes[1], zen, counts[i], 0);
		judge(&sixteen, &res);
		assert_int_equal(res.buffers, 0);
	}
}

static void published(void **state)
{
	(void)state;
	assert_int_equal(buffers_published_for(true, 6, 0x8f).count, 16);
	assert_int_equal(buffers_published_for(true, 6, 0x55).count, 12);
	assert_int_equal(buffers_published_for(true, 6, 0x3f).count, 10);
	assert_int_equal(buffers_published_for(true, 6, 0xff).count, 0);
	assert_int_equal(buffers_published_for(true, 15, 0x8f).count, 0);
	assert_int_equal(buffers_published_for(false, 6, 0x8f).count, 0);
}

static void printed(void **state)
{
	struct buffers_result res;
	char *text, *script;
	size_t len;
	FILE *f;

	(void)state;
	fill(&probes[0], zen, 8, 0);
	fill(&probes[1], zen, 8, 0);
	judge(&none, &res);
	f = open_memstream(&text, &len);
	buffers_print_text(&res, "a CPU", f);
	buffers_print_json(&res, "a CPU", f);
	buffers_print_csv(&res, f);
	fclose(f);
	assert_non_null(strstr(text, "Write-combining buffers: not clear: "));
	assert_non_null(strstr(text, "\"buffers\": null"));
	assert_non_null(strstr(text, "\"collapse_after\": 8"));
	assert_non_null(strstr(text, "\n8,25.000\n9,1.404\n"));
	assert_non_null(strstr(text, "  <- the last before"));
	free(text);
	script = buffers_plot(&res, "a CPU");
	assert_non_null(strstr(script, "not clear"));
	free(script);

	fill(&probes[0], golden_cove, 16, 0);
	fill(&probes[1], golden_cove, 16, 0);
	judge(&sixteen, &res);
	f = open_memstream(&text, &len);
	buffers_print_text(&res, "a CPU", f);
	buffers_print_json(&res, "a CPU", f);
	fclose(f);
	assert_non_null(strstr(text, "Write-combining buffers: 16 ("));
	assert_non_null(strstr(text, "\"buffers\": 16"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counted),
		cmocka_unit_test(sharp),
		cmocka_unit_test(contradicted),
		cmocka_unit_test(unconfirmed),
		cmocka_unit_test(strides_differ),
		cmocka_unit_test(rounds_differ),
		cmocka_unit_test(no_collapse),
		cmocka_unit_test(at_the_ends),
		cmocka_unit_test(published),
		cmocka_unit_test(printed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
