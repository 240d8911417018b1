// SPDX-License-Identifier: GPL-2.0
/*
 * What the driver knows of a card: laid out for a person, and as JSON.
 */
#include "output/infoout.h"

#include "mem.h"
#include "output/jsonout.h"
#include "output/table.h"
#include "output/units.h"

#define FACT	"  %-12s "

static bool is(const struct facts *info, const char *key, const char *value)
{
	return !strcmp(facts_or(info, key, ""), value);
}

static void print_fact(FILE *f, const char *what, const char *value)
{
	if (value)
		fprintf(f, FACT "%s\n", what, value);
}

static void print_head(const char *address, const struct facts *info, FILE *f)
{
	fprintf(f, "%s  %s  %s%s\n", address, facts_or(info, "id", "-"),
		facts_or(info, "card", "unknown card"),
		is(info, "test_card", "1") ? " (test card)" : "");
	print_fact(f, "state", facts_get(info, "state"));
	fprintf(f, FACT "%s\n", "writes", is(info, "allow_writes", "1") ?
		"allowed" : "not allowed (allow_writes is 0)");
	print_fact(f, "link", facts_get(info, "link"));
	if (!is(info, "numa_node", "-1"))
		print_fact(f, "NUMA node", facts_get(info, "numa_node"));
}

static void print_machine(const struct facts *info, FILE *f)
{
	print_fact(f, "kernel", facts_get(info, "kernel"));
	print_fact(f, "CPU", facts_get(info, "cpu"));
	if (!is(info, "hypervisor", "none"))
		fprintf(f, FACT "%s (acceleration: %s)\n", "hypervisor",
			facts_or(info, "hypervisor", "-"),
			facts_or(info, "accel", "-"));
	fprintf(f, FACT "%s; slots 0 to 7: %s (MSR 0x277 is %s)\n", "PAT",
		is(info, "pat.enabled", "1") ? "on" : "off",
		facts_or(info, "pat.slots", "-"),
		facts_or(info, "pat.msr", "-"));
	if (is(info, "mtrr.present", "1"))
		fprintf(f, FACT "%s, default %s%s%s\n", "MTRR",
			is(info, "mtrr.enabled", "1") ? "on" : "off",
			facts_or(info, "mtrr.default", "-"),
			facts_get(info, "mtrr.registers") ? ", registers: " :
							    "",
			facts_or(info, "mtrr.registers", ""));
	else
		fprintf(f, FACT "none\n", "MTRR");
	fprintf(f, FACT "%s\n", "WC here", facts_or(info, "available", "-"));
}

/* The two BARs side by side; lines that neither has are left out */
static const struct {
	const char *key;
	const char *what;
} bar_lines[] = {
	{ "bar", "BAR" },
	{ "start", "address" },
	{ "size", "size" },
	{ "flags", "kind" },
	{ "window", "mapped" },
	{ "requested", "requested" },
	{ "obtained", "obtained" },
	{ "effective", "effective" },
	{ "mtrr", "MTRR type" },
	{ "mtrr_source", "MTRR source" },
	{ "pte", "page entry" },
	{ "level", "page size" },
	{ "slot", "PAT slot" },
	{ "reserve", "reserve" },
	{ "mtrr_handle", "MTRR handle" },
	{ "writable", "writable" },
	{ "reason", "reason" },
};

static const char *const bars[] = { "aperture", "regs" };

static const char *bar_fact(const struct facts *info, const char *bar,
			    const char *key)
{
	char full[64];

	snprintf(full, sizeof(full), "%s.%s", bar, key);
	return facts_get(info, full);
}

static void bar_cell(struct table *t, const struct facts *info,
		     const char *bar, unsigned int line)
{
	const char *value = bar_fact(info, bar, bar_lines[line].key);
	char full[64], size[TEXT_QUANTITY];
	u64 v;

	snprintf(full, sizeof(full), "%s.%s", bar, bar_lines[line].key);
	if ((!strcmp(bar_lines[line].key, "size") ||
	     !strcmp(bar_lines[line].key, "window")) &&
	    facts_u64(info, full, &v))
		value = text_bytes(v, size);
	table_cell(t, "%s", value ? value : "-");
}

static void print_bars(const struct facts *info, FILE *f)
{
	static const char *const headings[] = { "", "APERTURE", "REGISTERS" };
	struct table t;
	unsigned int i;

	table_init(&t, 2, headings, ARRAY_SIZE(headings));
	for (i = 0; i < ARRAY_SIZE(bar_lines); i++) {
		if (!bar_fact(info, bars[0], bar_lines[i].key) &&
		    !bar_fact(info, bars[1], bar_lines[i].key))
			continue;
		table_cell(&t, "%s", bar_lines[i].what);
		bar_cell(&t, info, bars[0], i);
		bar_cell(&t, info, bars[1], i);
	}
	fputc('\n', f);
	table_print(&t, f);
	table_free(&t);
	fputc('\n', f);
	print_fact(f, "aperture", bar_fact(info, bars[0], "why"));
	print_fact(f, "registers", bar_fact(info, bars[1], "why"));
}

static void print_methods(const struct driver_methods *methods, FILE *f)
{
	static const char *const headings[] = {
		"METHOD", "DIR", ">WIDTH", "USABLE", "NEEDS", "NOTE",
	};
	struct table t;
	size_t i;

	table_init(&t, 2, headings, ARRAY_SIZE(headings));
	for (i = 0; i < methods->nr; i++) {
		const struct driver_method *m = &methods->list[i];

		table_cell(&t, "%s", m->name);
		table_cell(&t, "%s", m->dir);
		table_cell(&t, "%llu", m->width);
		table_cell(&t, "%s", m->usable ? "yes" : "no");
		table_cell(&t, "%s", m->needs);
		table_cell(&t, "%s", m->note);
	}
	fputc('\n', f);
	table_print(&t, f);
	table_free(&t);
}

/**
 * info_print - lay out for a person what the driver knows of a card
 * @address: the card
 * @info: the info file
 * @methods: the methods file
 * @f: where to
 */
void info_print(const char *address, const struct facts *info,
		const struct driver_methods *methods, FILE *f)
{
	print_head(address, info, f);
	print_machine(info, f);
	print_bars(info, f);
	if (methods->nr)
		print_methods(methods, f);
}

/* A decimal number becomes one, everything else stays text */
static void put_value(struct json_object *o, const char *key,
		      const char *value)
{
	const char *digits = value + (value[0] == '-');
	size_t len = strlen(digits);

	if (len && len < 19 && strspn(digits, "0123456789") == len)
		json_put_int(o, key, strtoll(value, NULL, 10));
	else
		json_put_text(o, key, value);
}

static void put_fact(struct json_object *root, const struct fact *fact)
{
	const char *dot = strchr(fact->key, '.');
	struct json_object *group;
	char *name;

	if (!dot) {
		put_value(root, fact->key, fact->value);
		return;
	}
	name = mem_copy(fact->key, (size_t)(dot - fact->key));
	if (!json_object_object_get_ex(root, name, &group) ||
	    !json_object_is_type(group, json_type_object)) {
		group = json_object_new_object();
		json_put(root, name, group);
	}
	put_value(group, dot + 1, fact->value);
	free(name);
}

/**
 * info_json - what the driver knows of a card, as JSON
 * @address: the card
 * @info: the info file; "pat.msr" becomes the member msr of the object pat
 * @methods: the methods file
 *
 * Return: an object, the caller's.
 */
struct json_object *info_json(const char *address, const struct facts *info,
			      const struct driver_methods *methods)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *list = json_object_new_array();
	size_t i;

	json_put_text(doc, "schema", "wcbar-info/1");
	json_put_text(doc, "bdf", address);
	json_put_bool(doc, "driven", true);
	for (i = 0; i < info->nr; i++)
		put_fact(doc, &info->list[i]);
	for (i = 0; i < methods->nr; i++) {
		const struct driver_method *m = &methods->list[i];
		struct json_object *o = json_object_new_object();

		json_put_text(o, "name", m->name);
		json_put_text(o, "dir", m->dir);
		json_put_u64(o, "width", m->width);
		json_put_bool(o, "usable", m->usable);
		json_put_text(o, "needs",
			      strcmp(m->needs, "-") ? m->needs : NULL);
		json_put_text(o, m->usable ? "what" : "why", m->note);
		json_append(list, o);
	}
	json_put(doc, "methods", list);
	return doc;
}
