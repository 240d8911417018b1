// SPDX-License-Identifier: GPL-2.0
/*
 * Pieces of text in a buffer: numbers, ranges, PCI addresses.
 *
 * Dumps come from kernels of twenty years, through mail programs, terminals
 * and bug trackers; so numbers are read with or without 0x and with _ between
 * digits, and blanks may stand where a kernel would not put them.
 */
#include <ctype.h>

#include "system/text.h"

static struct text rest(struct text t, size_t n)
{
	return (struct text){ t.p + n, t.len - n };
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/**
 * text_hex - read a hexadecimal number
 * @t: the text; 0x may stand before the digits and _ between them
 * @value: the number
 *
 * Return: false, and nothing read, without a digit or beyond 64 bits.
 */
bool text_hex(struct text *t, u64 *value)
{
	struct text at = *t;
	u64 v = 0;
	bool any = false;

	if (!text_skip(&at, "0x"))
		text_skip(&at, "0X");
	for (; at.len; at = rest(at, 1)) {
		int d = digit(*at.p);

		if (d < 0 && any && *at.p == '_' && at.len > 1 &&
		    digit(at.p[1]) >= 0)
			continue;
		if (d < 0)
			break;
		if (v >> 60)
			return false;
		v = v << 4 | (u64)d;
		any = true;
	}
	if (!any)
		return false;
	*t = at;
	*value = v;
	return true;
}

/**
 * text_dec - read a decimal number
 * @t: the text; blanks before the number are skipped
 * @value: the number
 *
 * Return: false, and nothing read, without a digit or beyond 64 bits.
 */
bool text_dec(struct text *t, u64 *value)
{
	struct text at = *t;
	bool any = false;
	u64 v = 0;

	text_blanks(&at);
	for (; at.len && isdigit((unsigned char)*at.p); at = rest(at, 1)) {
		u64 d = (u64)(*at.p - '0');

		if (v > (U64_MAX - d) / 10)
			return false;
		v = 10 * v + d;
		any = true;
	}
	if (!any)
		return false;
	*t = at;
	*value = v;
	return true;
}

/**
 * text_int - read a decimal number that may be negative
 * @t: the text; blanks before the number are skipped
 * @value: the number
 *
 * Return: false, and nothing read, when there is none that fits.
 */
bool text_int(struct text *t, int *value)
{
	struct text at = *t;
	bool minus;
	u64 v;

	text_blanks(&at);
	minus = text_skip(&at, "-");
	if (!text_dec(&at, &v) || v > (u64)S32_MAX)
		return false;
	*t = at;
	*value = minus ? -(int)v : (int)v;
	return true;
}

/**
 * text_amount - read a size such as 512MB, 16M, 4 KiB or 4096
 * @t: the text; blanks before the number are skipped
 * @bytes: the size
 *
 * Return: false, and nothing read, without a number or beyond 64 bits.
 */
bool text_amount(struct text *t, u64 *bytes)
{
	static const char units[] = "KMGTP";
	struct text at = *t;
	unsigned int shift = 0;
	const char *unit;
	u64 v;

	if (!text_dec(&at, &v))
		return false;
	*t = at;
	*bytes = v;
	text_blanks(&at);
	unit = at.len ? strchr(units, toupper((unsigned char)*at.p)) : NULL;
	if (!unit || !*unit)
		return true;
	shift = 10 * (unsigned int)(unit - units + 1);
	if (v > U64_MAX >> shift)
		return false;
	at = rest(at, 1);
	text_skip(&at, "i");
	if (!text_skip(&at, "B"))
		text_skip(&at, "b");
	*t = at;
	*bytes = v << shift;
	return true;
}

/**
 * text_range - read two hexadecimal numbers with a hyphen between them
 * @t: the text
 * @a: the first number
 * @b: the second number, as it stands there
 *
 * Return: false, and nothing read, when there are not two.
 */
bool text_range(struct text *t, u64 *a, u64 *b)
{
	struct text at = *t;

	text_blanks(&at);
	if (!text_hex(&at, a))
		return false;
	text_blanks(&at);
	if (!text_skip(&at, "-"))
		return false;
	text_blanks(&at);
	if (!text_hex(&at, b))
		return false;
	*t = at;
	return true;
}

/**
 * text_mem - read a range as the kernel's %pR prints it, "[mem 0x0-0xfff ..]"
 * @t: the text; the range is looked for, and left behind with its bracket
 * @start: first byte
 * @end: byte behind the last one; 0 when the range ends with the address space
 *
 * A range without an address, "[mem size 0x1000]", gives start 0 and its size
 * as the end. So does the caller see it: a BAR never has a range at 0.
 *
 * Return: false, and nothing read, when there is none or it ends before it
 * starts.
 */
bool text_mem(struct text *t, u64 *start, u64 *end)
{
	struct text at = *t;
	u64 a = 0, b;

	if (!text_after(&at, "[mem"))
		return false;
	text_blanks(&at);
	if (text_skip(&at, "size")) {
		text_blanks(&at);
		if (!text_hex(&at, &b))
			return false;
	} else {
		if (!text_range(&at, &a, &b) || b < a)
			return false;
		b++;
	}
	if (!text_after(&at, "]"))
		return false;
	*t = at;
	*start = a;
	*end = b;
	return true;
}

/**
 * text_bdf - read a PCI address
 * @t: the text
 * @bdf: the address with its domain, in lower case; 0000 where none is given
 *
 * Return: false, and nothing read, when none stands at the front.
 */
bool text_bdf(struct text *t, char bdf[TEXT_BDF])
{
	unsigned int domain = 0, bus, slot, fn;
	int used = 0;
	char buf[24];

	text_copy(*t, buf, sizeof(buf));
	if (sscanf(buf, "%8x:%2x:%2x.%1x%n", &domain, &bus, &slot, &fn,
		   &used) != 4 || !used) {
		domain = 0;
		used = 0;
		if (sscanf(buf, "%2x:%2x.%1x%n", &bus, &slot, &fn, &used) != 3)
			return false;
	}
	if (slot > 31 || fn > 7 || isspace((unsigned char)buf[0]) ||
	    isxdigit((unsigned char)buf[used]))
		return false;
	snprintf(bdf, TEXT_BDF, "%04x:%02x:%02x.%x", domain & 0xffffff,
		 bus & 0xff, slot & 0x1f, fn & 7);
	*t = rest(*t, (size_t)used);
	return true;
}

/**
 * text_find_bdf - look for a PCI address with its domain
 * @t: the text; left behind the address
 * @bdf: the address, in lower case
 *
 * Return: false, and nothing read, when there is none.
 */
bool text_find_bdf(struct text *t, char bdf[TEXT_BDF])
{
	struct text at = *t;

	for (; at.len >= 12; at = rest(at, 1)) {
		if (at.p[4] != ':' || at.p[7] != ':')
			continue;
		if (at.p != t->p && isxdigit((unsigned char)at.p[-1]))
			continue;
		if (text_bdf(&at, bdf)) {
			*t = at;
			return true;
		}
	}
	return false;
}
