/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory types of a machine, joined: the kernel's list and the MTRRs with
 * the BARs, drivers and owners whose addresses they are.
 */
#ifndef WCBAR_TOOL_MEMTYPES_H
#define WCBAR_TOOL_MEMTYPES_H

#include <json-c/json.h>

#include "verdict.h"

/**
 * struct barref - a BAR and its function
 * @dev: the function
 * @bar: the BAR
 */
struct barref {
	const struct device *dev;
	const struct bar *bar;
};

/**
 * struct barrefs - BARs of many functions
 * @items: the BARs
 * @n: number of BARs
 * @room: private to vec_push()
 */
struct barrefs {
	struct barref *items;
	size_t n, room;
};

/**
 * struct memtypes - the join
 * @ev: the evidence
 * @report: the verdict on it
 * @bars: all memory BARs that have an address
 * @index: by address; ids are numbers of @bars
 */
struct memtypes {
	const struct evidence *ev;
	const struct report *report;
	struct barrefs bars;
	struct ranges index;
};

void memtypes_build(struct memtypes *mt, const struct evidence *ev,
		    const struct report *report);
void memtypes_free(struct memtypes *mt);
char *memtypes_owner(const struct memtypes *mt, u64 start, u64 end);
bool memtypes_left_behind(const struct memtypes *mt, u64 start, u64 end);
enum wcbar_memtype memtypes_effective(const struct memtypes *mt,
				      const struct pat_entry *e,
				      enum wcbar_memtype *mtrr);
bool memtypes_is_finding(const struct reason *r);
void memtypes_text(const struct memtypes *mt, FILE *f);
struct json_object *memtypes_json(const struct memtypes *mt);

#endif /* WCBAR_TOOL_MEMTYPES_H */
