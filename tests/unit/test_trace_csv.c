// SPDX-License-Identifier: GPL-2.0
/*
 * Comma-separated values as a stream of requests; and what is said of lines that
 * are wrong and of files that are no traces.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "mem.h"
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

static void csv(void **state)
{
	u32 n;

	(void)state;
	/* an analyser's, with columns that are not needed */
	n = traceread_text(&r, "\xef\xbb\xbfPacket,Name,Time (us),TLP Type,\"Address\",Length (DW)\r\n"
		      "1,none,10.5,MWr(64),0x6000000000,16\r\n"
		      "2,\"a,b\",10.513,MWr(64),60_00000040,16,more\r\n"
		      "3,,10.6,CplD,0,16,0\r\n"
		      "\r\n"
		      "4,,10.7,MRd(64),6000000080,1,0\r\n");
	assert_int_equal(r.last, 0);
	assert_ptr_equal(r.t.format, &trace_csv);
	assert_int_equal(n, 3);
	is_access(&r.events[0], EVENT_STORE, 0x6000000000, 64);
	is_access(&r.events[1], EVENT_STORE, 0x6000000040, 64);
	assert_int_equal(r.events[1].time, 13000);
	is_access(&r.events[2], EVENT_LOAD, 0x6000000080, 4);
	assert_int_equal(r.events[2].time, 200000);

	assert_int_equal(r.t.odd.ignored, 1);

	/* what is no request of memory may lack anything, or hold anything */
	n = traceread_text(&r, "Time,Type,Address,Length\n"
			      "1,CplD,,\n"
			      ",Msg,none,-\n"
			      "2,\"Memory Write\",0xf8000000,8\n"
			      "3,IOWr,0x70,1\n"
			      "4,mem_wr,0xf8000008,4\n"
			      "5,Mem Read,0xf8000000,4\n"
			      "6,w,0xf8000010,2\n"
			      "7,MRdLk,0xf8000000,4\n"
			      "8,DLLP,,0\n");
	assert_int_equal(r.last, 0);
	assert_int_equal(n, 5);
	is_access(&r.events[0], EVENT_STORE, 0xf8000000, 8);
	is_access(&r.events[1], EVENT_STORE, 0xf8000008, 4);
	is_access(&r.events[2], EVENT_LOAD, 0xf8000000, 4);
	is_access(&r.events[3], EVENT_STORE, 0xf8000010, 2);
	is_access(&r.events[4], EVENT_LOAD, 0xf8000000, 4);
	assert_int_equal(r.t.odd.ignored, 4);

	/* without a header; semicolons; exponents; seconds since 1970 */
	n = traceread_text(&r, "# by hand\n1e3;0xf8000000;32\n1093.5;f8000020;0x20\n");
	assert_int_equal(r.last, 0);
	assert_int_equal(n, 2);
	is_access(&r.events[1], EVENT_STORE, 0xf8000020, 32);
	assert_int_equal(r.events[1].time, 93500);
	n = traceread_text(&r, "time_s,size,address\n1700000000.123456789012,8,10\n1700000000.123456789112,8,18\n");
	assert_int_equal(n, 2);
	assert_int_equal(r.events[1].time, 100);
	is_access(&r.events[1], EVENT_STORE, 0x18, 8);

	/* times that go back are odd, and no gap */
	n = traceread_text(&r, "time_ns,address,size\n5,0,4\n9,0,4\n7,0,4\n");
	assert_int_equal(n, 3);
	assert_int_equal(r.events[2].time, 4000);
	assert_int_equal(r.t.odd.backwards, 1);
}

static void csv_wrong(void **state)
{
	static const struct {
		const char *text;
		const char *said;
	} wrong[] = {
		{ "time,size\n1,2\n", "names no column for the address" },
		{ "address,size\n1,2\n", "names no column for the time" },
		{ "time,address\n1,2\n", "names no column for the size" },
		{ "time,type,addr,size\n1,MWr,,4\n", "line 2, " },
		{ "time,type,addr,size\n1\n", "line 2, " },
		{ "1,2,3\n-1,2,3\n", "line 2, " },
		{ "1,2,3\n1,0x,3\n", "line 2, " },
		{ "1,2,3\n1,-2,3\n", "line 2, " },
		{ "1,2,3\n1,11111111111111111,3\n", "line 2, " },
		{ "1,2,3\n1,2,18446744073709551616\n", "line 2, " },
		{ "1,2,3\n1,ffffffffffffffff,2\n", "line 2, " },
		{ "1,2,3\n1,2,3.5\n", "line 2, " },
		{ "1,2,3\n\"1,2,3\n", "line 2, " },
		{ "1,2,3\nx,2,3\n4,5,6\n", "line 2, is no time, address and size: 'x,2,3'" },
		{ "1,2,3\n1,zz,3\n", "line 2, " },
		{ "1,2,3\n1,2\n", "line 2, " },
		{ "1,2,3\n1,2,0\n", "line 2, " },
		{ "1,2,3\n1,2,-4\n", "line 2, " },
		{ "1,2,3\n1,2,70000\n", "line 2, " },
		{ "1,2,3\n1e999,2,4\n", "line 2, " },
		{ "1,2,3\n1e90,2,4\n", "line 2, " },
		{ "1,2,3\n99999999999999999999,2,4\n", "line 2, " },
	};
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		traceread_text(&r, wrong[i].text);
		traceread_refused(&r, wrong[i].said);
	}
	traceread_text(&r, "1,2,3\n4,");
	assert_int_equal(r.last, 0);
	assert_true(r.t.odd.cut);
}

static void no_trace(void **state)
{
	char *line = mem_grow(NULL, 5001, 1);

	(void)state;
	traceread_text(&r, "");
	traceread_refused(&r, "is empty");
	traceread_text(&r, "once upon a time\n");
	traceread_refused(&r, "is no trace of a form that is known");
	traceread_text(&r, "a,b,c\n1,2,3\n");
	traceread_refused(&r, "is no trace of a form that is known");
	trace_close(&r.t);
	traceread_path(&r, tree_path("not-there"), NULL);
	assert_int_equal(r.last, -ENOENT);
	/* a line without an end in sight */
	memset(line, '1', 5000);
	line[1] = ',';
	line[3] = ',';
	line[5000] = '\0';
	traceread_text(&r, "1,2,3\n");
	trace_close(&r.t);
	tree_file("trace", line);
	traceread_path(&r, tree_path("trace"), "csv");
	traceread_refused(&r, "line 1, has more than 4095 bytes");
	free(line);
}

/* A byte of value 0 is no text, whatever stands around it */
static void binary(void **state)
{
	FILE *f = fopen(tree_path("trace"), "w");

	(void)state;
	fwrite("1,2,3\n1,\0002,3\n", 1, 13, f);
	fclose(f);
	traceread_path(&r, tree_path("trace"), NULL);
	traceread_refused(&r, "line 2, is not text");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(csv),
		TEST(csv_wrong),
		TEST(no_trace),
		TEST(binary),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
