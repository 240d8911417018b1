/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory that copies go into: anonymous, huge pages, a file, or a BAR of
 * a card as sysfs shows it.
 */
#ifndef WCBAR_TOOL_MEM_REGION_H
#define WCBAR_TOOL_MEM_REGION_H

#include <wcbar/memtype.h>

#include "error.h"

/**
 * struct mem_region - a mapping to copy into
 * @base: its first byte, page aligned
 * @len: bytes
 * @map_len: bytes that were mapped, with what aligning cost
 * @map: what was mapped
 * @type: memory type that was asked for: WB, or WC or UC- of a BAR
 * @persistent: a DAX mapping: what leaves the cache is in the file
 * @what: what it is, for people
 * @pages: size of its pages and how that is known, for people
 */
struct mem_region {
	u8 *base;
	size_t len;
	size_t map_len;
	void *map;
	enum wcbar_memtype type;
	bool persistent;
	char what[256];
	char pages[160];
};

int region_anon(struct mem_region *r, size_t len, bool huge, int node,
		struct error *e);
int region_file(struct mem_region *r, const char *path, size_t len,
		struct error *e);
int region_card(struct mem_region *r, const char *path, size_t len,
		bool allow_writes, struct error *e);
void region_close(struct mem_region *r);

void region_pages(struct mem_region *r);

#endif /* WCBAR_TOOL_MEM_REGION_H */
