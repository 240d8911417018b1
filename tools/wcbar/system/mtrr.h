/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reader of /proc/mtrr, and what its registers make of a range.
 */
#ifndef WCBAR_TOOL_MTRR_H
#define WCBAR_TOOL_MTRR_H

#include <wcbar/memtype.h>

#include "system/source.h"

/**
 * struct mtrr_reg - a variable-range register in use
 * @num: its number
 * @base: first byte
 * @end: byte behind the last one
 * @type: memory type
 * @count: users that the kernel counts; 0 where the line has no count
 * @conflict: it overlaps another register in a way the CPU leaves undefined
 * @proof: its line
 */
struct mtrr_reg {
	unsigned int num;
	u64 base;
	u64 end;
	enum wcbar_memtype type;
	u32 count;
	bool conflict;
	struct proof proof;
};

/**
 * struct mtrr_table - the registers
 * @items: registers in the order of their numbers
 * @n: registers in use
 * @room: private to vec_push()
 * @src: the file
 * @tally: how many lines were read and understood
 * @deftype: type outside of all registers; WCBAR_MT_UNKNOWN where nothing
 *	says it: /proc/mtrr does not
 * @deftype_proof: what says it
 * @total: variable registers that the CPU has, 0 where nothing says it
 * @total_proof: what says it
 */
struct mtrr_table {
	struct mtrr_reg *items;
	size_t n, room;
	const struct source *src;
	struct tally tally;
	enum wcbar_memtype deftype;
	struct proof deftype_proof;
	unsigned int total;
	struct proof total_proof;
};

/**
 * struct mtrr_part - a part of a range under one set of registers
 * @start: first byte
 * @end: byte behind the last one
 * @type: what the registers make of it; the default type where no register
 *	covers it, WCBAR_MT_UNKNOWN where that is unknown or the overlap undefined
 * @reg: a register that gives the type, NULL for the default
 */
struct mtrr_part {
	u64 start;
	u64 end;
	enum wcbar_memtype type;
	const struct mtrr_reg *reg;
};

/**
 * struct mtrr_parts - a range taken apart
 * @items: parts in order; neighbours differ
 * @n: number of parts
 * @room: private to vec_push()
 */
struct mtrr_parts {
	struct mtrr_part *items;
	size_t n, room;
};

void mtrr_read(struct mtrr_table *table, const struct source *src);
void mtrr_finish(struct mtrr_table *table);
void mtrr_free(struct mtrr_table *table);
const char *mtrr_type_name(enum wcbar_memtype type);
void mtrr_split(const struct mtrr_table *table, u64 start, u64 end,
		struct mtrr_parts *parts);
enum wcbar_memtype mtrr_type(const struct mtrr_table *table, u64 start,
			     u64 end, const struct mtrr_reg **reg);
unsigned int mtrr_gaps(const struct mtrr_table *table);

#endif /* WCBAR_TOOL_MTRR_H */
