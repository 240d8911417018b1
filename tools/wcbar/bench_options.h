/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options of wcbar bench.
 */
#ifndef WCBAR_TOOL_BENCH_OPTIONS_H
#define WCBAR_TOOL_BENCH_OPTIONS_H

#include <wcbar/types.h>

#include "output/outopts.h"

/**
 * struct bench_options - the options of wcbar bench
 * @address: the card, NULL for the only one
 * @words: words of a specification that options gave, or NULL
 * @spec: a specification as it is, or NULL
 * @has_map: an option gave the maps
 * @has_size: an option gave the sizes
 * @from: a file of results to show instead of measuring, or NULL
 * @out: what comes out
 */
struct bench_options {
	const char *address;
	char *words;
	const char *spec;
	bool has_map;
	bool has_size;
	const char *from;
	struct outopts out;
};

int bench_options_parse(int argc, char **argv, struct bench_options *o);
char *bench_options_spec(const struct bench_options *o, u64 window);
void bench_options_free(struct bench_options *o);

#endif /* WCBAR_TOOL_BENCH_OPTIONS_H */
