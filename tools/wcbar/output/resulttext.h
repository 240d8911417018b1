/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What stands before and behind tables of results.
 */
#ifndef WCBAR_TOOL_RESULTTEXT_H
#define WCBAR_TOOL_RESULTTEXT_H

#include <wcbar/types.h>

#include "facts.h"

void resulttext_head(const struct facts *c, FILE *f);
void resulttext_state(const struct facts *c, size_t nr_rows, FILE *f);
void resulttext_wrapped(const char *text, FILE *f);

#endif /* WCBAR_TOOL_RESULTTEXT_H */
