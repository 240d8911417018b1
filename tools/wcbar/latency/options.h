/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options of wcbar latency.
 */
#ifndef WCBAR_TOOL_LATENCY_OPTIONS_H
#define WCBAR_TOOL_LATENCY_OPTIONS_H

#include "output/outopts.h"

/**
 * struct latency_options - the options of wcbar latency
 * @address: the card, NULL for the only one
 * @words: words of a specification that options gave, or NULL
 * @given: keys that they have, bits by their place among the options
 * @spec: a specification as it is, or NULL
 * @preset: name of a preset, or NULL
 * @from: a file of results to show instead of measuring, or NULL
 * @out: what comes out
 */
struct latency_options {
	const char *address;
	char *words;
	u32 given;
	const char *spec;
	const char *preset;
	const char *from;
	struct outopts out;
};

int latency_options_parse(int argc, char **argv, struct latency_options *o);
char *latency_options_spec(const struct latency_options *o);
void latency_options_free(struct latency_options *o);

#endif /* WCBAR_TOOL_LATENCY_OPTIONS_H */
