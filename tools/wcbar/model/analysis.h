/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace, analysed: what was stored, and what requests it becomes by one or
 * more memory types, as a whole and by sections between marks.
 */
#ifndef WCBAR_TOOL_MODEL_ANALYSIS_H
#define WCBAR_TOOL_MODEL_ANALYSIS_H

#include "model/apply.h"
#include "model/gaps.h"

#define SECTIONS_MAX	512	/* sections that are kept apart */
#define LEFT_MAX	64	/* lines left in buffers that are listed */
#define NO_MARK		U32_MAX

/**
 * struct section - what lies between two marks
 * @mark: number of the mark that begins it, or NO_MARK
 * @label: its name
 * @stores: stores
 * @bytes: bytes of all of them
 * @widths: stores by width
 * @loads: loads
 * @events: events that empty buffers, interrupts not among them
 * @interrupts: interrupts
 * @requests: requests by each map
 */
struct section {
	u32 mark;
	char label[EVENT_LABEL];
	u64 stores;
	u64 bytes;
	struct sizes widths;
	u64 loads;
	u64 events;
	u64 interrupts;
	struct requests requests[MODEL_MAPS];
};

/**
 * struct left_line - a line that is in the buffers at the end of a section
 * @section: index of the section
 * @line: the line
 */
struct left_line {
	u32 section;
	struct wc_line line;
};

/**
 * struct analysis - a trace, analysed
 * @model: what is applied
 * @base: only stores from this address on count
 * @end: and up to before this one; 0 for all
 * @from: only what comes behind this mark counts, or NO_MARK
 * @to: and before this one, or NO_MARK
 * @maps: the memory types, a mask of BIT(enum model_map)
 * @apply: each of them
 * @total: everything
 * @sections: the sections that hold anything
 * @nr: how many
 * @now: the section that is being made
 * @open: it is made: recording goes on
 * @begun: the mark @from has come
 * @over: the mark @to has come
 * @marks: marks so far
 * @outside: stores outside the range that counts
 * @low: lowest address
 * @high: byte behind the highest one
 * @cpus: CPUs that stored, a mask; the last bit for all from 63 on
 * @gaps: times from one store to the next
 * @left: lines in the buffers of wc at the end of sections
 * @nr_left: how many are listed
 */
struct analysis {
	const struct model *model;
	u64 base;
	u64 end;
	u32 from;
	u32 to;
	u32 maps;
	struct apply apply[MODEL_MAPS];
	struct section total;
	struct section *sections;
	u32 nr;
	struct section now;
	bool open;
	bool begun;
	bool over;
	u32 marks;
	u64 outside;
	u64 low;
	u64 high;
	u64 cpus;
	struct gaps gaps;
	struct left_line left[LEFT_MAX];
	u32 nr_left;
};

void analysis_begin(struct analysis *a, const struct model *model, u32 maps);
void analysis_event(struct analysis *a, const struct event *ev);
void analysis_end(struct analysis *a);
void analysis_free(struct analysis *a);

#endif /* WCBAR_TOOL_MODEL_ANALYSIS_H */
