/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A sweep: ways by sizes by offsets, measured in turns.
 */
#ifndef WCBAR_TOOL_MEM_SWEEP_H
#define WCBAR_TOOL_MEM_SWEEP_H

#include "mem/team.h"
#include "results.h"

#define SWEEP_MAX_SIZES	256
#define SWEEP_MAX_WAYS	80
#define SWEEP_ROUNDS	31	/* odd: the median is one of them */

/**
 * struct sweep - what is measured
 * @ways: the ways
 * @nr_ways: how many
 * @sizes: bytes of a block
 * @nr_sizes: how many
 * @offsets: bytes behind the beginning of a line
 * @nr_offsets: how many
 * @flush: when stores are made to leave the CPU
 * @cold: the source is cold
 * @rounds: turns of each way, at least 1
 * @time_ms: milliseconds for each row
 * @iterations: blocks for each row, at least a block each turn; 0 chooses by
 *	@time_ms
 * @verify: copy a block and look at it and around it
 * @type: memory type of the region, for the rows
 * @team: threads and their parts of region and source
 * @progress: show progress on a terminal
 */
struct sweep {
	struct mem_way ways[SWEEP_MAX_WAYS];
	u32 nr_ways;
	u64 sizes[SWEEP_MAX_SIZES];
	u32 nr_sizes;
	u64 offsets[SWEEP_MAX_SIZES];
	u32 nr_offsets;
	enum mem_flush flush;
	bool cold;
	u32 rounds;
	u32 time_ms;
	u32 iterations;
	bool verify;
	enum wcbar_memtype type;
	struct mem_team team;
	bool progress;
};

void sweep_stop(int signal);
bool sweep_stopped(void);
int sweep_run(struct sweep *s, struct results *r, struct error *e);
enum wcbar_verified mem_verify(const struct mem_way *way,
			       const struct mem_work *work);

#endif /* WCBAR_TOOL_MEM_SWEEP_H */
