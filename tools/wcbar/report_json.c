// SPDX-License-Identifier: GPL-2.0
/*
 * A verdict as JSON.
 */
#include "mem.h"
#include "output/jsonout.h"
#include "report.h"

static const char * const weight_names[] = {
	[W_NOTE] = "note",
	[W_GOOD] = "supports",
	[W_WARN] = "warning",
	[W_PROVES] = "proves",
	[W_DOUBT] = "doubt",
	[W_FAILS] = "fails",
	[W_RULES_OUT] = "rules-out",
};

static const char * const mapped_names[] = {
	[MAPPED_UNKNOWN] = "unknown",
	[MAPPED_NO] = "no",
	[MAPPED_YES] = "yes",
};

static void put_piece(struct json_object *o, const char *key, struct text t)
{
	char *copy;

	if (!t.len) {
		json_put(o, key, NULL);
		return;
	}
	copy = mem_copy(t.p, t.len);
	json_put_text(o, key, copy);
	free(copy);
}

static void put_hex(struct json_object *o, const char *key, u64 v)
{
	char buf[24];

	snprintf(buf, sizeof(buf), "0x%llx", v);
	json_put_text(o, key, buf);
}

static struct json_object *proof_json(const struct proof *proof)
{
	struct json_object *o;

	if (!proof->src)
		return NULL;
	o = json_object_new_object();
	json_put_text(o, "file", proof->src->name);
	json_put_u64(o, "line", proof->line);
	put_piece(o, "text", proof->text);
	return o;
}

/**
 * report_json_range - a range
 * @start: first byte
 * @end: byte behind the last one; not larger than @start for no range
 *
 * Return: an object, or NULL for null.
 */
struct json_object *report_json_range(u64 start, u64 end)
{
	struct json_object *o;

	if (end <= start)
		return NULL;
	o = json_object_new_object();
	put_hex(o, "start", start);
	put_hex(o, "last", end - 1);
	json_put_u64(o, "size", end - start);
	return o;
}

/**
 * report_json_reasons - the reasons of a verdict
 * @v: the verdict
 *
 * Return: an array.
 */
struct json_object *report_json_reasons(const struct verdict *v)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < v->reasons.n; i++) {
		const struct reason *r = &v->reasons.items[i];
		struct json_object *o = json_object_new_object();

		json_put_text(o, "code", r->rule->code);
		json_put_text(o, "weight", weight_names[r->rule->weight]);
		json_put_text(o, "text", r->text);
		json_put(o, "evidence", proof_json(&r->proof));
		json_put_u64(o, "count", r->count ? r->count : 1);
		if (r->next)
			json_put_text(o, "next", r->next);
		else
			json_put(o, "next", NULL);
		json_append(array, o);
	}
	return array;
}

/**
 * report_json_files - how much of each file was understood
 * @ev: the evidence
 *
 * Return: an array.
 */
struct json_object *report_json_files(const struct evidence *ev)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < ev->readings.n; i++) {
		const struct reading *r = &ev->readings.items[i];
		struct json_object *o = json_object_new_object();

		json_put_text(o, "name", r->src->name);
		json_put_text(o, "kind", source_kind_name(r->kind));
		json_put_u64(o, "lines", r->tally.lines);
		json_put_u64(o, "understood", r->tally.understood);
		json_put(o, "first_not_understood",
			 proof_json(&r->tally.odd));
		json_put_bool(o, "used", !r->unused);
		json_append(array, o);
	}
	return array;
}

static void put_answer(struct json_object *o, const struct verdict *v)
{
	json_put_text(o, "answer", answer_code(v->answer));
	json_put_u64(o, "status", (u64)answer_status(v->answer));
}

static struct json_object *subject_json(const struct verdict *v)
{
	const struct subject *s = &v->subject;
	struct json_object *o = json_object_new_object();

	if (s->dev) {
		put_piece(o, "bdf", text_of(s->dev->bdf));
		if (s->bar->num >= 0)
			json_put_u64(o, "bar", (u64)s->bar->num);
		else
			json_put(o, "bar", NULL);
		json_put_u64(o, "region", s->bar->order);
		put_piece(o, "device", s->dev->name);
		put_piece(o, "driver", s->dev->driver);
		json_put_bool(o, "prefetchable", s->bar->pref);
		json_put_bool(o, "64bit", s->bar->is64);
	}
	json_put(o, "range", report_json_range(s->start, s->end));
	put_answer(o, v);
	json_put_bool(o, "aside", v->aside);
	json_put_text(o, "mapped", mapped_names[v->mapped]);
	if (v->type <= WCBAR_MT_MIXED)
		json_put_text(o, "type", wcbar_memtype_name(v->type));
	else
		json_put(o, "type", NULL);
	json_put(o, "reasons", report_json_reasons(v));
	return o;
}

static struct json_object *bars_json(const struct device *dev)
{
	static const char * const kinds[] = {
		[BAR_MEMORY] = "memory", [BAR_IO] = "io", [BAR_ROM] = "rom",
	};
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < dev->bars.n; i++) {
		const struct bar *bar = &dev->bars.items[i];
		struct json_object *o = json_object_new_object();

		if (bar->num >= 0)
			json_put_u64(o, "bar", (u64)bar->num);
		else
			json_put(o, "bar", NULL);
		json_put_text(o, "kind", kinds[bar->kind]);
		json_put(o, "range", report_json_range(bar->start, bar->end));
		json_put_u64(o, "size", bar->size);
		json_put_bool(o, "prefetchable", bar->pref);
		json_put_bool(o, "64bit", bar->is64);
		json_append(array, o);
	}
	return array;
}

static struct json_object *devices_json(const struct evidence *ev)
{
	struct json_object *array = json_object_new_array();
	size_t i;

	for (i = 0; i < ev->devices.n; i++) {
		const struct device *dev = &ev->devices.items[i];
		struct json_object *o = json_object_new_object();

		put_piece(o, "bdf", text_of(dev->bdf));
		if (dev->label)
			json_put_text(o, "file", dev->label);
		else
			json_put(o, "file", NULL);
		put_piece(o, "device", dev->name);
		put_piece(o, "driver", dev->driver);
		json_put(o, "bars", bars_json(dev));
		json_append(array, o);
	}
	return array;
}

/**
 * report_json - a report
 * @report: the report
 *
 * Return: an object.
 */
struct json_object *report_json(const struct report *report)
{
	struct json_object *o = json_object_new_object(), *machine, *array;
	size_t i;

	json_put_text(o, "label", report->ev->label);
	machine = json_object_new_object();
	put_answer(machine, &report->machine);
	json_put(machine, "reasons", report_json_reasons(&report->machine));
	json_put(o, "machine", machine);
	array = json_object_new_array();
	for (i = 0; i < report->n; i++)
		json_append(array, subject_json(&report->items[i]));
	json_put(o, "subjects", array);
	json_put(o, "devices", devices_json(report->ev));
	json_put(o, "files", report_json_files(report->ev));
	json_put_text(o, "answer", answer_code(report->answer));
	json_put_u64(o, "status", (u64)answer_status(report->answer));
	return o;
}
