// SPDX-License-Identifier: GPL-2.0
/*
 * Every store of every write method: each byte once, by naturally aligned
 * stores, line after line, each whole unit of the method's width by one store
 * of that width, and no fence of the method's own.
 *
 * A plain run takes some lengths and offsets; WCBAR_SOAK=1 takes many more.
 */
#include "copytest.h"

#include "movdir64b_emulate.h"
#include "storetrace.h"

#define BUFFER		(16UL << 10)

static struct copybuf dst, src;
static struct trace trace;

static void try(const struct wcbar_method *m, size_t len, unsigned int dst_off,
		unsigned int src_off)
{
	struct run r = { .m = m, .dst = &dst, .src = &src };
	const char *bad;
	u32 i;

	storetrace(&trace, &r, len, dst_off, src_off);
	bad = storetrace_judge(&trace, m);
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

/* Each step costs a signal, 20 us in some virtual machines: few are taken. */
static void every_byte_once(void **state)
{
	const struct wcbar_method *m = *state;
	static const size_t longer[] = { 129, 257, 320 };
	unsigned int i, off;
	size_t len;

	if (*copytest_remark(m))
		movdir64b_emulate(singlestep_store_done);
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
		for (off = len % 7; off < 64; off += 7)
			try(m, len, off, (off * 5 + len) % 64);
	for (; len <= 1024; len += 1 + len / 20)
		for (off = len % 7; off < 64; off += 9)
			try(m, len, off, (off * 5 + len) % 64);
}

/* Methods that break one promise each: the judge has to say which. */
static void put(void *d, const void *s, size_t len)
{
	const u8 *from = s;
	u8 *to = d;
	size_t i;

	for (i = 0; i < len; i++)
		__atomic_store_n(to + i, from[i], __ATOMIC_RELAXED);
}

static void last_one_twice(void *d, const void *s, size_t len)
{
	put(d, s, len);
	put((u8 *)d + len - 1, (const u8 *)s + len - 1, 1);
}

static void overlapping(void *d, const void *s, size_t len)
{
	put(d, s, len / 2 + 1);
	put((u8 *)d + len / 2, (const u8 *)s + len / 2, len - len / 2);
}

static void unaligned(void *d, const void *s, size_t len)
{
	u64 v;

	memcpy(&v, (const u8 *)s + 1, 8);
	put(d, s, 1);
	asm volatile("movq %0, (%1)" : : "r" (v), "r" ((u8 *)d + 1) : "memory");
	put((u8 *)d + 9, (const u8 *)s + 9, len - 9);
}

static void descending(void *d, const void *s, size_t len)
{
	while (len--)
		put((u8 *)d + len, (const u8 *)s + len, 1);
}

static void past_the_end(void *d, const void *s, size_t len)
{
	put(d, s, len + 1);
}

static void before_the_start(void *d, const void *s, size_t len)
{
	put((u8 *)d - 1, (const u8 *)s - 1, len + 1);
}

static void skips_last(void *d, const void *s, size_t len)
{
	put(d, s, len - 1);
}

static void from_elsewhere(void *d, const void *s, size_t len)
{
	put(d, (const u8 *)s + 1, len);
}

static void by_eights(void *d, const void *s, size_t len)
{
	const u64 *from = s;
	u64 *to = d;

	for (; len >= 8; len -= 8)
		__atomic_store_n(to++, *from++, __ATOMIC_RELAXED);
}

static void broken_promises_are_noticed(void **state)
{
	static const struct {
		struct wcbar_method m;
		const char *expected;
	} broken[] = {
		{ { .name = "last_one_twice", .width = 1,
		    .write = last_one_twice },
		  "a byte was stored twice" },
		{ { .name = "overlapping", .width = 1, .write = overlapping },
		  "a byte was stored twice" },
		{ { .name = "unaligned", .width = 8, .write = unaligned },
		  "a store is not naturally aligned" },
		{ { .name = "descending", .width = 1, .write = descending },
		  "lines were not stored in ascending order" },
		{ { .name = "past_the_end", .width = 1, .write = past_the_end },
		  "stored outside the range" },
		{ { .name = "before_the_start", .width = 1,
		    .write = before_the_start },
		  "stored outside the range" },
		{ { .name = "skips_last", .width = 1, .write = skips_last },
		  "a byte was not stored" },
		{ { .name = "from_elsewhere", .width = 1,
		    .write = from_elsewhere },
		  "stored other bytes than the source's" },
		{ { .name = "too_wide", .width = 4, .write = by_eights },
		  "a store is wider than the method says" },
		{ { .name = "too_narrow", .width = 16, .write = by_eights },
		  "a whole unit was stored in pieces" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(broken); i++) {
		struct run r = {
			.m = &broken[i].m, .dst = &dst, .src = &src,
		};
		const char *said;

		storetrace(&trace, &r, 96, 0, 0);
		said = storetrace_judge(&trace, r.m);
		if (!said || strcmp(said, broken[i].expected))
			fail_msg("%s: the judge said \"%s\"", r.m->name,
				 said ? said : "nothing");
	}
}

/* The same stores are right for a method that promises no more. */
static void kept_promises_are_noticed(void **state)
{
	static const struct wcbar_method kept[] = {
		{ .name = "put", .width = 1, .write = put },
		{ .name = "by_eights", .width = 8, .write = by_eights },
	};

	(void)state;
	try(&kept[0], 96, 3, 1);
	assert_int_equal(trace.nr, 96);
	try(&kept[1], 96, 0, 0);
	assert_int_equal(trace.nr, 12);
}

int main(void)
{
	unsigned int i;
	int failed;

	copybuf_alloc(&dst, BUFFER);
	copybuf_alloc(&src, BUFFER);

	copytest_add(NULL, "broken promises are noticed",
		     broken_promises_are_noticed);
	copytest_add(NULL, "kept promises are noticed",
		     kept_promises_are_noticed);
	for (i = 0; i < wcbar_nr_methods; i++) {
		const struct wcbar_method *m = wcbar_methods[i];

		if (m->dir == WCBAR_WRITE && copytest_take(m))
			copytest_add(m, "each byte stored once",
				     every_byte_once);
	}
	failed = copytest_run("copy methods, every store");
	copybuf_free(&dst);
	copybuf_free(&src);
	return failed;
}
