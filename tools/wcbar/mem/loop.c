// SPDX-License-Identifier: GPL-2.0
/*
 * The timed loop. Each kind of way has a loop of its own, so that what is
 * timed is the copy and as little as can be beside it.
 */
#include "mem/loop.h"

#include <time.h>

#include <sys/resource.h>

#define LINE	64UL
#define PAGE	4096UL
#define TRIES	4	/* to get through a batch without a disturbance */

/**
 * mem_now_ns - a clock
 *
 * Return: nanoseconds since some moment.
 */
u64 mem_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000ULL + (u64)t.tv_nsec;
}

/**
 * mem_cpu_ns - how long this thread has run
 *
 * Return: nanoseconds of processor time.
 */
u64 mem_cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (u64)t.tv_sec * 1000000000ULL + (u64)t.tv_nsec;
}

/**
 * mem_step - distance of blocks in the region
 * @w: the work
 *
 * Return: bytes: whole lines, so that no two blocks share one.
 */
size_t mem_step(const struct mem_work *w)
{
	return (w->block + w->offset + LINE - 1) & ~(LINE - 1);
}

/**
 * mem_fit - how many blocks the region holds
 * @w: the work
 *
 * Return: how many.
 */
u32 mem_fit(const struct mem_work *w)
{
	return (u32)min_t(size_t, w->room / mem_step(w), U32_MAX);
}

/**
 * struct place - where a batch is
 * @dst: its first block
 * @step: distance of blocks
 * @src: first byte of the source
 * @src_pos: where in it the next block is
 * @src_end: the last place in it where a block may begin
 * @len: bytes of a block
 */
struct place {
	u8 *dst;
	size_t step;
	const u8 *src;
	size_t src_pos;
	size_t src_end;
	size_t len;
};

static __always_inline const u8 *next_src(struct place *p)
{
	const u8 *src = p->src + p->src_pos;

	p->src_pos += p->step;
	if (p->src_pos > p->src_end)
		p->src_pos = 0;
	return src;
}

static void loop_method(const struct wcbar_method *m, struct place *p,
			u32 blocks, const struct wcbar_copy_ctl *ctl)
{
	u8 *dst = p->dst;

	for (; blocks--; dst += p->step)
		wcbar_copy_to(m, dst, next_src(p), p->len, ctl);
}

static void loop_read(const struct wcbar_method *m, struct place *p,
		      u32 blocks)
{
	u8 *dev = p->dst;

	/* the caller's source is a buffer of its own, and here it is filled */
	for (; blocks--; dev += p->step)
		wcbar_copy_from(m, (void *)next_src(p), dev, p->len, NULL);
}

static void loop_auto(const struct wcbar_auto_slot *slot, struct place *p,
		      u32 blocks, const struct wcbar_copy_ctl *ctl)
{
	u8 *dst = p->dst;

	for (; blocks--; dst += p->step)
		wcbar_auto_copy_to(slot, dst, next_src(p), p->len, ctl);
}

static void loop_other(void (*copy)(void *, const void *, size_t),
		       struct place *p, u32 blocks)
{
	u8 *dst = p->dst;

	for (; blocks--; dst += p->step)
		copy(dst, next_src(p), p->len);
}

static void run_loop(const struct mem_way *way, struct place *p, u32 blocks,
		     enum mem_flush flush)
{
	const struct wcbar_copy_ctl unfenced = { .fence = false };
	bool each = flush == MEM_FLUSH_BLOCK;
	const struct wcbar_copy_ctl *ctl = each ? NULL : &unfenced;

	if (way->method && way->method->dir == WCBAR_READ) {
		loop_read(way->method, p, blocks);
		return;
	}
	if (way->slot)
		loop_auto(way->slot, p, blocks, ctl);
	else if (way->method)
		loop_method(way->method, p, blocks, ctl);
	else
		loop_other(each ? way->block : way->part, p, blocks);
	if (flush != MEM_FLUSH_RUN)
		return;
	if (way->finish)
		way->finish(p->dst, blocks * p->step);
	else
		wcbar_store_fence();
}

/* The source leaves the caches, and the clock does not run yet. */
static void chill(const struct place *p, u32 blocks)
{
#ifdef __x86_64__
	size_t len = min_t(size_t, p->src_end + p->len, blocks * p->step);
	size_t i;

	for (i = 0; i < len; i += LINE)
		asm volatile("clflush (%0)" : : "r" (p->src + i) : "memory");
	/* the flushes before the loads of the copies */
	asm volatile("mfence" : : : "memory");
#endif
}

static __always_inline void full_fence(void)
{
	__sync_synchronize();
}

/* How often this thread had to leave its CPU to somebody else */
static long preemptions(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nivcsw;
}

/**
 * mem_batch - copy some blocks and take the time
 * @way: the way
 * @w: the work; its places move on
 * @blocks: how many, at most mem_fit()
 * @t: how long it took
 */
void mem_batch(const struct mem_way *way, struct mem_work *w, u32 blocks,
	       struct mem_time *t)
{
	struct place p = {
		.step = mem_step(w),
		.src = w->src,
		.len = w->block,
	};
	u64 start, issued, arrived;
	long before;
	u8 *last;

	if (w->src_room > w->block)
		p.src_end = w->src_room - w->block;
	if (w->pos + blocks * p.step > w->room)
		w->pos = 0;
	p.dst = w->dst + w->pos + w->offset;
	last = p.dst + (blocks - 1) * p.step + w->block - 1;
	if (w->cold)
		chill(&p, blocks);
	before = preemptions();

	/* whatever came before is done when the clock starts */
	full_fence();
	start = mem_now_ns();
	run_loop(way, &p, blocks, w->flush);
	issued = mem_now_ns();
	/* all stores before the load that shows them to have arrived */
	full_fence();
	(void)__atomic_load_n(last, __ATOMIC_RELAXED);
	arrived = mem_now_ns();

	/*
	 * Each batch begins on a page, and at the beginning of the source: a
	 * load that lies as a store before it does, modulo 4 KiB, waits for
	 * it, and that shall not depend on what ran before.
	 */
	w->pos = (w->pos + blocks * p.step + PAGE - 1) & ~(PAGE - 1);
	t->issued = (issued - start) * 1000;
	t->arrived = (arrived - start) * 1000;
	t->disturbed = preemptions() != before;
}

/**
 * mem_quiet_batch - the same, again when it was disturbed
 * @way: the way
 * @w: the work; its places move on
 * @blocks: how many, at most mem_fit()
 * @t: how long it took; still disturbed where there is no peace
 */
void mem_quiet_batch(const struct mem_way *way, struct mem_work *w, u32 blocks,
		     struct mem_time *t)
{
	u32 tries = TRIES;

	do {
		mem_batch(way, w, blocks, t);
	} while (t->disturbed && --tries);
}

/**
 * mem_calibrate - how many blocks take a given time
 * @way: the way
 * @w: the work
 * @ns: the time
 *
 * Return: how many, from 1 to mem_fit().
 */
u32 mem_calibrate(const struct mem_way *way, struct mem_work *w, u64 ns)
{
	u32 fit = mem_fit(w), n = 1;
	struct mem_time t, again;

	for (;;) {
		mem_quiet_batch(way, w, n, &t);
		/* what is used for the first time is read from a disk, bound */
		if (t.issued / 1000 >= ns / 8) {
			mem_quiet_batch(way, w, n, &again);
			t.issued = min_t(u64, t.issued, again.issued);
		}
		if (n == fit || t.issued / 1000 >= ns)
			return n;
		if (t.issued / 1000 >= ns / 8)
			return (u32)min_t(u64, fit, max_t(u64, 1, n * ns * 1000 /
							  t.issued));
		n = (u32)min_t(u64, fit, 4ULL * n);
	}
}

/**
 * struct auto_work - how auto measures
 * @probe: given to wcbar_auto_measure()
 * @w: where it copies
 * @src_room: bytes of source there are
 */
struct auto_work {
	struct wcbar_auto_probe probe;
	struct mem_work w;
	size_t src_room;
};

static int auto_time(void *arg, const struct wcbar_method *m,
		     enum wcbar_auto_use use, u32 offset, size_t len, u64 *ps)
{
	struct mem_way way = { .name = m->name, .method = m };
	struct auto_work *work = arg;
	struct mem_work *w = &work->w;
	u64 quantum = work->probe.quantum_ns * 1000ULL;
	struct mem_time t;
	u32 n, fit;

	w->block = len;
	w->offset = offset;
	w->src_room = max_t(size_t, len, min_t(size_t, work->src_room,
					       MEM_SOURCE));
	w->flush = use == WCBAR_AUTO_BLOCK ? MEM_FLUSH_BLOCK : MEM_FLUSH_RUN;
	fit = mem_fit(w);
	/* a few blocks tell how many make a quantum */
	n = (u32)min_t(u64, fit, 1 + 2048 / len);
	mem_quiet_batch(&way, w, n, &t);
	if (t.issued && t.issued < quantum / 2) {
		n = (u32)max_t(u64, 1, min_t(u64, fit, n * quantum / t.issued));
		mem_quiet_batch(&way, w, n, &t);
	}
	*ps = t.issued / n;
	return 0;
}

/*
 * The budget counts the time that this thread had: on a machine that does
 * something else, too, the table shall not end half measured.
 */
static u64 auto_now(void *arg)
{
	(void)arg;
	return mem_cpu_ns();
}

/**
 * mem_auto_measure - measure auto's methods for a region
 * @a: the table, filled before
 * @type: memory type of the region
 * @use: how copies are fenced; WCBAR_AUTO_READ is not for this loop
 * @w: where to copy, and from where; its block and flush do not matter
 * @budget_ms: milliseconds that this thread may run
 *
 * Return: 0 or a negative errno.
 */
int mem_auto_measure(struct wcbar_auto *a, enum wcbar_memtype type,
		     enum wcbar_auto_use use, const struct mem_work *w,
		     u32 budget_ms)
{
	struct auto_work work = {
		.probe = {
			.time = auto_time,
			.now_ns = auto_now,
			/* so that a batch has room, and the source is as long */
			.max = min_t(size_t, w->room / 4, w->src_room),
			.budget_ms = budget_ms,
		},
		.w = *w,
		.src_room = w->src_room,
	};

	if (use == WCBAR_AUTO_READ)
		return -EINVAL;
	work.probe.arg = &work;
	return wcbar_auto_measure(a, type, use, &work.probe);
}
