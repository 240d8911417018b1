// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar memtype: the kernel's list of memory types and the MTRRs, with the
 * BARs and drivers whose ranges they are.
 */
#include <getopt.h>

#include "commands.h"
#include "error.h"
#include "live.h"
#include "memtypes.h"
#include "output/jsonout.h"

#define SCHEMA	"wcbar-memtype/1"

static void usage(FILE *f)
{
	fputs("Usage: wcbar memtype [OPTIONS]\n\n"
	      "Shows the kernel's list of memory types (pat_memtype_list) and the MTRRs,\n"
	      "joined with the BARs, drivers and owners whose addresses they are. Repeated\n"
	      "lines, overlaps, conflicts, and entries in a BAR without a driver are marked.\n"
	      "Ranges are shown with their last byte. EFFECTIVE is what a mapping with the\n"
	      "entry's type really is, after the MTRRs; '-' where that cannot be told.\n\n"
	      "      --from DIR  a dump instead of this machine, as for 'wcbar check'\n"
	      "  -j, --json      the same as JSON\n"
	      "  -h, --help      this text\n\n"
	      "Exit status: 0, or 2 when nothing was understood or could be read.\n", f);
}

static int show(const struct dump *dump, bool json)
{
	struct json_object *top = NULL, *array = NULL;
	struct views views = { 0 };
	bool understood = false;
	size_t i;

	views_build(&views, dump);
	if (json) {
		top = json_object_new_object();
		json_put_text(top, "schema", SCHEMA);
		json_put_text(top, "source",
			      dump->origin ? dump->origin : "live");
		array = json_object_new_array();
		json_put(top, "answers", array);
	}
	for (i = 0; i < views.n; i++) {
		struct memtypes mt;
		struct evidence ev;
		struct report report;

		evidence_build(&ev, &views.items[i], !dump->origin);
		understood |= evidence_understood(&ev);
		verdict(&report, &ev, NULL);
		memtypes_build(&mt, &ev, &report);
		if (json)
			json_append(array, memtypes_json(&mt));
		else
			memtypes_text(&mt, stdout);
		if (!json && i + 1 < views.n)
			putchar('\n');
		memtypes_free(&mt);
		verdict_free(&report);
		evidence_free(&ev);
	}
	views_free(&views);
	if (json) {
		json_print(top, stdout);
		json_object_put(top);
	}
	if (understood)
		return 0;
	error_say("nothing in %s was understood",
		  dump->origin ? dump->origin : "this machine's files");
	return EXIT_USAGE;
}

/**
 * cmd_memtype - the command
 * @argc: number of words
 * @argv: the words, the command's own name first
 *
 * Return: exit status.
 */
int cmd_memtype(int argc, char **argv)
{
	static const struct option options[] = {
		{ "from", required_argument, NULL, 'f' },
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	const char *from = NULL;
	struct dump dump = { 0 };
	bool json = false;
	struct error e;
	int c, ret;

	opterr = 0;
	optind = 0;
	while ((c = getopt_long(argc, argv, ":jh", options, NULL)) != -1) {
		switch (c) {
		case 'f':
			from = optarg;
			break;
		case 'j':
			json = true;
			break;
		case 'h':
			usage(stdout);
			return 0;
		default:
			return usage_option("memtype", argv, c);
		}
	}
	if (optind < argc)
		return usage_error("memtype", "'%s' is not expected",
				   argv[optind]);
	ret = from ? dump_load(&dump, from, &e) : live_gather(&dump, &e);
	if (ret) {
		error_print(&e);
		ret = EXIT_USAGE;
	} else {
		ret = show(&dump, json);
	}
	dump_free(&dump);
	return ret;
}
