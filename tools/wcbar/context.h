/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The context of rows: where and how they came to be, as facts. kernel, cpu,
 * hypervisor, accel, bdf, id, link, numa_node, pat and others; also state,
 * planned, error and spec of the run.
 */
#ifndef WCBAR_TOOL_CONTEXT_H
#define WCBAR_TOOL_CONTEXT_H

#include <wcbar/numbers.h>

#include "facts.h"

void context_header(struct facts *context, const struct wcbar_word *line);
void context_now(struct facts *context);
void context_describe(struct facts *context, const struct facts *info);
bool context_emulated(const struct facts *context);

#endif /* WCBAR_TOOL_CONTEXT_H */
