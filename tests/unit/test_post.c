// SPDX-License-Identifier: GPL-2.0
/*
 * The specification of a latency run, its rows as text, and its histogram.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <wcbar/post.h>

/* --- the specification ------------------------------------------------------ */

static int parse(const char *text, struct wcbar_post_spec *spec, char *err)
{
	/* a buffer that ends with the text, for valgrind's sake */
	size_t len = strlen(text);
	char *copy = malloc(len ? len : 1);
	int ret;

	assert_non_null(copy);
	memcpy(copy, text, len);
	memset(err, 'x', WCBAR_SPEC_ERR);
	ret = wcbar_post_parse(copy, len, spec, err);
	free(copy);
	assert_non_null(memchr(err, 0, WCBAR_SPEC_ERR));
	assert_int_equal(ret != 0, err[0] != 0);
	return ret;
}

static void defaults(void **state)
{
	static const u64 sizes[] = { 2, 4, 8, 16, 32, 64, 128 };
	struct wcbar_post_spec spec;
	char err[WCBAR_SPEC_ERR];

	(void)state;
	assert_int_equal(parse("mix=0\n", &spec, err), 0);
	assert_int_equal(spec.posts, 7);
	assert_false(spec.post_auto);
	assert_int_equal(spec.nr_maps, 0);
	assert_int_equal(spec.nr_sizes, ARRAY_SIZE(sizes));
	assert_memory_equal(spec.sizes, sizes, sizeof(sizes));
	assert_false(spec.mix);
	assert_int_equal(spec.waits, BIT(WCBAR_WAIT_POLL));
	assert_string_equal(wcbar_methods[spec.method]->name, "movnti");
	assert_int_equal(spec.iterations, 1000);
	assert_int_equal(spec.warmup, 10);
	assert_int_equal(spec.timeout, 1000);
	assert_int_equal(spec.cpu, -1);
	assert_int_equal(spec.broken, WCBAR_BREAK_NONE);
	assert_int_equal(wcbar_post_rows(&spec), 3 * 7);
}

static const char all_words[] =
	"post=inline,auto,bf map=uc,wc size=1,3,4K mix=1 iterations=1000000 warmup=0 wait=irq,poll timeout=60000 method=store8 cpu=3 break=skip";

static void every_word(void **state)
{
	struct wcbar_post_spec spec;
	char err[WCBAR_SPEC_ERR];

	(void)state;
	assert_int_equal(parse(all_words, &spec, err), 0);
	assert_int_equal(spec.posts, BIT(WCBAR_POST_BF) | BIT(WCBAR_POST_INLINE));
	assert_true(spec.post_auto);
	assert_int_equal(spec.nr_maps, 2);
	assert_int_equal(spec.maps[0], WCBAR_MT_UC);
	assert_int_equal(spec.maps[1], WCBAR_MT_WC);
	assert_int_equal(spec.nr_sizes, 3);
	assert_int_equal(spec.sizes[2], 4096);
	assert_true(spec.mix);
	assert_int_equal(spec.waits, 3);
	assert_string_equal(wcbar_methods[spec.method]->name, "store8");
	assert_int_equal(spec.iterations, 1000000);
	assert_int_equal(spec.warmup, 0);
	assert_int_equal(spec.timeout, 60000);
	assert_int_equal(spec.cpu, 3);
	assert_int_equal(spec.broken, WCBAR_BREAK_SKIP);
	/* maps, ways with auto, one size, waits */
	assert_int_equal(wcbar_post_rows(&spec), 2 * 3 * 1 * 2);
}

static void breaks(void **state)
{
	static const char *const texts[] = {
		"break=sequence-first", "break=repeat", "break=skip",
		"break=stale post=doorbell,inline",
	};
	struct wcbar_post_spec spec;
	char err[WCBAR_SPEC_ERR];
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		assert_int_equal(parse(texts[i], &spec, err), 0);
		assert_int_equal(spec.broken, WCBAR_BREAK_SEQUENCE + i);
	}
}

static void wrong_words(void **state)
{
	static const struct {
		const char *text;
		const char *says;
	} bad[] = {
		{ "", "empty specification" },
		{ " \t ", "empty specification" },
		{ "colour=red", "unknown word 'colour'" },
		{ "dir=read", "unknown word 'dir'" },
		{ "post=", "post: empty value" },
		{ "post", "post: empty value" },
		{ "post=bf post=bf", "post: given twice" },
		{ "post=all", "post: 'all' is none of bf, doorbell" },
		{ "post=bf,", "post: empty value" },
		{ "map=wb", "map: 'wb' is none of" },
		{ "map=wc,wc", "map: 'wc' is given twice" },
		{ "size=0", "size: 0 is not a size" },
		{ "size=4097", "size: 4097 is more than 4096" },
		{ "size=1..8K", "size: 8192 is more than 4096" },
		{ "size=1..65+1", "holds too many numbers" },
		{ "size=18446744073709551616", "is too large" },
		{ "mix=2", "mix: 2 is more than 1" },
		{ "iterations=0", "iterations: 0 is less than 1" },
		{ "iterations=1000001", "is more than 1000000" },
		{ "warmup=1001", "is more than 1000" },
		{ "wait=spin", "wait: 'spin' is none of poll and irq" },
		{ "timeout=0", "timeout: 0 is less than 1" },
		{ "timeout=60001", "is more than 60000" },
		{ "method=strcpy", "method: 'strcpy' is no method" },
		{ "method=movnti,store8", "'movnti,store8' is no method" },
		{ "method=load8", "method: 'load8' is no method to write" },
		{ "cpu=-1", "cpu: '-1' is negative" },
		{ "break=none", "break: 'none' is none of" },
		{ "break=stale", "break: stale is of a doorbell" },
		{ "break=stale post=doorbell,auto", "break: stale" },
		{ "map=wc,uc-,uc size=1..60+1 wait=poll,irq post=bf,auto,inline",
		  "1080 rows are more than 1024" },
		{ "size=8\nmix=1", "byte 0x0a at position 6" },
	};
	struct wcbar_post_spec spec;
	char err[WCBAR_SPEC_ERR];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		assert_int_equal(parse(bad[i].text, &spec, err), -EINVAL);
		if (!strstr(err, bad[i].says))
			fail_msg("%s: %s", bad[i].text, err);
	}
}

static void a_text_too_long(void **state)
{
	struct wcbar_post_spec spec;
	char text[WCBAR_SPEC_MAX_TEXT + 2], err[WCBAR_SPEC_ERR];

	(void)state;
	memset(text, ' ', sizeof(text));
	memcpy(text, "mix=1", 5);
	text[WCBAR_SPEC_MAX_TEXT] = '\0';
	assert_int_equal(parse(text, &spec, err), 0);
	text[WCBAR_SPEC_MAX_TEXT] = ' ';
	text[WCBAR_SPEC_MAX_TEXT + 1] = '\0';
	assert_int_equal(parse(text, &spec, err), -E2BIG);
}

/* A small generator: the same bytes in every run */
static u32 random_number(void)
{
	static u32 x = 2463534242;

	x ^= x << 13;
	x ^= x >> 17;
	return x ^= x << 5;
}

/* Good specifications with bytes of them changed: no harm, and a sentence */
static void garbage(void **state)
{
	struct wcbar_post_spec spec;
	char text[sizeof(all_words)], err[WCBAR_SPEC_ERR];
	u32 i, n, accepted = 0;

	(void)state;
	for (i = 0; i < 20000; i++) {
		memcpy(text, all_words, sizeof(all_words));
		for (n = random_number() % 4; n--;)
			text[random_number() % (sizeof(all_words) - 1)] =
				(char)(random_number() % 255 + 1);
		if (parse(text, &spec, err))
			continue;
		accepted++;
		assert_in_range(wcbar_post_rows(&spec), 1, WCBAR_POST_MAX_ROWS);
		assert_in_range(spec.nr_sizes, 1, WCBAR_POST_MAX_SIZES);
		for (n = 0; n < spec.nr_sizes; n++)
			assert_in_range(spec.sizes[n], 1, WCBAR_POST_MAX_BYTES);
		assert_in_range(spec.iterations, 1, WCBAR_SPEC_MAX_ITER);
		assert_in_range(spec.method, 0, wcbar_nr_methods - 1);
		assert_true(spec.posts || spec.post_auto);
		assert_true(spec.waits);
	}
	assert_in_range(accepted, 1000, 19000);
}

/* --- the histogram ------------------------------------------------------------ */

static void buckets(void **state)
{
	u32 i;

	(void)state;
	assert_int_equal(wcbar_hist_lower(0), 0);
	assert_int_equal(wcbar_hist_bucket(0), 0);
	assert_int_equal(wcbar_hist_bucket(63), 0);
	assert_int_equal(wcbar_hist_bucket(71), 0);
	assert_int_equal(wcbar_hist_bucket(72), 1);
	assert_int_equal(wcbar_hist_lower(1), 72);
	assert_int_equal(wcbar_hist_bucket(127), 7);
	assert_int_equal(wcbar_hist_bucket(128), 8);
	assert_int_equal(wcbar_hist_lower(9), 144);
	for (i = 1; i < WCBAR_HIST_BUCKETS; i++) {
		u64 ns = wcbar_hist_lower(i);

		assert_int_equal(wcbar_hist_bucket(ns), i);
		assert_int_equal(wcbar_hist_bucket(ns - 1), i - 1);
	}
	assert_int_equal(wcbar_hist_bucket(U64_MAX), WCBAR_HIST_BUCKETS - 1);
}

static void times_in_buckets(void **state)
{
	static const u64 ps[] = {
		0, 71999, 72000, 79999, 80000, 1000000, 1000001, U64_MAX,
	};
	u32 hist[WCBAR_HIST_BUCKETS] = { 0 }, i, sum = 0;

	(void)state;
	wcbar_hist_add(hist, ps, ARRAY_SIZE(ps));
	assert_int_equal(hist[0], 2);
	assert_int_equal(hist[1], 2);
	assert_int_equal(hist[2], 1);
	assert_int_equal(hist[wcbar_hist_bucket(1000)], 2);
	assert_int_equal(hist[WCBAR_HIST_BUCKETS - 1], 1);
	for (i = 0; i < WCBAR_HIST_BUCKETS; i++)
		sum += hist[i];
	assert_int_equal(sum, ARRAY_SIZE(ps));
}

/* --- rows ------------------------------------------------------------------------ */

#define RAN_WORDS	"doorbell yes wc uc- uc 4096 1 1000 irq completion " \
			"- own "
#define RAN_TIMES	"0.100 0.120 9.000 0.130 0.050 1.000 2.001 " \
			"5.000 6.000 99.000 7.000 0.500 20.000 30.000 "
#define RAN_COUNTS	"1010 1 2 3 4 5 "
#define RAN_HIST	"0:999,72:1 "
#define RAN_TEXT	RAN_WORDS RAN_TIMES RAN_COUNTS RAN_HIST \
			"failed torn, the card says"

static void fill(struct wcbar_post_row *row)
{
	memset(row, 0, sizeof(*row));
	row->post = WCBAR_POST_DOORBELL;
	row->by_auto = true;
	row->map = WCBAR_MT_WC;
	row->obtained = WCBAR_MT_UC_MINUS;
	row->effective = WCBAR_MT_UC;
	row->bytes = 4096;
	row->lines = 1;
	row->iterations = 1000;
	row->wait = WCBAR_WAIT_IRQ;
	snprintf(row->method, sizeof(row->method), "-");
	snprintf(row->card, sizeof(row->card), "own");
	row->issued = (struct wcbar_post_stats){
		.s = { .min = 100, .median = 120, .max = 9000, .mean = 130,
		       .stdev = 50, .p99 = 1000 },
		.p999 = 2001,
	};
	row->done = (struct wcbar_post_stats){
		.s = { .min = 5000, .median = 6000, .max = 99000, .mean = 7000,
		       .stdev = 500, .p99 = 20000 },
		.p999 = 30000,
	};
	row->taken = 1010;
	row->torn = 1;
	row->stale = 2;
	row->twice = 3;
	row->order = 4;
	row->lost = 5;
	row->hist[0] = 999;
	row->hist[1] = 1;
	row->failed = true;
	snprintf(row->note, sizeof(row->note), "torn, the card says");
}

static void there_and_back(const struct wcbar_post_row *row, const char *text)
{
	struct wcbar_post_row back;
	char buf[WCBAR_POST_ROW_TEXT];
	int len;

	len = wcbar_post_format(row, buf, sizeof(buf));
	assert_true(len > 0);
	assert_int_equal(len, strlen(buf));
	if (text)
		assert_string_equal(buf, text);
	assert_int_equal(wcbar_post_row_parse(buf, (size_t)len, &back), 0);
	assert_memory_equal(&back, row, sizeof(back));
	/* with a line end as well */
	buf[len] = '\n';
	assert_int_equal(wcbar_post_row_parse(buf, (size_t)len + 1, &back), 0);
	assert_memory_equal(&back, row, sizeof(back));
}

static void a_row_that_failed(void **state)
{
	struct wcbar_post_row row;

	(void)state;
	fill(&row);
	there_and_back(&row, RAN_TEXT);
}

static void a_skipped_row(void **state)
{
	struct wcbar_post_row row;

	(void)state;
	memset(&row, 0, sizeof(row));
	row.map = WCBAR_MT_UC;
	row.obtained = WCBAR_MT_UNKNOWN;
	row.effective = WCBAR_MT_UNKNOWN;
	row.until = WCBAR_UNTIL_READBACK;
	snprintf(row.method, sizeof(row.method), "movnti");
	snprintf(row.card, sizeof(row.card), "-");
	row.skipped = true;
	snprintf(row.note, sizeof(row.note), "uncached not obtained");
	there_and_back(&row, "bf no uc - - mixed 0 0 poll readback movnti - - - - - - - - - - - - - - - 0 0 0 0 0 0 - skipped uncached not obtained");
}

static void columns_are_named(void **state)
{
	const char *p = WCBAR_POST_COLUMNS;
	unsigned int names = 0, words = 0;

	(void)state;
	for (; (p = strchr(p, ' ')); p++)
		names++;
	for (p = RAN_WORDS RAN_TIMES RAN_COUNTS RAN_HIST "ok -";
	     (p = strchr(p, ' ')); p++)
		words++;
	/* "# columns:" is one word more than a row has, but for its first */
	assert_int_equal(names - 1, words + 1);
}

static void the_longest_row(void **state)
{
	struct wcbar_post_row row;
	char buf[WCBAR_POST_ROW_TEXT];
	size_t i;

	(void)state;
	fill(&row);
	row.map = WCBAR_MT_MIXED;
	row.obtained = WCBAR_MT_MIXED;
	row.effective = WCBAR_MT_MIXED;
	row.bytes = U32_MAX;
	row.lines = U32_MAX;
	row.iterations = U32_MAX;
	memset(row.method, 'm', sizeof(row.method) - 1);
	memset(row.card, 'c', sizeof(row.card) - 1);
	memset(row.note, 'n', sizeof(row.note) - 1);
	memset(&row.issued, 0xff, sizeof(row.issued));
	memset(&row.done, 0xff, sizeof(row.done));
	row.taken = U64_MAX;
	row.torn = U64_MAX;
	row.stale = U64_MAX;
	row.twice = U64_MAX;
	row.order = U64_MAX;
	row.lost = U64_MAX;
	for (i = 0; i < WCBAR_HIST_BUCKETS; i++)
		row.hist[i] = U32_MAX;
	there_and_back(&row, NULL);
	/* and a byte less than it needs is told */
	i = (size_t)wcbar_post_format(&row, buf, sizeof(buf));
	assert_int_equal(wcbar_post_format(&row, buf, i), -ENOSPC);
	assert_string_equal(buf, "");
	assert_int_equal(wcbar_post_format(&row, buf, i + 1), i);
}

static void a_note_stays_in_its_line(void **state)
{
	struct wcbar_post_row row, back;
	char buf[WCBAR_POST_ROW_TEXT];

	(void)state;
	fill(&row);
	snprintf(row.note, sizeof(row.note), "one\ntwo\tthree\x7f");
	assert_true(wcbar_post_format(&row, buf, sizeof(buf)) > 0);
	assert_null(strpbrk(buf, "\n\t\x7f"));
	assert_int_equal(wcbar_post_row_parse(buf, strlen(buf), &back), 0);
	assert_string_equal(back.note, "one two three ");
}

static void cut_short(void **state)
{
	size_t len, whole = strlen(RAN_TEXT) - strlen("torn, the card says");
	struct wcbar_post_row row;

	(void)state;
	for (len = 0; len <= whole; len++) {
		char *exact = malloc(len ? len : 1);

		assert_non_null(exact);
		memcpy(exact, RAN_TEXT, len);
		assert_int_equal(wcbar_post_row_parse(exact, len, &row),
				 -EINVAL);
		free(exact);
	}
}

static void not_a_row(void **state)
{
	static const struct {
		const char *from;
		const char *to;
	} changes[] = {
		{ "doorbell", "dorbell" },
		{ " yes ", " maybe " },
		{ " uc- ", " uc+ " },
		{ " 4096 ", " 0 " },
		{ " 4096 ", " 4294967296 " },
		{ " 4096 ", " 4K " },
		{ " 1000 irq ", " 0 irq " },
		{ " 1000 irq ", " -1000 irq " },
		{ " irq ", " sleep " },
		{ " completion ", " soon " },
		{ " own ", " ownownownown " },
		{ "0.120", "0.12" },
		{ "0.120", "-" },
		{ "0.120", "18446744073709551.616" },
		{ " 1010 ", " 18446744073709551616 " },
		{ RAN_HIST, "0:999,72:0 " },
		{ RAN_HIST, "0:999,73:1 " },
		{ RAN_HIST, "72:1,0:999 " },
		{ RAN_HIST, "72:1,72:1 " },
		{ RAN_HIST, "64:1 " },
		{ RAN_HIST, "0:999, " },
		{ RAN_HIST, "0:4294967296 " },
		{ RAN_HIST, "0 " },
		{ RAN_HIST, ": " },
		{ RAN_HIST, "0:1:2 " },
		{ " failed ", " broken " },
		{ "torn,", "to\x1brn," },
	};
	struct wcbar_post_row row;
	char text[1024];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(changes); i++) {
		const char *at = strstr(RAN_TEXT, changes[i].from);

		assert_non_null(at);
		snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - RAN_TEXT),
			 RAN_TEXT, changes[i].to,
			 at + strlen(changes[i].from));
		if (wcbar_post_row_parse(text, strlen(text), &row) != -EINVAL)
			fail_msg("taken for a row: %s", text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults),
		cmocka_unit_test(every_word),
		cmocka_unit_test(breaks),
		cmocka_unit_test(wrong_words),
		cmocka_unit_test(a_text_too_long),
		cmocka_unit_test(garbage),
		cmocka_unit_test(buckets),
		cmocka_unit_test(times_in_buckets),
		cmocka_unit_test(a_row_that_failed),
		cmocka_unit_test(a_skipped_row),
		cmocka_unit_test(columns_are_named),
		cmocka_unit_test(the_longest_row),
		cmocka_unit_test(a_note_stays_in_its_line),
		cmocka_unit_test(cut_short),
		cmocka_unit_test(not_a_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
