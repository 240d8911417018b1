// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar check: is write combining on, does it work, and if not, why?
 */
#include <getopt.h>

#include "commands.h"
#include "error.h"
#include "live.h"
#include "measure.h"
#include "mem.h"
#include "output/jsonout.h"
#include "report.h"

#define SCHEMA	"wcbar-check/1"

static void usage(FILE *f)
{
	fputs("Usage: wcbar check [OPTIONS] [BDF]\n\n"
	      "Says whether write combining is on, with the line that proves each reason and\n"
	      "what to do. Without BDF it judges the machine and every prefetchable BAR. It\n"
	      "only reads, and reads nothing that wakes a sleeping device.\n\n"
	      "Answers and exit status:\n"
	      "  effective              0  stores to the BAR are write-combining\n"
	      "  mapped but not proven  3  or: nothing says how it is mapped\n"
	      "  not effective          1  it could be on, but is not\n"
	      "  not available          4  it cannot be had here as things are\n"
	      "  2 is for wrong calls and errors. Of several functions the least favourable\n"
	      "  answer decides; that of a function is its aperture's, the largest BAR.\n\n"
	      "      --from DIR  judge a dump instead of this machine: a folder made by\n"
	      "                  'wcbar collect', or one with any of pat_memtype_list, mtrr,\n"
	      "                  dmesg, lspci, iomem, resource.<address>, cpuinfo, cmdline;\n"
	      "                  or one such file\n"
	      "      --measure   first compare uncached with write-combining stores, over a few\n"
	      "                  KiB of the card's memory that are saved and restored; the card\n"
	      "                  must be bound to wcbar and its allow_writes be 1\n"
	      "  -j, --json      the same as JSON\n"
	      "  -h, --help      this text\n", f);
}

/**
 * struct options - what was asked for
 * @from: a dump, or NULL for this machine
 * @measure: measure first
 * @json: as JSON
 * @bdf: the only function of interest, or empty
 */
struct options {
	const char *from;
	bool measure;
	bool json;
	char bdf[TEXT_BDF];
};

static bool has_function(const struct evidence *ev, const char *bdf)
{
	size_t i;

	for (i = 0; i < ev->devices.n; i++)
		if (!strcmp(ev->devices.items[i].bdf, bdf))
			return true;
	return false;
}

/* All views; the answer is the least favourable one. */
static int judge(const struct dump *dump, const struct options *opt)
{
	struct json_object *top = NULL, *array = NULL;
	enum answer answer = ANSWER_EFFECTIVE;
	bool understood = false, found = false;
	struct views views = { 0 };
	struct error e;
	int status;
	size_t i;

	views_build(&views, dump);
	if (opt->json) {
		top = json_object_new_object();
		json_put_text(top, "schema", SCHEMA);
		json_put_text(top, "source",
			      dump->origin ? dump->origin : "live");
		array = json_object_new_array();
	}
	for (i = 0; i < views.n; i++) {
		struct evidence ev;
		struct report report;

		evidence_build(&ev, &views.items[i], !dump->origin);
		understood |= evidence_understood(&ev);
		if (opt->bdf[0] && !has_function(&ev, opt->bdf)) {
			evidence_free(&ev);
			continue;
		}
		found = true;
		verdict(&report, &ev, opt->bdf[0] ? opt->bdf : NULL);
		answer = answer_worse(answer, report.answer);
		if (opt->json)
			json_append(array, report_json(&report));
		else
			report_text(&report, stdout);
		if (!opt->json && i + 1 < views.n)
			putchar('\n');
		verdict_free(&report);
		evidence_free(&ev);
	}
	views_free(&views);
	if (!found)
		error_set(&e, 0, "there is no function %s %s%s", opt->bdf,
			  dump->origin ? "in " : "in this machine",
			  dump->origin ? dump->origin : "");
	else if (!understood)
		error_set(&e, 0, "nothing in %s was understood",
			  dump->origin ? dump->origin :
			  "this machine's files");
	status = found && understood ? answer_status(answer) : EXIT_USAGE;
	if (opt->json) {
		json_put(top, "answers", array);
		json_put_text(top, "answer", status == EXIT_USAGE ? NULL :
			      answer_code(answer));
		json_put_text(top, "error", status == EXIT_USAGE ? e.text :
			      NULL);
		json_put_u64(top, "status", (u64)status);
		json_print(top, stdout);
		json_object_put(top);
	} else if (found) {
		printf("Exit status %d.\n", status);
	}
	if (status == EXIT_USAGE)
		error_print(&e);
	return status;
}

static int parse(int argc, char **argv, struct options *opt)
{
	static const struct option options[] = {
		{ "from", required_argument, NULL, 'f' },
		{ "measure", no_argument, NULL, 'm' },
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct text bdf;
	int c;

	opterr = 0;
	optind = 0;
	while ((c = getopt_long(argc, argv, ":jh", options, NULL)) != -1) {
		switch (c) {
		case 'f':
			opt->from = optarg;
			break;
		case 'm':
			opt->measure = true;
			break;
		case 'j':
			opt->json = true;
			break;
		case 'h':
			usage(stdout);
			return 0;
		default:
			return usage_option("check", argv, c);
		}
	}
	if (argc - optind > 1)
		return usage_error("check", "one function at a time");
	if (optind < argc) {
		bdf = text_of(argv[optind]);
		if (!text_bdf(&bdf, opt->bdf) || bdf.len)
			return usage_error("check",
					   "'%s' is not a PCI address like 0000:03:00.0",
					   argv[optind]);
	}
	if (opt->measure && (opt->from || !opt->bdf[0]))
		return usage_error("check",
				   "--measure needs a card of this machine");
	return -1;
}

static int gather(struct dump *dump, const struct options *opt,
		  struct error *e)
{
	char *text, *name;
	int ret;

	if (opt->from)
		return dump_load(dump, opt->from, e);
	if (!opt->measure)
		return live_gather(dump, e);
	ret = measure_card(opt->bdf, &text, e);
	/* a map that cannot be had is what the check is about to explain */
	if (ret == -EOPNOTSUPP) {
		error_print(e);
		return live_gather(dump, e);
	}
	if (ret)
		return ret;
	name = mem_printf("measure.%s", opt->bdf);
	dump_add(dump, name, text, strlen(text));
	free(name);
	return live_gather(dump, e);
}

/**
 * cmd_check - the command
 * @argc: number of words
 * @argv: the words, the command's own name first
 *
 * Return: exit status.
 */
int cmd_check(int argc, char **argv)
{
	struct options opt = { 0 };
	struct dump dump = { 0 };
	struct error e;
	int ret;

	ret = parse(argc, argv, &opt);
	if (ret >= 0)
		return ret;
	ret = gather(&dump, &opt, &e);
	if (ret) {
		error_print(&e);
		ret = EXIT_USAGE;
	} else {
		ret = judge(&dump, &opt);
	}
	dump_free(&dump);
	return ret;
}
