// SPDX-License-Identifier: GPL-2.0
/*
 * The loop that copies blocks, verification, and sweeps: what is copied where
 * and how often, and nothing of how long it takes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "mem/session.h"

#define ROOM	(64UL << 10)

static u8 *region, *source;

static int set_up(void **state)
{
	(void)state;
	region = aligned_alloc(4096, ROOM);
	source = aligned_alloc(4096, MEM_SOURCE);
	return !region || !source;
}

static u32 blocks, parts, finishes;
static void *last_dst;
static const void *last_src;
static size_t finished;

static void count_block(void *dst, const void *src, size_t len)
{
	memcpy(dst, src, len);
	last_dst = dst;
	last_src = src;
	__atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
}

static void count_part(void *dst, const void *src, size_t len)
{
	(void)src;
	last_dst = dst;
	memset(dst, 0, len);
	parts++;
}

static void count_finish(void *dst, size_t len)
{
	(void)dst;
	finished += len;
	finishes++;
}

static const struct mem_way counter = {
	.name = "counter", .block = count_block, .part = count_part,
	.finish = count_finish,
};

static struct mem_work work(size_t block, u32 offset, enum mem_flush flush)
{
	struct mem_work w = {
		.dst = region, .room = ROOM, .src = source,
		.src_room = MEM_SOURCE, .block = block, .offset = offset,
		.flush = flush,
	};

	blocks = 0;
	parts = 0;
	finishes = 0;
	finished = 0;
	return w;
}

static void steps(void **state)
{
	struct mem_work w = work(64, 0, MEM_FLUSH_BLOCK);

	(void)state;
	assert_int_equal(mem_step(&w), 64);
	assert_int_equal(mem_fit(&w), ROOM / 64);
	w.offset = 1;
	assert_int_equal(mem_step(&w), 128);
	w.block = 100;
	w.offset = 0;
	assert_int_equal(mem_step(&w), 128);
}

static void each_block(void **state)
{
	struct mem_work w = work(256, 8, MEM_FLUSH_BLOCK);
	struct mem_time t;

	(void)state;
	mem_batch(&counter, &w, 10, &t);
	assert_int_equal(blocks, 10);
	assert_int_equal(parts + finishes, 0);
	assert_ptr_equal(last_dst, region + 9 * 320 + 8);
	assert_ptr_equal(last_src, source + 9 * 320);
	assert_true(t.arrived >= t.issued);
	/* the next ones go on from there on a page, and begin anew at the end */
	mem_batch(&counter, &w, 1, &t);
	assert_ptr_equal(last_dst, region + 4096 + 8);
	assert_ptr_equal(last_src, source);
	mem_batch(&counter, &w, mem_fit(&w), &t);
	mem_batch(&counter, &w, 1, &t);
	assert_ptr_equal(last_dst, region + 8);
}

/* A source that is no longer than a block is used for each of them. */
static void reused(void **state)
{
	struct mem_work w = work(MEM_SOURCE, 0, MEM_FLUSH_BLOCK);
	struct mem_time t;

	(void)state;
	mem_batch(&counter, &w, 3, &t);
	assert_ptr_equal(last_src, source);
}

static void a_run(void **state)
{
	struct mem_work w = work(64, 0, MEM_FLUSH_RUN);
	struct mem_time t;

	(void)state;
	mem_batch(&counter, &w, 100, &t);
	assert_int_equal(parts, 100);
	assert_int_equal(blocks, 0);
	assert_int_equal(finishes, 1);
	assert_int_equal(finished, 6400);
	w.flush = MEM_FLUSH_NONE;
	mem_batch(&counter, &w, 100, &t);
	assert_int_equal(parts, 200);
	assert_int_equal(finishes, 1);
}

static void cold(void **state)
{
	struct mem_work w = work(64, 0, MEM_FLUSH_BLOCK);
	struct mem_time t;

	(void)state;
	w.cold = true;
	mem_batch(&counter, &w, 600, &t);
	assert_int_equal(blocks, 600);
}

static void calibrated(void **state)
{
	struct mem_work w = work(64, 0, MEM_FLUSH_BLOCK);
	u32 n = mem_calibrate(&counter, &w, 1);

	(void)state;
	assert_true(n >= 1 && n <= mem_fit(&w));
	/* an age is more than the region holds */
	assert_int_equal(mem_calibrate(&counter, &w, U64_MAX / 4000000000),
			 mem_fit(&w));
}

/* What is used for the first time takes longer than it ever will again. */
static void slow_at_first(void *dst, const void *src, size_t len)
{
	u64 end = mem_now_ns() + 2000000;

	while (!blocks && mem_now_ns() < end)
		;
	count_block(dst, src, len);
}

static void calibrated_warm(void **state)
{
	static const struct mem_way way = {
		.name = "slow at first", .block = slow_at_first,
	};
	struct mem_work w = work(64, 0, MEM_FLUSH_BLOCK);

	(void)state;
	assert_in_range(mem_calibrate(&way, &w, 1000000), 100,
			mem_fit(&w));
}

static void one_too_many(void *dst, const void *src, size_t len)
{
	memcpy(dst, src, len);
	((u8 *)dst)[len] ^= 1;
}

static void one_before(void *dst, const void *src, size_t len)
{
	memcpy(dst, src, len);
	((u8 *)dst)[-1] ^= 1;
}

static void one_less(void *dst, const void *src, size_t len)
{
	memcpy(dst, src, len - 1);
}

static void verified(void **state)
{
	void (*const bad[])(void *dst, const void *src, size_t len) = {
		one_too_many, one_before, one_less,
	};
	static const u32 offsets[] = { 0, 1, 8, 63 };
	struct mem_way way = counter;
	u32 i, k;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		struct mem_work w = work(100, offsets[i], MEM_FLUSH_BLOCK);

		way.block = count_block;
		assert_int_equal(mem_verify(&way, &w), WCBAR_VERIFY_OK);
		for (k = 0; k < ARRAY_SIZE(bad); k++) {
			way.block = bad[k];
			assert_int_equal(mem_verify(&way, &w),
					 WCBAR_VERIFY_BAD);
		}
		w.room = 100;
		assert_int_equal(mem_verify(&way, &w), WCBAR_VERIFY_NONE);
	}
}

/* Every method, and auto, copies what it should at every offset. */
static void methods(void **state)
{
	static struct mem_options o;
	static struct session s;
	struct results r = { 0 };
	struct error e;
	size_t i, ran = 0;

	(void)state;
	assert_int_equal(mem_options_parse(9, (char *[]){
			"mem", "-b", "1,7,64,100,4096", "--offset", "0,1,8,63",
			"-n1", "--rounds=1", "--region=1M", "--budget=1", NULL,
		}, &o), -1);
	assert_int_equal(session_open(&s, &o, &e), 0);
	assert_int_equal(session_methods(&s, "all", &e), 0);
	assert_int_equal(session_auto(&s, &e), 0);
	assert_int_equal(sweep_run(&s.sweep, &r, &e), 0);
	assert_int_equal(r.nr_rows, 20 * s.sweep.nr_ways);
	for (i = 0; i < r.nr_rows; i++) {
		if (r.rows[i].skipped[0])
			continue;
		ran++;
		assert_int_equal(r.rows[i].verified, WCBAR_VERIFY_OK);
		assert_int_equal(r.rows[i].iterations, 1);
	}
	assert_true(ran >= 20 * 4);
	/* those of a way follow each other */
	for (i = 1; i < 20; i++)
		assert_string_equal(r.rows[i].method, r.rows[0].method);
	session_close(&s);
	results_free(&r);
}

static void threads(void **state)
{
	struct mem_work w[3];
	struct mem_team team = { .nr = 3, .cpu = -1, .work = w };
	struct mem_time t;
	struct error e;
	u32 i;

	(void)state;
	for (i = 0; i < 3; i++) {
		w[i] = work(64, 0, MEM_FLUSH_BLOCK);
		w[i].dst = region + i * 16384;
		w[i].room = 16384;
	}
	assert_int_equal(team_batch(&team, &counter, 50, &t, &e), 0);
	assert_int_equal(blocks, 150);
	for (i = 0; i < 3; i++)
		assert_int_equal(w[i].pos, 4096);
	assert_true(t.issued > 0);
}

static void skipped(void **state)
{
	static struct sweep s;
	struct mem_work w = work(64, 0, MEM_FLUSH_BLOCK);
	struct results r = { 0 };
	struct error e;

	(void)state;
	s.ways[0].name = "store8";
	s.ways[0].method = wcbar_method_find("store8", 6);
	s.ways[1] = counter;
	s.nr_ways = 2;
	s.sizes[0] = 64;
	s.sizes[1] = ROOM + 1;
	s.nr_sizes = 2;
	s.nr_offsets = 1;
	s.rounds = 3;
	s.iterations = 3;
	s.flush = MEM_FLUSH_BLOCK;
	s.team.nr = 1;
	s.team.cpu = -1;
	s.team.work = &w;
	assert_int_equal(sweep_run(&s, &r, &e), 0);
	assert_int_equal(r.nr_rows, 4);
	assert_non_null(strstr(r.rows[0].skipped, "stay in the cache"));
	assert_string_equal(r.rows[2].skipped, "");
	assert_int_equal(r.rows[2].iterations, 3);
	assert_non_null(strstr(r.rows[3].skipped, "too small"));
	assert_int_equal(r.rows[3].iterations, 0);
	results_free(&r);
	memset(&r, 0, sizeof(r));
	/* without a flush an ordinary store does what it says */
	s.flush = MEM_FLUSH_NONE;
	assert_int_equal(sweep_run(&s, &r, &e), 0);
	assert_string_equal(r.rows[0].skipped, "");
	results_free(&r);
}

static void bad_options(void **state)
{
	static const char *const cases[] = {
		"--flush=often", "--dir=up", "--pages=1G", "-b0", "-bx",
		"--offset=5000", "--threads=0", "--threads=1000", "--time=0",
		"--rounds=0", "--region=1", "--tolerance=101", "--min-gbps=x",
		"--verify=2", "--nonsense", "stray", "--buffers --method=auto",
		"--node=0 --file=f", "--file=a --card=b", "--json=- --csv=-",
		"--dir=read --cold", "--budget=0", "--cpu=-1", "-n0",
	};
	static struct mem_options o;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		char *text = strdup(cases[i]), *argv[4] = { "mem" }, *save;
		int argc = 1;
		char *word;

		for (word = strtok_r(text, " ", &save); word;
		     word = strtok_r(NULL, " ", &save))
			argv[argc++] = word;
		if (mem_options_parse(argc, argv, &o) != 2)
			fail_msg("'%s' is taken", cases[i]);
		free(text);
	}
	assert_int_equal(mem_options_parse(1, (char *[]){ "mem", NULL }, &o),
			 -1);
	assert_int_equal(o.flush, MEM_FLUSH_BLOCK);
	assert_true(o.nr_sizes > 4 && o.verify);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps),
		cmocka_unit_test(each_block),
		cmocka_unit_test(reused),
		cmocka_unit_test(a_run),
		cmocka_unit_test(cold),
		cmocka_unit_test(calibrated),
		cmocka_unit_test(calibrated_warm),
		cmocka_unit_test(verified),
		cmocka_unit_test(methods),
		cmocka_unit_test(threads),
		cmocka_unit_test(skipped),
		cmocka_unit_test(bad_options),
	};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
