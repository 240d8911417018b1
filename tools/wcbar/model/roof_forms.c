// SPDX-License-Identifier: GPL-2.0
/*
 * The roof in every form: what link and CPU can carry by the size of requests.
 */
#include "mem.h"
#include "model/report.h"
#include "model/roof.h"
#include "output/csv.h"
#include "output/plot.h"
#include "output/table.h"

/* A store to uncached memory has at most 64 bytes; beyond is for DMA */
static const u32 sizes[] = { 1, 2, 4, 8, 16, 32, 64, 128, 256 };

/* What the CPU can, GB/s; 0 for unknown */
static double cpu_gbps(const struct model *m, u32 bytes, bool wc)
{
	double ns = !wc ? m->costs.uc_ns :
		    bytes == m->wc.line ? m->costs.wc_ns : 0;

	return ns > 0 && bytes <= WC_LINE ? bytes / ns : 0;
}

static void cell(struct table *t, double gbps)
{
	if (gbps > 0)
		table_cell(t, "%.3f", gbps);
	else
		table_cell(t, "-");
}

static void print_text(const void *what, FILE *f)
{
	const struct roof *r = what;
	char *sentence = roof_sentence(&r->model->pcie, r->who, r->measured);
	struct table t;
	u32 i;

	table_init(&t, 0, (const char *const[]){
		">REQUEST", ">LINK GB/s", ">CPU uc GB/s", ">CPU wc GB/s" }, 4);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		if (sizes[i] > r->model->pcie.mps)
			break;
		table_cell(&t, "%u B", sizes[i]);
		cell(&t, roof_gbps(&r->model->pcie, sizes[i]));
		cell(&t, cpu_gbps(r->model, sizes[i], false));
		cell(&t, cpu_gbps(r->model, sizes[i], true));
	}
	table_print(&t, f);
	table_free(&t);
	fprintf(f, "\n%s.\n", sentence);
	if (r->remark)
		fprintf(f, "%s.\n", r->remark);
	model_describe(r->model, 1, 0, f);
	free(sentence);
}

static void print_json(const void *what, FILE *f)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *list = json_object_new_array();
	const struct roof *r = what;
	double roof = roof_gbps(&r->model->pcie, WC_LINE);
	u32 i;

	json_put_text(doc, "schema", "wcbar-model/1");
	json_put(doc, "model", model_json(r->model));
	json_put_number(doc, "ceiling_gbps", roof);
	json_put_u64(doc, "header_dw",
		     r->model->pcie.header == PCIE_HEADER_3DW ? 3 : 4);
	if (r->measured > 0) {
		json_put_number(doc, "measured_gbps", r->measured);
		json_put_text(doc, "measured_by", r->who);
		json_put_number(doc, "share", r->measured / roof);
	} else {
		json_put(doc, "measured_gbps", NULL);
		json_put(doc, "measured_by", NULL);
		json_put(doc, "share", NULL);
	}
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		struct json_object *o;

		if (sizes[i] > r->model->pcie.mps)
			break;
		o = json_object_new_object();
		json_put_u64(o, "bytes", sizes[i]);
		json_put_number(o, "link_gbps",
				roof_gbps(&r->model->pcie, sizes[i]));
		json_append(list, o);
	}
	json_put(doc, "roof", list);
	json_print(doc, f);
	json_object_put(doc);
}

static void print_csv(const void *what, FILE *f)
{
	static const char *const names[] = {
		"bytes", "link_gbps", "cpu_uc_gbps", "cpu_wc_gbps",
	};
	const struct roof *r = what;
	u32 i;

	csv_columns(names, ARRAY_SIZE(names), f);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		if (sizes[i] <= r->model->pcie.mps)
			fprintf(f, "%u,%.3f,%.3f,%.3f\n", sizes[i],
				roof_gbps(&r->model->pcie, sizes[i]),
				cpu_gbps(r->model, sizes[i], false),
				cpu_gbps(r->model, sizes[i], true));
	}
}

static char *plot_script(const void *what)
{
	const struct roof *r = what;
	char *text = NULL, *link = pcie_link_name(&r->model->pcie.link);
	size_t len;
	FILE *f;
	u32 i;

	f = open_memstream(&text, &len);
	if (!f) {
		free(link);
		return NULL;
	}
	plot_begin(3, f);
	fprintf(f, "set title \"What %s carries, by the size of requests\"\n",
		link);
	fputs("set logscale x 2\nset logscale y 10\nset format y \"%g\"\n"
	      "set xlabel \"bytes of a request\"\nset ylabel \"GB/s\"\n"
	      "set grid lc rgb \"#d8d8d8\"\n$roof << END\n", f);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		if (sizes[i] <= r->model->pcie.mps)
			fprintf(f, "%u %.4f %.4f\n", sizes[i],
				roof_gbps(&r->model->pcie, sizes[i]),
				cpu_gbps(r->model, sizes[i], false));
	}
	fprintf(f, "END\nplot $roof using 1:2 with linespoints lw 2 lc rgb \"%s\" title \"link\"",
		plot_colour(0));
	if (r->model->costs.uc_ns > 0)
		fprintf(f, ", $roof using 1:($3 > 0 ? $3 : 1/0) with linespoints lw 2 lc rgb \"%s\" title \"CPU, uncached\"",
			plot_colour(1));
	if (r->measured > 0)
		fprintf(f, ", %g with lines lw 2 lc rgb \"%s\" title \"measured\"",
			r->measured, plot_colour(2));
	fputc('\n', f);
	fclose(f);
	free(link);
	return text;
}

const struct output_forms roof_forms = {
	.text = print_text,
	.json = print_json,
	.csv = print_csv,
	.script = plot_script,
};
