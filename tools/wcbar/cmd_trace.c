// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar trace: from stores, as somebody recorded them, to requests on the link.
 */
#include <getopt.h>

#include "commands.h"
#include "mem.h"
#include "model/options.h"
#include "model/report.h"
#include "optvalue.h"

#define MARKS	256	/* numbers of marks that may have names */

static void usage(FILE *f)
{
	fputs("Usage: wcbar trace FILE [OPTIONS]\n\n"
	      "Shows what stores to a card's aperture become on the link, uncached and\n"
	      "write-combining. FILE (- for standard input) is one of\n"
	      "  plugin      what the plugin in tools/qemu recorded\n"
	      "  mmiotrace   the log of the kernel's mmiotrace\n"
	      "  qemu        QEMU's log of memory_region_ops_write\n"
	      "  csv         time,address,size of requests, as an analyser exports them\n\n"
	      "What is looked at:\n"
	      "      --format NAME    one of these (usual: recognised)\n"
	      "  -m, --map LIST       memory types: wc, uc, uc-; recorded takes what the trace\n"
	      "                       holds for requests (usual: uc,wc; csv: recorded)\n"
	      "      --base ADDRESS   only stores from there on, with --size\n"
	      "  -s, --size N         bytes of that range\n"
	      "      --from-mark ID   only what comes behind this mark\n"
	      "      --to-mark ID     and before this one\n"
	      "      --label LIST     names of marks: 1=store8,2=movnti\n"
	      "      --time-unit U    ps, ns, us, ms or s, of csv (usual: as its header says, or\n"
	      "                       ns)\n"
	      "      --top N          places and lines that are listed (usual: 10)\n\n", f);
	model_options_usage(f);
	fputs("What comes out:\n"
	      "      --json FILE      all of it, schema wcbar-trace/1; - is standard output\n"
	      "      --csv FILE       a line for each section and map\n"
	      "      --plot FILE.svg  requests by size, and gaps; needs gnuplot\n"
	      "  -q, --quiet          no table\n"
	      "  -h, --help           this text\n\n"
	      "Exit status: 0 done, also where the trace is cut off, which is said; 1 a file\n"
	      "could not be read or written; 2 called wrongly, or a line of the trace is not\n"
	      "of its form.\n", f);
}

enum {
	OPT_FORMAT = 256,
	OPT_BASE,
	OPT_FROM_MARK,
	OPT_TO_MARK,
	OPT_LABEL,
	OPT_TIME_UNIT,
	OPT_TOP,
};

static const struct option options[] = {
	{ "format",	required_argument,	NULL, OPT_FORMAT },
	{ "map",	required_argument,	NULL, 'm' },
	{ "base",	required_argument,	NULL, OPT_BASE },
	{ "size",	required_argument,	NULL, 's' },
	{ "from-mark",	required_argument,	NULL, OPT_FROM_MARK },
	{ "to-mark",	required_argument,	NULL, OPT_TO_MARK },
	{ "label",	required_argument,	NULL, OPT_LABEL },
	{ "time-unit",	required_argument,	NULL, OPT_TIME_UNIT },
	{ "top",	required_argument,	NULL, OPT_TOP },
	{ "help",	no_argument,		NULL, 'h' },
	MODELOPTS,
	OUTOPTS_FILES,
	{ }
};

/**
 * struct trace_options - the options of wcbar trace
 * @file: the trace
 * @format: its form, or NULL
 * @maps: memory types, a mask of BIT(enum model_map); 0 for the usual ones
 * @base: first byte of the range
 * @size: its bytes, 0 for all
 * @from: the mark that is begun behind, or NO_MARK
 * @to: the one that is ended before
 * @labels: names of marks, each to be freed
 * @unit: power of ten that makes a time picoseconds, or -1
 * @top: places that are listed
 * @model: the model
 * @out: what comes out
 */
struct trace_options {
	const char *file;
	const struct trace_format *format;
	u32 maps;
	u64 base;
	u64 size;
	u32 from;
	u32 to;
	char *labels[MARKS];
	int unit;
	u32 top;
	struct model_options model;
	struct outopts out;
};

static int take_label(struct trace_options *o, const char *text)
{
	struct text t = text_of(text), name;
	u64 id;

	while (t.len) {
		if (!text_dec(&t, &id) || id >= MARKS || !text_skip(&t, "="))
			return usage_error("trace",
					   "--label takes a list such as 1=store8,2=movnti, not '%s'",
					   text);
		name = text_until(&t, ",");
		free(o->labels[id]);
		o->labels[id] = mem_copy(name.p, name.len);
		text_skip(&t, ",");
	}
	return -1;
}

static int take_unit(struct trace_options *o, const char *text)
{
	static const char *const units[] = { "ps", "ns", "us", "ms", "s" };
	int i;

	for (i = 0; i < (int)ARRAY_SIZE(units); i++) {
		if (!strcmp(text, units[i])) {
			o->unit = 3 * i;
			return -1;
		}
	}
	return usage_error("trace",
			   "--time-unit takes ps, ns, us, ms or s, not '%s'",
			   text);
}

static int take_format(struct trace_options *o, const char *text)
{
	o->format = trace_format_find(text);
	if (o->format)
		return -1;
	return usage_error("trace",
			   "--format takes plugin, mmiotrace, qemu or csv, not '%s'",
			   text);
}

static int take_option(struct trace_options *o, int opt, char *const *argv)
{
	struct optvalue v = { "trace", NULL, optarg };

	if (model_options_is(opt))
		return model_options_take("trace", &o->model, opt, optarg);
	switch (opt) {
	case OPT_FORMAT:
		return take_format(o, optarg);
	case 'm':
		return model_maps_parse("trace", optarg, &o->maps);
	case OPT_BASE:
		v.option = "base";
		return optvalue_u64(&v, 0, U64_MAX - 1, &o->base);
	case 's':
		v.option = "size";
		return optvalue_u64(&v, 1, U64_MAX - 1, &o->size);
	case OPT_FROM_MARK:
		v.option = "from-mark";
		return optvalue_u32(&v, 0, MARKS - 1, &o->from);
	case OPT_TO_MARK:
		v.option = "to-mark";
		return optvalue_u32(&v, 0, MARKS - 1, &o->to);
	case OPT_LABEL:
		return take_label(o, optarg);
	case OPT_TIME_UNIT:
		return take_unit(o, optarg);
	case OPT_TOP:
		v.option = "top";
		return optvalue_u32(&v, 0, 10000, &o->top);
	case 'h':
		usage(stdout);
		return 0;
	default:
		return outopts_take("trace", &o->out, opt, argv);
	}
}

static int parse(int argc, char **argv, struct trace_options *o)
{
	int opt, status;

	memset(o, 0, sizeof(*o));
	model_options_init(&o->model);
	o->from = NO_MARK;
	o->to = NO_MARK;
	o->unit = -1;
	o->top = 10;
	opterr = 0;
	optind = 0;
	while ((opt = getopt_long(argc, argv, ":m:s:qh", options,
				  NULL)) != -1) {
		status = take_option(o, opt, argv);
		if (status >= 0)
			return status;
	}
	if (optind == argc)
		return usage_error("trace", "which trace?");
	o->file = argv[optind++];
	if (optind < argc)
		return usage_error("trace", "unexpected word '%s'",
				   argv[optind]);
	if (o->base > U64_MAX - o->size)
		return usage_error("trace",
				   "--base and --size end behind the last address");
	if (o->to != NO_MARK && o->from == NO_MARK)
		return usage_error("trace", "--to-mark needs --from-mark");
	model_options_done(&o->model);
	return outopts_check("trace", &o->out);
}

static int analyse(const struct trace_options *o, struct tracefile *t,
		   struct analysis *a, struct error *e)
{
	struct event ev;
	int ret;

	while ((ret = trace_next(t, &ev, e)) > 0) {
		if (ev.kind == EVENT_MARK && !ev.label[0] && ev.id < MARKS &&
		    o->labels[ev.id])
			ev.label = o->labels[ev.id];
		analysis_event(a, &ev);
	}
	analysis_end(a);
	return ret;
}

static u32 usual_maps(const struct tracefile *t)
{
	return t->format->requests ? BIT(MODEL_RECORDED) :
				     BIT(MODEL_UC) | BIT(MODEL_WC);
}

static int run(const struct trace_options *o, struct tracefile *t,
	       struct analysis *a, struct outputs *out)
{
	struct trace_report report = { t, a, o->top };
	struct error e;
	int ret;

	ret = trace_open(t, o->file, o->format, &e);
	if (!ret) {
		if (o->unit >= 0) {
			t->unit = o->unit;
			t->unit_given = true;
		}
		analysis_begin(a, &o->model.model,
			       o->maps ? o->maps : usual_maps(t));
		a->base = o->base;
		a->end = o->size ? o->base + o->size :
			 o->base ? U64_MAX : 0;
		a->from = o->from;
		a->to = o->to;
		ret = analyse(o, t, a, &e);
	}
	if (ret) {
		error_print(&e);
		return ret == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
	}
	if (o->from != NO_MARK && !a->begun) {
		error_say("%s has no mark %u", o->file, o->from);
		return EXIT_USAGE;
	}
	return outputs_print(out, &trace_forms, &report);
}

/**
 * cmd_trace - wcbar trace
 * @argc: number of arguments
 * @argv: the arguments, "trace" first
 *
 * Return: exit status.
 */
int cmd_trace(int argc, char **argv)
{
	struct trace_options *o = mem_grow(NULL, 1, sizeof(*o));
	struct tracefile *t = mem_grow(NULL, 1, sizeof(*t));
	struct analysis *a = mem_grow(NULL, 1, sizeof(*a));
	struct outputs out = { 0 };
	int status;
	u32 i;

	memset(t, 0, sizeof(*t));
	t->feed.fd = -1;
	memset(a, 0, sizeof(*a));
	status = parse(argc, argv, o);
	if (status < 0 && outputs_open(&out, &o->out))
		status = EXIT_FAILED;
	if (status < 0)
		status = run(o, t, a, &out);
	outputs_discard(&out);
	analysis_free(a);
	trace_close(t);
	for (i = 0; i < MARKS; i++)
		free(o->labels[i]);
	model_options_free(&o->model);
	free(a);
	free(t);
	free(o);
	return status;
}
