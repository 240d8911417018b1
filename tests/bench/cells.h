/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A comparison: the same block, by every way, in turns.
 */
#ifndef WCBAR_BENCH_CELLS_H
#define WCBAR_BENCH_CELLS_H

#include "error.h"
#include "mem/region.h"
#include "mem/source.h"
#include "peers.h"

#define BENCH_MAX_WAYS		24
#define BENCH_MAX_SIZES		16
#define BENCH_MAX_OFFSETS	8
#define BENCH_MAX_ROUNDS	63

/* What auto is to reach: of the best peer; of the limit, flushed per run */
#define AIM_BEST	0.97
#define AIM_FILL	0.95
#define AIM_FILL_FROM	4096	/* bytes from which the latter holds */

/**
 * enum kind - what a way is
 * @PEER: a routine of others
 * @OURS: a method of ours
 * @AUTO: auto
 * @FILL: the limit
 */
enum kind {
	PEER,
	OURS,
	AUTO,
	FILL,
};

/**
 * struct contender - a way in the comparison
 * @way: how it is run; for auto the slot is set for each cell
 * @kind: what it is
 * @settings: version and settings, for people
 */
struct contender {
	struct mem_way way;
	enum kind kind;
	const char *settings;
};

/**
 * struct score - how a way did in a cell
 * @gbps: median over the rounds, 10^9 bytes a second
 * @to_best: its rate by that of the best peer, median of the rounds' ratios
 * @to_libpmem: the same by libpmem
 * @to_fill: the same by the limit
 */
struct score {
	double gbps;
	double to_best;
	double to_libpmem;
	double to_fill;
};

/**
 * struct cell - one block size, offset and flush
 * @size: bytes
 * @offset: bytes behind the beginning of a line
 * @flush: per block or per run
 * @best: index of the best peer
 * @reruns: how often it was measured again
 * @ps: time of a block by way and round, picoseconds
 * @score: by way
 */
struct cell {
	u64 size;
	u64 offset;
	enum mem_flush flush;
	u32 best;
	u32 reruns;
	u64 ps[BENCH_MAX_WAYS][BENCH_MAX_ROUNDS];
	struct score score[BENCH_MAX_WAYS];
};

/**
 * struct bench - the whole comparison
 * @ways: the contenders
 * @nr_ways: how many
 * @peers: how many of them are peers; these come first, libpmem of them first
 * @autos: index of auto
 * @fill: index of the limit
 * @sizes: sizes
 * @nr_sizes: how many
 * @offsets: offsets
 * @nr_offsets: how many
 * @rounds: turns of each way
 * @batch_us: how long a turn shall take, microseconds
 * @table: what auto picks from, measured at the beginning
 * @auto_ms: milliseconds of processor time that took
 * @region: what is copied into
 * @source: what is copied from
 * @cells: the results
 * @nr_cells: how many
 */
struct bench {
	struct contender ways[BENCH_MAX_WAYS];
	u32 nr_ways;
	u32 peers;
	u32 autos;
	u32 fill;
	u64 sizes[BENCH_MAX_SIZES];
	u32 nr_sizes;
	u64 offsets[BENCH_MAX_OFFSETS];
	u32 nr_offsets;
	u32 rounds;
	u32 batch_us;
	struct wcbar_auto table;
	u64 auto_ms;
	struct mem_region region;
	struct mem_source source;
	struct cell *cells;
	u32 nr_cells;
};

void versus_contenders(struct bench *b);
int versus_auto(struct bench *b);
void versus_run(struct bench *b, bool progress);
const struct cell *versus_cell(const struct bench *b, u64 size, u64 offset,
			       enum mem_flush flush);

#endif /* WCBAR_BENCH_CELLS_H */
