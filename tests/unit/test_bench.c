// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar bench from its arguments to its files, over a made-up card whose
 * bandwidth file is a pipe with a thread behind it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <sys/stat.h>

#include <wcbar/rows.h>

#include "card.h"
#include "commands.h"
#include "fake_driver.h"
#include "tree.h"

#define BDF	"0000:01:00.0"

static struct printed p;

static void driver_begin(struct fake_driver *d, const char *rows)
{
	fake_driver_begin(d, BDF, "bandwidth",
			  WCBAR_ROWS_MAGIC "\n" WCBAR_ROWS_COLUMNS, rows);
}

static void usual(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, CARD_ROW_WC CARD_ROW_UC);
	PRINTED_BY(&p, cmd_bench, "bench");
	fake_driver_end(&d);
	assert_string_equal(p.err, "");
	assert_int_equal(p.status, 0);
	assert_string_equal(d.spec, "method=all map=wc,uc size=4K,64K,1M");
	assert_non_null(strstr(p.out, "\nmap wc (obtained wc, effective wc)"));
	assert_non_null(strstr(p.out, "; write combining reaches the card.\n"));
}

static void every_option(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, CARD_ROW_WC);
	PRINTED_BY(&p, cmd_bench, "bench", "01:00.0", "-m", "memcpy_toio",
		   "--map", "wc", "--dir=write", "--size", "64..4K",
		   "--offset", "0,1", "--src-offset", "3", "-n", "10",
		   "--warmup", "0", "--cpu", "1", "--node", "0", "--verify",
		   "0", "--save", "-q");
	fake_driver_end(&d);
	assert_string_equal(p.err, "");
	assert_int_equal(p.status, 0);
	assert_string_equal(p.out, "");
	assert_string_equal(d.spec,
			    "method=memcpy_toio map=wc dir=write size=64..4K offset=0,1 src_offset=3 iterations=10 warmup=0 cpu=1 node=0 verify=0 save=1");
}

static void raw_spec(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, CARD_ROW_WC);
	PRINTED_BY(&p, cmd_bench, "bench", "--spec", "verify=0  size=64",
		   "--dir", "read");
	fake_driver_end(&d);
	assert_int_equal(p.status, 0);
	/* as it is: nothing usual is added */
	assert_string_equal(d.spec, "verify=0  size=64 dir=read");
}

static void outputs(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, CARD_ROW_WC CARD_ROW_UC CARD_ROW_SKIPPED);
	PRINTED_BY(&p, cmd_bench, "bench", "--json", tree_path("r.json"),
		   "--csv", tree_path("r.csv"));
	fake_driver_end(&d);
	assert_int_equal(p.status, 0);
	assert_non_null(strstr(p.out, "map wc"));
	assert_non_null(strstr(tree_read("r.json"), "\"bdf\": \"" BDF "\""));
	assert_non_null(strstr(tree_read("r.csv"), "\nmemcpy_toio,uc,"));
	/* and from there again, without the card */
	PRINTED_BY(&p, cmd_bench, "bench", "--from", tree_path("r.json"),
		   "--csv", "-");
	assert_int_equal(p.status, 0);
	assert_string_equal(p.out, tree_read("r.csv"));
	PRINTED_BY(&p, cmd_bench, "bench", "--from", tree_path("r.json"),
		   "--json", "-");
	assert_string_equal(p.out, tree_read("r.json"));
}

static void wrong_bytes(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, CARD_ROW_WC CARD_ROW_BAD);
	PRINTED_BY(&p, cmd_bench, "bench");
	fake_driver_end(&d);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: bytes were wrong in 1 of 2 rows, first: memcpy_toio, 4K at offset 64, map uc\n");
}

/* All of these are said before anything is run: there is no bandwidth file */
static void called_wrongly(void **state)
{
	static const struct {
		const char *argv[6];
		const char *err;
	} cases[] = {
		{ { "bench", "--nosuch" }, "unknown option or value '--nosuch'" },
		{ { "bench", "--size" }, "option '--size' lacks its value" },
		{ { "bench", "-s" }, "option '-s' lacks its value" },
		{ { "bench", BDF, "word" }, "unexpected word 'word'" },
		{ { "bench", "nonsense" },
		  "'nonsense' is not the address of a PCI function, such as 00:04.0" },
		{ { "bench", "--size", "0" }, "size: 0 is not a size" },
		{ { "bench", "--size", "-1" }, "size: '-1' is negative" },
		{ { "bench", "--size", "2M" },
		  "size: 2097152 is past the window of 1048576 bytes" },
		{ { "bench", "--size", "64 offset=1" }, "'64 offset=1' has a blank in it" },
		{ { "bench", "--size=64", "--size=128" }, "size: given twice" },
		{ { "bench", "--method", "nosuch" }, "method: 'nosuch' is no method" },
		{ { "bench", "--map", "wb" }, "map: 'wb' is none of wc, uc- and uc" },
		{ { "bench", "--verify", "2" }, "verify: 2 is more than 1" },
		{ { "bench", "--spec", "" }, "empty specification" },
		{ { "bench", "--spec", "foo" }, "unknown word 'foo'" },
		{ { "bench", "--json", "-", "--csv", "-" },
		  "only one of --json, --csv and --plot can go to standard output" },
		{ { "bench", "--from", "x.json", BDF },
		  "--from shows saved results and takes nothing that says what to run" },
		{ { "bench", "--from", "x.json", "-n", "3" },
		  "--from shows saved results and takes nothing that says what to run" },
	};
	char want[256];
	size_t i;

	(void)state;
	card_debugfs(BDF, CARD_INFO, CARD_METHODS);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		printed_by(&p, cmd_bench, cases[i].argv);
		snprintf(want, sizeof(want),
			 "wcbar bench: %s; see wcbar bench --help\n",
			 cases[i].err);
		assert_string_equal(p.err, want);
		assert_int_equal(p.status, EXIT_USAGE);
		assert_string_equal(p.out, "");
	}
}

static void cannot_be_written(void **state)
{
	char want[512];

	(void)state;
	card_debugfs(BDF, CARD_INFO, CARD_METHODS);
	/* said before the run: there is no bandwidth file to complain about */
	PRINTED_BY(&p, cmd_bench, "bench", "--json", tree_path("none/r.json"),
		   "--csv", tree_path("r.csv"));
	assert_int_equal(p.status, EXIT_FAILED);
	snprintf(want, sizeof(want),
		 "wcbar: cannot write %s: No such file or directory\n",
		 tree_path("none/r.json"));
	assert_string_equal(p.err, want);
	assert_false(tree_has("r.csv"));
}

static void a_full_disk(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, CARD_ROW_WC);
	PRINTED_BY(&p, cmd_bench, "bench", "--json", "/dev/full", "--csv",
		   tree_path("r.csv"));
	fake_driver_end(&d);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: cannot write /dev/full: No space left on device\n");
	/* what can be had is there */
	assert_non_null(strstr(tree_read("r.csv"), "memcpy_toio"));
}

static void no_driver(void **state)
{
	(void)state;
	tree_file("debug/", "");
	PRINTED_BY(&p, cmd_bench, "bench", "01:00.0");
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "the module wcbar is not loaded"));
	card_debugfs("0000:02:00.0", CARD_INFO, CARD_METHODS);
	PRINTED_BY(&p, cmd_bench, "bench", "01:00.0");
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: wcbar does not drive 0000:01:00.0; 'wcbar bind 0000:01:00.0' makes it\n");
}

static void the_card_goes_away(void **state)
{
	(void)state;
	card_debugfs(BDF, CARD_INFO, CARD_METHODS);
	tree_file("r.json", "old");
	PRINTED_BY(&p, cmd_bench, "bench", "--json", tree_path("r.json"));
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: cannot write the bandwidth file of 0000:01:00.0: the card is gone, or is being removed\n");
	/* older results are left alone */
	assert_string_equal(tree_read("r.json"), "old");
}

#define SAVED							\
	"{\"schema\":\"wcbar-bench/1\",\"context\":{},\"rows\":[]}"

static void pictures(void **state)
{
	struct fake_driver d;
	char *path = strdup(getenv("PATH"));

	(void)state;
	driver_begin(&d, CARD_ROW_WC CARD_ROW_UC);
	PRINTED_BY(&p, cmd_bench, "bench", "--json", tree_path("r.json"),
		   "-q");
	fake_driver_end(&d);
	if (system("gnuplot --version >/dev/null 2>&1")) {
		free(path);
		skip();
	}
	PRINTED_BY(&p, cmd_bench, "bench", "-q", "--from", tree_path("r.json"),
		   "--plot", tree_path("r.svg"));
	assert_string_equal(p.err, "");
	assert_int_equal(p.status, 0);
	assert_non_null(strstr(tree_read("r.svg"), "<svg"));
	assert_non_null(strstr(tree_read("r.svg"), "memcpy_toio uc"));
	assert_non_null(strstr(tree_read("r.svg"), "</svg>"));
	/* nothing to draw leaves nothing, and what was there alone */
	tree_file("empty.json", SAVED);
	tree_file("old.svg", "old");
	PRINTED_BY(&p, cmd_bench, "bench", "-q", "--from",
		   tree_path("empty.json"), "--plot", tree_path("old.svg"));
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: there is nothing to draw: no row was measured\n");
	assert_string_equal(tree_read("old.svg"), "old");
	/* without gnuplot it is said, before anything is run */
	setenv("PATH", tree_path("bin"), 1);
	PRINTED_BY(&p, cmd_bench, "bench", "--plot", tree_path("new.svg"));
	setenv("PATH", path, 1);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: a picture needs gnuplot, which is not installed (on Debian: apt install gnuplot-nox)\n");
	assert_false(tree_has("new.svg"));
	free(path);
}

/* A gnuplot that does not do what it should */
static void bad_gnuplot(void **state)
{
	static const struct {
		const char *script;
		const char *err;
	} cases[] = {
		{ "echo '<svg></svg>'; echo; echo 'line 7: no such thing' >&2; exit 1",
		  "line 7: no such thing" },
		{ "echo '<svg>'", "it says no reason" },
		{ "kill -9 $$", "it says no reason" },
	};
	char *path = strdup(getenv("PATH"));
	char text[256], want[512];
	struct fake_driver d;
	size_t i;

	(void)state;
	driver_begin(&d, CARD_ROW_WC);
	PRINTED_BY(&p, cmd_bench, "bench", "--json", tree_path("r.json"),
		   "-q");
	fake_driver_end(&d);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		snprintf(text, sizeof(text), "#!/bin/sh\n%s\n",
			 cases[i].script);
		tree_file("bin/gnuplot", text);
		chmod(tree_path("bin/gnuplot"), 0755);
		setenv("PATH", tree_path("bin"), 1);
		PRINTED_BY(&p, cmd_bench, "bench", "-q", "--from",
			   tree_path("r.json"), "--plot", tree_path("r.svg"));
		setenv("PATH", path, 1);
		assert_int_equal(p.status, EXIT_FAILED);
		snprintf(want, sizeof(want),
			 "wcbar: gnuplot could not draw the picture: %s\n",
			 cases[i].err);
		assert_string_equal(p.err, want);
		assert_false(tree_has("r.svg"));
	}
	free(path);
}

static void help(void **state)
{
	(void)state;
	PRINTED_BY(&p, cmd_bench, "bench", "--help");
	assert_int_equal(p.status, 0);
	assert_string_equal(p.err, "");
	assert_non_null(strstr(p.out, "--from FILE"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, tree_begin, tree_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(usual),
		TEST(every_option),
		TEST(raw_spec),
		TEST(outputs),
		TEST(wrong_bytes),
		TEST(called_wrongly),
		TEST(cannot_be_written),
		TEST(a_full_disk),
		TEST(no_driver),
		TEST(the_card_goes_away),
		TEST(pictures),
		TEST(bad_gnuplot),
		TEST(help),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
