/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files that a command was asked for, beside its table.
 */
#ifndef WCBAR_TOOL_OUTPUTS_H
#define WCBAR_TOOL_OUTPUTS_H

#include "output/outfile.h"
#include "output/outopts.h"

/**
 * struct outputs - the files that were asked for
 * @json: JSON
 * @csv: comma-separated values
 * @plot: the picture
 * @quiet: no table
 */
struct outputs {
	struct outfile json;
	struct outfile csv;
	struct outfile plot;
	bool quiet;
};

/**
 * struct output_forms - the forms of one kind of results
 * @text: prints them for people
 * @json: prints them as JSON
 * @csv: prints them as comma-separated values
 * @script: what gnuplot is told, to be freed; NULL where there is nothing to
 *	draw
 *
 * Each is passed what outputs_print() was.
 */
struct output_forms {
	void (*text)(const void *what, FILE *f);
	void (*json)(const void *what, FILE *f);
	void (*csv)(const void *what, FILE *f);
	char *(*script)(const void *what);
};

int outputs_open(struct outputs *out, const struct outopts *o);
int outputs_print(struct outputs *out, const struct output_forms *forms,
		  const void *what);
void outputs_discard(struct outputs *out);

#endif /* WCBAR_TOOL_OUTPUTS_H */
