// SPDX-License-Identifier: GPL-2.0
/*
 * The columns of a row as text, written by the module and read by the tool:
 * words separated by blanks, and the rest of the line for a sentence.
 */
#include <wcbar/rowtext.h>

/**
 * wcbar_rowout - add to a line
 * @o: the line
 * @fmt: what to add
 */
void wcbar_rowout(struct wcbar_rowout *o, const char *fmt, ...)
{
	va_list ap;
	int n;

	if (o->pos >= o->len)
		return;
	va_start(ap, fmt);
	n = vsnprintf(o->buf + o->pos, o->len - o->pos, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= o->len - o->pos)
		o->pos = o->len;
	else
		o->pos += (size_t)n;
}

/**
 * wcbar_rowout_times - add times in nanoseconds, with three decimals
 * @o: the line
 * @ps: the times, picoseconds; other numbers of thousandths will do, too
 * @nr: how many
 * @ran: false gives a dash for each
 */
void wcbar_rowout_times(struct wcbar_rowout *o, const u64 *ps, unsigned int nr,
			bool ran)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		u32 frac;
		u64 whole = div_u64_rem(ps[i], 1000, &frac);

		if (ran)
			wcbar_rowout(o, "%llu.%03u ", whole, frac);
		else
			wcbar_rowout(o, "- ");
	}
}

/**
 * wcbar_rowout_end - add the sentence that ends the line
 * @o: the line
 * @note: the sentence, or an empty string
 * @room: size of @note's array; of no more than that is read
 *
 * The line is terminated but has no newline. Control characters in the
 * sentence become blanks, so that a row stays a line.
 *
 * Return: length of the line without the terminator, or -ENOSPC where it does
 * not fit (the buffer then holds an empty string, if anything).
 */
int wcbar_rowout_end(struct wcbar_rowout *o, const char *note, size_t room)
{
	size_t i = o->pos;

	wcbar_rowout(o, "%.*s", (int)room - 1, note[0] ? note : "-");
	if (o->pos >= o->len) {
		if (o->len)
			o->buf[0] = '\0';
		return -ENOSPC;
	}
	for (; i < o->pos; i++) {
		if ((unsigned char)o->buf[i] < ' ' || o->buf[i] == 0x7f)
			o->buf[i] = ' ';
	}
	return (int)o->pos;
}

/**
 * wcbar_rowin_begin - begin to read a line
 * @in: the line
 * @line: its text, not terminated, with or without its newline
 * @len: its length
 */
void wcbar_rowin_begin(struct wcbar_rowin *in, const char *line, size_t len)
{
	if (len && line[len - 1] == '\n')
		len--;
	in->p = line;
	in->end = line + len;
}

/**
 * wcbar_rowin_word - the next column
 * @in: the line
 * @w: the column
 *
 * Return: false when there is none.
 */
bool wcbar_rowin_word(struct wcbar_rowin *in, struct wcbar_word *w)
{
	while (in->p < in->end && *in->p == ' ')
		in->p++;
	w->p = in->p;
	while (in->p < in->end && *in->p != ' ')
		in->p++;
	w->len = (size_t)(in->p - w->p);
	return w->len > 0;
}

static bool copy_text(char *to, size_t room, const struct wcbar_word *w)
{
	size_t i;

	if (w->len >= room)
		return false;
	for (i = 0; i < w->len; i++) {
		if ((unsigned char)w->p[i] < ' ' || w->p[i] == 0x7f)
			return false;
	}
	memcpy(to, w->p, w->len);
	to[w->len] = '\0';
	return true;
}

/**
 * wcbar_rowin_text - the next column is any word
 * @in: the line
 * @to: where to, terminated
 * @room: bytes of it
 *
 * Return: false when there is none, or it does not fit.
 */
bool wcbar_rowin_text(struct wcbar_rowin *in, char *to, size_t room)
{
	struct wcbar_word w;

	return wcbar_rowin_word(in, &w) && copy_text(to, room, &w);
}

/**
 * wcbar_digits - read a number of decimal digits only
 * @w: the word
 * @v: the number
 *
 * Return: false where there is anything else, or the number leaves 64 bits.
 */
bool wcbar_digits(const struct wcbar_word *w, u64 *v)
{
	u64 n = 0;
	size_t i;

	if (!w->len)
		return false;
	for (i = 0; i < w->len; i++) {
		u64 d = (u64)(w->p[i] - '0');

		if (w->p[i] < '0' || w->p[i] > '9')
			return false;
		/* 2^64 - 1 ends in ..1615: the last full multiple of ten */
		if (n > 1844674407370955161ULL ||
		    (n == 1844674407370955161ULL && d > 5))
			return false;
		n = n * 10 + d;
	}
	*v = n;
	return true;
}

/**
 * wcbar_rowin_u64 - the next column is a number
 * @in: the line
 * @v: the number
 *
 * Return: false when it is not.
 */
bool wcbar_rowin_u64(struct wcbar_rowin *in, u64 *v)
{
	struct wcbar_word w;

	return wcbar_rowin_word(in, &w) && wcbar_digits(&w, v);
}

/**
 * wcbar_rowin_u32 - the next column is a number of 32 bits
 * @in: the line
 * @v: the number
 *
 * Return: false when it is not.
 */
bool wcbar_rowin_u32(struct wcbar_rowin *in, u32 *v)
{
	u64 n;

	if (!wcbar_rowin_u64(in, &n) || n > U32_MAX)
		return false;
	*v = (u32)n;
	return true;
}

/* "12.345" as thousandths */
static bool parse_milli(const struct wcbar_word *w, u64 *v)
{
	struct wcbar_word whole, frac;
	u64 n, rest;

	if (w->len < 5 || w->p[w->len - 4] != '.')
		return false;
	whole.p = w->p;
	whole.len = w->len - 4;
	frac.p = w->p + w->len - 3;
	frac.len = 3;
	if (!wcbar_digits(&whole, &n) || !wcbar_digits(&frac, &rest))
		return false;
	if (n > 18446744073709551ULL ||
	    (n == 18446744073709551ULL && rest > 615))
		return false;
	*v = n * 1000 + rest;
	return true;
}

/**
 * wcbar_rowin_times - the next columns are times as wcbar_rowout_times() wrote
 * @in: the line
 * @ps: the times, picoseconds; 0 for dashes
 * @nr: how many
 * @ran: false wants a dash for each
 *
 * Return: false when they are not.
 */
bool wcbar_rowin_times(struct wcbar_rowin *in, u64 *ps, unsigned int nr,
		       bool ran)
{
	struct wcbar_word w;
	unsigned int i;

	for (i = 0; i < nr; i++) {
		ps[i] = 0;
		if (!wcbar_rowin_word(in, &w))
			return false;
		if (ran ? !parse_milli(&w, &ps[i]) : !wcbar_word_is(&w, "-"))
			return false;
	}
	return true;
}

/**
 * wcbar_rowin_memtype - the next column is a memory type
 * @in: the line
 * @type: the type; WCBAR_MT_UNKNOWN for a dash
 *
 * Return: false when it is not.
 */
bool wcbar_rowin_memtype(struct wcbar_rowin *in, enum wcbar_memtype *type)
{
	struct wcbar_word w;

	if (!wcbar_rowin_word(in, &w))
		return false;
	if (wcbar_word_is(&w, "-")) {
		*type = WCBAR_MT_UNKNOWN;
		return true;
	}
	if (wcbar_word_is(&w, "mixed")) {
		*type = WCBAR_MT_MIXED;
		return true;
	}
	*type = wcbar_memtype_parse(w.p, w.len);
	return *type < WCBAR_MT_NUM;
}

/**
 * wcbar_rowin_name - the next column is one of some names
 * @in: the line
 * @names: the names
 * @nr: how many
 * @index: which of them it is
 *
 * Return: false when it is none of them.
 */
bool wcbar_rowin_name(struct wcbar_rowin *in, const char *const *names, u32 nr,
		      u32 *index)
{
	struct wcbar_word w;

	if (!wcbar_rowin_word(in, &w))
		return false;
	for (*index = 0; *index < nr; (*index)++) {
		if (wcbar_word_is(&w, names[*index]))
			return true;
	}
	return false;
}

/**
 * wcbar_rowin_end - what is left of the line is a sentence
 * @in: the line
 * @note: where to, terminated; empty for a dash
 * @room: bytes of it
 *
 * Return: false when there is none, or it does not fit.
 */
bool wcbar_rowin_end(struct wcbar_rowin *in, char *note, size_t room)
{
	struct wcbar_word w;

	while (in->p < in->end && *in->p == ' ')
		in->p++;
	w.p = in->p;
	w.len = (size_t)(in->end - in->p);
	if (!w.len)
		return false;
	if (wcbar_word_is(&w, "-")) {
		note[0] = '\0';
		return true;
	}
	return copy_text(note, room, &w);
}
