/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The run specification: "method=all map=wc,uc size=64..32M verify=1".
 *
 * Parsed by the same code in the module (where it is a user's input) and in
 * the tool (which checks a spec before it sends one).
 */
#ifndef WCBAR_SPEC_H
#define WCBAR_SPEC_H

#include <wcbar/copy.h>
#include <wcbar/keys.h>
#include <wcbar/types.h>

#define WCBAR_SPEC_MAX_LIST	256	/* values of one key */
#define WCBAR_SPEC_MAX_ROWS	8192	/* rows of one run */
#define WCBAR_SPEC_MAX_ITER	1000000	/* iterations of one row */
#define WCBAR_SPEC_MAX_WARMUP	1000
#define WCBAR_SPEC_MAX_THREADS	64
#define WCBAR_SPEC_MAX_TIME	600000	/* milliseconds of one row */
#define WCBAR_SPEC_MAX_BATCH	65536	/* operations of one sample */
#define WCBAR_MAX_METHODS	64

/* Bits of struct wcbar_spec.dirs */
#define WCBAR_DIR_WRITE		BIT(WCBAR_WRITE)
#define WCBAR_DIR_READ		BIT(WCBAR_READ)

/* Slices of threads begin on lines: no two threads store into one */
#define WCBAR_SPEC_LINE		64

/**
 * struct wcbar_spec - a parsed run specification
 * @methods: set of methods, bit n is wcbar_methods[n]
 * @auto_dirs: directions in which auto shall choose, WCBAR_DIR_ bits
 * @dirs: WCBAR_DIR_ bits
 * @nr_maps: number of maps; 0 keeps the current map
 * @maps: requested types in order: WCBAR_MT_WC, _UC_MINUS or _UC
 * @nr_sizes: number of sizes
 * @sizes: bytes of one operation
 * @nr_offsets: number of offsets
 * @offsets: offset of the operation in the window, bytes
 * @src_offset: misalignment of the buffer in memory, bytes, 0 to 4095
 * @iterations: timed operations of each thread for each row; 0 chooses
 * @warmup: operations before them that are not counted
 * @batch: operations in one sample; 0 chooses by size
 * @time: milliseconds after which a row ends, 0 for no such bound
 * @threads: copying threads, 1 at least
 * @cpu: CPU to run on, the first one for several threads; -1 leaves it open
 * @node: NUMA node of the buffers in memory, -1 the card's own
 * @cold: the buffer in memory leaves the caches before each timed operation
 * @verify: check the range and its guard regions
 * @save: save the touched range before the run and restore it after
 */
struct wcbar_spec {
	u64 methods;
	u32 auto_dirs;
	u32 dirs;
	u32 nr_maps;
	enum wcbar_memtype maps[WCBAR_SPEC_MAPS];
	u32 nr_sizes;
	u32 nr_offsets;
	u64 sizes[WCBAR_SPEC_MAX_LIST];
	u64 offsets[WCBAR_SPEC_MAX_LIST];
	u32 src_offset;
	u32 iterations;
	u32 warmup;
	u32 batch;
	u32 time;
	u32 threads;
	s32 cpu;
	s32 node;
	bool cold;
	bool verify;
	bool save;
};

/**
 * struct wcbar_bounds - what a spec must stay inside
 * @window: bytes of aperture that are mapped
 */
struct wcbar_bounds {
	u64 window;
};

int wcbar_spec_parse(const char *text, size_t len,
		     const struct wcbar_bounds *bounds,
		     struct wcbar_spec *spec, char err[WCBAR_SPEC_ERR]);
int wcbar_spec_settle(struct wcbar_spec *spec,
		      const struct wcbar_bounds *bounds,
		      char err[WCBAR_SPEC_ERR]);
u32 wcbar_spec_rows(const struct wcbar_spec *spec);
u32 wcbar_spec_iterations(const struct wcbar_spec *spec, u64 size);
u32 wcbar_spec_batch(const struct wcbar_spec *spec, u64 size);
u32 wcbar_spec_samples(const struct wcbar_spec *spec, u64 size);
u64 wcbar_spec_pitch(u64 size);
u64 wcbar_spec_span(const struct wcbar_spec *spec, u64 size);

#endif /* WCBAR_SPEC_H */
