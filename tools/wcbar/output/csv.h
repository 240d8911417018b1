/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Comma-separated values.
 */
#ifndef WCBAR_TOOL_CSV_H
#define WCBAR_TOOL_CSV_H

#include <wcbar/types.h>

void csv_columns(const char *const *names, size_t nr, FILE *f);
void csv_text(const char *s, FILE *f);
void csv_milli(u64 v, bool there, FILE *f);

#endif /* WCBAR_TOOL_CSV_H */
