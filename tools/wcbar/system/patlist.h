/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reader of /sys/kernel/debug/x86/pat_memtype_list.
 */
#ifndef WCBAR_TOOL_PATLIST_H
#define WCBAR_TOOL_PATLIST_H

#include <wcbar/memtype.h>

#include "system/ranges.h"
#include "system/source.h"

/**
 * struct pat_entry - a range of the list
 * @start: first byte
 * @end: byte behind the last one, as the list has it
 * @type: memory type; WCBAR_MT_UNKNOWN for a word that no kernel should print
 * @copies: how often the same line stands there; a range that is reserved and
 *	mapped is listed twice
 * @overlaps: the entry overlaps another one of the same type
 * @conflict: the entry overlaps another one of a different type
 * @partner: an entry it conflicts with, or else overlaps; valid with either
 * @proof: its first line
 */
struct pat_entry {
	u64 start;
	u64 end;
	enum wcbar_memtype type;
	u32 copies;
	bool overlaps;
	bool conflict;
	size_t partner;
	struct proof proof;
};

/**
 * enum patlist_trouble - why a list may say nothing
 * @PATLIST_READABLE: no trouble
 * @PATLIST_DENIED: the file holds "Permission denied"
 * @PATLIST_MISSING: the file holds "No such file or directory"
 */
enum patlist_trouble {
	PATLIST_READABLE,
	PATLIST_DENIED,
	PATLIST_MISSING,
};

/**
 * struct patlist - the list
 * @items: entries sorted by start, then end; equal lines are one entry
 * @n: number of entries
 * @room: private to vec_push()
 * @tally: how many lines were read and understood
 * @headers: header lines among the understood ones
 * @body_lines: lines from behind a header to the last entry
 * @body_entries: entries among them
 * @trouble: why nothing was understood, where the file says so
 * @trouble_proof: the line that says so
 * @duplicates: lines that repeat another one
 * @overlaps: entries that overlap another one of the same type
 * @conflicts: entries that overlap another one of a different type
 * @index: by address; ids are numbers of entries
 */
struct patlist {
	struct pat_entry *items;
	size_t n, room;
	struct tally tally;
	u32 headers;
	u32 body_lines;
	u32 body_entries;
	enum patlist_trouble trouble;
	struct proof trouble_proof;
	u32 duplicates;
	u32 overlaps;
	u32 conflicts;
	struct ranges index;
};

void patlist_read(struct patlist *list, const struct source *src);
void patlist_free(struct patlist *list);
bool patlist_understood(const struct patlist *list);

#endif /* WCBAR_TOOL_PATLIST_H */
