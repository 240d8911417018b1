// SPDX-License-Identifier: GPL-2.0
/*
 * PCI functions from sysfs, and what list and info say of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <json-c/json.h>

#include "card.h"
#include "commands.h"
#include "system/pci.h"
#include "tree.h"

#define NONE	"0x0000000000000000 0x0000000000000000 0x0000000000000000\n"

/* BAR0 32-bit memory, BAR1 and 2 empty, BAR3 and 4 64-bit, BAR5 I/O ports */
#define MIXED							\
	"0x00000000fe000000 0x00000000fe0000ff 0x0000000000040200\n"	\
	NONE NONE							\
	"0x0000006000000000 0x000000600fffffff 0x000000000014220c\n"	\
	NONE								\
	"0x000000000000e000 0x000000000000e07f 0x0000000000040101\n"	\
	NONE

/* BAR0 was sized but never given an address */
#define UNASSIGNED							\
	"0x0000000000000000 0x000000000fffffff 0x000000002014220c\n"	\
	NONE NONE NONE NONE NONE NONE

/* Two prefetchable BARs: the second is larger */
#define TWO								\
	"0x00000000f0000000 0x00000000f0ffffff 0x0000000000042208\n"	\
	"0x0000004000000000 0x00000041ffffffff 0x000000000014220c\n"	\
	NONE NONE NONE NONE NONE

#define PLAIN								\
	"0x00000000fd000000 0x00000000fd003fff 0x0000000000040200\n"	\
	NONE NONE NONE NONE NONE NONE

static struct printed p;

static void three_cards(void)
{
	card_sysfs("0000:02:00.0", "0x1234", "0xabce", PLAIN, "nvme");
	card_sysfs("0000:01:00.1", "0x1234", "0xabcd", UNASSIGNED, NULL);
	card_sysfs("0000:01:00.0", "0x1234", "0xabcd", MIXED, "wcbar");
	tree_file("sys/bus/pci/devices/0000:01:00.0/current_link_speed",
		  "8.0 GT/s PCIe\n");
	tree_file("sys/bus/pci/devices/0000:01:00.0/current_link_width", "8\n");
	tree_file("sys/bus/pci/devices/0000:01:00.0/max_link_speed",
		  "16.0 GT/s PCIe\n");
	tree_file("sys/bus/pci/devices/0000:01:00.0/max_link_width", "16\n");
	tree_file("sys/bus/pci/devices/0000:01:00.0/numa_node", "1\n");
	tree_file("sys/bus/pci/devices/0000:01:00.1/current_link_speed",
		  "Unknown\n");
	tree_file("sys/bus/pci/devices/0000:01:00.1/numa_node", "-1\n");
}

static void scan(void **state)
{
	struct pci_card *c;
	struct error e;
	size_t nr;

	(void)state;
	three_cards();
	assert_int_equal(pci_scan(&c, &nr, &e), 0);
	assert_int_equal(nr, 3);
	/* in the order of their addresses */
	assert_string_equal(c[0].address, "0000:01:00.0");
	assert_string_equal(c[1].address, "0000:01:00.1");
	assert_string_equal(c[2].address, "0000:02:00.0");
	assert_int_equal(c[0].vendor, 0x1234);
	assert_int_equal(c[0].device, 0xabcd);
	assert_int_equal(c[0].class, 0x0500);
	assert_string_equal(c[0].driver, "wcbar");
	assert_string_equal(c[0].link, "8.0 GT/s x8 of 16.0 GT/s x16");
	assert_int_equal(c[0].numa_node, 1);
	assert_string_equal(c[1].driver, "");
	assert_string_equal(c[1].link, "none");
	assert_int_equal(c[1].numa_node, -1);
	free(c);
}

static void bars(void **state)
{
	const struct pci_bar *b;
	struct pci_card *c;
	struct error e;
	size_t nr;

	(void)state;
	three_cards();
	card_sysfs("0000:03:00.0", "0x1234", "0xabcf", TWO, NULL);
	assert_int_equal(pci_scan(&c, &nr, &e), 0);
	assert_int_equal(nr, 4);
	b = c[0].bars;
	assert_int_equal(b[0].start, 0xfe000000);
	assert_int_equal(b[0].size, 256);
	assert_true(b[0].memory && b[0].assigned);
	assert_false(b[0].is64 || b[0].prefetch);
	assert_int_equal(b[1].size, 0);
	assert_int_equal(b[3].start, 0x6000000000);
	assert_int_equal(b[3].size, 256 << 20);
	assert_true(b[3].memory && b[3].is64 && b[3].prefetch);
	assert_int_equal(b[4].size, 0);
	assert_false(b[5].memory);
	assert_int_equal(pci_aperture(&c[0]), 3);
	/* it has a size, and nowhere to be */
	assert_int_equal(c[1].bars[0].size, 256 << 20);
	assert_false(c[1].bars[0].assigned);
	assert_int_equal(pci_aperture(&c[1]), 0);
	assert_int_equal(pci_aperture(&c[2]), -1);
	assert_int_equal(c[3].bars[1].size, 8ULL << 30);
	assert_int_equal(pci_aperture(&c[3]), 1);
	free(c);
}

static void no_sysfs(void **state)
{
	struct pci_card *c;
	struct error e;
	size_t nr;

	(void)state;
	assert_int_equal(pci_scan(&c, &nr, &e), -ENOENT);
	assert_null(c);
	assert_non_null(strstr(e.text, "is sysfs mounted?"));
	/* a bus with nothing on it */
	tree_file("sys/bus/pci/devices/", "");
	assert_int_equal(pci_scan(&c, &nr, &e), 0);
	assert_int_equal(nr, 0);
	free(c);
}

/* What libpci stumbles over, as when a card is pulled during the scan */
static void half_a_card(void **state)
{
	struct pci_card *c;
	struct error e;
	size_t nr;

	(void)state;
	three_cards();
	assert_int_equal(remove(tree_path("sys/bus/pci/devices/0000:01:00.1/vendor")),
			 0);
	assert_int_equal(pci_scan(&c, &nr, &e), -EIO);
	assert_null(c);
	assert_int_equal(nr, 0);
	assert_non_null(strstr(e.text, "cannot look for PCI cards: "));
}

#define LINK	"8.0 GT/s x8 of 16.0 GT/s x16"
#define BARS	"0: 256 B 32bit, 3: 256 MiB 64bit pref *"

static void list(void **state)
{
	(void)state;
	three_cards();
	PRINTED_BY(&p, cmd_list, "list");
	assert_int_equal(p.status, 0);
	assert_string_equal(p.err, "");
	assert_non_null(strstr(p.out, "0000:01:00.0  1234:abcd  wcbar   "
			       LINK "  " BARS "  "));
	assert_non_null(strstr(p.out,
			       "0: 256 MiB 64bit pref unassigned *"));
	assert_null(strstr(p.out, "0000:02:00.0"));
	assert_non_null(strstr(p.out, "wcbar drives 1 of them"));
	PRINTED_BY(&p, cmd_list, "list", "--all");
	assert_non_null(strstr(p.out, "0000:02:00.0"));
}

static void list_json(void **state)
{
	struct json_object *doc, *cards, *card, *v;

	(void)state;
	three_cards();
	PRINTED_BY(&p, cmd_list, "list", "-aj");
	assert_int_equal(p.status, 0);
	doc = json_tokener_parse(p.out);
	assert_non_null(doc);
	assert_true(json_object_object_get_ex(doc, "cards", &cards));
	assert_int_equal(json_object_array_length(cards), 3);
	card = json_object_array_get_idx(cards, 0);
	assert_true(json_object_object_get_ex(card, "aperture", &v));
	assert_int_equal(json_object_get_int(v), 3);
	assert_true(json_object_object_get_ex(card, "driven", &v));
	assert_true(json_object_get_boolean(v));
	assert_true(json_object_object_get_ex(card, "bars", &v));
	assert_int_equal(json_object_array_length(v), 2);
	card = json_object_array_get_idx(cards, 2);
	assert_true(json_object_object_get_ex(card, "aperture", &v));
	assert_null(v);
	assert_true(json_object_object_get_ex(card, "driver", &v));
	assert_string_equal(json_object_get_string(v), "nvme");
	json_object_put(doc);
}

static void list_nothing(void **state)
{
	(void)state;
	card_sysfs("0000:02:00.0", "0x1234", "0xabce", PLAIN, "nvme");
	PRINTED_BY(&p, cmd_list, "list");
	assert_int_equal(p.status, 0);
	assert_string_equal(p.out,
			    "No PCI function here has a prefetchable memory BAR.\n");
}

static void list_wrongly(void **state)
{
	(void)state;
	PRINTED_BY(&p, cmd_list, "list", "--nosuch");
	assert_int_equal(p.status, EXIT_USAGE);
	assert_string_equal(p.out, "");
	assert_string_equal(p.err,
			    "wcbar list: unknown option or value '--nosuch'; see wcbar list --help\n");
	PRINTED_BY(&p, cmd_list, "list", "-x");
	assert_string_equal(p.err,
			    "wcbar list: unknown option '-x'; see wcbar list --help\n");
	PRINTED_BY(&p, cmd_list, "list", "word");
	assert_int_equal(p.status, EXIT_USAGE);
	PRINTED_BY(&p, cmd_list, "list");
	assert_int_equal(p.status, EXIT_FAILED);
}

static void info_of_an_undriven_card(void **state)
{
	(void)state;
	three_cards();
	tree_file("debug/wcbar/", "");
	PRINTED_BY(&p, cmd_info, "info", "1:0.1");
	assert_int_equal(p.status, 0);
	assert_non_null(strstr(p.out, "0000:01:00.1  1234:abcd"));
	assert_non_null(strstr(p.out, "unassigned  256 MiB"));
	assert_non_null(strstr(p.out, "\nwcbar does not drive 0000:01:00.1; "
			       "'wcbar bind 0000:01:00.1' makes it\n"));
	PRINTED_BY(&p, cmd_info, "info", "--json", "1:0.1");
	assert_non_null(strstr(p.out, "\"driven\": false"));
	PRINTED_BY(&p, cmd_info, "info", "9:0.0");
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: there is no PCI function 0000:09:00.0; 'wcbar list' shows those that could serve\n");
	PRINTED_BY(&p, cmd_info, "info", "nonsense");
	assert_int_equal(p.status, EXIT_USAGE);
	PRINTED_BY(&p, cmd_info, "info", "1:0.1", "1:0.0");
	assert_int_equal(p.status, EXIT_USAGE);
}

#define METHOD	\
	"\n  movdir64b      write     64  no      movdir64b  needs movdir64b\n"

static void info_of_a_driven_card(void **state)
{
	struct json_object *doc, *v;

	(void)state;
	card_debugfs("0000:01:00.0", CARD_INFO, CARD_METHODS);
	PRINTED_BY(&p, cmd_info, "info");
	assert_int_equal(p.status, 0);
	assert_non_null(strstr(p.out, "0000:01:00.0  1234:abcd  generic\n"));
	assert_non_null(strstr(p.out, "not allowed (allow_writes is 0)"));
	assert_non_null(strstr(p.out, "effective  write-combining"));
	assert_non_null(strstr(p.out, "size       256 MiB"));
	assert_non_null(strstr(p.out, METHOD));
	PRINTED_BY(&p, cmd_info, "info", "--json");
	doc = json_tokener_parse(p.out);
	assert_non_null(doc);
	assert_true(json_object_object_get_ex(doc, "pat", &v));
	assert_true(json_object_object_get_ex(v, "msr", &v));
	assert_string_equal(json_object_get_string(v), "0x0407050600070106");
	assert_true(json_object_object_get_ex(doc, "colour", &v));
	assert_true(json_object_object_get_ex(doc, "methods", &v));
	assert_int_equal(json_object_array_length(v), 3);
	json_object_put(doc);
}

static void info_of_two_cards(void **state)
{
	(void)state;
	card_debugfs("0000:01:00.0", CARD_INFO, CARD_METHODS);
	card_debugfs("0000:02:00.0", CARD_INFO, CARD_METHODS);
	PRINTED_BY(&p, cmd_info, "info");
	assert_int_equal(p.status, 0);
	assert_non_null(strstr(p.out, "0000:01:00.0  1234:abcd"));
	assert_non_null(strstr(p.out, "0000:02:00.0  1234:abcd"));
	/* two documents would be no document */
	PRINTED_BY(&p, cmd_info, "info", "--json");
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.out, "");
	PRINTED_BY(&p, cmd_info, "info", "--json", "2:0.0");
	assert_int_equal(p.status, 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, tree_begin, tree_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(scan),
		TEST(bars),
		TEST(no_sysfs),
		TEST(half_a_card),
		TEST(list),
		TEST(list_json),
		TEST(list_nothing),
		TEST(list_wrongly),
		TEST(info_of_an_undriven_card),
		TEST(info_of_a_driven_card),
		TEST(info_of_two_cards),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
