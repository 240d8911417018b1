// SPDX-License-Identifier: GPL-2.0
/*
 * The rules of x86 memory types: names, register encodings, MTRR lookup, and
 * all 30 cells of the SDM's table of MTRR and PAT.
 */
#include <kunit/test.h>
#include <wcbar/memtype.h>

#define WB	WCBAR_MT_WB
#define WC	WCBAR_MT_WC
#define UCM	WCBAR_MT_UC_MINUS
#define UC	WCBAR_MT_UC
#define WT	WCBAR_MT_WT
#define WP	WCBAR_MT_WP
#define MIXED	WCBAR_MT_MIXED
#define UNKNOWN	WCBAR_MT_UNKNOWN

struct cell {
	enum wcbar_memtype mtrr;
	enum wcbar_memtype pat;
	enum wcbar_memtype effective;
};

/*
 * SDM volume 3A, table "Effective Page-Level Memory Types for Pentium III and
 * More Recent Processor Families", in its order.
 */
static const struct cell cells[] = {
	{ UC, UC,  UC }, { UC, UCM, UC }, { UC, WC, WC },
	{ UC, WT,  UC }, { UC, WB,  UC }, { UC, WP, UC },
	{ WC, UC,  UC }, { WC, UCM, WC }, { WC, WC, WC },
	{ WC, WT,  UC }, { WC, WB,  WC }, { WC, WP, UC },
	{ WT, UC,  UC }, { WT, UCM, UC }, { WT, WC, WC },
	{ WT, WT,  WT }, { WT, WB,  WT }, { WT, WP, WP },
	{ WB, UC,  UC }, { WB, UCM, UC }, { WB, WC, WC },
	{ WB, WT,  WT }, { WB, WB,  WB }, { WB, WP, WP },
	{ WP, UC,  UC }, { WP, UCM, WC }, { WP, WC, WC },
	{ WP, WT,  WT }, { WP, WB,  WP }, { WP, WP, WP },
};

static void cell_desc(const struct cell *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE,
		 "an entry of %s over an MTRR of %s is effectively %s",
		 wcbar_memtype_short(c->pat), wcbar_memtype_short(c->mtrr),
		 wcbar_memtype_short(c->effective));
}

KUNIT_ARRAY_PARAM(cells, cells, cell_desc);

static void combination(struct kunit *test)
{
	const struct cell *c = test->param_value;

	KUNIT_EXPECT_EQ(test, wcbar_memtype_combine(c->mtrr, c->pat),
			c->effective);
}

/* Each of the five MTRR types meets each of the six PAT types once. */
static void the_table_has_all_30_cells(struct kunit *test)
{
	u32 seen[WCBAR_MT_NUM] = { 0 };
	size_t i;

	KUNIT_ASSERT_EQ(test, ARRAY_SIZE(cells), 30);
	for (i = 0; i < ARRAY_SIZE(cells); i++) {
		KUNIT_EXPECT_NE(test, cells[i].mtrr, UCM);
		KUNIT_EXPECT_EQ(test, seen[cells[i].mtrr] & BIT(cells[i].pat),
				0);
		seen[cells[i].mtrr] |= BIT(cells[i].pat);
	}
}

struct odd_cell {
	const char *desc;
	enum wcbar_memtype mtrr;
	enum wcbar_memtype pat;
	enum wcbar_memtype effective;
};

static const struct odd_cell odd_cells[] = {
	{ "an MTRR cannot be uc-", UCM, WC, UNKNOWN },
	{ "an entry of wc is wc whatever the MTRRs mix", MIXED, WC, WC },
	{ "an entry of uc is uc whatever the MTRRs mix", MIXED, UC, UC },
	{ "an entry of uc- over mixed MTRRs is mixed", MIXED, UCM, MIXED },
	{ "an entry of wb over mixed MTRRs is mixed", MIXED, WB, MIXED },
	{ "an entry of wt over mixed MTRRs is mixed", MIXED, WT, MIXED },
	{ "an entry of wp over mixed MTRRs is mixed", MIXED, WP, MIXED },
	{ "mixed entries over one MTRR are mixed", WB, MIXED, MIXED },
	{ "mixed entries over mixed MTRRs are mixed", MIXED, MIXED, MIXED },
	{ "an unknown entry stays unknown", WB, UNKNOWN, UNKNOWN },
	{ "an unknown MTRR leaves uc- unknown", UNKNOWN, UCM, UNKNOWN },
	{ "no such type in the entry", WB, -1, UNKNOWN },
	{ "no such type in the MTRR", 99, WB, UNKNOWN },
};

KUNIT_ARRAY_PARAM_DESC(odd_cells, odd_cells, desc);

static void odd_combination(struct kunit *test)
{
	const struct odd_cell *c = test->param_value;

	KUNIT_EXPECT_EQ(test, wcbar_memtype_combine(c->mtrr, c->pat),
			c->effective);
}

/* SDM volume 3A, section "MTRR Precedences" */
static void overlapping_mtrrs(struct kunit *test)
{
	static const enum wcbar_memtype types[] = { WB, WC, UC, WT, WP };
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		for (j = 0; j < ARRAY_SIZE(types); j++) {
			enum wcbar_memtype a = types[i], b = types[j], want;

			if (a == b)
				want = a;
			else if (a == UC || b == UC)
				want = UC;
			else if (a + b == WB + WT && (a == WT || b == WT))
				want = WT;
			else
				want = UNKNOWN;
			KUNIT_EXPECT_EQ_MSG(test, wcbar_mtrr_overlap(a, b),
					    want, "%s and %s",
					    wcbar_memtype_short(a),
					    wcbar_memtype_short(b));
		}
	}
}

struct name_case {
	enum wcbar_memtype type;
	const char *shortname;
	const char *name;
};

static const struct name_case names[] = {
	{ WB, "wb", "write-back" },
	{ WC, "wc", "write-combining" },
	{ UCM, "uc-", "uncached-minus" },
	{ UC, "uc", "uncached" },
	{ WT, "wt", "write-through" },
	{ WP, "wp", "write-protected" },
	{ MIXED, "mixed", "mixed" },
};

static void name_desc(const struct name_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%s is %s", c->shortname,
		 c->name);
}

KUNIT_ARRAY_PARAM(names, names, name_desc);

static void name_of_a_type(struct kunit *test)
{
	const struct name_case *c = test->param_value;

	KUNIT_EXPECT_STREQ(test, wcbar_memtype_short(c->type), c->shortname);
	KUNIT_EXPECT_STREQ(test, wcbar_memtype_name(c->type), c->name);
	KUNIT_EXPECT_EQ(test, c->type,
			wcbar_memtype_parse(c->name, strlen(c->name)));
	KUNIT_EXPECT_EQ(test, c->type,
			wcbar_memtype_parse(c->shortname,
					    strlen(c->shortname)));
}

static void names_of_no_type(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, wcbar_memtype_short(UNKNOWN), "-");
	KUNIT_EXPECT_STREQ(test, wcbar_memtype_name(UNKNOWN), "-");
	KUNIT_EXPECT_STREQ(test, wcbar_memtype_short(UNKNOWN + 1), "-");
	KUNIT_EXPECT_STREQ(test, wcbar_memtype_name(-1), "-");
}

struct word_case {
	const char *word;
	size_t len;
	enum wcbar_memtype type;
};

static const struct word_case words[] = {
	{ "uncachable", 10, UC },	/* as /proc/mtrr has it */
	{ "write-protect", 13, WP },	/* as /proc/mtrr has it */
	{ "wcx", 2, WC },		/* the length counts, not the NUL */
	{ "wcx", 3, UNKNOWN },
	{ "wc ", 3, UNKNOWN },
	{ "w", 1, UNKNOWN },
	{ "", 0, UNKNOWN },
	{ "WC", 2, UNKNOWN },
	{ "uc-", 2, UC },
	{ "uc--", 4, UNKNOWN },
	{ "-", 1, UNKNOWN },
	{ "write-combinin", 14, UNKNOWN },
	{ "wc\0", 3, UNKNOWN },
};

static void word_desc(const struct word_case *c, char *desc)
{
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%zu bytes of '%s' are %s",
		 c->len, c->word, c->type == UNKNOWN ? "no type" :
		 wcbar_memtype_name(c->type));
}

KUNIT_ARRAY_PARAM(words, words, word_desc);

static void type_of_a_word(struct kunit *test)
{
	const struct word_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, wcbar_memtype_parse(c->word, c->len), c->type);
}

/* SDM volume 3A, tables "Memory Types That Can Be Encoded in MTRRs / PAT" */
static void register_encodings(struct kunit *test)
{
	static const enum wcbar_memtype mtrr[] = {
		UC, WC, UNKNOWN, UNKNOWN, WT, WP, WB, UNKNOWN,
	};
	unsigned int i;

	for (i = 0; i < 256; i++) {
		enum wcbar_memtype want = i < 8 ? mtrr[i] : UNKNOWN;

		KUNIT_EXPECT_EQ_MSG(test, wcbar_memtype_from_mtrr(i), want,
				    "MTRR field %u", i);
		if (i == 7)
			want = UCM;
		KUNIT_EXPECT_EQ_MSG(test, wcbar_memtype_from_pat(i), want,
				    "PAT field %u", i);
	}
}

static struct kunit_case mtrules_cases[] = {
	KUNIT_CASE_PARAM(combination, cells_gen_params),
	KUNIT_CASE(the_table_has_all_30_cells),
	KUNIT_CASE_PARAM(odd_combination, odd_cells_gen_params),
	KUNIT_CASE(overlapping_mtrrs),
	KUNIT_CASE_PARAM(name_of_a_type, names_gen_params),
	KUNIT_CASE(names_of_no_type),
	KUNIT_CASE_PARAM(type_of_a_word, words_gen_params),
	KUNIT_CASE(register_encodings),
	{}
};

static struct kunit_suite mtrules_suite = {
	.name = "wcbar_mtrules",
	.test_cases = mtrules_cases,
};

kunit_test_suites(&mtrules_suite);

MODULE_DESCRIPTION("KUnit suite: x86 memory type rules");
MODULE_LICENSE("GPL");
