/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The forms in which results are printed.
 */
#ifndef WCBAR_TOOL_BENCHOUT_H
#define WCBAR_TOOL_BENCHOUT_H

#include <wcbar/types.h>

#include "error.h"
#include "output/outputs.h"
#include "results.h"

extern const struct output_forms bench_forms;
extern const struct output_forms mem_forms;

void bench_print_text(const struct results *r, FILE *f);
void bench_print_json(const struct results *r, FILE *f);
void bench_print_csv(const struct results *r, FILE *f);
char *bench_plot_script(const struct results *r);
char *bench_reading(const struct results *r);

int bench_load(const char *path, struct results *r, struct error *e);
int bench_load_text(const char *text, size_t len, struct results *r,
		    struct error *e);

#endif /* WCBAR_TOOL_BENCHOUT_H */
