// SPDX-License-Identifier: GPL-2.0
/*
 * What 'wcbar mem --buffers --json FILE' has found, schema wcbar-buffers/1.
 */
#include "model/bufjson.h"

#include "output/jsonin.h"
#include "system/paths.h"

#define MAX_FILE	SZ_1M

/* A whole number, or 0 for null */
static bool get_count(struct json_object *doc, const char *key, u32 *v)
{
	struct json_object *member;

	*v = 0;
	if (!jsonin_member(doc, key, &member))
		return false;
	return !member || jsonin_u32(doc, key, v);
}

static bool get_cost(struct json_object *doc, double *ns)
{
	struct json_object *member;
	u64 ps;

	*ns = 0;
	if (!jsonin_member(doc, "partial_eviction_ns", &member))
		return false;
	if (!member)
		return true;
	if (!jsonin_ns(doc, "partial_eviction_ns", &ps))
		return false;
	*ns = (double)ps / 1000;
	return true;
}

/* GB/s in the curve have three decimals, as nanoseconds have */
static bool get_point(struct json_object *o, struct buffers_point *p)
{
	u64 milli;

	if (!json_object_is_type(o, json_type_object) ||
	    !jsonin_u32(o, "lines", &p->lines) || !p->lines ||
	    !jsonin_ns(o, "gbps", &milli) || !milli)
		return false;
	p->gbps = (double)milli / 1000;
	return true;
}

static bool get_curve(struct json_object *doc, struct buffers_file *b)
{
	struct json_object *curve;
	size_t i, n;

	if (!jsonin_member(doc, "curve", &curve) ||
	    !json_object_is_type(curve, json_type_array))
		return false;
	n = json_object_array_length(curve);
	if (n > BUFFERS_POINTS)
		return false;
	for (i = 0; i < n; i++) {
		if (!get_point(json_object_array_get_idx(curve, i),
			       &b->curve[i]))
			return false;
		if (i && b->curve[i].lines <= b->curve[i - 1].lines)
			return false;
	}
	b->nr = (u32)n;
	return true;
}

/* Returns NULL, or the member that is missing or wrong */
static const char *take(struct json_object *doc, struct buffers_file *b)
{
	const char *schema = jsonin_text(doc, "schema");

	if (!schema || strcmp(schema, "wcbar-buffers/1"))
		return "schema";
	if (!jsonin_copy(b->cpu, sizeof(b->cpu), jsonin_text(doc, "cpu")))
		return "cpu";
	if (!get_count(doc, "buffers", &b->counted))
		return "buffers";
	if (!get_count(doc, "collapse_after", &b->collapse))
		return "collapse_after";
	if (!get_count(doc, "published", &b->published))
		return "published";
	if (!get_cost(doc, &b->partial_ns))
		return "partial_eviction_ns";
	if (!get_curve(doc, b))
		return "curve";
	return NULL;
}

/**
 * buffers_load - read a file
 * @path: the file
 * @b: what was found
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int buffers_load(const char *path, struct buffers_file *b, struct error *e)
{
	enum json_tokener_error why;
	struct json_object *doc;
	const char *wrong;
	char *text;
	size_t len;
	int ret;

	memset(b, 0, sizeof(*b));
	ret = path_read(path, MAX_FILE, &text, &len);
	if (ret)
		return error_set(e, ret, "cannot read %.400s: %s", path,
				 ret == -EFBIG ? "it is larger than 1 MiB" :
						 strerror(-ret));
	doc = json_tokener_parse_verbose(text, &why);
	free(text);
	if (!json_object_is_type(doc, json_type_object)) {
		json_object_put(doc);
		return error_set(e, -EINVAL,
				 "cannot use %.400s: it is no JSON as 'wcbar mem --buffers --json' writes it",
				 path);
	}
	wrong = take(doc, b);
	json_object_put(doc);
	if (wrong)
		return error_set(e, -EINVAL,
				 "cannot use %.400s: its '%s' is not as 'wcbar mem --buffers --json' writes it",
				 path, wrong);
	return 0;
}
