/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace, analysed, in every form.
 */
#ifndef WCBAR_TOOL_MODEL_REPORT_H
#define WCBAR_TOOL_MODEL_REPORT_H

#include "model/analysis.h"
#include "model/tracefile.h"
#include "output/jsonout.h"
#include "output/outputs.h"

/**
 * struct trace_report - a trace, analysed
 * @t: the trace
 * @a: what came out
 * @top: places that are listed
 */
struct trace_report {
	const struct tracefile *t;
	const struct analysis *a;
	u32 top;
};

/**
 * struct map_figures - what is printed of requests
 * @prediction: how long they take
 * @per_request: bytes of a request, the mean
 * @combining: that against a line, 0 to 1
 * @efficiency: bytes that are written against bytes on the wire, 0 to 1
 * @gbps: GB/s by the prediction, 0 for none
 */
struct map_figures {
	struct prediction prediction;
	double per_request;
	double combining;
	double efficiency;
	double gbps;
};

extern const struct output_forms trace_forms;

void map_figures(const struct model *m, enum model_map map,
		 const struct requests *r, struct map_figures *f);
void section_name(const struct section *s, char buf[EVENT_LABEL]);
double section_ratio(const struct model *m, u32 maps, const struct section *s,
		     enum model_map *slow);
void model_describe(const struct model *m, u32 nr, u32 maps, FILE *f);
struct json_object *model_json(const struct model *m);
struct json_object *requests_json(const struct model *m, enum model_map map,
				  const struct requests *r);
struct json_object *sizes_json(const struct sizes *s);
void json_put_number(struct json_object *o, const char *key, double v);
const char *text_ns(double ns, char buf[32]);

u32 trace_maps(const struct analysis *a, enum model_map maps[MODEL_MAPS]);
void trace_print_maps(const struct trace_report *r, FILE *f);
void trace_print_text(const struct trace_report *r, FILE *f);
void trace_print_json(const struct trace_report *r, FILE *f);

#endif /* WCBAR_TOOL_MODEL_REPORT_H */
