// SPDX-License-Identifier: GPL-2.0
/*
 * A trace, analysed, as comma-separated values and as a picture.
 */
#include "mem.h"
#include "model/report.h"
#include "output/csv.h"
#include "output/plot.h"
#include "output/units.h"

static void csv_rows(const struct trace_report *r, const char *name,
		     const struct section *s, FILE *f)
{
	u32 i, k;

	for (i = 0; i < MODEL_MAPS; i++) {
		const struct requests *q = &s->requests[i];
		struct map_figures n;

		if (!(r->a->maps & BIT(i)))
			continue;
		map_figures(r->a->model, i, q, &n);
		csv_text(name, f);
		fprintf(f, ",%s,%llu,%llu,%llu,%llu,%llu,%llu,%.3f,%.3f,%.3f,",
			model_map_name(i), s->stores, s->bytes, q->nr,
			q->wire.bytes, q->partial, q->lines[WC_LEFT],
			n.prediction.cpu_ns, n.prediction.link_ns,
			n.prediction.ns);
		for (k = 0; k < q->sizes.nr; k++)
			fprintf(f, "%s%ux%llu", k ? " " : "",
				q->sizes.list[k].size, q->sizes.list[k].n);
		fputc('\n', f);
	}
}

/* Sizes and how often in one field: "8x12 64x100" */
static void print_csv(const void *what, FILE *f)
{
	static const char *const names[] = {
		"section", "map", "stores", "bytes", "requests", "wire_bytes",
		"partial_lines", "left_lines", "cpu_ns", "link_ns",
		"predicted_ns", "by_size",
	};
	const struct trace_report *r = what;
	char name[EVENT_LABEL];
	u32 i;

	csv_columns(names, ARRAY_SIZE(names), f);
	for (i = 0; r->a->marks && i < r->a->nr; i++) {
		section_name(&r->a->sections[i], name);
		csv_rows(r, name, &r->a->sections[i], f);
	}
	csv_rows(r, "total", &r->a->total, f);
}

static void put_sizes(const struct trace_report *r, FILE *f)
{
	const struct section *s = &r->a->total;
	struct sizes all = { .nr = 0 };
	u32 i, k, n = 0;

	for (i = 0; i < MODEL_MAPS; i++) {
		for (k = 0; k < s->requests[i].sizes.nr; k++)
			sizes_add(&all, s->requests[i].sizes.list[k].size,
				  s->requests[i].sizes.list[k].n);
	}
	sizes_keep(&all, SIZES_LISTED);
	fputs("$sizes << END\n", f);
	for (k = 0; k < all.nr; k++) {
		fprintf(f, "%u", all.list[k].size);
		for (i = 0; i < MODEL_MAPS; i++) {
			if (r->a->maps & BIT(i))
				fprintf(f, " %llu",
					sizes_get(&s->requests[i].sizes,
						  all.list[k].size));
		}
		fputc('\n', f);
	}
	fputs("END\nplot", f);
	for (i = 0; i < MODEL_MAPS; i++) {
		if (!(r->a->maps & BIT(i)))
			continue;
		fprintf(f, "%s $sizes using %u:xtic(1) with histograms lc rgb \"%s\" title \"%s\"",
			n ? "," : "", n + 2, plot_colour(n),
			model_map_name(i));
		n++;
	}
	fputc('\n', f);
}

static void put_gaps(const struct gaps *g, FILE *f)
{
	char text[TEXT_QUANTITY];
	u64 from, to;
	u32 i;

	fputs("$gaps << END\n", f);
	for (i = 0; i < GAPS_CLASSES; i++) {
		gaps_class(i, &from, &to);
		if (g->classes[i])
			fprintf(f, "\"%s\" %llu\n", text_time(from, text),
				g->classes[i]);
	}
	fprintf(f, "END\nset title \"Gaps from one to the next\"\n"
		"set xlabel \"from\"\nset xtics rotate by -35\n"
		"plot $gaps using 2:xtic(1) with histograms lc rgb \"%s\" notitle\n",
		plot_colour(2));
}

static char *plot_script(const void *what)
{
	const struct trace_report *r = what;
	bool gaps = r->t->format->timed && r->a->gaps.n;
	char *text = NULL;
	size_t len;
	FILE *f;

	if (!r->a->total.stores)
		return NULL;
	f = open_memstream(&text, &len);
	if (!f)
		return NULL;
	fprintf(f, "set terminal svg size 900,%d font \"sans-serif,14\" background \"white\"\n",
		gaps ? 860 : 480);
	fputs("set encoding utf8\nset border 3\nset tics nomirror\n"
	      "set grid ytics lc rgb \"#d8d8d8\"\n"
	      "set style fill solid 0.85\nset style histogram clustered gap 1\n"
	      "set logscale y 10\nset yrange [0.5:*]\nset ylabel \"how many\"\n",
	      f);
	if (gaps)
		fputs("set multiplot layout 2,1\n", f);
	fputs("set xlabel \"bytes of a request\"\n", f);
	fputs("set title \"Requests of ", f);
	plot_quoted(r->t->feed.name, false, f);
	fputs("\" noenhanced\n", f);
	put_sizes(r, f);
	if (gaps)
		put_gaps(&r->a->gaps, f);
	fclose(f);
	return text;
}

static void print_text(const void *what, FILE *f)
{
	trace_print_text(what, f);
}

static void print_json(const void *what, FILE *f)
{
	trace_print_json(what, f);
}

const struct output_forms trace_forms = {
	.text = print_text,
	.json = print_json,
	.csv = print_csv,
	.script = plot_script,
};
