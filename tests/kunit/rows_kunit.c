// SPDX-License-Identifier: GPL-2.0
/*
 * A row of results as a line of text: what is written is what is read, and
 * what is no row is refused.
 */
#include <kunit/test.h>
#include <wcbar/rows.h>

/* The whole of a line that every test below starts from */
#define LINE								\
	"movnti wc uc- uc write 4096 63 1 1000 "			\
	"0.001 1.500 20.000 300.125 4.002 5.250 "			\
	"1.001 2.500 21.000 301.125 5.002 6.250 "			\
	"2730.667 0.023 yes -"

static const struct wcbar_row row = {
	.method = "movnti",
	.map = WCBAR_MT_WC,
	.obtained = WCBAR_MT_UC_MINUS,
	.effective = WCBAR_MT_UC,
	.dir = WCBAR_WRITE,
	.size = 4096,
	.offset = 63,
	.threads = 1,
	.iterations = 1000,
	.issued = { 1, 1500, 20000, 300125, 4002, 5250 },
	.arrived = { 1001, 2500, 21000, 301125, 5002, 6250 },
	.verified = WCBAR_VERIFY_OK,
};

struct context {
	struct wcbar_row row;
	struct wcbar_row back;
	char text[WCBAR_ROW_TEXT];
};

static int rows_init(struct kunit *test)
{
	struct context *ctx = kunit_kzalloc(test, sizeof(*ctx), GFP_KERNEL);

	test->priv = ctx;
	if (!ctx)
		return -ENOMEM;
	ctx->row = row;
	return 0;
}

/* Parses out of a buffer that ends with the text, for KASAN's sake */
static int parse(struct kunit *test, const char *text, size_t len)
{
	struct context *ctx = test->priv;
	char *copy = kunit_kmalloc(test, len, GFP_KERNEL);
	int ret;

	KUNIT_ASSERT_NOT_NULL(test, copy);
	memcpy(copy, text, len);
	memset(&ctx->back, 0xff, sizeof(ctx->back));
	ret = wcbar_row_parse(copy, len, &ctx->back);
	kunit_kfree(test, copy);
	return ret;
}

static void expect_same_times(struct kunit *test, const struct wcbar_stats *a,
			      const struct wcbar_stats *b)
{
	KUNIT_EXPECT_EQ(test, a->min, b->min);
	KUNIT_EXPECT_EQ(test, a->median, b->median);
	KUNIT_EXPECT_EQ(test, a->p99, b->p99);
	KUNIT_EXPECT_EQ(test, a->max, b->max);
	KUNIT_EXPECT_EQ(test, a->mean, b->mean);
	KUNIT_EXPECT_EQ(test, a->stdev, b->stdev);
}

static void expect_same_row(struct kunit *test, const struct wcbar_row *a,
			    const struct wcbar_row *b)
{
	KUNIT_EXPECT_STREQ(test, a->method, b->method);
	KUNIT_EXPECT_EQ(test, a->map, b->map);
	KUNIT_EXPECT_EQ(test, a->obtained, b->obtained);
	KUNIT_EXPECT_EQ(test, a->effective, b->effective);
	KUNIT_EXPECT_EQ(test, a->dir, b->dir);
	KUNIT_EXPECT_EQ(test, a->size, b->size);
	KUNIT_EXPECT_EQ(test, a->offset, b->offset);
	KUNIT_EXPECT_EQ(test, a->threads, b->threads);
	KUNIT_EXPECT_EQ(test, a->iterations, b->iterations);
	expect_same_times(test, &a->issued, &b->issued);
	expect_same_times(test, &a->arrived, &b->arrived);
	KUNIT_EXPECT_EQ(test, a->verified, b->verified);
	KUNIT_EXPECT_STREQ(test, a->skipped, b->skipped);
}

static void a_row_as_its_line(struct kunit *test)
{
	struct context *ctx = test->priv;

	KUNIT_EXPECT_EQ(test, wcbar_row_format(&row, ctx->text,
					       sizeof(ctx->text)),
			(int)strlen(LINE));
	KUNIT_EXPECT_STREQ(test, ctx->text, LINE);
}

static void a_skipped_row_as_its_line(struct kunit *test)
{
	struct context *ctx = test->priv;

	ctx->row.iterations = 0;
	ctx->row.dir = WCBAR_READ;
	ctx->row.obtained = WCBAR_MT_UNKNOWN;
	ctx->row.effective = WCBAR_MT_MIXED;
	ctx->row.verified = WCBAR_VERIFY_NONE;
	strscpy(ctx->row.skipped, "no movnti: this CPU lacks sse2",
		sizeof(ctx->row.skipped));
	KUNIT_EXPECT_GT(test, wcbar_row_format(&ctx->row, ctx->text,
					       sizeof(ctx->text)), 0);
	KUNIT_EXPECT_STREQ(test, ctx->text,
			   "movnti wc - mixed read 4096 63 1 0 - - - - - - - - - - - - - - - no movnti: this CPU lacks sse2");
}

/* The columns of a line are those that the header names, the reason last. */
static void as_many_columns_as_the_header_names(struct kunit *test)
{
	unsigned int names = 0, columns = 0;
	const char *p;

	for (p = WCBAR_ROWS_COLUMNS; *p; p++)
		names += *p == ' ';
	for (p = LINE; *p; p++)
		columns += *p == ' ';
	/* "# columns:" is two words, and n columns have n - 1 blanks */
	KUNIT_EXPECT_EQ(test, names - 1, columns + 1);
}

struct trip_case {
	const char *desc;
	void (*change)(struct wcbar_row *row);
};

static void as_it_is(struct wcbar_row *r)
{
}

static void every_number_largest(struct wcbar_row *r)
{
	r->size = U64_MAX;
	r->offset = U64_MAX;
	r->threads = U32_MAX;
	r->iterations = U32_MAX;
	memset(&r->issued, 0xff, sizeof(r->issued));
	memset(&r->arrived, 0xff, sizeof(r->arrived));
}

static void every_time_zero(struct wcbar_row *r)
{
	memset(&r->issued, 0, sizeof(r->issued));
	memset(&r->arrived, 0, sizeof(r->arrived));
}

static void read_and_wrong(struct wcbar_row *r)
{
	r->dir = WCBAR_READ;
	r->verified = WCBAR_VERIFY_BAD;
}

static void not_verified(struct wcbar_row *r)
{
	r->verified = WCBAR_VERIFY_NONE;
}

static void other_types(struct wcbar_row *r)
{
	r->map = WCBAR_MT_UC;
	r->obtained = WCBAR_MT_WT;
	r->effective = WCBAR_MT_WP;
}

static void more_types(struct wcbar_row *r)
{
	r->map = WCBAR_MT_WB;
	r->obtained = WCBAR_MT_MIXED;
	r->effective = WCBAR_MT_UNKNOWN;
}

static void longest_names(struct wcbar_row *r)
{
	memset(r->method, 'm', sizeof(r->method) - 1);
	memset(r->skipped, 'r', sizeof(r->skipped) - 1);
}

static void skipped(struct wcbar_row *r)
{
	r->iterations = 0;
	every_time_zero(r);
	strscpy(r->skipped, "the map uc- was not obtained: wc", 64);
}

static void longest_row(struct wcbar_row *r)
{
	every_number_largest(r);
	longest_names(r);
	r->map = WCBAR_MT_MIXED;
	r->obtained = WCBAR_MT_MIXED;
	r->effective = WCBAR_MT_MIXED;
}

static const struct trip_case trips[] = {
	{ "an ordinary row", as_it_is },
	{ "the largest numbers there are", every_number_largest },
	{ "times of zero", every_time_zero },
	{ "a read whose verification failed", read_and_wrong },
	{ "a row that was not verified", not_verified },
	{ "uc, wt and wp", other_types },
	{ "wb, mixed and none", more_types },
	{ "the longest method and reason", longest_names },
	{ "a skipped row", skipped },
	{ "the longest row fits WCBAR_ROW_TEXT", longest_row },
};

KUNIT_ARRAY_PARAM_DESC(trips, trips, desc);

static void what_is_written_is_read(struct kunit *test)
{
	const struct trip_case *c = test->param_value;
	struct context *ctx = test->priv;
	int len;

	c->change(&ctx->row);
	len = wcbar_row_format(&ctx->row, ctx->text, sizeof(ctx->text));
	KUNIT_ASSERT_GT(test, len, 0);
	KUNIT_EXPECT_EQ(test, len, (int)strlen(ctx->text));

	KUNIT_ASSERT_EQ(test, parse(test, ctx->text, len), 0);
	expect_same_row(test, &ctx->back, &ctx->row);
	/* with a line end as well */
	ctx->text[len] = '\n';
	KUNIT_ASSERT_EQ(test, parse(test, ctx->text, len + 1), 0);
	expect_same_row(test, &ctx->back, &ctx->row);
}

static void control_characters_do_not_break_the_line(struct kunit *test)
{
	struct context *ctx = test->priv;

	strscpy(ctx->row.skipped, "two\nlines\tand\177more",
		sizeof(ctx->row.skipped));
	KUNIT_ASSERT_GT(test, wcbar_row_format(&ctx->row, ctx->text,
					       sizeof(ctx->text)), 0);
	KUNIT_EXPECT_NULL(test, strchr(ctx->text, '\n'));
	KUNIT_EXPECT_NOT_NULL(test, strstr(ctx->text, "two lines and more"));
}

static void a_buffer_too_short_is_told(struct kunit *test)
{
	struct context *ctx = test->priv;
	size_t len, full = strlen(LINE);

	/* the terminator needs a byte as well */
	for (len = 0; len <= full; len++) {
		memset(ctx->text, '#', sizeof(ctx->text));
		KUNIT_ASSERT_EQ(test, wcbar_row_format(&row, ctx->text, len),
				-ENOSPC);
		if (len)
			KUNIT_ASSERT_EQ(test, ctx->text[0], 0);
		/* and nothing behind it is touched */
		KUNIT_ASSERT_EQ(test, ctx->text[len], '#');
	}
	KUNIT_EXPECT_EQ(test, wcbar_row_format(&row, ctx->text, full + 1),
			(int)full);
	KUNIT_EXPECT_EQ(test, ctx->text[full + 1], '#');
}

struct bad_case {
	const char *desc;
	const char *was;	/* what of LINE is replaced, */
	const char *by;		/* and by what */
};

static const struct bad_case bad[] = {
	{ "nothing", LINE, "" },
	{ "a line break only", LINE, "\n" },
	{ "a comment", "movnti wc uc-", "# columns: a" },
	{ "one column less", " 1000", "" },
	{ "one column more", " 1000", " 1000 7" },
	{ "no reason, not even a dash", "yes -", "yes" },
	{ "a blank for a reason", "yes -", "yes  " },
	{ "a method of more letters than there is room for",
	  "movnti", "a_method_with_24_letters" },
	{ "a control character in the method", "movnti", "mov\033nti" },
	{ "a type that is none", " wc ", " fast " },
	{ "a type in capitals", " wc ", " WC " },
	{ "a direction that is none", "write", "up" },
	{ "a negative size", "4096", "-4096" },
	{ "a signed size", "4096", "+4096" },
	{ "a hexadecimal size", "4096", "0x1000" },
	{ "a size of 2^64", "4096", "18446744073709551616" },
	{ "a size of 70 digits", "4096",
	  "1000000000000000000000000000000000000000000000000000000000000000000000" },
	{ "more threads than 32 bits", " 1 1000", " 4294967296 1000" },
	{ "more iterations than 32 bits", "1000 ", "4294967296 " },
	{ "a time without decimals", "1.500", "1" },
	{ "a time with one decimal", "1.500", "1.5" },
	{ "a time with four decimals", "1.500", "1.5000" },
	{ "a time without digits before the point", "1.500", ".500" },
	{ "a negative time", "1.500", "-1.500" },
	{ "a time of letters", "1.500", "x.yyy" },
	{ "a time that leaves 64 bits of picoseconds", "1.500",
	  "18446744073709551.616" },
	{ "a time that leaves 64 bits by far", "1.500",
	  "18446744073709551615.000" },
	{ "a dash for a time of a row that ran", "1.500", "-" },
	{ "times of a row that did not run", " 1000 ", " 0 " },
	{ "a rate that is no number", "2730.667", "fast" },
	{ "a verification that is none", "yes", "maybe" },
	{ "a control character in the reason", "yes -", "no be\007ll" },
	{ "a second line", "yes -", "yes -\nmore" },
};

KUNIT_ARRAY_PARAM_DESC(bad, bad, desc);

static void what_is_no_row_is_refused(struct kunit *test)
{
	const struct bad_case *c = test->param_value;
	struct context *ctx = test->priv;
	const char *at = strstr(LINE, c->was);

	KUNIT_ASSERT_NOT_NULL(test, at);
	snprintf(ctx->text, sizeof(ctx->text), "%.*s%s%s", (int)(at - LINE),
		 LINE, c->by, at + strlen(c->was));
	KUNIT_EXPECT_EQ_MSG(test, parse(test, ctx->text, strlen(ctx->text)),
			    -EINVAL, "%s", ctx->text);
}

static void a_line_cut_short_is_refused(struct kunit *test)
{
	size_t len, full = strlen(LINE);

	KUNIT_EXPECT_EQ(test, parse(test, LINE, full), 0);
	for (len = 0; len < full; len++)
		KUNIT_EXPECT_EQ_MSG(test, parse(test, LINE, len), -EINVAL,
				    "the first %zu bytes", len);
}

static void a_reason_too_long_is_refused(struct kunit *test)
{
	struct context *ctx = test->priv;
	size_t len = strlen(LINE) - 1;

	memcpy(ctx->text, LINE, len);
	memset(ctx->text + len, 'r', WCBAR_ROW_REASON);
	KUNIT_EXPECT_EQ(test, parse(test, ctx->text,
				    len + WCBAR_ROW_REASON - 1), 0);
	KUNIT_EXPECT_EQ(test, parse(test, ctx->text, len + WCBAR_ROW_REASON),
			-EINVAL);
}

static struct kunit_case rows_cases[] = {
	KUNIT_CASE(a_row_as_its_line),
	KUNIT_CASE(a_skipped_row_as_its_line),
	KUNIT_CASE(as_many_columns_as_the_header_names),
	KUNIT_CASE_PARAM(what_is_written_is_read, trips_gen_params),
	KUNIT_CASE(control_characters_do_not_break_the_line),
	KUNIT_CASE(a_buffer_too_short_is_told),
	KUNIT_CASE_PARAM(what_is_no_row_is_refused, bad_gen_params),
	KUNIT_CASE(a_line_cut_short_is_refused),
	KUNIT_CASE(a_reason_too_long_is_refused),
	{}
};

static struct kunit_suite rows_suite = {
	.name = "wcbar_rows",
	.init = rows_init,
	.test_cases = rows_cases,
};

kunit_test_suites(&rows_suite);

MODULE_DESCRIPTION("KUnit suite: rows as text");
MODULE_LICENSE("GPL");
