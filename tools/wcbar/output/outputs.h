/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files that a command was asked for, beside its table.
 */
#ifndef WCBAR_TOOL_OUTPUTS_H
#define WCBAR_TOOL_OUTPUTS_H

#include "output/outfile.h"
#include "results.h"

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

int outputs_check(const char *command, const char *json, const char *csv,
		  const char *plot);
int outputs_open(struct outputs *out, const char *json, const char *csv,
		 const char *plot);
bool outputs_want_table(const struct outputs *out);
int outputs_close(struct outfile *f);
int outputs_picture(struct outputs *out, const char *script);
int outputs_print(struct outputs *out, const struct results *r,
		  void (*table)(const struct results *r, FILE *f));
void outputs_discard(struct outputs *out);

#endif /* WCBAR_TOOL_OUTPUTS_H */
