// SPDX-License-Identifier: GPL-2.0
/*
 * A trace, analysed, as JSON, schema wcbar-trace/1.
 */
#include "mem.h"
#include "model/report.h"

static struct json_object *hex(u64 v)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%llx", v);
	return json_object_new_string(text);
}

static struct json_object *section_json(const struct trace_report *r,
					const struct section *s)
{
	struct json_object *o = json_object_new_object();
	struct json_object *maps = json_object_new_array();
	char name[EVENT_LABEL];
	enum model_map slow;
	double ratio;
	u32 i;

	if (s != &r->a->total) {
		section_name(s, name);
		json_put_text(o, "name", name);
		if (s->mark == NO_MARK)
			json_put(o, "mark", NULL);
		else
			json_put_u64(o, "mark", s->mark);
	}
	json_put_u64(o, "stores", s->stores);
	json_put_u64(o, "bytes", s->bytes);
	json_put(o, "by_width", sizes_json(&s->widths));
	json_put_u64(o, "loads", s->loads);
	json_put_u64(o, "events", s->events);
	json_put_u64(o, "interrupts", s->interrupts);
	for (i = 0; i < MODEL_MAPS; i++) {
		if (r->a->maps & BIT(i))
			json_append(maps, requests_json(r->a->model, i,
							&s->requests[i]));
	}
	json_put(o, "maps", maps);
	ratio = section_ratio(r->a->model, r->a->maps, s, &slow);
	if (ratio > 0)
		json_put_number(o, "ratio", ratio);
	else
		json_put(o, "ratio", NULL);
	return o;
}

static struct json_object *gaps_json(const struct gaps *g)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list = json_object_new_array();
	u64 from, to;
	u32 i;

	json_put_u64(o, "count", g->n);
	json_put_milli(o, "min_ns", g->min);
	json_put_milli(o, "mean_ns", g->n ? g->sum / g->n : 0);
	json_put_milli(o, "max_ns", g->max);
	for (i = 0; i < GAPS_CLASSES; i++) {
		struct json_object *one;

		if (!g->classes[i])
			continue;
		gaps_class(i, &from, &to);
		one = json_object_new_object();
		json_put_milli(one, "from_ns", from);
		if (to == U64_MAX)
			json_put(one, "to_ns", NULL);
		else
			json_put_milli(one, "to_ns", to);
		json_put_u64(one, "count", g->classes[i]);
		json_append(list, one);
	}
	json_put(o, "classes", list);
	return o;
}

static struct json_object *places_json(const struct trace_report *r)
{
	struct wc_place *worst = mem_grow(NULL, r->top, sizeof(*worst));
	struct json_object *list = json_object_new_array();
	char text[TRACE_PLACE];
	u32 i, n;

	n = places_worst(&r->a->apply[MODEL_WC].places, worst, r->top);
	for (i = 0; i < n; i++) {
		struct json_object *o = json_object_new_object();

		json_put_u64(o, "lines", worst[i].lines);
		json_put_u64(o, "requests", worst[i].requests);
		json_put_text(o, "cause", wc_cause_name(worst[i].cause));
		json_put_text(o, "stored_by",
			      trace_place(r->t, worst[i].insn, text));
		json_put_text(o, "made_to_leave_by",
			      trace_place(r->t, worst[i].by, text));
		json_append(list, o);
	}
	free(worst);
	return list;
}

static struct json_object *left_json(const struct trace_report *r)
{
	struct json_object *list = json_object_new_array();
	char text[TRACE_PLACE];
	u32 i;

	for (i = 0; i < r->a->nr_left; i++) {
		const struct left_line *l = &r->a->left[i];
		struct json_object *o = json_object_new_object();

		json_put_u64(o, "section", l->section);
		json_put_u64(o, "cpu", l->line.cpu);
		json_put(o, "line", hex(l->line.addr));
		json_put(o, "mask", hex(l->line.mask));
		json_put_u64(o, "stores", l->line.stores);
		json_put_text(o, "first_stored_by",
			      trace_place(r->t, l->line.first, text));
		json_put_text(o, "last_stored_by",
			      trace_place(r->t, l->line.last, text));
		json_append(list, o);
	}
	return list;
}

static void put_odd(const struct trace_report *r, struct json_object *doc)
{
	const struct trace_odd *odd = &r->t->odd;

	json_put_bool(doc, "cut_off", odd->cut);
	json_put_u64(doc, "lost", odd->lost);
	json_put_u64(doc, "unknown", odd->unknown);
	json_put_text(doc, "unknown_sorts", odd->sorts[0] ? odd->sorts : NULL);
	json_put_u64(doc, "ignored", odd->ignored);
	json_put_u64(doc, "times_backwards", odd->backwards);
	json_put_u64(doc, "outside", r->a->outside);
}

/**
 * trace_print_json - print an analysis as JSON
 * @r: the report
 * @f: where to
 */
void trace_print_json(const struct trace_report *r, FILE *f)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *list = json_object_new_array();
	u32 i;

	json_put_text(doc, "schema", "wcbar-trace/1");
	json_put_text(doc, "file", r->t->feed.name);
	json_put_text(doc, "format", r->t->format->name);
	put_odd(r, doc);
	json_put(doc, "model", model_json(r->a->model));
	if (r->t->format->timed && r->a->gaps.n)
		json_put(doc, "gaps", gaps_json(&r->a->gaps));
	else
		json_put(doc, "gaps", NULL);
	json_put(doc, "total", section_json(r, &r->a->total));
	for (i = 0; r->a->marks && i < r->a->nr; i++)
		json_append(list, section_json(r, &r->a->sections[i]));
	json_put(doc, "sections", list);
	if (r->a->maps & BIT(MODEL_WC)) {
		json_put(doc, "places", places_json(r));
		json_put(doc, "left", left_json(r));
	}
	json_print(doc, f);
	json_object_put(doc);
}
