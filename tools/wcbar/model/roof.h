/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The roof: what a link can carry, and how much of it was reached.
 */
#ifndef WCBAR_TOOL_MODEL_ROOF_H
#define WCBAR_TOOL_MODEL_ROOF_H

#include "model/apply.h"
#include "output/outputs.h"

struct results;

/**
 * struct roof - the roof
 * @model: link and costs
 * @measured: GB/s that were measured, 0 for none
 * @who: what reached them, or NULL for "you"
 * @remark: a further sentence, or NULL
 */
struct roof {
	const struct model *model;
	double measured;
	char *who;
	const char *remark;
};

extern const struct output_forms roof_forms;

double roof_gbps(const struct pcie *p, u32 bytes);
char *roof_sentence(const struct pcie *p, const char *who, double measured);
bool roof_results(const struct results *r, struct pcie *p, bool link_given,
		  struct roof *roof);
char *roof_reading(const struct results *r);

#endif /* WCBAR_TOOL_MODEL_ROOF_H */
