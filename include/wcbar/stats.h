/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Order statistics over time samples, shared by the module and the tool.
 */
#ifndef WCBAR_STATS_H
#define WCBAR_STATS_H

#include <wcbar/types.h>

/**
 * struct wcbar_stats - summary of one set of samples
 * @min: smallest sample, picoseconds
 * @median: middle sample, or the mean of the two middle ones, picoseconds
 * @p99: 99th percentile by nearest rank (the ceil(0.99 n)-th smallest)
 * @max: largest sample, picoseconds
 * @mean: arithmetic mean, rounded down, picoseconds
 * @stdev: sample standard deviation (n - 1), rounded down; 0 for one sample
 *
 * Samples are in picoseconds so that a batch of short operations can be
 * divided by its length without losing the digits that matter.
 */
struct wcbar_stats {
	u64 min;
	u64 median;
	u64 p99;
	u64 max;
	u64 mean;
	u64 stdev;
};

int wcbar_stats_compute(u64 *samples, size_t n, struct wcbar_stats *out);
u64 wcbar_stats_p999(u64 *samples, size_t n);
u64 wcbar_rate_mbps(u64 bytes, u64 ps);
u64 wcbar_ps_per_line(u64 bytes, u64 ps);

#endif /* WCBAR_STATS_H */
