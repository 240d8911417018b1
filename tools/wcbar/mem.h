/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory that is there: a command line tool without memory can only stop.
 */
#ifndef WCBAR_TOOL_MEM_H
#define WCBAR_TOOL_MEM_H

#include <wcbar/types.h>

void *mem_grow(void *old, size_t nr, size_t size);
char *mem_copy(const char *text, size_t len);
char *mem_printf(const char *fmt, ...) __printf(1, 2);

#endif /* WCBAR_TOOL_MEM_H */
