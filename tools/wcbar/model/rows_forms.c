// SPDX-License-Identifier: GPL-2.0
/*
 * Copies that nobody made, in every form.
 */
#include <math.h>

#include "mem.h"
#include "model/report.h"
#include "model/roof.h"
#include "model/rows.h"
#include "output/csv.h"
#include "output/plot.h"
#include "output/table.h"
#include "output/units.h"

static bool shown(const struct model_rows *r, const struct model_row *row,
		  enum model_map map)
{
	return (r->maps & BIT(map)) && model_takes(row->method, map);
}

static bool any_offset(const struct model_rows *r)
{
	u32 i;

	for (i = 0; i < r->nr; i++) {
		if (r->list[i].offset)
			return true;
	}
	return false;
}

static void text_row(struct table *t, const struct model_rows *r,
		     const struct model_row *row, enum model_map map,
		     bool offsets)
{
	const struct requests *q = &row->section.requests[map];
	char size[TEXT_QUANTITY], text[32], *sizes, *link;
	struct map_figures f;

	map_figures(row->model, map, q, &f);
	table_cell(t, "%s", row->method->name);
	table_cell(t, "%s", model_map_name(map));
	if (r->nr_models > 1) {
		link = pcie_link_name(&row->model->pcie.link);
		table_cell(t, "%s", link);
		free(link);
	}
	table_cell(t, "%s", text_size(row->size, size));
	if (offsets)
		table_cell(t, "%llu", row->offset);
	sizes = sizes_text(&row->section.widths);
	table_cell(t, "%s", sizes);
	free(sizes);
	sizes = sizes_text(&q->sizes);
	table_cell(t, "%s", sizes);
	free(sizes);
	if (!r->fenced)
		table_cell(t, "%llu", q->lines[WC_LEFT]);
	table_cell(t, "%.1f %%", 100 * f.efficiency);
	table_cell(t, "%s", text_ns(f.prediction.link_ns, text));
	table_cell(t, "%s", f.prediction.cpu_ns > 0 ?
		   text_ns(f.prediction.cpu_ns, text) : "-");
	table_cell(t, "%s", text_ns(f.prediction.ns, text));
	table_cell(t, "%s", prediction_bound(&f.prediction));
	table_cell(t, "%.3f", f.gbps);
}

static void print_rows(const struct model_rows *r, FILE *f)
{
	const char *headings[TABLE_MAX_COLUMNS];
	bool offsets = any_offset(r);
	unsigned int nr = 0;
	struct table t;
	u32 i, map;

	headings[nr++] = "METHOD";
	headings[nr++] = "MAP";
	if (r->nr_models > 1)
		headings[nr++] = "OVER";
	headings[nr++] = ">SIZE";
	if (offsets)
		headings[nr++] = ">OFFSET";
	headings[nr++] = "STORES";
	headings[nr++] = "REQUESTS";
	if (!r->fenced)
		headings[nr++] = ">LEFT";
	headings[nr++] = ">PAYLOAD";
	headings[nr++] = ">LINK";
	headings[nr++] = ">CPU";
	headings[nr++] = ">PREDICTED";
	headings[nr++] = "BOUND BY";
	headings[nr++] = ">GB/s";
	table_init(&t, 0, headings, nr);
	for (i = 0; i < r->nr; i++) {
		for (map = 0; map < MODEL_MAPS; map++) {
			if (shown(r, &r->list[i], map))
				text_row(&t, r, &r->list[i], map, offsets);
		}
	}
	table_print(&t, f);
	table_free(&t);
}

/* For each method at its largest size, how much longer uncached takes */
static void print_ratios(const struct model_rows *r, FILE *f)
{
	char a[32], b[32], size[TEXT_QUANTITY];
	u32 i, links = r->nr_models;
	struct map_figures wc, other;
	enum model_map slow;
	double ratio;
	char *link;

	for (i = 0; i < r->nr; i++) {
		const struct model_row *row = &r->list[i];

		if (i + links < r->nr && row[links].method == row->method)
			continue;
		ratio = section_ratio(row->model, r->maps, &row->section,
				      &slow);
		if (ratio <= 0)
			continue;
		map_figures(row->model, MODEL_WC,
			    &row->section.requests[MODEL_WC], &wc);
		map_figures(row->model, slow, &row->section.requests[slow],
			    &other);
		fprintf(f, "%s, %s", row->method->name,
			text_bytes(row->size, size));
		if (links > 1) {
			link = pcie_link_name(&row->model->pcie.link);
			fprintf(f, ", %s", link);
			free(link);
		}
		fprintf(f, ": %s against %s, %.1f times as long without write combining\n",
			text_ns(wc.prediction.ns, a),
			text_ns(other.prediction.ns, b), ratio);
	}
}

static void print_text(const void *what, FILE *f)
{
	const struct model_rows *r = what;
	char *roof;
	u32 i;

	print_rows(r, f);
	fputc('\n', f);
	print_ratios(r, f);
	for (i = 0; i < r->nr_models; i++) {
		roof = roof_sentence(&r->models[i].pcie, NULL, 0);
		fprintf(f, "%s.\n", roof);
		free(roof);
	}
	model_describe(r->models, r->nr_models, r->maps, f);
}

/* What is not the same for all links stands in the rows alone */
static struct json_object *models_json(const struct model_rows *r)
{
	struct json_object *o = model_json(r->models);

	if (r->nr_models > 1) {
		json_put(o, "link", NULL);
		json_put(o, "link_from", NULL);
		json_put(o, "header", NULL);
	}
	return o;
}

static void put_link(struct json_object *o, const struct model_row *row)
{
	char *link = pcie_link_name(&row->model->pcie.link);

	json_put_text(o, "link", link);
	free(link);
}

static void print_json(const void *what, FILE *f)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *list = json_object_new_array();
	const struct model_rows *r = what;
	u32 i, map;

	json_put_text(doc, "schema", "wcbar-model/1");
	json_put(doc, "model", models_json(r));
	json_put_bool(doc, "fenced", r->fenced);
	for (i = 0; i < r->nr; i++) {
		const struct model_row *row = &r->list[i];

		for (map = 0; map < MODEL_MAPS; map++) {
			struct json_object *o;

			if (!shown(r, row, map))
				continue;
			o = requests_json(row->model, map,
					  &row->section.requests[map]);
			json_put_text(o, "method", row->method->name);
			json_put_u64(o, "size", row->size);
			json_put_u64(o, "offset", row->offset);
			put_link(o, row);
			json_put_u64(o, "stores", row->section.stores);
			json_put(o, "by_width",
				 sizes_json(&row->section.widths));
			json_append(list, o);
		}
	}
	json_put(doc, "rows", list);
	json_print(doc, f);
	json_object_put(doc);
}

static void print_csv(const void *what, FILE *f)
{
	static const char *const names[] = {
		"method", "map", "size", "offset", "stores", "requests",
		"partial_lines", "left_lines", "wire_bytes", "cpu_ns",
		"link_ns", "predicted_ns", "gbps", "link",
	};
	const struct model_rows *r = what;
	u32 i, map;
	char *link;

	csv_columns(names, ARRAY_SIZE(names), f);
	for (i = 0; i < r->nr; i++) {
		const struct model_row *row = &r->list[i];

		for (map = 0; map < MODEL_MAPS; map++) {
			const struct requests *q =
				&row->section.requests[map];
			struct map_figures n;

			if (!shown(r, row, map))
				continue;
			map_figures(row->model, map, q, &n);
			link = pcie_link_name(&row->model->pcie.link);
			fprintf(f, "%s,%s,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%.3f,%.3f,%.3f,%.3f,%s\n",
				row->method->name, model_map_name(map),
				row->size, row->offset, row->section.stores,
				q->nr, q->partial, q->lines[WC_LEFT],
				q->wire.bytes, n.prediction.cpu_ns,
				n.prediction.link_ns, n.prediction.ns, n.gbps,
				link);
			free(link);
		}
	}
}

/* Of the same line in the picture? */
static bool same_line(const struct model_row *a, const struct model_row *b)
{
	return a->method == b->method && a->offset == b->offset &&
	       a->model == b->model;
}

static void plot_line(const struct model_rows *r, u32 first, enum model_map map,
		      FILE *f)
{
	const struct model_row *row = &r->list[first];
	struct map_figures n;
	u32 i;

	fprintf(f, "$line%u_%u << END\n", first, map);
	for (i = first; i < r->nr; i++) {
		if (!same_line(&r->list[i], row))
			continue;
		map_figures(row->model, map,
			    &r->list[i].section.requests[map], &n);
		if (n.gbps > 0)
			fprintf(f, "%llu %.6g\n", r->list[i].size, n.gbps);
	}
	fputs("END\n", f);
}

/* The first row of its line? */
static bool begins_line(const struct model_rows *r, u32 i)
{
	u32 k;

	for (k = 0; k < i; k++) {
		if (same_line(&r->list[k], &r->list[i]))
			return false;
	}
	return true;
}

static size_t count_lines(const struct model_rows *r)
{
	size_t n = 0;
	u32 i, map;

	for (i = 0; i < r->nr; i++) {
		for (map = 0; map < MODEL_MAPS; map++)
			n += begins_line(r, i) && shown(r, &r->list[i], map);
	}
	return n;
}

static void title_link(const struct model_rows *r, const struct model *m,
		       FILE *f)
{
	char *link;

	if (r->nr_models < 2)
		return;
	link = pcie_link_name(&m->pcie.link);
	fprintf(f, ", %s", link);
	free(link);
}

static void plot_lines(const struct model_rows *r, FILE *f)
{
	u32 i, map, colour = 0, n = 0;

	for (i = 0; i < r->nr; i++) {
		for (map = 0; map < MODEL_MAPS; map++) {
			if (begins_line(r, i) && shown(r, &r->list[i], map))
				plot_line(r, i, map, f);
		}
	}
	fputs("plot", f);
	for (i = 0; i < r->nr; i++) {
		if (!begins_line(r, i))
			continue;
		for (map = 0; map < MODEL_MAPS; map++) {
			if (!shown(r, &r->list[i], map))
				continue;
			fprintf(f, "%s $line%u_%u with linespoints lw 2 ps 0.6 dt %d lc rgb \"%s\" title \"%s %s",
				n++ ? "," : "", i, map,
				map == MODEL_WC ? 1 : 2, plot_colour(colour),
				r->list[i].method->name, model_map_name(map));
			if (r->list[i].offset)
				fprintf(f, " +%llu", r->list[i].offset);
			title_link(r, r->list[i].model, f);
			fputs("\" noenhanced", f);
		}
		colour++;
	}
	for (i = 0; i < r->nr_models; i++) {
		fprintf(f, ", %g with lines lw 2 dt %u lc rgb \"#606060\" title \"ceiling of 64-byte packets",
			roof_gbps(&r->models[i].pcie, WC_LINE), i + 1);
		title_link(r, &r->models[i], f);
		fputc('"', f);
	}
	fputc('\n', f);
}

static char *plot_script(const void *what)
{
	const struct model_rows *r = what;
	char *text = NULL;
	size_t len;
	FILE *f;

	if (!r->nr)
		return NULL;
	f = open_memstream(&text, &len);
	if (!f)
		return NULL;
	plot_begin(count_lines(r) + r->nr_models, f);
	fputs("set title \"Predicted, as the model of write combining has it\"\n"
	      "set logscale x 2\nset logscale y 10\nset format y \"%g\"\n"
	      "set format x \"%.0b %B\"\n"
	      "set xlabel \"bytes of one copy\"\nset ylabel \"GB/s\"\n"
	      "set grid lc rgb \"#d8d8d8\"\n", f);
	plot_lines(r, f);
	fclose(f);
	return text;
}

const struct output_forms model_rows_forms = {
	.text = print_text,
	.json = print_json,
	.csv = print_csv,
	.script = plot_script,
};
