/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory that is copied from.
 */
#ifndef WCBAR_TOOL_MEM_SOURCE_H
#define WCBAR_TOOL_MEM_SOURCE_H

#include <wcbar/types.h>

#include "error.h"

/**
 * struct mem_source - memory to copy from
 * @base: its first byte
 * @len: bytes
 */
struct mem_source {
	u8 *base;
	size_t len;
};

int source_reused(struct mem_source *s, size_t len, struct error *e);
int source_long(struct mem_source *s, size_t len, struct error *e);
void source_close(struct mem_source *s);

#endif /* WCBAR_TOOL_MEM_SOURCE_H */
