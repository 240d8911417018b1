// SPDX-License-Identifier: GPL-2.0
/*
 * Folding of accesses: tools/qemu/fold.c. What goes in comes out again when
 * the records are read by the letter of <wcbar/storetrace.h>, and loops are
 * short.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "../../tools/qemu/fold.h"

#define MOST	200000

static struct wcbar_st_record put[MOST], got[MOST];
static size_t nput, ngot, records;
static u64 told;

/* the last records that a repeat may name */
static struct wcbar_st_record window[WCBAR_ST_PERIOD];
static unsigned int known;

static void unfold_one(const struct wcbar_st_record *r, u64 offset)
{
	u32 i;

	for (i = 0; i < r->count; i++) {
		assert_true(ngot < MOST);
		got[ngot] = *r;
		got[ngot].count = 1;
		got[ngot++].addr = r->addr + offset + (u64)i * r->width;
	}
}

static void unfold(void *to, const struct wcbar_st_record *r, u64 accesses)
{
	size_t before = ngot;
	unsigned int i;
	u32 turn;

	assert_ptr_equal(to, window);
	records++;
	if (r->kind == WCBAR_ST_REPEAT) {
		assert_in_range(r->sub, 1, known);
		assert_true(r->count > 0);
		for (turn = 1; turn <= r->count; turn++)
			for (i = known - r->sub; i < known; i++)
				unfold_one(&window[i], turn * r->addr);
		known = 0;
	} else {
		unfold_one(r, 0);
		if (known == WCBAR_ST_PERIOD) {
			memmove(window, window + 1,
				sizeof(window) - sizeof(window[0]));
			known--;
		}
		window[known++] = *r;
	}
	assert_int_equal(ngot - before, accesses);
	told += accesses;
}

static struct fold fold;

static int begin(void **state)
{
	(void)state;
	fold = (struct fold){ .emit = unfold, .to = window };
	nput = 0;
	ngot = 0;
	records = 0;
	told = 0;
	known = 0;
	return 0;
}

static void store(u32 insn, u64 addr, u8 width)
{
	struct wcbar_st_record *r = &put[nput++];

	*r = (struct wcbar_st_record){
		.kind = WCBAR_ST_STORE,
		.width = width,
		.insn = insn,
		.addr = addr,
		.count = 1,
	};
	fold_access(&fold, r);
}

/* all is out, the same, and in at most so many records */
static void check(size_t most)
{
	fold_end(&fold);
	/* what follows a repeat or an end refers to nothing before it */
	known = 0;
	assert_int_equal(ngot, nput);
	assert_int_equal(told, nput);
	assert_memory_equal(got, put, nput * sizeof(put[0]));
	assert_in_range(records, 0, most);
}

static void one_instruction_is_one_record(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < 100000; i++)
		store(1, 0x1000 + i * 8, 8);
	check(1);
}

static void an_unrolled_loop_is_one_turn_and_a_repeat(void **state)
{
	u32 turn, i;

	(void)state;
	for (turn = 0; turn < 1000; turn++)
		for (i = 0; i < 8; i++)
			store(i + 1, turn * 64 + i * 8, 8);
	check(9);
}

static void a_last_turn_may_be_short(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < 8 * 100 + 5; i++)
		store(i % 8 + 1, i * 8, 8);
	check(8 + 1 + 5);
}

static void a_doorbell_is_a_repeat_without_advance(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < 1000; i++)
		store(1, 0x40, 4);
	check(2);
}

static void downwards_and_around_the_end(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < 1000; i++)
		store(1, 0x100 - (u64)i * 8, 8);
	check(2);
}

static void runs_are_repeated(void **state)
{
	u32 turn, i;

	(void)state;
	/* a loop of 16 stores in another one */
	for (turn = 0; turn < 100; turn++) {
		for (i = 0; i < 16; i++)
			store(1, turn * 256 + i * 8, 8);
		store(2, turn * 256 + 128, 4);
	}
	check(3);
}

/* a turn whose run is shorter or longer is another turn */
static void other_runs_are_no_repeat(void **state)
{
	u32 turn, i;

	(void)state;
	for (turn = 0; turn < 30; turn++) {
		for (i = 0; i < 16 + turn / 10; i++)
			store(1, turn * 256 + i * 8, 8);
		store(2, turn * 256 + 0xf0, 4);
	}
	check(9);
}

/* one that stays while others advance is not one step of all addresses */
static void two_steps_are_no_repeat(void **state)
{
	u32 turn;

	(void)state;
	for (turn = 0; turn < 100; turn++) {
		store(1, turn * 64, 8);
		store(2, 0x8000, 4);
	}
	check(200);
}

static void a_longer_loop_than_can_be_named(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < 17 * 20; i++)
		store(i % 17 + 1, i * 8, 8);
	check(17 * 20);
}

/* nested loops of random shape, interrupted at random */
static void whatever_goes_in_comes_out(void **state)
{
	u32 seed = 1, turns, length, turn, i;
	u64 base = 0;

	(void)state;
	while (nput < MOST - 4096) {
		seed = seed * 1664525 + 1013904223;
		turns = (seed >> 8) % 40 + 1;
		length = (seed >> 16) % 20 + 1;
		for (turn = 0; turn < turns; turn++)
			for (i = 0; i < length; i++) {
				seed = seed * 1664525 + 1013904223;
				store((seed >> 28 ? i : seed >> 20) % 12 + 1,
				      base + turn * (seed >> 30 ? 64ULL : 8) +
				      i * 4, 1 << (i % 4));
			}
		base += seed >> 12;
		if (seed >> 31) {
			fold_end(&fold);
			known = 0;
		}
	}
	check(nput);
}

#define TEST(name)	cmocka_unit_test_setup(name, begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(one_instruction_is_one_record),
		TEST(an_unrolled_loop_is_one_turn_and_a_repeat),
		TEST(a_last_turn_may_be_short),
		TEST(a_doorbell_is_a_repeat_without_advance),
		TEST(downwards_and_around_the_end),
		TEST(runs_are_repeated),
		TEST(other_runs_are_no_repeat),
		TEST(two_steps_are_no_repeat),
		TEST(a_longer_loop_than_can_be_named),
		TEST(whatever_goes_in_comes_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
