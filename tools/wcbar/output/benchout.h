/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The forms in which a report is printed.
 */
#ifndef WCBAR_TOOL_BENCHOUT_H
#define WCBAR_TOOL_BENCHOUT_H

#include <wcbar/types.h>

#include "error.h"
#include "report.h"

void bench_print_text(const struct report *r, FILE *f);
void bench_print_json(const struct report *r, FILE *f);
void bench_print_csv(const struct report *r, FILE *f);
int bench_print_plot(const struct report *r, FILE *f, struct error *e);
char *bench_plot_script(const struct report *r);
char *bench_reading(const struct report *r);

int bench_load(const char *path, struct report *r, struct error *e);
int bench_load_text(const char *text, size_t len, struct report *r,
		    struct error *e);

#endif /* WCBAR_TOOL_BENCHOUT_H */
