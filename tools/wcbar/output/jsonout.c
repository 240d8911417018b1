// SPDX-License-Identifier: GPL-2.0
/*
 * Small helpers over json-c. Each takes ownership of what it is given.
 */
#include "output/jsonout.h"

#include "mem.h"

/* json-c returns NULL without memory; ask ours, which then says so and ends */
static struct json_object *there(struct json_object *v)
{
	if (!v)
		free(mem_grow(NULL, SIZE_MAX, SIZE_MAX));
	return v;
}

/* Length of the UTF-8 character at the front of a string, 0 for none */
static size_t utf8_len(const unsigned char *s)
{
	static const u32 least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t n = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 :
		   s[0] >> 3 == 30 ? 4 : 0;
	u32 code = n > 1 ? s[0] & (0x7f >> n) : s[0];
	size_t i;

	for (i = 1; i < n; i++) {
		if (s[i] >> 6 != 2)	/* the terminator is none, either */
			return 0;
		code = code << 6 | (s[i] & 0x3f);
	}
	if (n && (code < least[n] || code >> 11 == 0x1b || code > 0x10ffff))
		return 0;
	return n;
}

/*
 * A document is UTF-8, which what it quotes need not be: the names of vendors
 * and programs are bytes. What is no character becomes U+FFFD.
 */
static struct json_object *string(const char *text)
{
	char *clean = mem_grow(NULL, 3 * strlen(text) + 1, 1), *to = clean;
	struct json_object *o;
	size_t n;

	while (*text) {
		n = utf8_len((const unsigned char *)text);
		if (n) {
			memcpy(to, text, n);
			to += n;
			text += n;
		} else {
			memcpy(to, "\xef\xbf\xbd", 3);
			to += 3;
			text++;
		}
	}
	*to = '\0';
	o = there(json_object_new_string(clean));
	free(clean);
	return o;
}

/**
 * json_put - set a member
 * @o: the object
 * @key: the member
 * @v: its value, NULL for null
 */
void json_put(struct json_object *o, const char *key, struct json_object *v)
{
	if (json_object_object_add(o, key, v))
		there(NULL);
}

/**
 * json_put_text - set a member to a string
 * @o: the object
 * @key: the member
 * @text: the string, NULL for null
 */
void json_put_text(struct json_object *o, const char *key, const char *text)
{
	json_put(o, key, text ? string(text) : NULL);
}

/**
 * json_put_u64 - set a member to a whole number
 * @o: the object
 * @key: the member
 * @v: the number
 */
void json_put_u64(struct json_object *o, const char *key, u64 v)
{
	json_put(o, key, there(json_object_new_uint64(v)));
}

/**
 * json_put_int - set a member to a whole number that may be negative
 * @o: the object
 * @key: the member
 * @v: the number
 */
void json_put_int(struct json_object *o, const char *key, s64 v)
{
	json_put(o, key, there(json_object_new_int64(v)));
}

/**
 * json_put_bool - set a member to true or false
 * @o: the object
 * @key: the member
 * @v: the value
 */
void json_put_bool(struct json_object *o, const char *key, bool v)
{
	json_put(o, key, there(json_object_new_boolean(v)));
}

/**
 * json_put_milli - set a member to a number with three decimals
 * @o: the object
 * @key: the member
 * @thousandths: the number in thousandths, kept exactly
 */
void json_put_milli(struct json_object *o, const char *key, u64 thousandths)
{
	char text[32];

	snprintf(text, sizeof(text), "%llu.%03llu", thousandths / 1000,
		 thousandths % 1000);
	json_put(o, key,
		 there(json_object_new_double_s((double)thousandths / 1000,
						text)));
}

/**
 * json_append - add to an array
 * @array: the array
 * @v: the value
 */
void json_append(struct json_object *array, struct json_object *v)
{
	if (json_object_array_add(array, v))
		there(NULL);
}

/**
 * json_print - print a document and a newline
 * @o: the document; still the caller's
 * @f: where to; the caller looks for errors
 */
void json_print(struct json_object *o, FILE *f)
{
	const int style = JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED |
			  JSON_C_TO_STRING_NOSLASHESCAPE;
	const char *text = json_object_to_json_string_ext(there(o), style);

	if (!text)
		there(NULL);
	else
		fprintf(f, "%s\n", text);
}
