/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Uncached against write-combining, measured on a card.
 */
#ifndef WCBAR_TOOL_MEASURE_H
#define WCBAR_TOOL_MEASURE_H

#include "error.h"
#include "results.h"

#define MEASURE_RUNS	5

/**
 * struct measure - ratios of several runs
 * @runs: how many
 * @min: smallest ratio of uncached to write-combining time, thousandths
 * @max: largest one
 */
struct measure {
	u32 runs;
	u64 min;
	u64 max;
};

int measure_add(struct measure *m, const struct results *r, struct error *e);
char *measure_text(const struct measure *m, const char *bdf);
int measure_card(const char *bdf, char **text, struct error *e);

#endif /* WCBAR_TOOL_MEASURE_H */
