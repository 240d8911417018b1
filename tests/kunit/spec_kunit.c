// SPDX-License-Identifier: GPL-2.0
/*
 * The run specification: its grammar, its defaults, and everything that it
 * has to refuse, with the wrong word named.
 */
#include <kunit/test.h>

#include "spec_case.h"

static const struct spec_bad bad[] = {
	{ "an unknown word", "speed=1", "unknown", "'speed'" },
	{ "an unknown word without a value", "fast", "unknown", "'fast'" },
	{ "a known word in capitals", "SIZE=64", "unknown", "'SIZE'" },
	{ "a known word cut short", "siz=64", "unknown", "'siz'" },
	{ "a value without a word", "=64", "unknown", "''" },
	{ "blanks around the equals sign", "size = 64", "size", "empty" },
	{ "an unknown word after good ones", "size=64 map=wc bogus=1",
	  "unknown", "'bogus'" },
	{ "a word twice", "size=64 size=128", "size", "twice" },
	{ "a word without equals sign", "size", "size", "empty" },
	{ "a word without value", "size=", "size", "empty" },
	{ "a method that is none", "method=teleport", "method", "'teleport'" },
	{ "a method that is none after one that is", "method=movnti,memcpy",
	  "method", "'memcpy'" },
	{ "a method in capitals", "method=MOVNTI", "method", "'MOVNTI'" },
	{ "an empty method in a list", "method=movnti,", "method", "empty" },
	{ "a method of the other direction", "method=movnti dir=read",
	  "method", "read" },
	{ "only a reading method to write with",
	  "method=memcpy_fromio dir=write", "method", "write" },
	{ "a map that is no type", "map=fast", "map", "'fast'" },
	{ "a map of write-back", "map=wb", "map", "'wb'" },
	{ "a map of write-through", "map=wc,wt", "map", "'wt'" },
	{ "a map of mixed", "map=mixed", "map", "'mixed'" },
	{ "a map twice", "map=wc,uc,wc", "map", "twice" },
	{ "an empty map in a list", "map=,wc", "map", "empty" },
	{ "a direction that is none", "dir=up", "dir", "'up'" },
	{ "size 0", "size=0", "size", "0" },
	{ "size 0 in a list", "size=64,0", "size", "0" },
	{ "size 0 by a range", "size=0..64", "size", "0" },
	{ "a negative size", "size=-1", "size", "'-1' is negative" },
	{ "a signed size", "size=+1", "size", "'+1'" },
	{ "a size past the window by a byte", "size=67108865", "size",
	  "67108865" },
	{ "a size past the window in a list", "size=64,65M", "size", "past" },
	{ "a size past the window by a range", "size=64..128M", "size",
	  "past" },
	{ "a size of 2^63", "size=9223372036854775808", "size",
	  "9223372036854775808" },
	{ "a size of 2^63 in hexadecimal", "size=0x8000000000000000", "size",
	  "past" },
	{ "a size of 2^64 - 1", "size=18446744073709551615", "size", "past" },
	{ "a size of 2^64", "size=18446744073709551616", "size", "too large" },
	{ "a size of 2^64 by its suffix", "size=17179869184G", "size",
	  "too large" },
	{ "a size of a hundred digits",
	  "size=1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
	  "size", "too large" },
	{ "a size of letters", "size=big", "size", "'big'" },
	{ "a size with rubbish after it", "size=64x", "size", "'64x'" },
	{ "a size with two suffixes", "size=1KK", "size", "'1KK'" },
	{ "a size of a suffix", "size=K", "size", "'K'" },
	{ "a size with a point", "size=1.5M", "size", "'1.5M'" },
	{ "hexadecimal without digits", "size=0x", "size", "'0x'" },
	{ "hexadecimal with a suffix only", "size=0xK", "size", "'0xK'" },
	{ "hexadecimal digits without 0x", "size=ff", "size", "'ff'" },
	{ "a range without end", "size=64..", "size", "'64..'" },
	{ "a range without begin", "size=..64", "size", "'..64'" },
	{ "a range of nothing", "size=..", "size", "'..'" },
	{ "a range that runs backwards", "size=128..64", "size",
	  "'128..64'" },
	{ "a range of three", "size=1..2..3", "size", "'2..3'" },
	{ "a range with a step of 0", "size=1..8+0", "size", "step" },
	{ "a range with an empty step", "size=1..8+", "size", "'1..8+'" },
	{ "a range with a negative step", "size=1..8+-1", "size", "'-1'" },
	{ "a range of more numbers than a list holds", "offset=0..1000+1",
	  "offset", "too many" },
	{ "a range that would never end in 64 bits",
	  "offset=0..18446744073709551615+1", "offset", "too many" },
	{ "an empty size in a list", "size=64,,128", "size", "empty" },
	{ "an offset at the end of the window", "offset=64M", "offset",
	  "67108864" },
	{ "an offset of 2^63", "offset=0x8000000000000000", "offset",
	  "9223372036854775808" },
	{ "a negative offset", "offset=-64", "offset", "negative" },
	{ "an offset whose operation leaves the window",
	  "size=64M offset=1", "offset", "1 with size 67108864" },
	{ "the default size leaves the window", "offset=67108800", "offset",
	  "67108800 with size 4096" },
	{ "offset and size whose sum leaves 64 bits",
	  "offset=67108863 size=18446744073709551615", "size", "past" },
	{ "a misalignment of a page", "src_offset=4096", "src_offset",
	  "4096" },
	{ "two misalignments", "src_offset=1,2", "src_offset", "'1,2'" },
	{ "more iterations than a million", "iterations=1000001",
	  "iterations", "1000001" },
	{ "iterations of more than 32 bits", "iterations=4294967296",
	  "iterations", "4294967296" },
	{ "more warm-up than a thousand", "warmup=1001", "warmup", "1001" },
	{ "a negative CPU", "cpu=-1", "cpu", "negative" },
	{ "a CPU that is no number", "cpu=any", "cpu", "'any'" },
	{ "a CPU of 2^31", "cpu=2147483648", "cpu", "2147483648" },
	{ "a negative node", "node=-1", "node", "negative" },
	{ "verify of 2", "verify=2", "verify", "2" },
	{ "verify of yes", "verify=yes", "verify", "'yes'" },
	{ "save of 2", "save=2", "save", "2" },
	{ "more rows than a run may have",
	  "map=wc,uc,uc- size=1..200+1 offset=0..200+1", "rows", "8192" },
	{ "a control byte", "size=64\001", "byte 0x01", "position 7" },
	{ "a byte above ASCII", "size=\xc2\xb5", "byte 0xc2", "position 5" },
	{ "a line break in the middle", "size=64\nmap=wc", "byte 0x0a",
	  "position 7" },
	{ "nothing at all", "", "empty", "specification" },
	{ "a line break and nothing else", "\n", "empty", "specification" },
	{ "blanks only", " \t  \t ", "empty", "specification" },
};

KUNIT_ARRAY_PARAM_DESC(bad, bad, desc);

static void bad_input_is_refused(struct kunit *test)
{
	spec_case_refused(test, test->param_value);
}

static void bytes_of_zero_are_refused(struct kunit *test)
{
	struct spec_case *ctx = test->priv;

	KUNIT_EXPECT_EQ(test, -EINVAL,
			spec_case_parse(test, "size=64\0 map=wc", 15, WINDOW));
	KUNIT_EXPECT_NOT_NULL(test, strstr(ctx->err, "position 7"));
	KUNIT_EXPECT_EQ(test, -EINVAL, spec_case_parse(test, "\0", 1, WINDOW));
}

static void a_long_word_is_quoted_in_part(struct kunit *test)
{
	struct spec_case *ctx = test->priv;

	memset(ctx->text, 'y', WCBAR_SPEC_MAX_TEXT);
	KUNIT_EXPECT_EQ(test, -EINVAL,
			spec_case_parse(test, ctx->text,
					WCBAR_SPEC_MAX_TEXT, WINDOW));
	KUNIT_EXPECT_NOT_NULL(test, strstr(ctx->err, "yyyy..'"));
}

static void too_long_a_text_is_refused(struct kunit *test)
{
	struct spec_case *ctx = test->priv;

	memset(ctx->text, ' ', sizeof(ctx->text));
	memcpy(ctx->text, "size=64", 7);
	KUNIT_EXPECT_EQ(test, 0,
			spec_case_parse(test, ctx->text,
					WCBAR_SPEC_MAX_TEXT, WINDOW));
	KUNIT_EXPECT_EQ(test, -E2BIG,
			spec_case_parse(test, ctx->text,
					WCBAR_SPEC_MAX_TEXT + 1, WINDOW));
}

/* Pseudo-random bytes, always the same ones */
static void garbage_never_gets_out_of_bounds(struct kunit *test)
{
	static const char alphabet[] =
		"0123456789.,=+-xKMG \tsizeofmtnthdrap\n\0\377";
	struct spec_case *ctx = test->priv;
	const struct wcbar_spec *spec = &ctx->spec;
	u32 seed = 1, round, i, good = 0;

	for (round = 0; round < 2000; round++) {
		size_t len = round % 64;

		for (i = 0; i < len; i++) {
			seed = seed * 1664525 + 1013904223;
			ctx->text[i] = alphabet[(seed >> 16) %
						(sizeof(alphabet) - 1)];
		}
		if (round % 2)
			memcpy(ctx->text, "size=", min_t(size_t, len, 5));
		if (spec_case_parse(test, ctx->text, len, WINDOW))
			continue;
		good++;
		for (i = 0; i < spec->nr_sizes; i++) {
			KUNIT_ASSERT_GT(test, spec->sizes[i], 0);
			KUNIT_ASSERT_LE(test, spec->sizes[i], WINDOW);
		}
	}
	/* some of it is good: else the loop above tests nothing */
	KUNIT_EXPECT_GT(test, good, 0);
}

struct list_case {
	const char *list;
	u32 nr;
	u64 want[12];
};

static const struct list_case lists[] = {
	{ "7", 1, { 7 } },
	{ "1,2,3", 3, { 1, 2, 3 } },
	{ "3,1,3", 3, { 3, 1, 3 } },
	{ "0x40", 1, { 64 } },
	{ "0XaF", 1, { 175 } },
	{ "4K,4k,1M,1m", 4, { 4096, 4096, MIB, MIB } },
	{ "0x10K", 1, { 16384 } },
	{ "007", 1, { 7 } },
	{ "64..1K", 5, { 64, 128, 256, 512, 1024 } },
	{ "64..1000", 5, { 64, 128, 256, 512, 1000 } },
	{ "0..63", 8, { 0, 1, 2, 4, 8, 16, 32, 63 } },
	{ "5..5", 1, { 5 } },
	{ "0..0", 1, { 0 } },
	{ "3..4", 2, { 3, 4 } },
	{ "0..8+2", 5, { 0, 2, 4, 6, 8 } },
	{ "1..10+4", 3, { 1, 5, 9 } },
	{ "1..2+18446744073709551615", 1, { 1 } },
	{ "8,1..4,0..2+1", 7, { 8, 1, 2, 4, 0, 1, 2 } },
	{ "0x10..0x40", 3, { 16, 32, 64 } },
};

static void list_desc(const struct list_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s gives %u numbers", c->list,
		 c->nr);
}

KUNIT_ARRAY_PARAM(lists, lists, list_desc);

static void lists_and_ranges(struct kunit *test)
{
	const struct list_case *c = test->param_value;
	struct spec_case *ctx = test->priv;
	u32 i;

	snprintf(ctx->text, sizeof(ctx->text), "size=1 offset=%s", c->list);
	KUNIT_ASSERT_EQ(test, 0,
			spec_case_parse(test, ctx->text,
					strlen(ctx->text), WINDOW));
	KUNIT_ASSERT_EQ(test, ctx->spec.nr_offsets, c->nr);
	for (i = 0; i < c->nr; i++)
		KUNIT_EXPECT_EQ(test, ctx->spec.offsets[i], c->want[i]);
}

static void a_list_of_256_numbers_is_the_longest(struct kunit *test)
{
	struct spec_case *ctx = test->priv;

	KUNIT_EXPECT_EQ(test, 0,
			spec_case_parse(test, "size=1..256+1", 13, WINDOW));
	KUNIT_EXPECT_EQ(test, ctx->spec.nr_sizes, WCBAR_SPEC_MAX_LIST);
	KUNIT_EXPECT_EQ(test, ctx->spec.sizes[255], 256);
	KUNIT_EXPECT_EQ(test, -EINVAL,
			spec_case_parse(test, "size=1..257+1", 13, WINDOW));
}

static void defaults(struct kunit *test)
{
	struct spec_case *ctx = test->priv;
	const struct wcbar_spec *spec = &ctx->spec;

	KUNIT_ASSERT_EQ(test, 0,
			spec_case_parse(test, "method=all\n", 11, WINDOW));
	KUNIT_EXPECT_EQ(test, spec->methods, SPEC_A | SPEC_B | SPEC_C);
	KUNIT_EXPECT_EQ(test, spec->dirs, WCBAR_DIR_WRITE | WCBAR_DIR_READ);
	KUNIT_EXPECT_EQ(test, spec->nr_maps, 0);
	KUNIT_EXPECT_EQ(test, spec->nr_sizes, 1);
	KUNIT_EXPECT_EQ(test, spec->sizes[0], 4096);
	KUNIT_EXPECT_EQ(test, spec->nr_offsets, 1);
	KUNIT_EXPECT_EQ(test, spec->offsets[0], 0);
	KUNIT_EXPECT_EQ(test, spec->src_offset, 0);
	KUNIT_EXPECT_EQ(test, spec->iterations, 0);
	KUNIT_EXPECT_EQ(test, spec->warmup, 2);
	KUNIT_EXPECT_EQ(test, spec->cpu, -1);
	KUNIT_EXPECT_EQ(test, spec->node, -1);
	KUNIT_EXPECT_TRUE(test, spec->verify);
	KUNIT_EXPECT_FALSE(test, spec->save);
	KUNIT_EXPECT_EQ(test, wcbar_spec_rows(spec), 3);
}

static void every_word_at_once(struct kunit *test)
{
	struct spec_case *ctx = test->priv;
	const struct wcbar_spec *spec = &ctx->spec;

	strscpy(ctx->text,
		"\tnode=1 cpu=0x2  save=1 verify=0 warmup=1000\titerations=1000000 src_offset=4095 offset=0..2+1 size=64,1K dir=write map=uc-,uncached,wc method=movnti ",
		sizeof(ctx->text));
	KUNIT_ASSERT_EQ(test, 0,
			spec_case_parse(test, ctx->text,
					strlen(ctx->text), WINDOW));
	KUNIT_EXPECT_EQ(test, spec->methods, SPEC_B);
	KUNIT_EXPECT_EQ(test, spec->dirs, WCBAR_DIR_WRITE);
	KUNIT_EXPECT_EQ(test, spec->nr_maps, 3);
	KUNIT_EXPECT_EQ(test, spec->maps[0], WCBAR_MT_UC_MINUS);
	KUNIT_EXPECT_EQ(test, spec->maps[1], WCBAR_MT_UC);
	KUNIT_EXPECT_EQ(test, spec->maps[2], WCBAR_MT_WC);
	KUNIT_EXPECT_EQ(test, spec->nr_sizes, 2);
	KUNIT_EXPECT_EQ(test, spec->sizes[1], 1024);
	KUNIT_EXPECT_EQ(test, spec->nr_offsets, 3);
	KUNIT_EXPECT_EQ(test, spec->src_offset, 4095);
	KUNIT_EXPECT_EQ(test, spec->iterations, 1000000);
	KUNIT_EXPECT_EQ(test, spec->warmup, 1000);
	KUNIT_EXPECT_EQ(test, spec->cpu, 2);
	KUNIT_EXPECT_EQ(test, spec->node, 1);
	KUNIT_EXPECT_FALSE(test, spec->verify);
	KUNIT_EXPECT_TRUE(test, spec->save);
	KUNIT_EXPECT_EQ(test, wcbar_spec_rows(spec), 3 * 1 * 2 * 3);
}

static struct kunit_case spec_cases[] = {
	KUNIT_CASE_PARAM(bad_input_is_refused, bad_gen_params),
	KUNIT_CASE(bytes_of_zero_are_refused),
	KUNIT_CASE(a_long_word_is_quoted_in_part),
	KUNIT_CASE(too_long_a_text_is_refused),
	KUNIT_CASE(garbage_never_gets_out_of_bounds),
	KUNIT_CASE_PARAM(lists_and_ranges, lists_gen_params),
	KUNIT_CASE(a_list_of_256_numbers_is_the_longest),
	KUNIT_CASE(defaults),
	KUNIT_CASE(every_word_at_once),
	{}
};

static struct kunit_suite spec_suite = {
	.name = "wcbar_spec",
	.init = spec_case_init,
	.test_cases = spec_cases,
};

kunit_test_suites(&spec_suite);

MODULE_DESCRIPTION("KUnit suite: run specification");
MODULE_LICENSE("GPL");
