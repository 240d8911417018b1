// SPDX-License-Identifier: GPL-2.0
/*
 * Measures one row: fill, time, verify.
 *
 * Who copies is a lane: the caller itself, or each of several threads at the
 * same time, every one with a buffer and with a slice of the window of its
 * own.
 */
#include <linux/io.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include <asm/cacheflush.h>

#include "measure.h"
#include "team.h"
#include "verify.h"

#define PIECE	SZ_16K	/* bytes of a batch before others may run */

/**
 * wcbar_bench_stopped() - whether the run is to end
 * @b: the run
 *
 * Context: any that the run's stop function allows.
 * Return: 0 or what the stop function returned.
 */
int wcbar_bench_stopped(struct wcbar_bench *b)
{
	return b->ctl.stop ? b->ctl.stop(b->ctl.arg) : 0;
}

static int lane_alloc(struct wcbar_bench *b, u32 nr, int node)
{
	struct wcbar_lane *lane = &b->lanes[nr];
	u64 len = WCBAR_GUARD + b->spec->src_offset + b->max_size + WCBAR_GUARD;
	/* a size that no memory is there for is the user's mistake, no bug */
	gfp_t gfp = GFP_KERNEL | __GFP_NOWARN;

	lane->b = b;
	lane->nr = nr;
	lane->cpu = -1;
	lane->issued = b->issued + (size_t)nr * b->max_samples;
	lane->arrived = b->arrived + (size_t)nr * b->max_samples;
	lane->buf = kvmalloc_node(PAGE_ALIGN(len), gfp, node);
	if (!lane->buf)
		return -ENOMEM;
	lane->data = lane->buf + WCBAR_GUARD + b->spec->src_offset;
	if (!b->spec->verify || !b->writes ||
	    !(b->spec->dirs & WCBAR_DIR_READ))
		return 0;
	lane->expect = kvmalloc_node(b->max_size, gfp, node);
	return lane->expect ? 0 : -ENOMEM;
}

/**
 * wcbar_bench_alloc() - get the memory that the rows of a run share
 * @b: spec, writes, max_size and max_samples are set
 * @node: NUMA node of the buffers, or NUMA_NO_NODE
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM; wcbar_bench_free() is due in both cases.
 */
int wcbar_bench_alloc(struct wcbar_bench *b, int node)
{
	u32 nr = b->spec->threads, i;
	size_t samples = (size_t)nr * b->max_samples;
	int ret = 0;

	b->bounce = (u8 *)__get_free_page(GFP_KERNEL);
	b->issued = kvmalloc_array(samples, sizeof(u64), GFP_KERNEL);
	b->arrived = kvmalloc_array(samples, sizeof(u64), GFP_KERNEL);
	b->lanes = kcalloc(nr, sizeof(*b->lanes), GFP_KERNEL);
	if (!b->bounce || !b->issued || !b->arrived || !b->lanes)
		return -ENOMEM;
	b->nr_lanes = nr;
	for (i = 0; !ret && i < nr; i++)
		ret = lane_alloc(b, i, node);
	return ret;
}

/**
 * wcbar_bench_free() - give it back
 * @b: from wcbar_bench_alloc(), also after it failed
 *
 * Context: may sleep.
 */
void wcbar_bench_free(struct wcbar_bench *b)
{
	u32 i;

	for (i = 0; i < b->nr_lanes; i++) {
		kvfree(b->lanes[i].buf);
		kvfree(b->lanes[i].expect);
	}
	kfree(b->lanes);
	free_page((unsigned long)b->bounce);
	kvfree(b->issued);
	kvfree(b->arrived);
}

/**
 * wcbar_lane_copy() - one operation of the present row
 * @lane: who copies
 *
 * Context: as wcbar_copy_to().
 * Return: 0 or a negative errno.
 */
int wcbar_lane_copy(struct wcbar_lane *lane)
{
	const struct wcbar_bench *b = lane->b;
	const struct wcbar_method *m = b->m;
	void __iomem *card = b->va + lane->at;

	if (b->slot)
		m = wcbar_auto_pick(b->slot, card, b->size);
	if (m->dir == WCBAR_WRITE)
		return wcbar_copy_to(m, card, lane->data, b->size, &lane->ctl);
	return wcbar_copy_from(m, lane->data, card, b->size, &lane->ctl);
}

/* The operations of one sample, one after the other, each with its fence. */
static int copy_batch(struct wcbar_lane *lane, u32 n)
{
	u64 since = 0;
	int ret;

	ret = wcbar_lane_copy(lane);
	while (!ret && --n) {
		since += lane->b->size;
		/* short copies do not ask by themselves, see dispatch.c */
		if (since >= PIECE) {
			since = 0;
			cond_resched();
			ret = wcbar_bench_stopped(lane->b);
			if (ret)
				break;
		}
		ret = wcbar_lane_copy(lane);
	}
	return ret;
}

/* The buffer in memory leaves every cache; outside the clock. */
static void make_cold(struct wcbar_lane *lane)
{
	u64 pos, n;

	for (pos = 0; pos < lane->b->size; pos += n) {
		n = min_t(u64, lane->b->size - pos, SZ_1M);
		clflush_cache_range(lane->data + pos, n);
		cond_resched();
	}
}

/*
 * One sample of @n operations. The first stop of the clock is after the last
 * store fence (or the last load); the second after the last word written was
 * read back through the aperture, which pushes every posted write before it.
 */
static int time_sample(struct wcbar_lane *lane, u32 n, u64 *issued,
		       u64 *arrived)
{
	struct wcbar_bench *b = lane->b;
	u64 last = (lane->at + b->size - 1) & ~3ULL;
	u64 t0, t1;
	int ret;

	if (b->spec->cold)
		make_cold(lane);
	t0 = ktime_get_ns();
	ret = copy_batch(lane, n);
	t1 = ktime_get_ns();
	*issued = div_u64((t1 - t0) * 1000, n);
	*arrived = *issued;
	if (ret || b->m->dir == WCBAR_READ)
		return ret;
	/* the load may not pass the stores, nor be served from their buffer */
	mb();
	ioread32(b->va + last);
	*arrived += (ktime_get_ns() - t1) * 1000;
	return 0;
}

/**
 * wcbar_lane_warm() - the operations that are not counted
 * @lane: who copies
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int wcbar_lane_warm(struct wcbar_lane *lane)
{
	u32 i;
	int ret = 0;

	for (i = 0; !ret && i < lane->b->spec->warmup; i++) {
		ret = wcbar_lane_copy(lane) ?: wcbar_bench_stopped(lane->b);
		cond_resched();
	}
	return ret;
}

/**
 * wcbar_lane_time() - the operations that are counted
 * @lane: who copies; its samples are filled in
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int wcbar_lane_time(struct wcbar_lane *lane)
{
	struct wcbar_bench *b = lane->b;
	u32 left = wcbar_spec_iterations(b->spec, b->size);
	u32 batch = wcbar_spec_batch(b->spec, b->size);
	u64 end = ktime_get_ns() + b->spec->time * (u64)NSEC_PER_MSEC;
	int ret;

	while (left) {
		u32 n = min(left, batch), i = lane->samples;

		ret = time_sample(lane, n, &lane->issued[i],
				  &lane->arrived[i]) ?:
		      wcbar_bench_stopped(b);
		if (ret)
			return ret;
		lane->samples++;
		lane->ops += n;
		left -= n;
		cond_resched();
		if (b->spec->time && ktime_get_ns() >= end)
			break;
	}
	return 0;
}

/* All lanes' samples together are the row's. */
static void add_up(struct wcbar_bench *b, struct wcbar_row *row)
{
	u64 ops = 0;
	size_t n = 0;
	u32 i;

	for (i = 0; i < b->nr_lanes; i++) {
		const struct wcbar_lane *lane = &b->lanes[i];

		/* a lane that time= ended early leaves a gap behind it */
		memmove(b->issued + n, lane->issued,
			lane->samples * sizeof(u64));
		memmove(b->arrived + n, lane->arrived,
			lane->samples * sizeof(u64));
		n += lane->samples;
		ops += lane->ops;
	}
	row->iterations = div_u64(ops, b->nr_lanes);
	wcbar_stats_compute(b->issued, n, &row->issued);
	wcbar_stats_compute(b->arrived, n, &row->arrived);
}

/**
 * wcbar_measure() - measure one row
 * @b: the run
 * @m: the method, usable here
 * @slot: auto's choices, of which @m is one; NULL where @m was asked for
 * @row: size and offset inside the window, method and direction are set;
 *	iterations, times and verified are filled in
 *
 * Context: may sleep; the caller keeps the map.
 * Return: 0, also when verification found a wrong byte; a negative errno when
 * the run was stopped or the method refused to run; the row then means
 * nothing.
 */
int wcbar_measure(struct wcbar_bench *b, const struct wcbar_method *m,
		  const struct wcbar_auto_slot *slot, struct wcbar_row *row)
{
	u32 i;
	int ret;

	b->m = m;
	b->slot = slot;
	b->size = row->size;
	for (i = 0; i < b->nr_lanes; i++) {
		struct wcbar_lane *lane = &b->lanes[i];

		lane->at = row->offset + i * wcbar_spec_pitch(row->size);
		lane->ctl = b->ctl;
		lane->ctl.pace = &lane->pace;
		lane->pace = 0;
		lane->samples = 0;
		lane->ops = 0;
	}

	ret = wcbar_verify_prepare(b, m->dir);
	if (ret)
		return ret;
	if (b->lanes[0].cpu >= 0)
		ret = wcbar_team_run(b);
	else
		ret = wcbar_lane_warm(&b->lanes[0]) ?:
		      wcbar_lane_time(&b->lanes[0]);
	if (ret)
		return ret;
	add_up(b, row);
	return b->spec->verify ? wcbar_verify_check(b, row) : 0;
}
