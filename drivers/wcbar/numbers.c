// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers and lists of numbers as people write them.
 *
 * Decimal or 0x hexadecimal, with K, M or G at the end; lists separated by
 * commas, whose parts may be ranges: A..B doubles from A and ends with B,
 * A..B+S counts in steps of S. No number leaves 64 bits unnoticed.
 *
 * What is wrong with a word is said as the end of a sentence that begins with
 * it: "'12x' is not a number".
 */
#include <wcbar/numbers.h>

/**
 * wcbar_word_is - whether a word is a given string
 * @w: the word
 * @s: the string
 *
 * Return: true when they are equal, case and all.
 */
bool wcbar_word_is(const struct wcbar_word *w, const char *s)
{
	return w->len == strlen(s) && !memcmp(w->p, s, w->len);
}

/**
 * wcbar_word_cut - cut off what stands before a separator
 * @rest: the text; left with what follows the separator, its @p NULL when
 *	there was none
 * @sep: the separator
 * @part: what was cut off, perhaps of length 0
 *
 * A text with n separators gives n + 1 parts, so that an empty one between
 * two of them, or at an end, is seen.
 *
 * Return: false when everything had been cut off before.
 */
bool wcbar_word_cut(struct wcbar_word *rest, char sep,
		    struct wcbar_word *part)
{
	const char *end;

	if (!rest->p)
		return false;
	*part = *rest;
	end = memchr(rest->p, sep, rest->len);
	if (!end) {
		rest->p = NULL;
		rest->len = 0;
		return true;
	}
	part->len = (size_t)(end - rest->p);
	rest->len -= part->len + 1;
	rest->p = end + 1;
	return true;
}

static u32 digit(char c)
{
	if (c >= '0' && c <= '9')
		return (u32)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (u32)(c - 'a') + 10;
	if (c >= 'A' && c <= 'F')
		return (u32)(c - 'A') + 10;
	return U32_MAX;
}

static unsigned int suffix_shift(char c)
{
	switch (c) {
	case 'k':
	case 'K':
		return 10;
	case 'm':
	case 'M':
		return 20;
	case 'g':
	case 'G':
		return 30;
	}
	return 0;
}

/**
 * wcbar_number_parse - read one number
 * @w: the word
 * @v: the number
 *
 * Return: NULL, or what is wrong with the word ("is negative").
 */
const char *wcbar_number_parse(const struct wcbar_word *w, u64 *v)
{
	const char *p = w->p, *end = w->p + w->len;
	bool overflow = false;
	unsigned int shift = 0;
	u32 base = 10, rest;
	u64 n = 0;

	*v = 0;
	if (!w->len)
		return "is empty";
	if (*p == '-')
		return "is negative";
	if (w->len > 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
		base = 16;
		p += 2;
	}
	if (end - p > 1)
		shift = suffix_shift(end[-1]);
	if (shift)
		end--;
	for (; p < end; p++) {
		u32 d = digit(*p);

		if (d >= base)
			return "is not a number";
		if (n > div_u64_rem(U64_MAX - d, base, &rest))
			overflow = true;
		n = n * base + d;
	}
	if (overflow || n > U64_MAX >> shift)
		return "is too large";
	*v = n << shift;
	return NULL;
}

/**
 * struct list - the list being filled
 * @v: its numbers
 * @n: how many so far
 * @max: how many fit
 */
struct list {
	u64 *v;
	u32 n;
	u32 max;
};

static const char *add(struct list *l, u64 v)
{
	if (l->n == l->max)
		return "holds too many numbers";
	l->v[l->n++] = v;
	return NULL;
}

/* Splits "A..B" or "A..B+S"; @by->p is NULL without a step */
static bool split_range(const struct wcbar_word *w, struct wcbar_word *from,
			struct wcbar_word *to, struct wcbar_word *by)
{
	size_t i;

	for (i = 0; i + 1 < w->len; i++) {
		if (w->p[i] == '.' && w->p[i + 1] == '.')
			break;
	}
	if (i + 1 >= w->len)
		return false;
	from->p = w->p;
	from->len = i;
	by->p = w->p + i + 2;
	by->len = w->len - i - 2;
	wcbar_word_cut(by, '+', to);
	return true;
}

static const char *add_range(struct list *l, u64 a, u64 b, bool steps,
			     u64 step)
{
	u64 v = a;

	if (a > b)
		return "runs backwards";
	if (steps && !step)
		return "has a step of 0";
	for (;;) {
		u64 inc = steps ? step : max_t(u64, v, 1);
		const char *wrong = add(l, v);

		if (wrong)
			return wrong;
		if (v == b || (steps && inc > b - v))
			return NULL;
		v += min_t(u64, inc, b - v);
	}
}

static const char *parse_part(const struct wcbar_word *w, struct list *l,
			      struct wcbar_word *bad)
{
	struct wcbar_word from, to, by;
	u64 a, b, step = 0;
	const char *wrong;

	*bad = *w;
	if (!split_range(w, &from, &to, &by)) {
		wrong = wcbar_number_parse(w, &a);
		return wrong ? wrong : add(l, a);
	}

	if (!from.len || !to.len || (by.p && !by.len))
		return "lacks a number";
	*bad = from;
	wrong = wcbar_number_parse(&from, &a);
	if (wrong)
		return wrong;
	*bad = to;
	wrong = wcbar_number_parse(&to, &b);
	if (wrong)
		return wrong;
	*bad = by;
	if (by.p)
		wrong = wcbar_number_parse(&by, &step);
	if (wrong)
		return wrong;
	*bad = *w;
	return add_range(l, a, b, by.p, step);
}

/**
 * wcbar_numbers_parse - read a list of numbers and ranges
 * @text: the list
 * @v: room for the numbers
 * @max: how many fit
 * @n: how many there are
 * @bad: the wrong word, of length 0 where a number is missing altogether
 *
 * Return: NULL, or what is wrong with @bad.
 */
const char *wcbar_numbers_parse(struct wcbar_word text, u64 *v, u32 max,
				u32 *n, struct wcbar_word *bad)
{
	struct list l = { .v = v, .max = max };
	const char *wrong = NULL;
	struct wcbar_word part;

	while (!wrong && wcbar_word_cut(&text, ',', &part))
		wrong = parse_part(&part, &l, bad);
	*n = l.n;
	return wrong;
}
