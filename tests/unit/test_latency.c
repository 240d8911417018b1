// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar latency from its arguments to its files, over a made-up card.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "card.h"
#include "commands.h"
#include "fake_driver.h"
#include "latency_rows.h"
#include "tree.h"

#define BDF	"0000:01:00.0"

static struct printed p;

static void driver_begin(struct fake_driver *d, const char *rows)
{
	fake_driver_begin(d, BDF, "latency", POST_HEAD, rows);
}

static void usual(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, POST_ROW("bf", "wc", "64", "800.000")
		     POST_ROW("doorbell", "wc", "64", "1200.000"));
	PRINTED_BY(&p, cmd_latency, "latency");
	fake_driver_end(&d);
	assert_string_equal(p.err, "");
	assert_int_equal(p.status, 0);
	assert_string_equal(d.spec,
			    "post=bf,doorbell,inline map=wc,uc size=8,64,512,4K");
	assert_non_null(strstr(p.out, "\ninterface: reference card 1\n"));
	assert_non_null(strstr(p.out,
			       "\nbf, map wc (obtained wc, effective wc), polling memory for the completion, stores by movnti\n"));
	assert_non_null(strstr(p.out, "\nThe card took 2020 descriptors, with those of the warm-up: 0 torn, 0 stale, 0 posted twice, 0 out of order, 0 lost.\n"
			       "The card polled on a CPU of its own.\n"));
}

static void every_option(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, POST_ROW("bf", "wc", "64", "800.000"));
	PRINTED_BY(&p, cmd_latency, "latency", "01:00.0", "--post", "bf,auto",
		   "--map=wc", "-s", "2..64", "--mix", "-n", "10", "--warmup",
		   "0", "--wait", "poll,irq", "--timeout", "20", "-m",
		   "store8", "--cpu", "1", "-q");
	fake_driver_end(&d);
	assert_string_equal(p.err, "");
	assert_int_equal(p.status, 0);
	assert_string_equal(p.out, "");
	assert_string_equal(d.spec,
			    "post=bf,auto map=wc size=2..64 mix=1 iterations=10 warmup=0 wait=poll,irq timeout=20 method=store8 cpu=1");
}

static void presets(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, POST_ROW("bf", "wc", "64", "800.000"));
	PRINTED_BY(&p, cmd_latency, "latency", "-q", "--preset", "blueflame",
		   "--iterations", "7");
	fake_driver_end(&d);
	assert_int_equal(p.status, 0);
	assert_string_equal(d.spec,
			    "iterations=7 post=bf,doorbell,inline map=wc,uc size=2..128");
}

static void raw_spec(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, POST_ROW("bf", "wc", "64", "800.000"));
	PRINTED_BY(&p, cmd_latency, "latency", "-q", "--spec", "break=skip",
		   "--cpu", "0");
	fake_driver_end(&d);
	assert_int_equal(p.status, 0);
	assert_string_equal(d.spec, "break=skip cpu=0");
}

static void outputs(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, POST_ROW("bf", "wc", "64", "800.000") POST_SKIPPED);
	PRINTED_BY(&p, cmd_latency, "latency", "--json", tree_path("r.json"),
		   "--csv", tree_path("r.csv"));
	fake_driver_end(&d);
	assert_string_equal(p.err, "");
	assert_int_equal(p.status, 0);
	assert_non_null(strstr(tree_read("r.json"), "\"bdf\": \"" BDF "\""));
	assert_non_null(strstr(tree_read("r.json"),
			       "\"interface\": \"reference card 1\""));
	assert_non_null(strstr(tree_read("r.csv"), "\nbf,false,wc,"));
	/* and from there again, without the card */
	PRINTED_BY(&p, cmd_latency, "latency", "--from", tree_path("r.json"),
		   "--csv", "-");
	assert_int_equal(p.status, 0);
	assert_string_equal(p.out, tree_read("r.csv"));
	PRINTED_BY(&p, cmd_latency, "latency", "--from", tree_path("r.json"),
		   "--json", "-");
	assert_string_equal(p.out, tree_read("r.json"));
}

static void pictures(void **state)
{
	struct fake_driver d;

	(void)state;
	if (system("gnuplot --version >/dev/null 2>&1"))
		skip();
	driver_begin(&d, POST_ROW("bf", "wc", "64", "800.000"));
	PRINTED_BY(&p, cmd_latency, "latency", "-q", "--plot",
		   tree_path("r.svg"));
	fake_driver_end(&d);
	assert_string_equal(p.err, "");
	assert_int_equal(p.status, 0);
	assert_non_null(strstr(tree_read("r.svg"), "bf wc"));
	assert_non_null(strstr(tree_read("r.svg"), "</svg>"));
	driver_begin(&d, POST_SKIPPED);
	PRINTED_BY(&p, cmd_latency, "latency", "-q", "--plot",
		   tree_path("none.svg"));
	fake_driver_end(&d);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: there is nothing to draw: no row was measured\n");
	assert_false(tree_has("none.svg"));
}

#define WENT_WRONG							\
	"wcbar: descriptors went wrong in 1 of 2 rows: 1 torn, 3 lost; "	\
	"first: bf, 64 bytes, map wc\n"
#define FAILED								\
	"wcbar: 1 of 2 rows failed, first: bf, 64 bytes, map wc: "	\
	"the card stopped: torn\n"

static void faults(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, POST_ROW("doorbell", "wc", "64", "800.000")
		     POST_TORN);
	PRINTED_BY(&p, cmd_latency, "latency", "--json", tree_path("r.json"));
	fake_driver_end(&d);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err, WENT_WRONG FAILED);
	assert_non_null(strstr(p.out, "\n  failed: 64: the card stopped: torn\n"));
	/* saved ones are judged, too */
	PRINTED_BY(&p, cmd_latency, "latency", "-q", "--from",
		   tree_path("r.json"));
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err, WENT_WRONG FAILED);
	/* a counter is enough, whatever the row says of itself */
	driver_begin(&d, POST_ROW_OF("bf no wc wc wc", "mixed",
				     "completion movnti own", "1.000",
				     "9 0 1 2 3 0", "ok -"));
	PRINTED_BY(&p, cmd_latency, "latency", "-q");
	fake_driver_end(&d);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: descriptors went wrong in 1 of 1 rows: 1 stale, 2 posted twice, 3 out of order; first: bf, mixed sizes, map wc\n");
}

#define SAYS_ITSELF	"--preset blueflame says itself which ways, maps and sizes"
#define SHOWS_SAVED	"--from shows saved results and takes nothing that says what to run"

/* All of these are said before anything is run: there is no latency file */
static void called_wrongly(void **state)
{
	static const struct {
		const char *argv[6];
		const char *err;
	} cases[] = {
		{ { "latency", "--nosuch" }, "unknown option or value '--nosuch'" },
		{ { "latency", "--post" }, "option '--post' lacks its value" },
		{ { "latency", BDF, "word" }, "unexpected word 'word'" },
		{ { "latency", "nonsense" },
		  "'nonsense' is not the address of a PCI function, such as 00:04.0" },
		{ { "latency", "--post", "all" },
		  "post: 'all' is none of bf, doorbell, inline and auto" },
		{ { "latency", "-s", "5K" }, "size: 5120 is more than 4096" },
		{ { "latency", "--size", "64 mix=1" }, "'64 mix=1' has a blank in it" },
		{ { "latency", "-s", "1", "-s", "2" }, "size: given twice" },
		{ { "latency", "--spec", "" }, "empty specification" },
		{ { "latency", "--preset", "redflame" }, "there is no preset 'redflame'" },
		{ { "latency", "--preset", "blueflame", "--post", "bf" }, SAYS_ITSELF },
		{ { "latency", "--preset", "blueflame", "--mix" }, SAYS_ITSELF },
		{ { "latency", "--preset", "blueflame", "--spec", "mix=1" }, SAYS_ITSELF },
		{ { "latency", "--csv", "-", "--plot", "-" },
		  "only one of --json, --csv and --plot can go to standard output" },
		{ { "latency", "--from", "x.json", BDF }, SHOWS_SAVED },
		{ { "latency", "--from", "x.json", "--mix" }, SHOWS_SAVED },
		{ { "latency", "--from", "x.json", "--preset", "blueflame" }, SHOWS_SAVED },
	};
	char want[256];
	size_t i;

	(void)state;
	card_debugfs(BDF, CARD_INFO, CARD_METHODS);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		printed_by(&p, cmd_latency, cases[i].argv);
		snprintf(want, sizeof(want),
			 "wcbar latency: %s; see wcbar latency --help\n",
			 cases[i].err);
		assert_string_equal(p.err, want);
		assert_int_equal(p.status, EXIT_USAGE);
		assert_string_equal(p.out, "");
	}
}

static void failures(void **state)
{
	struct fake_driver d;

	(void)state;
	tree_file("debug/", "");
	PRINTED_BY(&p, cmd_latency, "latency", "01:00.0");
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "the module wcbar is not loaded"));
	/* a driver that has no such file */
	card_debugfs(BDF, CARD_INFO, CARD_METHODS);
	PRINTED_BY(&p, cmd_latency, "latency");
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: cannot write the latency file of 0000:01:00.0: the card is gone, or is being removed\n");
	/* no rows; the answer is short enough for the pipe to take at once */
	driver_begin(&d, "");
	PRINTED_BY(&p, cmd_latency, "latency");
	fake_driver_end(&d);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: the run on 0000:01:00.0 made no rows\n");
	PRINTED_BY(&p, cmd_latency, "latency", "--json",
		   tree_path("none/r.json"));
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "No such file or directory"));
	PRINTED_BY(&p, cmd_latency, "latency", "--from",
		   tree_path("none.json"));
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "wcbar: cannot read "));
}

static void regressions(void **state)
{
	struct fake_driver d;

	(void)state;
	driver_begin(&d, POST_ROW("bf", "wc", "64", "800.000")
		     POST_ROW("doorbell", "wc", "64", "900.000"));
	PRINTED_BY(&p, cmd_latency, "latency", "-q", "--json",
		   tree_path("then.json"));
	fake_driver_end(&d);
	driver_begin(&d, POST_ROW("bf", "wc", "64", "1000.000")
		     POST_ROW("doorbell", "wc", "64", "100.000")
		     /* is other work, and compared with nothing */
		     POST_ROW("doorbell", "wc", "mixed", "2000.000"));
	PRINTED_BY(&p, cmd_latency, "latency", "-q", "--baseline",
		   tree_path("then.json"), "--tolerance", "20", "--json",
		   tree_path("now.json"));
	fake_driver_end(&d);
	assert_string_equal(p.err,
			    "regression: movnti map=wc post=bf auto=false bytes=64 wait=poll until=completion: 1000.000 ns, was 800.000 (+25.0 %)\n"
			    "wcbar: 1 of 3 rows are slower than they may be\n");
	assert_int_equal(p.status, EXIT_FAILED);
}

static void another_version(void **state)
{
	struct fake_driver d;

	(void)state;
	fake_driver_begin(&d, BDF, "latency", "# wcbar-latency/2",
			  POST_ROW("bf", "wc", "64", "800.000"));
	PRINTED_BY(&p, cmd_latency, "latency");
	fake_driver_end(&d);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_string_equal(p.err,
			    "wcbar: the latency file does not hold '# wcbar-latency/1' with the columns of this version; the module is of another version than this tool\n");
}

static void help(void **state)
{
	(void)state;
	PRINTED_BY(&p, cmd_latency, "latency", "--help");
	assert_int_equal(p.status, 0);
	assert_string_equal(p.err, "");
	assert_non_null(strstr(p.out, "--preset blueflame"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, tree_begin, tree_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(usual),
		TEST(every_option),
		TEST(presets),
		TEST(raw_spec),
		TEST(outputs),
		TEST(pictures),
		TEST(faults),
		TEST(called_wrongly),
		TEST(failures),
		TEST(regressions),
		TEST(another_version),
		TEST(help),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
