// SPDX-License-Identifier: GPL-2.0
/*
 * Columns of text, each as wide as its widest cell.
 */
#include "output/table.h"

#include "mem.h"

/* Doubles when full, at powers of two: a list can have 20,000 lines */
static void add(struct table *t, char *cell)
{
	if (!(t->nr_cells & (t->nr_cells - 1)))
		t->cells = mem_grow(t->cells, t->nr_cells ? 2 * t->nr_cells : 1,
				    sizeof(*t->cells));
	t->cells[t->nr_cells++] = cell;
}

/**
 * table_init - begin a table
 * @t: the table
 * @indent: blanks before each line
 * @headings: a heading for each column; one that begins with '>' (which is
 *	not printed) aligns its column to the right
 * @nr: number of columns, at most TABLE_MAX_COLUMNS
 */
void table_init(struct table *t, unsigned int indent,
		const char *const *headings, unsigned int nr)
{
	unsigned int i;

	memset(t, 0, sizeof(*t));
	t->indent = indent;
	t->nr_columns = nr;
	for (i = 0; i < nr; i++) {
		bool right = headings[i][0] == '>';

		if (right)
			t->right |= 1U << i;
		add(t, mem_printf("%s", headings[i] + right));
	}
}

/**
 * table_cell - add the next cell, row by row
 * @t: the table
 * @fmt: what it holds
 */
void table_cell(struct table *t, const char *fmt, ...)
{
	char *cell;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	cell = mem_grow(NULL, n > 0 ? (size_t)n + 1 : 1, 1);
	cell[0] = '\0';
	va_start(ap, fmt);
	if (n > 0)
		vsnprintf(cell, (size_t)n + 1, fmt, ap);
	va_end(ap);
	add(t, cell);
}

/**
 * table_print - print the table
 * @t: the table
 * @f: where to
 */
void table_print(const struct table *t, FILE *f)
{
	int width[TABLE_MAX_COLUMNS] = { 0 };
	size_t i;

	for (i = 0; i < t->nr_cells; i++) {
		int len = (int)strlen(t->cells[i]);
		size_t column = i % t->nr_columns;

		if (len > width[column])
			width[column] = len;
	}
	for (i = 0; i < t->nr_cells; i++) {
		size_t column = i % t->nr_columns;
		bool last = column == t->nr_columns - 1;

		fprintf(f, "%*s", column ? 2 : (int)t->indent, "");
		if (t->right & (1U << column))
			fprintf(f, "%*s", width[column], t->cells[i]);
		else
			/* no blanks at the end of a line */
			fprintf(f, "%-*s", last ? 0 : width[column],
				t->cells[i]);
		if (last)
			fputc('\n', f);
	}
}

/**
 * table_free - throw a table away
 * @t: the table
 */
void table_free(struct table *t)
{
	size_t i;

	for (i = 0; i < t->nr_cells; i++)
		free(t->cells[i]);
	free(t->cells);
	memset(t, 0, sizeof(*t));
}
