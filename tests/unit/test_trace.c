// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar trace, as it is called.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "commands.h"
#include "storefile.h"
#include "tree.h"

#define BAR	0xf8000000ULL

static struct printed p;
static struct storefile s;

#define RUN(...)	PRINTED_BY(&p, cmd_trace, "trace",		\
				   tree_path("trace"), __VA_ARGS__)

#define prints(text)	printed_has(&p, text)
#define refuses(text)	printed_refusal(&p, text)

/* Two methods, fenced; then something without a fence */
static void three_sections(void)
{
	storefile_open(&s, tree_path("trace"));
	storefile_mark(&s, WCBAR_ST_MARK_START, 1);
	storefile_insn(&s, 1, 0xffffffffc0001000, "vmovdqa %ymm0, (%rdi)",
		       "write_store32");
	storefile_store(&s, 1, BAR, 32, 2);
	storefile_repeat(&s, 1, 511, 64);
	storefile_event(&s, WCBAR_ST_FENCE, WCBAR_ST_SFENCE);
	storefile_mark(&s, WCBAR_ST_MARK_STOP, 1);
	storefile_mark(&s, WCBAR_ST_MARK_START, 2);
	storefile_insn(&s, 2, 0xffffffffc0002000, "movnti %rax, (%rdi)",
		       "write_movnti");
	storefile_store(&s, 2, BAR, 8, 4096);
	storefile_event(&s, WCBAR_ST_FENCE, WCBAR_ST_SFENCE);
	storefile_mark(&s, WCBAR_ST_MARK_STOP, 2);
	storefile_mark(&s, WCBAR_ST_MARK_START, 3);
	storefile_store(&s, 2, BAR + 64, 8, 3);
	storefile_mark(&s, WCBAR_ST_MARK_STOP, 3);
	/* not recorded: it counts for nothing */
	storefile_store(&s, 2, BAR + 64, 8, 100);
	storefile_close(&s, true);
}

static void sections(void **state)
{
	(void)state;
	three_sections();
	RUN("--label", "1=store32,2=movnti", "--cpu-class", "i7-11700");
	prints("5123 stores, 65560 B: 4099 x 8 B, 1024 x 32 B; at 0xf8000000-0xf8007fff");
	prints("  store32  32768  1024 x 32 B  1024 x 32 B  512 x 64 B          0     0   13.3\n");
	prints("  movnti   32768  4096 x 8 B   4096 x 8 B   512 x 64 B          0     0   53.1\n");
	prints("  mark 3      24  3 x 8 B      3 x 8 B      none                0     1");
	prints("Gaps: none");
	prints("requests                       5123      1024\n");
	prints("  of 64 bytes                     0      1024\n");
	prints("lines left in the buffers         0         1\n");
	prints("(a store fence is missing)");
	prints("  mark 3     0  0xf8000040     24       3  0xffffffffc0002000 movnti %rax, (%rdi) in write_movnti\n");
	prints("published with a PCIe analyser");
}

static void between_marks(void **state)
{
	(void)state;
	three_sections();
	RUN("--from-mark", "2", "--to-mark", "2");
	prints("4096 stores, 32 KiB: 4096 x 8 B");
	RUN("--from-mark", "1", "--to-mark", "2");
	prints("1024 stores, 32 KiB: 1024 x 32 B");
	RUN("--from-mark", "2");
	prints("4099 stores");
	RUN("--from-mark", "9");
	refuses("has no mark 9");
	RUN("--base", "0xf8000000", "--size", "64");
	prints("10 stores, 128 B: 8 x 8 B, 2 x 32 B");
	prints("5113 accesses outside the range were left out");
}

static void forms(void **state)
{
	(void)state;
	three_sections();
	RUN("--json", "-");
	prints("\"schema\": \"wcbar-trace/1\"");
	prints("\"format\": \"plugin\"");
	prints("\"gaps\": null");
	prints("\"name\": \"mark 2\"");
	prints("\"left_lines\": 1");
	prints("\"mask\": \"0xffffff\"");
	RUN("--csv", "-", "--map", "wc", "--label", "1=a,2=\"b\"");
	prints("section,map,stores,bytes,requests,");
	prints("\na,wc,1024,32768,512,43008,0,0,0.000,");
	prints("\n\"\"\"b\"\"\",wc,4096,32768,512,");
	prints("\ntotal,wc,5123,65560,1024,");
	prints("64x1024\n");
	RUN("-q");
	assert_string_equal(p.out, "");
}

/* Interrupts: excess, or none where they do not count */
static void at_interrupts(void **state)
{
	u32 i;

	(void)state;
	storefile_open(&s, tree_path("trace"));
	storefile_insn(&s, 1, 0x1000, "mov %rax, (%rdi)", "");
	for (i = 0; i < 64; i++) {
		storefile_store(&s, 1, BAR + 64 * i, 8, 5);
		if (i % 16 == 0) {
			storefile_event(&s, WCBAR_ST_INTERRUPT, 0);
			storefile_event(&s, WCBAR_ST_SERIALIZE, WCBAR_ST_IRET);
		}
		storefile_store(&s, 1, BAR + 64 * i + 40, 8, 3);
	}
	storefile_event(&s, WCBAR_ST_FENCE, WCBAR_ST_SFENCE);
	storefile_close(&s, true);
	RUN("--map", "wc");
	prints("4 interrupts");
	prints("requests                           68\n");
	prints("    by interrupt                      7\n");
	prints("    by fence                          1\n");
	RUN("--map", "wc", "--evict-interrupt", "off");
	prints("requests                           64\n");
	prints("lines not full                      0\n");
}

/* What the analyser of the published measurement saw, shortened */
static void analyser(void **state)
{
	char *text;
	size_t len;
	FILE *f;
	u32 i;

	(void)state;
	f = open_memstream(&text, &len);
	fputs("time_ns,address,size\n", f);
	for (i = 0; i < 100; i++)
		fprintf(f, "%u.%u,0x%llx,32\n", i * 865 / 10, i * 865 % 10,
			0x6000000000ULL + 32 * i);
	fclose(f);
	tree_file("trace", text);
	free(text);
	RUN("--top", "3");
	prints("100 requests, 3200 B: 100 x 32 B; at 0x6000000000-0x6000000c7f\n");
	prints("From the first to the last 8.563 us; gaps from one to the next: mean 86.50 ns, 86.50 ns to 86.50 ns\n");
	prints("  80.00 ns - 90.00 ns     99  ####");
	prints("                              recorded\n");
	prints("    of 32 bytes                    100\n");
	RUN("--map", "uc,wc");
	prints("  of 64 bytes                       0          50\n");
	RUN("--time-unit", "us");
	prints("mean 86.50 us");	/* whatever the header says */
	/* from one section to the next there is no gap */
	tree_file("trace", "VERSION 20070824\n"
		  "W 4 1.000000 1 0xf8000000 0x1 0x10 0\n"
		  "W 4 1.000001 1 0xf8000004 0x1 0x10 0\n"
		  "MARK 1.500000 later\n"
		  "W 4 2.000000 1 0xf8000008 0x1 0x10 0\n"
		  "W 4 2.000001 1 0xf800000c 0x1 0x10 0\n");
	RUN("--map", "uc");
	prints("From the first to the last of each section 2.000 us; gaps from one to the next: mean 1.000 us, 1.000 us to 1.000 us\n");
	tree_file("trace", "0,0,32\n1,20,32\n");
	RUN("--time-unit", "us");
	prints("mean 1.000 us");
}

static void worst_places(void **state)
{
	u32 i;

	(void)state;
	storefile_open(&s, tree_path("trace"));
	storefile_insn(&s, 1, 0x1000, "mov %eax, (%rdi)", "");
	storefile_insn(&s, 2, 0x2000, "lock addl $0, (%rsp)", "");
	for (i = 0; i < 30; i++) {
		struct wcbar_st_record lock = {
			.kind = WCBAR_ST_LOCK, .insn = 2, .count = 1,
		};

		storefile_store(&s, i < 20 ? 1 : 3, BAR + 64 * i, 4, 2);
		storefile_put(&s, &lock);
	}
	storefile_close(&s, true);
	RUN("--map", "wc");
	prints("  by lock                          30\n");
	prints("     20        20  lock  0x1000 mov %eax, (%rdi)  0x2000 lock addl $0, (%rsp)\n");
	prints("     10        10  lock  instruction 3 ");
	RUN("--map", "wc", "--top", "1");
	prints("and 1 more places");
	RUN("--map", "wc", "--top", "0");
	assert_null(strstr(p.out, "Where lines leave"));
	RUN("--map", "wc", "--buffers", "2", "--policy", "lru");
	prints("buffers: 2 of 64 bytes (given)");
}

static void broken(void **state)
{
	(void)state;
	tree_file("trace", "time,address,size\n1,2,3\nx\n4,5,6\n");
	RUN("-q");
	refuses("trace, line 3, is no time, address and size: 'x'");
	tree_file("trace", "nothing\n");
	RUN("-q");
	refuses("is no trace of a form that is known");
	RUN("--format", "mmiotrace");
	refuses("line 1, is nothing that mmiotrace writes: 'nothing'");
	RUN("--format", "plugin");
	refuses("does not begin with the header");
	PRINTED_BY(&p, cmd_trace, "trace", tree_path("not-there"));
	assert_int_equal(p.status, EXIT_FAILED);
	PRINTED_BY(&p, cmd_trace, "trace", tree_path("."));
	assert_int_equal(p.status, EXIT_FAILED);
	/* cut off: what is there is shown, and that it is */
	tree_file("trace", "1,2,3\n4,5");
	RUN("--map", "uc");
	prints("note: the trace is cut off");
	/* a plot of nothing */
	tree_file("trace", "# nothing\n1,2,3,x\n");
	RUN("--from-mark", "1");
	refuses("has no mark 1");
}

static void called_wrongly(void **state)
{
	(void)state;
	tree_file("trace", "1,2,3\n");
	PRINTED_BY(&p, cmd_trace, "trace");
	refuses("which trace?");
	RUN("another");
	refuses("unexpected word 'another'");
	RUN("--format", "pcap");
	refuses("--format takes plugin, mmiotrace, qemu or csv, not 'pcap'");
	RUN("--map", "wc,,uc");
	refuses("--map takes");
	RUN("--label", "1");
	refuses("--label takes a list");
	RUN("--label", "256=x");
	refuses("--label takes a list");
	RUN("--time-unit", "h");
	refuses("--time-unit takes ps, ns, us, ms or s, not 'h'");
	RUN("--to-mark", "1");
	refuses("--to-mark needs --from-mark");
	RUN("--from-mark", "256");
	refuses("--from-mark: '256' is not from 0 to 255");
	RUN("--base", "0xffffffffffffff00", "--size", "1K");
	refuses("end behind the last address");
	RUN("--top");
	refuses("lacks its value");
}

/* What a file holds does not reach the terminal as it is */
static void tamed(void **state)
{
	(void)state;
	tree_file("trace", "VERSION 20070824\n"
		  "MARK 1.000000 \033[2Ja b\a\n"
		  "W 4 1.000001 1 0xf8000000 0x1 0x10 0\n");
	RUN("--map", "wc");
	prints("  ?[2Ja b?      4");
	assert_null(strchr(p.out, '\033'));
	storefile_open(&s, tree_path("trace"));
	storefile_insn(&s, 1, 0x1000, "mov\033]0;x\a", "some\twhere");
	storefile_store(&s, 1, BAR, 8, 1);
	storefile_close(&s, true);
	RUN("--map", "wc");
	prints("0x1000 mov?]0;x? in some?where");
	assert_null(strchr(p.out, '\033'));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, tree_begin, tree_end)
	const struct CMUnitTest tests[] = {
		TEST(sections),
		TEST(between_marks),
		TEST(forms),
		TEST(at_interrupts),
		TEST(analyser),
		TEST(worst_places),
		TEST(tamed),
		TEST(broken),
		TEST(called_wrongly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
