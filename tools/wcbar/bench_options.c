// SPDX-License-Identifier: GPL-2.0
/*
 * The options of wcbar bench, and the specification that they make.
 */
#include "bench_options.h"

#include <getopt.h>

#include "commands.h"
#include "error.h"
#include "mem.h"
#include "output/units.h"
#include "specwords.h"

/* What is measured where no option says anything else */
static const u64 usual_sizes[] = { 4096, 65536, 1048576 };
#define USUAL_MAPS	"wc,uc"

static void usage(FILE *f)
{
	fputs("Usage: wcbar bench [ADDRESS] [OPTIONS]\n"
	      "       wcbar bench --from FILE.json [OPTIONS]\n\n"
	      "Measures the ways of copying into a card's aperture and out of it, and prints\n"
	      "a table and what it shows. ADDRESS (00:04.0 or 0000:00:04.0) may be left out\n"
	      "when wcbar drives one card. Writing must be allowed by the card's allow_writes\n"
	      "file; a run with --dir read needs no permission. Ctrl-C ends a run; the rows so\n"
	      "far are printed.\n\n"
	      "What is run (lists have commas; A..B doubles from A to B, A..B+S has step S;\n"
	      "numbers may be hexadecimal and end in K, M or G):\n"
	      "  -m, --method LIST    methods by name, all (usual), or auto: the one that the\n"
	      "                       module's table says\n"
	      "      --map LIST       wc, uc-, uc (usual: wc,uc); the old map is restored\n"
	      "      --dir DIR        write, read or both (usual)\n"
	      "  -s, --size LIST      bytes of one copy (usual: 4K,64K,1M)\n"
	      "      --offset LIST    offsets in the window (usual: 0)\n"
	      "      --src-offset N   misalignment of the buffer in memory, 0 to 4095\n"
	      "  -n, --iterations N   copies timed for each row (usual: by size)\n"
	      "      --warmup N       copies before them that do not count (usual: 2)\n"
	      "      --batch N        copies in one look at the clock (usual: by size)\n"
	      "      --time MS        end each row after that many milliseconds\n"
	      "      --threads N      copies at once, each into a place of its own (usual: 1)\n"
	      "      --cpu N          the CPU to run on, the first one for several threads\n"
	      "      --node N         NUMA node of the buffers in memory\n"
	      "      --cold           the buffer leaves the caches before each copy\n"
	      "      --verify 0|1     check what was copied and what lies beside it (usual: 1)\n"
	      "      --save           restore what the card held in the touched range\n"
	      "      --spec TEXT      a specification as the driver takes it\n\n"
	      "What comes out:\n"
	      "      --json FILE      all of it, schema wcbar-bench/1; - is standard output\n"
	      "      --csv FILE       the rows as comma-separated values\n"
	      "      --plot FILE.svg  GB/s over size, a line for each method and map; needs\n"
	      "                       gnuplot\n"
	      "      --baseline FILE  exit with 1 when a row is slower than in this JSON\n"
	      "      --tolerance P    percent that it may be slower (usual: 10)\n"
	      "      --min-gbps X     exit with 1 when a row is slower than X GB/s\n"
	      "  -q, --quiet          no table and no progress\n"
	      "      --from FILE      show saved results instead of measuring\n"
	      "  -h, --help           this text\n\n"
	      "Columns: ISSUED is the median time until the stores were fenced, P99 its 99th\n"
	      "percentile, ARRIVED the median time until the last word was read back from the\n"
	      "card; GB/s (10^9 bytes a second) and ns/64B are from ISSUED.\n\n"
	      "Exit status: 0 done; 1 the run failed, bytes were wrong, or a row was too slow;\n"
	      "2 called wrongly; 130 interrupted.\n", f);
}

enum {
	OPT_MAP = 256,
	OPT_DIR,
	OPT_OFFSET,
	OPT_SRC_OFFSET,
	OPT_WARMUP,
	OPT_BATCH,
	OPT_TIME,
	OPT_THREADS,
	OPT_CPU,
	OPT_NODE,
	OPT_COLD,
	OPT_VERIFY,
	OPT_SAVE,
	OPT_SPEC,
	OPT_FROM,
};

static const struct option options[] = {
	{ "method",	required_argument,	NULL, 'm' },
	{ "map",	required_argument,	NULL, OPT_MAP },
	{ "dir",	required_argument,	NULL, OPT_DIR },
	{ "size",	required_argument,	NULL, 's' },
	{ "offset",	required_argument,	NULL, OPT_OFFSET },
	{ "src-offset",	required_argument,	NULL, OPT_SRC_OFFSET },
	{ "iterations",	required_argument,	NULL, 'n' },
	{ "warmup",	required_argument,	NULL, OPT_WARMUP },
	{ "batch",	required_argument,	NULL, OPT_BATCH },
	{ "time",	required_argument,	NULL, OPT_TIME },
	{ "threads",	required_argument,	NULL, OPT_THREADS },
	{ "cpu",	required_argument,	NULL, OPT_CPU },
	{ "node",	required_argument,	NULL, OPT_NODE },
	{ "cold",	no_argument,		NULL, OPT_COLD },
	{ "verify",	required_argument,	NULL, OPT_VERIFY },
	{ "save",	no_argument,		NULL, OPT_SAVE },
	{ "spec",	required_argument,	NULL, OPT_SPEC },
	{ "from",	required_argument,	NULL, OPT_FROM },
	OUTOPTS_FILES,
	OUTOPTS_BASELINE,
	OUTOPTS_RATE,
	{ "help",	no_argument,		NULL, 'h' },
	{ }
};

/* The key in a specification that an option stands for, or NULL */
static const char *spec_key(int opt)
{
	switch (opt) {
	case 'm':
		return "method";
	case OPT_MAP:
		return "map";
	case OPT_DIR:
		return "dir";
	case 's':
		return "size";
	case OPT_OFFSET:
		return "offset";
	case OPT_SRC_OFFSET:
		return "src_offset";
	case 'n':
		return "iterations";
	case OPT_WARMUP:
		return "warmup";
	case OPT_BATCH:
		return "batch";
	case OPT_TIME:
		return "time";
	case OPT_THREADS:
		return "threads";
	case OPT_CPU:
		return "cpu";
	case OPT_NODE:
		return "node";
	case OPT_COLD:
		return "cold";
	case OPT_VERIFY:
		return "verify";
	case OPT_SAVE:
		return "save";
	}
	return NULL;
}

static int take_word(struct bench_options *o, int opt, const char *value)
{
	o->has_map |= opt == OPT_MAP;
	o->has_size |= opt == 's';
	return specwords_take("bench", &o->words, spec_key(opt), value);
}

static int take_option(void *arg, int opt, char **argv)
{
	struct bench_options *o = arg;

	if (spec_key(opt))
		return take_word(o, opt, optarg);
	switch (opt) {
	case OPT_SPEC:
		o->spec = optarg;
		break;
	case OPT_FROM:
		o->from = optarg;
		break;
	case 'h':
		usage(stdout);
		return 0;
	default:
		return outopts_take("bench", &o->out, opt, argv);
	}
	return -1;
}

static int check(const struct bench_options *o)
{
	int status = outopts_check("bench", &o->out);

	if (status >= 0)
		return status;
	if (o->from && (o->words || o->spec || o->address))
		return usage_error("bench",
				   "--from shows saved results and takes nothing that says what to run");
	return -1;
}

/**
 * bench_options_parse - read the options
 * @argc: number of arguments
 * @argv: the arguments, "bench" first
 * @o: the options, for bench_options_free(), whatever is returned
 *
 * Return: -1 to go on, or the status to exit with at once.
 */
int bench_options_parse(int argc, char **argv, struct bench_options *o)
{
	static const struct outopts_command command = {
		.name = "bench",
		.letters = ":m:s:n:qh",
		.options = options,
		.take = take_option,
	};
	int status;

	memset(o, 0, sizeof(*o));
	o->out.baseline.tolerance = BASELINE_TOLERANCE;
	status = outopts_parse(&command, argc, argv, o, &o->address);
	return status < 0 ? check(o) : status;
}

/**
 * bench_options_spec - the specification that the options make
 * @o: the options
 * @window: bytes of aperture, for the usual sizes
 *
 * Return: the specification, to be freed.
 */
char *bench_options_spec(const struct bench_options *o, u64 window)
{
	char *words = NULL, *sizes = NULL, *spec, text[TEXT_QUANTITY];
	unsigned int i;

	if (o->spec)
		return mem_printf("%s%s%s", o->spec, o->words ? " " : "",
				  o->words ? o->words : "");
	words = mem_printf("%s", o->words ? o->words : "method=all");
	if (!o->has_map)
		specwords_add(&words, "map", USUAL_MAPS);
	for (i = 0; !o->has_size && i < ARRAY_SIZE(usual_sizes); i++) {
		if (i && usual_sizes[i] > window)
			break;
		text_size(usual_sizes[i], text);
		spec = mem_printf("%s%s%s", sizes ? sizes : "",
				  sizes ? "," : "", text);
		free(sizes);
		sizes = spec;
	}
	if (sizes)
		specwords_add(&words, "size", sizes);
	free(sizes);
	return words;
}

/**
 * bench_options_free - throw the options away
 * @o: the options
 */
void bench_options_free(struct bench_options *o)
{
	free(o->words);
	o->words = NULL;
}
