// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar info: what the driver knows of a card and its two mappings, with the
 * evidence; without the driver, what sysfs tells.
 */
#include <getopt.h>

#include "commands.h"
#include "error.h"
#include "output/cardout.h"
#include "output/infoout.h"
#include "output/jsonout.h"
#include "system/driver.h"

static void usage(FILE *f)
{
	fputs("Usage: wcbar info [ADDRESS] [OPTIONS]\n\n"
	      "Shows what the driver knows of a card: its aperture and its registers, the\n"
	      "memory type that was requested, that the page-table entry really has\n"
	      "(obtained), and that the MTRRs leave of it (effective), each with the\n"
	      "evidence; and the copy methods, usable or why not. Without ADDRESS, every\n"
	      "card that wcbar drives. For a card that it does not drive, what sysfs tells.\n"
	      "The domain may be left out: 00:04.0 is 0000:00:04.0.\n\n"
	      "  -j, --json   the same as JSON\n"
	      "  -h, --help   this text\n", f);
}

static const struct pci_card *find_card(const struct pci_card *cards,
					size_t nr, const char *address)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (!strcmp(cards[i].address, address))
			return &cards[i];
	}
	return NULL;
}

/* A card that the driver does not drive, or whose files cannot be read */
static int show_undriven(const char *address, bool json, int ret,
			 const struct error *why)
{
	const struct pci_card *card;
	struct json_object *doc;
	struct pci_card *cards;
	struct error e;
	size_t nr;

	if (pci_scan(&cards, &nr, &e)) {
		error_print(&e);
		return EXIT_FAILED;
	}
	card = find_card(cards, nr, address);
	if (!card) {
		error_say("there is no PCI function %s; 'wcbar list' shows those that could serve",
			  address);
		free(cards);
		return EXIT_FAILED;
	}
	if (json) {
		doc = json_object_new_object();
		json_put_text(doc, "schema", "wcbar-info/1");
		json_put_text(doc, "bdf", address);
		json_put_bool(doc, "driven", false);
		json_put_text(doc, "why", why->text);
		json_put(doc, "pci", card_json(card));
		json_print(doc, stdout);
		json_object_put(doc);
	} else {
		card_print(card, stdout);
		printf("\n%s\n", why->text);
	}
	free(cards);
	/* not driven is an answer; not being allowed to look is none */
	return ret == -ENOENT || ret == -ENODEV ? 0 : EXIT_FAILED;
}

static int show_driven(const char *address, bool json)
{
	struct driver_methods methods = { NULL, 0 };
	struct json_object *doc;
	struct facts info;
	struct error e;
	int ret;

	ret = driver_info(address, &info, &e);
	if (!ret)
		ret = driver_methods(address, &methods, &e);
	if (ret) {
		error_print(&e);
	} else if (json) {
		doc = info_json(address, &info, &methods);
		json_print(doc, stdout);
		json_object_put(doc);
	} else {
		info_print(address, &info, &methods, stdout);
	}
	facts_free(&info);
	driver_methods_free(&methods);
	return ret ? EXIT_FAILED : 0;
}

static int show_all(bool json)
{
	struct driver_cards cards;
	int ret, status = 0;
	char only[BDF_TEXT];
	struct error e;
	size_t i;

	ret = driver_cards(&cards, &e);
	if (!ret && (!cards.nr || (json && cards.nr > 1)))
		ret = driver_find(NULL, only, &e);
	if (ret)
		error_print(&e);
	for (i = 0; !ret && i < cards.nr; i++) {
		if (i)
			putchar('\n');
		status |= show_driven(cards.list[i], json);
	}
	free(cards.list);
	return ret ? EXIT_FAILED : status;
}

/**
 * cmd_info - wcbar info
 * @argc: number of arguments
 * @argv: the arguments, "info" first
 *
 * Return: exit status.
 */
int cmd_info(int argc, char **argv)
{
	static const struct option options[] = {
		{ "json",	no_argument,	NULL, 'j' },
		{ "help",	no_argument,	NULL, 'h' },
		{ }
	};
	char address[BDF_TEXT];
	bool json = false;
	struct error e;
	int opt, ret;

	opterr = 0;
	optind = 0;
	while ((opt = getopt_long(argc, argv, ":jh", options, NULL)) != -1) {
		switch (opt) {
		case 'j':
			json = true;
			break;
		case 'h':
			usage(stdout);
			return 0;
		default:
			return usage_option("info", argv, opt);
		}
	}
	if (optind + 1 < argc)
		return usage_error("info", "unexpected word '%s'",
				   argv[optind + 1]);
	if (optind == argc)
		return show_all(json);

	ret = driver_find(argv[optind], address, &e);
	if (!address[0])
		return usage_error("info", "%s", e.text);
	if (ret)
		return show_undriven(address, json, ret, &e);
	return show_driven(address, json);
}
