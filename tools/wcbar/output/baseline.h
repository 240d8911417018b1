/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Results held against earlier ones, and against a least rate.
 */
#ifndef WCBAR_TOOL_BASELINE_H
#define WCBAR_TOOL_BASELINE_H

#include <wcbar/types.h>

#include "error.h"

struct output_forms;

/**
 * struct baseline - what results are held against
 * @file: earlier results as JSON, or NULL
 * @tolerance: percent that a row may be slower than it was
 * @min_gbps: the least rate of a row, 10^9 bytes a second; 0 for none
 */
struct baseline {
	const char *file;
	double tolerance;
	double min_gbps;
};

#define BASELINE_TOLERANCE	10.0	/* percent, unless somebody says */

int baseline_number(const char *text, double max, double *v);
int baseline_check(const struct baseline *b, const struct output_forms *forms,
		   const void *what, FILE *f, struct error *e);
int baseline_say(const struct baseline *b, const struct output_forms *forms,
		 const void *what, size_t nr_rows);

#endif /* WCBAR_TOOL_BASELINE_H */
