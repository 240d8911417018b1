// SPDX-License-Identifier: GPL-2.0
/*
 * A trace, analysed, for people.
 */
#include "mem.h"
#include "model/report.h"
#include "output/table.h"
#include "output/units.h"

#define BAR		40

static const char full_bar[] = "########################################";

/* What is to be known before the figures are believed */
static void print_notes(const struct trace_report *r, FILE *f)
{
	const struct trace_odd *odd = &r->t->odd;

	if (odd->cut)
		fputs("note: the trace is cut off: what came behind is not in the figures\n",
		      f);
	if (odd->lost)
		fprintf(f, "note: %llu events were lost when it was recorded: the figures are too small\n",
			odd->lost);
	if (odd->unknown)
		fprintf(f, "note: %llu accesses are of instructions that the recorder does not know (%s), and not in the figures\n",
			odd->unknown, odd->sorts);
	if (odd->ignored)
		fprintf(f, "note: %llu lines or records of other things were passed over\n",
			odd->ignored);
	if (odd->backwards)
		fprintf(f, "note: %llu times lie before the one before them\n",
			odd->backwards);
	if (r->a->outside)
		fprintf(f, "note: %llu accesses outside the range were left out\n",
			r->a->outside);
	if (r->t->format->remark)
		fprintf(f, "note: %s\n", r->t->format->remark);
}

static void print_head(const struct trace_report *r, FILE *f)
{
	const struct section *s = &r->a->total;
	bool requests = r->t->format->requests;
	char bytes[TEXT_QUANTITY], *widths = sizes_text(&s->widths);

	fprintf(f, "%s: %s\n", r->t->feed.name, r->t->format->title);
	if (r->t->end)
		fprintf(f, "recorded range: 0x%llx-0x%llx\n", r->t->base,
			r->t->end - 1);
	fprintf(f, "%llu %s, %s: %s", s->stores,
		requests ? "requests" : "stores",
		text_bytes(s->bytes, bytes), widths);
	if (s->stores)
		fprintf(f, "; at 0x%llx-0x%llx", r->a->low, r->a->high - 1);
	fprintf(f, "\n%llu loads, %llu events that empty the buffers, %llu interrupts; CPUs: %d\n",
		s->loads, s->events, s->interrupts,
		__builtin_popcountll(r->a->cpus));
	print_notes(r, f);
	free(widths);
}

static void print_gaps(const struct trace_report *r, FILE *f)
{
	const struct gaps *g = &r->a->gaps;
	char a[TEXT_QUANTITY], b[TEXT_QUANTITY], c[TEXT_QUANTITY];
	char d[TEXT_QUANTITY];
	u64 from, to, most = 0;
	struct table t;
	u32 i;

	if (!r->t->format->timed) {
		fputs("\nGaps: none; in an emulated machine time is no time\n", f);
		return;
	}
	if (!g->n)
		return;
	for (i = 0; i < GAPS_CLASSES; i++)
		most = max_t(u64, most, g->classes[i]);
	fprintf(f, "\nFrom the first to the last%s %s; gaps from one to the next: mean %s, %s to %s\n",
		r->a->marks ? " of each section" : "", text_time(g->sum, d),
		text_time(g->sum / g->n, a), text_time(g->min, b),
		text_time(g->max, c));
	table_init(&t, 2, (const char *const[]){ ">GAP", ">COUNT", "" }, 3);
	for (i = 0; i < GAPS_CLASSES; i++) {
		if (!g->classes[i])
			continue;
		gaps_class(i, &from, &to);
		if (to == U64_MAX)
			table_cell(&t, "%s and longer", text_time(from, a));
		else
			table_cell(&t, "%s - %s", text_time(from, a),
				   text_time(to, b));
		table_cell(&t, "%llu", g->classes[i]);
		table_cell(&t, "%.*s", (int)(g->classes[i] * BAR / most),
			   full_bar);
	}
	table_print(&t, f);
	table_free(&t);
}

static void print_sections(const struct trace_report *r, FILE *f)
{
	enum model_map maps[MODEL_MAPS], slow;
	const char *headings[3 + 2 * MODEL_MAPS + 3];
	char names[MODEL_MAPS][2][24], name[EVENT_LABEL], *text;
	u32 i, k, nr = 0, nr_maps = trace_maps(r->a, maps);
	bool wc = r->a->maps & BIT(MODEL_WC);
	struct table t;
	double ratio;

	if (!r->a->marks || !r->a->nr)
		return;
	headings[nr++] = "SECTION";
	headings[nr++] = ">BYTES";
	headings[nr++] = "STORES";
	for (k = 0; k < nr_maps; k++) {
		snprintf(names[k][0], sizeof(names[k][0]), "REQUESTS %s",
			 model_map_name(maps[k]));
		headings[nr++] = names[k][0];
	}
	if (wc) {
		headings[nr++] = ">NOT FULL";
		headings[nr++] = ">LEFT";
	}
	headings[nr++] = ">uc/wc";
	fputc('\n', f);
	table_init(&t, 2, headings, nr);
	for (i = 0; i < r->a->nr; i++) {
		const struct section *s = &r->a->sections[i];

		section_name(s, name);
		table_cell(&t, "%s", name);
		table_cell(&t, "%llu", s->bytes);
		text = sizes_text(&s->widths);
		table_cell(&t, "%s", text);
		free(text);
		for (k = 0; k < nr_maps; k++) {
			text = sizes_text(&s->requests[maps[k]].sizes);
			table_cell(&t, "%s", text);
			free(text);
		}
		if (wc) {
			table_cell(&t, "%llu", s->requests[MODEL_WC].partial);
			table_cell(&t, "%llu",
				   s->requests[MODEL_WC].lines[WC_LEFT]);
		}
		ratio = section_ratio(r->a->model, r->a->maps, s, &slow);
		if (ratio > 0)
			table_cell(&t, "%.1f", ratio);
		else
			table_cell(&t, "-");
	}
	table_print(&t, f);
	table_free(&t);
}

static void print_places(const struct trace_report *r, FILE *f)
{
	const struct places *p = &r->a->apply[MODEL_WC].places;
	struct wc_place *worst = mem_grow(NULL, r->top, sizeof(*worst));
	u32 i, n = places_worst(p, worst, r->top);
	char insn[TRACE_PLACE], by[TRACE_PLACE];
	struct table t;

	if (n) {
		fputs("\nWhere lines leave the buffers before they are full:\n",
		      f);
		table_init(&t, 2, (const char *const[]){
			">LINES", ">REQUESTS", "WHY", "STORED LAST BY",
			"MADE TO LEAVE BY" }, 5);
		for (i = 0; i < n; i++) {
			table_cell(&t, "%llu", worst[i].lines);
			table_cell(&t, "%llu", worst[i].requests);
			table_cell(&t, "%s", wc_cause_name(worst[i].cause));
			table_cell(&t, "%s",
				   trace_place(r->t, worst[i].insn, insn));
			table_cell(&t, "%s", worst[i].by ?
				   trace_place(r->t, worst[i].by, by) : "-");
		}
		table_print(&t, f);
		table_free(&t);
		if (p->nr > n || p->others)
			fprintf(f, "  and %u more places (--top)\n",
				p->nr - n + (p->others > 0));
	}
	free(worst);
}

static void print_left(const struct trace_report *r, FILE *f)
{
	u64 all = r->a->total.requests[MODEL_WC].lines[WC_LEFT];
	char name[EVENT_LABEL], insn[TRACE_PLACE];
	struct table t;
	u32 i;

	if (!all)
		return;
	fprintf(f, "\nLeft in the buffers, not seen by the card (%s):\n",
		r->t->format->events ? "a store fence is missing" :
				       "the trace does not tell of fences");
	table_init(&t, 2, (const char *const[]){
		"SECTION", ">CPU", "LINE", ">BYTES", ">STORES",
		"STORED LAST BY" }, 6);
	for (i = 0; i < r->a->nr_left && i < r->top; i++) {
		const struct left_line *l = &r->a->left[i];

		name[0] = '\0';
		if (r->a->marks && l->section < r->a->nr)
			section_name(&r->a->sections[l->section], name);
		table_cell(&t, "%s", name[0] ? name : "-");
		table_cell(&t, "%u", l->line.cpu);
		table_cell(&t, "0x%llx", l->line.addr);
		table_cell(&t, "%d", __builtin_popcountll(l->line.mask));
		table_cell(&t, "%u", l->line.stores);
		table_cell(&t, "%s", trace_place(r->t, l->line.last, insn));
	}
	table_print(&t, f);
	table_free(&t);
	if (all > i)
		fprintf(f, "  and %llu more lines\n", all - i);
}

static void print_ratio(const struct trace_report *r, FILE *f)
{
	struct map_figures wc, other;
	char a[32], b[32];
	enum model_map slow;
	double ratio;

	ratio = section_ratio(r->a->model, r->a->maps, &r->a->total, &slow);
	if (ratio <= 0)
		return;
	map_figures(r->a->model, MODEL_WC, &r->a->total.requests[MODEL_WC],
		    &wc);
	map_figures(r->a->model, slow, &r->a->total.requests[slow], &other);
	fprintf(f, "\nWrite-combining takes %s and uncached %s, %.1f times as long.\n",
		text_ns(wc.prediction.ns, a), text_ns(other.prediction.ns, b),
		ratio);
}

/**
 * trace_print_text - print an analysis for people
 * @r: the report
 * @f: where to
 */
void trace_print_text(const struct trace_report *r, FILE *f)
{
	print_head(r, f);
	print_gaps(r, f);
	print_sections(r, f);
	trace_print_maps(r, f);
	if (r->a->maps & BIT(MODEL_WC)) {
		print_places(r, f);
		print_left(r, f);
	}
	print_ratio(r, f);
	fputc('\n', f);
	model_describe(r->a->model, 1, r->a->maps, f);
}
