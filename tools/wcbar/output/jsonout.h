/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Small helpers over json-c, for every command with --json.
 */
#ifndef WCBAR_TOOL_JSONOUT_H
#define WCBAR_TOOL_JSONOUT_H

#include <json-c/json.h>

#include <wcbar/types.h>

void json_put(struct json_object *o, const char *key, struct json_object *v);
void json_put_text(struct json_object *o, const char *key, const char *text);
void json_put_u64(struct json_object *o, const char *key, u64 v);
void json_put_int(struct json_object *o, const char *key, s64 v);
void json_put_bool(struct json_object *o, const char *key, bool v);
void json_put_milli(struct json_object *o, const char *key, u64 thousandths);
void json_append(struct json_object *array, struct json_object *v);
void json_print(struct json_object *o, FILE *f);

#endif /* WCBAR_TOOL_JSONOUT_H */
