// SPDX-License-Identifier: GPL-2.0
/*
 * Comma-separated values, RFC 4180 but for the newlines.
 */
#include "output/csv.h"

/**
 * csv_columns - the line that names the columns
 * @names: their names
 * @nr: how many
 * @f: where to
 */
void csv_columns(const char *const *names, size_t nr, FILE *f)
{
	size_t i;

	for (i = 0; i < nr; i++)
		fprintf(f, "%s%s", i ? "," : "", names[i]);
	fputc('\n', f);
}

/**
 * csv_text - a text, in quotes where it needs them
 * @s: the text
 * @f: where to
 */
void csv_text(const char *s, FILE *f)
{
	if (!strpbrk(s, ",\"\n\r")) {
		fputs(s, f);
		return;
	}
	fputc('"', f);
	for (; *s; s++) {
		if (*s == '"')
			fputc('"', f);
		fputc(*s, f);
	}
	fputc('"', f);
}

/**
 * csv_milli - a number with three decimals, and the comma after it
 * @v: the number in thousandths
 * @there: false where there is none: the field is empty
 * @f: where to
 */
void csv_milli(u64 v, bool there, FILE *f)
{
	if (there)
		fprintf(f, "%llu.%03llu", v / 1000, v % 1000);
	fputc(',', f);
}
