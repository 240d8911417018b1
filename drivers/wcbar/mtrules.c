// SPDX-License-Identifier: GPL-2.0
/*
 * x86 memory types as pure rules: names, register encodings, how MTRRs
 * overlap and how PAT and MTRR combine.
 *
 * Nothing here looks at the machine; drivers/wcbar/memtype.c and the tool's
 * readers do. Sources: Intel SDM volume 3A, "Memory Cache Control" (sections
 * "Selecting Memory Types for Pentium III and More Recent Processor
 * Families", "MTRR Precedences", "Programming the PAT"); AMD APM volume 2,
 * "Memory-Type Range Registers" and "SYSCFG Register".
 */
#include <wcbar/memtype.h>

static const struct {
	const char *name;
	const char *word;
} wcbar_types[] = {
	[WCBAR_MT_WB]		= { "write-back", "wb" },
	[WCBAR_MT_WC]		= { "write-combining", "wc" },
	[WCBAR_MT_UC_MINUS]	= { "uncached-minus", "uc-" },
	[WCBAR_MT_UC]		= { "uncached", "uc" },
	[WCBAR_MT_WT]		= { "write-through", "wt" },
	[WCBAR_MT_WP]		= { "write-protected", "wp" },
	[WCBAR_MT_MIXED]	= { "mixed", "mixed" },
	[WCBAR_MT_UNKNOWN]	= { "-", "-" },
};

/**
 * wcbar_memtype_name() - long name, as pat_memtype_list prints it
 * @type: a memory type
 *
 * Return: a constant string; "-" for WCBAR_MT_UNKNOWN and invalid values.
 */
const char *wcbar_memtype_name(enum wcbar_memtype type)
{
	if ((unsigned int)type > WCBAR_MT_UNKNOWN)
		type = WCBAR_MT_UNKNOWN;
	return wcbar_types[type].name;
}

/**
 * wcbar_memtype_short() - short name, as specs and rows use it
 * @type: a memory type
 *
 * Return: a constant string; "-" for WCBAR_MT_UNKNOWN and invalid values.
 */
const char *wcbar_memtype_short(enum wcbar_memtype type)
{
	if ((unsigned int)type > WCBAR_MT_UNKNOWN)
		type = WCBAR_MT_UNKNOWN;
	return wcbar_types[type].word;
}

static bool word_is(const char *word, size_t len, const char *name)
{
	return strlen(name) == len && !memcmp(word, name, len);
}

/**
 * wcbar_memtype_parse() - a type from its short or long name
 * @word: text, need not be terminated
 * @len: its length, bytes
 *
 * Also understands the spellings of /proc/mtrr, "uncachable" and
 * "write-protect".
 *
 * Return: the type, WCBAR_MT_MIXED for "mixed", or WCBAR_MT_UNKNOWN.
 */
enum wcbar_memtype wcbar_memtype_parse(const char *word, size_t len)
{
	unsigned int i;

	for (i = 0; i < WCBAR_MT_UNKNOWN; i++)
		if (word_is(word, len, wcbar_types[i].name) ||
		    word_is(word, len, wcbar_types[i].word))
			return i;
	if (word_is(word, len, "uncachable"))
		return WCBAR_MT_UC;
	if (word_is(word, len, "write-protect"))
		return WCBAR_MT_WP;
	return WCBAR_MT_UNKNOWN;
}

/**
 * wcbar_memtype_from_pat() - type that a PAT slot encodes
 * @field: the low three bits of one byte of IA32_PAT (MSR 0x277)
 *
 * Return: the type; WCBAR_MT_UNKNOWN for the reserved encodings 2 and 3.
 */
enum wcbar_memtype wcbar_memtype_from_pat(u8 field)
{
	if (field == 7)
		return WCBAR_MT_UC_MINUS;
	return wcbar_memtype_from_mtrr(field);
}

/**
 * wcbar_memtype_from_mtrr() - type that an MTRR encodes
 * @field: the type byte of an MTRR
 *
 * Return: the type; WCBAR_MT_UNKNOWN for reserved encodings. UC- does not
 * exist in MTRRs.
 */
enum wcbar_memtype wcbar_memtype_from_mtrr(u8 field)
{
	switch (field) {
	case 0:
		return WCBAR_MT_UC;
	case 1:
		return WCBAR_MT_WC;
	case 4:
		return WCBAR_MT_WT;
	case 5:
		return WCBAR_MT_WP;
	case 6:
		return WCBAR_MT_WB;
	default:
		return WCBAR_MT_UNKNOWN;
	}
}

/*
 * Effective memory type by MTRR (first index) and PAT (second index), the
 * SDM's table "Effective Page-Level Memory Types for Pentium III and More
 * Recent Processor Families". There is no UC- in an MTRR, so that row is
 * empty and never indexed. "WP over UC- is WC" is no misprint here: note 3 of
 * the table says that all processors behave so.
 */
static const u8 wcbar_effective[WCBAR_MT_NUM][WCBAR_MT_NUM] = {
#define ROW(wb, wc, ucm, uc, wt, wp) {					\
		[WCBAR_MT_WB] = WCBAR_MT_##wb,				\
		[WCBAR_MT_WC] = WCBAR_MT_##wc,				\
		[WCBAR_MT_UC_MINUS] = WCBAR_MT_##ucm,			\
		[WCBAR_MT_UC] = WCBAR_MT_##uc,				\
		[WCBAR_MT_WT] = WCBAR_MT_##wt,				\
		[WCBAR_MT_WP] = WCBAR_MT_##wp,				\
	}
	/* PAT:			  WB  WC  UC- UC  WT  WP */
	[WCBAR_MT_UC]		= ROW(UC, WC, UC, UC, UC, UC),
	[WCBAR_MT_WC]		= ROW(WC, WC, WC, UC, UC, UC),
	[WCBAR_MT_WT]		= ROW(WT, WC, UC, UC, WT, WP),
	[WCBAR_MT_WB]		= ROW(WB, WC, UC, UC, WT, WP),
	[WCBAR_MT_WP]		= ROW(WP, WC, WC, UC, WT, WP),
#undef ROW
};

/**
 * wcbar_memtype_combine() - effective type of a page
 * @mtrr: type that the MTRRs give its physical address
 * @pat: type that its page-table entry selects in the PAT
 *
 * Return: the effective type (never UC-: it becomes UC or WC). If either side
 * is mixed, the result is mixed unless every possible partner agrees; if
 * either is unknown or impossible, WCBAR_MT_UNKNOWN.
 */
enum wcbar_memtype wcbar_memtype_combine(enum wcbar_memtype mtrr,
					 enum wcbar_memtype pat)
{
	if ((unsigned int)pat >= WCBAR_MT_NUM)
		return pat == WCBAR_MT_MIXED ? WCBAR_MT_MIXED :
					       WCBAR_MT_UNKNOWN;
	if (mtrr == WCBAR_MT_MIXED) {
		/* WC and UC in the entry win over every MTRR type */
		if (pat == WCBAR_MT_WC || pat == WCBAR_MT_UC)
			return pat;
		return WCBAR_MT_MIXED;
	}
	if ((unsigned int)mtrr >= WCBAR_MT_NUM || mtrr == WCBAR_MT_UC_MINUS)
		return WCBAR_MT_UNKNOWN;
	return wcbar_effective[mtrr][pat];
}

/**
 * wcbar_mtrr_overlap() - type where two variable ranges overlap
 * @a: type of one register
 * @b: type of the other
 *
 * SDM, "MTRR Precedences": equal types stay, UC wins over everything, WT wins
 * over WB; any other pair is undefined.
 *
 * Return: the type, or WCBAR_MT_UNKNOWN for an undefined pair.
 */
enum wcbar_memtype wcbar_mtrr_overlap(enum wcbar_memtype a,
				      enum wcbar_memtype b)
{
	if (a == b)
		return a;
	if (a == WCBAR_MT_UC || b == WCBAR_MT_UC)
		return WCBAR_MT_UC;
	if ((a == WCBAR_MT_WT && b == WCBAR_MT_WB) ||
	    (a == WCBAR_MT_WB && b == WCBAR_MT_WT))
		return WCBAR_MT_WT;
	return WCBAR_MT_UNKNOWN;
}

/* Fixed ranges: 8 of 64 KiB, 16 of 16 KiB, 64 of 4 KiB, from address 0 on */
static u8 fixed_type(const struct wcbar_mtrr_state *st, u64 addr, u64 *end)
{
	unsigned int reg, byte;

	if (addr < 0x80000) {
		reg = 0;
		byte = addr >> 16;
		*end = (addr | 0xffff) + 1;
	} else if (addr < 0xc0000) {
		reg = 1 + ((addr - 0x80000) >> 17);
		byte = (addr >> 14) & 7;
		*end = (addr | 0x3fff) + 1;
	} else {
		reg = 3 + ((addr - 0xc0000) >> 15);
		byte = (addr >> 12) & 7;
		*end = (addr | 0xfff) + 1;
	}
	return st->fixed[reg] >> (8 * byte);
}

/*
 * Type of one address; *end is lowered to where the answer may change and
 * *source set to what gave the type.
 */
static enum wcbar_memtype mtrr_at(const struct wcbar_mtrr_state *st, u64 addr,
				  u64 *end, s32 *source)
{
	enum wcbar_memtype type = WCBAR_MT_UNKNOWN;
	bool found = false;
	u64 stop;
	u32 i;

	if (!st->present) {
		*source = WCBAR_MTRR_SRC_NONE;
		return WCBAR_MT_WB;
	}
	if (!st->enabled) {
		*source = WCBAR_MTRR_SRC_OFF;
		return WCBAR_MT_UC;
	}
	if (st->fixed_enabled && addr < SZ_1M) {
		u8 field = fixed_type(st, addr, &stop);

		*end = min_t(u64, *end, stop);
		*source = WCBAR_MTRR_SRC_FIXED;
		return wcbar_memtype_from_mtrr(field);
	}
	if (addr < (1ULL << 32)) {
		*end = min_t(u64, *end, 1ULL << 32);
	} else if (addr < st->tom2) {
		*end = min_t(u64, *end, st->tom2);
		*source = WCBAR_MTRR_SRC_TOM2;
		return WCBAR_MT_WB;
	}

	for (i = 0; i < st->nr_used; i++) {
		const struct wcbar_mtrr_range *r = &st->var[i];
		enum wcbar_memtype was = type;

		if (addr < r->base) {
			*end = min_t(u64, *end, r->base);
			continue;
		}
		if (addr >= r->end)
			continue;
		*end = min_t(u64, *end, r->end);
		type = found ? wcbar_mtrr_overlap(type, r->type) : r->type;
		/* name the register that decided, not the last one seen */
		if (!found || type != was)
			*source = r->reg;
		found = true;
	}
	if (found)
		return type;
	*source = WCBAR_MTRR_SRC_DEFAULT;
	return st->def_type;
}

/**
 * wcbar_mtrr_lookup() - type that the MTRRs give a physical range
 * @state: the registers
 * @start: first byte
 * @end: first byte after the range, above @start
 * @source: set to the number of the register that decided (the first one when
 *	the range is mixed), or a WCBAR_MTRR_SRC_ value
 *
 * A CPU without MTRRs leaves the decision to the PAT, which is what WB does in
 * the combination. With the E flag clear all memory is UC.
 *
 * Return: the type; WCBAR_MT_MIXED where it is not the same everywhere;
 * WCBAR_MT_UNKNOWN for an undefined overlap, a reserved encoding or an empty
 * range.
 */
enum wcbar_memtype wcbar_mtrr_lookup(const struct wcbar_mtrr_state *state,
				     u64 start, u64 end, s32 *source)
{
	enum wcbar_memtype first = WCBAR_MT_UNKNOWN, type;
	s32 src = WCBAR_MTRR_SRC_NONE;
	u64 pos = start, stop;

	*source = src;
	while (pos < end) {
		stop = end;
		type = mtrr_at(state, pos, &stop, &src);
		if (pos == start) {
			first = type;
			*source = src;
		} else if (type != first) {
			return WCBAR_MT_MIXED;
		}
		pos = stop;
	}
	return first;
}

/**
 * wcbar_mtrr_source_name() - words for a lookup's source
 * @source: what wcbar_mtrr_lookup() reported
 * @buf: room for the text
 * @len: size of @buf, bytes
 *
 * Return: what snprintf() returns.
 */
int wcbar_mtrr_source_name(s32 source, char *buf, size_t len)
{
	switch (source) {
	case WCBAR_MTRR_SRC_NONE:
		return snprintf(buf, len, "none");
	case WCBAR_MTRR_SRC_OFF:
		return snprintf(buf, len, "off");
	case WCBAR_MTRR_SRC_DEFAULT:
		return snprintf(buf, len, "default");
	case WCBAR_MTRR_SRC_FIXED:
		return snprintf(buf, len, "fixed");
	case WCBAR_MTRR_SRC_TOM2:
		return snprintf(buf, len, "TOM2");
	default:
		return snprintf(buf, len, "reg%02d", source);
	}
}
