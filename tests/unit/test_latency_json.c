// SPDX-License-Identifier: GPL-2.0
/*
 * Files of latencies: written and read again, edited, and full of garbage.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "latency/latency.h"
#include "latency_rows.h"

static struct error e;

static void there_and_back(void **state)
{
	struct latency l = latency_made(POST_ROW("bf", "wc", "64", "800.125")
				POST_ROW_OF("inline yes uc uc uc", "mixed",
					    "readback - -", "700.000",
					    "6 1 2 3 4 5",
					    "ok says \"no\", it does")
				POST_SKIPPED POST_TORN), back;
	char *text = latency_text(&l, latency_print_json), *again;
	size_t i;

	(void)state;
	assert_non_null(strstr(text, "\"schema\": \"wcbar-latency/1\""));
	assert_non_null(strstr(text, "\"typical\": 800.125,"));
	assert_non_null(strstr(text, "\"p999\": 2001.000"));
	assert_non_null(strstr(text, "\"bytes\": null,"));
	assert_non_null(strstr(text, "\"auto\": true,"));
	assert_non_null(strstr(text, "\"until\": \"readback\","));
	assert_non_null(strstr(text, "\"method\": null,"));
	assert_non_null(strstr(text, "\"card\": \"own\","));
	assert_non_null(strstr(text,
			       "\"taken\": 6,\n        \"torn\": 1,\n        \"stale\": 2,\n        \"twice\": 3,\n        \"out_of_order\": 4,\n        \"lost\": 5\n"));
	assert_non_null(strstr(text, "\"done_ns\": null,"));
	assert_non_null(strstr(text, "\"state\": \"failed\","));
	assert_non_null(strstr(text, "\"note\": null"));
	assert_int_equal(latency_load_text(text, strlen(text), &back, &e), 0);
	assert_int_equal(back.nr_rows, l.nr_rows);
	for (i = 0; i < l.nr_rows; i++) {
		char x[WCBAR_POST_ROW_TEXT], y[WCBAR_POST_ROW_TEXT];

		assert_true(wcbar_post_format(&l.rows[i], x, sizeof(x)) > 0);
		assert_true(wcbar_post_format(&back.rows[i], y,
					      sizeof(y)) > 0);
		assert_string_equal(x, y);
	}
	again = latency_text(&back, latency_print_json);
	assert_string_equal(text, again);
	free(text);
	free(again);
	latency_free(&l);
	latency_free(&back);
}

/* A file with one thing replaced, and the member that is then wrong */
static const struct {
	const char *from;
	const char *to;
	const char *member;
} changes[] = {
	{ "\"bf\"", "\"fb\"", "post" },
	{ "\"auto\": false", "\"auto\": 0", "auto" },
	{ "\"map\": \"wc\"", "\"map\": \"cw\"", "map" },
	{ "\"obtained\"", "\"obtain\"", "obtained" },
	{ "\"effective\": \"wc\"", "\"effective\": 3", "effective" },
	{ "\"bytes\": 64", "\"bytes\": 0", "bytes" },
	{ "\"bytes\": 64", "\"bytes\": -64", "bytes" },
	{ "\"lines\": 2", "\"lines\": 4294967296", "lines" },
	{ "\"iterations\": 1000", "\"iterations\": 0", "issued_ns" },
	{ "\"iterations\": 1000", "\"iterations\": \"many\"", "iterations" },
	{ "\"poll\"", "\"spin\"", "wait" },
	{ "\"completion\"", "\"never\"", "until" },
	{ "\"movnti\"", "\"a_name_that_is_much_too_long\"", "method" },
	{ "\"own\"", "\"o\\u001bwn\"", "card" },
	{ "\"typical\": 60.000", "\"typical\": -1", "issued_ns" },
	{ "\"p999\": 2001.000", "\"p998\": 2001.000", "done_ns" },
	{ "\"torn\": 0", "\"torn\": 0.5", "counters" },
	{ "\"counters\"", "\"counts\"", "counters" },
	{ "\"histogram\"", "\"hist\"", "histogram" },
	{ "990", "0", "histogram" },
	{ "990", "4294967296", "histogram" },
	{ "448,", "449,", "histogram" },
	{ "448,", "-448,", "histogram" },
	{ "448,", "1024,", "histogram" },
	{ "448,", "[],", "histogram" },
	{ "\"state\": \"ok\"", "\"state\": \"fine\"", "state" },
	{ "\"note\": null", "\"note\": 1", "note" },
};

static void changed(void **state)
{
	struct latency l = latency_made(POST_ROW("bf", "wc", "64", "800.000"));
	char *text = latency_text(&l, latency_print_json), *other, want[128];
	size_t i;

	(void)state;
	latency_free(&l);
	for (i = 0; i < ARRAY_SIZE(changes); i++) {
		const char *at = strstr(text, changes[i].from);
		int head = at ? (int)(at - text) : -1;

		if (head < 0)
			fail_msg("%s is not in %s", changes[i].from, text);
		assert_true(asprintf(&other, "%.*s%s%s", head, text,
				     changes[i].to, text + head +
				     strlen(changes[i].from)) > 0);
		assert_int_equal(latency_load_text(other, strlen(other), &l,
						   &e), -EINVAL);
		snprintf(want, sizeof(want),
			 "'%s' of row 1 is missing or wrong",
			 changes[i].member);
		assert_string_equal(e.text, want);
		latency_free(&l);
		free(other);
	}
	free(text);
	assert_int_equal(latency_load_text("{\"schema\":\"wcbar-bench/1\"}",
					   26, &l, &e), -EINVAL);
	assert_string_equal(e.text,
			    "it is not a file of results, its schema is not \"wcbar-latency/1\"");
	latency_free(&l);
}

static u64 seed = 1;

static unsigned int pick(size_t n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned int)((seed >> 33) % n);
}

/* Whatever is read, it is refused or it can be printed in every form */
static void print_all(struct latency *l)
{
	free(latency_text(l, latency_print_text));
	free(latency_text(l, latency_print_json));
	free(latency_text(l, latency_print_csv));
	free(latency_plot_script(l));
}

static void garbage(void **state)
{
	static const char good[] = POST_FILE
		POST_ROW("bf", "wc", "64", "800.000")
		POST_ROW("doorbell", "uc", "128", "900.000")
		POST_SKIPPED POST_TORN;
	static const char bytes[] = "0123456789 -:,.#\nabwcx\x1b\xff";
	const char *rounds = getenv("WCBAR_ROUNDS");
	unsigned int i, n, taken = 0;
	unsigned int nr = rounds ? (unsigned int)atoi(rounds) : 3000;
	struct latency made_of_good = latency_made(good + strlen(POST_FILE));
	char *json = latency_text(&made_of_good, latency_print_json);
	size_t len = strlen(json);

	(void)state;
	latency_free(&made_of_good);
	for (i = 0; i < nr; i++) {
		bool is_json = i & 1;
		const char *from = is_json ? json : good;
		size_t size = is_json ? len : sizeof(good) - 1;
		struct latency l;
		struct rowfile file = latency_file(&l);
		/* a buffer that ends with the text, for valgrind's sake */
		char *text = malloc(size);
		int ret;

		assert_non_null(text);
		memcpy(text, from, size);
		for (n = 1 + pick(3); n--;)
			text[pick(size)] = bytes[pick(sizeof(bytes) - 1)];
		if (!pick(4))
			size = pick(size) + 1;
		if (is_json) {
			/* it is read with its terminator */
			char *copy = strndup(text, size);

			ret = latency_load_text(copy, strlen(copy), &l, &e);
			free(copy);
		} else {
			ret = rowfile_parse(&file, text, size, &e);
		}
		taken += !ret;
		print_all(&l);
		latency_free(&l);
		free(text);
	}
	assert_in_range(taken, nr / 50, nr - nr / 10);
	free(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_and_back),
		cmocka_unit_test(changed),
		cmocka_unit_test(garbage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
