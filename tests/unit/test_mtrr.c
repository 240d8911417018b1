// SPDX-License-Identifier: GPL-2.0
/*
 * /proc/mtrr in its layouts, and what its registers make of a range.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "source_of.h"
#include "system/mtrr.h"

#define MIB	BIT_ULL(20)

static struct source src;
static struct mtrr_table table;

static void read_text(const char *content)
{
	src = source_of("mtrr", content);
	memset(&table, 0, sizeof(table));
	mtrr_read(&table, &src);
}

static int done(void **state)
{
	(void)state;
	mtrr_free(&table);
	return 0;
}

static void is_reg(size_t i, unsigned int num, u64 base, u64 size,
		   enum wcbar_memtype type, u32 count)
{
	assert_true(i < table.n);
	assert_int_equal(table.items[i].num, num);
	assert_int_equal(table.items[i].base, base);
	assert_int_equal(table.items[i].end, base + size);
	assert_int_equal(table.items[i].type, type);
	assert_int_equal(table.items[i].count, count);
}

static void both_layouts(void **state)
{
	(void)state;
	read_text("reg00: base=0x00000000 (   0MB), size= 512MB: write-back, count=1\n"
		  "reg03: base=0xe2000000 (3616MB), size=  32MB: write-combining, count=12\n"
		  "reg05: base=0x0fb000000 ( 4016MB), size=    4KB, count=1: uncachable\n"
		  "reg06: base=0x39bfa0000000 (60553728MB), size=131072MB, count=1: write-through\n"
		  "reg07: base=0x0ffe00000 ( 4094MB), size=    2MB, count=1: write-protect\n");
	assert_int_equal(table.n, 5);
	is_reg(0, 0, 0, 512 * MIB, WCBAR_MT_WB, 1);
	is_reg(1, 3, 0xe2000000, 32 * MIB, WCBAR_MT_WC, 12);
	is_reg(2, 5, 0xfb000000, 4096, WCBAR_MT_UC, 1);
	is_reg(3, 6, 0x39bfa0000000ULL, 131072 * MIB, WCBAR_MT_WT, 1);
	is_reg(4, 7, 0xffe00000, 2 * MIB, WCBAR_MT_WP, 1);
	assert_int_equal(table.tally.understood, 5);
	assert_int_equal(mtrr_gaps(&table), 3);
}

static void odd_lines(void **state)
{
	(void)state;
	read_text("$ cat /proc/mtrr\n"
		  "  > reg01: base=3D0xd0000000 (3328MB), size=3D 128MB: write-combining, count=3D2\n"
		  "reg00: base=0x000000000 (    0MB), size= 1024MB, count=1: ?\n"
		  "reg02: base=0x000000000 (    0MB), size=    0MB, count=1: write-back\n"
		  "reg04: base=zz, size= 16MB: write-back, count=1\n"
		  "reg05: base=0xfffffffffffff000 (0MB), size=1024MB: write-back, count=1\n"
		  "reg06 base=0x0 size=1MB\n");
	assert_int_equal(table.n, 2);
	is_reg(0, 0, 0, 1024 * MIB, WCBAR_MT_UNKNOWN, 1);
	is_reg(1, 1, 0xd0000000, 128 * MIB, WCBAR_MT_WC, 2);
	assert_int_equal(table.tally.lines, 7);
	assert_int_equal(table.tally.understood, 2);
	assert_int_equal(table.tally.odd.line, 1);
}

static void uncachable_wins(void **state)
{
	struct mtrr_parts parts = { 0 };
	const struct mtrr_reg *reg;

	(void)state;
	read_text("reg04: base=0x0fb000000 ( 4016MB), size=   16MB, count=1: write-combining\n"
		  "reg05: base=0x0fb800000 ( 4024MB), size=    8KB, count=1: uncachable\n");
	mtrr_split(&table, 0xfb000000, 0xfd000000, &parts);
	assert_int_equal(parts.n, 4);
	assert_int_equal(parts.items[0].end, 0xfb800000);
	assert_int_equal(parts.items[0].type, WCBAR_MT_WC);
	assert_int_equal(parts.items[1].end, 0xfb802000);
	assert_int_equal(parts.items[1].type, WCBAR_MT_UC);
	assert_int_equal(parts.items[1].reg->num, 5);
	assert_int_equal(parts.items[2].end, 0xfc000000);
	assert_int_equal(parts.items[2].type, WCBAR_MT_WC);
	assert_int_equal(parts.items[3].type, WCBAR_MT_UNKNOWN);
	assert_null(parts.items[3].reg);
	free(parts.items);
	assert_int_equal(mtrr_type(&table, 0xfb000000, 0xfb001000, &reg),
			 WCBAR_MT_WC);
	assert_int_equal(reg->num, 4);
	assert_int_equal(mtrr_type(&table, 0xfb000000, 0xfc000000, &reg),
			 WCBAR_MT_MIXED);
	table.deftype = WCBAR_MT_UC;
	assert_int_equal(mtrr_type(&table, 0x1000, 0x2000, &reg),
			 WCBAR_MT_UC);
	assert_null(reg);
}

static void overlap_rules(void **state)
{
	const struct mtrr_reg *reg;

	(void)state;
	read_text("reg00: base=0x00000000 (   0MB), size=4096MB: write-back, count=1\n"
		  "reg01: base=0x10000000 ( 256MB), size=  16MB: write-through, count=1\n"
		  "reg02: base=0x20000000 ( 512MB), size=  16MB: write-combining, count=1\n"
		  "reg03: base=0x20000000 ( 512MB), size=   1MB: uncachable, count=1\n");
	assert_int_equal(mtrr_type(&table, 0x10000000, 0x10001000, &reg),
			 WCBAR_MT_WT);
	assert_int_equal(mtrr_type(&table, 0x20100000, 0x20200000, &reg),
			 WCBAR_MT_UNKNOWN);
	assert_int_equal(mtrr_type(&table, 0x20000000, 0x20001000, &reg),
			 WCBAR_MT_UC);
	assert_true(table.items[0].conflict);
	assert_false(table.items[1].conflict);
	assert_true(table.items[2].conflict);
	assert_false(table.items[3].conflict);

	/* all of the undefined overlap is uncachable, by two registers */
	read_text("reg00: base=0x00000000 (   0MB), size=4096MB: write-back, count=1\n"
		  "reg01: base=0x28000000 ( 640MB), size= 128MB: uncachable, count=1\n"
		  "reg02: base=0x20000000 ( 512MB), size= 128MB: uncachable, count=1\n"
		  "reg03: base=0x20000000 ( 512MB), size= 256MB: write-combining, count=1\n");
	assert_false(table.items[0].conflict);
	assert_false(table.items[3].conflict);
	assert_int_equal(mtrr_type(&table, 0x20000000, 0x30000000, &reg),
			 WCBAR_MT_UC);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(both_layouts, done),
		cmocka_unit_test_teardown(odd_lines, done),
		cmocka_unit_test_teardown(uncachable_wins, done),
		cmocka_unit_test_teardown(overlap_rules, done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
