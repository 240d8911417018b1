/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Members of a JSON object that may have been edited, cut short or made by
 * something else: each is looked at before it is used.
 */
#ifndef WCBAR_TOOL_JSONIN_H
#define WCBAR_TOOL_JSONIN_H

#include <json-c/json.h>

#include <wcbar/copy.h>
#include <wcbar/types.h>

bool jsonin_member(struct json_object *o, const char *key,
		   struct json_object **v);
const char *jsonin_text(struct json_object *o, const char *key);
bool jsonin_u64(struct json_object *o, const char *key, u64 max, u64 *out);
bool jsonin_u32(struct json_object *o, const char *key, u32 *out);
bool jsonin_bool(struct json_object *o, const char *key, bool *out);
bool jsonin_ns(struct json_object *o, const char *key, u64 *ps);
bool jsonin_type(struct json_object *o, const char *key,
		 enum wcbar_memtype *type);
bool jsonin_copy(char *to, size_t room, const char *text);
bool jsonin_copy_or_null(struct json_object *o, const char *key, char *to,
			 size_t room);

#endif /* WCBAR_TOOL_JSONIN_H */
