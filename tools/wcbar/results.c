// SPDX-License-Identifier: GPL-2.0
/*
 * Results: the rows of a run and everything that qualifies them.
 */
#include "results.h"

#include <time.h>

#include <wcbar/numbers.h>
#include <wcbar/version.h>

#include "mem.h"

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

static bool begins(const struct wcbar_word *w, const char *s)
{
	size_t len = strlen(s);

	return w->len >= len && !memcmp(w->p, s, len);
}

/* "# key: value"; lines with other keys are for later versions */
static void parse_header(struct results *r, const struct wcbar_word *line)
{
	static const char *const keys[] = {
		"state", "error", "planned", "spec",
	};
	char head[16];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		char *value;
		size_t len;

		snprintf(head, sizeof(head), "# %s: ", keys[i]);
		len = strlen(head);
		if (!begins(line, head))
			continue;
		value = mem_copy(line->p + len, line->len - len);
		facts_set(&r->context, keys[i], value);
		free(value);
	}
}

/**
 * results_parse - take the driver's bandwidth file apart
 * @text: its content
 * @len: its length
 * @r: the results, for results_free(), also after an error; its context holds
 *	what the header says
 * @e: what went wrong
 *
 * A refused specification leaves no rows and no header but the error, which
 * then is in the context.
 *
 * Return: 0, or -EPROTO where it is not what the tool understands.
 */
int results_parse(const char *text, size_t len, struct results *r,
		  struct error *e)
{
	struct wcbar_word rest = { text, len }, line;
	bool magic = false, columns = false;
	struct wcbar_row row;
	unsigned int nr = 0;

	memset(r, 0, sizeof(*r));
	while (wcbar_word_cut(&rest, '\n', &line)) {
		nr++;
		if (!line.len)
			continue;
		if (line.p[0] == '#') {
			magic |= nr == 1 &&
				 wcbar_word_is(&line, WCBAR_ROWS_MAGIC);
			columns |= wcbar_word_is(&line, WCBAR_ROWS_COLUMNS);
			parse_header(r, &line);
			continue;
		}
		if (!magic || !columns)
			break;
		if (wcbar_row_parse(line.p, line.len, &row))
			return error_set(e, -EPROTO,
					 "line %u of the bandwidth file is not a row",
					 nr);
		results_add(r, &row);
	}
	if (magic && columns)
		return 0;
	if (!rest.p && facts_get(&r->context, "error"))
		return 0;
	return error_set(e, -EPROTO,
			 "the bandwidth file does not hold '%s' with the columns of this version; the module is of another version than this tool",
			 WCBAR_ROWS_MAGIC);
}

/**
 * results_describe - say where the rows came to be
 * @r: the results
 * @info: what the driver says of the card and the machine
 */
void results_describe(struct results *r, const struct facts *info)
{
	static const struct {
		const char *key;
		const char *from;
	} keys[] = {
		{ "kernel", "kernel" },
		{ "cpu", "cpu" },
		{ "hypervisor", "hypervisor" },
		{ "accel", "accel" },
		{ "bdf", "bdf" },
		{ "id", "id" },
		{ "card", "card" },
		{ "test_card", "test_card" },
		{ "link", "link" },
		{ "numa_node", "numa_node" },
		{ "pat", "pat.slots" },
		{ "pat_enabled", "pat.enabled" },
		{ "mtrr_enabled", "mtrr.enabled" },
		{ "aperture_bar", "aperture.bar" },
		{ "aperture_size", "aperture.size" },
		{ "window", "aperture.window" },
		{ "driver_version", "driver_version" },
	};
	time_t now = time(NULL);
	char date[32];
	struct tm tm;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		const char *value = facts_get(info, keys[i].from);

		if (value)
			facts_set(&r->context, keys[i].key, value);
	}
	if (gmtime_r(&now, &tm) &&
	    strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &tm))
		facts_set(&r->context, "date", date);
	facts_set(&r->context, "wcbar", WCBAR_VERSION);
}

/**
 * results_emulated - whether the rows tell nothing about speed
 * @r: the results
 *
 * Return: true where the CPU is emulated, which ignores memory types, or the
 * card is, whose aperture then is ordinary memory of the host.
 */
bool results_emulated(const struct results *r)
{
	const char *test_card = facts_or(&r->context, "test_card", "0");

	return !strcmp(facts_or(&r->context, "accel", ""), "tcg") ||
	       !strcmp(facts_or(&r->context, "id", ""), "1af4:1110") ||
	       (strcmp(test_card, "0") && strcmp(test_card, "false"));
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
