// SPDX-License-Identifier: GPL-2.0
/*
 * Latencies out of rows as the driver prints them, and into text.
 */
#include "latency_rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/**
 * latency_made - latencies of a run that ended well
 * @rows: what the driver's file holds after its header
 *
 * Return: the latencies, for latency_free().
 */
struct latency latency_made(const char *rows)
{
	struct latency l;
	struct rowfile file = latency_file(&l);
	struct error e;
	char *text;

	assert_true(asprintf(&text, POST_FILE "%s", rows) > 0);
	if (rowfile_parse(&file, text, strlen(text), &e))
		fail_msg("%s", e.text);
	free(text);
	return l;
}

/**
 * latency_text - what is printed
 * @l: the latencies
 * @print: prints them
 *
 * Return: the text, to be freed.
 */
char *latency_text(const struct latency *l,
		   void (*print)(const struct latency *l, FILE *f))
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	print(l, f);
	fclose(f);
	return text;
}
