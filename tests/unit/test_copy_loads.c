// SPDX-License-Identifier: GPL-2.0
/*
 * The loads of every read method from the device: naturally aligned, and each
 * whole unit of the method's width by one load of that width.
 */
#include "copytest.h"

#include "../kunit/copy_broken.h"
#include "../kunit/copy_trace.h"

#define BUFFER		(16UL << 10)

static struct copycases cases;
static struct trace trace;

static void try(const struct wcbar_method *m, size_t len, unsigned int dst_off,
		unsigned int src_off)
{
	struct tracedcopy c = { .m = m, .cases = &cases };
	const char *bad;

	trace_read(&trace, &c, len, dst_off, src_off);
	bad = trace_judge_read(&trace, &c);
	if (bad)
		fail_msg("%s, %zu bytes to offset %u from offset %u: %s",
			 m->name, len, dst_off, src_off, bad);
}

static void whole_units(void **state)
{
	const struct wcbar_method *m = *state;
	unsigned int off;
	size_t len;

	for (len = 0; len <= 72; len++) {
		off = len * 27 % 64;
		try(m, len, (off * 5 + len) % 64, off);
		if (len % 3 == 0)
			try(m, len, len % 64, (128 - len) % 64);
	}
	try(m, 320, 1, 0);
	try(m, 257, 0, 61);

	if (!copytest_soak())
		return;
	for (len = 0; len <= 400; len += 1 + len / 100)
		for (off = len % 7; off < 64; off += 7)
			try(m, len, (off * 5 + len) % 64, off);
}

static void broken_promises_are_noticed(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < nr_copy_broken_reads; i++) {
		const struct broken *b = &copy_broken_reads[i];
		struct tracedcopy c = { .m = &b->m, .cases = &cases };
		const char *said;

		trace_read(&trace, &c, 96, 0, 0);
		said = trace_judge_read(&trace, &c);
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
	for (i = 0; i < wcbar_nr_methods; i++) {
		const struct wcbar_method *m = wcbar_methods[i];

		if (m->dir == WCBAR_READ && copytest_take(m))
			copytest_add(m, "whole units are loaded at once",
				     whole_units);
	}
	failed = copytest_run("copy methods, every load");
	copycases_free(&cases);
	return failed;
}
