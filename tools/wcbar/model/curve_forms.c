// SPDX-License-Identifier: GPL-2.0
/*
 * The curve of lines filled in turn, foretold and measured, in every form.
 */
#include "mem.h"
#include "model/curve.h"
#include "model/report.h"
#include "output/csv.h"
#include "output/plot.h"
#include "output/table.h"

/* What was measured of so many lines, GB/s; 0 for nothing */
static double measured(const struct curve *c, u32 lines)
{
	const struct buffers_file *b = &c->o->file;
	u32 i;

	for (i = 0; i < b->nr; i++) {
		if (b->curve[i].lines == lines)
			return b->curve[i].gbps;
	}
	return 0;
}

static void cell(struct table *t, double gbps)
{
	if (gbps > 0)
		table_cell(t, "%.3f", gbps);
	else
		table_cell(t, "-");
}

/* Lines that are told apart: what they need changes, or was measured */
static bool listed(const struct curve *c, u32 k)
{
	if (c->o->has_file)
		return measured(c, k + 1) > 0;
	return !k || k == CURVE_LINES - 1 ||
	       c->point[k].requests != c->point[k - 1].requests ||
	       c->point[k].requests != c->point[k + 1].requests;
}

static bool circular(const struct curve *c)
{
	const struct buffers_file *b = &c->o->file;

	return !c->o->has_buffers && !b->published;
}

static void print_verdict(const struct curve *c, FILE *f)
{
	const struct buffers_file *b = &c->o->file;
	u32 n = c->collapse;

	fprintf(f, "\nForetold for %u buffers (%s): ", c->o->model.wc.buffers,
		c->o->model.buffers_from);
	if (n)
		fprintf(f, "up to %u lines each leaves full, from %u on in %.3g partial writes: throughput collapses between %u and %u.\n",
			n, n + 1, (double)c->point[n].requests / 1000, n,
			n + 1);
	else
		fprintf(f, "with up to %u lines each leaves full: throughput does not collapse.\n",
			CURVE_LINES);
	if (!c->o->has_file)
		return;
	fprintf(f, "Measured on %s: ", b->cpu);
	if (!b->collapse) {
		fputs("no collapse at one number of lines.\n", f);
		return;
	}
	fprintf(f, "it collapses between %u and %u: %s.\n", b->collapse,
		b->collapse + 1,
		b->collapse == n ? "as foretold" : "not as foretold");
	if (circular(c))
		fputs("The number of buffers was taken from this same curve, so that the place proves nothing; --buffers N gives another one.\n",
		      f);
}

static void print_text(const void *what, FILE *f)
{
	const struct curve *c = what;
	struct table t;
	u32 k;

	fputs("Lines filled in turn, 16 bytes at a time, by the model and measured\n\n",
	      f);
	table_init(&t, 2, (const char *const[]){
		">LINES", ">FULL", ">REQUESTS A LINE", ">MODEL GB/s",
		">MEASURED GB/s" }, 5);
	for (k = 0; k < CURVE_LINES; k++) {
		if (!listed(c, k))
			continue;
		table_cell(&t, "%u", k + 1);
		table_cell(&t, "%.1f %%", (double)c->point[k].whole / 10);
		table_cell(&t, "%.2f", (double)c->point[k].requests / 1000);
		cell(&t, c->point[k].gbps);
		cell(&t, measured(c, k + 1));
	}
	table_print(&t, f);
	table_free(&t);
	print_verdict(c, f);
	if (c->full_ns > 0)
		fprintf(f, "Costs: a full line %.2f ns, a partial write %.2f ns, %s.\n",
			c->full_ns, c->partial_ns, c->costs_from);
	else
		fputs("Costs: not known (--buffers-json, or --cpu-ns-wc and --cpu-ns-partial).\n",
		      f);
}

static void print_json(const void *what, FILE *f)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *list = json_object_new_array();
	const struct curve *c = what;
	double v;
	u32 k;

	json_put_text(doc, "schema", "wcbar-model/1");
	json_put(doc, "model", model_json(&c->o->model));
	if (c->collapse)
		json_put_u64(doc, "collapse_after", c->collapse);
	else
		json_put(doc, "collapse_after", NULL);
	if (c->o->has_file && c->o->file.collapse) {
		json_put_u64(doc, "measured_collapse_after",
			     c->o->file.collapse);
		json_put_bool(doc, "agrees",
			      c->o->file.collapse == c->collapse);
	} else {
		json_put(doc, "measured_collapse_after", NULL);
		json_put(doc, "agrees", NULL);
	}
	json_put_bool(doc, "circular", c->o->has_file && circular(c));
	json_put_number(doc, "full_ns", c->full_ns);
	json_put_number(doc, "partial_ns", c->partial_ns);
	for (k = 0; k < CURVE_LINES; k++) {
		struct json_object *o = json_object_new_object();

		json_put_u64(o, "lines", k + 1);
		json_put_milli(o, "whole", c->point[k].whole);
		json_put_milli(o, "requests", c->point[k].requests);
		json_put_number(o, "gbps", c->point[k].gbps);
		v = measured(c, k + 1);
		if (v > 0)
			json_put_number(o, "measured_gbps", v);
		else
			json_put(o, "measured_gbps", NULL);
		json_append(list, o);
	}
	json_put(doc, "curve", list);
	json_print(doc, f);
	json_object_put(doc);
}

static void print_csv(const void *what, FILE *f)
{
	static const char *const names[] = {
		"lines", "whole", "requests", "gbps", "measured_gbps",
	};
	const struct curve *c = what;
	u32 k;

	csv_columns(names, ARRAY_SIZE(names), f);
	for (k = 0; k < CURVE_LINES; k++)
		fprintf(f, "%u,%.3f,%.3f,%.3f,%.3f\n", k + 1,
			(double)c->point[k].whole / 1000,
			(double)c->point[k].requests / 1000, c->point[k].gbps,
			measured(c, k + 1));
}

/* Without costs, requests for a line instead of GB/s */
static char *plot_script(const void *what)
{
	const struct curve *c = what;
	const struct buffers_file *b = &c->o->file;
	bool gbps = c->full_ns > 0;
	char *text = NULL;
	size_t len;
	FILE *f;
	u32 k;

	f = open_memstream(&text, &len);
	if (!f)
		return NULL;
	fputs("set terminal svg size 900,480 font \"sans-serif,14\" background \"white\"\n"
	      "set encoding utf8\nset border 3\nset tics nomirror\n"
	      "set xlabel \"lines filled in turn, 16 bytes at a time\"\n"
	      "set grid lc rgb \"#d8d8d8\"\nset xrange [0:41]\nset xtics 4\n"
	      "set title \"Lines filled in turn: the model for ", f);
	fprintf(f, "%u buffers", c->o->model.wc.buffers);
	if (b->nr) {
		fputs(", and ", f);
		plot_quoted(b->cpu, false, f);
	}
	fputs("\" noenhanced\n", f);
	if (gbps)
		fputs("set logscale y 10\nset format y \"%g\"\nset ylabel \"GB/s\"\n",
		      f);
	else
		fputs("set ylabel \"requests for a line\"\nset yrange [0:*]\n",
		      f);
	if (c->collapse)
		fprintf(f, "set arrow from %u.5, graph 0 to %u.5, graph 1 nohead dt 2 lc rgb \"#606060\"\n",
			c->collapse, c->collapse);
	fputs("$model << END\n", f);
	for (k = 0; k < CURVE_LINES; k++)
		fprintf(f, "%u %.4f\n", k + 1,
			gbps ? c->point[k].gbps :
			       (double)c->point[k].requests / 1000);
	fputs("END\n$measured << END\n", f);
	for (k = 0; k < b->nr; k++)
		fprintf(f, "%u %.4f\n", b->curve[k].lines, b->curve[k].gbps);
	fprintf(f, "END\nplot $model with lines lw 3 lc rgb \"%s\" title \"model\"",
		plot_colour(1));
	if (b->nr)
		fprintf(f, ", $measured with linespoints lw 2 pt 7 ps 0.6 lc rgb \"%s\" title \"measured\"",
			plot_colour(0));
	fputc('\n', f);
	fclose(f);
	return text;
}

const struct output_forms curve_forms = {
	.text = print_text,
	.json = print_json,
	.csv = print_csv,
	.script = plot_script,
};
