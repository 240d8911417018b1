// SPDX-License-Identifier: GPL-2.0
/*
 * Quantities, tables and the script of a picture.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "output/benchout.h"
#include "output/progress.h"
#include "output/table.h"
#include "output/units.h"

static void bytes(void **state)
{
	char buf[TEXT_QUANTITY];

	(void)state;
	assert_string_equal(text_bytes(0, buf), "0 B");
	assert_string_equal(text_bytes(256, buf), "256 B");
	assert_string_equal(text_bytes(1024, buf), "1 KiB");
	assert_string_equal(text_bytes(4097, buf), "4097 B");
	assert_string_equal(text_bytes(1536, buf), "1536 B");
	assert_string_equal(text_bytes(8ULL << 30, buf), "8 GiB");
	assert_string_equal(text_bytes(128ULL << 40, buf), "128 TiB");
	assert_string_equal(text_bytes(1ULL << 60, buf), "1048576 TiB");
	assert_string_equal(text_bytes(U64_MAX, buf),
			    "18446744073709551615 B");
}

static void sizes(void **state)
{
	char buf[TEXT_QUANTITY];

	(void)state;
	assert_string_equal(text_size(64, buf), "64");
	assert_string_equal(text_size(4096, buf), "4K");
	assert_string_equal(text_size(6144, buf), "6K");
	assert_string_equal(text_size(6145, buf), "6145");
	assert_string_equal(text_size(32 << 20, buf), "32M");
	assert_string_equal(text_size(1ULL << 40, buf), "1024G");
}

static void times(void **state)
{
	char buf[TEXT_QUANTITY];

	(void)state;
	assert_string_equal(text_time(0, buf), "0.000 ns");
	assert_string_equal(text_time(1, buf), "0.001 ns");
	assert_string_equal(text_time(13041, buf), "13.04 ns");
	assert_string_equal(text_time(999999, buf), "1000 ns");
	assert_string_equal(text_time(1000000, buf), "1.000 us");
	assert_string_equal(text_time(9999600, buf), "10.00 us");
	assert_string_equal(text_time(6837000000ULL, buf), "6.837 ms");
	assert_string_equal(text_time(123400000000000ULL, buf), "123.4 s");
	assert_string_equal(text_time(U64_MAX, buf), "18446744 s");
}

static void rates(void **state)
{
	char buf[TEXT_QUANTITY];

	(void)state;
	assert_string_equal(text_rate(0, buf), "0.000");
	assert_string_equal(text_rate(4908, buf), "4.908");
	assert_string_equal(text_rate(U64_MAX, buf), "18446744073709551.615");
}

static void columns(void **state)
{
	static const char *const headings[] = { "NAME", ">N", "REST" };
	struct table t;
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	(void)state;
	assert_non_null(f);
	table_init(&t, 2, headings, 3);
	table_cell(&t, "a");
	table_cell(&t, "%d", 1234);
	table_cell(&t, "x");
	table_cell(&t, "longer");
	table_cell(&t, "5");
	table_cell(&t, "%s", "-");
	table_print(&t, f);
	table_free(&t);
	fclose(f);
	assert_string_equal(text,
			    "  NAME       N  REST\n"
			    "  a       1234  x\n"
			    "  longer     5  -\n");
	free(text);
}

static void add_row(struct results *r, const char *method,
		    enum wcbar_memtype map, u64 size, u64 ps)
{
	struct wcbar_row row = {
		.map = map,
		.size = size,
		.threads = 1,
		.iterations = ps ? 8 : 0,
		.issued = { .median = ps },
	};

	snprintf(row.method, sizeof(row.method), "%s", method);
	results_add(r, &row);
}

static void script(void **state)
{
	struct results r = { 0 };
	char *text;

	(void)state;
	facts_set(&r.context, "bdf", "0000:01:00.0");
	facts_set(&r.context, "card", "a_\"b\"\\c`d`{e}");
	facts_set(&r.context, "accel", "tcg");
	add_row(&r, "movnti", WCBAR_MT_WC, 64, 64000);
	add_row(&r, "movnti", WCBAR_MT_WC, 128, 64000);
	add_row(&r, "movnti", WCBAR_MT_UC, 64, 128000);
	add_row(&r, "movntdq", WCBAR_MT_WC, 64, 32000);
	add_row(&r, "movdir64b", WCBAR_MT_WC, 1 << 20, 0);
	text = bench_plot_script(&r);
	assert_non_null(text);
	/* what a card is called cannot leave its string, nor be run */
	assert_non_null(strstr(text,
			       " (a\\\\_\\\"b\\\"\\\\c'd'\\\\{e\\\\}, link unknown)"));
	assert_null(strchr(text, '`'));
	assert_non_null(strstr(text,
			       "Emulated by TCG: the figures prove function, not speed"));
	assert_non_null(strstr(text, "$line0 << END\n64 1\n128 2\nEND\n"));
	assert_non_null(strstr(text, "$line1 << END\n64 0.5\nEND\n"));
	assert_non_null(strstr(text, "$line2 << END\n64 2\nEND\n"));
	/* a row that did not run is no line and no size */
	assert_null(strstr(text, "movdir64b"));
	assert_null(strstr(text, "1048576"));
	assert_non_null(strstr(text, "title \"movnti wc\""));
	assert_non_null(strstr(text, "title \"movnti uc\""));
	assert_non_null(strstr(text, "title \"movntdq wc\""));
	/* one colour for a method */
	assert_non_null(strstr(text,
			       "dt 1 pt 7 ps 0.6 lc rgb \"#0072b2\" title \"movnti wc\""));
	assert_non_null(strstr(text,
			       "dt 2 pt 4 ps 0.6 lc rgb \"#0072b2\" title \"movnti uc\""));
	free(text);
	results_free(&r);
}

static void nothing_to_draw(void **state)
{
	struct results r = { 0 };

	(void)state;
	assert_null(bench_plot_script(&r));
	add_row(&r, "movnti", WCBAR_MT_WC, 64, 0);
	assert_null(bench_plot_script(&r));
	results_free(&r);
}

/* A real size is not a power of two, nor one of many */
static void odd_sizes(void **state)
{
	struct results r = { 0 };
	char *text;

	(void)state;
	add_row(&r, "movnti", WCBAR_MT_WC, 100, 1000);
	add_row(&r, "movnti", WCBAR_MT_WC, U64_MAX, 1000);
	text = bench_plot_script(&r);
	assert_non_null(text);
	assert_non_null(strstr(text, "set xtics (\"64\" 64 0, \"\" 128 1,"));
	free(text);
	results_free(&r);
}

/* Nothing is shown where nobody watches */
static void progress(void **state)
{
	struct progress p;
	FILE *f = tmpfile();
	char text[1024];
	size_t len;

	(void)state;
	assert_non_null(f);
	progress_begin(&p, f, true);
	assert_null(p.f);
	progress_show(&p, 1, 2, "x");
	progress_end(&p);
	assert_int_equal(ftell(f), 0);
	/* what a terminal is shown */
	p.f = f;
	progress_show(&p, 5, 10, "movnti");
	progress_show(&p, 11, 10, "movnti");
	progress_show(&p, 0, 0, "");
	progress_end(&p);
	assert_null(p.f);
	rewind(f);
	len = fread(text, 1, sizeof(text) - 1, f);
	text[len] = '\0';
	assert_non_null(strstr(text, "\r[##########..........]  5/10  movnti  0 s"));
	assert_non_null(strstr(text, "\r[####################]  10/10  movnti"));
	assert_non_null(strstr(text, "\r[....................]  0/0    0 s"));
	/* and in the end an empty line */
	assert_int_equal(text[len - 1], '\r');
	assert_int_equal(text[len - 2], ' ');
	fclose(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes),
		cmocka_unit_test(sizes),
		cmocka_unit_test(times),
		cmocka_unit_test(rates),
		cmocka_unit_test(columns),
		cmocka_unit_test(script),
		cmocka_unit_test(nothing_to_draw),
		cmocka_unit_test(odd_sizes),
		cmocka_unit_test(progress),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
