// SPDX-License-Identifier: GPL-2.0
/*
 * The commands check, memtype and collect over a made-up machine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <time.h>

#include "card.h"
#include "commands.h"
#include "measure.h"
#include "tree.h"

#define EMPTY	"0x0000000000000000 0x0000000000000000 0x0000000000000000\n"

#define AWAKE	"sys/bus/pci/devices/0000:01:00.0/"
#define ASLEEP	"sys/bus/pci/devices/0000:02:00.0/"

#define LOG								\
	"[    0.0] x86/PAT: Configuration [0-7]: WB  WC  UC- UC  WB  WP  UC- WT\n"	\
	"[    0.1] Booting paravirtualized kernel on bare hardware\n"

#define LIST								\
	"PAT memtype list:\n"						\
	"PAT: [mem 0x0000006000000000-0x0000006010000000] write-combining\n"	\
	"PAT: [mem 0x0000006000000000-0x0000006004000000] write-combining\n"

static struct printed p, q;

static int machine(void **state)
{
	tree_begin(state);
	setenv("WCBAR_PROCFS", tree_path("proc"), 1);
	setenv("WCBAR_KMSG", tree_path("kmsg"), 1);
	card_sysfs("0000:01:00.0", "0x1d05", "0x0a10",
		   EMPTY EMPTY
		   "0x0000006000000000 0x000000600fffffff 0x000000000014220c\n"
		   EMPTY EMPTY EMPTY EMPTY, "exfpga");
	tree_file(AWAKE "power_state", "D0\n");
	tree_file(AWAKE "power/runtime_status", "active\n");
	tree_file(AWAKE "resource2_wc", "");
	tree_file(AWAKE "current_link_speed", "8.0 GT/s PCIe\n");
	tree_file(AWAKE "current_link_width", "8\n");
	tree_file(AWAKE "max_link_speed", "16.0 GT/s PCIe\n");
	tree_file(AWAKE "max_link_width", "16\n");
	card_sysfs("0000:02:00.0", "0x1d05", "0x0a11",
		   "0x0000007000000000 0x000000700fffffff 0x000000000014220c\n"
		   EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY, NULL);
	tree_file(ASLEEP "power_state", "D3cold\n");
	tree_file(ASLEEP "power/runtime_status", "suspended\n");
	tree_file(ASLEEP "current_link_speed", "8.0 GT/s PCIe\n");
	tree_file(ASLEEP "current_link_width", "4\n");
	tree_file("debug/x86/pat_memtype_list", LIST);
	tree_file("kmsg", LOG);
	tree_file("proc/mtrr",
		  "reg00: base=0x080000000 ( 2048MB), size= 2048MB, count=1: uncachable\n");
	tree_file("proc/cpuinfo",
		  "processor\t: 0\nmodel name\t: Example\nflags\t\t: pat mtrr\n\nprocessor\t: 1\n");
	tree_file("proc/cmdline", "quiet\n");
	tree_file("proc/sys/kernel/osrelease", "6.12.1\n");
	tree_file("proc/iomem", "00100000-7fffffff : System RAM\n");
	return 0;
}

static int away(void **state)
{
	unsetenv("WCBAR_PROCFS");
	unsetenv("WCBAR_KMSG");
	return tree_end(state);
}

static void one_function(void **state)
{
	(void)state;
	PRINTED_BY(&p, cmd_check, "check", "01:00.0");
	assert_int_equal(p.status, 0);
	assert_non_null(strstr(p.out, "BAR2 0x6000000000-0x600fffffff, 256 MiB: effective"));
	assert_non_null(strstr(p.out, "wc-slot"));
	assert_non_null(strstr(p.out, "link-slow"));
	assert_non_null(strstr(p.out, "5728 MB/s"));
	assert_null(strstr(p.out, "0000:02:00.0"));
	assert_string_equal(p.err, "");
}

static void sleeping(void **state)
{
	(void)state;
	PRINTED_BY(&p, cmd_check, "check", "0000:02:00.0");
	assert_int_equal(p.status, 4);
	assert_non_null(strstr(p.out, "asleep: "));
	/* its link was not read */
	assert_null(strstr(p.out, "link-"));
}

static void all_functions(void **state)
{
	(void)state;
	PRINTED_BY(&p, cmd_check, "check");
	assert_int_equal(p.status, 4);
	assert_non_null(strstr(p.out, "0000:01:00.0"));
	assert_non_null(strstr(p.out, "0000:02:00.0"));
}

static void no_list(void **state)
{
	(void)state;
	remove(tree_path("debug/x86/pat_memtype_list"));
	PRINTED_BY(&p, cmd_check, "check", "01:00.0");
	assert_int_equal(p.status, 3);
	assert_non_null(strstr(p.out, "list-missing"));
	assert_non_null(strstr(p.out, "No such file or directory"));
	PRINTED_BY(&p, cmd_memtype, "memtype");
	assert_int_equal(p.status, 0);
	assert_null(strstr(p.out, "no conflict"));
}

static void driver_knows(void **state)
{
	(void)state;
	tree_file("debug/wcbar/0000:01:00.0/info",
		  "# wcbar-info/1\nbdf: 0000:01:00.0\n"
		  "aperture.bar: 2\naperture.window: 4096\n"
		  "aperture.requested: write-combining\n"
		  "aperture.obtained: uncached-minus\n"
		  "aperture.effective: uncached\naperture.why: a test\n");
	PRINTED_BY(&p, cmd_check, "check", "01:00.0");
	assert_int_equal(p.status, 1);
	assert_non_null(strstr(p.out, "entry-not-wc"));
}

/* Text behind the line that names where the evidence is from */
static const char *behind_source(const char *json)
{
	const char *at = strstr(json, "\"source\"");

	assert_non_null(at);
	return strchr(at, '\n');
}

static void collected(void **state)
{
	const char *dir = tree_path("dump");
	char folder[PATH_MAX];

	(void)state;
	snprintf(folder, sizeof(folder), "%s", dir);
	PRINTED_BY(&p, cmd_collect, "collect", folder);
	assert_int_equal(p.status, 0);
	assert_true(tree_has("dump/pat_memtype_list"));
	assert_true(tree_has("dump/resource.0000:01:00.0"));
	assert_true(tree_has("dump/device.0000:02:00.0"));
	/* nothing that would have woken it was read */
	assert_null(strstr(tree_read("dump/device.0000:02:00.0"), "command"));
	assert_null(strstr(tree_read("dump/device.0000:02:00.0"), "link"));
	/* one CPU is enough */
	assert_null(strstr(tree_read("dump/cpuinfo"), "processor\t: 1"));

	PRINTED_BY(&p, cmd_check, "check", "--json");
	PRINTED_BY(&q, cmd_check, "check", "--json", "--from", folder);
	assert_int_equal(p.status, q.status);
	assert_string_equal(behind_source(p.out), behind_source(q.out));
	PRINTED_BY(&p, cmd_memtype, "memtype", "--json");
	PRINTED_BY(&q, cmd_memtype, "memtype", "--json", "--from", folder);
	assert_string_equal(behind_source(p.out), behind_source(q.out));

	PRINTED_BY(&p, cmd_collect, "collect", folder);
	assert_int_equal(p.status, 2);
	PRINTED_BY(&p, cmd_collect, "collect", "--force", folder);
	assert_int_equal(p.status, 0);
}

static void measuring_is_asked_for(void **state)
{
	(void)state;
	PRINTED_BY(&p, cmd_check, "check", "--measure");
	assert_int_equal(p.status, 2);
	assert_non_null(strstr(p.err, "needs a card"));
	PRINTED_BY(&p, cmd_check, "check", "--measure", "01:00.0");
	assert_int_equal(p.status, 2);
	tree_file("debug/wcbar/0000:01:00.0/info",
		  "# wcbar-info/1\nbdf: 0000:01:00.0\nallow_writes: 0\n"
		  "aperture.bar: 2\naperture.window: 1048576\n");
	PRINTED_BY(&p, cmd_check, "check", "--measure", "01:00.0");
	assert_int_equal(p.status, 2);
	assert_non_null(strstr(p.err, "allow_writes"));
}

static void add_times(struct results *r, u64 uc, u64 wc)
{
	struct wcbar_row row = { .map = WCBAR_MT_UC };

	memset(r, 0, sizeof(*r));
	row.arrived.median = uc;
	results_add(r, &row);
	row.map = WCBAR_MT_WC;
	row.arrived.median = wc;
	results_add(r, &row);
}

static void ratios(void **state)
{
	struct measure m = { 0 };
	struct results r;
	struct error e;
	char *text;

	(void)state;
	add_times(&r, 160000000, 2500000);
	assert_int_equal(measure_add(&m, &r, &e), 0);
	results_free(&r);
	add_times(&r, 2500001, 2500000);
	assert_int_equal(measure_add(&m, &r, &e), 0);
	assert_int_equal(m.runs, 2);
	assert_int_equal(m.min, 1000);
	assert_int_equal(m.max, 64000);
	text = measure_text(&m, "0000:01:00.0");
	assert_non_null(strstr(text, "ratio_min: 1.000\nratio_max: 64.000\n"));
	free(text);
	/* a row that did not run says why */
	snprintf(r.rows[0].skipped, sizeof(r.rows[0].skipped), "no uc here");
	assert_int_equal(measure_add(&m, &r, &e), -EOPNOTSUPP);
	assert_non_null(strstr(e.text, "no uc here"));
	r.nr_rows = 0;
	assert_int_equal(measure_add(&m, &r, &e), -ENODATA);
	r.nr_rows = 2;
	results_free(&r);
	add_times(&r, 1, 0);
	assert_int_equal(measure_add(&m, &r, &e), -ERANGE);
	results_free(&r);
	assert_int_equal(m.runs, 2);
}

static void wrong_calls(void **state)
{
	(void)state;
	PRINTED_BY(&p, cmd_check, "check", "nonsense");
	assert_int_equal(p.status, 2);
	assert_non_null(strstr(p.err, "not a PCI address"));
	PRINTED_BY(&p, cmd_check, "check", "0000:09:00.0");
	assert_int_equal(p.status, 2);
	assert_non_null(strstr(p.err, "there is no function 0000:09:00.0"));
	PRINTED_BY(&p, cmd_check, "check", "--from", "/nonexistent");
	assert_int_equal(p.status, 2);
	PRINTED_BY(&p, cmd_check, "check", "a", "b");
	assert_int_equal(p.status, 2);
	PRINTED_BY(&p, cmd_check, "check", "--wrong");
	assert_int_equal(p.status, 2);
	PRINTED_BY(&p, cmd_memtype, "memtype", "extra");
	assert_int_equal(p.status, 2);
	PRINTED_BY(&p, cmd_collect, "collect");
	assert_int_equal(p.status, 2);
	PRINTED_BY(&p, cmd_check, "check", "--help");
	assert_int_equal(p.status, 0);
}

static void unreadable_dumps(void **state)
{
	(void)state;
	tree_file("d/", "");
	PRINTED_BY(&p, cmd_check, "check", "--from", tree_path("d"));
	assert_int_equal(p.status, 2);
	assert_non_null(strstr(p.err, "holds no text file"));
	tree_file("d/pat_memtype_list", "nothing\n");
	PRINTED_BY(&p, cmd_check, "check", "--from", tree_path("d"));
	assert_int_equal(p.status, 2);
	assert_non_null(strstr(p.err, "was understood"));
	PRINTED_BY(&p, cmd_memtype, "memtype", "--from", tree_path("d"));
	assert_int_equal(p.status, 2);
	assert_null(strstr(p.out, "no conflict"));
	PRINTED_BY(&p, cmd_memtype, "memtype", "--json", "--from",
		   tree_path("d"));
	assert_non_null(strstr(p.out, "\"conflicts\": null"));
	/* one file instead of a folder */
	tree_file("d/dmesg", LOG);
	PRINTED_BY(&p, cmd_check, "check", "--from", tree_path("d/dmesg"));
	assert_int_equal(p.status, 3);
}

/* 200 functions and 20,000 lines, each of which says something */
static void large(void **state)
{
	char name[80];
	clock_t begin;
	unsigned int i;
	FILE *f;

	(void)state;
	tree_file("big/", "");
	f = fopen(tree_path("big/pat_memtype_list"), "w");
	assert_non_null(f);
	fputs("PAT memtype list:\n", f);
	for (i = 0; i < 20000; i++)
		fprintf(f, "PAT: [mem 0x%016x-0x%016x] %s\n", i * 0x1000,
			i * 0x1000 + 0x2000, i % 3 ? "uncached-minus" :
			"write-combining");
	fclose(f);
	for (i = 0; i < 200; i++) {
		snprintf(name, sizeof(name), "big/resource.0000:%02x:%02x.0",
			 i / 32 + 1, i % 32);
		f = fopen(tree_path(name), "w");
		assert_non_null(f);
		fprintf(f, "0x%016x 0x%016x 0x000000000014220c\n" EMPTY,
			i * 0x64000 + 0x1000, i * 0x64000 + 0x64fff);
		fclose(f);
	}
	/* the processor's time: the machine may be busy with other things */
	begin = clock();
	PRINTED_BY(&p, cmd_check, "check", "--from", tree_path("big"));
	assert_true(clock() - begin < CLOCKS_PER_SEC);
	assert_true(p.status == 1 || p.status == 3);
	begin = clock();
	PRINTED_BY(&p, cmd_memtype, "memtype", "--from", tree_path("big"));
	assert_true(clock() - begin < CLOCKS_PER_SEC);
	assert_int_equal(p.status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(one_function, machine, away),
		cmocka_unit_test_setup_teardown(sleeping, machine, away),
		cmocka_unit_test_setup_teardown(all_functions, machine, away),
		cmocka_unit_test_setup_teardown(no_list, machine, away),
		cmocka_unit_test_setup_teardown(driver_knows, machine, away),
		cmocka_unit_test_setup_teardown(collected, machine, away),
		cmocka_unit_test_setup_teardown(measuring_is_asked_for,
						machine, away),
		cmocka_unit_test(ratios),
		cmocka_unit_test_setup_teardown(wrong_calls, machine, away),
		cmocka_unit_test_setup_teardown(unreadable_dumps, machine, away),
		cmocka_unit_test_setup_teardown(large, machine, away),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
