// SPDX-License-Identifier: GPL-2.0
/*
 * Measures one row: fill, time, verify.
 *
 * Every byte written says which region it belongs to, so that a stray store
 * is recognised: bytes of the copied pattern have bit 7 set, bytes put there
 * before the copy (the range itself and the guard regions beside it) have bit
 * 6 set and bit 7 clear. The pattern depends on the position and on a seed
 * that changes with every row.
 */
#include <linux/io.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "measure.h"

#define PATTERN_COPY	0x80
#define PATTERN_BEFORE	0x40

static u8 before_byte(u64 pos)
{
	return PATTERN_BEFORE | (pos & 0x3f);
}

/* Words of the pattern; multiplying spreads the position over all bytes. */
static u64 copy_word(u64 seed, u64 index)
{
	return ((index + seed) * 0x9e3779b97f4a7c15ULL) |
	       0x8080808080808080ULL;
}

static void fill_copy(u8 *p, size_t len, u64 seed)
{
	u64 word;
	size_t i;

	for (i = 0; i + 8 <= len; i += 8) {
		word = copy_word(seed, i / 8);
		memcpy(p + i, &word, 8);
		if (!(i & (SZ_1M - 1)))
			cond_resched();
	}
	word = copy_word(seed, i / 8);
	memcpy(p + i, &word, len - i);
}

static int stopped(struct wcbar_bench *b)
{
	return b->ctl.stop ? b->ctl.stop(b->ctl.arg) : 0;
}

/**
 * wcbar_bench_alloc() - get the memory that the rows of a run share
 * @b: spec, max_size and max_iter are set
 * @node: NUMA node of the buffer, or NUMA_NO_NODE
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM; wcbar_bench_free() is due in both cases.
 */
int wcbar_bench_alloc(struct wcbar_bench *b, int node)
{
	u64 len = WCBAR_GUARD + b->spec->src_offset + b->max_size + WCBAR_GUARD;
	/* a size that no memory is there for is the user's mistake, no bug */
	gfp_t gfp = GFP_KERNEL | __GFP_NOWARN;

	b->buf = kvmalloc_node(PAGE_ALIGN(len), gfp, node);
	b->bounce = (u8 *)__get_free_page(GFP_KERNEL);
	b->issued = kvmalloc_array(b->max_iter, sizeof(u64), GFP_KERNEL);
	b->arrived = kvmalloc_array(b->max_iter, sizeof(u64), GFP_KERNEL);
	if (!b->buf || !b->bounce || !b->issued || !b->arrived)
		return -ENOMEM;
	if (b->spec->verify && b->may_write) {
		b->expect = kvmalloc_node(b->max_size, gfp, node);
		if (!b->expect)
			return -ENOMEM;
	}
	b->data = b->buf + WCBAR_GUARD + b->spec->src_offset;
	return 0;
}

/**
 * wcbar_bench_free() - give it back
 * @b: from wcbar_bench_alloc(), also after it failed
 *
 * Context: may sleep.
 */
void wcbar_bench_free(struct wcbar_bench *b)
{
	kvfree(b->buf);
	kvfree(b->expect);
	free_page((unsigned long)b->bounce);
	kvfree(b->issued);
	kvfree(b->arrived);
}

/**
 * wcbar_card_read() - read from the card, outside any measurement
 * @b: the run; its stop function ends this, too, unless it is NULL
 * @to: where to
 * @pos: offset in the window, bytes
 * @len: bytes
 *
 * In pieces of a page, since a load from an uncached map may take a
 * microsecond.
 *
 * Context: may sleep.
 * Return: 0 or what the stop function returned.
 */
int wcbar_card_read(struct wcbar_bench *b, u8 *to, u64 pos, u64 len)
{
	size_t n;
	int ret = 0;

	for (; !ret && len; pos += n, to += n, len -= n) {
		n = min_t(u64, len, PAGE_SIZE);
		memcpy_fromio(to, b->va + pos, n);
		ret = stopped(b);
		cond_resched();
	}
	return ret;
}

/**
 * wcbar_card_write() - write into the card, outside any measurement
 * @b: the run; its stop function ends this, too, unless it is NULL
 * @pos: offset in the window, bytes
 * @from: where from
 * @len: bytes
 *
 * Context: may sleep. Writing is allowed.
 * Return: 0 or what the stop function returned.
 */
int wcbar_card_write(struct wcbar_bench *b, u64 pos, const u8 *from, u64 len)
{
	size_t n;
	int ret = 0;

	for (; !ret && len; pos += n, from += n, len -= n) {
		n = min_t(u64, len, PAGE_SIZE);
		memcpy_toio(b->va + pos, from, n);
		ret = stopped(b);
		cond_resched();
	}
	/* all of it is in the card before anything that follows */
	mb();
	return ret;
}

/* Guard regions inside the window on both sides of a row's range. */
static void guards(const struct wcbar_bench *b, const struct wcbar_row *row,
		   u64 *lo, u64 *hi)
{
	*lo = row->offset - min_t(u64, row->offset, WCBAR_GUARD);
	*hi = min_t(u64, b->window, row->offset + row->size + WCBAR_GUARD);
}

/* Fill [lo, hi) of the card with bytes that are told from the copy's. */
static int fill_before(struct wcbar_bench *b, u64 lo, u64 hi)
{
	u64 pos;
	size_t n, i;
	int ret = 0;

	for (pos = lo; !ret && pos < hi; pos += n) {
		n = min_t(u64, hi - pos, PAGE_SIZE);
		for (i = 0; i < n; i++)
			b->bounce[i] = before_byte(pos + i);
		ret = wcbar_card_write(b, pos, b->bounce, n);
	}
	return ret;
}

/* Reading back through the aperture must give the copy and its guards. */
static int check_written(struct wcbar_bench *b, const struct wcbar_row *row,
			 bool *good)
{
	u64 lo, hi, pos;
	size_t n, i;
	u8 want;
	int ret;

	guards(b, row, &lo, &hi);
	*good = true;
	for (pos = lo; pos < hi; pos += n) {
		n = min_t(u64, hi - pos, PAGE_SIZE);
		ret = wcbar_card_read(b, b->bounce, pos, n);
		if (ret)
			return ret;
		for (i = 0; i < n; i++) {
			u64 at = pos + i;

			if (at < row->offset || at >= row->offset + row->size)
				want = before_byte(at);
			else
				want = b->data[at - row->offset];
			if (b->bounce[i] == want)
				continue;
			pr_warn_ratelimited("wcbar: %s: %s: byte %#llx of the window is %02x, should be %02x\n",
					    b->name, row->method, at,
					    b->bounce[i], want);
			*good = false;
			return 0;
		}
	}
	return 0;
}

/* What was read must be what is there, and its surroundings untouched. */
static int check_read(struct wcbar_bench *b, const struct wcbar_row *row,
		      bool *good)
{
	const u8 *want;
	u64 pos, n;
	size_t i;
	int ret = 0;

	*good = true;
	for (i = 0; i < WCBAR_GUARD; i++)
		if (b->data[-1 - (long)i] != before_byte(i) ||
		    b->data[row->size + i] != before_byte(i))
			*good = false;
	for (pos = 0; *good && pos < row->size; pos += n) {
		n = min_t(u64, row->size - pos, PAGE_SIZE);
		want = b->expect ? b->expect + pos : b->bounce;
		if (!b->expect)
			ret = wcbar_card_read(b, b->bounce, row->offset + pos,
					      n);
		if (ret)
			return ret;
		*good = !memcmp(b->data + pos, want, n);
		cond_resched();
	}
	if (!*good)
		pr_warn_ratelimited("wcbar: %s: %s: wrong bytes were read\n",
				    b->name, row->method);
	return 0;
}

static int prepare_write(struct wcbar_bench *b, const struct wcbar_row *row)
{
	u64 lo, hi;

	fill_copy(b->data, row->size, b->seed);
	if (!b->spec->verify)
		return 0;
	guards(b, row, &lo, &hi);
	return fill_before(b, lo, hi);
}

static int prepare_read(struct wcbar_bench *b, const struct wcbar_row *row)
{
	size_t i;

	if (!b->spec->verify)
		return 0;
	memset(b->data, PATTERN_BEFORE, row->size);
	for (i = 0; i < WCBAR_GUARD; i++) {
		b->data[-1 - (long)i] = before_byte(i);
		b->data[row->size + i] = before_byte(i);
	}
	if (!b->expect)
		return 0;
	fill_copy(b->expect, row->size, b->seed);
	return wcbar_card_write(b, row->offset, b->expect, row->size);
}

static int copy_once(struct wcbar_bench *b, const struct wcbar_method *m,
		     const struct wcbar_row *row)
{
	void __iomem *card = b->va + row->offset;

	if (m->dir == WCBAR_WRITE)
		return wcbar_copy_to(m, card, b->data, row->size, &b->ctl);
	return wcbar_copy_from(m, b->data, card, row->size, &b->ctl);
}

/*
 * One timed operation. The first stop of the clock is after the store fence
 * (or the last load); the second after the last word written was read back
 * through the aperture, which pushes every posted write before it.
 */
static int time_once(struct wcbar_bench *b, const struct wcbar_method *m,
		     const struct wcbar_row *row, u64 *issued, u64 *arrived)
{
	u64 last = (row->offset + row->size - 1) & ~3ULL;
	u64 t0, t1;
	int ret;

	t0 = ktime_get_ns();
	ret = copy_once(b, m, row);
	t1 = ktime_get_ns();
	*issued = (t1 - t0) * 1000;
	*arrived = *issued;
	if (ret || m->dir == WCBAR_READ)
		return ret;
	/* the load may not pass the stores, nor be served from their buffer */
	mb();
	ioread32(b->va + last);
	*arrived = (ktime_get_ns() - t0) * 1000;
	return 0;
}

static int time_row(struct wcbar_bench *b, const struct wcbar_method *m,
		    struct wcbar_row *row)
{
	u32 n = wcbar_spec_iterations(b->spec, row->size);
	u32 i;
	int ret;

	for (i = 0; i < b->spec->warmup; i++) {
		ret = copy_once(b, m, row) ?: stopped(b);
		if (ret)
			return ret;
	}
	for (i = 0; i < n; i++) {
		ret = time_once(b, m, row, &b->issued[i], &b->arrived[i]) ?:
		      stopped(b);
		if (ret)
			return ret;
		cond_resched();
	}
	row->iterations = n;
	wcbar_stats_compute(b->issued, n, &row->issued);
	wcbar_stats_compute(b->arrived, n, &row->arrived);
	return 0;
}

/**
 * wcbar_measure() - measure one row
 * @b: the run
 * @m: the method, usable here
 * @row: size and offset inside the window, method and direction are set;
 *	iterations, times and verified are filled in
 *
 * Context: may sleep; the caller keeps the map.
 * Return: 0, also when verification found a wrong byte; a negative errno when
 * the run was stopped or the method refused to run; the row then means
 * nothing.
 */
int wcbar_measure(struct wcbar_bench *b, const struct wcbar_method *m,
		  struct wcbar_row *row)
{
	bool good;
	int ret;

	b->seed += row->size + 1;
	ret = m->dir == WCBAR_WRITE ? prepare_write(b, row) :
				      prepare_read(b, row);
	if (ret)
		return ret;
	ret = time_row(b, m, row);
	if (ret || !b->spec->verify)
		return ret;
	ret = m->dir == WCBAR_WRITE ? check_written(b, row, &good) :
				      check_read(b, row, &good);
	if (ret)
		return ret;
	row->verified = good ? WCBAR_VERIFY_OK : WCBAR_VERIFY_BAD;
	return 0;
}
