// SPDX-License-Identifier: GPL-2.0
/*
 * Whole dumps, tests/fixtures/dumps/: what check answers, and for which
 * reasons. Together they reach every rule of the verdict.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "memtypes.h"
#include "report.h"
#include "system/paths.h"
#include "verdict.h"

#define DUMPS	"tests/fixtures/dumps/"

/**
 * struct expect - a dump and what is said of it
 * @name: its folder
 * @label: what the view's label holds, or NULL for the only view
 * @answer: the answer in all
 * @has: codes that some subject has, separated by blanks
 * @lacks: codes that none has
 */
struct expect {
	const char *name;
	const char *label;
	enum answer answer;
	const char *has;
	const char *lacks;
};

#define YES	ANSWER_EFFECTIVE
#define OPEN	ANSWER_UNPROVEN
#define NO	ANSWER_NOT_EFFECTIVE
#define NEVER	ANSWER_NOT_AVAILABLE

static const struct expect cases[] = {
	/* BARs that cannot be mapped */
	{ "bar-unassigned", NULL, NEVER, "bar-unassigned no-space", "" },
	{ "bar-unassigned-guest", NULL, NEVER,
	  "bar-unassigned driver-finds-no-bar host-bar", "" },
	{ "decode-off", NULL, NEVER, "decode-off bar0-missing bar-virtual",
	  "no-list" },
	{ "decode-off-v", NULL, NEVER, "decode-off", "bar0-missing" },
	{ "bar-ignored", NULL, NEVER, "bar-ignored", "bar-unassigned" },
	{ "device-gone", NULL, NEVER, "device-gone", "" },
	{ "device-gone-bare", NULL, NEVER, "device-gone power-state",
	  "bar-unassigned not-prefetchable" },
	{ "asleep", NULL, NEVER, "asleep", "decode-off" },
	{ "no-memory", NULL, OPEN, "", "no-memory-bar" },
	{ "resize-zero", NULL, NEVER,
	  "bar-zero range-of-zero resize-refused kernel-warning", "" },
	{ "resources", NULL, NEVER, "not-prefetchable", "bar-unassigned" },

	/* BARs that can, and other trouble with them */
	{ "lspci-live", NULL, YES, "listed-wc link-slow link-ceiling driver",
	  "no-wc-listed" },
	{ "lspci-sriov", NULL, YES, "listed-wc", "bar-unassigned" },
	{ "resize-no-space", NULL, OPEN,
	  "resize-no-space no-space-once bridge-no-space resizable",
	  "no-space bar-unassigned" },
	{ "resizable", NULL, OPEN, "resizable", "" },
	{ "no-wc-file", NULL, OPEN,
	  "no-wc-file strict-devmem list-missing lockdown tcg guest link-slow",
	  "decode-off" },
	{ "cannot-reserve", NULL, NO, "cannot-reserve owner probe-failed",
	  "not-prefetchable" },
	{ "log-bars", NULL, NEVER,
	  "cannot-claim cannot-enable power-state link-limited range-past-bar",
	  "" },
	{ "log-user", NULL, NO, "mmap-failed wc-file-missing", "" },
	{ "left-behind", NULL, NO, "left-behind listed-otherwise", "driver" },

	/* firmware's MTRRs over registers */
	{ "wc-over-registers", NULL, OPEN, "registers-effectively-wc mtrr-wc",
	  "registers-near-aperture" },
	{ "near-aperture", NULL, OPEN, "registers-near-aperture",
	  "registers-effectively-wc" },

	/* modules */
	{ "modules", NULL, NO,
	  "module-key-rejected module-key-missing module-format "
	  "module-version-magic module-symbol-version module-symbol-missing "
	  "module-busy lockdown-module", "module-failed" },
	{ "log-modules", NULL, NO,
	  "module-not-permitted module-no-device module-loaded module-failed "
	  "module-invalid lockdown-pci lockdown module-version-magic", "" },

	/* MTRRs */
	{ "mtrr-overlap", NULL, NO, "mtrr-overlap mtrr-free mtrr-parts", "" },
	{ "mtrr-full", NULL, OPEN, "mtrr-maybe-full mtrr-full mtrr-not-set",
	  "mtrr-free" },
	{ "mtrr-hole", NULL, OPEN, "mtrr-parts", "mtrr-undefined" },
	{ "mtrr-counts", NULL, OPEN, "mtrr-count mtrr-wc", "" },
	{ "mtrr-wide", NULL, OPEN, "mtrr-wc", "mtrr-parts" },
	{ "mtrr-over-ram", NULL, OPEN, "mtrr-over-ram", "" },
	{ "mtrr-boot-log", NULL, OPEN, "wc-slot mtrr-free mtrr-wc",
	  "slots-unknown" },
	{ "mtrr-undefined", NULL, OPEN, "mtrr-undefined", "mtrr-wc" },
	{ "mtrr-inside-uc", NULL, NO, "mtrr-uc-wins listed-otherwise",
	  "mtrr-undefined mtrr-makes-wc" },
	{ "mtrr-noise", NULL, YES, "mtrr-not-understood listed-wc", "" },
	{ "mtrr-uncovered", NULL, YES, "mtrr-default", "mtrr-uc-below" },
	{ "mtrr-makes-wc", NULL, YES, "mtrr-makes-wc", "listed-otherwise" },
	{ "nopat-mtrr", NULL, OPEN, "nopat-given mtrr-wc",
	  "machine-offers-none" },
	{ "nopat-given", NULL, NEVER,
	  "nopat-given machine-offers-none mtrr-none-covers", "" },

	/* the kernel's list */
	{ "wc-over-uc-mtrr", NULL, YES, "listed-wc mtrr-uc-below", "" },
	{ "no-wc-guest", NULL, NO, "no-wc-listed list-repeats",
	  "list-conflict" },
	{ "wc-lost", "bad", NO,
	  "reserved-yet-uncached adjacent listed-otherwise", "list-conflict" },
	{ "wc-lost", "good", YES, "listed-wc", "adjacent" },
	{ "list-formats", NULL, YES, "listed-wc", "list-not-understood" },
	{ "neighbour", NULL, NO, "nothing-mapped neighbour list-excerpt",
	  "listed-wc" },
	{ "conflict", NULL, OPEN, "list-conflict listed-conflict",
	  "listed-wc" },
	{ "partly", NULL, YES, "listed-wc-partly", "listed-wc" },
	{ "listed-without-slot", NULL, NEVER,
	  "listed-without-slot no-wc-slot machine-offers-none", "listed-wc" },
	{ "list-not-found", NULL, OPEN, "list-not-found", "no-wc-listed" },
	{ "not-understood", NULL, OPEN, "list-denied", "no-wc-listed" },
	{ "not-understood-noise", NULL, OPEN, "list-not-understood",
	  "no-wc-listed" },
	{ "quoted-printable", NULL, YES, "mtrr-count listed-wc", "" },
	{ "report-named-lspci", NULL, NO, "wc-slot listed-otherwise driver",
	  "" },
	{ "report-named-pat", NULL, NO, "wc-slot listed-otherwise driver",
	  "list-not-understood" },
	{ "report-named-mtrr", NULL, NO, "wc-slot listed-otherwise driver",
	  "" },
	{ "report-in-one", NULL, NO, "wc-slot listed-otherwise driver", "" },

	/* what the kernel says of requests */
	{ "silently-uncached", NULL, NO, "asked-wc-got-other", "" },
	{ "silently-uncached-new", NULL, NO, "asked-wc-got-other", "" },
	{ "storm", NULL, OPEN, "map-unmap-storm", "granted-wc" },
	{ "holder-wc", NULL, OPEN, "conflict-holder-wc", "conflict" },
	{ "conflict-of-holders", NULL, NO, "conflict-of-holders",
	  "conflict conflict-holder-wc" },
	{ "conflict-of-parts", NULL, NO, "conflict-of-holders mmap-of-ram",
	  "conflict conflict-holder-wc" },
	{ "range-elsewhere", NULL, YES, "listed-wc range-runs-out", "" },
	{ "garbage-size", NULL, NO,
	  "range-of-garbage request-failed ioremap-refused probe-failed",
	  "conflict" },
	{ "kernel-write-back", NULL, NO, "mmap-type-mismatch", "" },
	{ "type-complaints", "dmesg-a", NO, "ioremap-type", "mmap-of-ram" },
	{ "type-complaints", "dmesg-b", NO, "mmap-of-ram", "ioremap-type" },
	{ "type-complaints", "syslog-c", NO, "mmap-type-mismatch", "" },
	{ "debugpat-only", NULL, OPEN, "debugpat", "map-unmap-storm" },
	{ "log-types", NULL, NO,
	  "conflict freed-unheld got-wc-unasked granted-wc "
	  "kernel-map-unchanged mtrr-mismatch mtrr-shape mtrr-splits-pages "
	  "ioremap-refused ioremap-type driver-needs-nopat range-runs-out",
	  "" },

	/* PAT on and off */
	{ "pat-on", NULL, OPEN, "wc-slot bare", "slots-unknown" },
	{ "xen", NULL, OPEN, "wc-slot-set-for-us mtrr-off guest",
	  "pat-off-mtrr no-wc-slot" },
	{ "pat-off", "dmesg.mtrr", NEVER, "no-wc-slot pat-off-mtrr", "" },
	{ "pat-off", "dmesg.nopat,", NEVER, "pat-off-nopat", "" },
	{ "pat-off", "dmesg.nopat-old", NEVER, "pat-off-nopat", "" },
	{ "pat-off", "dmesg.cpu,", NEVER, "pat-off-cpu", "" },
	{ "pat-off", "dmesg.cpu-old", NEVER, "pat-off-cpu", "" },
	{ "pat-off", "dmesg.cpu-oldest", NEVER, "pat-off-cpu", "" },
	{ "pat-off", "dmesg.zero", NEVER, "pat-off-firmware", "" },
	{ "pat-off", "dmesg.firmware,", NEVER, "pat-off-firmware", "" },
	{ "pat-off", "dmesg.firmware-new", NEVER, "pat-off-firmware", "" },
	{ "pat-off", "dmesg.kconfig", NEVER, "pat-off-kconfig", "" },
	{ "pat-off", "dmesg.other", NEVER, "pat-off", "" },
	{ "pat-off", "dmesg.reworded", NEVER, "pat-off", "" },
	{ "pat-off", "dmesg.slots", NEVER, "no-wc-slot", "pat-off" },
	{ "pat-off", "dmesg.blank", NEVER, "pat-off-mtrr mtrr-off guest", "" },
	{ "mtrr-disabled", NULL, OPEN, "mtrr-off", "slots-unknown" },
	{ "cpu-without-pat", NULL, NEVER, "cpu-without-pat", "" },
	{ "cpu-without-mtrr-old", NULL, NEVER, "cpu-without-mtrr", "" },
	{ "cpu-without-mtrr-new", NULL, OPEN, "cpu-without-mtrr", "" },

	/* virtual machines */
	{ "guest-emulated", NULL, OPEN, "emulated-bar listed-wc", "" },
	{ "guest-passed", NULL, YES, "passed-through listed-wc",
	  "emulated-bar" },

	/* the driver's own word */
	{ "driver-entry", NULL, NO, "entry-not-wc", "listed-otherwise" },
	{ "entry-wc", NULL, YES, "entry-wc list-agrees", "" },
	{ "entry-as-asked", NULL, NO, "entry-as-asked", "" },
	{ "entry-unasked", NULL, YES, "entry-wc-unasked", "" },
	/* measured; the first one in a virtual machine of unknown kind */
	{ "measured-wc", NULL, YES, "measured-wc entry-wc", "measured-same" },
	{ "measured-same", NULL, NO, "measured-same entry-wc", "" },
	{ "measured-unclear", NULL, OPEN, "measured-unclear entry-wc", "" },
	{ "measured-emulated", NULL, OPEN, "measured-emulated tcg",
	  "measured-same" },
	{ "range-of-mtrrs", NULL, OPEN, "mtrr-full wc-slot", "mtrr-free" },
	{ "asleep-mapped", NULL, OPEN, "asleep listed-wc", "nothing-mapped" },
};

/* Codes that were met so far, each once */
static const char *met[512];
static size_t nr_met;

static void note_met(const struct verdict *v)
{
	size_t i, k;

	for (i = 0; i < v->reasons.n; i++) {
		const char *code = v->reasons.items[i].rule->code;

		for (k = 0; k < nr_met; k++)
			if (!strcmp(met[k], code))
				break;
		if (k == nr_met && nr_met < ARRAY_SIZE(met))
			met[nr_met++] = code;
		/* every word in braces has been filled in */
		assert_null(strchr(v->reasons.items[i].text, '{'));
		assert_true(v->reasons.items[i].text[0]);
		if (v->reasons.items[i].next)
			assert_null(strchr(v->reasons.items[i].next, '{'));
	}
}

static bool anywhere(const struct report *report, const char *code)
{
	size_t i;

	if (verdict_has(&report->machine, code))
		return true;
	for (i = 0; i < report->n; i++)
		if (verdict_has(&report->items[i], code))
			return true;
	return false;
}

static void check_codes(const struct report *report, const char *codes,
			bool wanted, const char *name)
{
	struct text t = text_of(codes);
	char code[64];

	for (;;) {
		struct text word = text_word(&t);

		if (!word.len)
			return;
		text_copy(word, code, sizeof(code));
		if (anywhere(report, code) != wanted)
			fail_msg("%s: %s is %s", name, code,
				 wanted ? "missing" : "not expected");
	}
}

static void check_forms(const struct report *report,
			const struct evidence *ev)
{
	FILE *f = fopen("/dev/null", "w");
	struct json_object *o;
	struct memtypes mt;

	assert_non_null(f);
	report_text(report, f);
	o = report_json(report);
	assert_non_null(o);
	json_object_put(o);
	memtypes_build(&mt, ev, report);
	memtypes_text(&mt, f);
	o = memtypes_json(&mt);
	assert_non_null(o);
	json_object_put(o);
	memtypes_free(&mt);
	fclose(f);
}

static void judge_one(const struct expect *x, const char *bdf)
{
	char path[128], label[128];
	struct dump dump = { 0 };
	struct views views = { 0 };
	bool found = false;
	struct error e;
	size_t i, k;

	snprintf(path, sizeof(path), DUMPS "%s", x->name);
	if (dump_load(&dump, path, &e))
		fail_msg("%s", e.text);
	views_build(&views, &dump);
	if (!x->label)
		assert_int_equal(views.n, 1);
	for (i = 0; i < views.n; i++) {
		struct report report;
		struct evidence ev;

		snprintf(label, sizeof(label), "%s,", views.items[i].label);
		if (x->label && !strstr(label, x->label))
			continue;
		found = true;
		evidence_build(&ev, &views.items[i], false);
		verdict(&report, &ev, bdf);
		if (report.answer != x->answer)
			fail_msg("%s: answer is %s", x->name,
				 answer_code(report.answer));
		check_codes(&report, x->has, true, x->name);
		check_codes(&report, x->lacks, false, x->name);
		note_met(&report.machine);
		for (k = 0; k < report.n; k++)
			note_met(&report.items[k]);
		check_forms(&report, &ev);
		verdict_free(&report);
		evidence_free(&ev);
	}
	if (!found)
		fail_msg("%s: no view has the label %s", x->name, x->label);
	views_free(&views);
	dump_free(&dump);
}

static void every_dump(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++)
		judge_one(&cases[i], NULL);
}

/* A function that has nothing to map is of interest only when it is named. */
static void named_function(void **state)
{
	static const struct expect named = {
		"no-memory", NULL, NEVER, "no-memory-bar", "",
	};

	(void)state;
	judge_one(&named, "0000:0b:00.0");
}

static void check_table(const struct rules *table)
{
	unsigned int i;
	size_t k;

	for (i = 0; i < table->n; i++) {
		const char *code = table->items[i].code;

		for (k = 0; k < nr_met; k++)
			if (!strcmp(met[k], code))
				break;
		if (k == nr_met)
			fail_msg("no dump reaches the rule %s", code);
	}
}

/* After these two: a rule that nothing reaches may be wrong unnoticed. */
static void every_rule(void **state)
{
	(void)state;
	check_table(&machine_rules);
	check_table(&list_rules);
	check_table(&bar_rules);
	check_table(&mapping_rules);
	check_table(&place_rules);
	check_table(&register_rules);
	check_table(&covered_bar_rules);
	check_table(&event_rules);
}

/* Documentation/check.rst explains each code, in the list of its section. */
static void every_code_documented(void **state)
{
	const struct rules * const tables[] = {
		&machine_rules, &list_rules, &bar_rules, &mapping_rules,
		&place_rules, &register_rules, &covered_bar_rules,
		&event_rules,
	};
	char *text, *at;
	size_t i, k;

	(void)state;
	assert_int_equal(path_read("Documentation/check.rst", SZ_64K, &text,
				   NULL), 0);
	for (i = 0; i < ARRAY_SIZE(tables); i++) {
		for (k = 0; k < tables[i]->n; k++) {
			const char *code = tables[i]->items[k].code;
			size_t len = strlen(code);

			for (at = text; (at = strstr(at, code)); at += len)
				if (strchr("\n ", at[-1]) &&
				    strchr(",\n", at[len]))
					break;
			if (!at)
				fail_msg("%s is not documented", code);
		}
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_dump),
		cmocka_unit_test(named_function),
		cmocka_unit_test(every_rule),
		cmocka_unit_test(every_code_documented),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
