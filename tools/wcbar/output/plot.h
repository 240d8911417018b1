/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the scripts for gnuplot have in common.
 */
#ifndef WCBAR_TOOL_PLOT_H
#define WCBAR_TOOL_PLOT_H

#include <wcbar/types.h>

#include "facts.h"

void plot_begin(size_t lines, FILE *f);
void plot_quoted(const char *s, bool markup, FILE *f);
void plot_title_begin(FILE *f);
void plot_card(const struct facts *context, FILE *f);
void plot_title_end(const struct facts *context, FILE *f);
const char *plot_colour(unsigned int nr);

#endif /* WCBAR_TOOL_PLOT_H */
