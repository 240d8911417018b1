// SPDX-License-Identifier: GPL-2.0
/*
 * The driver's files: found, read, taken apart; and a sentence for each way
 * that fails.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <unistd.h>

#include <sys/stat.h>

#include <wcbar/rows.h>

#include "card.h"
#include "system/driver.h"
#include "system/paths.h"
#include "tree.h"

#define BDF	"0000:01:00.0"

static struct error e;

static void no_module(void **state)
{
	char address[BDF_TEXT], want[512];

	(void)state;
	tree_file("debug/", "");
	assert_int_equal(driver_find(NULL, address, &e), -ENOENT);
	snprintf(want, sizeof(want),
		 "the module wcbar is not loaded (there is no %s/wcbar); 'modprobe wcbar' loads it",
		 tree_path("debug"));
	assert_string_equal(e.text, want);
	assert_string_equal(address, "");
	/* what the address is, is known all the same */
	assert_int_equal(driver_find("1:0.0", address, &e), -ENOENT);
	assert_string_equal(address, BDF);
}

static void no_card(void **state)
{
	char address[BDF_TEXT];

	(void)state;
	tree_file("debug/wcbar/", "");
	assert_int_equal(driver_find(NULL, address, &e), -ENODEV);
	assert_string_equal(e.text,
			    "wcbar drives no card; 'wcbar bind ADDRESS' makes it drive one");
}

static void the_only_card(void **state)
{
	char address[BDF_TEXT];

	(void)state;
	card_debugfs(BDF, NULL, NULL);
	/* what is no card is passed over */
	tree_file("debug/wcbar/stats", "");
	assert_int_equal(driver_find(NULL, address, &e), 0);
	assert_string_equal(address, BDF);
}

static void several_cards(void **state)
{
	char address[BDF_TEXT];

	(void)state;
	card_debugfs("0000:02:00.0", NULL, NULL);
	card_debugfs(BDF, NULL, NULL);
	assert_int_equal(driver_find(NULL, address, &e), -EINVAL);
	assert_string_equal(e.text,
			    "wcbar drives 2 cards; say which, for example 0000:01:00.0");
	assert_int_equal(driver_find("02:00.0", address, &e), 0);
	assert_string_equal(address, "0000:02:00.0");
	assert_int_equal(driver_find("03:00.0", address, &e), -ENODEV);
	assert_string_equal(e.text,
			    "wcbar does not drive 0000:03:00.0; 'wcbar bind 0000:03:00.0' makes it");
}

static void no_address(void **state)
{
	static const char *const words[] = {
		"", "x", "01:00", "1:0.8", "1:20.0", "100:0.0:0", "01:00.0 ",
		"0000:01:00.0.0", "123456789:01:00.0", "01:00.00", "-1:0.0",
	};
	char address[BDF_TEXT];
	size_t i;

	(void)state;
	card_debugfs(BDF, NULL, NULL);
	for (i = 0; i < ARRAY_SIZE(words); i++) {
		assert_int_equal(driver_find(words[i], address, &e), -EINVAL);
		assert_string_equal(address, "");
		assert_non_null(strstr(e.text,
				       "is not the address of a PCI function"));
	}
}

static void addresses(void **state)
{
	static const struct {
		const char *text;
		const char *full;
	} cases[] = {
		{ "00:04.0", "0000:00:04.0" },
		{ "0:4.0", "0000:00:04.0" },
		{ "0000:00:04.0", "0000:00:04.0" },
		{ "10000:E1:1f.7", "10000:e1:1f.7" },
		{ "ffffffff:ff:1f.7", "ffffffff:ff:1f.7" },
	};
	char text[BDF_TEXT];
	struct bdf bdf;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(bdf_parse(cases[i].text, &bdf), 0);
		bdf_format(&bdf, text);
		assert_string_equal(text, cases[i].full);
	}
}

static void info(void **state)
{
	struct facts facts;
	u64 v;

	(void)state;
	card_debugfs(BDF, CARD_INFO, NULL);
	assert_int_equal(driver_info(BDF, &facts, &e), 0);
	assert_string_equal(facts_get(&facts, "cpu"), "Some CPU @ 2.50GHz");
	assert_string_equal(facts_get(&facts, "link"),
			    "8.0 GT/s x8 of 16.0 GT/s x16");
	assert_string_equal(facts_get(&facts, "colour"), "green");
	assert_null(facts_get(&facts, "aperture"));
	assert_true(facts_u64(&facts, "aperture.window", &v));
	assert_int_equal(v, 1048576);
	assert_true(facts_u64(&facts, "aperture.start", &v));
	assert_int_equal(v, 0x6000000000);
	assert_false(facts_u64(&facts, "regs.bar", &v));
	assert_false(facts_u64(&facts, "nothing", &v));
	facts_free(&facts);
}

#define OTHER								\
	"the info file does not begin with '# wcbar-info/1'; "		\
	"the module is of another version than this tool"

static void bad_info(void **state)
{
	static const struct {
		const char *text;
		const char *err;
	} cases[] = {
		{ "", OTHER },
		{ "# wcbar-info/2\nbdf: x\n", OTHER },
		{ "# wcbar-info/1\nbdf: x\nnonsense\n",
		  "line 3 of the info file is not 'key: value'" },
		{ "# wcbar-info/1\n: x\n", "line 2 of the info file is not 'key: value'" },
	};
	struct facts facts;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(driver_info_parse(cases[i].text,
						   strlen(cases[i].text),
						   &facts, &e), -EPROTO);
		assert_string_equal(e.text, cases[i].err);
		facts_free(&facts);
	}
}

static void methods(void **state)
{
	struct driver_methods m;

	(void)state;
	card_debugfs(BDF, NULL, CARD_METHODS);
	assert_int_equal(driver_methods(BDF, &m, &e), 0);
	assert_int_equal(m.nr, 3);
	assert_string_equal(m.list[0].name, "memcpy_toio");
	assert_string_equal(m.list[0].dir, "write");
	assert_int_equal(m.list[0].width, 4);
	assert_true(m.list[0].usable);
	assert_string_equal(m.list[0].note, "the kernel's own");
	assert_string_equal(m.list[1].needs, "movdir64b");
	assert_false(m.list[1].usable);
	assert_string_equal(m.list[1].note, "needs movdir64b");
	assert_string_equal(m.list[2].dir, "read");
	assert_string_equal(m.list[2].note, "");
	driver_methods_free(&m);
}

static void bad_methods(void **state)
{
	static const char *const lines[] = {
		"memcpy_toio", "memcpy_toio write", "memcpy_toio write 4",
		"memcpy_toio write 4 yes", "memcpy_toio up 4 yes - x",
		"memcpy_toio write four yes - x", "memcpy_toio write 4 1 - x",
	};
	struct driver_methods m;
	char text[128];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		snprintf(text, sizeof(text), "# wcbar-methods/1\n%s\n",
			 lines[i]);
		assert_int_equal(driver_methods_parse(text, strlen(text), &m,
						      &e), -EPROTO);
		assert_string_equal(e.text,
				    "line 2 of the methods file is not a method");
		driver_methods_free(&m);
	}
	assert_int_equal(driver_methods_parse("x\n", 2, &m, &e), -EPROTO);
}

static void files_that_are_not_there(void **state)
{
	struct facts facts;
	char *text;
	size_t len;

	(void)state;
	card_debugfs(BDF, NULL, NULL);
	assert_int_equal(driver_info(BDF, &facts, &e), -ENOENT);
	assert_string_equal(e.text,
			    "cannot read the info file of 0000:01:00.0: the card is gone, or is being removed");
	assert_int_equal(driver_write(BDF, "bandwidth", "x", 1, &e), -ENOENT);
	assert_string_equal(e.text,
			    "cannot write the bandwidth file of 0000:01:00.0: the card is gone, or is being removed");
	/* a folder cannot be read */
	tree_file("debug/wcbar/" BDF "/info/", "");
	assert_int_equal(driver_read(BDF, "info", &text, &len, &e), -EISDIR);
	assert_null(text);
	assert_string_equal(e.text,
			    "cannot read the info file of 0000:01:00.0: Is a directory");
}

static void too_long(void **state)
{
	char *text;

	(void)state;
	tree_file("file", "0123456789");
	assert_int_equal(path_read(tree_path("file"), 9, &text, NULL), -EFBIG);
	assert_null(text);
	assert_int_equal(path_read(tree_path("file"), 10, &text, NULL), 0);
	assert_string_equal(text, "0123456789");
	free(text);
}

/* More than one read's worth comes back whole */
static void a_long_file(void **state)
{
	static char content[50000];
	char *text;
	size_t len;

	(void)state;
	memset(content, 'a', sizeof(content) - 1);
	tree_file("file", content);
	assert_int_equal(path_read(tree_path("file"), SZ_1M, &text, &len), 0);
	assert_int_equal(len, sizeof(content) - 1);
	assert_string_equal(text, content);
	free(text);
}

static void a_written_file(void **state)
{
	(void)state;
	card_debugfs(BDF, NULL, NULL);
	tree_file("debug/wcbar/" BDF "/allow_writes", "0\n");
	assert_int_equal(driver_write(BDF, "allow_writes", "1", 1, &e), 0);
	assert_string_equal(tree_read("debug/wcbar/" BDF "/allow_writes"),
			    "1\n");
}

/* As somebody who is not root; whoever runs this has to be, to become one */
static void not_root(void **state)
{
	char address[BDF_TEXT], want[512];
	struct facts facts;
	int found, read;

	(void)state;
	if (geteuid())
		skip();
	card_debugfs(BDF, CARD_INFO, NULL);
	chmod(tree_path(""), 0755);
	chmod(tree_path("debug/wcbar/" BDF "/info"), 0400);
	assert_int_equal(seteuid(65534), 0);
	found = driver_find(NULL, address, &e);
	read = driver_info(BDF, &facts, &e);
	assert_int_equal(seteuid(0), 0);
	assert_int_equal(found, 0);
	assert_int_equal(read, -EACCES);
	assert_string_equal(e.text,
			    "cannot read the info file of 0000:01:00.0: permission denied; run wcbar as root");
	chmod(tree_path("debug"), 0700);
	assert_int_equal(seteuid(65534), 0);
	found = driver_find(NULL, address, &e);
	assert_int_equal(seteuid(0), 0);
	assert_int_equal(found, -EACCES);
	snprintf(want, sizeof(want),
		 "cannot look into %s: permission denied; run wcbar as root",
		 tree_path("debug"));
	assert_string_equal(e.text, want);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, tree_begin, tree_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(no_module),
		TEST(no_card),
		TEST(the_only_card),
		TEST(several_cards),
		TEST(no_address),
		TEST(addresses),
		TEST(info),
		TEST(bad_info),
		TEST(methods),
		TEST(bad_methods),
		TEST(files_that_are_not_there),
		TEST(not_root),
		TEST(too_long),
		TEST(a_long_file),
		TEST(a_written_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
