/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long requests take: what they cost the CPU, and what they cost the link.
 */
#ifndef WCBAR_TOOL_MODEL_PREDICT_H
#define WCBAR_TOOL_MODEL_PREDICT_H

#include "model/requests.h"

/**
 * enum model_map - what memory type stores go to
 * @MODEL_UC: uncached
 * @MODEL_UC_MINUS: uncached-minus; on the link the same
 * @MODEL_WC: write-combining
 * @MODEL_RECORDED: none: the trace holds requests, not stores
 * @MODEL_MAPS: number of maps
 */
enum model_map {
	MODEL_UC,
	MODEL_UC_MINUS,
	MODEL_WC,
	MODEL_RECORDED,
	MODEL_MAPS,
};

/**
 * struct costs - what a request costs the CPU, from one to the next
 * @uc_ns: a store to uncached memory, nanoseconds; 0 for unknown
 * @wc_ns: a full line that leaves its buffer; 0 for unknown
 * @partial_ns: a request of a line that is not full; 0 for as @wc_ns
 */
struct costs {
	double uc_ns;
	double wc_ns;
	double partial_ns;
};

/**
 * struct cpu_class - what is published of a CPU
 * @name: its name
 * @costs: what requests cost it
 * @source: where that comes from, as the end of a sentence
 */
struct cpu_class {
	const char *name;
	struct costs costs;
	const char *source;
};

/**
 * struct prediction - how long requests take
 * @cpu_ns: the CPU for them, nanoseconds; 0 for unknown
 * @link_ns: the link
 * @ns: both, which work at the same time: the longer of them
 * @by_link: the link is it
 */
struct prediction {
	double cpu_ns;
	double link_ns;
	double ns;
	bool by_link;
};

const char *model_map_name(enum model_map map);
const struct cpu_class *cpu_class_find(const char *name);
const struct cpu_class *cpu_class_nth(u32 i);
void predict(const struct costs *c, const struct pcie *p, enum model_map map,
	     const struct requests *r, struct prediction *out);
const char *prediction_bound(const struct prediction *p);

#endif /* WCBAR_TOOL_MODEL_PREDICT_H */
