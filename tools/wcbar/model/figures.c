// SPDX-License-Identifier: GPL-2.0
/*
 * Requests as figures, for every form in which they are printed.
 */
#include <math.h>

#include "mem.h"
#include "model/report.h"
#include "output/units.h"

/* In thousandths; what does not fit, of absurd costs, is the most there is */
static u64 milli(double v)
{
	return v * 1000 < 9e18 ? (u64)llround(v * 1000) : U64_MAX;
}

/**
 * text_ns - a time with its unit
 * @ns: nanoseconds
 * @buf: where to
 *
 * Return: @buf.
 */
const char *text_ns(double ns, char buf[32])
{
	return text_time(milli(ns), buf);
}

/**
 * map_figures - figures of requests
 * @m: the model
 * @map: where they went to
 * @r: the requests
 * @f: the figures
 */
void map_figures(const struct model *m, enum model_map map,
		 const struct requests *r, struct map_figures *f)
{
	memset(f, 0, sizeof(*f));
	predict(&m->costs, &m->pcie, map, r, &f->prediction);
	if (!r->nr)
		return;
	f->per_request = (double)r->bytes / (double)r->nr;
	f->combining = f->per_request / m->wc.line;
	f->efficiency = (double)r->bytes / (double)r->wire.bytes;
	if (f->prediction.ns > 0)
		f->gbps = (double)r->bytes / f->prediction.ns;
}

/**
 * section_name - what a section is called
 * @s: the section
 * @buf: where to
 */
void section_name(const struct section *s, char buf[EVENT_LABEL])
{
	if (s->label[0])
		snprintf(buf, EVENT_LABEL, "%s", s->label);
	else if (s->mark == NO_MARK)
		snprintf(buf, EVENT_LABEL, "before any mark");
	else
		snprintf(buf, EVENT_LABEL, "mark %u", s->mark);
	text_tame(buf);
}

/**
 * section_ratio - how much longer uncached takes than combined
 * @m: the model
 * @maps: the memory types that were applied
 * @s: the section
 * @slow: the uncached one
 *
 * Return: the ratio of the times, or 0 where there are not both, or where the
 * CPU's part of one of them is not known.
 */
double section_ratio(const struct model *m, u32 maps, const struct section *s,
		     enum model_map *slow)
{
	struct map_figures wc, other;

	*slow = maps & BIT(MODEL_UC) ? MODEL_UC : MODEL_UC_MINUS;
	if (!(maps & BIT(MODEL_WC)) || !(maps & BIT(*slow)))
		return 0;
	map_figures(m, MODEL_WC, &s->requests[MODEL_WC], &wc);
	map_figures(m, *slow, &s->requests[*slow], &other);
	if (wc.prediction.cpu_ns <= 0 || other.prediction.cpu_ns <= 0)
		return 0;
	return other.prediction.ns / wc.prediction.ns;
}

static void describe_costs(const struct model *m, FILE *f)
{
	const struct costs *c = &m->costs;

	if (!m->costs_from) {
		fputs("CPU cost of a request: not known (--cpu-ns-uc, --cpu-ns-wc or --cpu-class), so that times are the link's alone\n",
		      f);
		return;
	}
	fputs("CPU cost of a request:", f);
	if (c->uc_ns > 0)
		fprintf(f, " uncached %g ns,", c->uc_ns);
	if (c->wc_ns > 0)
		fprintf(f, " full line %g ns,", c->wc_ns);
	if (c->partial_ns > 0)
		fprintf(f, " partial %g ns,", c->partial_ns);
	fprintf(f, " %s\n", m->costs_from);
}

static void describe_link(const struct model *m, FILE *f)
{
	static const char *const headers[] = {
		[PCIE_HEADER_AUTO] = "header by the address",
		[PCIE_HEADER_3DW] = "header of 3 double words",
		[PCIE_HEADER_4DW] = "header of 4 double words",
	};
	char *link = pcie_link_name(&m->pcie.link);

	fprintf(f, "link: %s (%s), %s, payload of at most %u bytes\n", link,
		m->link_from, headers[m->pcie.header], m->pcie.mps);
	free(link);
}

/**
 * model_describe - what was applied, in three lines
 * @m: the model, for each of @nr links
 * @nr: how many; each has a line of its own
 * @maps: the memory types that were
 * @f: where to
 */
void model_describe(const struct model *m, u32 nr, u32 maps, FILE *f)
{
	const struct wc_params *wc = &m->wc;
	char text[32];
	u32 i;

	if (maps & BIT(MODEL_WC)) {
		fprintf(f, "buffers: %u of %u bytes (%s), partial lines leave as %s, %s first, interrupts %s them",
			wc->buffers, wc->line, m->buffers_from,
			wc->merge == WC_MERGE_QWORD ? "8-byte pieces" :
						      "contiguous runs",
			wc->policy == WC_LRU ? "least recently stored" :
					       "oldest",
			wc->interrupts ? "empty" : "do not empty");
		if (wc->age && wc->age_ps)
			fprintf(f, ", after %s",
				text_ns((double)wc->age / 1000, text));
		else if (wc->age)
			fprintf(f, ", after %llu stores", wc->age);
		if (wc->no_fences)
			fputs(", fences do not", f);
		if (wc->stay)
			fputs(", a full one stays", f);
		fputc('\n', f);
	}
	for (i = 0; i < nr; i++)
		describe_link(&m[i], f);
	describe_costs(m, f);
}

/**
 * json_put_number - set a member to a number with three decimals
 * @o: the object
 * @key: the member
 * @v: the number, 0 or more
 */
void json_put_number(struct json_object *o, const char *key, double v)
{
	json_put_milli(o, key, milli(v));
}

static void put_cost(struct json_object *o, const char *key, double ns)
{
	if (ns > 0)
		json_put_number(o, key, ns);
	else
		json_put(o, key, NULL);
}

/**
 * model_json - what was applied, as JSON
 * @m: the model
 *
 * Return: an object.
 */
struct json_object *model_json(const struct model *m)
{
	static const char *const headers[] = {
		[PCIE_HEADER_AUTO] = "auto",
		[PCIE_HEADER_3DW] = "3",
		[PCIE_HEADER_4DW] = "4",
	};
	struct json_object *o = json_object_new_object();
	const struct wc_params *wc = &m->wc;
	char *link = pcie_link_name(&m->pcie.link);

	json_put_u64(o, "buffers", wc->buffers);
	json_put_text(o, "buffers_from", m->buffers_from);
	json_put_u64(o, "line", wc->line);
	json_put_text(o, "merge", wc->merge == WC_MERGE_QWORD ? "qword" :
							       "contiguous");
	json_put_text(o, "policy", wc->policy == WC_LRU ? "lru" : "oldest");
	json_put_bool(o, "evict_interrupt", wc->interrupts);
	json_put_bool(o, "evict_fence", !wc->no_fences);
	json_put_bool(o, "full_stays", wc->stay);
	json_put_u64(o, "age_stores", wc->age_ps ? 0 : wc->age);
	json_put_u64(o, "age_ns", wc->age_ps ? wc->age / 1000 : 0);
	json_put_text(o, "link", link);
	json_put_text(o, "link_from", m->link_from);
	json_put_text(o, "header", headers[m->pcie.header]);
	json_put_u64(o, "mps", m->pcie.mps);
	put_cost(o, "cpu_ns_uc", m->costs.uc_ns);
	put_cost(o, "cpu_ns_wc", m->costs.wc_ns);
	put_cost(o, "cpu_ns_partial", m->costs.partial_ns);
	json_put_text(o, "costs_from", m->costs_from);
	free(link);
	return o;
}

/**
 * sizes_json - sizes, as JSON
 * @s: the sizes
 *
 * Return: an array.
 */
struct json_object *sizes_json(const struct sizes *s)
{
	struct json_object *list = json_object_new_array();
	u32 i;

	for (i = 0; i < s->nr; i++) {
		struct json_object *o = json_object_new_object();

		json_put_u64(o, "bytes", s->list[i].size);
		json_put_u64(o, "count", s->list[i].n);
		json_append(list, o);
	}
	return list;
}

static struct json_object *causes_json(const struct requests *r)
{
	struct json_object *o = json_object_new_object();
	u32 i;

	for (i = 0; i < WC_CAUSES; i++) {
		if (r->lines[i])
			json_put_u64(o, wc_cause_name(i), r->lines[i]);
	}
	return o;
}

/**
 * requests_json - requests, as JSON
 * @m: the model
 * @map: where they went to
 * @r: the requests
 *
 * Return: an object.
 */
struct json_object *requests_json(const struct model *m, enum model_map map,
				  const struct requests *r)
{
	struct json_object *o = json_object_new_object();
	struct map_figures f;

	map_figures(m, map, r, &f);
	json_put_text(o, "map", model_map_name(map));
	json_put_u64(o, "requests", r->nr);
	json_put_u64(o, "bytes", r->bytes);
	json_put(o, "by_size", sizes_json(&r->sizes));
	json_put_number(o, "bytes_per_request", f.per_request);
	json_put_number(o, "combining", f.combining);
	json_put_u64(o, "packets", r->wire.tlps);
	json_put_u64(o, "wire_bytes", r->wire.bytes);
	json_put_number(o, "efficiency", f.efficiency);
	if (map == MODEL_WC) {
		json_put_u64(o, "partial_lines", r->partial);
		json_put_u64(o, "left_lines", r->lines[WC_LEFT]);
		json_put(o, "lines_by_cause", causes_json(r));
	}
	put_cost(o, "cpu_ns", f.prediction.cpu_ns);
	json_put_number(o, "link_ns", f.prediction.link_ns);
	json_put_number(o, "predicted_ns", f.prediction.ns);
	json_put_text(o, "bound", prediction_bound(&f.prediction));
	json_put_number(o, "gbps", f.gbps);
	return o;
}
