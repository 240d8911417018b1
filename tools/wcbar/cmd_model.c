// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar model: copies as requests on the link, without a card, a machine or a
 * trace; the link's ceiling; and the curve that counts buffers.
 */
#include <getopt.h>

#include <wcbar/numbers.h>

#include "commands.h"
#include "mem.h"
#include "model/curve.h"
#include "model/links.h"
#include "model/options.h"
#include "model/roof.h"
#include "model/rows.h"
#include "optvalue.h"
#include "output/benchout.h"

#define LIST_MAX	256		/* sizes or offsets */
#define SIZE_MOST	0x10000000000ULL
#define USUAL_SIZES	"64,4K,32M"

static void usage(FILE *f)
{
	fputs("Usage: wcbar model [OPTIONS]\n"
	      "       wcbar model --roof [--measured X | --from FILE.json] [OPTIONS]\n"
	      "       wcbar model --curve [--buffers-json FILE] [OPTIONS]\n\n"
	      "Foretells what a copy becomes on the link: the stores that each method makes,\n"
	      "the requests that a memory type makes of them, the packets, and the time. No\n"
	      "card and no trace is needed; the method need not run on this CPU.\n\n"
	      "What is copied (lists have commas; A..B doubles from A to B):\n"
	      "  -m, --method LIST    write methods by name, or all (usual)\n"
	      "      --map LIST       memory types: wc, uc, uc- (usual: uc,wc)\n"
	      "  -s, --size LIST      bytes of a copy (usual: " USUAL_SIZES ")\n"
	      "      --offset LIST    bytes that it begins behind a line's beginning (usual: 0)\n"
	      "      --fence 0|1      a store fence ends it (usual: 1)\n"
	      "      --link LIST      over which links, named as below (usual: one)\n\n"
	      "The roof, the most that the link carries:\n"
	      "      --roof           by the size of requests\n"
	      "      --measured X     GB/s that you measured, as a share of it\n"
	      "      --from FILE      the fastest write to write-combining memory of results\n"
	      "                       that 'wcbar bench --json' saved, on their card's link\n\n"
	      "The curve by which 'wcbar mem --buffers' counts buffers:\n"
	      "      --curve          foretell it; with --buffers-json beside what was measured\n\n",
	      f);
	model_options_usage(f);
	fputs("What comes out:\n"
	      "      --json FILE      all of it, schema wcbar-model/1; - is standard output\n"
	      "      --csv FILE       the rows as comma-separated values\n"
	      "      --plot FILE.svg  a picture; needs gnuplot\n"
	      "  -q, --quiet          no table\n"
	      "  -h, --help           this text\n\n"
	      "Exit status: 0 done; 1 a file could not be read or written; 2 called wrongly.\n",
	      f);
}

enum {
	OPT_MAP = 256,
	OPT_OFFSET,
	OPT_FENCE,
	OPT_ROOF,
	OPT_MEASURED,
	OPT_FROM,
	OPT_CURVE,
};

static const struct option options[] = {
	{ "method",	required_argument,	NULL, 'm' },
	{ "map",	required_argument,	NULL, OPT_MAP },
	{ "size",	required_argument,	NULL, 's' },
	{ "offset",	required_argument,	NULL, OPT_OFFSET },
	{ "fence",	required_argument,	NULL, OPT_FENCE },
	{ "roof",	no_argument,		NULL, OPT_ROOF },
	{ "measured",	required_argument,	NULL, OPT_MEASURED },
	{ "from",	required_argument,	NULL, OPT_FROM },
	{ "curve",	no_argument,		NULL, OPT_CURVE },
	{ "help",	no_argument,		NULL, 'h' },
	MODELOPTS,
	OUTOPTS_FILES,
	{ }
};

/**
 * struct options - the options of wcbar model
 * @methods: names, or NULL for all
 * @maps: memory types, a mask of BIT(enum model_map)
 * @sizes: bytes of a copy
 * @nr_sizes: how many
 * @offsets: bytes behind a line's beginning
 * @nr_offsets: how many
 * @fenced: a store fence ends each copy
 * @roof: the roof instead of copies
 * @measured: GB/s to be held against it, 0 for none
 * @from: a file of results to be held against it, or NULL
 * @curve: the curve instead of copies
 * @links: the links as they were given, or NULL
 * @model: the model, with the first of the links
 * @over: the model with each of them
 * @out: what comes out
 */
struct options {
	const char *methods;
	u32 maps;
	u64 sizes[LIST_MAX];
	u32 nr_sizes;
	u64 offsets[LIST_MAX];
	u32 nr_offsets;
	bool fenced;
	bool roof;
	double measured;
	const char *from;
	bool curve;
	const char *links;
	struct model_options model;
	struct model_links over;
	struct outopts out;
};

static int take_size(struct options *o, const char *text)
{
	const struct optvalue v = { "model", "size", text };

	return optvalue_list(&v, o->sizes, LIST_MAX, &o->nr_sizes, 1,
			     SIZE_MOST);
}

static int take_option(struct options *o, int opt, char *const *argv)
{
	struct optvalue v = { "model", NULL, optarg };

	if (opt == MODELOPT_LINK) {
		o->links = optarg;
		return -1;
	}
	if (model_options_is(opt))
		return model_options_take("model", &o->model, opt, optarg);
	switch (opt) {
	case 'm':
		o->methods = optarg;
		return -1;
	case OPT_MAP:
		return model_maps_parse("model", optarg, &o->maps);
	case 's':
		return take_size(o, optarg);
	case OPT_OFFSET:
		v.option = "offset";
		return optvalue_list(&v, o->offsets, LIST_MAX, &o->nr_offsets,
				     0, SIZE_MOST);
	case OPT_FENCE:
		v.option = "fence";
		return optvalue_choice(&v, "0", "1", &o->fenced);
	case OPT_ROOF:
		o->roof = true;
		return -1;
	case OPT_MEASURED:
		o->roof = true;
		if (baseline_number(optarg, 1e6, &o->measured) ||
		    o->measured <= 0)
			return usage_error("model", "'%s' is no rate in GB/s",
					   optarg);
		return -1;
	case OPT_FROM:
		o->roof = true;
		o->from = optarg;
		return -1;
	case OPT_CURVE:
		o->curve = true;
		return -1;
	case 'h':
		usage(stdout);
		return 0;
	default:
		return outopts_take("model", &o->out, opt, argv);
	}
}

static int check(const struct options *o)
{
	if (o->maps & BIT(MODEL_RECORDED))
		return usage_error("model",
				   "--map recorded is for traces; nothing is recorded here");
	if (o->roof && o->curve)
		return usage_error("model", "--roof or --curve, not both");
	if (o->measured > 0 && o->from)
		return usage_error("model", "--measured or --from, not both");
	if ((o->roof || o->curve) && o->over.nr > 1)
		return usage_error("model",
				   "--link takes one link with --roof and --curve");
	if ((o->roof || o->curve) && o->methods)
		return usage_error("model",
				   "--method is for copies, not for --roof and --curve");
	return outopts_check("model", &o->out);
}

static int parse(int argc, char **argv, struct options *o)
{
	int opt, status;

	memset(o, 0, sizeof(*o));
	model_options_init(&o->model);
	o->maps = BIT(MODEL_UC) | BIT(MODEL_WC);
	o->nr_offsets = 1;
	o->fenced = true;
	take_size(o, USUAL_SIZES);
	opterr = 0;
	optind = 0;
	while ((opt = getopt_long(argc, argv, ":m:s:qh", options,
				  NULL)) != -1) {
		status = take_option(o, opt, argv);
		if (status >= 0)
			return status;
	}
	if (optind < argc)
		return usage_error("model", "unexpected word '%s'",
				   argv[optind]);
	model_options_done(&o->model);
	status = model_links_take("model", &o->model, o->links, &o->over);
	return status < 0 ? check(o) : status;
}

static void add_method(const struct options *o, struct model_rows *r,
		       const struct wcbar_method *m)
{
	u32 i, k;

	for (k = 0; k < o->nr_offsets; k++) {
		for (i = 0; i < o->nr_sizes; i++)
			model_rows_add(r, m, o->sizes[i], o->offsets[k]);
	}
}

/* Those that have a meaning on any of the maps */
static bool taken(const struct options *o, const struct wcbar_method *m)
{
	u32 map;

	for (map = 0; map < MODEL_MAPS; map++) {
		if ((o->maps & BIT(map)) && model_takes(m, map))
			return true;
	}
	return false;
}

static int add_named(const struct options *o, struct model_rows *r,
		     const struct wcbar_word *name)
{
	const struct wcbar_method *m = wcbar_method_find(name->p, name->len);

	if (!m)
		return usage_error("model", "there is no method '%.*s'",
				   (int)name->len, name->p);
	if (!taken(o, m))
		return usage_error("model",
				   "%s has no meaning on these maps: it reads, or it is for cached memory",
				   m->name);
	add_method(o, r, m);
	return -1;
}

static int add_rows(const struct options *o, struct model_rows *r)
{
	struct wcbar_word rest, name;
	int status = -1;
	u32 i;

	if (!o->methods || !strcmp(o->methods, "all")) {
		for (i = 0; i < wcbar_nr_methods; i++) {
			if (taken(o, wcbar_methods[i]))
				add_method(o, r, wcbar_methods[i]);
		}
		return -1;
	}
	rest.p = o->methods;
	rest.len = strlen(o->methods);
	while (status < 0 && wcbar_word_cut(&rest, ',', &name))
		status = add_named(o, r, &name);
	return status;
}

static int run_rows(const struct options *o, struct outputs *out)
{
	struct model_rows r = {
		.models = o->over.list,
		.nr_models = o->over.nr,
		.maps = o->maps,
		.fenced = o->fenced,
	};
	int status = add_rows(o, &r);

	if (status < 0)
		status = outputs_print(out, &model_rows_forms, &r);
	model_rows_free(&r);
	return status;
}

static int roof_from(struct options *o, struct roof *roof)
{
	struct results r = { 0 };
	struct error e;
	int status = -1;

	if (bench_load(o->from, &r, &e)) {
		error_print(&e);
		status = EXIT_FAILED;
	} else if (!roof_results(&r, &o->model.model.pcie, o->model.has_link,
				 roof)) {
		error_say("%s names no link (--link does), or has no write to memory that is effectively write-combining",
			  o->from);
		status = EXIT_FAILED;
	} else if (!o->model.has_link) {
		o->model.model.link_from = "of the results";
	}
	results_free(&r);
	return status;
}

static int run_roof(struct options *o, struct outputs *out)
{
	struct roof roof = {
		.model = &o->model.model,
		.measured = o->measured,
	};
	int status = o->from ? roof_from(o, &roof) : -1;

	if (status < 0)
		status = outputs_print(out, &roof_forms, &roof);
	free(roof.who);
	return status;
}

static int run_curve(const struct options *o, struct outputs *out)
{
	struct curve c;

	curve_predict(&c, &o->model);
	return outputs_print(out, &curve_forms, &c);
}

/**
 * cmd_model - wcbar model
 * @argc: number of arguments
 * @argv: the arguments, "model" first
 *
 * Return: exit status.
 */
int cmd_model(int argc, char **argv)
{
	struct options *o = mem_grow(NULL, 1, sizeof(*o));
	struct outputs out = { 0 };
	int status;

	status = parse(argc, argv, o);
	if (status < 0 && outputs_open(&out, &o->out))
		status = EXIT_FAILED;
	if (status < 0) {
		if (o->curve)
			status = run_curve(o, &out);
		else
			status = o->roof ? run_roof(o, &out) :
					   run_rows(o, &out);
	}
	outputs_discard(&out);
	model_options_free(&o->model);
	free(o);
	return status;
}
