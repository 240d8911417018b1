// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar bench of varied runs: the options, rows of several threads, and rows
 * whose method auto chose.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "bench_options.h"
#include "output/benchout.h"
#include "results.h"

/* A row of a run; 4 KiB in a microsecond are 4.096 GB/s */
static struct wcbar_row row_of(const char *method, enum wcbar_memtype map,
			       u64 size, u64 ns)
{
	struct wcbar_row row = {
		.map = map,
		.obtained = map,
		.effective = map,
		.size = size,
		.threads = 1,
		.iterations = 10,
	};

	snprintf(row.method, sizeof(row.method), "%s", method);
	row.issued.median = ns * 1000;
	row.arrived.median = ns * 1000;
	return row;
}

static char *text_of(const struct results *r,
		     void (*print)(const struct results *r, FILE *f))
{
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	print(r, f);
	fclose(f);
	return text;
}

static char *spec_of(const char *line)
{
	char *copy = strdup(line), *argv[20], *word;
	struct bench_options o;
	int argc = 0;
	char *spec;

	for (word = strtok(copy, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	argv[argc] = NULL;
	assert_int_equal(bench_options_parse(argc, argv, &o), -1);
	spec = bench_options_spec(&o, 64 << 20);
	bench_options_free(&o);
	free(copy);
	return spec;
}

static void options(void **state)
{
	char *spec = spec_of("bench --threads 2 --cold --time 50 --batch=1 -m auto --map=wc -s64");

	(void)state;
	assert_string_equal(spec,
			    "threads=2 cold=1 time=50 batch=1 method=auto map=wc size=64");
	free(spec);
}

static void threads_together(void **state)
{
	struct wcbar_row row = row_of("movnti", WCBAR_MT_WC, 4096, 1000);
	struct results r = { };
	char *text;

	(void)state;
	row.threads = 4;
	results_add(&r, &row);
	text = text_of(&r, bench_print_csv);
	assert_non_null(strstr(text, ",16.384,"));
	free(text);
	text = text_of(&r, bench_print_json);
	assert_non_null(strstr(text, "\"gbps\": 16.384"));
	free(text);
	text = text_of(&r, bench_print_text);
	assert_non_null(strstr(text, "THREADS"));
	assert_non_null(strstr(text, "16.38"));
	free(text);
	text = bench_plot_script(&r);
	assert_non_null(strstr(text, "4096 16.384\n"));
	free(text);
	results_free(&r);
}

static unsigned int count(const char *text, const char *what)
{
	unsigned int n = 0;

	for (; (text = strstr(text, what)); text++)
		n++;
	return n;
}

/* Whatever auto took for each size, it is one line of the picture. */
static void one_line_of_auto(void **state)
{
	struct wcbar_row rows[] = {
		row_of("auto:movnti", WCBAR_MT_WC, 64, 20),
		row_of("auto:movntdq", WCBAR_MT_WC, 4096, 1000),
		row_of("movntdq", WCBAR_MT_WC, 4096, 1000),
	};
	struct results r = { };
	size_t i;
	char *text;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		results_add(&r, &rows[i]);
	text = bench_plot_script(&r);
	assert_int_equal(count(text, "title \"auto wc\""), 1);
	assert_int_equal(count(text, "title \"movntdq wc\""), 1);
	assert_int_equal(count(text, " with linespoints "), 2);
	free(text);
	text = text_of(&r, bench_print_csv);
	assert_non_null(strstr(text, "auto:movnti,"));
	free(text);
	results_free(&r);
}

/* Two methods of auto do not compare two maps; whole lines tell nothing. */
static void auto_and_the_reading(void **state)
{
	static const struct {
		const char *wc;
		const char *uc;
		const char *says;
	} cases[] = {
		{ "auto:movnti", "auto:movnti", "auto:movnti" },
		{ "auto:movnti", "auto:vmovntdq_zmm", "none compares" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct wcbar_row wc = row_of(cases[i].wc, WCBAR_MT_WC, 4096,
					     1000);
		struct wcbar_row uc = row_of(cases[i].uc, WCBAR_MT_UC, 4096,
					     20000);
		struct results r = { };
		char *text;

		results_add(&r, &wc);
		results_add(&r, &uc);
		text = bench_reading(&r);
		if (!strstr(text, cases[i].says))
			fail_msg("no '%s' in: %s", cases[i].says, text);
		free(text);
		results_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options),
		cmocka_unit_test(threads_together),
		cmocka_unit_test(one_line_of_auto),
		cmocka_unit_test(auto_and_the_reading),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
