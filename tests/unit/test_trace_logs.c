// SPDX-License-Identifier: GPL-2.0
/*
 * Logs of mmiotrace and of QEMU as a stream of events, and what is said of lines
 * that are wrong.
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

#define MMIO								\
	"# tracer: mmiotrace\n"						\
	"VERSION 20070824\n"						\
	"PCIDEV 0008 1af41110 b f0000000 0 0 0 0 0 0\n"			\
	"MAP 10.000000 1 0xf8000000 0xffffc90000800000 0x4000000 0x0 0\n"

static void mmiotrace(void **state)
{
	u32 n;

	(void)state;
	n = traceread_text(&r, MMIO
		      "W 8 10.000010 1 0xf8000000 0x1 0xffffffffc0001000 0\n"
		      "R 4 10.000012 1 0xf8000040 0x1 0xffffffffc0001008 0\n"
		      "MARK 10.000013 the second part\n"
		      "UNKNOWN 10.000014 1 0xf8000080 0f,c3,07 0xffffffffc0001010 0\n"
		      "UNKNOWN 10.000014 1 0xf8000080 48,0f,c3 0xffffffffc0001010 0\n"
		      "UNKNOWN 10.000015 1 0xf8000090 66,0f,e7 0xffffffffc0001018 0\n"
		      "UNKNOWN 10.000015 1 0xf8000090 c5,fd,e7 0xffffffffc0001018 0\n"
		      "UNKNOWN 10.000016 1 0xf8000090 f3,a4,e7 0xffffffffc0001018 0\n"
		      "MARK 0.000000 Lost 12 events.\n"
		      "CPU:1 [LOST 30 EVENTS]\n"
		      "CPU:0 [LOST EVENTS]\n"
		      "\r\n"
		      "W 1 10.000020 1 0xf8000007 0x1 0xffffffffc0001000 0\r\n"
		      "UNMAP 10.000030 1 0x0 0\n");
	assert_int_equal(r.last, 0);
	assert_ptr_equal(r.t.format, &trace_mmiotrace);
	assert_int_equal(n, 4);
	is_access(&r.events[0], EVENT_STORE, 0xf8000000, 8);
	assert_int_equal(r.events[0].place, 0xffffffffc0001000);
	is_access(&r.events[1], EVENT_LOAD, 0xf8000040, 4);
	assert_int_equal(r.events[1].time, 2000000);
	assert_int_equal(r.events[2].kind, EVENT_MARK);
	is_access(&r.events[3], EVENT_STORE, 0xf8000007, 1);
	assert_int_equal(r.t.odd.unknown, 5);
	assert_string_equal(r.t.odd.sorts,
			    "movnti 2, string instructions 1, AVX 1, SSE 1");
	assert_int_equal(r.t.odd.lost, 12 + 30 + 1);
	assert_false(r.t.odd.cut);

	/* trace_pipe may begin with a loss */
	n = traceread_text(&r, "CPU:0 [LOST 7 EVENTS]\n"
			      "W 4 10.000020 1 0xf8000004 0x1 0x0 0\n");
	assert_int_equal(n, 1);
	assert_ptr_equal(r.t.format, &trace_mmiotrace);
	assert_int_equal(r.t.odd.lost, 7);
}

static void mmiotrace_wrong(void **state)
{
	static const char *const wrong[] = {
		"W 3 10.000010 1 0xf8000000 0x1 0xffffffffc0001000 0",
		"W 16 10.000010 1 0xf8000000 0x1 0xffffffffc0001000 0",
		"W 8 soon 1 0xf8000000 0x1 0xffffffffc0001000 0",
		"W 8 10.000010 1",
		"W 8 10.000010 1 0x11111111111111111 0x1 0x1 0",
		"UNKNOWN 10.000014 1 0xf8000080 0f 0xffffffffc0001010 0",
		"MARK",
		"hello",
		"CPU:x [LOST 30 EVENTS]",
		"CPU:0 [LOST 30 EV",
	};
	char *text;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		text = mem_printf(MMIO "%s\nMAP 1\n", wrong[i]);
		traceread_text(&r, text);
		traceread_refused(&r, "line 5, is nothing that mmiotrace writes: '");
		free(text);
		/* a last line without an end is one that was cut off */
		text = mem_printf(MMIO "%s", wrong[i]);
		assert_int_equal(traceread_text(&r, text), 0);
		assert_int_equal(r.last, 0);
		assert_true(r.t.odd.cut);
		free(text);
	}
}

static void qemu_log(void **state)
{
	char buf[TRACE_PLACE];
	u32 n;

	(void)state;
	n = traceread_text(&r, "qemu: a warning\n"
		      "719585@1608130130.441188:memory_region_ops_read cpu 0 mr 0x562fdfbb3820 addr 0x3cc value 0x67 size 1\n"
		      "719585@1608130130.441190:memory_region_ops_write cpu 3 mr 0x562fdfbd2f00 addr 0xf8000000 value 0x70e size 4 name 'vga mem'\n"
		      "memory_region_ops_write cpu 0 addr 0xf8000004 value 0x70e size 8 name 'bar'\n"
		      "memory_region_ops_write mr 0x7f addr 0xf8000008 value 0x70e size 2\n"
		      "2026-09-24T23:20:21.497100Z memory_region_ops_write cpu 1 mr 0x1 addr 0x70 value 0x8f size 1 name 'vga mem'\n"
		      "memory_region_ops_write cpu -1 mr 0x1 addr 0x70 value 0x8f size 1 name 'rtc'\n"
		      "memory_region_subpage_write cpu 0 mr 0x1 offset 0x70 value 0x8f size 1\n");
	assert_int_equal(r.last, 0);
	assert_ptr_equal(r.t.format, &trace_qemu);
	assert_int_equal(n, 5);
	is_access(&r.events[0], EVENT_LOAD, 0x3cc, 1);
	is_access(&r.events[1], EVENT_STORE, 0xf8000000, 4);
	assert_int_equal(r.events[1].cpu, 3);
	assert_string_equal(trace_place(&r.t, r.events[1].place, buf),
			    "region vga mem");
	is_access(&r.events[2], EVENT_STORE, 0xf8000004, 8);
	is_access(&r.events[3], EVENT_STORE, 0xf8000008, 2);
	assert_string_equal(trace_place(&r.t, r.events[3].place, buf), "unknown");
	is_access(&r.events[4], EVENT_STORE, 0x70, 1);
	assert_int_equal(r.events[4].place, r.events[1].place);
	/* the warning, the subpage, and what no CPU did */
	assert_int_equal(r.t.odd.ignored, 3);

	traceread_text(&r, "memory_region_ops_write cpu 0 mr 0x1 addr 0x70 value 0x8f size 1\n"
		  "memory_region_ops_write cpu 0 mr 0x1 addr 0x70 value 0x8f size 16\n");
	traceread_refused(&r, "line 2, is no memory_region_ops_write of QEMU: '");
	traceread_text(&r, "memory_region_ops_write cpu 0 mr 0x1 addr 70 value 0x8f size 1\n");
	traceread_refused(&r, "line 1, ");
	traceread_text(&r, "memory_region_ops_write cpu 0 mr 0x1 addr 0x70 value 0x8f size 1\n"
		  "memory_region_ops_write cpu 0 mr 0x1 addr 0x7");
	assert_int_equal(r.last, 0);
	assert_true(r.t.odd.cut);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(mmiotrace),
		TEST(mmiotrace_wrong),
		TEST(qemu_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
