/* SPDX-License-Identifier: GPL-2.0 */
/*
 * K lines filled in turn, 16 bytes at a time: what the model foretells, beside
 * what 'wcbar mem --buffers' has measured.
 */
#ifndef WCBAR_TOOL_MODEL_CURVE_H
#define WCBAR_TOOL_MODEL_CURVE_H

#include "model/options.h"
#include "output/outputs.h"

#define CURVE_LINES	40	/* as many as are measured */

/**
 * struct curve_point - K lines filled in turn
 * @whole: lines that leave full, of 1000
 * @requests: requests for a line, thousandths
 * @gbps: GB/s, 0 where costs are not known
 */
struct curve_point {
	u32 whole;
	u32 requests;
	double gbps;
};

/**
 * struct curve - what the model foretells
 * @o: the options: the buffers, and what was measured
 * @full_ns: what a full line costs, 0 for unknown
 * @partial_ns: what a partial write costs
 * @costs_from: where the two come from
 * @point: by lines; [0] is for one
 * @collapse: lines after which throughput collapses, 0 where it does not
 */
struct curve {
	const struct model_options *o;
	double full_ns;
	double partial_ns;
	const char *costs_from;
	struct curve_point point[CURVE_LINES];
	u32 collapse;
};

extern const struct output_forms curve_forms;

void curve_predict(struct curve *c, const struct model_options *o);

#endif /* WCBAR_TOOL_MODEL_CURVE_H */
