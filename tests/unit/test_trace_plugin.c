// SPDX-License-Identifier: GPL-2.0
/*
 * What the plugin writes as a stream of events, and what is said of records that
 * are wrong and of files that are cut off.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <unistd.h>

#include "storefile.h"
#include "traceread.h"
#include "tree.h"

static struct traceread r;

static int begin(void **state)
{
	traceread_begin(&r);
	return tree_begin(state);
}

static int end(void **state)
{
	traceread_end(&r);
	return tree_end(state);
}

static struct storefile s;

static void open_file(void)
{
	trace_close(&r.t);
	storefile_open(&s, tree_path("trace"));
}

static u32 close_file(bool whole)
{
	storefile_close(&s, whole);
	return traceread_path(&r, tree_path("trace"), NULL);
}

static void plugin(void **state)
{
	static const struct wcbar_st_record range = {
		.kind = WCBAR_ST_RANGE, .addr = 0xf8000000, .time = 0xfc000000,
	};
	char buf[TRACE_PLACE];
	u32 n;

	(void)state;
	open_file();
	storefile_put(&s, &range);
	storefile_mark(&s, WCBAR_ST_MARK_START, 3);
	storefile_insn(&s, 1, 0xffffffffc0001000, "movntdq %xmm0, (%rdi)",
		       "write_movntdq");
	storefile_store(&s, 1, 0xf8000000, 16, 3);
	storefile_event(&s, WCBAR_ST_FENCE, WCBAR_ST_SFENCE);
	storefile_event(&s, WCBAR_ST_FENCE, WCBAR_ST_LFENCE);
	storefile_event(&s, WCBAR_ST_FENCE, WCBAR_ST_MFENCE);
	storefile_event(&s, WCBAR_ST_SERIALIZE, WCBAR_ST_CPUID);
	storefile_event(&s, WCBAR_ST_SERIALIZE, WCBAR_ST_IRET);
	storefile_event(&s, WCBAR_ST_LOCK, 0);
	storefile_event(&s, WCBAR_ST_UC, 0);
	storefile_event(&s, WCBAR_ST_INTERRUPT, 0);
	storefile_event(&s, 200, 0);
	storefile_insn(&s, 2, 0x400000, "movdir64b (%rdx), %rax", "");
	storefile_store(&s, 2, 0xf8000040, 64, 1);
	storefile_mark(&s, WCBAR_ST_MARK_LABEL, 4);
	storefile_mark(&s, WCBAR_ST_MARK_STOP, 3);
	n = close_file(true);
	assert_int_equal(r.last, 0);
	assert_ptr_equal(r.t.format, &trace_plugin);
	assert_int_equal(n, 1 + 3 + 8 + 1 + 2);
	assert_int_equal(r.t.base, 0xf8000000);
	assert_int_equal(r.t.end, 0xfc000000);
	assert_int_equal(r.events[0].kind, EVENT_MARK);
	assert_int_equal(r.events[0].mark, MARK_START);
	assert_int_equal(r.events[0].id, 3);
	is_access(&r.events[1], EVENT_STORE, 0xf8000000, 16);
	is_access(&r.events[3], EVENT_STORE, 0xf8000020, 16);
	assert_string_equal(trace_place(&r.t, r.events[3].place, buf),
			    "0xffffffffc0001000 movntdq %xmm0, (%rdi) in write_movntdq");
	assert_int_equal(r.events[4].kind, EVENT_SFENCE);
	assert_int_equal(r.events[5].kind, EVENT_LFENCE);
	assert_int_equal(r.events[6].kind, EVENT_MFENCE);
	assert_int_equal(r.events[7].kind, EVENT_SERIAL);
	assert_false(r.events[7].in_interrupt);
	/* the end of an interrupt whose beginning was not seen */
	assert_int_equal(r.events[8].kind, EVENT_SERIAL);
	assert_true(r.events[8].in_interrupt);
	assert_int_equal(r.events[9].kind, EVENT_LOCK);
	assert_int_equal(r.events[10].kind, EVENT_UC);
	assert_int_equal(r.events[11].kind, EVENT_INTERRUPT);
	assert_false(r.events[3].direct);
	assert_true(r.events[12].direct);
	assert_string_equal(trace_place(&r.t, r.events[12].place, buf),
			    "0x400000 movdir64b (%rdx), %rax");
	assert_string_equal(trace_place(&r.t, 77, buf), "instruction 77");
	assert_int_equal(r.events[13].mark, MARK_LABEL);
	assert_int_equal(r.events[14].mark, MARK_STOP);
	assert_int_equal(r.t.odd.ignored, 1);
	assert_false(r.t.odd.cut);
}

/* A loop of two instructions, folded */
static void repeats(void **state)
{
	u32 n, i;

	(void)state;
	open_file();
	storefile_store(&s, 9, 0x1000, 4, 1);
	storefile_store(&s, 1, 0x2000, 8, 2);
	storefile_store(&s, 2, 0x2010, 16, 1);
	storefile_repeat(&s, 2, 3, 0x20);
	storefile_store(&s, 9, 0x3000, 4, 1);
	/* downwards, too */
	storefile_store(&s, 1, 0x4000, 8, 1);
	storefile_repeat(&s, 1, 2, (u64)-8);
	n = close_file(true);
	assert_int_equal(r.last, 0);
	assert_int_equal(n, 1 + 4 * 3 + 1 + 3);
	for (i = 0; i < 4; i++) {
		is_access(&r.events[1 + 3 * i], EVENT_STORE, 0x2000 + 0x20 * i,
			  8);
		is_access(&r.events[2 + 3 * i], EVENT_STORE, 0x2008 + 0x20 * i,
			  8);
		is_access(&r.events[3 + 3 * i], EVENT_STORE, 0x2010 + 0x20 * i,
			  16);
		assert_int_equal(r.events[3 + 3 * i].place, 2);
	}
	is_access(&r.events[13], EVENT_STORE, 0x3000, 4);
	is_access(&r.events[15], EVENT_STORE, 0x3ff8, 8);
	is_access(&r.events[16], EVENT_STORE, 0x3ff0, 8);
}

static void plugin_cut(void **state)
{
	(void)state;
	open_file();
	storefile_store(&s, 1, 0x1000, 4, 1);
	assert_int_equal(close_file(false), 1);
	assert_int_equal(r.last, 0);
	assert_true(r.t.odd.cut);

	/* in the middle of a record, and of an instruction's text */
	open_file();
	storefile_store(&s, 1, 0x1000, 4, 1);
	fputs("half a record", s.f);
	assert_int_equal(close_file(false), 1);
	assert_true(r.t.odd.cut);
	open_file();
	storefile_insn(&s, 1, 0x1000, "movntdq %xmm0, (%rdi)", "somewhere");
	fflush(s.f);
	assert_int_equal(ftruncate(fileno(s.f), 64 + 32 + 5), 0);
	assert_int_equal(close_file(false), 0);
	assert_int_equal(r.last, 0);
	assert_true(r.t.odd.cut);
}

static void plugin_wrong(void **state)
{
	struct wcbar_st_header h;
	struct wcbar_st_record record = { .kind = WCBAR_ST_STORE, .count = 1 };
	FILE *f;

	(void)state;
	open_file();
	storefile_put(&s, &record);
	close_file(true);
	traceread_refused(&r, "record 1, holds an access of no width");
	record.width = 65;
	open_file();
	storefile_put(&s, &record);
	close_file(true);
	traceread_refused(&r, "record 1, ");
	open_file();
	storefile_store(&s, 1, 0, 4, 1);
	storefile_repeat(&s, 2, 1, 4);
	close_file(true);
	traceread_refused(&r, "record 2, repeats accesses that are not there");
	open_file();
	storefile_store(&s, 1, 0, 4, 1);
	storefile_event(&s, WCBAR_ST_FENCE, WCBAR_ST_SFENCE);
	storefile_repeat(&s, 1, 1, 4);
	close_file(true);
	traceread_refused(&r, "record 3, repeats");
	record.kind = WCBAR_ST_INSN;
	record.count = 5000;
	open_file();
	storefile_put(&s, &record);
	close_file(true);
	traceread_refused(&r, "longer than a page");

	open_file();
	storefile_close(&s, true);
	f = fopen(tree_path("trace"), "r+");
	assert_int_equal(fread(&h, sizeof(h), 1, f), 1);
	h.version = 9;
	rewind(f);
	fwrite(&h, sizeof(h), 1, f);
	fclose(f);
	traceread_path(&r, tree_path("trace"), NULL);
	traceread_refused(&r, "has version 9 of its format");
}

/* An xchg with the aperture: its store waits in no buffer */
static void locked(void **state)
{
	struct wcbar_st_record record = {
		.kind = WCBAR_ST_STORE, .addr = 0x2000, .width = 4, .count = 1,
	};

	(void)state;
	open_file();
	storefile_put(&s, &record);
	record.flags = WCBAR_ST_LOCKED;
	storefile_put(&s, &record);
	assert_int_equal(close_file(true), 2);
	assert_false(r.events[0].locked);
	assert_true(r.events[1].locked);
}

static void lost_and_loads(void **state)
{
	struct wcbar_st_record record = {
		.kind = WCBAR_ST_LOAD, .addr = 0x2000, .width = 4, .count = 9,
	};

	(void)state;
	open_file();
	storefile_put(&s, &record);
	record.kind = WCBAR_ST_LOST;
	record.addr = 1000;
	storefile_put(&s, &record);
	/* the others of the nine are somewhere */
	assert_int_equal(close_file(true), 1);
	is_access(&r.events[0], EVENT_LOAD, 0x2000, 4);
	assert_int_equal(r.t.odd.lost, 1000);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(plugin),
		TEST(repeats),
		TEST(plugin_cut),
		TEST(plugin_wrong),
		TEST(locked),
		TEST(lost_and_loads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
