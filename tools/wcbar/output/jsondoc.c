// SPDX-License-Identifier: GPL-2.0
/*
 * The form of a file of results, printed and read. A file may have been
 * edited, cut short or made by something else: nothing in it is taken for
 * granted.
 */
#include "output/jsondoc.h"

#include "system/paths.h"

#define MAX_FILE	(64UL << 20)

/* Members of the context that are no text */
static const char *const numbers[] = {
	"numa_node", "planned", "aperture_bar", "aperture_size", "window",
};

static const char *const booleans[] = {
	"test_card", "pat_enabled", "mtrr_enabled",
};

static bool listed(const char *key, const char *const *list, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (!strcmp(key, list[i]))
			return true;
	}
	return false;
}

static void put_fact(struct json_object *o, const struct fact *fact)
{
	bool no = !strcmp(fact->value, "0") || !strcmp(fact->value, "false");
	char *end;
	s64 v;

	if (listed(fact->key, booleans, ARRAY_SIZE(booleans))) {
		json_put_bool(o, fact->key, !no);
		return;
	}
	if (listed(fact->key, numbers, ARRAY_SIZE(numbers))) {
		errno = 0;
		v = strtoll(fact->value, &end, 10);
		if (end != fact->value && !*end && !errno) {
			json_put_int(o, fact->key, v);
			return;
		}
	}
	json_put_text(o, fact->key, fact->value);
}

/**
 * jsondoc_print - print results
 * @schema: name and version of the form
 * @context: the context
 * @rows: the rows, an array, which is used up
 * @f: where to; the caller looks for errors
 */
void jsondoc_print(const char *schema, const struct facts *context,
		   struct json_object *rows, FILE *f)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *facts = json_object_new_object();
	size_t i;

	json_put_text(doc, "schema", schema);
	for (i = 0; i < context->nr; i++)
		put_fact(facts, &context->list[i]);
	json_put(doc, "context", facts);
	json_put(doc, "rows", rows);
	json_print(doc, f);
	json_object_put(doc);
}

/**
 * jsondoc_put_type - set a member to a memory type
 * @o: the object
 * @key: the member
 * @type: the type; an unknown one is null
 */
void jsondoc_put_type(struct json_object *o, const char *key,
		      enum wcbar_memtype type)
{
	json_put_text(o, key, type == WCBAR_MT_UNKNOWN ? NULL :
					wcbar_memtype_short(type));
}

static int parse_context(const struct jsondoc *d, struct json_object *doc,
			 struct error *e)
{
	struct json_object *context;

	if (!jsonin_member(doc, "context", &context) ||
	    !json_object_is_type(context, json_type_object))
		return error_set(e, -EINVAL, "it has no 'context'");
	json_object_object_foreach(context, key, v) {
		char text[4096];

		if (!v)
			continue;
		if (json_object_is_type(v, json_type_object) ||
		    json_object_is_type(v, json_type_array) ||
		    !jsonin_copy(text, sizeof(text),
				 json_object_get_string(v)))
			return error_set(e, -EINVAL,
					 "'%.40s' in its context is not plain text",
					 key);
		facts_set(d->context, key, text);
	}
	return 0;
}

static int parse_document(const struct jsondoc *d, struct json_object *doc,
			  struct error *e)
{
	const char *schema, *wrong;
	struct json_object *rows;
	size_t i;
	int ret;

	schema = json_object_is_type(doc, json_type_object) ?
		 jsonin_text(doc, "schema") : NULL;
	if (!schema || strcmp(schema, d->schema))
		return error_set(e, -EINVAL,
				 "it is not a file of results, its schema is not \"%s\"",
				 d->schema);
	ret = parse_context(d, doc, e);
	if (ret)
		return ret;
	if (!jsonin_member(doc, "rows", &rows) ||
	    !json_object_is_type(rows, json_type_array))
		return error_set(e, -EINVAL, "it has no 'rows'");
	for (i = 0; i < json_object_array_length(rows); i++) {
		struct json_object *o = json_object_array_get_idx(rows, i);

		if (!json_object_is_type(o, json_type_object))
			return error_set(e, -EINVAL,
					 "row %zu is not an object", i + 1);
		wrong = d->row(d->arg, o);
		if (wrong)
			return error_set(e, -EINVAL,
					 "'%s' of row %zu is missing or wrong",
					 wrong, i + 1);
	}
	return 0;
}

/**
 * jsondoc_parse - take results from JSON
 * @d: what it becomes
 * @text: the JSON
 * @len: its length
 * @e: what is wrong with the text, as a sentence whose subject is "it"
 *
 * Return: 0 or -EINVAL.
 */
int jsondoc_parse(const struct jsondoc *d, const char *text, size_t len,
		  struct error *e)
{
	struct json_tokener *tok = json_tokener_new();
	enum json_tokener_error why;
	struct json_object *doc;
	size_t end;
	int ret;

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
		ret = parse_document(d, doc, e);
	json_object_put(doc);
	json_tokener_free(tok);
	return ret;
}

/**
 * jsondoc_load - take results from a file
 * @d: what it becomes
 * @path: the file
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int jsondoc_load(const struct jsondoc *d, const char *path, struct error *e)
{
	struct error why;
	char *text;
	size_t len;
	int ret;

	ret = path_read(path, MAX_FILE, &text, &len);
	if (ret)
		return error_set(e, ret, "cannot read %.400s: %s", path,
				 ret == -EFBIG ? "it is larger than 64 MiB" :
						 strerror(-ret));
	ret = jsondoc_parse(d, text, len, &why);
	free(text);
	if (ret)
		error_set(e, ret, "cannot use %.300s: %.400s", path, why.text);
	return ret;
}
