// SPDX-License-Identifier: GPL-2.0
/*
 * Results: from the driver's text, and in every form it is printed in.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "card.h"
#include "output/benchout.h"
#include "results.h"
#include "system/driver.h"
#include "tree.h"

static struct error e;

static struct results made(const char *text)
{
	struct results r;
	struct rowfile file = results_file(&r);

	if (rowfile_parse(&file, text, strlen(text), &e))
		fail_msg("%s", e.text);
	return r;
}

/* With the context of a real card, or of an emulated one */
static struct results described(const char *text, bool emulated)
{
	struct results r = made(text);
	struct facts info;

	assert_int_equal(driver_info_parse(CARD_INFO, strlen(CARD_INFO), &info,
					   &e), 0);
	if (emulated) {
		facts_set(&info, "accel", "tcg");
		facts_set(&info, "test_card", "1");
	}
	context_describe(&r.context, &info);
	facts_free(&info);
	return r;
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

static void a_run(void **state)
{
	struct results r = made(CARD_HEAD("done", "3", "method=all size=4K")
			       CARD_ROW_WC CARD_ROW_SKIPPED CARD_ROW_BAD);
	size_t first;

	(void)state;
	assert_int_equal(r.nr_rows, 3);
	assert_string_equal(facts_get(&r.context, "state"), "done");
	assert_string_equal(facts_get(&r.context, "planned"), "3");
	assert_string_equal(facts_get(&r.context, "spec"),
			    "method=all size=4K");
	assert_null(facts_get(&r.context, "error"));
	assert_string_equal(r.rows[1].skipped,
			    "needs movdir64b, which this CPU lacks");
	assert_int_equal(results_count_bad(&r, &first), 1);
	assert_int_equal(first, 2);
	results_free(&r);
}

static void a_refused_run(void **state)
{
	struct results r = made("# error: unknown word 'foo'\n");

	(void)state;
	assert_int_equal(r.nr_rows, 0);
	assert_string_equal(facts_get(&r.context, "error"),
			    "unknown word 'foo'");
	results_free(&r);
}

static void a_later_version(void **state)
{
	/* lines that this version does not know are no obstacle */
	struct results r = made(CARD_HEAD("done", "1", "x")
			       "# temperature: 40\n\n" CARD_ROW_WC);

	(void)state;
	assert_int_equal(r.nr_rows, 1);
	results_free(&r);
}

#define OTHER								\
	"the bandwidth file does not hold '# wcbar-rows/1' with the "	\
	"columns of this version; the module is of another version "	\
	"than this tool"

static void not_rows(void **state)
{
	static const struct {
		const char *text;
		const char *err;
	} cases[] = {
		{ "", OTHER },
		{ "# wcbar-rows/2\n" WCBAR_ROWS_COLUMNS "\n", OTHER },
		{ WCBAR_ROWS_MAGIC "\n# columns: method gbps\nx 1\n", OTHER },
		{ CARD_ROW_WC, OTHER },
		{ CARD_HEAD("done", "1", "x") "nonsense\n",
		  "line 6 of the bandwidth file is not a row" },
	};
	struct results r;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct rowfile file = results_file(&r);

		assert_int_equal(rowfile_parse(&file, cases[i].text,
					       strlen(cases[i].text), &e),
				 -EPROTO);
		assert_string_equal(e.text, cases[i].err);
		results_free(&r);
	}
}

static void same_rows(const struct results *a, const struct results *b)
{
	size_t i;

	assert_int_equal(a->nr_rows, b->nr_rows);
	for (i = 0; i < a->nr_rows; i++) {
		char x[WCBAR_ROW_TEXT], y[WCBAR_ROW_TEXT];

		assert_true(wcbar_row_format(&a->rows[i], x, sizeof(x)) > 0);
		assert_true(wcbar_row_format(&b->rows[i], y, sizeof(y)) > 0);
		assert_string_equal(x, y);
	}
}

static void json_there_and_back(void **state)
{
	struct results r = described(CARD_HEAD("done", "4", "a \"b\" \\c")
				    CARD_ROW_WC CARD_ROW_UC CARD_ROW_SKIPPED
				    CARD_ROW_BAD, false), back;
	char *text = text_of(&r, bench_print_json), *again;

	(void)state;
	assert_non_null(strstr(text, "\"schema\": \"wcbar-bench/1\""));
	/* numbers are numbers, and no digit is lost or made up */
	assert_non_null(strstr(text, "\"numa_node\": 1,"));
	assert_non_null(strstr(text, "\"window\": 1048576,"));
	assert_non_null(strstr(text, "\"pat_enabled\": true,"));
	assert_non_null(strstr(text, "\"test_card\": false,"));
	assert_non_null(strstr(text, "\"link\": \"8.0 GT/s x8 of 16.0 GT/s x16\""));
	assert_non_null(strstr(text, "\"median\": 1024.000,"));
	assert_non_null(strstr(text, "\"gbps\": 4.000,"));
	assert_non_null(strstr(text, "\"verified\": true,"));
	assert_non_null(strstr(text, "\"verified\": false,"));
	assert_non_null(strstr(text, "\"verified\": null,"));
	assert_non_null(strstr(text, "\"issued_ns\": null,"));
	assert_non_null(strstr(text, "\"skipped\": null"));
	assert_int_equal(bench_load_text(text, strlen(text), &back, &e), 0);
	same_rows(&r, &back);
	assert_string_equal(facts_get(&back.context, "spec"), "a \"b\" \\c");
	again = text_of(&back, bench_print_json);
	assert_string_equal(text, again);
	free(text);
	free(again);
	results_free(&r);
	results_free(&back);
}

static void csv(void **state)
{
	struct results r = made(CARD_HEAD("done", "2", "x") CARD_ROW_WC
			       CARD_ROW_SKIPPED);
	char *text = text_of(&r, bench_print_csv), *line;
	unsigned int commas, lines = 0;

	(void)state;
	assert_non_null(strstr(text,
			       "\nmemcpy_toio,wc,wc,wc,write,4096,0,1,8,1000.000,1024.000,"));
	assert_non_null(strstr(text, ",4.000,16.000,true,\n"));
	/* a comma in a reason */
	assert_non_null(strstr(text,
			       ",0,,,,,,,,,,,,,,,,\"needs movdir64b, which this CPU lacks\"\n"));
	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		bool quoted = false;

		for (commas = 0; *line; line++) {
			quoted ^= *line == '"';
			commas += !quoted && *line == ',';
		}
		assert_int_equal(commas, 24);
		lines++;
	}
	assert_int_equal(lines, 3);
	free(text);
	results_free(&r);
}

static void csv_quotes(void **state)
{
	struct results r = made(CARD_HEAD("done", "1", "x") CARD_ROW_SKIPPED);
	char *text;

	(void)state;
	snprintf(r.rows[0].skipped, WCBAR_ROW_REASON, "says \"no\"");
	text = text_of(&r, bench_print_csv);
	assert_non_null(strstr(text, ",\"says \"\"no\"\"\"\n"));
	free(text);
	results_free(&r);
}

#define ROW_WC								\
	"\n  memcpy_toio  write    4K       0      8  1.024 us  "	\
	"1.100 us  2.000 us  4.000  16.000  yes\n"
#define SKIPPED								\
	"\n  skipped: movdir64b: needs movdir64b, which this CPU lacks\n"

static void table(void **state)
{
	struct results r = described(CARD_HEAD("done", "5", "x") CARD_ROW_WC
				    CARD_ROW_SKIPPED CARD_ROW_SKIPPED
				    CARD_ROW_UC CARD_ROW_BAD, false);
	char *text = text_of(&r, bench_print_text);

	(void)state;
	assert_non_null(strstr(text,
			       "0000:01:00.0  1234:abcd  generic, BAR 2 of 256 MiB, link 8.0 GT/s x8 of 16.0 GT/s x16\n"
			       "kernel 6.1.0-40-amd64, Some CPU @ 2.50GHz\n"));
	assert_non_null(strstr(text, "\nmap wc (obtained wc, effective wc)\n"));
	assert_non_null(strstr(text, "\nmap uc (obtained uc, effective uc)\n"));
	assert_non_null(strstr(text, ROW_WC));
	assert_non_null(strstr(text, "160.000  NO\n"));
	assert_non_null(strstr(text, SKIPPED));
	assert_null(strstr(text, "not complete"));
	free(text);
	results_free(&r);
}

static void threads(void **state)
{
	struct results r = made(CARD_HEAD("done", "1", "x") CARD_ROW_WC);
	char *text;

	(void)state;
	r.rows[0].threads = 4;
	text = text_of(&r, bench_print_text);
	assert_non_null(strstr(text, "  SIZE  THREADS  TIMES"));
	assert_non_null(strstr(text, "    4K        4      8"));
	free(text);
	results_free(&r);
}

static void part_of_a_table(void **state)
{
	struct results r = made(CARD_HEAD("interrupted", "40", "x")
			       CARD_ROW_WC);
	char *text = text_of(&r, bench_print_text);

	(void)state;
	assert_non_null(strstr(text,
			       "The run is not complete (interrupted): 1 of 40 rows.\n"));
	free(text);
	results_free(&r);
}

static void assert_reading(const char *rows, bool emulated, const char *want)
{
	struct results r = described(rows, emulated);
	char *text = bench_reading(&r);

	assert_string_equal(text, want);
	free(text);
	results_free(&r);
}

#define HEAD	CARD_HEAD("done", "9", "x")
#define ROW(method, map, type, size, times)				\
	method " " map " " type " " type " write " size " 0 1 8 "	\
	times "1.000 1.000 yes -\n"

/* Both clocks, in the order of the columns */
#define T9								\
	"9.000 9.000 9.000 9.000 9.000 0.000 "				\
	"9.000 9.000 9.000 9.000 9.000 0.000 "
#define T10								\
	"10.000 10.000 10.000 10.000 10.000 0.000 "			\
	"10.000 10.000 10.000 10.000 10.000 0.000 "
#define T10_5								\
	"10.500 10.500 10.500 10.500 10.500 0.000 "			\
	"10.500 10.500 10.500 10.500 10.500 0.000 "
#define T15								\
	"15.000 15.000 15.000 15.000 15.000 0.000 "			\
	"15.000 15.000 15.000 15.000 15.000 0.000 "
#define T50								\
	"50.000 50.000 50.000 50.000 50.000 0.000 "			\
	"50.000 50.000 50.000 50.000 50.000 0.000 "
#define T100								\
	"100.000 100.000 100.000 100.000 100.000 0.000 "		\
	"100.000 100.000 100.000 100.000 100.000 0.000 "

static void readings(void **state)
{
	(void)state;
	assert_reading(HEAD CARD_ROW_WC CARD_ROW_UC, false,
		       "At 4 KiB wc has 10.0 times the rate of uc with memcpy_toio (4.000 against 0.400 GB/s); write combining reaches the card.");
	assert_reading(HEAD CARD_ROW_UC CARD_ROW_WC, true,
		       "At 4 KiB wc has 10.0 times the rate of uc with memcpy_toio (4.000 against 0.400 GB/s); no effect is expected because TCG ignores memory types and the BAR is ordinary RAM; the figures prove function, not speed.");
	/* the largest size that both have; a method that has it not is left out */
	assert_reading(HEAD ROW("memcpy_toio", "wc", "wc", "64", T10)
		       ROW("memcpy_toio", "wc", "wc", "128", T10)
		       ROW("memcpy_toio", "wc", "wc", "256", T10)
		       ROW("iowrite64", "wc", "wc", "64", T10)
		       ROW("memcpy_toio", "uc", "uc", "64", T50)
		       ROW("memcpy_toio", "uc", "uc", "128", T10_5)
		       ROW("iowrite64", "uc", "uc", "64", T50), false,
		       "At 128 B wc has 1.05 times the rate of uc with memcpy_toio (12.800 against 12.190 GB/s); write combining makes no difference that can be seen here.");
	/* between no effect and an effect */
	assert_reading(HEAD ROW("memcpy_toio", "wc", "wc", "64", T10)
		       ROW("memcpy_toio", "uc", "uc", "64", T15), false,
		       "At 64 B wc has 1.50 times the rate of uc with memcpy_toio (6.400 against 4.267 GB/s); the differences are too small for an answer.");
	/* some methods gain */
	assert_reading(HEAD ROW("a", "wc", "wc", "64", T10)
		       ROW("b", "wc", "wc", "64", T10)
		       ROW("c", "wc", "wc", "64", T10)
		       ROW("a", "uc", "uc", "64", T100)
		       ROW("b", "uc", "uc", "64", T10)
		       ROW("c", "uc", "uc", "64", T9), false,
		       "At 64 B wc has 10.0 times the rate of uc with a, 1.00 with b and 0.90 with c; write combining reaches the card, but not every method gains from it.");
	/* uc- where there is no uc */
	assert_reading(HEAD ROW("a", "wc", "wc", "64", T10)
		       ROW("a", "uc-", "uc-", "64", T100), false,
		       "At 64 B wc has 10.0 times the rate of uc- with a (6.400 against 0.640 GB/s); write combining reaches the card.");
}

static void readings_without_an_answer(void **state)
{
	(void)state;
	/* asked for, and not what it became */
	assert_reading(HEAD ROW("a", "wc", "uc-", "64", T10)
		       ROW("a", "uc", "uc", "64", T100), false,
		       "At 64 B wc has 10.0 times the rate of uc with a (6.400 against 0.640 GB/s); but what was mapped as wc is not effectively so.");
	assert_reading(HEAD ROW("a", "wc", "wc", "64", T10)
		       ROW("a", "uc-", "wc", "64", T10), false,
		       "At 64 B wc has 1.00 times the rate of uc- with a (6.400 against 6.400 GB/s); but both are effectively write-combining.");
	assert_reading(HEAD CARD_ROW_WC, false,
		       "Measured on the map wc only; --map wc,uc compares with and without write combining.");
	assert_reading(HEAD CARD_ROW_WC, true,
		       "Measured on the map wc only; --map wc,uc compares with and without write combining; the figures prove function, not speed, because the card or the CPU is emulated.");
	assert_reading(HEAD CARD_ROW_SKIPPED, false,
		       "Nothing was measured: every row was skipped.");
	/* the same method at different offsets is not the same work */
	assert_reading(HEAD CARD_ROW_WC CARD_ROW_BAD, false,
		       "Measured on the map wc and uc, but nothing on both wc and an uncached one, so that none compares.");
}

static void emulated_cards(void **state)
{
	static const struct {
		const char *key;
		const char *value;
		bool emulated;
	} cases[] = {
		{ "accel", "none", false },
		{ "accel", "kvm", false },
		{ "accel", "tcg", true },
		{ "id", "1af4:1110", true },
		{ "test_card", "1", true },
		{ "test_card", "true", true },
		{ "test_card", "false", false },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct results r = { 0 };

		facts_set(&r.context, cases[i].key, cases[i].value);
		assert_int_equal(context_emulated(&r.context), cases[i].emulated);
		results_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run),
		cmocka_unit_test(a_refused_run),
		cmocka_unit_test(a_later_version),
		cmocka_unit_test(not_rows),
		cmocka_unit_test(json_there_and_back),
		cmocka_unit_test(csv),
		cmocka_unit_test(csv_quotes),
		cmocka_unit_test(table),
		cmocka_unit_test(threads),
		cmocka_unit_test(part_of_a_table),
		cmocka_unit_test(readings),
		cmocka_unit_test(readings_without_an_answer),
		cmocka_unit_test(emulated_cards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
