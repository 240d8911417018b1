// SPDX-License-Identifier: GPL-2.0
/*
 * Results held against earlier ones: rows of the same work are found by all
 * members that say what was done, in any file of ours whose rows have a rate
 * or a latency.
 */
#include "output/baseline.h"

#include <math.h>

#include "commands.h"
#include "mem.h"
#include "output/jsonout.h"
#include "output/outputs.h"

/* Members of a row that say what was done; not every file has each of them */
static const char *const keys[] = {
	"method", "map", "dir", "size", "offset", "threads", "flush",
	"post", "auto", "bytes", "wait", "until",
};

/* What the whole run has in common and rows do not repeat */
static const char *const contexts[] = {
	"flush", "source",
};

static struct json_object *member(struct json_object *o, const char *key)
{
	struct json_object *v = NULL;

	if (json_object_is_type(o, json_type_object))
		json_object_object_get_ex(o, key, &v);
	return v;
}

/**
 * struct figure - what rows are compared by
 * @v: the figure
 * @unit: its unit
 * @less: less of it is better
 */
struct figure {
	double v;
	const char *unit;
	bool less;
};

static bool figure_of(struct json_object *row, struct figure *f)
{
	struct json_object *v = member(row, "gbps");

	if (!v)
		v = member(row, "gbps_median");
	f->less = !v;
	f->unit = f->less ? "ns" : "GB/s";
	if (f->less)
		v = member(member(row, "done_ns"), "typical");
	f->v = json_object_get_double(v);
	return f->v > 0;
}

/* Worse by more than is allowed */
static bool worse(const struct figure *is, const struct figure *was,
		  double tolerance)
{
	if (is->less)
		return is->v > was->v * (1 + tolerance / 100);
	return is->v < was->v * (1 - tolerance / 100);
}

static bool same_work(struct json_object *a, struct json_object *b)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		struct json_object *x, *y;

		if (!json_object_object_get_ex(a, keys[i], &x) ||
		    !json_object_object_get_ex(b, keys[i], &y))
			continue;
		/* null is a value, too: mixed sizes */
		if (!x != !y || (x && strcmp(json_object_get_string(x),
					     json_object_get_string(y))))
			return false;
	}
	return true;
}

static char *name_of(struct json_object *row)
{
	char *name = mem_printf("%s", ""), *longer;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		struct json_object *v = member(row, keys[i]);

		if (!v)
			continue;
		longer = mem_printf("%s%s%s%s%s", name, name[0] ? " " : "",
				    i ? keys[i] : "", i ? "=" : "",
				    json_object_get_string(v));
		free(name);
		name = longer;
	}
	return name;
}

static size_t length(struct json_object *rows)
{
	return json_object_is_type(rows, json_type_array) ?
		json_object_array_length(rows) : 0;
}

/* Runs that were not of the same kind have nothing to say to each other. */
static int comparable(struct json_object *now, struct json_object *then,
		      const char *path, struct error *e)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(contexts); i++) {
		struct json_object *x, *y;

		x = member(member(now, "context"), contexts[i]);
		y = member(member(then, "context"), contexts[i]);
		if (x && y && strcmp(json_object_get_string(x),
				     json_object_get_string(y)))
			return error_set(e, -EINVAL,
					 "%s is no baseline for this run: its %s is '%s', and here it is '%s'",
					 path, contexts[i],
					 json_object_get_string(y),
					 json_object_get_string(x));
	}
	return 0;
}

static int against(const struct baseline *b, struct json_object *now,
		   struct json_object *then, FILE *f, struct error *e)
{
	struct json_object *rows = member(now, "rows");
	struct json_object *old = member(then, "rows");
	size_t i, k, compared = 0;
	int slower = 0, ret;

	ret = comparable(now, then, b->file, e);
	if (ret)
		return ret;
	for (i = 0; i < length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		struct figure was, is;
		char *name;

		for (k = 0; k < length(old); k++) {
			if (same_work(row, json_object_array_get_idx(old, k)))
				break;
		}
		if (k == length(old) || !figure_of(row, &is) ||
		    !figure_of(json_object_array_get_idx(old, k), &was))
			continue;
		compared++;
		if (!worse(&is, &was, b->tolerance))
			continue;
		slower++;
		name = name_of(row);
		fprintf(f, "regression: %s: %.3f %s, was %.3f (%+.1f %%)\n",
			name, is.v, is.unit, was.v,
			100 * (is.v / was.v - 1));
		free(name);
	}
	if (!compared)
		return error_set(e, -ENODATA, "%s has no row that was measured here, too",
				 b->file);
	return slower;
}

static int below(const struct baseline *b, struct json_object *now, FILE *f)
{
	struct json_object *rows = member(now, "rows");
	int nr = 0;
	size_t i;

	for (i = 0; i < length(rows); i++) {
		struct json_object *row = json_object_array_get_idx(rows, i);
		struct figure is;
		char *name;

		if (!figure_of(row, &is) || is.less || is.v >= b->min_gbps)
			continue;
		nr++;
		name = name_of(row);
		fprintf(f, "too slow: %s: %.3f GB/s, at least %.3f are wanted\n",
			name, is.v, b->min_gbps);
		free(name);
	}
	return nr;
}

static struct json_object *to_json(const struct output_forms *forms,
				   const void *what)
{
	struct json_object *doc;
	char *text = NULL;
	size_t len;
	FILE *f;

	f = open_memstream(&text, &len);
	if (!f)
		return NULL;
	forms->json(what, f);
	fclose(f);
	doc = json_tokener_parse(text);
	free(text);
	return doc;
}

/**
 * baseline_number - read a percentage or a rate
 * @text: the text
 * @max: largest value
 * @v: the value, 0 or more
 *
 * Return: 0 or -EINVAL.
 */
int baseline_number(const char *text, double max, double *v)
{
	char *end;

	*v = strtod(text, &end);
	if (end == text || *end || !isfinite(*v) || *v < 0 || *v > max)
		return -EINVAL;
	return 0;
}

/**
 * baseline_check - hold results against a baseline
 * @b: the baseline; one without file and rate is met by everything
 * @forms: the forms that the results are printed in
 * @what: the results
 * @f: where rows are named that do not meet it
 * @e: what went wrong
 *
 * Return: how many rows do not meet it, or a negative errno.
 */
int baseline_check(const struct baseline *b, const struct output_forms *forms,
		   const void *what, FILE *f, struct error *e)
{
	struct json_object *now, *then;
	int ret = 0, slow = 0;

	if (!b->file && b->min_gbps <= 0)
		return 0;
	now = to_json(forms, what);
	if (!now)
		return error_set(e, -ENOMEM, "out of memory");
	if (b->file) {
		then = json_object_from_file(b->file);
		if (then)
			ret = against(b, now, then, f, e);
		else
			ret = error_set(e, -EINVAL,
					"%s cannot be read, or is no JSON",
					b->file);
		json_object_put(then);
	}
	if (ret >= 0 && b->min_gbps > 0)
		slow = below(b, now, f);
	json_object_put(now);
	return ret < 0 ? ret : ret + slow;
}

/**
 * baseline_say - hold results against a baseline, and say how they stand
 * @b: the baseline
 * @forms: the forms that the results are printed in
 * @what: the results
 * @nr_rows: how many rows they have
 *
 * Return: exit status; all was said.
 */
int baseline_say(const struct baseline *b, const struct output_forms *forms,
		 const void *what, size_t nr_rows)
{
	struct error e;
	int nr = baseline_check(b, forms, what, stderr, &e);

	if (nr < 0)
		error_print(&e);
	else if (nr)
		error_say("%d of %zu rows are slower than they may be", nr,
			  nr_rows);
	return nr ? EXIT_FAILED : 0;
}
