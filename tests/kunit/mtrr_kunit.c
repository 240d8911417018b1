// SPDX-License-Identifier: GPL-2.0
/*
 * Which memory type the MTRRs give a range: variable registers and their
 * overlaps, fixed ranges, the default type, both enable flags, and AMD's
 * forced WB above 4 GiB.
 */
#include <kunit/test.h>
#include <linux/sizes.h>
#include <wcbar/memtype.h>

#define WB	WCBAR_MT_WB
#define WC	WCBAR_MT_WC
#define UC	WCBAR_MT_UC
#define WT	WCBAR_MT_WT
#define WP	WCBAR_MT_WP
#define MIXED	WCBAR_MT_MIXED
#define UNKNOWN	WCBAR_MT_UNKNOWN

#define GIB(n)	((u64)(n) << 30)

struct lookup_case {
	const char *desc;
	struct wcbar_mtrr_range var[3];	/* an end of 0 ends the list */
	u64 start;
	u64 end;
	enum wcbar_memtype type;
	s32 source;
};

/* MTRRs on, no fixed ranges, default type WB unless a test says otherwise */
static const struct lookup_case variable[] = {
	{
		"no register in use: the default type",
		{}, GIB(2), GIB(3), WB, WCBAR_MTRR_SRC_DEFAULT,
	}, {
		"a register that covers the range",
		{ { GIB(2), GIB(4), WC, 5 } }, GIB(2), GIB(3), WC, 5,
	}, {
		"a register that covers just the range",
		{ { GIB(2), GIB(3), WC, 1 } }, GIB(2), GIB(3), WC, 1,
	}, {
		"a register that ends where the range begins",
		{ { GIB(1), GIB(2), UC, 1 } }, GIB(2), GIB(3), WB,
		WCBAR_MTRR_SRC_DEFAULT,
	}, {
		"a register that begins where the range ends",
		{ { GIB(3), GIB(4), UC, 1 } }, GIB(2), GIB(3), WB,
		WCBAR_MTRR_SRC_DEFAULT,
	}, {
		"a register that covers the first page only",
		{ { GIB(2), GIB(2) + SZ_4K, UC, 1 } }, GIB(2), GIB(3), MIXED, 1,
	}, {
		"a register that covers the last page only",
		{ { GIB(3) - SZ_4K, GIB(3), UC, 1 } }, GIB(2), GIB(3), MIXED,
		WCBAR_MTRR_SRC_DEFAULT,
	}, {
		"a register that covers a page in the middle",
		{ { GIB(2) + SZ_1M, GIB(2) + SZ_1M + SZ_4K, UC, 1 } },
		GIB(2), GIB(3), MIXED, WCBAR_MTRR_SRC_DEFAULT,
	}, {
		"a part of the default type does not make it mixed",
		{ { GIB(2), GIB(2) + SZ_1M, WB, 4 } }, GIB(2), GIB(3), WB, 4,
	}, {
		"two adjacent registers of one type",
		{ { GIB(2), GIB(3), WC, 2 }, { GIB(3), GIB(4), WC, 3 } },
		GIB(2), GIB(4), WC, 2,
	}, {
		"two adjacent registers of two types",
		{ { GIB(3), GIB(4), WT, 2 }, { GIB(2), GIB(3), WC, 3 } },
		GIB(2), GIB(4), MIXED, 3,
	}, {
		"UC wins over WC that comes first",
		{ { GIB(2), GIB(4), WC, 0 }, { GIB(2), GIB(4), UC, 1 } },
		GIB(2), GIB(3), UC, 1,
	}, {
		"UC wins over WC that comes later",
		{ { GIB(2), GIB(4), UC, 0 }, { GIB(2), GIB(4), WC, 1 } },
		GIB(2), GIB(3), UC, 0,
	}, {
		"WT wins over WB that comes first",
		{ { 0, GIB(4), WB, 0 }, { GIB(2), GIB(3), WT, 7 } },
		GIB(2), GIB(3), WT, 7,
	}, {
		"WT wins over WB that comes later",
		{ { GIB(2), GIB(3), WT, 0 }, { 0, GIB(4), WB, 7 } },
		GIB(2), GIB(3), WT, 0,
	}, {
		"WC over WB is not defined",
		{ { 0, GIB(4), WB, 0 }, { GIB(2), GIB(3), WC, 1 } },
		GIB(2), GIB(3), UNKNOWN, 1,
	}, {
		"WP over WT is not defined",
		{ { 0, GIB(4), WT, 0 }, { GIB(2), GIB(3), WP, 1 } },
		GIB(2), GIB(3), UNKNOWN, 1,
	}, {
		"UC settles a pair that is not defined",
		{ { 0, GIB(4), WB, 0 }, { GIB(2), GIB(3), WC, 1 },
		  { GIB(2), GIB(3), UC, 2 } },
		GIB(2), GIB(3), UC, 2,
	}, {
		"an overlap in a part of the range makes it mixed",
		{ { 0, GIB(4), WC, 0 }, { GIB(2), GIB(3), UC, 1 } },
		GIB(2), GIB(4), MIXED, 1,
	}, {
		"a single byte",
		{ { GIB(2), GIB(3), WC, 1 } }, GIB(2) + 5, GIB(2) + 6, WC, 1,
	}, {
		"a BAR above 4 GiB",
		{ { GIB(8), GIB(16), WC, 6 } }, GIB(8), GIB(16), WC, 6,
	}, {
		"a range across 4 GiB of one type",
		{ { GIB(2), GIB(8), UC, 6 } }, GIB(3), GIB(5), UC, 6,
	}, {
		"the last byte of all",
		{ { 0, U64_MAX, WT, 6 } }, U64_MAX - 1, U64_MAX, WT, 6,
	}, {
		"an empty range has no type",
		{ { 0, U64_MAX, WC, 6 } }, GIB(2), GIB(2), UNKNOWN,
		WCBAR_MTRR_SRC_NONE,
	},
};

KUNIT_ARRAY_PARAM_DESC(variable, variable, desc);

/* Too large for the stack: 256 registers */
static struct wcbar_mtrr_state *new_state(struct kunit *test)
{
	struct wcbar_mtrr_state *st;

	st = kunit_kzalloc(test, sizeof(*st), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, st);
	st->present = true;
	st->enabled = true;
	st->def_type = WB;
	st->nr_var = 8;
	return st;
}

static void expect_type(struct kunit *test, const struct wcbar_mtrr_state *st,
			u64 start, u64 end, enum wcbar_memtype type,
			s32 source)
{
	s32 got = 12345;

	KUNIT_EXPECT_EQ_MSG(test, wcbar_mtrr_lookup(st, start, end, &got),
			    type, "%llx-%llx", start, end);
	KUNIT_EXPECT_EQ_MSG(test, got, source, "%llx-%llx", start, end);
}

static void variable_ranges(struct kunit *test)
{
	const struct lookup_case *c = test->param_value;
	struct wcbar_mtrr_state *st = new_state(test);

	while (st->nr_used < ARRAY_SIZE(c->var) && c->var[st->nr_used].end) {
		st->var[st->nr_used] = c->var[st->nr_used];
		st->nr_used++;
	}
	expect_type(test, st, c->start, c->end, c->type, c->source);
}

static void without_mtrrs_nothing_is_restricted(struct kunit *test)
{
	struct wcbar_mtrr_state *st = new_state(test);

	st->present = false;
	st->enabled = false;
	st->def_type = UC;
	expect_type(test, st, 0, GIB(8), WB, WCBAR_MTRR_SRC_NONE);
}

static void mtrrs_switched_off_make_all_uncached(struct kunit *test)
{
	struct wcbar_mtrr_state *st = new_state(test);

	st->enabled = false;
	st->fixed_enabled = true;
	st->var[0] = (struct wcbar_mtrr_range){ 0, GIB(8), WC, 0 };
	st->nr_used = 1;
	memset(st->fixed, 6, sizeof(st->fixed));
	st->tom2 = GIB(16);
	expect_type(test, st, 0, GIB(16), UC, WCBAR_MTRR_SRC_OFF);
}

static void the_default_type_is_the_registers(struct kunit *test)
{
	struct wcbar_mtrr_state *st = new_state(test);

	st->def_type = UC;
	st->var[0] = (struct wcbar_mtrr_range){ 0, GIB(2), WB, 0 };
	st->nr_used = 1;
	expect_type(test, st, GIB(2), GIB(3), UC, WCBAR_MTRR_SRC_DEFAULT);
	expect_type(test, st, GIB(1), GIB(3), MIXED, 0);
}

/* Every fixed range gets a type of its own among its neighbours. */
static void fixed_ranges(struct kunit *test)
{
	static const u8 field[] = { 0, 1, 4, 5, 6 };
	static const enum wcbar_memtype type[] = { UC, WC, WT, WP, WB };
	struct wcbar_mtrr_state *st = new_state(test);
	u8 *bytes = (u8 *)st->fixed;	/* x86: lowest address first */
	u64 start = 0, size;
	unsigned int i;

	st->fixed_enabled = true;
	for (i = 0; i < sizeof(st->fixed); i++)
		bytes[i] = field[i % ARRAY_SIZE(field)];

	for (i = 0; i < sizeof(st->fixed); i++, start += size) {
		size = i < 8 ? SZ_64K : i < 24 ? SZ_16K : SZ_4K;
		expect_type(test, st, start, start + size,
			    type[i % ARRAY_SIZE(type)], WCBAR_MTRR_SRC_FIXED);
		expect_type(test, st, start, start + 1,
			    type[i % ARRAY_SIZE(type)], WCBAR_MTRR_SRC_FIXED);
		expect_type(test, st, start, start + size + 1, MIXED,
			    WCBAR_MTRR_SRC_FIXED);
	}
	KUNIT_EXPECT_EQ(test, start, SZ_1M);
}

static void fixed_ranges_end_at_1_mib(struct kunit *test)
{
	struct wcbar_mtrr_state *st = new_state(test);

	st->fixed_enabled = true;
	memset(st->fixed, 4, sizeof(st->fixed));
	expect_type(test, st, 0, SZ_1M, WT, WCBAR_MTRR_SRC_FIXED);
	expect_type(test, st, SZ_1M, SZ_2M, WB, WCBAR_MTRR_SRC_DEFAULT);
	expect_type(test, st, SZ_1M - 1, SZ_1M + 1, MIXED,
		    WCBAR_MTRR_SRC_FIXED);
	/* they win over variable registers */
	st->var[0] = (struct wcbar_mtrr_range){ 0, SZ_2M, UC, 3 };
	st->nr_used = 1;
	expect_type(test, st, 0, SZ_1M, WT, WCBAR_MTRR_SRC_FIXED);
	expect_type(test, st, SZ_1M, SZ_2M, UC, 3);
	/* unless their own flag is clear */
	st->fixed_enabled = false;
	expect_type(test, st, 0, SZ_1M, UC, 3);
}

static void a_reserved_encoding_has_no_type(struct kunit *test)
{
	struct wcbar_mtrr_state *st = new_state(test);

	st->fixed_enabled = true;
	memset(st->fixed, 2, sizeof(st->fixed));
	expect_type(test, st, SZ_64K, SZ_64K + 1, UNKNOWN,
		    WCBAR_MTRR_SRC_FIXED);
}

/* AMD APM volume 2, "SYSCFG Register", Tom2ForceMemTypeWB */
static void forced_wb_above_4_gib(struct kunit *test)
{
	struct wcbar_mtrr_state *st = new_state(test);

	st->def_type = UC;
	st->tom2 = GIB(10);
	st->var[0] = (struct wcbar_mtrr_range){ GIB(6), GIB(16), WC, 2 };
	st->nr_used = 1;
	expect_type(test, st, GIB(4), GIB(10), WB, WCBAR_MTRR_SRC_TOM2);
	expect_type(test, st, GIB(6), GIB(7), WB, WCBAR_MTRR_SRC_TOM2);
	expect_type(test, st, GIB(10), GIB(16), WC, 2);
	expect_type(test, st, GIB(9), GIB(11), MIXED, WCBAR_MTRR_SRC_TOM2);
	/* below 4 GiB it says nothing */
	expect_type(test, st, GIB(3), GIB(4), UC, WCBAR_MTRR_SRC_DEFAULT);
	expect_type(test, st, GIB(3), GIB(5), MIXED, WCBAR_MTRR_SRC_DEFAULT);
}

struct source_case {
	s32 source;
	const char *name;
};

static const struct source_case sources[] = {
	{ WCBAR_MTRR_SRC_NONE, "none" },
	{ WCBAR_MTRR_SRC_OFF, "off" },
	{ WCBAR_MTRR_SRC_DEFAULT, "default" },
	{ WCBAR_MTRR_SRC_FIXED, "fixed" },
	{ WCBAR_MTRR_SRC_TOM2, "TOM2" },
	{ 0, "reg00" },		/* as /proc/mtrr has it */
	{ 17, "reg17" },
};

static void names_of_sources(struct kunit *test)
{
	char buf[16];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sources); i++) {
		int len = wcbar_mtrr_source_name(sources[i].source, buf,
						 sizeof(buf));

		KUNIT_EXPECT_STREQ(test, buf, sources[i].name);
		KUNIT_EXPECT_EQ(test, len, (int)strlen(sources[i].name));
	}
}

static struct kunit_case mtrr_cases[] = {
	KUNIT_CASE_PARAM(variable_ranges, variable_gen_params),
	KUNIT_CASE(without_mtrrs_nothing_is_restricted),
	KUNIT_CASE(mtrrs_switched_off_make_all_uncached),
	KUNIT_CASE(the_default_type_is_the_registers),
	KUNIT_CASE(fixed_ranges),
	KUNIT_CASE(fixed_ranges_end_at_1_mib),
	KUNIT_CASE(a_reserved_encoding_has_no_type),
	KUNIT_CASE(forced_wb_above_4_gib),
	KUNIT_CASE(names_of_sources),
	{}
};

static struct kunit_suite mtrr_suite = {
	.name = "wcbar_mtrr",
	.test_cases = mtrr_cases,
};

kunit_test_suites(&mtrr_suite);

MODULE_DESCRIPTION("KUnit suite: memory type range registers");
MODULE_LICENSE("GPL");
