// SPDX-License-Identifier: GPL-2.0
/*
 * The options of wcbar mem.
 */
#include "mem/options.h"

#include <getopt.h>

#include "commands.h"
#include "optvalue.h"
#include "error.h"

#define USUAL_SIZES	"64,256,512,1K,4K,16K,64K,1M"
#define LARGEST		0x10000000000ULL	/* region, bytes */

static void usage(FILE *f)
{
	fputs("Usage: wcbar mem [OPTIONS]\n"
	      "       wcbar mem --preset dm-writecache|memcpyperf|aperture [OPTIONS]\n"
	      "       wcbar mem --buffers [OPTIONS]\n\n"
	      "Measures the ways of copying in this process, without a card: into memory, a\n"
	      "file, or a BAR that sysfs offers. Non-temporal stores to ordinary memory go\n"
	      "through the same buffers as stores to a card, so that this part of write\n"
	      "combining can be measured on any machine.\n\n"
	      "What is copied, and how:\n"
	      "  -m, --method LIST    methods by name, auto, or all (usual: all)\n"
	      "  -b, --block LIST     bytes of a block (usual: " USUAL_SIZES ")\n"
	      "      --offset LIST    bytes that blocks lie behind a line's beginning (usual: 0)\n"
	      "      --flush WHEN     none, run or block: stores leave the CPU not before the\n"
	      "                       clock stops, once after many blocks, or after each one\n"
	      "                       (usual: block)\n"
	      "      --dir DIR        write or read (usual: write)\n"
	      "      --cold           take the source out of the caches before it is copied\n\n"
	      "Where to:\n"
	      "      --region SIZE    bytes that blocks are laid out in (usual: 64M)\n"
	      "      --pages SIZE     huge or 4K (usual: huge)\n"
	      "      --node N         NUMA node of the region\n"
	      "      --file PATH      a file, whose content is overwritten; with DAX by MAP_SYNC\n"
	      "      --card PATH      a BAR: /sys/bus/pci/devices/ADDRESS/resourceN or resourceN_wc\n"
	      "      --allow-writes   allow to overwrite what a card holds\n\n"
	      "How long, and by whom:\n"
	      "      --cpu N          the CPU to run on, the first of them with --threads\n"
	      "      --threads N      threads, each with its part of the region (usual: 1)\n"
	      "      --time MS        milliseconds for each row (usual: 16)\n"
	      "  -n, --iterations N   blocks for each row instead\n"
	      "      --rounds N       turns that the ways take (usual: 31)\n"
	      "      --verify 0|1     check what was copied and what lies beside it (usual: 1)\n\n"
	      "auto, the method by a table that is measured first:\n"
	      "      --budget MS      time to measure it (usual: 180)\n"
	      "      --auto-save FILE save the table\n"
	      "      --auto-load FILE take it from there instead of measuring\n"
	      "      --auto-pin NAME  one method for everything\n\n"
	      "What comes out:\n"
	      "      --json FILE      all of it, schema wcbar-mem/1; - is standard output\n"
	      "      --csv FILE       the rows as comma-separated values\n"
	      "      --plot FILE.svg  GB/s over size, a line for each way; needs gnuplot\n"
	      "      --baseline FILE  exit with 1 when a row is slower than in this JSON\n"
	      "      --tolerance P    percent that it may be slower (usual: 10)\n"
	      "      --min-gbps X     exit with 1 when a row is slower than X GB/s\n"
	      "  -q, --quiet          no table and no progress\n"
	      "  -h, --help           this text\n\n"
	      "Presets repeat what others have measured, and print their figures beside ours:\n"
	      "dm-writecache (movnti against clflushopt for blocks of 512 to 4096), memcpyperf\n"
	      "(16 KiB a million times over 4 MiB), aperture (32 MiB).\n\n"
	      "--buffers counts the write-combining buffers of the CPU: it fills lines in turn and\n"
	      "finds after how many throughput collapses. It says 'not clear' rather than a\n"
	      "number that nothing confirms.\n\n"
	      "Exit status: 0 done; 1 the run failed, bytes were wrong, or a row was too slow;\n"
	      "2 called wrongly; 130 interrupted.\n", f);
}

enum {
	OPT_OFFSET = 256,
	OPT_FLUSH,
	OPT_DIR,
	OPT_COLD,
	OPT_REGION,
	OPT_PAGES,
	OPT_NODE,
	OPT_FILE,
	OPT_CARD,
	OPT_ALLOW_WRITES,
	OPT_CPU,
	OPT_THREADS,
	OPT_TIME,
	OPT_ROUNDS,
	OPT_VERIFY,
	OPT_BUDGET,
	OPT_AUTO_SAVE,
	OPT_AUTO_LOAD,
	OPT_AUTO_PIN,
	OPT_PRESET,
	OPT_BUFFERS,
};

static const struct option options[] = {
	{ "method",	required_argument,	NULL, 'm' },
	{ "block",	required_argument,	NULL, 'b' },
	{ "offset",	required_argument,	NULL, OPT_OFFSET },
	{ "flush",	required_argument,	NULL, OPT_FLUSH },
	{ "dir",	required_argument,	NULL, OPT_DIR },
	{ "cold",	no_argument,		NULL, OPT_COLD },
	{ "region",	required_argument,	NULL, OPT_REGION },
	{ "pages",	required_argument,	NULL, OPT_PAGES },
	{ "node",	required_argument,	NULL, OPT_NODE },
	{ "file",	required_argument,	NULL, OPT_FILE },
	{ "card",	required_argument,	NULL, OPT_CARD },
	{ "allow-writes", no_argument,		NULL, OPT_ALLOW_WRITES },
	{ "cpu",	required_argument,	NULL, OPT_CPU },
	{ "threads",	required_argument,	NULL, OPT_THREADS },
	{ "time",	required_argument,	NULL, OPT_TIME },
	{ "iterations",	required_argument,	NULL, 'n' },
	{ "rounds",	required_argument,	NULL, OPT_ROUNDS },
	{ "verify",	required_argument,	NULL, OPT_VERIFY },
	{ "budget",	required_argument,	NULL, OPT_BUDGET },
	{ "auto-save",	required_argument,	NULL, OPT_AUTO_SAVE },
	{ "auto-load",	required_argument,	NULL, OPT_AUTO_LOAD },
	{ "auto-pin",	required_argument,	NULL, OPT_AUTO_PIN },
	{ "preset",	required_argument,	NULL, OPT_PRESET },
	{ "buffers",	no_argument,		NULL, OPT_BUFFERS },
	OUTOPTS_FILES,
	OUTOPTS_BASELINE,
	OUTOPTS_RATE,
	{ "help",	no_argument,		NULL, 'h' },
	{ }
};

/**
 * mem_flush_name - the word for when stores leave the CPU
 * @flush: when
 *
 * Return: the word.
 */
const char *mem_flush_name(enum mem_flush flush)
{
	static const char *const names[] = {
		[MEM_FLUSH_NONE] = "none",
		[MEM_FLUSH_RUN] = "run",
		[MEM_FLUSH_BLOCK] = "block",
	};

	return names[flush];
}

static int take_flush(struct mem_options *o, const char *word)
{
	for (o->flush = 0; o->flush <= MEM_FLUSH_BLOCK; o->flush++) {
		if (!strcmp(word, mem_flush_name(o->flush)))
			return -1;
	}
	return usage_error("mem", "--flush takes none, run or block, not '%s'",
			   word);
}

/* The option that is being looked at, for optvalue.c */
#define VALUE(name)	(&(struct optvalue){ "mem", name, text })

/* Options whose value is a word or a number that has to be looked at */
static int take_value(struct mem_options *o, int opt, const char *text,
		      char **argv)
{
	u32 v = 0;
	int status;

	switch (opt) {
	case 'b':
		o->has_block = true;
		return optvalue_list(VALUE("block"), o->sizes,
				     SWEEP_MAX_SIZES, &o->nr_sizes, 1, LARGEST);
	case OPT_OFFSET:
		return optvalue_list(VALUE("offset"), o->offsets,
				     SWEEP_MAX_SIZES, &o->nr_offsets, 0, 4096);
	case OPT_FLUSH:
		return take_flush(o, text);
	case OPT_DIR:
		return optvalue_choice(VALUE("dir"), "write", "read", &o->read);
	case OPT_PAGES:
		return optvalue_choice(VALUE("pages"), "huge", "4K", &o->small);
	case OPT_VERIFY:
		return optvalue_choice(VALUE("verify"), "0", "1", &o->verify);
	case OPT_REGION:
		return optvalue_u64(VALUE("region"), 4096, LARGEST, &o->region);
	case OPT_NODE:
		status = optvalue_u32(VALUE("node"), 0, 1023, &v);
		o->node = (int)v;
		return status;
	case OPT_CPU:
		status = optvalue_u32(VALUE("cpu"), 0, 8191, &v);
		o->cpu = (int)v;
		return status;
	case OPT_THREADS:
		return optvalue_u32(VALUE("threads"), 1, TEAM_MAX, &o->threads);
	case OPT_TIME:
		return optvalue_u32(VALUE("time"), 1, 3600000, &o->time_ms);
	case 'n':
		return optvalue_u32(VALUE("iterations"), 1, 1000000000,
				&o->iterations);
	case OPT_ROUNDS:
		return optvalue_u32(VALUE("rounds"), 1, 1000, &o->rounds);
	case OPT_BUDGET:
		return optvalue_u32(VALUE("budget"), 1, 600000, &o->budget_ms);
	default:
		return outopts_take("mem", &o->out, opt, argv);
	}
}

static int take_option(void *arg, int opt, char **argv)
{
	struct mem_options *o = arg;

	switch (opt) {
	case 'm':
		o->methods = optarg;
		break;
	case OPT_COLD:
		o->cold = true;
		break;
	case OPT_FILE:
		o->file = optarg;
		break;
	case OPT_CARD:
		o->card = optarg;
		break;
	case OPT_ALLOW_WRITES:
		o->allow_writes = true;
		break;
	case OPT_AUTO_SAVE:
		o->auto_save = optarg;
		break;
	case OPT_AUTO_LOAD:
		o->auto_load = optarg;
		break;
	case OPT_AUTO_PIN:
		o->auto_pin = optarg;
		break;
	case OPT_PRESET:
		o->preset = optarg;
		break;
	case OPT_BUFFERS:
		o->buffers = true;
		break;
	case 'h':
		usage(stdout);
		return 0;
	default:
		return take_value(o, opt, optarg, argv);
	}
	return -1;
}

static int check(const struct mem_options *o)
{
	if (o->file && o->card)
		return usage_error("mem", "--file or --card, not both");
	if (o->node >= 0 && (o->file || o->card))
		return usage_error("mem",
				   "--node is for anonymous memory; a file and a card are where they are");
	if (o->buffers && (o->preset || o->file || o->card || o->methods))
		return usage_error("mem",
				   "--buffers has its own way; of the others it takes --cpu and what comes out");
	if (o->read && o->cold)
		return usage_error("mem", "--cold is for the source of writes");
	if (o->buffers && (o->out.baseline.file || o->out.baseline.min_gbps > 0))
		return usage_error("mem", "--buffers has no rows to compare");
	return outopts_check("mem", &o->out);
}

/**
 * mem_options_parse - read the options
 * @argc: number of arguments
 * @argv: the arguments, "mem" first
 * @o: the options
 *
 * Return: -1 to go on, or the status to exit with at once.
 */
int mem_options_parse(int argc, char **argv, struct mem_options *o)
{
	const char *text;
	static const struct outopts_command command = {
		.name = "mem",
		.letters = ":m:b:n:qh",
		.options = options,
		.take = take_option,
	};
	int status;

	memset(o, 0, sizeof(*o));
	text = USUAL_SIZES;
	optvalue_list(VALUE("block"), o->sizes, SWEEP_MAX_SIZES, &o->nr_sizes,
		      1, LARGEST);
	o->nr_offsets = 1;
	o->region = 64UL << 20;
	o->flush = MEM_FLUSH_BLOCK;
	o->node = -1;
	o->cpu = -1;
	o->threads = 1;
	o->rounds = SWEEP_ROUNDS;
	o->time_ms = 16;
	o->verify = true;
	o->budget_ms = WCBAR_AUTO_BUDGET_MS;
	o->out.baseline.tolerance = BASELINE_TOLERANCE;
	status = outopts_parse(&command, argc, argv, o, NULL);
	return status < 0 ? check(o) : status;
}
