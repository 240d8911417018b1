// SPDX-License-Identifier: GPL-2.0
/*
 * Latencies as JSON, schema wcbar-latency/1, printed and read.
 */
#include "latency/latency.h"

#include "output/jsondoc.h"

static const char *const untils[] = { "completion", "readback" };
static const char *const states[] = { "ok", "failed", "skipped" };

/* The counters in the order of the columns */
static const struct {
	const char *key;
	size_t at;
} counters[] = {
#define COUNTER(key, field) { key, offsetof(struct wcbar_post_row, field) }
	COUNTER("taken", taken),
	COUNTER("torn", torn),
	COUNTER("stale", stale),
	COUNTER("twice", twice),
	COUNTER("out_of_order", order),
	COUNTER("lost", lost),
#undef COUNTER
};

/* The times likewise */
static const struct {
	const char *key;
	size_t at;
} times[] = {
#define TIME(key, field) { key, offsetof(struct wcbar_post_stats, field) }
	TIME("min", s.min),
	TIME("typical", s.median),
	TIME("max", s.max),
	TIME("avg", s.mean),
	TIME("stdev", s.stdev),
	TIME("p99", s.p99),
	TIME("p999", p999),
#undef TIME
};

static struct json_object *stats_json(const struct wcbar_post_stats *s)
{
	struct json_object *o = json_object_new_object();
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(times); i++)
		json_put_milli(o, times[i].key,
			       *(const u64 *)((const char *)s + times[i].at));
	return o;
}

static struct json_object *counters_json(const struct wcbar_post_row *row)
{
	struct json_object *o = json_object_new_object();
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(counters); i++)
		json_put_u64(o, counters[i].key,
			     *(const u64 *)((const char *)row +
					    counters[i].at));
	return o;
}

static struct json_object *hist_json(const struct wcbar_post_row *row)
{
	struct json_object *list = json_object_new_array(), *pair;
	u32 i;

	for (i = 0; i < WCBAR_HIST_BUCKETS; i++) {
		if (!row->hist[i])
			continue;
		pair = json_object_new_array();
		json_append(pair, json_object_new_uint64(wcbar_hist_lower(i)));
		json_append(pair, json_object_new_uint64(row->hist[i]));
		json_append(list, pair);
	}
	return list;
}

static const char *or_null(const char *text)
{
	return text[0] && strcmp(text, "-") ? text : NULL;
}

static struct json_object *row_json(const struct wcbar_post_row *row)
{
	struct json_object *o = json_object_new_object();
	bool ran = row->iterations > 0;

	json_put_text(o, "post", wcbar_post_name(row->post));
	json_put_bool(o, "auto", row->by_auto);
	jsondoc_put_type(o, "map", row->map);
	jsondoc_put_type(o, "obtained", row->obtained);
	jsondoc_put_type(o, "effective", row->effective);
	if (row->bytes)
		json_put_u64(o, "bytes", row->bytes);
	else
		json_put(o, "bytes", NULL);
	json_put_u64(o, "lines", row->lines);
	json_put_u64(o, "iterations", row->iterations);
	json_put_text(o, "wait", wcbar_wait_name(row->wait));
	json_put_text(o, "until", untils[row->until]);
	json_put_text(o, "method", or_null(row->method));
	json_put_text(o, "card", or_null(row->card));
	json_put(o, "issued_ns", ran ? stats_json(&row->issued) : NULL);
	json_put(o, "done_ns", ran ? stats_json(&row->done) : NULL);
	json_put(o, "counters", counters_json(row));
	json_put(o, "histogram", hist_json(row));
	json_put_text(o, "state", states[row->skipped ? 2 : row->failed]);
	json_put_text(o, "note", or_null(row->note));
	return o;
}

/**
 * latency_print_json - print latencies as JSON
 * @l: the latencies
 * @f: where to; the caller looks for errors
 *
 * What has no value is null. The histogram is a list of pairs: the shortest
 * time of a bucket in nanoseconds, and the samples in it.
 */
void latency_print_json(const struct latency *l, FILE *f)
{
	struct json_object *rows = json_object_new_array();
	size_t i;

	for (i = 0; i < l->nr_rows; i++)
		json_append(rows, row_json(&l->rows[i]));
	jsondoc_print(LATENCY_SCHEMA, &l->context, rows, f);
}

/* One of a few words, by its number */
static bool get_word(struct json_object *o, const char *key,
		     const char *(*name)(u32 i), u32 nr, u32 *i)
{
	const char *text = jsonin_text(o, key);

	for (*i = 0; text && *i < nr; (*i)++) {
		if (!strcmp(text, name(*i)))
			return true;
	}
	return false;
}

static const char *post_name(u32 i)
{
	return wcbar_post_name((enum wcbar_post)i);
}

static const char *wait_name(u32 i)
{
	return wcbar_wait_name((enum wcbar_wait)i);
}

static const char *until_name(u32 i)
{
	return untils[i];
}

static const char *state_name(u32 i)
{
	return states[i];
}

static bool get_bytes(struct json_object *o, u32 *bytes)
{
	struct json_object *v;

	*bytes = 0;
	if (!jsonin_member(o, "bytes", &v))
		return false;
	return !v || (jsonin_u32(o, "bytes", bytes) && *bytes);
}

static bool get_stats(struct json_object *row, const char *key, bool ran,
		      struct wcbar_post_stats *s)
{
	struct json_object *o;
	unsigned int i;

	if (!jsonin_member(row, key, &o))
		return false;
	if (!ran)
		return !o;
	if (!json_object_is_type(o, json_type_object))
		return false;
	for (i = 0; i < ARRAY_SIZE(times); i++) {
		if (!jsonin_ns(o, times[i].key,
			       (u64 *)((char *)s + times[i].at)))
			return false;
	}
	return true;
}

static bool get_counters(struct json_object *row, struct wcbar_post_row *to)
{
	struct json_object *o;
	unsigned int i;

	if (!jsonin_member(row, "counters", &o) ||
	    !json_object_is_type(o, json_type_object))
		return false;
	for (i = 0; i < ARRAY_SIZE(counters); i++) {
		if (!jsonin_u64(o, counters[i].key, U64_MAX,
				(u64 *)((char *)to + counters[i].at)))
			return false;
	}
	return true;
}

static bool whole(struct json_object *array, size_t i, u64 max, u64 *v)
{
	struct json_object *o = json_object_array_get_idx(array, i);

	if (!json_object_is_type(o, json_type_int) ||
	    json_object_get_int64(o) < 0)
		return false;
	*v = json_object_get_uint64(o);
	return *v <= max;
}

static bool get_hist(struct json_object *row, u32 *hist)
{
	struct json_object *list, *pair;
	u64 ns, n;
	size_t i;
	u32 at;

	if (!jsonin_member(row, "histogram", &list) ||
	    !json_object_is_type(list, json_type_array))
		return false;
	for (i = 0; i < json_object_array_length(list); i++) {
		pair = json_object_array_get_idx(list, i);
		if (!json_object_is_type(pair, json_type_array) ||
		    json_object_array_length(pair) != 2 ||
		    !whole(pair, 0, U64_MAX, &ns) ||
		    !whole(pair, 1, U32_MAX, &n) || !n)
			return false;
		at = wcbar_hist_bucket(ns);
		if (ns != wcbar_hist_lower(at) || hist[at])
			return false;
		hist[at] = (u32)n;
	}
	return true;
}

/* Returns NULL, or the member that is missing or wrong */
static const char *parse_row(struct json_object *o, struct wcbar_post_row *row)
{
	u32 post, wait, until, state;

	memset(row, 0, sizeof(*row));
	if (!get_word(o, "post", post_name, WCBAR_POST_NUM, &post))
		return "post";
	if (!jsonin_bool(o, "auto", &row->by_auto))
		return "auto";
	if (!jsonin_type(o, "map", &row->map))
		return "map";
	if (!jsonin_type(o, "obtained", &row->obtained))
		return "obtained";
	if (!jsonin_type(o, "effective", &row->effective))
		return "effective";
	if (!get_bytes(o, &row->bytes))
		return "bytes";
	if (!jsonin_u32(o, "lines", &row->lines))
		return "lines";
	if (!jsonin_u32(o, "iterations", &row->iterations))
		return "iterations";
	if (!get_word(o, "wait", wait_name, 2, &wait))
		return "wait";
	if (!get_word(o, "until", until_name, ARRAY_SIZE(untils), &until))
		return "until";
	if (!jsonin_copy_or_null(o, "method", row->method,
				 sizeof(row->method)))
		return "method";
	if (!jsonin_copy_or_null(o, "card", row->card, sizeof(row->card)))
		return "card";
	if (!get_stats(o, "issued_ns", row->iterations, &row->issued))
		return "issued_ns";
	if (!get_stats(o, "done_ns", row->iterations, &row->done))
		return "done_ns";
	if (!get_counters(o, row))
		return "counters";
	if (!get_hist(o, row->hist))
		return "histogram";
	if (!get_word(o, "state", state_name, ARRAY_SIZE(states), &state))
		return "state";
	if (!jsonin_copy_or_null(o, "note", row->note, sizeof(row->note)))
		return "note";
	row->post = (enum wcbar_post)post;
	row->wait = (enum wcbar_wait)wait;
	row->until = (enum wcbar_until)until;
	row->failed = state == 1;
	row->skipped = state == 2;
	return NULL;
}

static const char *add_row(void *arg, struct json_object *o)
{
	struct wcbar_post_row row;
	const char *wrong = parse_row(o, &row);

	if (!wrong)
		latency_add(arg, &row);
	return wrong;
}

static struct jsondoc document(struct latency *l)
{
	memset(l, 0, sizeof(*l));
	return (struct jsondoc){
		.schema = LATENCY_SCHEMA,
		.context = &l->context,
		.row = add_row,
		.arg = l,
	};
}

/**
 * latency_load_text - make latencies from JSON
 * @text: the JSON
 * @len: its length
 * @l: the latencies, for latency_free(), also after an error
 * @e: what is wrong with the text, as a sentence whose subject is "it"
 *
 * Return: 0 or -EINVAL.
 */
int latency_load_text(const char *text, size_t len, struct latency *l,
		      struct error *e)
{
	struct jsondoc d = document(l);

	return jsondoc_parse(&d, text, len, e);
}

/**
 * latency_load - make latencies from a file
 * @path: the file
 * @l: the latencies, for latency_free(), also after an error
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int latency_load(const char *path, struct latency *l, struct error *e)
{
	struct jsondoc d = document(l);

	return jsondoc_load(&d, path, e);
}
