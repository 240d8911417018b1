// SPDX-License-Identifier: GPL-2.0
/*
 * What stands before and behind tables of results.
 */
#include "output/resulttext.h"

#include <unistd.h>

#include "output/units.h"

/**
 * resulttext_head - say where it was measured
 * @c: the context
 * @f: where to
 */
void resulttext_head(const struct facts *c, FILE *f)
{
	const char *accel = facts_or(c, "accel", "none");
	char size[TEXT_QUANTITY];
	u64 v;

	fprintf(f, "%s  %s  %s", facts_or(c, "bdf", "unknown card"),
		facts_or(c, "id", ""), facts_or(c, "card", ""));
	if (facts_u64(c, "aperture_size", &v))
		fprintf(f, ", BAR %s of %s", facts_or(c, "aperture_bar", "?"),
			text_bytes(v, size));
	fprintf(f, ", link %s\n", facts_or(c, "link", "unknown"));
	fprintf(f, "kernel %s, %s", facts_or(c, "kernel", "unknown"),
		facts_or(c, "cpu", "unknown CPU"));
	if (strcmp(accel, "none"))
		fprintf(f, ", emulated or virtual machine (%s)", accel);
	fputc('\n', f);
}

/**
 * resulttext_state - say that rows are missing, where a run did not end well
 * @c: the context
 * @nr_rows: rows that there are
 * @f: where to
 */
void resulttext_state(const struct facts *c, size_t nr_rows, FILE *f)
{
	const char *state = facts_or(c, "state", "done");

	if (strcmp(state, "done"))
		fprintf(f, "\nThe run is not complete (%s): %zu of %s rows.\n",
			state, nr_rows, facts_or(c, "planned", "?"));
}

/**
 * resulttext_wrapped - print a paragraph
 * @text: the paragraph; on a terminal its lines are broken at blanks, and
 *	have at most 79 characters
 * @f: where to
 */
void resulttext_wrapped(const char *text, FILE *f)
{
	bool terminal = fileno(f) >= 0 && isatty(fileno(f));
	size_t column = 0;

	while (*text) {
		size_t len = strcspn(text, " ");

		if (terminal && column && column + 1 + len > 79) {
			fputc('\n', f);
			column = 0;
		}
		column += (size_t)fprintf(f, "%s%.*s", column ? " " : "",
					  (int)len, text);
		text += len;
		text += strspn(text, " ");
	}
	fputc('\n', f);
}
