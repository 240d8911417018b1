/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many write-combining buffers the CPU has.
 */
#ifndef WCBAR_TOOL_MEM_BUFFERS_H
#define WCBAR_TOOL_MEM_BUFFERS_H

#include "error.h"
#include "mem/region.h"

#define BUFFERS_LINES	40	/* lines that are filled in turn, at most */
#define BUFFERS_ROUNDS	21
#define BUFFERS_PROBES	2
#define BUFFERS_WHY	320

/**
 * struct buffers_probe - throughput by the number of lines filled in turn
 * @stride: distance of the lines, in lines
 * @rounds: rounds that were measured
 * @rate: MB/s by round and number of lines; [0] is for one line
 */
struct buffers_probe {
	u32 stride;
	u32 rounds;
	double rate[BUFFERS_ROUNDS][BUFFERS_LINES];
};

/**
 * struct buffers_known - what the maker of the CPU has published
 * @count: buffers, or 0 when nothing is known
 * @core: name of the core
 */
struct buffers_known {
	u32 count;
	const char *core;
};

/**
 * struct buffers_result - what was found
 * @buffers: the count, or 0 where it is not clear
 * @collapse: lines after which throughput collapses, or 0 where it does not
 * @agree: share of the rounds that show the collapse exactly there
 * @before: MB/s before the collapse
 * @after: MB/s after it
 * @eviction_ns: what it costs to evict a line that is filled in part
 * @curve: MB/s by number of lines, the better rounds of the first probe
 * @known: what is published
 * @why: a sentence
 */
struct buffers_result {
	u32 buffers;
	u32 collapse;
	double agree;
	double before;
	double after;
	double eviction_ns;
	double curve[BUFFERS_LINES];
	struct buffers_known known;
	char why[BUFFERS_WHY];
};

int buffers_measure(struct buffers_probe *probe, u32 stride,
		    const struct mem_region *r, u64 budget_ms);
void buffers_judge(const struct buffers_probe *probes, u32 nr,
		   const struct buffers_known *known,
		   struct buffers_result *res);
struct buffers_known buffers_published(void);
struct buffers_known buffers_published_for(bool intel, u32 family, u32 model);

void buffers_print_text(const struct buffers_result *res, const char *cpu,
			FILE *f);
void buffers_print_json(const struct buffers_result *res, const char *cpu,
			FILE *f);
void buffers_print_csv(const struct buffers_result *res, FILE *f);
char *buffers_plot(const struct buffers_result *res, const char *cpu);

#endif /* WCBAR_TOOL_MEM_BUFFERS_H */
