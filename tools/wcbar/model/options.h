/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The options of all commands that turn stores into requests.
 */
#ifndef WCBAR_TOOL_MODEL_OPTIONS_H
#define WCBAR_TOOL_MODEL_OPTIONS_H

#include "model/apply.h"
#include "model/bufjson.h"

/**
 * struct model_options - what stores are turned into requests by
 * @model: the model
 * @file: what 'wcbar mem --buffers --json' has found, where that was given
 * @has_file: it was
 * @has_buffers: the number of buffers was given
 * @has_link: the link was
 * @texts: what @model points to, to be freed
 * @nr_texts: how many
 */
struct model_options {
	struct model model;
	struct buffers_file file;
	bool has_file;
	bool has_buffers;
	bool has_link;
	char *texts[32];
	u32 nr_texts;
};

/* What getopt_long() returns for them; those of a command begin at 256 */
enum {
	MODELOPT_BUFFERS = 768,
	MODELOPT_BUFFERS_JSON,
	MODELOPT_LINE,
	MODELOPT_MERGE,
	MODELOPT_POLICY,
	MODELOPT_AGE,
	MODELOPT_INTERRUPTS,
	MODELOPT_FENCES,
	MODELOPT_FULL,
	MODELOPT_LINK,
	MODELOPT_HEADER,
	MODELOPT_MPS,
	MODELOPT_CPU_CLASS,
	MODELOPT_UC_NS,
	MODELOPT_WC_NS,
	MODELOPT_PARTIAL_NS,
};

/* Rows of the command's table of options */
#define MODELOPTS							\
	{ "buffers",	required_argument,	NULL, MODELOPT_BUFFERS }, \
	{ "buffers-json", required_argument,	NULL, MODELOPT_BUFFERS_JSON }, \
	{ "line",	required_argument,	NULL, MODELOPT_LINE },	\
	{ "merge",	required_argument,	NULL, MODELOPT_MERGE },	\
	{ "policy",	required_argument,	NULL, MODELOPT_POLICY }, \
	{ "age",	required_argument,	NULL, MODELOPT_AGE },	\
	{ "evict-interrupt", required_argument, NULL, MODELOPT_INTERRUPTS }, \
	{ "evict-fence", required_argument,	NULL, MODELOPT_FENCES }, \
	{ "full",	required_argument,	NULL, MODELOPT_FULL },	\
	{ "link",	required_argument,	NULL, MODELOPT_LINK },	\
	{ "header",	required_argument,	NULL, MODELOPT_HEADER }, \
	{ "mps",	required_argument,	NULL, MODELOPT_MPS },	\
	{ "cpu-class",	required_argument,	NULL, MODELOPT_CPU_CLASS }, \
	{ "cpu-ns-uc",	required_argument,	NULL, MODELOPT_UC_NS },	\
	{ "cpu-ns-wc",	required_argument,	NULL, MODELOPT_WC_NS },	\
	{ "cpu-ns-partial", required_argument,	NULL, MODELOPT_PARTIAL_NS }

void model_options_usage(FILE *f);
void model_options_init(struct model_options *o);
bool model_options_is(int opt);
int model_options_take(const char *command, struct model_options *o, int opt,
		       const char *text);
void model_options_done(struct model_options *o);
void model_options_free(struct model_options *o);
int model_maps_parse(const char *command, const char *text, u32 *maps);

#endif /* WCBAR_TOOL_MODEL_OPTIONS_H */
