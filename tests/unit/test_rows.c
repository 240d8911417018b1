// SPDX-License-Identifier: GPL-2.0
/*
 * A row as a line of text, there and back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <wcbar/rows.h>

#include "card.h"

static const struct wcbar_row ran = {
	.method = "memcpy_toio",
	.map = WCBAR_MT_WC,
	.obtained = WCBAR_MT_WC,
	.effective = WCBAR_MT_WC,
	.dir = WCBAR_WRITE,
	.size = 32 << 20,
	.offset = 63,
	.threads = 1,
	.iterations = 8,
	.issued = { 6800000000ULL, 6837000000ULL, 6900000001ULL, 6900000002ULL,
		    6840000123ULL, 12345678 },
	.arrived = { 6801000000ULL, 6838000000ULL, 6901000001ULL,
		     6901000002ULL, 6841000123ULL, 999 },
	.verified = WCBAR_VERIFY_OK,
};

#define RAN_WORDS	"memcpy_toio " CARD_WC " write 33554432 63 1 8 "
#define RAN_ISSUED							\
	"6800000.000 6837000.000 6900000.001 6900000.002 "		\
	"6840000.123 12345.678 "
#define RAN_ARRIVED							\
	"6801000.000 6838000.000 6901000.001 6901000.002 "		\
	"6841000.123 0.999 "

static const char ran_text[] =
	RAN_WORDS RAN_ISSUED RAN_ARRIVED "4.908 13.041 yes -";

static const struct wcbar_row skipped = {
	.method = "movdir64b",
	.map = WCBAR_MT_UC_MINUS,
	.obtained = WCBAR_MT_UNKNOWN,
	.effective = WCBAR_MT_MIXED,
	.dir = WCBAR_READ,
	.size = 64,
	.threads = 1,
	.verified = WCBAR_VERIFY_NONE,
	.skipped = "needs the CPU feature movdir64b",
};

#define NOTHING		"- - - - - - - - - - - - - - - "

static const char skipped_text[] =
	"movdir64b uc- - mixed read 64 0 1 0 " NOTHING
	"needs the CPU feature movdir64b";

static void assert_row(const struct wcbar_row *a, const struct wcbar_row *b)
{
	assert_string_equal(a->method, b->method);
	assert_int_equal(a->map, b->map);
	assert_int_equal(a->obtained, b->obtained);
	assert_int_equal(a->effective, b->effective);
	assert_int_equal(a->dir, b->dir);
	assert_int_equal(a->size, b->size);
	assert_int_equal(a->offset, b->offset);
	assert_int_equal(a->threads, b->threads);
	assert_int_equal(a->iterations, b->iterations);
	assert_memory_equal(&a->issued, &b->issued, sizeof(a->issued));
	assert_memory_equal(&a->arrived, &b->arrived, sizeof(a->arrived));
	assert_int_equal(a->verified, b->verified);
	assert_string_equal(a->skipped, b->skipped);
}

static void there_and_back(const struct wcbar_row *row, const char *text)
{
	struct wcbar_row back;
	char buf[WCBAR_ROW_TEXT];

	assert_int_equal(wcbar_row_format(row, buf, sizeof(buf)),
			 strlen(text));
	assert_string_equal(buf, text);
	assert_int_equal(wcbar_row_parse(buf, strlen(buf), &back), 0);
	assert_row(&back, row);
	/* a file of rows has a newline after each */
	strcat(buf, "\n");
	assert_int_equal(wcbar_row_parse(buf, strlen(buf), &back), 0);
	assert_row(&back, row);
}

static void a_row_that_ran(void **state)
{
	(void)state;
	there_and_back(&ran, ran_text);
}

static void a_skipped_row(void **state)
{
	(void)state;
	there_and_back(&skipped, skipped_text);
}

static void columns_are_named(void **state)
{
	const char *p = WCBAR_ROWS_COLUMNS;
	unsigned int names = 0, words = 0;

	(void)state;
	for (; (p = strchr(p, ' ')); p++)
		names++;
	for (p = ran_text; (p = strchr(p, ' ')); p++)
		words++;
	/* "# columns:" is one word more than a row has, but for its first */
	assert_int_equal(names - 1, words + 1);
}

/* As long as a row can be, it still fits where it must */
static void the_longest_row(void **state)
{
	struct wcbar_row row, back;
	char buf[WCBAR_ROW_TEXT];
	const struct wcbar_stats most = {
		U64_MAX, U64_MAX, U64_MAX, U64_MAX, U64_MAX, U64_MAX,
	};

	(void)state;
	memset(&row, 0, sizeof(row));
	memset(row.method, 'm', sizeof(row.method) - 1);
	memset(row.skipped, 's', sizeof(row.skipped) - 1);
	row.map = WCBAR_MT_MIXED;
	row.obtained = WCBAR_MT_MIXED;
	row.effective = WCBAR_MT_MIXED;
	row.size = U64_MAX;
	row.offset = U64_MAX;
	row.threads = U32_MAX;
	row.iterations = U32_MAX;
	row.issued = most;
	row.arrived = most;
	row.verified = WCBAR_VERIFY_OK;
	assert_true(wcbar_row_format(&row, buf, sizeof(buf)) > 0);
	assert_int_equal(wcbar_row_parse(buf, strlen(buf), &back), 0);
	assert_row(&back, &row);
	/* and a rate that does not fit */
	row.issued.median = 1;
	assert_true(wcbar_row_format(&row, buf, sizeof(buf)) > 0);
	assert_int_equal(wcbar_row_parse(buf, strlen(buf), &back), 0);
}

static void no_room(void **state)
{
	size_t len;

	(void)state;
	for (len = 0; len <= strlen(ran_text); len++) {
		char *buf = malloc(len ? len : 1);

		assert_non_null(buf);
		assert_int_equal(wcbar_row_format(&ran, buf, len), -ENOSPC);
		if (len)
			assert_string_equal(buf, "");
		free(buf);
	}
}

static void a_reason_stays_in_its_line(void **state)
{
	struct wcbar_row row = skipped, back;
	char buf[WCBAR_ROW_TEXT];

	(void)state;
	snprintf(row.skipped, sizeof(row.skipped), "one\ntwo\tthree\x1b\x7f");
	assert_true(wcbar_row_format(&row, buf, sizeof(buf)) > 0);
	assert_null(strpbrk(buf, "\n\t\x1b\x7f"));
	assert_int_equal(wcbar_row_parse(buf, strlen(buf), &back), 0);
	assert_string_equal(back.skipped, "one two three  ");
}

/* Every prefix of a row but the whole of it is refused */
static void cut_short(void **state)
{
	size_t len, whole = strlen(ran_text);
	struct wcbar_row row;

	(void)state;
	for (len = 0; len < whole; len++) {
		char *exact = malloc(len ? len : 1);

		assert_non_null(exact);
		memcpy(exact, ran_text, len);
		assert_int_equal(wcbar_row_parse(exact, len, &row), -EINVAL);
		free(exact);
	}
}

static void not_a_row(void **state)
{
	static const struct {
		const char *from;
		const char *to;
	} changes[] = {
		{ "memcpy_toio", "mmmmmmmmmmmmmmmmmmmmmmmm" },
		{ "memcpy_toio", "memcpy\x1btoio" },
		{ " " CARD_WC, " wc uc zz" },
		{ " " CARD_WC, " xx wc uc" },
		{ "write", "wrote" },
		{ "33554432", "32M" },
		{ "33554432", "-1" },
		{ "33554432", "18446744073709551616" },
		{ " 63 ", " 63.0 " },
		{ " 1 8 ", " 4294967296 8 " },
		{ " 1 8 ", " 1 0 " },
		{ "6837000.000", "6837000" },
		{ "6837000.000", "6837000.0000" },
		{ "6837000.000", "6837000,000" },
		{ "6837000.000", "-" },
		{ "6837000.000", "1e9.000" },
		{ "6837000.000", "18446744073709551.616" },
		{ "6837000.000", ".000" },
		{ "4.908", "inf" },
		{ "yes", "maybe" },
	};
	struct wcbar_row row;
	char text[1024];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(changes); i++) {
		const char *at = strstr(ran_text, changes[i].from);

		assert_non_null(at);
		snprintf(text, sizeof(text), "%.*s%s%s",
			 (int)(at - ran_text), ran_text, changes[i].to,
			 at + strlen(changes[i].from));
		assert_int_equal(wcbar_row_parse(text, strlen(text), &row),
				 -EINVAL);
	}
	memset(text, 's', sizeof(text));
	memcpy(text, ran_text, strlen(ran_text) - 1);
	assert_int_equal(wcbar_row_parse(text, strlen(ran_text) - 1 +
					       WCBAR_ROW_REASON, &row),
			 -EINVAL);
	assert_int_equal(wcbar_row_parse(text, strlen(ran_text) - 2 +
					       WCBAR_ROW_REASON, &row), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_that_ran),
		cmocka_unit_test(a_skipped_row),
		cmocka_unit_test(columns_are_named),
		cmocka_unit_test(the_longest_row),
		cmocka_unit_test(no_room),
		cmocka_unit_test(a_reason_stays_in_its_line),
		cmocka_unit_test(cut_short),
		cmocka_unit_test(not_a_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
