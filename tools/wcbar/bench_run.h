/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A run on a card, from the specification to the rows.
 */
#ifndef WCBAR_TOOL_BENCH_RUN_H
#define WCBAR_TOOL_BENCH_RUN_H

#include <wcbar/types.h>

#include "error.h"
#include "results.h"
#include "run.h"

int bench_run(const char *address, const char *spec, bool progress,
	      struct results *r, struct error *e);
int bench_run_knob(const struct run_knob *knob, const char *address,
		   const char *spec, bool progress, struct results *r,
		   struct error *e);

#endif /* WCBAR_TOOL_BENCH_RUN_H */
