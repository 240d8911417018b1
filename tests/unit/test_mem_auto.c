// SPDX-License-Identifier: GPL-2.0
/*
 * auto's table, measured with a clock and with costs that are made up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <wcbar/auto.h>

#define EVERYTHING	U32_MAX

/* A machine: what copies cost, and a clock that only copies move */
struct machine {
	u64 now_ps;
	u32 calls;
	u32 fail_at;
	u32 disturb;	/* every so many calls one takes ten times as long */
};

/*
 * Flushing costs 50 ns and 40 a line, movnti 200 and 5 a line: they meet
 * between four and five lines. Everything else is much slower.
 */
static u64 cost(const struct wcbar_method *m, size_t len)
{
	u64 lines = (len + 63) / 64;

	if (!strcmp(m->name, "line_clwb"))
		return 50000 + 40000 * lines;
	if (!strcmp(m->name, "movnti"))
		return 200000 + 5000 * lines;
	return 900000 + 90000 * lines;
}

/* Copies of next to no time: what is rounded must not lose the fastest. */
static u64 divisor = 1;

static int time_copy(void *arg, const struct wcbar_method *m,
		     enum wcbar_auto_use use, u32 offset, size_t len, u64 *ps)
{
	struct machine *machine = arg;

	(void)use;
	(void)offset;
	machine->calls++;
	if (machine->fail_at && machine->calls >= machine->fail_at)
		return -EIO;
	*ps = cost(m, len) / divisor;
	if (machine->disturb && machine->calls % machine->disturb == 0)
		*ps *= 10;
	machine->now_ps += 10 * *ps;
	return 0;
}

static u64 now_ns(void *arg)
{
	const struct machine *machine = arg;

	return machine->now_ps / 1000;
}

static int measure(struct wcbar_auto *a, struct machine *machine, u32 ms,
		   size_t max)
{
	static struct wcbar_auto_probe probe;

	memset(&probe, 0, sizeof(probe));
	probe.time = time_copy;
	probe.now_ns = now_ns;
	probe.arg = machine;
	probe.max = max;
	probe.budget_ms = ms;
	return wcbar_auto_measure(a, WCBAR_MT_WB, WCBAR_AUTO_BLOCK, &probe);
}

static const char *picked(const struct wcbar_auto *a, enum wcbar_memtype type,
			  enum wcbar_auto_use use, unsigned long at,
			  size_t len)
{
	return wcbar_auto_pick(&a->slot[type][use], (void *)at, len)->name;
}

static void classes(void **state)
{
	size_t len;
	u32 class;

	(void)state;
	for (class = 4; class < WCBAR_AUTO_CLASSES; class++) {
		size_t size = wcbar_auto_class_size(class);

		assert_int_equal(wcbar_auto_class(size), class);
		assert_int_equal(wcbar_auto_class(size - 1),
				 class == 4 ? 3 : class - 1);
	}
	for (len = 0; len < 4; len++)
		assert_true(wcbar_auto_class(len) < 4);
	assert_int_equal(wcbar_auto_class_size(wcbar_auto_class(800)), 768);
	assert_int_equal(wcbar_auto_class(SIZE_MAX), WCBAR_AUTO_CLASSES - 1);
	assert_int_equal(wcbar_auto_align(0x1000, 128), WCBAR_AUTO_LINE);
	assert_int_equal(wcbar_auto_align(0x1038, 64), WCBAR_AUTO_EIGHT);
	assert_int_equal(wcbar_auto_align(0x1000, 72), WCBAR_AUTO_EIGHT);
	assert_int_equal(wcbar_auto_align(0x1001, 64), WCBAR_AUTO_ANY);
	assert_int_equal(wcbar_auto_align(0x1044, 64), WCBAR_AUTO_ANY);
	assert_int_equal(wcbar_auto_align(0x1040, 65), WCBAR_AUTO_ANY);
}

static void assert_slot(const struct wcbar_auto *a, u32 type, u32 use)
{
	u32 align, class;

	for (align = 0; align < WCBAR_AUTO_ALIGNS; align++) {
		for (class = 0; class < WCBAR_AUTO_CLASSES; class++) {
			const struct wcbar_auto_slot *slot;

			slot = &a->slot[type][use];
			assert_true(wcbar_auto_candidate(slot->pick[align][class],
							 type, use, align,
							 a->have));
		}
	}
}

/* Whatever the CPU, every place has a method that can serve it. */
static void builtin(void **state)
{
	static const u32 cpus[] = {
		EVERYTHING,
		WCBAR_CPU_SSE2 | WCBAR_CPU_CLFLUSH,
		WCBAR_CPU_SSE2 | WCBAR_CPU_CLFLUSH | WCBAR_CPU_CLWB,
	};
	struct wcbar_auto a;
	u32 cpu, type, use;

	(void)state;
	for (cpu = 0; cpu < ARRAY_SIZE(cpus); cpu++) {
		wcbar_auto_builtin(&a, cpus[cpu]);
		for (type = 0; type < WCBAR_MT_NUM; type++) {
			for (use = 0; use < WCBAR_AUTO_USES; use++)
				assert_slot(&a, type, use);
		}
	}
}

/* An ordinary store into the cache is no store into memory. */
static void candidates(void **state)
{
	const struct wcbar_method *plain = wcbar_method_find("store8", 6);
	const struct wcbar_method *flush = wcbar_method_find("line_clwb", 9);
	const struct wcbar_method *nt = wcbar_method_find("movnti", 6);

	(void)state;
	assert_false(wcbar_auto_candidate(plain, WCBAR_MT_WB,
					  WCBAR_AUTO_BLOCK,
					  WCBAR_AUTO_LINE, EVERYTHING));
	assert_true(wcbar_auto_candidate(plain, WCBAR_MT_WC,
					 WCBAR_AUTO_BLOCK,
					  WCBAR_AUTO_LINE, EVERYTHING));
	assert_true(wcbar_auto_candidate(flush, WCBAR_MT_WB,
					 WCBAR_AUTO_BLOCK,
					  WCBAR_AUTO_LINE, EVERYTHING));
	/* and a byte has no non-temporal store */
	assert_true(wcbar_auto_candidate(nt, WCBAR_MT_WB, WCBAR_AUTO_BLOCK,
					 WCBAR_AUTO_EIGHT, EVERYTHING));
	assert_false(wcbar_auto_candidate(nt, WCBAR_MT_WB, WCBAR_AUTO_BLOCK,
					  WCBAR_AUTO_ANY, EVERYTHING));
	assert_true(wcbar_auto_candidate(nt, WCBAR_MT_WC, WCBAR_AUTO_BLOCK,
					 WCBAR_AUTO_ANY, EVERYTHING));
	assert_false(wcbar_auto_candidate(flush, WCBAR_MT_WC,
					  WCBAR_AUTO_BLOCK,
					  WCBAR_AUTO_LINE, EVERYTHING));
	assert_false(wcbar_auto_candidate(flush, WCBAR_MT_WB,
					  WCBAR_AUTO_READ,
					  WCBAR_AUTO_LINE, EVERYTHING));
	assert_false(wcbar_auto_candidate(flush, WCBAR_MT_WB,
					  WCBAR_AUTO_BLOCK,
					  WCBAR_AUTO_LINE, WCBAR_CPU_SSE2));
}

static void measured(void **state)
{
	static const u32 disturbances[] = { 0, 7, 11 };
	struct wcbar_auto a;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(disturbances); i++) {
		struct machine machine = { .disturb = disturbances[i] };

		wcbar_auto_builtin(&a, EVERYTHING);
		assert_int_equal(measure(&a, &machine, 60000, SZ_1M), 0);
		assert_string_equal(picked(&a, WCBAR_MT_WB, WCBAR_AUTO_BLOCK,
					   0, 64), "line_clwb");
		assert_string_equal(picked(&a, WCBAR_MT_WB, WCBAR_AUTO_BLOCK,
					   0, 8), "line_clwb");
		assert_string_equal(picked(&a, WCBAR_MT_WB, WCBAR_AUTO_BLOCK,
					   0, 256), "line_clwb");
		assert_string_equal(picked(&a, WCBAR_MT_WB, WCBAR_AUTO_BLOCK,
					   0, 384), "movnti");
		assert_string_equal(picked(&a, WCBAR_MT_WB, WCBAR_AUTO_BLOCK,
					   8, SZ_1M * 64), "movnti");
		assert_string_equal(picked(&a, WCBAR_MT_WB, WCBAR_AUTO_BLOCK,
					   1, 64), "line_clwb");
		assert_int_equal(a.slot[WCBAR_MT_WB][WCBAR_AUTO_BLOCK].origin[0],
				 WCBAR_AUTO_MEASURED);
		/* and nothing else was touched */
		assert_int_equal(a.slot[WCBAR_MT_WB][WCBAR_AUTO_RUN].origin[0],
				 WCBAR_AUTO_BUILTIN);
	}
}

static void no_time_at_all(void **state)
{
	struct machine machine = { 0 };
	struct wcbar_auto a;

	(void)state;
	/* 90 ps for the fastest, and then none at all */
	for (divisor = 1000; divisor <= 1000000000; divisor *= 1000) {
		wcbar_auto_builtin(&a, EVERYTHING);
		assert_int_equal(measure(&a, &machine, 60000, SZ_1M), 0);
		assert_non_null(wcbar_auto_pick(&a.slot[0][0], (void *)0, 64));
		assert_int_equal(a.slot[0][0].origin[0], WCBAR_AUTO_MEASURED);
	}
	divisor = 1;
}

/* It ends soon after the budget, and what was not reached is still filled. */
static void budget(void **state)
{
	struct machine machine = { 0 };
	struct wcbar_auto a;

	(void)state;
	wcbar_auto_builtin(&a, EVERYTHING);
	assert_int_equal(measure(&a, &machine, 1, SZ_1M), 0);
	assert_true(machine.now_ps < 2000000000ULL);
	assert_string_equal(picked(&a, WCBAR_MT_WB, WCBAR_AUTO_BLOCK, 0, 64),
			    "line_clwb");
	assert_true(wcbar_auto_candidate(wcbar_auto_pick(&a.slot[0][0],
							 (void *)1, SZ_1M),
					 WCBAR_MT_WB, WCBAR_AUTO_BLOCK,
					 WCBAR_AUTO_ANY, EVERYTHING));
}

static void failing(void **state)
{
	struct machine machine = { .fail_at = 100 };
	struct wcbar_auto a;

	(void)state;
	wcbar_auto_builtin(&a, EVERYTHING);
	assert_int_equal(measure(&a, &machine, 1000, SZ_1M), -EIO);
	assert_int_equal(machine.calls, 100);
}

static void pinned(void **state)
{
	const struct wcbar_method *m = wcbar_method_find("line_clflush", 12);
	struct machine machine = { 0 };
	struct wcbar_auto a;

	(void)state;
	wcbar_auto_builtin(&a, EVERYTHING);
	assert_int_equal(wcbar_auto_pin(&a, WCBAR_MT_WB, WCBAR_AUTO_READ, m),
			 -EINVAL);
	assert_int_equal(wcbar_auto_pin(&a, WCBAR_MT_WB, WCBAR_AUTO_BLOCK, m),
			 0);
	assert_int_equal(measure(&a, &machine, 1000, SZ_1M), 0);
	assert_int_equal(machine.calls, 0);
	assert_string_equal(picked(&a, WCBAR_MT_WB, WCBAR_AUTO_BLOCK, 3, 100),
			    "line_clflush");
}

static void saved_and_loaded(void **state)
{
	static char text[WCBAR_AUTO_TEXT], again[WCBAR_AUTO_TEXT];
	struct machine machine = { 0 };
	char err[WCBAR_SPEC_ERR];
	struct wcbar_auto a, b;
	int len;

	(void)state;
	wcbar_auto_builtin(&a, EVERYTHING);
	assert_int_equal(measure(&a, &machine, 60000, SZ_1M), 0);
	len = wcbar_auto_save(&a, text, sizeof(text));
	assert_int_equal(len, strlen(text));
	assert_non_null(strstr(text,
			       "\nwb block line 384 movnti measured\n"));
	wcbar_auto_builtin(&b, EVERYTHING);
	assert_int_equal(wcbar_auto_load(&b, text, (size_t)len, err), 0);
	assert_memory_equal(&a, &b, sizeof(a));
	wcbar_auto_save(&b, again, sizeof(again));
	assert_string_equal(text, again);
	/* too little room: said, and nothing behind it written */
	memset(again, 'x', sizeof(again));
	assert_int_equal(wcbar_auto_save(&a, again, 100), -ENOSPC);
	assert_int_equal(again[100], 'x');
}

/* A file that is shipped names alternatives; the CPU decides. */
static void alternatives(void **state)
{
	static const char text[] = WCBAR_AUTO_MAGIC "\n"
		"wc block line 0 movdir64b,vmovntdq_ymm,movnti pinned\n";
	static const struct {
		u32 have;
		const char *name;
	} cpus[] = {
		{ EVERYTHING, "movdir64b" },
		{ WCBAR_CPU_SSE2 | WCBAR_CPU_AVX, "vmovntdq_ymm" },
		{ WCBAR_CPU_SSE2, "movnti" },
	};
	char err[WCBAR_SPEC_ERR];
	struct wcbar_auto a;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cpus); i++) {
		wcbar_auto_builtin(&a, cpus[i].have);
		assert_int_equal(wcbar_auto_load(&a, text, strlen(text), err),
				 0);
		assert_string_equal(picked(&a, WCBAR_MT_WC, WCBAR_AUTO_BLOCK,
					   64, 4096), cpus[i].name);
	}
}

static void bad_text(void **state)
{
	static const struct {
		const char *text;
		const char *says;
	} cases[] = {
		{ "", "the first line" },
		{ "wb block line 0 movnti pinned\n", "the first line" },
		{ "xx block line 0 movnti pinned", "line 2: 'xx' is not a memory type" },
		{ "wb often line 0 movnti pinned", "'often' is not block" },
		{ "wb block page 0 movnti pinned", "'page' is not line" },
		{ "wb block line 65 movnti pinned", "'65' is not where" },
		{ "wb block line 1 movnti pinned", "'1' is not where" },
		{ "wb block line -1 movnti pinned", "'-1' is negative" },
		{ "wb block line 0 memcpy pinned", "'memcpy' names a method that there is not" },
		{ "wb block line 0 store8 pinned", "'store8' names no method that can serve" },
		{ "wb read line 0 movnti pinned", "'movnti' names no method that can serve" },
		{ "wb block line 0 movnti guessed", "'guessed' is not builtin" },
		{ "wb block line 0 movnti", "lacks a word" },
		{ "wb block line 0 movnti pinned twice", "'twice' is one word too many" },
		{ "wc block line 0 store8 pinned\nwb", "lacks a word" },
	};
	struct wcbar_auto a, before;
	char err[WCBAR_SPEC_ERR];
	char text[256];
	u32 i;

	(void)state;
	wcbar_auto_builtin(&before, EVERYTHING);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		snprintf(text, sizeof(text), "%s%s",
			 i < 2 ? "" : WCBAR_AUTO_MAGIC "\n", cases[i].text);
		a = before;
		assert_int_equal(wcbar_auto_load(&a, text, strlen(text), err),
				 -EINVAL);
		if (!strstr(err, cases[i].says))
			fail_msg("'%s' says '%s'", cases[i].text, err);
		assert_memory_equal(&a, &before, sizeof(a));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(classes),
		cmocka_unit_test(builtin),
		cmocka_unit_test(candidates),
		cmocka_unit_test(measured),
		cmocka_unit_test(no_time_at_all),
		cmocka_unit_test(budget),
		cmocka_unit_test(failing),
		cmocka_unit_test(pinned),
		cmocka_unit_test(saved_and_loaded),
		cmocka_unit_test(alternatives),
		cmocka_unit_test(bad_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
