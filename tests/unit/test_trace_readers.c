// SPDX-License-Identifier: GPL-2.0
/*
 * Traces of every form as a stream of events; and what is said of lines and
 * records that are wrong, of files that are cut off and of files that are no
 * traces.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <unistd.h>

#include "mem.h"
#include "model/tracefile.h"
#include "storefile.h"
#include "tree.h"

#define EVENTS	64

static struct tracefile t;
static struct event events[EVENTS];
static struct error e;
static int last;

/* Reads a file; returns the number of events, and what came last in @last */
static u32 read_path(const char *path, const char *format)
{
	u32 n = 0;

	last = trace_open(&t, path, format ? trace_format_find(format) : NULL,
			  &e);
	while (!last) {
		struct event ev;

		last = trace_next(&t, &ev, &e);
		if (last <= 0)
			break;
		assert_true(n < EVENTS);
		events[n++] = ev;
		last = 0;
	}
	return n;
}

static u32 read_text(const char *text)
{
	trace_close(&t);
	tree_file("trace", text);
	return read_path(tree_path("trace"), NULL);
}

static int begin(void **state)
{
	memset(&t, 0, sizeof(t));
	t.feed.fd = -1;
	return tree_begin(state);
}

static int end(void **state)
{
	trace_close(&t);
	return tree_end(state);
}

static void is_access(const struct event *ev, enum event_kind kind, u64 addr,
		      u32 width)
{
	assert_int_equal(ev->kind, kind);
	assert_int_equal(ev->addr, addr);
	assert_int_equal(ev->width, width);
}

static void refused(const char *text)
{
	assert_int_equal(last, -EINVAL);
	if (!strstr(e.text, text))
		fail_msg("'%s' is not said in: %s", text, e.text);
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
	n = read_text(MMIO
		      "W 8 10.000010 1 0xf8000000 0x1 0xffffffffc0001000 0\n"
		      "R 4 10.000012 1 0xf8000040 0x1 0xffffffffc0001008 0\n"
		      "MARK 10.000013 the second part\n"
		      "UNKNOWN 10.000014 1 0xf8000080 0f,c3,07 0xffffffffc0001010 0\n"
		      "UNKNOWN 10.000014 1 0xf8000080 48,0f,c3 0xffffffffc0001010 0\n"
		      "UNKNOWN 10.000015 1 0xf8000090 66,0f,e7 0xffffffffc0001018 0\n"
		      "UNKNOWN 10.000015 1 0xf8000090 c5,fd,e7 0xffffffffc0001018 0\n"
		      "UNKNOWN 10.000016 1 0xf8000090 f3,a4,e7 0xffffffffc0001018 0\n"
		      "MARK 0.000000 Lost 12 events.\n"
		      "\r\n"
		      "W 1 10.000020 1 0xf8000007 0x1 0xffffffffc0001000 0\r\n"
		      "UNMAP 10.000030 1 0x0 0\n");
	assert_int_equal(last, 0);
	assert_ptr_equal(t.format, &trace_mmiotrace);
	assert_int_equal(n, 4);
	is_access(&events[0], EVENT_STORE, 0xf8000000, 8);
	assert_int_equal(events[0].place, 0xffffffffc0001000);
	is_access(&events[1], EVENT_LOAD, 0xf8000040, 4);
	assert_int_equal(events[1].time, 2000000);
	assert_int_equal(events[2].kind, EVENT_MARK);
	is_access(&events[3], EVENT_STORE, 0xf8000007, 1);
	assert_int_equal(t.odd.unknown, 5);
	assert_string_equal(t.odd.sorts,
			    "movnti 2, string instructions 1, AVX 1, SSE 1");
	assert_int_equal(t.odd.lost, 12);
	assert_false(t.odd.cut);
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
	};
	char *text;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		text = mem_printf(MMIO "%s\nMAP 1\n", wrong[i]);
		read_text(text);
		refused("line 5, is nothing that mmiotrace writes: '");
		free(text);
		/* a last line without an end is one that was cut off */
		text = mem_printf(MMIO "%s", wrong[i]);
		assert_int_equal(read_text(text), 0);
		assert_int_equal(last, 0);
		assert_true(t.odd.cut);
		free(text);
	}
}

static void qemu_log(void **state)
{
	char buf[TRACE_PLACE];
	u32 n;

	(void)state;
	n = read_text("qemu: a warning\n"
		      "719585@1608130130.441188:memory_region_ops_read cpu 0 mr 0x562fdfbb3820 addr 0x3cc value 0x67 size 1\n"
		      "719585@1608130130.441190:memory_region_ops_write cpu 3 mr 0x562fdfbd2f00 addr 0xf8000000 value 0x70e size 4 name 'vga mem'\n"
		      "memory_region_ops_write cpu 0 addr 0xf8000004 value 0x70e size 8 name 'bar'\n"
		      "memory_region_ops_write mr 0x7f addr 0xf8000008 value 0x70e size 2\n"
		      "2026-09-24T23:20:21.497100Z memory_region_ops_write cpu 1 mr 0x1 addr 0x70 value 0x8f size 1 name 'vga mem'\n"
		      "memory_region_ops_write cpu -1 mr 0x1 addr 0x70 value 0x8f size 1 name 'rtc'\n"
		      "memory_region_subpage_write cpu 0 mr 0x1 offset 0x70 value 0x8f size 1\n");
	assert_int_equal(last, 0);
	assert_ptr_equal(t.format, &trace_qemu);
	assert_int_equal(n, 5);
	is_access(&events[0], EVENT_LOAD, 0x3cc, 1);
	is_access(&events[1], EVENT_STORE, 0xf8000000, 4);
	assert_int_equal(events[1].cpu, 3);
	assert_string_equal(trace_place(&t, events[1].place, buf),
			    "region vga mem");
	is_access(&events[2], EVENT_STORE, 0xf8000004, 8);
	is_access(&events[3], EVENT_STORE, 0xf8000008, 2);
	assert_string_equal(trace_place(&t, events[3].place, buf), "unknown");
	is_access(&events[4], EVENT_STORE, 0x70, 1);
	assert_int_equal(events[4].place, events[1].place);
	/* the warning, the subpage, and what no CPU did */
	assert_int_equal(t.odd.ignored, 3);

	read_text("memory_region_ops_write cpu 0 mr 0x1 addr 0x70 value 0x8f size 1\n"
		  "memory_region_ops_write cpu 0 mr 0x1 addr 0x70 value 0x8f size 16\n");
	refused("line 2, is no memory_region_ops_write of QEMU: '");
	read_text("memory_region_ops_write cpu 0 mr 0x1 addr 70 value 0x8f size 1\n");
	refused("line 1, ");
	read_text("memory_region_ops_write cpu 0 mr 0x1 addr 0x70 value 0x8f size 1\n"
		  "memory_region_ops_write cpu 0 mr 0x1 addr 0x7");
	assert_int_equal(last, 0);
	assert_true(t.odd.cut);
}

static void csv(void **state)
{
	u32 n;

	(void)state;
	/* an analyser's, with columns that are not needed */
	n = read_text("\xef\xbb\xbfPacket,Name,Time (us),TLP Type,\"Address\",Length (DW)\r\n"
		      "1,none,10.5,MWr(64),0x6000000000,16\r\n"
		      "2,\"a,b\",10.513,MWr(64),60_00000040,16,more\r\n"
		      "3,,10.6,CplD,0,16,0\r\n"
		      "\r\n"
		      "4,,10.7,MRd(64),6000000080,1,0\r\n");
	assert_int_equal(last, 0);
	assert_ptr_equal(t.format, &trace_csv);
	assert_int_equal(n, 3);
	is_access(&events[0], EVENT_STORE, 0x6000000000, 64);
	is_access(&events[1], EVENT_STORE, 0x6000000040, 64);
	assert_int_equal(events[1].time, 13000);
	is_access(&events[2], EVENT_LOAD, 0x6000000080, 4);
	assert_int_equal(events[2].time, 200000);

	/* without a header; semicolons; exponents; seconds since 1970 */
	n = read_text("# by hand\n1e3;0xf8000000;32\n1093.5;f8000020;0x20\n");
	assert_int_equal(last, 0);
	assert_int_equal(n, 2);
	is_access(&events[1], EVENT_STORE, 0xf8000020, 32);
	assert_int_equal(events[1].time, 93500);
	n = read_text("time_s,size,address\n1700000000.123456789012,8,10\n1700000000.123456789112,8,18\n");
	assert_int_equal(n, 2);
	assert_int_equal(events[1].time, 100);
	is_access(&events[1], EVENT_STORE, 0x18, 8);

	/* times that go back are odd, and no gap */
	n = read_text("time_ns,address,size\n5,0,4\n9,0,4\n7,0,4\n");
	assert_int_equal(n, 3);
	assert_int_equal(events[2].time, 4000);
	assert_int_equal(t.odd.backwards, 1);
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
		read_text(wrong[i].text);
		refused(wrong[i].said);
	}
	read_text("1,2,3\n4,");
	assert_int_equal(last, 0);
	assert_true(t.odd.cut);
}

static void no_trace(void **state)
{
	char *line = mem_grow(NULL, 5001, 1);

	(void)state;
	read_text("");
	refused("is empty");
	read_text("once upon a time\n");
	refused("is no trace of a form that is known");
	read_text("a,b,c\n1,2,3\n");
	refused("is no trace of a form that is known");
	trace_close(&t);
	read_path(tree_path("not-there"), NULL);
	assert_int_equal(last, -ENOENT);
	/* a line without an end in sight */
	memset(line, '1', 5000);
	line[1] = ',';
	line[3] = ',';
	line[5000] = '\0';
	read_text("1,2,3\n");
	trace_close(&t);
	tree_file("trace", line);
	read_path(tree_path("trace"), "csv");
	refused("line 1, has more than 4095 bytes");
	free(line);
}

/* A byte of value 0 is no text, whatever stands around it */
static void binary(void **state)
{
	FILE *f = fopen(tree_path("trace"), "w");

	(void)state;
	fwrite("1,2,3\n1,\0002,3\n", 1, 13, f);
	fclose(f);
	read_path(tree_path("trace"), NULL);
	refused("line 2, is not text");
}

static struct storefile s;

static void open_file(void)
{
	trace_close(&t);
	storefile_open(&s, tree_path("trace"));
}

static u32 close_file(bool whole)
{
	storefile_close(&s, whole);
	return read_path(tree_path("trace"), NULL);
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
	assert_int_equal(last, 0);
	assert_ptr_equal(t.format, &trace_plugin);
	assert_int_equal(n, 1 + 3 + 8 + 1 + 2);
	assert_int_equal(t.base, 0xf8000000);
	assert_int_equal(t.end, 0xfc000000);
	assert_int_equal(events[0].kind, EVENT_MARK);
	assert_int_equal(events[0].mark, MARK_START);
	assert_int_equal(events[0].id, 3);
	is_access(&events[1], EVENT_STORE, 0xf8000000, 16);
	is_access(&events[3], EVENT_STORE, 0xf8000020, 16);
	assert_string_equal(trace_place(&t, events[3].place, buf),
			    "0xffffffffc0001000 movntdq %xmm0, (%rdi) in write_movntdq");
	assert_int_equal(events[4].kind, EVENT_SFENCE);
	assert_int_equal(events[5].kind, EVENT_LFENCE);
	assert_int_equal(events[6].kind, EVENT_MFENCE);
	assert_int_equal(events[7].kind, EVENT_SERIAL);
	assert_false(events[7].in_interrupt);
	/* the end of an interrupt whose beginning was not seen */
	assert_int_equal(events[8].kind, EVENT_SERIAL);
	assert_true(events[8].in_interrupt);
	assert_int_equal(events[9].kind, EVENT_LOCK);
	assert_int_equal(events[10].kind, EVENT_UC);
	assert_int_equal(events[11].kind, EVENT_INTERRUPT);
	assert_false(events[3].direct);
	assert_true(events[12].direct);
	assert_string_equal(trace_place(&t, events[12].place, buf),
			    "0x400000 movdir64b (%rdx), %rax");
	assert_string_equal(trace_place(&t, 77, buf), "instruction 77");
	assert_int_equal(events[13].mark, MARK_LABEL);
	assert_int_equal(events[14].mark, MARK_STOP);
	assert_int_equal(t.odd.ignored, 1);
	assert_false(t.odd.cut);
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
	assert_int_equal(last, 0);
	assert_int_equal(n, 1 + 4 * 3 + 1 + 3);
	for (i = 0; i < 4; i++) {
		is_access(&events[1 + 3 * i], EVENT_STORE, 0x2000 + 0x20 * i,
			  8);
		is_access(&events[2 + 3 * i], EVENT_STORE, 0x2008 + 0x20 * i,
			  8);
		is_access(&events[3 + 3 * i], EVENT_STORE, 0x2010 + 0x20 * i,
			  16);
		assert_int_equal(events[3 + 3 * i].place, 2);
	}
	is_access(&events[13], EVENT_STORE, 0x3000, 4);
	is_access(&events[15], EVENT_STORE, 0x3ff8, 8);
	is_access(&events[16], EVENT_STORE, 0x3ff0, 8);
}

static void plugin_cut(void **state)
{
	(void)state;
	open_file();
	storefile_store(&s, 1, 0x1000, 4, 1);
	assert_int_equal(close_file(false), 1);
	assert_int_equal(last, 0);
	assert_true(t.odd.cut);

	/* in the middle of a record, and of an instruction's text */
	open_file();
	storefile_store(&s, 1, 0x1000, 4, 1);
	fputs("half a record", s.f);
	assert_int_equal(close_file(false), 1);
	assert_true(t.odd.cut);
	open_file();
	storefile_insn(&s, 1, 0x1000, "movntdq %xmm0, (%rdi)", "somewhere");
	fflush(s.f);
	assert_int_equal(ftruncate(fileno(s.f), 64 + 32 + 5), 0);
	assert_int_equal(close_file(false), 0);
	assert_int_equal(last, 0);
	assert_true(t.odd.cut);
}

static void plugin_wrong(void **state)
{
	struct wcbar_st_header h;
	struct wcbar_st_record r = { .kind = WCBAR_ST_STORE, .count = 1 };
	FILE *f;

	(void)state;
	open_file();
	storefile_put(&s, &r);
	close_file(true);
	refused("record 1, holds an access of no width");
	r.width = 65;
	open_file();
	storefile_put(&s, &r);
	close_file(true);
	refused("record 1, ");
	open_file();
	storefile_store(&s, 1, 0, 4, 1);
	storefile_repeat(&s, 2, 1, 4);
	close_file(true);
	refused("record 2, repeats accesses that are not there");
	open_file();
	storefile_store(&s, 1, 0, 4, 1);
	storefile_event(&s, WCBAR_ST_FENCE, WCBAR_ST_SFENCE);
	storefile_repeat(&s, 1, 1, 4);
	close_file(true);
	refused("record 3, repeats");
	r.kind = WCBAR_ST_INSN;
	r.count = 5000;
	open_file();
	storefile_put(&s, &r);
	close_file(true);
	refused("longer than a page");

	open_file();
	storefile_close(&s, true);
	f = fopen(tree_path("trace"), "r+");
	assert_int_equal(fread(&h, sizeof(h), 1, f), 1);
	h.version = 9;
	rewind(f);
	fwrite(&h, sizeof(h), 1, f);
	fclose(f);
	read_path(tree_path("trace"), NULL);
	refused("has version 9 of its format");
}

static void lost_and_loads(void **state)
{
	struct wcbar_st_record r = {
		.kind = WCBAR_ST_LOAD, .addr = 0x2000, .width = 4, .count = 9,
	};

	(void)state;
	open_file();
	storefile_put(&s, &r);
	r.kind = WCBAR_ST_LOST;
	r.addr = 1000;
	storefile_put(&s, &r);
	/* the others of the nine are somewhere */
	assert_int_equal(close_file(true), 1);
	is_access(&events[0], EVENT_LOAD, 0x2000, 4);
	assert_int_equal(t.odd.lost, 1000);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(mmiotrace),
		TEST(mmiotrace_wrong),
		TEST(qemu_log),
		TEST(csv),
		TEST(csv_wrong),
		TEST(no_trace),
		TEST(binary),
		TEST(plugin),
		TEST(repeats),
		TEST(plugin_cut),
		TEST(plugin_wrong),
		TEST(lost_and_loads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
