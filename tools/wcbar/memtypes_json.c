// SPDX-License-Identifier: GPL-2.0
/*
 * The joined memory types as JSON.
 */
#include "memtypes.h"
#include "output/jsonout.h"
#include "report.h"

static void put_type(struct json_object *o, const char *key,
		     enum wcbar_memtype type)
{
	if (type <= WCBAR_MT_MIXED)
		json_put_text(o, key, wcbar_memtype_name(type));
	else
		json_put(o, key, NULL);
}

static void put_owner(struct json_object *o, const struct memtypes *mt,
		      u64 start, u64 end)
{
	char *owner = memtypes_owner(mt, start, end);

	json_put_text(o, "owner", strcmp(owner, "-") ? owner : NULL);
	free(owner);
}

static struct json_object *entry_json(const struct memtypes *mt,
				      const struct pat_entry *e)
{
	const struct pat_entry *partner = &mt->ev->list.items[e->partner];
	struct json_object *o = json_object_new_object();
	enum wcbar_memtype mtrr, effective;

	effective = memtypes_effective(mt, e, &mtrr);
	json_put(o, "range", report_json_range(e->start, e->end));
	put_type(o, "type", e->type);
	put_type(o, "mtrr", mtrr);
	put_type(o, "effective", effective);
	json_put_u64(o, "line", e->proof.line);
	json_put_u64(o, "listed", e->copies);
	json_put_text(o, "overlap", e->conflict ? "conflict" :
		      e->overlaps ? "same-type" : "none");
	json_put(o, "overlaps_with", e->conflict || e->overlaps ?
		 report_json_range(partner->start, partner->end) : NULL);
	json_put_bool(o, "left_behind",
		      memtypes_left_behind(mt, e->start, e->end));
	put_owner(o, mt, e->start, e->end);
	return o;
}

static struct json_object *list_json(const struct memtypes *mt)
{
	const struct patlist *list = &mt->ev->list;
	struct json_object *o, *array;
	size_t i;

	if (!mt->ev->has_list)
		return NULL;
	o = json_object_new_object();
	json_put_u64(o, "lines", list->tally.lines);
	json_put_u64(o, "understood", list->tally.understood);
	json_put_bool(o, "usable", patlist_understood(list));
	array = json_object_new_array();
	for (i = 0; i < list->n; i++)
		json_append(array, entry_json(mt, &list->items[i]));
	json_put(o, "entries", array);
	json_put_u64(o, "repeated_lines", list->duplicates);
	json_put_u64(o, "overlaps", list->overlaps);
	/* nothing is claimed about a list that was not understood */
	if (patlist_understood(list))
		json_put_u64(o, "conflicts", list->conflicts);
	else
		json_put(o, "conflicts", NULL);
	return o;
}

static struct json_object *mtrrs_json(const struct memtypes *mt)
{
	const struct mtrr_table *mtrrs = &mt->ev->mtrrs;
	struct json_object *o, *array;
	size_t i;

	if (!mt->ev->has_mtrrs)
		return NULL;
	o = json_object_new_object();
	json_put_u64(o, "lines", mtrrs->tally.lines);
	json_put_u64(o, "understood", mtrrs->tally.understood);
	put_type(o, "default", mtrrs->deftype);
	if (mtrrs->total)
		json_put_u64(o, "registers", mtrrs->total);
	else
		json_put(o, "registers", NULL);
	array = json_object_new_array();
	for (i = 0; i < mtrrs->n; i++) {
		const struct mtrr_reg *reg = &mtrrs->items[i];
		struct json_object *r = json_object_new_object();

		json_put_u64(r, "reg", reg->num);
		json_put(r, "range", report_json_range(reg->base, reg->end));
		json_put_text(r, "type", mtrr_type_name(reg->type));
		json_put_u64(r, "count", reg->count);
		json_put_bool(r, "undefined_overlap", reg->conflict);
		json_append(array, r);
	}
	json_put(o, "in_use", array);
	return o;
}

static struct json_object *findings_json(const struct verdict *v,
					 struct json_object *array)
{
	struct json_object *all = report_json_reasons(v);
	size_t i;

	for (i = 0; i < v->reasons.n; i++) {
		struct json_object *one = json_object_array_get_idx(all, i);

		if (memtypes_is_finding(&v->reasons.items[i]))
			json_append(array, json_object_get(one));
	}
	json_object_put(all);
	return array;
}

/**
 * memtypes_json - the join
 * @mt: the join
 *
 * Return: an object.
 */
struct json_object *memtypes_json(const struct memtypes *mt)
{
	struct json_object *o = json_object_new_object();
	struct json_object *findings = json_object_new_array();
	size_t i;

	json_put_text(o, "label", mt->ev->label);
	json_put(o, "list", list_json(mt));
	json_put(o, "mtrrs", mtrrs_json(mt));
	findings_json(&mt->report->machine, findings);
	for (i = 0; i < mt->report->n; i++)
		findings_json(&mt->report->items[i], findings);
	json_put(o, "findings", findings);
	json_put(o, "files", report_json_files(mt->ev));
	return o;
}
