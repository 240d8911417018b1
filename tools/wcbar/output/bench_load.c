// SPDX-License-Identifier: GPL-2.0
/*
 * Results from a file of results, schema wcbar-bench/1.
 */
#include "output/benchout.h"
#include "output/jsondoc.h"

static bool get_stats(struct json_object *row, const char *key, bool ran,
		      struct wcbar_stats *s)
{
	struct json_object *o;

	if (!jsonin_member(row, key, &o))
		return false;
	if (!ran)
		return !o;
	return json_object_is_type(o, json_type_object) &&
	       jsonin_ns(o, "min", &s->min) &&
	       jsonin_ns(o, "median", &s->median) &&
	       jsonin_ns(o, "p99", &s->p99) && jsonin_ns(o, "max", &s->max) &&
	       jsonin_ns(o, "mean", &s->mean) &&
	       jsonin_ns(o, "stdev", &s->stdev);
}

static bool get_dir(struct json_object *o, enum wcbar_dir *dir)
{
	const char *text = jsonin_text(o, "dir");

	if (!text)
		return false;
	*dir = strcmp(text, "read") ? WCBAR_WRITE : WCBAR_READ;
	return *dir == WCBAR_READ || !strcmp(text, "write");
}

static bool get_verified(struct json_object *o, enum wcbar_verified *out)
{
	struct json_object *v;

	*out = WCBAR_VERIFY_NONE;
	if (!jsonin_member(o, "verified", &v))
		return false;
	if (!v)
		return true;
	*out = json_object_get_boolean(v) ? WCBAR_VERIFY_OK : WCBAR_VERIFY_BAD;
	return json_object_is_type(v, json_type_boolean);
}

/* Returns NULL, or the member that is missing or wrong */
static const char *parse_row(struct json_object *o, struct wcbar_row *row)
{
	bool ran;

	memset(row, 0, sizeof(*row));
	if (!jsonin_copy(row->method, sizeof(row->method),
			 jsonin_text(o, "method")))
		return "method";
	if (!jsonin_type(o, "map", &row->map))
		return "map";
	if (!jsonin_type(o, "obtained", &row->obtained))
		return "obtained";
	if (!jsonin_type(o, "effective", &row->effective))
		return "effective";
	if (!get_dir(o, &row->dir))
		return "dir";
	if (!jsonin_u64(o, "size", U64_MAX, &row->size) || !row->size)
		return "size";
	if (!jsonin_u64(o, "offset", U64_MAX, &row->offset))
		return "offset";
	if (!jsonin_u32(o, "threads", &row->threads))
		return "threads";
	if (!jsonin_u32(o, "iterations", &row->iterations))
		return "iterations";
	ran = row->iterations > 0;
	if (!get_stats(o, "issued_ns", ran, &row->issued))
		return "issued_ns";
	if (!get_stats(o, "arrived_ns", ran, &row->arrived))
		return "arrived_ns";
	if (!get_verified(o, &row->verified))
		return "verified";
	if (!jsonin_copy_or_null(o, "skipped", row->skipped,
				 sizeof(row->skipped)))
		return "skipped";
	return NULL;
}

static const char *add_row(void *arg, struct json_object *o)
{
	struct wcbar_row row;
	const char *wrong = parse_row(o, &row);

	if (!wrong)
		results_add(arg, &row);
	return wrong;
}

static struct jsondoc document(struct results *r)
{
	memset(r, 0, sizeof(*r));
	return (struct jsondoc){
		.schema = RESULTS_SCHEMA,
		.context = &r->context,
		.row = add_row,
		.arg = r,
	};
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
	struct jsondoc d = document(r);

	return jsondoc_parse(&d, text, len, e);
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
	struct jsondoc d = document(r);

	return jsondoc_load(&d, path, e);
}
