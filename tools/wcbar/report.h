/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a verdict is shown.
 */
#ifndef WCBAR_TOOL_REPORT_H
#define WCBAR_TOOL_REPORT_H

#include <json-c/json.h>

#include "verdict.h"

/**
 * struct advices - advice that has been printed
 * @items: the sentences
 * @n: how many
 * @room: private to vec_push()
 */
struct advices {
	const char **items;
	size_t n, room;
};

void report_text(const struct report *report, FILE *f);
struct json_object *report_json(const struct report *report);
struct json_object *report_json_files(const struct evidence *ev);
struct json_object *report_json_range(u64 start, u64 end);
struct json_object *report_json_reasons(const struct verdict *v);
void report_files(const struct evidence *ev, FILE *f);
void report_reasons(const struct verdict *v, unsigned int indent,
		    struct advices *advices, FILE *f);
void report_device(const struct device *dev, FILE *f);
void report_wrap(const char *text, unsigned int first, unsigned int indent,
		 FILE *f);
char *subject_title(const struct subject *s);

#endif /* WCBAR_TOOL_REPORT_H */
