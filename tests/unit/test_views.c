// SPDX-License-Identifier: GPL-2.0
/*
 * What the files of a dump are taken for, and which are looked at together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "dump.h"
#include "mem.h"

#define LIST	"PAT memtype list:\nPAT: [mem 0x1000-0x2000] write-back\n"
#define MTRR	"reg00: base=0x000000000 (    0MB), size= 2048MB, count=1: write-back\n"
#define LOG	"x86/PAT: Configuration [0-7]: WB  WC  UC- UC  WB  WP  UC- WT\n"
#define LSPCI	"00:02.0 VGA: Ex\n\tRegion 0: Memory at 90000000 (64-bit, prefetchable) [size=1M]\n"
#define ROW	"0x00000000ca000000 0x00000000cbffffff 0x000000000014220c\n"
#define IOMEM	"00100000-7fffffff : System RAM\n"

static struct dump dump;
static struct views views;

static int done(void **state)
{
	(void)state;
	views_free(&views);
	dump_free(&dump);
	return 0;
}

static enum source_kind add(const char *name, const char *content)
{
	return dump_add(&dump, name, mem_copy(content, strlen(content)),
			strlen(content))->kind;
}

static void by_name(void **state)
{
	(void)state;
	assert_int_equal(add("pat_memtype_list", LIST), SOURCE_PATLIST);
	assert_int_equal(add("sys_kernel_debug_x86_pat_memtype_list.txt", LIST),
			 SOURCE_PATLIST);
	assert_int_equal(add("proc_mtrr", MTRR), SOURCE_MTRR);
	assert_int_equal(add("MTRR.after", MTRR), SOURCE_MTRR);
	assert_int_equal(add("dmesg.foo", LOG), SOURCE_LOG);
	assert_int_equal(add("kern.log", LOG), SOURCE_LOG);
	assert_int_equal(add("vmware.log", "barIndex\n"), SOURCE_LOG);
	assert_int_equal(add("shell", "$ ls\n"), SOURCE_LOG);
	assert_int_equal(add("lspci-vv", LSPCI), SOURCE_LSPCI);
	assert_int_equal(add("resource.0000:03:00.0", ROW), SOURCE_RESOURCE);
	assert_int_equal(add("proc_iomem.x", IOMEM), SOURCE_IOMEM);
	assert_int_equal(add("cpuinfo", "flags\t\t: pat mtrr\n"),
			 SOURCE_CPUINFO);
	assert_int_equal(add("cmdline", "quiet nopat\n"), SOURCE_CMDLINE);
	assert_int_equal(add("uname-r", "5.13.0-1021-aws\n"), SOURCE_UNAME);
	assert_int_equal(add("config-6.1.0", "CONFIG_X86_PAT=y\n"),
			 SOURCE_KCONFIG);
}

static void by_content(void **state)
{
	(void)state;
	assert_int_equal(add("a", LIST), SOURCE_PATLIST);
	assert_int_equal(add("b.txt", MTRR), SOURCE_MTRR);
	assert_int_equal(add("c", LOG), SOURCE_LOG);
	assert_int_equal(add("d", LSPCI), SOURCE_LSPCI);
	assert_int_equal(add("e", ROW), SOURCE_RESOURCE);
	assert_int_equal(add("f", IOMEM), SOURCE_IOMEM);
	assert_int_equal(add("g", "# wcbar-info/1\nbdf: 0000:01:00.0\n"),
			 SOURCE_INFO);
	assert_int_equal(add("h", "words\n"), SOURCE_UNKNOWN);
	assert_int_equal(add("i", ""), SOURCE_UNKNOWN);
	/* the name is wrong */
	assert_int_equal(add("mtrr", LIST), SOURCE_PATLIST);
	assert_int_equal(add("dmesg", MTRR), SOURCE_MTRR);
	/* nothing contradicts it */
	assert_int_equal(add("mtrr2", "words\n"), SOURCE_MTRR);
}

static void is_view(size_t i, const char *label, size_t n)
{
	assert_true(i < views.n);
	assert_string_equal(views.items[i].label, label);
	assert_int_equal(views.items[i].n, n);
}

static void one_view(void **state)
{
	(void)state;
	add("dmesg", LOG);
	add("lspci-v", LSPCI);
	add("lspci.0000:03:00.0", LSPCI);
	add("lspci.0000:04:00.0", LSPCI);
	add("lspci-rebar", "BAR 1: current size: 16MB, supported: 16MB\n");
	add("mtrr", MTRR);
	add("pat_memtype_list", LIST);
	add("resource.a", ROW);
	add("resource.b", ROW);
	add("shell", "# echo 9 > resource1_resize\n");
	add("vmware-log", "Device 0000:42:00.0 barIndex 0 type 2 realaddr 0xd4000000 size 16777216 flags 0\n");
	views_build(&views, &dump);
	assert_int_equal(views.n, 1);
	is_view(0, "", 11);
}

static void variants(void **state)
{
	(void)state;
	add("lspci-v", LSPCI);
	add("pat_memtype_list.bad", LIST);
	add("pat_memtype_list.good", LIST);
	views_build(&views, &dump);
	assert_int_equal(views.n, 2);
	is_view(0, "pat_memtype_list.bad", 2);
	is_view(1, "pat_memtype_list.good", 2);
}

static void same_endings(void **state)
{
	(void)state;
	add("dmesg.bad", LOG);
	add("dmesg.good", LOG);
	add("mtrr", MTRR);
	add("mtrr.good", MTRR);
	add("pat_memtype_list.bad", LIST);
	add("pat_memtype_list.good", LIST);
	views_build(&views, &dump);
	assert_int_equal(views.n, 3);
	/* without an mtrr.bad the plain one serves */
	is_view(0, "pat_memtype_list.bad, dmesg.bad", 3);
	is_view(1, "pat_memtype_list.good, mtrr.good, dmesg.good", 3);
	is_view(2, "mtrr", 1);
}

static void logs(void **state)
{
	(void)state;
	add("dmesg", LOG);
	add("dmesg.other", LOG);
	add("shell", "# echo 9 > resource1_resize\n");
	add("syslog-third", LOG);
	views_build(&views, &dump);
	assert_int_equal(views.n, 3);
	is_view(0, "dmesg", 2);
	is_view(1, "dmesg.other", 2);
	is_view(2, "syslog-third", 2);
}

static void empty_dump(void **state)
{
	(void)state;
	views_build(&views, &dump);
	assert_int_equal(views.n, 1);
	is_view(0, "", 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(by_name, done),
		cmocka_unit_test_teardown(by_content, done),
		cmocka_unit_test_teardown(one_view, done),
		cmocka_unit_test_teardown(variants, done),
		cmocka_unit_test_teardown(same_endings, done),
		cmocka_unit_test_teardown(logs, done),
		cmocka_unit_test_teardown(empty_dump, done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
