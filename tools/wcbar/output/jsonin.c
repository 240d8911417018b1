// SPDX-License-Identifier: GPL-2.0
/*
 * Members of a JSON object, each looked at before it is used. All return
 * false where the member is not there or is not what was asked for.
 */
#include "output/jsonin.h"

#include <math.h>

/**
 * jsonin_member - a member that must be there
 * @o: the object
 * @key: the member
 * @v: its value, NULL for null
 *
 * Return: false where it is not there.
 */
bool jsonin_member(struct json_object *o, const char *key,
		   struct json_object **v)
{
	return json_object_object_get_ex(o, key, v);
}

/**
 * jsonin_text - a member that is a string
 * @o: the object
 * @key: the member
 *
 * Return: the string, as the object holds it, or NULL.
 */
const char *jsonin_text(struct json_object *o, const char *key)
{
	struct json_object *v;

	if (!jsonin_member(o, key, &v) ||
	    !json_object_is_type(v, json_type_string))
		return NULL;
	return json_object_get_string(v);
}

/**
 * jsonin_u64 - a member that is a whole number
 * @o: the object
 * @key: the member
 * @max: the largest that is right
 * @out: the number
 *
 * Return: true if it is there and right.
 */
bool jsonin_u64(struct json_object *o, const char *key, u64 max, u64 *out)
{
	struct json_object *v;

	if (!jsonin_member(o, key, &v) ||
	    !json_object_is_type(v, json_type_int) ||
	    json_object_get_int64(v) < 0)
		return false;
	*out = json_object_get_uint64(v);
	return *out <= max;
}

/**
 * jsonin_u32 - a member that is a whole number of 32 bits
 * @o: the object
 * @key: the member
 * @out: the number
 *
 * Return: true if it is there and right.
 */
bool jsonin_u32(struct json_object *o, const char *key, u32 *out)
{
	u64 v;

	if (!jsonin_u64(o, key, U32_MAX, &v))
		return false;
	*out = (u32)v;
	return true;
}

/**
 * jsonin_bool - a member that is true or false
 * @o: the object
 * @key: the member
 * @out: the value
 *
 * Return: true if it is there and right.
 */
bool jsonin_bool(struct json_object *o, const char *key, bool *out)
{
	struct json_object *v;

	if (!jsonin_member(o, key, &v) ||
	    !json_object_is_type(v, json_type_boolean))
		return false;
	*out = json_object_get_boolean(v);
	return true;
}

/**
 * jsonin_ns - a member that is a time in nanoseconds, with decimals
 * @o: the object
 * @key: the member
 * @ps: the time, picoseconds
 *
 * Return: true if it is there and right.
 */
bool jsonin_ns(struct json_object *o, const char *key, u64 *ps)
{
	struct json_object *v;
	double ns;

	if (!jsonin_member(o, key, &v) ||
	    (!json_object_is_type(v, json_type_double) &&
	     !json_object_is_type(v, json_type_int)))
		return false;
	ns = json_object_get_double(v);
	/* what 64 bits of picoseconds hold; false also for not-a-number */
	if (!(ns >= 0 && ns <= 1.8e16))
		return false;
	*ps = (u64)llround(ns * 1000);
	return true;
}

/**
 * jsonin_type - a member that is a memory type, or null
 * @o: the object
 * @key: the member
 * @type: the type, WCBAR_MT_UNKNOWN for null
 *
 * Return: true if it is there and right.
 */
bool jsonin_type(struct json_object *o, const char *key,
		 enum wcbar_memtype *type)
{
	struct json_object *v;
	const char *name;

	*type = WCBAR_MT_UNKNOWN;
	if (!jsonin_member(o, key, &v))
		return false;
	if (!v)
		return true;
	name = jsonin_text(o, key);
	if (!name)
		return false;
	*type = wcbar_memtype_parse(name, strlen(name));
	return *type != WCBAR_MT_UNKNOWN;
}

/**
 * jsonin_copy - keep a text
 * @to: where to
 * @room: bytes there
 * @text: the text, or NULL, which is not right
 *
 * Return: false where it does not fit, or has control characters, which could
 * play tricks on a terminal.
 */
bool jsonin_copy(char *to, size_t room, const char *text)
{
	const char *p;

	if (!text || strlen(text) >= room)
		return false;
	for (p = text; *p; p++) {
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			return false;
	}
	memcpy(to, text, strlen(text) + 1);
	return true;
}

/**
 * jsonin_copy_or_null - keep a member that is a text, or null
 * @o: the object
 * @key: the member
 * @to: where to; empty for null
 * @room: bytes there
 *
 * Return: true if it is there and right.
 */
bool jsonin_copy_or_null(struct json_object *o, const char *key, char *to,
			 size_t room)
{
	struct json_object *v;

	to[0] = '\0';
	if (!jsonin_member(o, key, &v))
		return false;
	return !v || jsonin_copy(to, room, jsonin_text(o, key));
}
