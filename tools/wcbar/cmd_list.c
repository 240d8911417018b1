// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar list: which cards could have an aperture.
 */
#include <getopt.h>

#include "commands.h"
#include "error.h"
#include "output/cardout.h"
#include "output/jsonout.h"
#include "output/table.h"
#include "system/pci.h"

static void usage(FILE *f)
{
	fputs("Usage: wcbar list [OPTIONS]\n\n"
	      "Lists the PCI functions with a prefetchable memory BAR: those that write\n"
	      "combining could serve. BARs are shown with their number, size, width of the\n"
	      "address and 'pref' for prefetchable; '*' marks the likely aperture. LINK is\n"
	      "the speed and width now, of the most the card can do.\n\n"
	      "  -a, --all    every function with a memory BAR\n"
	      "  -j, --json   the same as JSON\n"
	      "  -h, --help   this text\n", f);
}

static bool has_memory(const struct pci_card *c)
{
	int i;

	for (i = 0; i < PCI_NR_BARS; i++) {
		if (c->bars[i].memory && c->bars[i].size)
			return true;
	}
	return false;
}

static void print_text(const struct pci_card *cards, size_t nr, FILE *f)
{
	static const char *const headings[] = {
		"ADDRESS", "ID", "DRIVER", "LINK", "BARS", "NAME",
	};
	unsigned int driven = 0;
	struct table t;
	char bars[256];
	size_t i;

	table_init(&t, 0, headings, ARRAY_SIZE(headings));
	for (i = 0; i < nr; i++) {
		const struct pci_card *c = &cards[i];

		card_bars(c, bars, sizeof(bars));
		table_cell(&t, "%s", c->address);
		table_cell(&t, "%04x:%04x", c->vendor, c->device);
		table_cell(&t, "%s", c->driver[0] ? c->driver : "-");
		table_cell(&t, "%s", c->link);
		table_cell(&t, "%s", bars);
		table_cell(&t, "%s", c->name);
		driven += !strcmp(c->driver, "wcbar");
	}
	table_print(&t, f);
	table_free(&t);
	if (driven)
		fprintf(f, "\nwcbar drives %u of them; 'wcbar info ADDRESS' tells about one\n",
			driven);
	else
		fputs("\nwcbar drives none of them; 'wcbar bind ADDRESS' makes it drive one\n",
		      f);
}

static void print_json(const struct pci_card *cards, size_t nr, FILE *f)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *list = json_object_new_array();
	size_t i;

	json_put_text(doc, "schema", "wcbar-list/1");
	for (i = 0; i < nr; i++)
		json_append(list, card_json(&cards[i]));
	json_put(doc, "cards", list);
	json_print(doc, f);
	json_object_put(doc);
}

/**
 * cmd_list - wcbar list
 * @argc: number of arguments
 * @argv: the arguments, "list" first
 *
 * Return: exit status.
 */
int cmd_list(int argc, char **argv)
{
	static const struct option options[] = {
		{ "all",	no_argument,	NULL, 'a' },
		{ "json",	no_argument,	NULL, 'j' },
		{ "help",	no_argument,	NULL, 'h' },
		{ }
	};
	bool all = false, json = false;
	struct pci_card *cards;
	size_t nr, i, kept = 0;
	struct error e;
	int opt;

	opterr = 0;
	optind = 0;
	while ((opt = getopt_long(argc, argv, ":ajh", options, NULL)) != -1) {
		switch (opt) {
		case 'a':
			all = true;
			break;
		case 'j':
			json = true;
			break;
		case 'h':
			usage(stdout);
			return 0;
		default:
			return usage_option("list", argv, opt);
		}
	}
	if (optind < argc)
		return usage_error("list", "unexpected word '%s'",
				   argv[optind]);

	if (pci_scan(&cards, &nr, &e)) {
		error_print(&e);
		return EXIT_FAILED;
	}
	for (i = 0; i < nr; i++) {
		if (all ? has_memory(&cards[i]) : pci_aperture(&cards[i]) >= 0)
			cards[kept++] = cards[i];
	}
	if (json)
		print_json(cards, kept, stdout);
	else if (kept)
		print_text(cards, kept, stdout);
	else
		printf("No PCI function here has a %smemory BAR.\n",
		       all ? "" : "prefetchable ");
	free(cards);
	return 0;
}
