// SPDX-License-Identifier: GPL-2.0
/*
 * Results held against earlier ones and against a least rate.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <unistd.h>

#include "output/baseline.h"
#include "output/benchout.h"

static char then[64];

static void add(struct results *r, const char *method, u64 size, u64 ps)
{
	struct wcbar_row row = {
		.map = WCBAR_MT_WB, .obtained = WCBAR_MT_UNKNOWN,
		.effective = WCBAR_MT_UNKNOWN, .size = size, .threads = 1,
		.iterations = ps ? 1 : 0, .issued = { .median = ps },
	};

	snprintf(row.method, sizeof(row.method), "%s", method);
	results_add(r, &row);
}

static int write_then(void **state)
{
	struct results r = { 0 };
	FILE *f;
	int fd;

	(void)state;
	snprintf(then, sizeof(then), "/tmp/wcbar-baseline-XXXXXX");
	fd = mkstemp(then);
	if (fd < 0)
		return -1;
	facts_set(&r.context, "flush", "block");
	add(&r, "movnti", 64, 100000);		/* 0.64 GB/s */
	add(&r, "movnti", 4096, 400000);	/* 10.24 */
	add(&r, "store8", 64, 0);		/* did not run */
	f = fdopen(fd, "w");
	bench_print_json(&r, f);
	fclose(f);
	results_free(&r);
	return 0;
}

static int remove_then(void **state)
{
	(void)state;
	return unlink(then);
}

/* What a run of two rows is found to be, and what is said of it */
static int check(const struct baseline *b, u64 ps64, u64 ps4k,
		 const char *flush, char **said, struct error *e)
{
	struct results r = { 0 };
	size_t len;
	FILE *f;
	int ret;

	facts_set(&r.context, "flush", flush);
	add(&r, "movnti", 64, ps64);
	add(&r, "movnti", 4096, ps4k);
	add(&r, "new_one", 64, 1);
	f = open_memstream(said, &len);
	ret = baseline_check(b, &bench_forms, &r, f, e);
	fclose(f);
	results_free(&r);
	return ret;
}

static void compared(void **state)
{
	struct baseline b = { .file = then, .tolerance = 10 };
	struct error e;
	char *said;

	(void)state;
	assert_int_equal(check(&b, 100000, 400000, "block", &said, &e), 0);
	assert_string_equal(said, "");
	free(said);
	/* within the tolerance, and faster */
	assert_int_equal(check(&b, 110000, 100000, "block", &said, &e), 0);
	free(said);
	assert_int_equal(check(&b, 100000, 500000, "block", &said, &e), 1);
	assert_non_null(strstr(said, "regression: movnti map=wb dir=write size=4096"));
	assert_non_null(strstr(said, "8.192 GB/s, was 10.240 (-20.0 %)"));
	free(said);
	assert_int_equal(check(&b, 200000, 800000, "block", &said, &e), 2);
	free(said);
	b.tolerance = 60;
	assert_int_equal(check(&b, 200000, 800000, "block", &said, &e), 0);
	free(said);
}

static void not_comparable(void **state)
{
	struct baseline b = { .file = then, .tolerance = 10 };
	struct error e;
	char *said;

	(void)state;
	assert_int_equal(check(&b, 1, 1, "run", &said, &e), -EINVAL);
	assert_non_null(strstr(e.text, "flush is 'block', and here it is 'run'"));
	free(said);
	b.file = "/tmp/wcbar-no-such-file";
	assert_int_equal(check(&b, 1, 1, "block", &said, &e), -EINVAL);
	free(said);
	b.file = "/proc/self/cmdline";
	assert_int_equal(check(&b, 1, 1, "block", &said, &e), -EINVAL);
	free(said);
}

static void nothing_in_common(void **state)
{
	struct baseline b = { .file = then, .tolerance = 10 };
	struct results r = { 0 };
	struct error e;

	(void)state;
	add(&r, "another", 64, 1);
	assert_int_equal(baseline_check(&b, &bench_forms, &r, stderr, &e), -ENODATA);
	results_free(&r);
}

static void least(void **state)
{
	struct baseline b = { .min_gbps = 1 };
	struct error e;
	char *said;

	(void)state;
	assert_int_equal(check(&b, 100000, 400000, "block", &said, &e), 1);
	assert_non_null(strstr(said, "too slow: movnti map=wb dir=write size=64"));
	free(said);
	b.min_gbps = 0.5;
	assert_int_equal(check(&b, 100000, 400000, "block", &said, &e), 0);
	free(said);
	b.min_gbps = 0;
	assert_int_equal(check(&b, 1000000, 1, "block", &said, &e), 0);
	free(said);
}

static void numbers(void **state)
{
	double v;

	(void)state;
	assert_int_equal(baseline_number("7.5", 100, &v), 0);
	assert_true(v > 7.49 && v < 7.51);
	assert_int_equal(baseline_number("0", 100, &v), 0);
	assert_int_equal(baseline_number("101", 100, &v), -EINVAL);
	assert_int_equal(baseline_number("-1", 100, &v), -EINVAL);
	assert_int_equal(baseline_number("", 100, &v), -EINVAL);
	assert_int_equal(baseline_number("5%", 100, &v), -EINVAL);
	assert_int_equal(baseline_number("nan", 100, &v), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compared),
		cmocka_unit_test(not_comparable),
		cmocka_unit_test(nothing_in_common),
		cmocka_unit_test(least),
		cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, write_then, remove_then);
}
