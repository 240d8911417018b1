/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options of wcbar mem.
 */
#ifndef WCBAR_TOOL_MEM_OPTIONS_H
#define WCBAR_TOOL_MEM_OPTIONS_H

#include "mem/sweep.h"
#include "output/outopts.h"

/**
 * struct mem_options - the options of wcbar mem
 * @methods: names, separated by commas, or NULL for the usual ones
 * @has_block: an option gave the sizes
 * @sizes: bytes of a block
 * @nr_sizes: how many
 * @offsets: bytes behind the beginning of a line
 * @nr_offsets: how many
 * @region: bytes of the region
 * @small: 4 KiB pages
 * @file: a file to copy into, or NULL
 * @card: a BAR's file in sysfs to copy into, or NULL
 * @allow_writes: writing into a card is allowed
 * @read: copy out of the region, not into it
 * @flush: when stores are made to leave the CPU
 * @node: NUMA node of the region, or -1
 * @cpu: CPU to run on, or -1
 * @threads: copying threads
 * @cold: the source is cold
 * @rounds: turns of each way
 * @time_ms: milliseconds for each row
 * @iterations: blocks for each row, 0 to choose by @time_ms
 * @verify: verify each row
 * @preset: name of a preset, or NULL
 * @buffers: count write-combining buffers
 * @auto_load: a table for auto, or NULL to measure one
 * @auto_save: where auto's table is saved, or NULL
 * @auto_pin: the method that auto shall use, or NULL
 * @budget_ms: milliseconds for measuring auto's table
 * @out: what comes out
 */
struct mem_options {
	const char *methods;
	bool has_block;
	u64 sizes[SWEEP_MAX_SIZES];
	u32 nr_sizes;
	u64 offsets[SWEEP_MAX_SIZES];
	u32 nr_offsets;
	u64 region;
	bool small;
	const char *file;
	const char *card;
	bool allow_writes;
	bool read;
	enum mem_flush flush;
	int node;
	int cpu;
	u32 threads;
	bool cold;
	u32 rounds;
	u32 time_ms;
	u32 iterations;
	bool verify;
	const char *preset;
	bool buffers;
	const char *auto_load;
	const char *auto_save;
	const char *auto_pin;
	u32 budget_ms;
	struct outopts out;
};

int mem_options_parse(int argc, char **argv, struct mem_options *o);
const char *mem_flush_name(enum mem_flush flush);

#endif /* WCBAR_TOOL_MEM_OPTIONS_H */
