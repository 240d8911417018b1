/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The form of a file of results: {"schema", "context", "rows"}.
 */
#ifndef WCBAR_TOOL_JSONDOC_H
#define WCBAR_TOOL_JSONDOC_H

#include <wcbar/copy.h>

#include "error.h"
#include "facts.h"
#include "output/jsonin.h"
#include "output/jsonout.h"

/**
 * struct jsondoc - what a file of results becomes
 * @schema: name and version that it must have
 * @context: where its context goes
 * @row: takes a row; returns NULL, or the member that is missing or wrong
 * @arg: passed to it
 */
struct jsondoc {
	const char *schema;
	struct facts *context;
	const char *(*row)(void *arg, struct json_object *o);
	void *arg;
};

void jsondoc_print(const char *schema, const struct facts *context,
		   struct json_object *rows, FILE *f);
void jsondoc_put_type(struct json_object *o, const char *key,
		      enum wcbar_memtype type);
int jsondoc_parse(const struct jsondoc *d, const char *text, size_t len,
		  struct error *e);
int jsondoc_load(const struct jsondoc *d, const char *path, struct error *e);

#endif /* WCBAR_TOOL_JSONDOC_H */
