// SPDX-License-Identifier: GPL-2.0
/*
 * The options of wcbar latency, and the specification that they make.
 */
#include "latency/options.h"

#include <getopt.h>

#include "commands.h"
#include "error.h"
#include "mem.h"
#include "specwords.h"

static void usage(FILE *f)
{
	fputs("Usage: wcbar latency [ADDRESS] [OPTIONS]\n"
	      "       wcbar latency [ADDRESS] --preset blueflame [OPTIONS]\n"
	      "       wcbar latency --from FILE.json [OPTIONS]\n\n"
	      "Measures how long it takes to hand a descriptor to a card: written into a buffer\n"
	      "of the card through the aperture (BlueFlame), or put into memory and rung for by\n"
	      "a doorbell, so that the card fetches it. A card without an interface for\n"
	      "descriptors is measured until what was written is read back. ADDRESS may be left\n"
	      "out when wcbar drives one card. Writing must be allowed by the card's\n"
	      "allow_writes file. Ctrl-C ends a run; the rows so far are printed.\n\n"
	      "What is run (lists have commas; A..B doubles from A to B, A..B+S has step S):\n"
	      "      --post LIST      bf, doorbell, inline (usual: all three); auto: bf where the\n"
	      "                       map is effectively write-combining, else the doorbell\n"
	      "      --map LIST       wc, uc-, uc (usual: wc,uc); the old map is restored\n"
	      "  -s, --size LIST      bytes of a message, up to 4096 (usual: 8,64,512,4K)\n"
	      "      --mix            all sizes in turn, in one row\n"
	      "  -n, --iterations N   descriptors for each row (usual: 1000)\n"
	      "      --warmup N       descriptors before them that do not count (usual: 10)\n"
	      "      --wait LIST      poll or irq: how a completion is waited for (usual: poll)\n"
	      "      --timeout MS     for one completion (usual: 1000)\n"
	      "  -m, --method NAME    how bf stores into the buffer (usual: movnti)\n"
	      "      --cpu N          the CPU to run on\n"
	      "      --preset NAME    blueflame: bf, doorbell and inline on wc and uc, 2 to 128\n"
	      "                       bytes, as in a published table, which is printed, too\n"
	      "      --spec TEXT      a specification as the driver takes it\n\n"
	      "What comes out:\n"
	      "      --json FILE      all of it, schema wcbar-latency/1; - is standard output\n"
	      "      --csv FILE       the rows as comma-separated values\n"
	      "      --plot FILE.svg  how many samples took how long, a line for each way and\n"
	      "                       map; needs gnuplot\n"
	      "      --baseline FILE  exit with 1 when a row is slower than in this JSON\n"
	      "      --tolerance P    percent that it may be slower (usual: 10)\n"
	      "  -q, --quiet          no table and no progress\n"
	      "      --from FILE      show saved results instead of measuring\n"
	      "  -h, --help           this text\n\n"
	      "Columns are those of perftest, in microseconds, twice: until the completion was\n"
	      "seen, which is the whole round trip (ib_write_lat prints half of a ping-pong),\n"
	      "and of it until the last fence or the doorbell. 99% and 99.9% are percentiles,\n"
	      "t_typical the median.\n\n"
	      "Exit status: 0 done; 1 the run or a row failed, the card counted a descriptor as\n"
	      "torn, stale, posted twice, out of order or lost, or a row was too slow; 2 called\n"
	      "wrongly; 130 interrupted.\n",
	      f);
}

/* The first ones are words of a specification by the same name */
enum {
	OPT_POST = 256,
	OPT_MAP,
	OPT_SIZE,
	OPT_MIX,
	OPT_ITERATIONS,
	OPT_WARMUP,
	OPT_WAIT,
	OPT_TIMEOUT,
	OPT_METHOD,
	OPT_CPU,
	OPT_WORDS_END,
	OPT_PRESET,
	OPT_SPEC,
	OPT_FROM,
};

static const struct option options[] = {
	{ "post",	required_argument,	NULL, OPT_POST },
	{ "map",	required_argument,	NULL, OPT_MAP },
	{ "size",	required_argument,	NULL, OPT_SIZE },
	{ "mix",	no_argument,		NULL, OPT_MIX },
	{ "iterations",	required_argument,	NULL, OPT_ITERATIONS },
	{ "warmup",	required_argument,	NULL, OPT_WARMUP },
	{ "wait",	required_argument,	NULL, OPT_WAIT },
	{ "timeout",	required_argument,	NULL, OPT_TIMEOUT },
	{ "method",	required_argument,	NULL, OPT_METHOD },
	{ "cpu",	required_argument,	NULL, OPT_CPU },
	{ "preset",	required_argument,	NULL, OPT_PRESET },
	{ "spec",	required_argument,	NULL, OPT_SPEC },
	{ "from",	required_argument,	NULL, OPT_FROM },
	OUTOPTS_FILES,
	OUTOPTS_BASELINE,
	{ "help",	no_argument,		NULL, 'h' },
	{ }
};

static u32 bit(int opt)
{
	return (u32)BIT(opt - OPT_POST);
}

/* What is said where no option says it */
static const struct {
	int opt;
	const char *value;
} usual[] = {
	{ OPT_POST,	"bf,doorbell,inline" },
	{ OPT_MAP,	"wc,uc" },
	{ OPT_SIZE,	"8,64,512,4K" },
};

/* A preset says it in place of them, and no option may say otherwise */
static const char *const presets[][ARRAY_SIZE(usual) + 1] = {
	{ "blueflame", "bf,doorbell,inline", "wc,uc", "2..128" },
};

static int find_preset(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(presets); i++) {
		if (!strcmp(presets[i][0], name))
			return (int)i;
	}
	return -1;
}

static int take_word(struct latency_options *o, int opt)
{
	/* the table begins with them, in this order */
	const char *key = options[opt - OPT_POST].name;

	o->given |= bit(opt);
	return specwords_take("latency", &o->words, key, optarg);
}

static int take_option(void *arg, int opt, char **argv)
{
	struct latency_options *o = arg;

	switch (opt) {
	case 's':
		return take_word(o, OPT_SIZE);
	case 'n':
		return take_word(o, OPT_ITERATIONS);
	case 'm':
		return take_word(o, OPT_METHOD);
	case OPT_POST ... OPT_WORDS_END - 1:
		return take_word(o, opt);
	case OPT_PRESET:
		o->preset = optarg;
		break;
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
		return outopts_take("latency", &o->out, opt, argv);
	}
	return -1;
}

static int check(const struct latency_options *o)
{
	const u32 fixed = bit(OPT_POST) | bit(OPT_MAP) | bit(OPT_SIZE) |
			  bit(OPT_MIX);

	if (o->preset && find_preset(o->preset) < 0)
		return usage_error("latency", "there is no preset '%s'",
				   o->preset);
	if (o->preset && (o->spec || o->given & fixed))
		return usage_error("latency",
				   "--preset %s says itself which ways, maps and sizes",
				   o->preset);
	if (o->from && (o->words || o->spec || o->address || o->preset))
		return usage_error("latency",
				   "--from shows saved results and takes nothing that says what to run");
	return outopts_check("latency", &o->out);
}

/**
 * latency_options_parse - read the options
 * @argc: number of arguments
 * @argv: the arguments, "latency" first
 * @o: the options, for latency_options_free(), whatever is returned
 *
 * Return: -1 to go on, or the status to exit with at once.
 */
int latency_options_parse(int argc, char **argv, struct latency_options *o)
{
	static const struct outopts_command command = {
		.name = "latency",
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
 * latency_options_spec - the specification that the options make
 * @o: the options
 *
 * Return: the specification, to be freed.
 */
char *latency_options_spec(const struct latency_options *o)
{
	int preset = o->preset ? find_preset(o->preset) : -1;
	char *words = NULL;
	unsigned int i;

	if (o->spec)
		return mem_printf("%s%s%s", o->spec, o->words ? " " : "",
				  o->words ? o->words : "");
	if (o->words)
		words = mem_printf("%s", o->words);
	for (i = 0; i < ARRAY_SIZE(usual); i++) {
		if (!(o->given & bit(usual[i].opt)))
			specwords_add(&words,
				      options[usual[i].opt - OPT_POST].name,
				      preset < 0 ? usual[i].value :
						   presets[preset][i + 1]);
	}
	return words;
}

/**
 * latency_options_free - throw the options away
 * @o: the options
 */
void latency_options_free(struct latency_options *o)
{
	free(o->words);
	o->words = NULL;
}
