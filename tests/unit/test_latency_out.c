// SPDX-License-Identifier: GPL-2.0
/*
 * Latencies: from the driver's text, in every form they are printed in, and
 * what is concluded from them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "latency/latency.h"
#include "latency_rows.h"

static struct error e;

static void rows(void **state)
{
	struct latency l = latency_made(POST_ROW("bf", "wc", "64", "800.000")
				POST_SKIPPED POST_TORN);

	(void)state;
	assert_int_equal(l.nr_rows, 3);
	assert_string_equal(facts_get(&l.context, "interface"),
			    "reference card 1");
	assert_string_equal(facts_get(&l.context, "planned"), "2");
	assert_true(latency_ran(&l.rows[0]));
	assert_false(latency_ran(&l.rows[1]));
	assert_false(latency_ran(&l.rows[2]));
	latency_free(&l);
}

static void not_rows(void **state)
{
	static const struct {
		const char *text;
		const char *err;
	} cases[] = {
		{ "", "the latency file does not hold '# wcbar-latency/1' with" },
		{ "# wcbar-rows/1\n", "the latency file does not hold" },
		{ POST_FILE "nonsense\n",
		  "line 7 of the latency file is not a row" },
	};
	struct latency l;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct rowfile file = latency_file(&l);

		assert_int_equal(rowfile_parse(&file, cases[i].text,
					       strlen(cases[i].text), &e),
				 -EPROTO);
		assert_non_null(strstr(e.text, cases[i].err));
		latency_free(&l);
	}
}

static void csv(void **state)
{
	struct latency l = latency_made(POST_ROW_OF("bf no wc wc wc", "mixed",
						    "completion movnti own",
						    "800.000", "6 1 2 3 4 5",
						    "failed x")
				POST_SKIPPED);
	char *text = latency_text(&l, latency_print_csv), *line;
	unsigned int commas, lines = 0;

	(void)state;
	assert_non_null(strstr(text,
			       "\nbf,false,wc,wc,wc,mixed,2,1000,poll,completion,movnti,own,50.000,60.000,90.000,"));
	assert_non_null(strstr(text,
			       ",2001.000,6,1,2,3,4,5,448:990 1024:10,failed,x\n"));
	assert_non_null(strstr(text,
			       ",0,0,poll,completion,,,,,,,,,,,,,,,,,0,0,0,0,0,0,,skipped,\"the card has no buffers, it says\"\n"));
	for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		bool quoted = false;

		for (commas = 0; *line; line++) {
			quoted ^= *line == '"';
			commas += !quoted && *line == ',';
		}
		assert_int_equal(commas, 34);
		lines++;
	}
	assert_int_equal(lines, 3);
	free(text);
	latency_free(&l);
}

#define HEADINGS							\
	"#bytes  #iterations  t_min[usec]  t_max[usec]  "		\
	"t_typical[usec]  t_avg[usec]  t_stdev[usec]    99%  99.9%\n"
#define WHOLE								\
	"  from the first store until the completion was seen: "	\
	"the whole round trip, not half\n    " HEADINGS			\
	"        64         1000        0.400        9.000            "	\
	"0.800        0.700          0.050  1.000  2.001\n"		\
	"     mixed         1000        0.400        9.000            "	\
	"2.500        0.700          0.050  1.000  2.001\n"
#define ISSUED								\
	"  of it, until the last fence or the doorbell\n"

static void table(void **state)
{
	struct latency l = latency_made(POST_ROW("bf", "wc", "64", "800.000")
				POST_ROW("doorbell", "wc", "64", "900.000")
				/* of the first group, though not beside it */
				POST_ROW("bf", "wc", "mixed", "2500.000")
				POST_SKIPPED);
	char *text = latency_text(&l, latency_print_text);

	(void)state;
	assert_non_null(strstr(text,
			       "\n(ib_write_lat prints half of a ping-pong, this is the whole of it)\n"));
	assert_non_null(strstr(text, WHOLE ISSUED));
	assert_non_null(strstr(text,
			       "0.060        0.061          0.005  0.080  0.089\n  skipped: 64: the card has no buffers, it says\n"));
	assert_non_null(strstr(text, "\ndoorbell, map wc ("));
	assert_null(strstr(text, "not complete"));
	free(text);
	facts_set(&l.context, "state", "interrupted");
	text = latency_text(&l, latency_print_text);
	assert_non_null(strstr(text,
			       "\nThe run is not complete (interrupted): 4 of 2 rows.\n"));
	free(text);
	latency_free(&l);
}

static void table_of_other_cards(void **state)
{
	struct latency l = latency_made(POST_ROW_OF("bf no wc wc wc", "64",
						    "completion movnti shared",
						    "800.000", "1010 0 0 0 0 0",
						    "ok -")
				POST_ROW_OF("bf yes wc wc wc", "64",
					    "completion movnti own",
					    "800.000", "1010 0 0 0 0 0",
					    "ok the map is effectively wc"));
	char *text = latency_text(&l, latency_print_text);

	(void)state;
	assert_non_null(strstr(text,
			       "The card shared its CPU in 1 of 2 rows: their times hold the scheduler's.\n"));
	assert_non_null(strstr(text, "\nauto: bf, map wc ("));
	assert_non_null(strstr(text, "\n  the map is effectively wc\n"));
	free(text);
	latency_free(&l);
	l = latency_made(POST_ROW_OF("bf no wc wc wc", "64",
				     "readback movnti -", "800.000",
				     "0 0 0 0 0 0", "ok -"));
	text = latency_text(&l, latency_print_text);
	assert_non_null(strstr(text,
			       "\n  from the first store until what was written was read back; the card has no completions\n"));
	assert_null(strstr(text, "The card took"));
	assert_null(strstr(text, "ib_write_lat"));
	assert_null(strstr(text, "Published"));
	assert_non_null(strstr(text, "The card has no interface for descriptors: "));
	free(text);
	latency_free(&l);
}

static void beside_what_is_published(void **state)
{
	struct latency l = latency_made(POST_ROW("bf", "wc", "64", "850.000")
				POST_ROW("bf", "uc", "64", "1110.000")
				POST_ROW("doorbell", "uc", "64", "1400.000")
				POST_ROW("doorbell", "wc", "64", "1200.000")
				POST_ROW("inline", "wc", "128", "900.000")
				POST_ROW("bf", "wc", "256", "1850.000")
				/* auto's own is none of the ways */
				POST_ROW_OF("bf yes wc wc wc", "64",
					    "completion movnti own", "1.000",
					    "1010 0 0 0 0 0", "ok -"));
	char *text = latency_text(&l, latency_published);

	(void)state;
	assert_non_null(strstr(text, "Or Gerlitz"));
	assert_non_null(strstr(text, "\n  64       1.11         0.93      0.85            1.16        0.85        1.11           1.20            -\n"));
	assert_non_null(strstr(text, "\n  128      1.47         1.00      0.98            1.27           -           -              -         0.90\n"));
	assert_null(strstr(text, "256"));
	assert_null(strstr(text, "EMULATED"));
	free(text);
	facts_set(&l.context, "accel", "tcg");
	text = latency_text(&l, latency_published);
	assert_non_null(strstr(text, "EMULATED, whose times say nothing of hardware"));
	free(text);
	latency_free(&l);
	l = latency_made(POST_ROW("bf", "wc", "256", "1850.000") POST_SKIPPED);
	text = latency_text(&l, latency_published);
	assert_string_equal(text, "");
	free(text);
	latency_free(&l);
}

static void assert_reading(const char *text, const char *accel,
			   const char *want)
{
	struct latency l = latency_made(text);
	char *said;

	facts_set(&l.context, "accel", accel);
	said = latency_reading(&l);
	assert_string_equal(said, want);
	free(said);
	latency_free(&l);
}

#define TYPES(way, types, bytes, typical)				\
	POST_ROW_OF(way " no " types, bytes, "completion movnti own",	\
		    typical, "1010 0 0 0 0 0", "ok -")

static void readings(void **state)
{
	(void)state;
	assert_reading(POST_ROW("bf", "wc", "128", "1500.000")
		       POST_ROW("doorbell", "wc", "128", "1000.000")
		       POST_ROW("bf", "wc", "2", "800.000")
		       POST_ROW("doorbell", "wc", "2", "1000.000")
		       POST_ROW("bf", "wc", "64", "800.000")
		       POST_ROW("doorbell", "wc", "64", "1000.000"), "none",
		       "Fastest: bf on wc at 2 to 64 bytes, doorbell at 128 bytes. post=auto takes bf on wc (effectively wc), which is no slower than the doorbell at 2 of 3 sizes.");
	/* the published machine without write combining: auto is right */
	assert_reading(TYPES("bf", "wc uc- uc-", "64", "1110.000")
		       TYPES("doorbell", "wc uc- uc-", "64", "930.000"),
		       "none",
		       "Fastest: doorbell at 64 bytes. post=auto takes the doorbell on wc (effectively uc-), which is no slower than bf at any size.");
	assert_reading(POST_ROW("bf", "wc", "64", "1000.000")
		       POST_ROW("bf", "uc", "64", "900.000")
		       POST_ROW("doorbell", "wc", "64", "940.000")
		       POST_ROW("doorbell", "uc", "64", "950.000"), "none",
		       "Fastest: no way by more than 5 % at 64 bytes. post=auto takes bf on wc (effectively wc), which is the slower one of bf and doorbell at every size; post=auto takes the doorbell on uc (effectively uc), which is the slower one of bf and doorbell at every size.");
	assert_reading(POST_ROW("bf", "wc", "64", "1000.000")
		       POST_ROW("inline", "wc", "64", "1500.000"), "tcg",
		       "Fastest: bf on wc at 64 bytes. The CPU, by QEMU's TCG, is emulated: the counters prove function, the times say nothing of hardware.");
	assert_reading(POST_ROW("bf", "wc", "mixed", "1000.000")
		       POST_ROW("inline", "wc", "mixed", "1500.000"), "none",
		       "Fastest: bf on wc with mixed sizes.");
	/* rows with a fault, and those of auto itself, compare with nothing */
	assert_reading(POST_ROW("bf", "wc", "64", "1000.000") POST_TORN
		       POST_ROW_OF("doorbell yes wc wc wc", "64",
				   "completion - own", "100.000",
				   "1010 0 0 0 0 0", "ok -"), "none",
		       "One way was measured only; --post bf,doorbell --map wc,uc compares.");
	assert_reading(POST_SKIPPED, "none",
		       "No row says how fast a way is: each failed or was skipped.");
}

static void plot(void **state)
{
	struct latency l = latency_made(POST_ROW("bf", "wc", "64", "800.000")
				POST_ROW("bf", "wc", "128", "800.000")
				POST_ROW("doorbell", "uc", "64", "800.000")
				POST_SKIPPED);
	char *script = latency_plot_script(&l);

	(void)state;
	assert_non_null(script);
	assert_non_null(strstr(script, "\nset logscale x 10\n"));
	/* both sizes in one line; from its first bucket to its last */
	assert_non_null(strstr(script,
			       "$line0 << END\n0.448 0\n0.448 99\n0.48 0\n"));
	assert_non_null(strstr(script, "\n1.024 1\n1.152 0\nEND\n"));
	assert_non_null(strstr(script, "title \"bf wc\", \\\n"));
	assert_non_null(strstr(script, "title \"doorbell uc\"\n"));
	assert_null(strstr(script, "$line2"));
	free(script);
	latency_free(&l);
	l = latency_made(POST_SKIPPED POST_TORN);
	assert_null(latency_plot_script(&l));
	latency_free(&l);
}

static int refuse(void *arg, const char *spec, size_t len)
{
	(void)spec;
	(void)len;
	return *(int *)arg;
}

static int hand_over(void *arg, char **text, size_t *len)
{
	(void)arg;
	*text = strdup(POST_HEAD "\n# state: failed\n# error: no answer\n"
		       "# spec: size=64\n" POST_TORN);
	*len = strlen(*text);
	return 0;
}

static void errors_of_the_card(void **state)
{
	static const struct {
		int ret;
		const char *err;
	} cases[] = {
		{ -ETIMEDOUT, "a card did not answer in time: no answer" },
		{ -EBADMSG, "a card did not get a descriptor as it was posted: no answer" },
		{ -EIO, "a card could not carry a descriptor out: no answer" },
		{ -ENXIO, "the run on a card failed: No such device or address: no answer" },
	};
	struct latency l;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		int ret = cases[i].ret;
		struct run_knob knob = {
			.start = refuse, .peek = hand_over, .arg = &ret,
		};
		struct rowfile file = latency_file(&l);

		assert_int_equal(rowfile_run_knob(&file, &knob, "a card",
						  "size=64", false, &e),
				 cases[i].ret);
		assert_string_equal(e.text, cases[i].err);
		assert_int_equal(l.nr_rows, 1);
		latency_free(&l);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows),
		cmocka_unit_test(not_rows),
		cmocka_unit_test(csv),
		cmocka_unit_test(table),
		cmocka_unit_test(table_of_other_cards),
		cmocka_unit_test(beside_what_is_published),
		cmocka_unit_test(readings),
		cmocka_unit_test(plot),
		cmocka_unit_test(errors_of_the_card),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
