// SPDX-License-Identifier: GPL-2.0
/*
 * A long trace of any form takes no more memory than a short one.
 *
 * WCBAR_SOAK=1 analyses ten million stores of each form instead of some hundred
 * thousand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <sys/resource.h>
#include <time.h>

#include "commands.h"
#include "copytest.h"
#include "storefile.h"
#include "tree.h"

#define BAR	0xf8000000ULL
#define MOST	1024		/* KiB that a long trace may take more */

static struct printed p;
static struct storefile s;

static long most_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

/* Stores that are folded to nothing, by 4 bytes, with a fence now and then */
static void write_plugin(u32 stores)
{
	u32 i;

	storefile_open(&s, tree_path("trace"));
	storefile_insn(&s, 1, 0x1000, "mov %eax, (%rdi)", "somewhere");
	for (i = 0; i < stores; i++) {
		storefile_store(&s, 1, BAR + 4 * (u64)i, 4, 1);
		if (i % 1000 == 999)
			storefile_event(&s, WCBAR_ST_FENCE, WCBAR_ST_SFENCE);
	}
	storefile_close(&s, true);
}

/* Times grow, addresses wander, places are many */
static void write_line(const char *form, u32 i, FILE *f)
{
	u64 addr = BAR + 4 * ((u64)i * 7 % 1000000);

	if (!strcmp(form, "csv"))
		fprintf(f, "%u,0x%llx,4\n", i * 10, addr);
	else if (!strcmp(form, "mmiotrace"))
		fprintf(f, "W 4 %u.%06u 1 0x%llx 0x1 0x%x 0\n", i / 1000000,
			i % 1000000, addr, 0x1000 + i % 500);
	else
		fprintf(f, "memory_region_ops_write cpu %u mr 0x1 addr 0x%llx value 0x1 size 4 name 'r%u'\n",
			i % 4, addr, i % 100);
}

static void write_trace(const char *form, u32 stores)
{
	FILE *f;
	u32 i;

	if (!strcmp(form, "plugin")) {
		write_plugin(stores);
		return;
	}
	f = fopen(tree_path("trace"), "w");
	assert_non_null(f);
	for (i = 0; i < stores; i++)
		write_line(form, i, f);
	assert_int_equal(fclose(f), 0);
}

static void analyse(const char *form, u32 stores)
{
	char expected[64];

	write_trace(form, stores);
	PRINTED_BY(&p, cmd_trace, "trace", tree_path("trace"), "--map",
		   "uc,wc", "--evict-interrupt", "off");
	snprintf(expected, sizeof(expected), "\n%u %s, ", stores,
		 strcmp(form, "csv") ? "stores" : "requests");
	printed_has(&p, expected);
}

static void long_trace(const char *form)
{
	u32 n = copytest_soak() ? 10000000 : 300000;
	struct timespec from, to;
	long before;

	/* as many places as there are, and lines in all buffers */
	analyse(form, 5000);
	before = most_kib();
	clock_gettime(CLOCK_MONOTONIC, &from);
	analyse(form, n);
	clock_gettime(CLOCK_MONOTONIC, &to);
	print_message("# %s: %u stores written and read in %.2f s, %ld KiB more than for 5000\n",
		      form, n, (double)(to.tv_sec - from.tv_sec) +
		      (double)(to.tv_nsec - from.tv_nsec) / 1e9,
		      most_kib() - before);
	/* each has at least 4 MB */
	assert_true(most_kib() - before < MOST);
}

static void plugin(void **state)
{
	(void)state;
	long_trace("plugin");
}

static void csv(void **state)
{
	(void)state;
	long_trace("csv");
}

static void mmiotrace(void **state)
{
	(void)state;
	long_trace("mmiotrace");
}

static void qemu(void **state)
{
	(void)state;
	long_trace("qemu");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, tree_begin, tree_end)
	const struct CMUnitTest tests[] = {
		TEST(plugin),
		TEST(csv),
		TEST(mmiotrace),
		TEST(qemu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
