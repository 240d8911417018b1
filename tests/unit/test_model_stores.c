// SPDX-License-Identifier: GPL-2.0
/*
 * The stores that the model foretells of a method are those that it makes, and
 * what the model makes of those that it makes: on write-combining memory at
 * most two requests more than there are lines, and lines left in the buffers
 * exactly where the store fence is left out.
 *
 * Copies are made instruction by instruction, which costs a signal each, 20 us
 * in some virtual machines. A plain run takes some sizes and offsets;
 * WCBAR_SOAK=1 takes every size to 96 at every offset, and further ones up to
 * 4096; and of the stores that are foretold, and then known to be right, every
 * size from 1 to 4096 at every offset.
 */
#include "copytest.h"

#include "../kunit/copy_trace.h"
#include "model/apply.h"
#include "model/stores.h"
#include "movdir64b_emulate.h"

#define BUFFER		(16UL << 10)
#define MOST		4096
#define EVERY		96	/* a line and a half: all that both ends can be */
#define MORE_REQUESTS	2	/* than lines: the ends of a copy */

static struct copycases cases;
static struct trace trace;
static struct model model = {
	.wc = { .buffers = 4, .line = WC_LINE },
	.pcie = { .mps = PCIE_MPS, .link = { 16000, 16 } },
};

/**
 * struct walk - stores that were made, held against those that are foretold
 * @m: the method
 * @at: the store that comes next
 * @wrong: the first that is not as foretold, or U32_MAX
 * @width: what was foretold of it
 */
struct walk {
	const struct wcbar_method *m;
	u32 at;
	u32 wrong;
	u32 width;
};

static void compare(void *arg, const struct event *ev)
{
	struct walk *w = arg;
	const struct store *s = &trace.store[w->at];

	if (w->wrong == U32_MAX &&
	    (w->at >= trace.nr || (unsigned long)s->at != ev->addr ||
	     s->width != ev->width)) {
		w->wrong = w->at;
		w->width = ev->width;
	}
	w->at++;
}

static void as_foretold(const struct wcbar_method *m,
			const struct tracedcopy *c, unsigned int off)
{
	struct walk w = { .m = m, .wrong = U32_MAX };

	assert_int_equal(trace.lost, 0);
	stores_each(m, (unsigned long)c->to, c->len, compare, &w);
	if (w.wrong != U32_MAX)
		fail_msg("%s, %zu bytes at offset %u: store %u of %u is not the one of %u bytes that was foretold",
			 m->name, c->len, off, w.wrong, trace.nr, w.width);
	assert_int_equal(w.at, trace.nr);
}

static bool direct(const struct wcbar_method *m)
{
	return m->needs & WCBAR_CPU_MOVDIR64B;
}

/* Requests of what was stored; @fence is the store it comes before, or none */
static void requests_of(const struct wcbar_method *m, struct requests *r,
			u32 fence, bool fenced)
{
	struct event ev = { .kind = EVENT_STORE };
	struct apply a;
	u32 i;

	memset(r, 0, sizeof(*r));
	apply_init(&a, MODEL_WC, &model);
	a.to = r;
	for (i = 0; i <= trace.nr; i++) {
		if (fenced && i == fence) {
			ev.kind = EVENT_SFENCE;
			apply_event(&a, &ev);
		}
		if (i == trace.nr)
			break;
		ev.kind = EVENT_STORE;
		ev.addr = (unsigned long)trace.store[i].at;
		ev.width = trace.store[i].width;
		ev.direct = direct(m) && ev.width == m->width;
		apply_event(&a, &ev);
	}
	apply_end(&a);
	apply_free(&a);
}

static u32 lines_of(u64 addr, size_t len)
{
	return len ? (u32)((addr + len - 1) / WC_LINE - addr / WC_LINE + 1) : 0;
}

static void few_requests(const struct wcbar_method *m, u64 addr, size_t len,
			 const struct requests *r)
{
	u32 lines = lines_of(addr, len);

	if (r->nr > lines + MORE_REQUESTS || r->bytes != len)
		fail_msg("%s, %zu bytes at offset %llu: %llu requests of %llu bytes for %u lines",
			 m->name, len, addr % WC_LINE, r->nr, r->bytes, lines);
}

static void try(const struct wcbar_method *m, size_t len, unsigned int off)
{
	struct tracedcopy c = { .m = m, .cases = &cases };
	struct requests r;

	trace_copy(&trace, &c, len, off, len % 64);
	as_foretold(m, &c, off);
	requests_of(m, &r, trace.nr, true);
	few_requests(m, (unsigned long)c.to, len, &r);
}

static void emulated(void)
{
	trace_look(&trace);
}

static void executed(void **state)
{
	const struct wcbar_method *m = *state;
	static const size_t longer[] = { 191, 256, 333, 1024, MOST };
	unsigned int i, off;
	size_t len;

	if (*copytest_remark(m))
		movdir64b_emulate(emulated);
	for (len = 1; len <= 72; len++)
		try(m, len, len * 27 % 64);
	for (i = 0; i < ARRAY_SIZE(longer); i++)
		try(m, longer[i], 61 * i % 64);
	if (!copytest_soak())
		return;
	for (len = 1; len <= EVERY; len++)
		for (off = 0; off < 64; off++)
			try(m, len, off);
	for (; len <= MOST; len += 1 + len / 4)
		for (off = len % 13; off < 64; off += 13)
			try(m, len, off);
}

static void take(void *arg, const struct event *ev)
{
	apply_event(arg, ev);
}

static void foretold(void **state)
{
	const struct event fence = { .kind = EVENT_SFENCE };
	const struct wcbar_method *m = *state;
	size_t len, step = copytest_soak() ? 1 : 37;
	const u64 bar = 0x6000000000ULL;
	struct requests r;
	struct apply a;
	u64 off;

	apply_init(&a, MODEL_WC, &model);
	a.to = &r;
	for (len = 1; len <= MOST; len += step) {
		for (off = 0; off < 64; off++) {
			memset(&r, 0, sizeof(r));
			stores_each(m, bar + off, len, take, &a);
			apply_event(&a, &fence);
			few_requests(m, bar + off, len, &r);
			assert_int_equal(r.partial,
					 lines_of(bar + off, len) -
					 r.lines[WC_FULL]);
		}
	}
	apply_free(&a);
}

/* 100 bytes are a line and a part of one, at any offset but 28 */
static void fence_or_left(void **state)
{
	const struct wcbar_method *m = *state;
	struct wcbar_copy_ctl ctl = { .fence = true };
	struct tracedcopy c = { .m = m, .cases = &cases, .ctl = &ctl };
	struct requests r;
	unsigned int off;

	if (*copytest_remark(m))
		movdir64b_emulate(emulated);
	for (off = 0; off < 64; off += 9) {
		ctl.fence = true;
		trace_copy(&trace, &c, 100, off, 0);
		assert_int_equal(trace.fences, 1);
		requests_of(m, &r, trace.stores_at_fence, true);
		assert_int_equal(r.lines[WC_LEFT], 0);
		assert_int_equal(r.bytes, 100);

		ctl.fence = false;
		trace_copy(&trace, &c, 100, off, 0);
		assert_int_equal(trace.fences, 0);
		requests_of(m, &r, 0, false);
		assert_true(r.lines[WC_LEFT] > 0);
		assert_true(r.bytes < 100);
	}
}

/*
 * A descriptor as the driver posts it (drivers/wcbar/postput.c): all lines but
 * the last, a fence, the last one, a fence. Each line is full, which alone
 * makes no line leave.
 */
static void post(void **state)
{
	const struct wcbar_method *m = *state;
	struct wcbar_copy_ctl ctl = { .fence = true };
	struct tracedcopy c = { .m = m, .cases = &cases, .ctl = &ctl };
	static const size_t parts[] = { 192, 64 };
	struct requests r;
	unsigned int i;

	if (*copytest_remark(m))
		movdir64b_emulate(emulated);
	model.wc.stay = true;
	for (i = 0; i < 2 * ARRAY_SIZE(parts); i++) {
		size_t len = parts[i / 2], left;

		ctl.fence = i % 2 == 0;
		trace_copy(&trace, &c, len, 0, 0);
		requests_of(m, &r, trace.stores_at_fence, ctl.fence);
		/* movdir64b alone does not wait for its fence */
		left = ctl.fence || direct(m) ? 0 : len / 64;
		assert_int_equal(r.lines[WC_LEFT], left);
		assert_int_equal(r.nr, len / 64 - left);
	}
	model.wc.stay = false;
}

/* A fence in front of the last store would not do */
static void fence_too_early(void **state)
{
	struct tracedcopy c = {
		.m = wcbar_method_find("store8", 6), .cases = &cases,
	};
	struct requests r;

	(void)state;
	trace_copy(&trace, &c, 100, 0, 0);
	requests_of(c.m, &r, trace.nr - 1, true);
	assert_int_equal(r.lines[WC_LEFT], 1);
	/* and a hole makes more requests than lines */
	trace.store[3] = trace.store[trace.nr - 1];
	requests_of(c.m, &r, trace.nr, true);
	assert_true(r.bytes < 100);
}

int main(void)
{
	unsigned int i;
	int failed;

	if (copycases_alloc(&cases, BUFFER))
		return 1;
	copytest_add(NULL, "a fence too early", fence_too_early);
	for (i = 0; i < wcbar_nr_methods; i++) {
		const struct wcbar_method *m = wcbar_methods[i];

		if (m->dir != WCBAR_WRITE)
			continue;
		copytest_add(m, "requests of foretold stores", foretold);
		if (!copytest_take(m))
			continue;
		copytest_add(m, "stores are as foretold", executed);
		copytest_add(m, "lines are left without a fence",
			     fence_or_left);
		copytest_add(m, "and so are those of a post", post);
	}
	failed = copytest_run("copy methods, their stores foretold");
	copycases_free(&cases);
	return failed;
}
