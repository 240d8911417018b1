// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of /proc/mtrr, and what its registers make of a range.
 *
 *	reg01: base=0xd8000000 (3456MB), size=  16MB: write-combining, count=1
 *	reg01: base=0x0d8000000 ( 3456MB), size=   16MB, count=1: write-combining
 *
 * The first layout is that of kernels before 2.6.29. Numbers may be wider than
 * their columns and register numbers have gaps where registers are free. A
 * table that was mailed may have its = signs written as =3D.
 */
#include "system/mtrr.h"

/* "key=" or "key=3D" */
static bool after_key(struct text *t, const char *key)
{
	if (!text_after(t, key))
		return false;
	text_blanks(t);
	if (!text_skip(t, "="))
		return false;
	text_skip(t, "3D");
	text_blanks(t);
	return true;
}

static bool read_type(struct text t, enum wcbar_memtype *type)
{
	while (text_after(&t, ":")) {
		struct text rest = t;
		struct text word = text_word(&rest);

		while (word.len && (word.p[word.len - 1] == ',' ||
				    word.p[word.len - 1] == ';'))
			word.len--;
		*type = wcbar_memtype_parse(word.p, word.len);
		if (*type < WCBAR_MT_NUM)
			return true;
		/* what the kernel prints for an encoding it does not know */
		if (text_is(word, "?"))
			return true;
	}
	return false;
}

static bool read_reg(struct text t, struct mtrr_reg *reg)
{
	struct text at;
	u64 num, size, count;

	if (!text_after(&t, "reg"))
		return false;
	if (!text_dec(&t, &num) || num > 255)
		return false;
	text_blanks(&t);
	if (!text_skip(&t, ":"))
		return false;
	at = t;
	if (!after_key(&at, "base") || !text_hex(&at, &reg->base))
		return false;
	at = t;
	if (!after_key(&at, "size") || !text_amount(&at, &size) || !size ||
	    reg->base + size < reg->base)
		return false;
	if (!read_type(at, &reg->type))
		return false;
	if (after_key(&at, "count") && text_dec(&at, &count))
		reg->count = (u32)min_t(u64, count, U32_MAX);
	reg->num = (unsigned int)num;
	reg->end = reg->base + size;
	return true;
}

static int compare(const void *va, const void *vb)
{
	const struct mtrr_reg *a = va, *b = vb;

	if (a->num != b->num)
		return a->num < b->num ? -1 : 1;
	return a->proof.line < b->proof.line ? -1 :
	       a->proof.line > b->proof.line;
}

/* Whether uncachable registers cover all of a range: there they win. */
static bool all_uncachable(const struct mtrr_table *table, u64 start, u64 end)
{
	size_t i;

	for (i = 0; i < table->n && start < end; i++) {
		const struct mtrr_reg *r = &table->items[i];

		if (r->type != WCBAR_MT_UC || r->base > start ||
		    r->end <= start)
			continue;
		start = r->end;
		i = (size_t)-1;		/* again, from where this one ends */
	}
	return start >= end;
}

/**
 * mtrr_finish - sort registers and mark the overlaps that are undefined
 * @table: the registers, however they were read
 */
void mtrr_finish(struct mtrr_table *table)
{
	size_t i, j;

	if (table->n)
		qsort(table->items, table->n, sizeof(*table->items), compare);
	for (i = 0; i < table->n; i++) {
		for (j = 0; j < i; j++) {
			struct mtrr_reg *a = &table->items[i];
			struct mtrr_reg *b = &table->items[j];

			if (a->base >= b->end || b->base >= a->end)
				continue;
			if (wcbar_mtrr_overlap(a->type, b->type) <
			    WCBAR_MT_NUM)
				continue;
			if (all_uncachable(table, max_t(u64, a->base, b->base),
					   min_t(u64, a->end, b->end)))
				continue;
			a->conflict = true;
			b->conflict = true;
		}
	}
}

/**
 * mtrr_read - read the table
 * @table: zeroed; filled in, to be given to mtrr_free()
 * @src: the file, which must stay as long as @table
 *
 * Unknown lines are counted, never fatal. No CPU has more registers than 255,
 * so what follows can afford to compare each with each.
 */
void mtrr_read(struct mtrr_table *table, const struct source *src)
{
	struct lines it = source_lines(src);
	struct text line;

	table->src = src;
	table->deftype = WCBAR_MT_UNKNOWN;
	while (lines_next(&it, &line)) {
		struct proof proof = source_proof(src, it.no, line);
		struct mtrr_reg reg = { .proof = proof };
		bool ok = table->n < 256 && read_reg(line, &reg);

		if (ok)
			*vec_push(table) = reg;
		tally_line(&table->tally, ok, proof);
	}
	mtrr_finish(table);
}

/**
 * mtrr_free - give back the memory of a table
 * @table: the table
 */
void mtrr_free(struct mtrr_table *table)
{
	free(table->items);
	memset(table, 0, sizeof(*table));
}

/**
 * mtrr_type_name - a type as /proc/mtrr spells it
 * @type: the type
 *
 * Return: a constant string.
 */
const char *mtrr_type_name(enum wcbar_memtype type)
{
	if (type == WCBAR_MT_UC)
		return "uncachable";
	if (type == WCBAR_MT_WP)
		return "write-protect";
	return type < WCBAR_MT_NUM ? wcbar_memtype_name(type) : "unknown";
}

/* Type of one address; *end is lowered to where the answer may change. */
static enum wcbar_memtype type_at(const struct mtrr_table *table, u64 addr,
				  u64 *end, const struct mtrr_reg **reg)
{
	enum wcbar_memtype type = table->deftype;
	size_t i;

	*reg = NULL;
	for (i = 0; i < table->n; i++) {
		const struct mtrr_reg *r = &table->items[i];

		if (addr < r->base) {
			*end = min_t(u64, *end, r->base);
			continue;
		}
		if (addr >= r->end)
			continue;
		*end = min_t(u64, *end, r->end);
		if (!*reg) {
			type = r->type;
			*reg = r;
			continue;
		}
		if (r->type == type)
			continue;
		/* undefined stays undefined, unless an uncachable one wins */
		if (r->type == WCBAR_MT_UC)
			*reg = r;
		type = type < WCBAR_MT_NUM || r->type == WCBAR_MT_UC ?
			wcbar_mtrr_overlap(type, r->type) : type;
		if (type == r->type)
			*reg = r;
	}
	return type;
}

/**
 * mtrr_split - take a range apart by what the registers make of it
 * @table: the registers
 * @start: first byte
 * @end: byte behind the last one
 * @parts: parts are appended to it
 */
void mtrr_split(const struct mtrr_table *table, u64 start, u64 end,
		struct mtrr_parts *parts)
{
	while (start < end) {
		const struct mtrr_reg *reg;
		struct mtrr_part *last, part = { .start = start, .end = end };

		part.type = type_at(table, start, &part.end, &reg);
		part.reg = reg;
		last = parts->n ? &parts->items[parts->n - 1] : NULL;
		if (last && last->end == start && last->type == part.type &&
		    !last->reg == !reg)
			last->end = part.end;
		else
			*vec_push(parts) = part;
		start = part.end;
	}
}

/**
 * mtrr_type - the one type that the registers give a range
 * @table: the registers
 * @start: first byte
 * @end: byte behind the last one
 * @reg: a register that gives it, NULL for the default type
 *
 * Return: the type, or WCBAR_MT_MIXED for a range with several.
 */
enum wcbar_memtype mtrr_type(const struct mtrr_table *table, u64 start,
			     u64 end, const struct mtrr_reg **reg)
{
	struct mtrr_parts parts = { 0 };
	enum wcbar_memtype type;
	size_t i;

	mtrr_split(table, start, end, &parts);
	*reg = parts.n ? parts.items[0].reg : NULL;
	type = parts.n ? parts.items[0].type : WCBAR_MT_UNKNOWN;
	for (i = 1; i < parts.n; i++) {
		if (parts.items[i].type != type)
			type = WCBAR_MT_MIXED;
		if (!*reg)
			*reg = parts.items[i].reg;
	}
	free(parts.items);
	return type;
}

/**
 * mtrr_gaps - numbers below the highest one that no register in use has
 * @table: the registers
 *
 * Return: how many registers are free for certain.
 */
unsigned int mtrr_gaps(const struct mtrr_table *table)
{
	unsigned int gaps, top;
	size_t i;

	if (!table->n)
		return 0;
	top = table->items[table->n - 1].num;
	gaps = top + 1;
	for (i = 0; i < table->n; i++)
		if (!i || table->items[i].num != table->items[i - 1].num)
			gaps--;
	return gaps;
}
