// SPDX-License-Identifier: GPL-2.0
/*
 * Traces of every form with bytes changed, cut off, doubled and put in other
 * places: whatever a file holds, it is analysed or refused with a sentence,
 * never fatal, and never without an end.
 *
 * WCBAR_ROUNDS sets how often each trace is changed; run it with many under a
 * sanitizer to look for new faults.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <unistd.h>

#include "mem.h"
#include "model/report.h"
#include "storefile.h"
#include "tree.h"

#define ROOM	SZ_64K
#define MOST	1000000		/* events of a changed trace */

static u64 seed;
static struct tracefile t;
static struct analysis a;
static char data[ROOM];
static size_t len;

/* The same numbers on every machine, so that a fault can be found again */
static u32 pick(u32 n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return n ? (u32)(seed >> 33) % n : 0;
}

static void change_byte(void)
{
	static const char bytes[] = "0aFx-:[]@<>(),\n \t'\"=;.9WRe";

	if (len)
		data[pick((u32)len)] = pick(3) ? bytes[pick(sizeof(bytes) - 1)] :
						 (char)pick(256);
}

static void move_piece(void)
{
	size_t from = pick((u32)len), n = pick(200), to = pick((u32)len);

	n = min_t(size_t, n, len - from);
	n = min_t(size_t, n, len - to);
	memmove(data + to, data + from, n);
}

static void mutate(void)
{
	u32 n = 1 + pick(6);

	while (n--) {
		switch (pick(8)) {
		case 0:
			len = pick((u32)len + 1);
			break;
		case 1:
		case 2:
			move_piece();
			break;
		default:
			change_byte();
		}
	}
}

static void analyse(const char *path, const struct trace_format *format)
{
	static const struct model model = {
		.wc = { .buffers = 4, .line = WC_LINE, .interrupts = true },
		.pcie = { .mps = PCIE_MPS, .link = { 16000, 16 } },
		.buffers_from = "",
		.link_from = "",
	};
	struct trace_report report = { &t, &a, 5 };
	struct event ev;
	struct error e;
	FILE *f = fopen("/dev/null", "w");
	u32 n = 0;
	int ret;

	e.text[0] = '\0';
	memset(&t, 0, sizeof(t));
	t.feed.fd = -1;
	analysis_begin(&a, &model, BIT(MODEL_UC) | BIT(MODEL_WC));
	ret = trace_open(&t, path, format, &e);
	while (!ret && n++ < MOST) {
		ret = trace_next(&t, &ev, &e);
		if (ret <= 0)
			break;
		analysis_event(&a, &ev);
		ret = 0;
	}
	analysis_end(&a);
	if (ret) {
		assert_int_equal(ret, -EINVAL);
		assert_int_not_equal(e.text[0], '\0');
	} else {
		trace_forms.text(&report, f);
		trace_forms.json(&report, f);
		trace_forms.csv(&report, f);
		free(trace_forms.script(&report));
	}
	fclose(f);
	analysis_free(&a);
	trace_close(&t);
}

static void rounds_of(const char *name, const struct trace_format *format)
{
	const char *rounds = getenv("WCBAR_ROUNDS");
	u32 i, n = rounds ? (u32)atoi(rounds) : 300;
	static char original[ROOM];
	size_t original_len;
	FILE *f;

	f = fopen(tree_path(name), "r");
	assert_non_null(f);
	original_len = fread(original, 1, sizeof(original), f);
	fclose(f);
	for (i = 0; i < n; i++) {
		seed = i * 1000003 + name[0];
		len = original_len;
		memcpy(data, original, len);
		mutate();
		f = fopen(tree_path("changed"), "w");
		fwrite(data, 1, len, f);
		fclose(f);
		analyse(tree_path("changed"), i % 2 ? format : NULL);
	}
}

static void mmiotrace(void **state)
{
	(void)state;
	tree_file("mmio",
		  "VERSION 20070824\n"
		  "PCIDEV 0008 1af41110 b f0000000 0 0 0 0 0 0\n"
		  "MAP 10.000000 1 0xf8000000 0xffffc90000800000 0x4000000 0x0 0\n"
		  "W 8 10.000010 1 0xf8000000 0x1 0xffffffffc0001000 0\n"
		  "W 4 10.000011 1 0xf8000008 0x1 0xffffffffc0001004 0\n"
		  "R 4 10.000012 1 0xf8000040 0x1 0xffffffffc0001008 0\n"
		  "MARK 10.000013 the second part\n"
		  "UNKNOWN 10.000014 1 0xf8000080 0f,c3,07 0xffffffffc0001010 0\n"
		  "MARK 0.000000 Lost 12 events.\n"
		  "UNMAP 10.000030 1 0x0 0\n");
	rounds_of("mmio", &trace_mmiotrace);
}

static void qemu(void **state)
{
	(void)state;
	tree_file("qemu",
		  "719585@1608130130.441188:memory_region_ops_read cpu 0 mr 0x562fdfbb3820 addr 0x3cc value 0x67 size 1\n"
		  "719585@1608130130.441190:memory_region_ops_write cpu 3 mr 0x562fdfbd2f00 addr 0xf8000000 value 0x70e size 4 name 'vga'\n"
		  "memory_region_ops_write cpu 0 addr 0xf8000004 value 0x70e size 8 name 'bar'\n");
	rounds_of("qemu", &trace_qemu);
}

static void csv(void **state)
{
	(void)state;
	tree_file("csv",
		  "Packet,Time (us),Type,\"Address\",Length (DW),Tag\r\n"
		  "1,10.5,MWr(64),0x6000000000,16,0\r\n"
		  "2,10.513,MWr(64),60_00000040,16,\"a,b\"\r\n"
		  "3,10.6,CplD,0,16,0\r\n"
		  "4,1.7e1,MRd(64),6000000080,1,0\r\n");
	rounds_of("csv", &trace_csv);
}

static void plugin(void **state)
{
	struct storefile s;
	u32 i;

	(void)state;
	storefile_open(&s, tree_path("plugin"));
	storefile_mark(&s, WCBAR_ST_MARK_START, 1);
	storefile_insn(&s, 1, 0x1000, "movntdq %xmm0, (%rdi)", "write");
	for (i = 0; i < 8; i++) {
		storefile_store(&s, 1, 64 * i, 16, 3);
		storefile_store(&s, 1, 64 * i + 48, 8, 1);
		storefile_repeat(&s, 2, 3, 64);
		storefile_event(&s, WCBAR_ST_FENCE + i % 5, 1);
	}
	storefile_mark(&s, WCBAR_ST_MARK_STOP, 1);
	storefile_close(&s, true);
	rounds_of("plugin", &trace_plugin);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, tree_begin, tree_end)
	const struct CMUnitTest tests[] = {
		TEST(mmiotrace),
		TEST(qemu),
		TEST(csv),
		TEST(plugin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
