// SPDX-License-Identifier: GPL-2.0
/*
 * A PCI function as list and info show it.
 */
#include "output/cardout.h"

#include "output/jsonout.h"
#include "output/table.h"
#include "output/units.h"

/**
 * card_bars - the memory BARs in a line: "0: 256 B 32bit, 2: 64 MiB 64bit pref *"
 * @card: the card
 * @buf: where to
 * @len: bytes of @buf
 */
void card_bars(const struct pci_card *card, char *buf, size_t len)
{
	int aperture = pci_aperture(card);
	char size[TEXT_QUANTITY];
	size_t pos = 0;
	int i;

	buf[0] = '\0';
	for (i = 0; i < PCI_NR_BARS && pos < len; i++) {
		const struct pci_bar *b = &card->bars[i];

		if (!b->memory || !b->size)
			continue;
		pos += (size_t)snprintf(buf + pos, len - pos,
					"%s%d: %s %s%s%s%s", pos ? ", " : "",
					i, text_bytes(b->size, size),
					b->is64 ? "64bit" : "32bit",
					b->prefetch ? " pref" : "",
					b->assigned ? "" : " unassigned",
					i == aperture ? " *" : "");
	}
}

/**
 * card_print - everything that sysfs tells of a card
 * @card: the card
 * @f: where to
 */
void card_print(const struct pci_card *card, FILE *f)
{
	static const char *const headings[] = {
		">BAR", ">ADDRESS", ">SIZE", "KIND",
	};
	int aperture = pci_aperture(card), i;
	char size[TEXT_QUANTITY];
	struct table t;

	fprintf(f, "%s  %04x:%04x  %s\n", card->address, card->vendor,
		card->device, card->name);
	fprintf(f, "  driver     %s\n", card->driver[0] ? card->driver : "none");
	fprintf(f, "  link       %s\n", card->link);
	if (card->numa_node >= 0)
		fprintf(f, "  NUMA node  %d\n", card->numa_node);
	table_init(&t, 2, headings, ARRAY_SIZE(headings));
	for (i = 0; i < PCI_NR_BARS; i++) {
		const struct pci_bar *b = &card->bars[i];

		if (!b->memory || !b->size)
			continue;
		table_cell(&t, "%d", i);
		if (b->assigned)
			table_cell(&t, "%#llx", b->start);
		else
			table_cell(&t, "unassigned");
		table_cell(&t, "%s", text_bytes(b->size, size));
		table_cell(&t, "%s%s%s", b->is64 ? "64bit" : "32bit",
			   b->prefetch ? " pref" : "",
			   i == aperture ? ", could be an aperture" : "");
	}
	if (t.nr_cells > t.nr_columns) {
		fputc('\n', f);
		table_print(&t, f);
	} else {
		fputs("  no memory BAR\n", f);
	}
	table_free(&t);
}

static struct json_object *bar_json(const struct pci_bar *b, int nr)
{
	struct json_object *o = json_object_new_object();

	json_put_u64(o, "bar", (u64)nr);
	json_put_u64(o, "start", b->start);
	json_put_u64(o, "size", b->size);
	json_put_bool(o, "64bit", b->is64);
	json_put_bool(o, "prefetchable", b->prefetch);
	json_put_bool(o, "assigned", b->assigned);
	return o;
}

/**
 * card_json - everything that sysfs tells of a card, as JSON
 * @card: the card
 *
 * Return: an object, the caller's.
 */
struct json_object *card_json(const struct pci_card *card)
{
	struct json_object *o = json_object_new_object();
	struct json_object *bars = json_object_new_array();
	int aperture = pci_aperture(card), b;
	char id[16];

	snprintf(id, sizeof(id), "%04x:%04x", card->vendor, card->device);
	json_put_text(o, "bdf", card->address);
	json_put_text(o, "id", id);
	json_put_text(o, "name", card->name);
	json_put_text(o, "driver", card->driver[0] ? card->driver : NULL);
	json_put_bool(o, "driven", !strcmp(card->driver, "wcbar"));
	json_put_text(o, "link",
		      strcmp(card->link, "none") ? card->link : NULL);
	json_put_int(o, "numa_node", card->numa_node);
	if (aperture < 0)
		json_put_text(o, "aperture", NULL);
	else
		json_put_int(o, "aperture", aperture);
	for (b = 0; b < PCI_NR_BARS; b++) {
		if (card->bars[b].memory && card->bars[b].size)
			json_append(bars, bar_json(&card->bars[b], b));
	}
	json_put(o, "bars", bars);
	return o;
}
