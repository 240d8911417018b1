// SPDX-License-Identifier: GPL-2.0
/*
 * Results: the rows of a run and everything that qualifies them.
 */
#include "results.h"

#include "mem.h"
#include "output/units.h"

/**
 * results_add - add a row
 * @r: the results
 * @row: the row
 */
void results_add(struct results *r, const struct wcbar_row *row)
{
	r->rows = mem_grow(r->rows, r->nr_rows + 1, sizeof(*r->rows));
	r->rows[r->nr_rows++] = *row;
}

/* A line becomes a row */
static int add_line(void *arg, const char *line, size_t len)
{
	struct wcbar_row row;
	int ret = wcbar_row_parse(line, len, &row);

	if (!ret)
		results_add(arg, &row);
	return ret;
}

static void forget(void *arg)
{
	results_free(arg);
}

/* What was measured last, while a run goes on */
static void words(const char *line, size_t len, char what[RUN_WORDS])
{
	char size[TEXT_QUANTITY];
	struct wcbar_row row;

	if (wcbar_row_parse(line, len, &row))
		return;
	snprintf(what, RUN_WORDS, "%s %s %s %s", row.method,
		 row.dir == WCBAR_READ ? "read" : "write",
		 wcbar_memtype_short(row.map), text_size(row.size, size));
}

/**
 * results_file - the driver's bandwidth file
 * @r: the results that its content becomes; emptied
 *
 * Return: the file.
 */
struct rowfile results_file(struct results *r)
{
	memset(r, 0, sizeof(*r));
	return (struct rowfile){
		.name = "bandwidth",
		.magic = WCBAR_ROWS_MAGIC,
		.columns = WCBAR_ROWS_COLUMNS,
		.context = &r->context,
		.add = add_line,
		.words = words,
		.forget = forget,
		.arg = r,
		.permitted = ", --dir read does without",
	};
}

/**
 * results_method - the method that was asked for
 * @row: the row
 * @name: room for the name
 *
 * Return: @name; "auto" for "auto:movnti", which is what auto chose there.
 */
const char *results_method(const struct wcbar_row *row,
			   char name[WCBAR_ROW_NAME])
{
	snprintf(name, WCBAR_ROW_NAME, "%.*s",
		 (int)strcspn(row->method, ":"), row->method);
	return name;
}

/**
 * results_same_method - whether the same method was asked for
 * @a: a row
 * @b: another one
 *
 * Return: true if so, whatever auto chose.
 */
bool results_same_method(const struct wcbar_row *a, const struct wcbar_row *b)
{
	char x[WCBAR_ROW_NAME], y[WCBAR_ROW_NAME];

	return !strcmp(results_method(a, x), results_method(b, y));
}

/**
 * results_count_bad - count rows whose verification failed
 * @r: the results
 * @first: index of the first of them, where there is one
 *
 * Return: how many.
 */
size_t results_count_bad(const struct results *r, size_t *first)
{
	size_t i, nr = 0;

	for (i = 0; i < r->nr_rows; i++) {
		if (r->rows[i].verified != WCBAR_VERIFY_BAD)
			continue;
		if (!nr++)
			*first = i;
	}
	return nr;
}

/**
 * results_free - throw results away
 * @r: the results
 */
void results_free(struct results *r)
{
	facts_free(&r->context);
	free(r->rows);
	r->rows = NULL;
	r->nr_rows = 0;
}
