/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Measures one row: fill, time, verify.
 */
#ifndef WCBAR_DRV_MEASURE_H
#define WCBAR_DRV_MEASURE_H

#include <linux/completion.h>

#include <wcbar/auto.h>
#include <wcbar/rows.h>
#include <wcbar/spec.h>

/* Bytes on each side of the range that must not change; less at the edges */
#define WCBAR_GUARD	256

struct task_struct;
struct wcbar_bench;

/**
 * struct wcbar_lane - one of the threads that copy at the same time
 * @b: the run
 * @nr: which of them, from 0 on
 * @cpu: the CPU it runs on, or -1 where it is the caller of the run
 * @ctl: how its copies are stopped and fenced
 * @pace: what its copies learnt of the device's speed, see @ctl
 * @buf: its buffer in memory, with a guard on both sides
 * @data: where the copied bytes start in @buf
 * @expect: what a read must bring; NULL where none is needed
 * @at: where its slice of the present row begins in the window, bytes
 * @issued: its samples, picoseconds
 * @arrived: its samples, picoseconds
 * @samples: how many it took
 * @ops: operations that they hold
 * @task: its thread while that has not begun
 * @done: its thread is done
 * @ret: with this result
 */
struct wcbar_lane {
	struct wcbar_bench *b;
	u32 nr;
	s32 cpu;
	struct wcbar_copy_ctl ctl;
	u32 pace;
	u8 *buf;
	u8 *data;
	u8 *expect;
	u64 at;
	u64 *issued;
	u64 *arrived;
	u32 samples;
	u32 ops;
	struct task_struct *task;
	struct completion done;
	int ret;
};

/**
 * struct wcbar_bench - what the rows of one run share
 * @spec: the specification
 * @ctl: how a copy is stopped
 * @name: name of the card, for messages
 * @writes: the run writes into the card, which is allowed
 * @stop: a signal came in while threads were copying
 * @va: the mapped window; changes with the map
 * @window: its length, bytes
 * @max_size: largest size of the run, bytes
 * @bounce: one page for reading back
 * @before: what stood before the present row's range, up to WCBAR_GUARD bytes
 * @behind: what stood behind it
 * @issued: samples of all lanes
 * @arrived: samples of all lanes
 * @max_samples: room for one lane's in @issued and @arrived
 * @seed: changes with every row, so that an earlier row's bytes never pass
 * @lanes: who copies; each has a slice of its own, see wcbar_spec_pitch()
 * @nr_lanes: how many
 * @m: method of the present row
 * @slot: auto's choices for the present row, instead of @m; or NULL
 * @size: bytes of one operation of the present row
 */
struct wcbar_bench {
	const struct wcbar_spec *spec;
	struct wcbar_copy_ctl ctl;
	const char *name;
	bool writes;
	bool stop;
	void __iomem *va;
	u64 window;
	u64 max_size;
	u8 *bounce;
	u8 before[WCBAR_GUARD];
	u8 behind[WCBAR_GUARD];
	u64 *issued;
	u64 *arrived;
	u32 max_samples;
	u64 seed;
	struct wcbar_lane *lanes;
	u32 nr_lanes;
	const struct wcbar_method *m;
	const struct wcbar_auto_slot *slot;
	u64 size;
};

int wcbar_bench_alloc(struct wcbar_bench *b, int node);
void wcbar_bench_free(struct wcbar_bench *b);
int wcbar_bench_stopped(struct wcbar_bench *b);
int wcbar_lane_warm(struct wcbar_lane *lane);
int wcbar_lane_time(struct wcbar_lane *lane);
int wcbar_lane_copy(struct wcbar_lane *lane);
int wcbar_measure(struct wcbar_bench *b, const struct wcbar_method *m,
		  const struct wcbar_auto_slot *slot, struct wcbar_row *row);

#endif /* WCBAR_DRV_MEASURE_H */
