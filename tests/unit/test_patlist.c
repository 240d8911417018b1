// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's list of memory types, in every layout that occurs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "source_of.h"
#include "system/patlist.h"

static struct source src;
static struct patlist list;

static void read_text(const char *content)
{
	src = source_of("pat_memtype_list", content);
	memset(&list, 0, sizeof(list));
	patlist_read(&list, &src);
}

static int done(void **state)
{
	(void)state;
	patlist_free(&list);
	return 0;
}

static void is_entry(size_t i, u64 start, u64 end, enum wcbar_memtype type)
{
	assert_true(i < list.n);
	assert_int_equal(list.items[i].start, start);
	assert_int_equal(list.items[i].end, end);
	assert_int_equal(list.items[i].type, type);
}

static void new_layout(void **state)
{
	(void)state;
	read_text("PAT memtype list:\n"
		  "PAT: [mem 0x00000000bffec000-0x00000000bffee000] write-back\n"
		  "PAT: [mem 0x0000380010000000-0x0000380020000000] write-combining\n");
	assert_int_equal(list.n, 2);
	is_entry(0, 0xbffec000, 0xbffee000, WCBAR_MT_WB);
	is_entry(1, 0x380010000000ULL, 0x380020000000ULL, WCBAR_MT_WC);
	assert_int_equal(list.tally.lines, 3);
	assert_int_equal(list.tally.understood, 3);
	assert_int_equal(list.headers, 1);
	assert_true(patlist_understood(&list));
}

static void old_layout(void **state)
{
	(void)state;
	read_text("write-back @ 0x1000-0x2000\n"
		  "uncached-minus @ 0xe8000000-0xe8001000\n"
		  "uncached @ 0xe8001000-0xe8002000\n"
		  "write-through @ 0xe8002000-0xe8003000\n"
		  "write-protected @ 0xe8003000-0xe8004000\n"
		  "write-combining @ 0x4000000000-0x4100000000");
	assert_int_equal(list.n, 6);
	is_entry(0, 0x1000, 0x2000, WCBAR_MT_WB);
	is_entry(1, 0xe8000000, 0xe8001000, WCBAR_MT_UC_MINUS);
	is_entry(2, 0xe8001000, 0xe8002000, WCBAR_MT_UC);
	is_entry(3, 0xe8002000, 0xe8003000, WCBAR_MT_WT);
	is_entry(4, 0xe8003000, 0xe8004000, WCBAR_MT_WP);
	is_entry(5, 0x4000000000ULL, 0x4100000000ULL, WCBAR_MT_WC);
	assert_int_equal(list.headers, 0);
}

static void around_the_line(void **state)
{
	(void)state;
	read_text("   PAT: [mem 0x1000-0x2000] write-back\r\n"
		  "\tuncached-minus @ 0x3000-0x4000 <-- remark @ 0x9\n"
		  "> PAT: [mem 0x5000-0x6000] uncached # mine\n"
		  "12:PAT: [mem 0x7000-0x8000] write-combining\n"
		  "**write-combining @ 0x9000-0xa000**\n"
		  "PAT: [mem 0xb000 - 0xc000] write-combining\n"
		  "[mem 0xd000-0xe000] write-combining\n"
		  "PAT: [mem 0xf000-0x10000]\n"
		  "   write-combining\n");
	assert_int_equal(list.tally.odd.line, 0);
	assert_int_equal(list.n, 8);
	is_entry(1, 0x3000, 0x4000, WCBAR_MT_UC_MINUS);
	is_entry(4, 0x9000, 0xa000, WCBAR_MT_WC);
	is_entry(7, 0xf000, 0x10000, WCBAR_MT_WC);
	assert_int_equal(list.tally.lines, 9);
	assert_int_equal(list.tally.understood, 9);
}

static void wrapped(void **state)
{
	(void)state;
	read_text("PAT: [mem\n"
		  "0x00000000e8000000-0x00000000e8001000] write-back\n"
		  "PAT: [mem 0x00000000e8001000-0x00000000e80\n"
		  "02000] uncached-minus\n"
		  "PAT: [mem 0x00000000e8002000-0x00000000e8003000]\n"
		  "write-combining\n"
		  "write-combining @\n"
		  "  0xe8003000-0xe8004000\n");
	assert_int_equal(list.n, 4);
	is_entry(0, 0xe8000000, 0xe8001000, WCBAR_MT_WB);
	is_entry(1, 0xe8001000, 0xe8002000, WCBAR_MT_UC_MINUS);
	is_entry(2, 0xe8002000, 0xe8003000, WCBAR_MT_WC);
	is_entry(3, 0xe8003000, 0xe8004000, WCBAR_MT_WC);
	assert_int_equal(list.tally.lines, 8);
	assert_int_equal(list.tally.understood, 8);
	patlist_free(&list);

	/* one that was cut does not take the next one with it */
	read_text("PAT: [mem 0x00000000e8000000-\n"
		  "PAT: [mem 0x00000000e8001000-0x00000000e8002000] write-back\n");
	assert_int_equal(list.n, 1);
	is_entry(0, 0xe8001000, 0xe8002000, WCBAR_MT_WB);
	assert_int_equal(list.tally.understood, 1);
}

static void in_a_report(void **state)
{
	(void)state;
	/* what stands around a whole list does no harm */
	read_text("It is slow.\nVery.\nHere is the list:\n\n"
		  "PAT memtype list:\n"
		  "write-combining @ 0xe8000000-0xe8001000\n"
		  "write-back @ 0xe8001000-0xe8002000\n"
		  "Thank you.\nYours,\nme\nP.S.\n");
	assert_int_equal(list.tally.understood, 3);
	assert_true(patlist_understood(&list));
	patlist_free(&list);

	/* among the entries it does, and without a header nobody knows */
	read_text("PAT memtype list:\n"
		  "one\ntwo\nthree\n"
		  "write-back @ 0xe8001000-0xe8002000\n"
		  "four\nfive\n");
	assert_false(patlist_understood(&list));
	patlist_free(&list);
	read_text("one\ntwo\nthree\n"
		  "write-back @ 0xe8001000-0xe8002000\n");
	assert_false(patlist_understood(&list));
	patlist_free(&list);
	read_text("one\nPAT memtype list:\ntwo\nthree\n");
	assert_false(patlist_understood(&list));
}

static void not_entries(void **state)
{
	(void)state;
	read_text("PAT memtype list:\n"
		  "PAT: [mem 0x2000-0x1000] write-back\n"
		  "PAT: [mem 0x2000-0x2000] write-back\n"
		  "PAT: [mem 0x2000-0x3000] write-sideways\n"
		  "PAT: [mem 0x2000-0x3000\n"
		  "write-back @ 0x2000\n"
		  "write-back @ 0x10000000000000000-0x20000000000000000\n"
		  "\n"
		  "PAT: [mem 0x4000-0x5000] broken\n");
	assert_int_equal(list.n, 1);
	is_entry(0, 0x4000, 0x5000, WCBAR_MT_UNKNOWN);
	assert_int_equal(list.tally.lines, 8);
	assert_int_equal(list.tally.understood, 2);
	assert_int_equal(list.tally.odd.line, 2);
	assert_false(patlist_understood(&list));
}

static void complaints(void **state)
{
	(void)state;
	read_text("cat: /sys/kernel/debug/x86/pat_memtype_list: Permission denied\n");
	assert_int_equal(list.trouble, PATLIST_DENIED);
	assert_false(patlist_understood(&list));
	done(NULL);
	read_text("cat: pat_memtype_list: No such file or directory\n");
	assert_int_equal(list.trouble, PATLIST_MISSING);
	done(NULL);
	read_text("");
	assert_false(patlist_understood(&list));
	done(NULL);
	read_text("PAT memtype list:\n");
	assert_true(patlist_understood(&list));
	assert_int_equal(list.n, 0);
}

static void duplicates(void **state)
{
	(void)state;
	read_text("uncached-minus @ 0x3000-0x4000\n"
		  "uncached-minus @ 0x1000-0x2000\n"
		  "uncached-minus @ 0x3000-0x4000\n"
		  "uncached-minus @ 0x3000-0x4000\n");
	assert_int_equal(list.n, 2);
	assert_int_equal(list.items[1].copies, 3);
	assert_int_equal(list.items[1].proof.line, 1);
	assert_int_equal(list.duplicates, 2);
	assert_int_equal(list.overlaps, 0);
	assert_int_equal(list.conflicts, 0);
}

static void half_open(void **state)
{
	(void)state;
	read_text("write-combining @ 0x1000-0x2000\n"
		  "uncached-minus @ 0x2000-0x3000\n");
	assert_int_equal(list.overlaps, 0);
	assert_int_equal(list.conflicts, 0);
}

/* Whom each entry overlaps, against a comparison of each with each */
static void every_overlap(void **state)
{
	static const char * const names[] = {
		"write-back", "write-combining", "uncached-minus", "uncached",
	};
	char text[80 * 400], *p = text;
	u64 at = 99;
	size_t i, k;

	(void)state;
	for (i = 0; i < 300; i++) {
		u64 start;

		at = at * 6364136223846793005ULL + 1442695040888963407ULL;
		start = (at >> 40) % 900;
		p += sprintf(p, "%s @ 0x%llx-0x%llx\n", names[(at >> 30) % 4],
			     start, start + 1 + (at >> 20) % (i % 5 ? 4 : 90));
	}
	read_text(text);
	for (i = 0; i < list.n; i++) {
		const struct pat_entry *a = &list.items[i];
		bool overlaps = false, conflict = false;

		for (k = 0; k < list.n; k++) {
			const struct pat_entry *b = &list.items[k];

			if (k == i || a->start >= b->end || b->start >= a->end)
				continue;
			overlaps |= a->type == b->type;
			conflict |= a->type != b->type;
		}
		assert_int_equal(a->overlaps, overlaps);
		assert_int_equal(a->conflict, conflict);
		if (overlaps || conflict) {
			const struct pat_entry *b = &list.items[a->partner];

			assert_true(a->start < b->end && b->start < a->end);
			assert_int_equal(a->type != b->type, conflict);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(new_layout, done),
		cmocka_unit_test_teardown(old_layout, done),
		cmocka_unit_test_teardown(around_the_line, done),
		cmocka_unit_test_teardown(wrapped, done),
		cmocka_unit_test_teardown(in_a_report, done),
		cmocka_unit_test_teardown(not_entries, done),
		cmocka_unit_test_teardown(complaints, done),
		cmocka_unit_test_teardown(duplicates, done),
		cmocka_unit_test_teardown(half_open, done),
		cmocka_unit_test_teardown(every_overlap, done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
