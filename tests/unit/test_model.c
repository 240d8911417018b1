// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar model, as it is called.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "card.h"
#include "commands.h"
#include "tree.h"

static struct printed p;

#define RUN(...)	PRINTED_BY(&p, cmd_model, "model", __VA_ARGS__)

#define prints(text)	printed_has(&p, text)
#define refuses(text)	printed_refusal(&p, text)

static void copies(void **state)
{
	(void)state;
	RUN("-m", "store32", "-s", "32M", "--cpu-class", "i7-11700");
	prints("store32  uc    32M  1048576 x 32 B  1048576 x 32 B   57.1 %  1.864 ms  90.70 ms   90.70 ms  CPU       0.370\n");
	prints("store32  wc    32M  1048576 x 32 B  524288 x 64 B    72.7 %  1.464 ms  6.837 ms   6.837 ms  CPU       4.908\n");
	prints("store32, 32 MiB: 6.837 ms against 90.70 ms, 13.3 times as long without write combining\n");
	RUN("-m", "store8,movdir64b", "-s", "64", "--map", "uc");
	prints("store8     uc     64  8 x 8 B   8 x 8 B ");
	prints("movdir64b  uc     64  1 x 64 B  1 x 64 B");
	RUN("-m", "movnti", "-s", "100", "--offset", "0,60", "--map", "wc",
	    "--fence", "0");
	prints("LEFT");
	prints("movnti  wc    100       0  12 x 8 B, 1 x 4 B  1 x 64 B     1   72.7 %");
	prints("movnti  wc    100      60  12 x 8 B, 1 x 4 B  1 x 64 B     2   72.7 %");
}

static void all_methods(void **state)
{
	(void)state;
	RUN("-s", "64");
	prints("vmovntdq_zmm");
	prints("movdir64b");
	assert_null(strstr(p.out, "movntdqa"));
	assert_null(strstr(p.out, "clflush"));
}

static void forms(void **state)
{
	(void)state;
	RUN("-m", "store8", "-s", "64,128", "--json", "-", "--link", "gen3x8",
	    "--header", "3");
	prints("\"schema\": \"wcbar-model/1\"");
	prints("\"link\": \"Gen3 x8\"");
	prints("\"header\": \"3\"");
	prints("\"requests\": 16");
	prints("\"cpu_ns\": null");
	RUN("-m", "store8", "-s", "64", "--csv", "-");
	prints("method,map,size,offset,stores,requests,");
	prints("store8,uc,64,0,8,8,0,0,256,0.000,8.125,8.125,7.877,Gen4 x16\n");
	prints("store8,wc,64,0,8,1,0,0,88,0.000,2.793,2.793,22.915,Gen4 x16\n");
}

/* Each copy over each link, as far as a card's header goes */
static void links(void **state)
{
	(void)state;
	RUN("-m", "store8", "-s", "64,128", "--link", "gen3x8,gen6x16",
	    "--cpu-class", "i7-11700");
	prints("METHOD  MAP  OVER      SIZE  STORES    REQUESTS");
	prints("store8  uc   Gen3 x8     64  8 x 8 B   8 x 8 B ");
	prints("store8  wc   Gen6 x16   128  16 x 8 B  2 x 64 B");
	prints("store8, 128 B, Gen3 x8: ");
	prints("store8, 128 B, Gen6 x16: ");
	prints("WC on Gen3 x8: ");
	prints("WC on Gen6 x16: ");
	prints("\nlink: Gen3 x8 (given)");
	prints("\nlink: Gen6 x16 (given)");
	RUN("-m", "store8", "-s", "64", "--link", "gen3x8,gen4x16", "--map",
	    "wc", "--csv", "-");
	/* 88 bytes at 7.877 and at 31.508 GB/s */
	prints("store8,wc,64,0,8,1,0,0,88,0.000,11.172,11.172,5.729,Gen3 x8\n");
	prints("store8,wc,64,0,8,1,0,0,88,0.000,2.793,2.793,22.915,Gen4 x16\n");
	RUN("-m", "store8", "-s", "64", "--link", "gen3x8,gen4x16", "--json",
	    "-");
	prints("\"link\": null");
	prints("\"link\": \"Gen3 x8\"");
	prints("\"link\": \"Gen4 x16\"");
	RUN("--link", "gen3x8,gen9x1");
	refuses("'gen9x1' is no link such as gen4x16");
	RUN("--link", "gen3x8,");
	refuses("is no link");
	RUN("--link", "gen3x8,gen4x8", "--roof");
	refuses("takes one link");
}

#define NONE	"0x0000000000000000 0x0000000000000000 0x0000000000000000\n"
#define BARS	"0x00000000f8000000 0x00000000fbffffff 0x0000000000042208\n" \
		NONE NONE NONE NONE NONE NONE
#define FOLDER	"sys/bus/pci/devices/0000:01:00.0/"

/* The link that a card has, and the header that its BAR below 4 GiB needs */
static void link_of_a_card(void **state)
{
	(void)state;
	card_sysfs("0000:01:00.0", "0x1234", "0xabcd", BARS, NULL);
	RUN("--roof", "--link", "0000:01:00.0");
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "the link of 0000:01:00.0 is not known"));
	RUN("--link", "0000:01:00.7");
	assert_int_equal(p.status, EXIT_FAILED);
	tree_file(FOLDER "current_link_speed", "8.0 GT/s PCIe\n");
	tree_file(FOLDER "current_link_width", "8\n");
	tree_file(FOLDER "max_link_speed", "16.0 GT/s PCIe\n");
	tree_file(FOLDER "max_link_width", "16\n");
	RUN("--roof", "--link", "01:00.0");
	prints("link: Gen3 x8 (of 0000:01:00.0), header of 3 double words");
	prints("WC on Gen3 x8: 6.0 GB/s is the ceiling");
	RUN("--roof", "--link", "01:00.0", "--header", "4");
	prints("WC on Gen3 x8: 5.7 GB/s is the ceiling");
	/* which is not that of the next link */
	RUN("-m", "store8", "-s", "64", "--map", "wc", "--csv", "-", "--link",
	    "01:00.0,gen3x8");
	prints("store8,wc,64,0,8,1,0,0,84,");
	prints("store8,wc,64,0,8,1,0,0,88,");
}

static void merges(void **state)
{
	(void)state;
	RUN("-m", "store16", "-s", "48", "--map", "wc");
	prints("3 x 16 B  1 x 48 B");
	RUN("-m", "store16", "-s", "48", "--map", "wc", "--merge", "qword");
	prints("3 x 16 B  6 x 8 B");
	prints("8-byte pieces");
	RUN("-m", "store16", "-s", "64", "--map", "wc", "--line", "32");
	prints("4 x 16 B  2 x 32 B");
}

#define STATS								\
	"{\"min\":1,\"median\":6666.667,\"p99\":1,\"max\":1,\"mean\":1,\"stdev\":1}"
#define ROW(type)							\
	"{\"method\":\"movnti\",\"map\":\"wc\",\"obtained\":\"" type "\"," \
	"\"effective\":\"" type "\",\"dir\":\"write\",\"size\":65536,"	\
	"\"offset\":0,\"threads\":1,\"iterations\":8,\"issued_ns\":" STATS "," \
	"\"arrived_ns\":" STATS ",\"gbps\":1.0,\"ns_per_64b\":1.0,"	\
	"\"verified\":true,\"skipped\":null}"
#define GEN3		"\"link\":\"8.0 GT/s x16 of 16.0 GT/s x16\""
#define BELOW_4G	GEN3 ",\"aperture_start\":\"0x80000000\""
#define EMULATED	GEN3 ",\"accel\":\"tcg\""
#define BENCH(context, type)						\
	"{\"schema\":\"wcbar-bench/1\",\"context\":{" context "},"	\
	"\"rows\":[" ROW(type) "]}"

static void roofs(void **state)
{
	(void)state;
	RUN("--measured", "9.6");
	prints("\nWC on Gen4 x16: 22.9 GB/s is the ceiling for 64-byte packets with a header of 4 double words, as for a BAR above 4 GiB; you measured 9.6: 42 %.\n");
	prints("   64 B     22.915");
	RUN("--roof", "--header", "3", "--link", "gen5x16", "--cpu-ns-uc",
	    "64", "--json", "-");
	prints("\"ceiling_gbps\": 48.012");
	prints("\"share\": null");

	/* 65536 bytes in 6666.667 ns; the card's own link, and its address */
	tree_file("bench.json", BENCH(BELOW_4G, "wc"));
	RUN("--from", tree_path("bench.json"));
	prints("WC on Gen3 x16: 12.0 GB/s is the ceiling for 64-byte packets with a header of 3 double words, as for a BAR below 4 GiB; movnti at 64 KiB reached 9.8: 82 %.\n");
	RUN("--from", tree_path("bench.json"), "--link", "gen4x16");
	prints("movnti at 64 KiB reached 9.8: 41 %.\n");
	tree_file("bench.json", BENCH(EMULATED, "wc"));
	RUN("--from", tree_path("bench.json"));
	prints("emulated: the share says nothing");
	tree_file("bench.json", BENCH("\"link\":\"none\"", "wc"));
	RUN("--from", tree_path("bench.json"));
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "names no link"));
	tree_file("bench.json", BENCH(GEN3, "uc-"));
	RUN("--from", tree_path("bench.json"));
	assert_int_equal(p.status, EXIT_FAILED);
	RUN("--from", tree_path("not-there"));
	assert_int_equal(p.status, EXIT_FAILED);
}

/* wcbar bench says the same of the results that it shows */
static void bench_says_it(void **state)
{
	(void)state;
	tree_file("bench.json", BENCH(BELOW_4G, "wc"));
	PRINTED_BY(&p, cmd_bench, "bench", "--from", tree_path("bench.json"));
	prints("WC on Gen3 x16: 12.0 GB/s is the ceiling");
	prints("movnti at 64 KiB reached 9.8: 82 %.\n");
	tree_file("bench.json", BENCH(EMULATED, "wc"));
	PRINTED_BY(&p, cmd_bench, "bench", "--from", tree_path("bench.json"));
	assert_null(strstr(p.out, "ceiling"));
}

static void curves(void **state)
{
	(void)state;
	RUN("--curve", "--buffers", "12");
	prints("up to 12 lines each leaves full, from 13 on in 4 partial writes: throughput collapses between 12 and 13.");
	RUN("--curve", "--buffers", "64");
	prints("throughput does not collapse");
	RUN("--curve", "--csv", "-", "--cpu-ns-wc", "4", "--cpu-ns-partial",
	    "80");
	prints("10,1.000,1.000,16.000,0.000\n11,0.000,4.000,0.200,0.000\n");
	RUN("--curve", "--buffers-json", tree_path("not-there"));
	assert_int_equal(p.status, EXIT_USAGE);
	tree_file("b.json", "{\"schema\": \"wcbar-buffers/1\"}");
	RUN("--curve", "--buffers-json", tree_path("b.json"));
	assert_non_null(strstr(p.err, "its 'cpu' is not as"));
	tree_file("b.json", "{\"schema\": \"wcbar-buffers/1\", \"cpu\": \"a\", \"buffers\": 8,\n"
		  "\"collapse_after\": 8, \"partial_eviction_ns\": null, \"published\": null,\n"
		  "\"curve\": [{\"lines\": 2, \"gbps\": 1}, {\"lines\": 2, \"gbps\": 1}]}");
	RUN("--curve", "--buffers-json", tree_path("b.json"));
	assert_non_null(strstr(p.err, "its 'curve' is not as"));
	tree_file("b.json", "[");
	RUN("--curve", "--buffers-json", tree_path("b.json"));
	assert_non_null(strstr(p.err, "it is no JSON"));
}

static void called_wrongly(void **state)
{
	(void)state;
	RUN("--map", "wb");
	refuses("--map takes wc, uc, uc- and recorded, not 'wb'");
	RUN("--map", "recorded");
	refuses("is for traces");
	RUN("-m", "nonsense");
	refuses("there is no method 'nonsense'");
	RUN("-m", "movntdqa");
	refuses("has no meaning on these maps");
	RUN("-s", "0");
	refuses("--size");
	RUN("--buffers", "65");
	refuses("--buffers: '65' is not from 1 to 64");
	RUN("--age", "ns");
	refuses("--age");
	RUN("--age", "0");
	refuses("--age");
	RUN("--link", "gen9x1");
	refuses("is no link such as gen4x16");
	RUN("--mps", "200");
	refuses("no power of two");
	RUN("--header", "5");
	refuses("--header takes auto, 3 or 4");
	RUN("--cpu-ns-wc", "-1");
	refuses("is no number of nanoseconds");
	RUN("--cpu-class", "Z80");
	refuses("nothing is published of 'Z80'");
	RUN("--roof", "--curve");
	refuses("not both");
	RUN("--measured", "0");
	refuses("is no rate");
	RUN("--evict-interrupt", "maybe");
	refuses("takes off or on");
	RUN("--json", "-", "--csv", "-");
	refuses("only one of");
	RUN("file");
	refuses("unexpected word");
	RUN("--nonsense");
	refuses("unknown option");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, tree_begin, tree_end)
	const struct CMUnitTest tests[] = {
		TEST(copies),
		TEST(all_methods),
		TEST(forms),
		TEST(links),
		TEST(link_of_a_card),
		TEST(merges),
		TEST(roofs),
		TEST(bench_says_it),
		TEST(curves),
		TEST(called_wrongly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
