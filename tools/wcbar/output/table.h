/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Columns of text.
 */
#ifndef WCBAR_TOOL_TABLE_H
#define WCBAR_TOOL_TABLE_H

#include <wcbar/types.h>

#define TABLE_MAX_COLUMNS	16

/**
 * struct table - a table being put together
 * @nr_columns: columns
 * @nr_cells: cells so far, row by row, headings first
 * @cells: the cells
 * @right: columns that are aligned to the right, a mask
 * @indent: blanks before each line
 */
struct table {
	unsigned int nr_columns;
	size_t nr_cells;
	char **cells;
	u32 right;
	unsigned int indent;
};

void table_init(struct table *t, unsigned int indent,
		const char *const *headings, unsigned int nr);
void table_cell(struct table *t, const char *fmt, ...) __printf(2, 3);
void table_print(const struct table *t, FILE *f);
void table_free(struct table *t);

#endif /* WCBAR_TOOL_TABLE_H */
