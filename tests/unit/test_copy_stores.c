// SPDX-License-Identifier: GPL-2.0
/*
 * Every store of every write method: each byte once, by naturally aligned
 * stores, line after line, each whole unit of the method's width by one store
 * of that width, and no fence of the method's own.
 *
 * A plain run takes some lengths and offsets; WCBAR_SOAK=1 takes many more.
 */
#include "copytest.h"

#include "../kunit/copy_broken.h"
#include "../kunit/copy_trace.h"
#include "movdir64b_emulate.h"

#define BUFFER		(16UL << 10)

static struct copycases cases;
static struct trace trace;

static void try(const struct wcbar_method *m, size_t len, unsigned int dst_off,
		unsigned int src_off)
{
	struct tracedcopy c = { .m = m, .cases = &cases };
	const char *bad;
	u32 i;

	trace_copy(&trace, &c, len, dst_off, src_off);
	bad = trace_judge(&trace, m);
	if (!bad && trace.fences)
		bad = "the method fenced by itself";
	if (!bad)
		return;
	for (i = 0; i < trace.nr && i < 40; i++)
		print_message("# store %u: %u bytes at %+td\n", i,
			      trace.store[i].width,
			      trace.store[i].at - trace.range);
	fail_msg("%s, %zu bytes to offset %u from offset %u: %s", m->name, len,
		 dst_off, src_off, bad);
}

/* The instruction's own step comes after the next one: look at once. */
static void emulated(void)
{
	trace_look(&trace);
}

/* Each step costs a signal, 20 us in some virtual machines: few are taken. */
static void every_byte_once(void **state)
{
	const struct wcbar_method *m = *state;
	static const size_t longer[] = { 129, 257, 320 };
	unsigned int i, off;
	size_t len;

	if (*copytest_remark(m))
		movdir64b_emulate(emulated);
	for (len = 0; len <= 72; len++) {
		off = len * 27 % 64;
		try(m, len, off, (off * 5 + len) % 64);
		/* one that ends with a line, one that starts with one */
		if (len % 3 == 0)
			try(m, len, (128 - len) % 64, len % 64);
		if (len % 3 == 1)
			try(m, len, 0, len % 64);
	}
	for (i = 0; i < ARRAY_SIZE(longer); i++)
		try(m, longer[i], 61 * i % 64, 7 * i);

	if (!copytest_soak())
		return;
	for (len = 0; len <= 200; len++)
		for (off = len % 13; off < 64; off += 13)
			try(m, len, off, (off * 5 + len) % 64);
	for (; len <= 1024; len += 1 + len / 10)
		for (off = len % 7; off < 64; off += 21)
			try(m, len, off, (off * 5 + len) % 64);
}

/*
 * What the wider stores are for, and that the loops are no longer than the
 * kernel's own. Not counted where the compiler checks each access.
 */
static void instructions_of_a_line(void **state)
{
	u32 kernel = trace_per_line(&trace, &cases, "__iowrite64_copy");
	u32 store8 = trace_per_line(&trace, &cases, "store8");
	u32 movnti = trace_per_line(&trace, &cases, "movnti");
	u32 sse2 = trace_per_line(&trace, &cases, "movntdq");

	(void)state;
	print_message("# instructions for 16 lines: __iowrite64_copy %u, ",
		      kernel);
	print_message("store8 %u, movnti %u, movntdq %u\n", store8, movnti,
		      sse2);
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
	assert_in_range(store8, 16, kernel);
	assert_in_range(movnti, 16, kernel);
	assert_in_range(sse2, 16, kernel / 2 - 1);
#endif
}

static void broken_promises_are_noticed(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < nr_copy_broken; i++) {
		const struct broken *b = &copy_broken[i];
		struct tracedcopy c = { .m = &b->m, .cases = &cases };
		const char *said;

		trace_copy(&trace, &c, 96, 0, 0);
		said = trace_judge(&trace, c.m);
		if (!said != !b->expected ||
		    (said && strcmp(said, b->expected)))
			fail_msg("%s: the judge said \"%s\"", b->m.name,
				 said ? said : "nothing");
	}
}

int main(void)
{
	unsigned int i;
	int failed;

	if (copycases_alloc(&cases, BUFFER))
		return 1;

	copytest_add(NULL, "broken promises are noticed",
		     broken_promises_are_noticed);
	copytest_add(NULL, "instructions of a line", instructions_of_a_line);
	for (i = 0; i < wcbar_nr_methods; i++) {
		const struct wcbar_method *m = wcbar_methods[i];

		if (m->dir == WCBAR_WRITE && copytest_take(m))
			copytest_add(m, "each byte stored once",
				     every_byte_once);
	}
	failed = copytest_run("copy methods, every store");
	copycases_free(&cases);
	return failed;
}
