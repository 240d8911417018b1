// SPDX-License-Identifier: GPL-2.0
/*
 * Results from a file of results, schema wcbar-bench/1. The file may have
 * been edited, cut short or made by something else: nothing in it is taken
 * for granted.
 */
#include <math.h>

#include <json-c/json.h>

#include "mem.h"
#include "output/benchout.h"
#include "system/paths.h"

#define MAX_FILE	(64UL << 20)

/* A member that must be there, perhaps null */
static bool member(struct json_object *o, const char *key,
		   struct json_object **v)
{
	return json_object_object_get_ex(o, key, v);
}

static const char *get_text(struct json_object *o, const char *key)
{
	struct json_object *v;

	if (!member(o, key, &v) || !json_object_is_type(v, json_type_string))
		return NULL;
	return json_object_get_string(v);
}

static bool get_u64(struct json_object *o, const char *key, u64 max, u64 *out)
{
	struct json_object *v;

	if (!member(o, key, &v) || !json_object_is_type(v, json_type_int) ||
	    json_object_get_int64(v) < 0)
		return false;
	*out = json_object_get_uint64(v);
	return *out <= max;
}

/* Nanoseconds with decimals to picoseconds */
static bool get_ns(struct json_object *o, const char *key, u64 *ps)
{
	struct json_object *v;
	double ns;

	if (!member(o, key, &v) || (!json_object_is_type(v, json_type_double) &&
				    !json_object_is_type(v, json_type_int)))
		return false;
	ns = json_object_get_double(v);
	/* what 64 bits of picoseconds hold; false also for not-a-number */
	if (!(ns >= 0 && ns <= 1.8e16))
		return false;
	*ps = (u64)llround(ns * 1000);
	return true;
}

static bool get_stats(struct json_object *row, const char *key, bool ran,
		      struct wcbar_stats *s)
{
	struct json_object *o;

	if (!member(row, key, &o))
		return false;
	if (!ran)
		return !o;
	return json_object_is_type(o, json_type_object) &&
	       get_ns(o, "min", &s->min) && get_ns(o, "median", &s->median) &&
	       get_ns(o, "p99", &s->p99) && get_ns(o, "max", &s->max) &&
	       get_ns(o, "mean", &s->mean) && get_ns(o, "stdev", &s->stdev);
}

static bool get_type(struct json_object *row, const char *key,
		     enum wcbar_memtype *type)
{
	struct json_object *v;
	const char *name;

	*type = WCBAR_MT_UNKNOWN;
	if (!member(row, key, &v))
		return false;
	if (!v)
		return true;
	name = get_text(row, key);
	if (!name)
		return false;
	*type = wcbar_memtype_parse(name, strlen(name));
	return *type != WCBAR_MT_UNKNOWN;
}

/* Text without control characters, which could play tricks on a terminal */
static bool copy_text(char *to, size_t room, const char *text)
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

static bool get_dir(struct json_object *o, enum wcbar_dir *dir)
{
	const char *text = get_text(o, "dir");

	if (!text)
		return false;
	*dir = strcmp(text, "read") ? WCBAR_WRITE : WCBAR_READ;
	return *dir == WCBAR_READ || !strcmp(text, "write");
}

static bool get_verified(struct json_object *o, enum wcbar_verified *out)
{
	struct json_object *v;

	*out = WCBAR_VERIFY_NONE;
	if (!member(o, "verified", &v))
		return false;
	if (!v)
		return true;
	*out = json_object_get_boolean(v) ? WCBAR_VERIFY_OK : WCBAR_VERIFY_BAD;
	return json_object_is_type(v, json_type_boolean);
}

static bool get_skipped(struct json_object *o, char skipped[WCBAR_ROW_REASON])
{
	struct json_object *v;

	skipped[0] = '\0';
	if (!member(o, "skipped", &v))
		return false;
	return !v || copy_text(skipped, WCBAR_ROW_REASON,
			       get_text(o, "skipped"));
}

/* Returns NULL, or the member that is missing or wrong */
static const char *load_row(struct json_object *o, struct wcbar_row *row)
{
	u64 threads, iterations;
	bool ran;

	memset(row, 0, sizeof(*row));
	if (!copy_text(row->method, sizeof(row->method), get_text(o, "method")))
		return "method";
	if (!get_type(o, "map", &row->map))
		return "map";
	if (!get_type(o, "obtained", &row->obtained))
		return "obtained";
	if (!get_type(o, "effective", &row->effective))
		return "effective";
	if (!get_dir(o, &row->dir))
		return "dir";
	if (!get_u64(o, "size", U64_MAX, &row->size) || !row->size)
		return "size";
	if (!get_u64(o, "offset", U64_MAX, &row->offset))
		return "offset";
	if (!get_u64(o, "threads", U32_MAX, &threads))
		return "threads";
	if (!get_u64(o, "iterations", U32_MAX, &iterations))
		return "iterations";
	row->threads = (u32)threads;
	row->iterations = (u32)iterations;
	ran = iterations > 0;
	if (!get_stats(o, "issued_ns", ran, &row->issued))
		return "issued_ns";
	if (!get_stats(o, "arrived_ns", ran, &row->arrived))
		return "arrived_ns";
	if (!get_verified(o, &row->verified))
		return "verified";
	if (!get_skipped(o, row->skipped))
		return "skipped";
	return NULL;
}

static int load_context(struct json_object *doc, struct results *r,
			struct error *e)
{
	struct json_object *context;

	if (!member(doc, "context", &context) ||
	    !json_object_is_type(context, json_type_object))
		return error_set(e, -EINVAL, "it has no 'context'");
	json_object_object_foreach(context, key, v) {
		char text[4096];

		if (!v)
			continue;
		if (json_object_is_type(v, json_type_object) ||
		    json_object_is_type(v, json_type_array) ||
		    !copy_text(text, sizeof(text), json_object_get_string(v)))
			return error_set(e, -EINVAL,
					 "'%.40s' in its context is not plain text",
					 key);
		facts_set(&r->context, key, text);
	}
	return 0;
}

static int load_document(struct json_object *doc, struct results *r,
			 struct error *e)
{
	const char *schema, *wrong;
	struct json_object *rows;
	struct wcbar_row row;
	size_t i;
	int ret;

	schema = json_object_is_type(doc, json_type_object) ?
		 get_text(doc, "schema") : NULL;
	if (!schema || strcmp(schema, RESULTS_SCHEMA))
		return error_set(e, -EINVAL,
				 "it is not a file of results, its schema is not \"%s\"",
				 RESULTS_SCHEMA);
	ret = load_context(doc, r, e);
	if (ret)
		return ret;
	if (!member(doc, "rows", &rows) ||
	    !json_object_is_type(rows, json_type_array))
		return error_set(e, -EINVAL, "it has no 'rows'");
	for (i = 0; i < json_object_array_length(rows); i++) {
		struct json_object *o = json_object_array_get_idx(rows, i);

		if (!json_object_is_type(o, json_type_object))
			return error_set(e, -EINVAL,
					 "row %zu is not an object", i + 1);
		wrong = load_row(o, &row);
		if (wrong)
			return error_set(e, -EINVAL,
					 "'%s' of row %zu is missing or wrong",
					 wrong, i + 1);
		results_add(r, &row);
	}
	return 0;
}

/**
 * bench_load_text - make results from JSON
 * @text: the JSON
 * @len: its length
 * @r: the results, for results_free(), also after an error
 * @e: what is wrong with the text, as a sentence whose subject is "it"
 *
 * Return: 0 or -EINVAL.
 */
int bench_load_text(const char *text, size_t len, struct results *r,
		    struct error *e)
{
	struct json_tokener *tok = json_tokener_new();
	enum json_tokener_error why;
	struct json_object *doc;
	size_t end;
	int ret;

	memset(r, 0, sizeof(*r));
	if (!tok)
		return error_set(e, -ENOMEM, "there is not enough memory");
	/* with the terminator, so that a cut-off number is seen to end */
	doc = json_tokener_parse_ex(tok, text, (int)len + 1);
	why = json_tokener_get_error(tok);
	end = min_t(size_t, json_tokener_get_parse_end(tok), len);
	if (why != json_tokener_success)
		ret = error_set(e, -EINVAL, "it is not JSON: %s at byte %zu",
				json_tokener_error_desc(why), end);
	else if (end + strspn(text + end, " \t\r\n") != len)
		ret = error_set(e, -EINVAL,
				"it is not JSON: something follows at byte %zu",
				end);
	else
		ret = load_document(doc, r, e);
	json_object_put(doc);
	json_tokener_free(tok);
	return ret;
}

/**
 * bench_load - make results from a file of results
 * @path: the file
 * @r: the results, for results_free(), also after an error
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int bench_load(const char *path, struct results *r, struct error *e)
{
	struct error why;
	char *text;
	size_t len;
	int ret;

	memset(r, 0, sizeof(*r));
	ret = path_read(path, MAX_FILE, &text, &len);
	if (ret)
		return error_set(e, ret, "cannot read %.400s: %s", path,
				 ret == -EFBIG ? "it is larger than 64 MiB" :
						 strerror(-ret));
	ret = bench_load_text(text, len, r, &why);
	free(text);
	if (ret)
		error_set(e, ret, "cannot use %.300s: %.400s", path, why.text);
	return ret;
}
