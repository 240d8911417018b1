// SPDX-License-Identifier: GPL-2.0
/*
 * The table of copy methods, and what it says of this CPU.
 */
#include "copytest.h"

#include <wcbar/rows.h>
#include <wcbar/spec.h>

#define FEATURES	10

static void rows_are_complete(void **state)
{
	unsigned int i, k;

	(void)state;
	assert_in_range(wcbar_nr_methods, 1, WCBAR_MAX_METHODS);
	for (i = 0; i < wcbar_nr_methods; i++) {
		const struct wcbar_method *m = wcbar_methods[i];

		assert_in_range(strlen(m->name), 1, WCBAR_ROW_NAME - 1);
		/* a name is a word of a specification and of a row */
		assert_int_equal(strcspn(m->name, " \t\n,=#."),
				 strlen(m->name));
		assert_string_not_equal(m->name, "all");
		assert_string_not_equal(m->name, "auto");
		for (k = 0; k < i; k++)
			assert_string_not_equal(m->name,
						wcbar_methods[k]->name);
		assert_non_null(m->doc);
		assert_in_range(strlen(m->doc), 1, 80);
		assert_null(strchr(m->doc, '\n'));

		if (m->dir == WCBAR_WRITE) {
			assert_true(m->write && !m->read);
		} else {
			assert_int_equal(m->dir, WCBAR_READ);
			assert_true(m->read && !m->write);
		}
		assert_in_range(m->width, 1, 64);
		assert_int_equal(m->width & (m->width - 1), 0);
		assert_int_not_equal(m->memtypes, 0);
		assert_int_equal(m->memtypes & ~WCBAR_MTMASK_ANY, 0);
		assert_int_equal(m->needs >> FEATURES, 0);
	}
}

static void names_are_found(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < wcbar_nr_methods; i++) {
		const struct wcbar_method *m = wcbar_methods[i];
		char longer[64];

		snprintf(longer, sizeof(longer), "%s,next", m->name);
		assert_ptr_equal(wcbar_method_find(longer, strlen(m->name)),
				 m);
		assert_null(wcbar_method_find(longer, strlen(m->name) + 1));
		assert_ptr_not_equal(wcbar_method_find(m->name,
						       strlen(m->name) - 1),
				     m);
	}
	assert_null(wcbar_method_find("", 0));
	assert_null(wcbar_method_find("Memcpy_toio", 11));
}

static void missing_features_are_named(void **state)
{
	struct wcbar_method m = { .name = "m" };
	u32 all = (1U << FEATURES) - 1;
	unsigned int i;

	(void)state;
	assert_null(wcbar_method_missing(&m, 0));
	for (i = 0; i < FEATURES; i++) {
		m.needs = 1U << i;
		assert_non_null(wcbar_cpu_feature_name(m.needs));
		assert_null(wcbar_method_missing(&m, m.needs));
		assert_null(wcbar_method_missing(&m, all));
		assert_non_null(wcbar_method_missing(&m, all & ~m.needs));
	}
	assert_null(wcbar_cpu_feature_name(1U << FEATURES));
	assert_null(wcbar_cpu_feature_name(0));

	m.needs = WCBAR_CPU_SSE2 | WCBAR_CPU_MOVDIR64B;
	assert_string_equal(wcbar_method_missing(&m, WCBAR_CPU_SSE2),
			    "this CPU has no movdir64b");
	assert_string_equal(wcbar_method_missing(&m, 0),
			    "this CPU has no SSE2");
	/* a bit that nobody has a sentence for is missing all the same */
	m.needs = 1U << FEATURES;
	assert_non_null(wcbar_method_missing(&m, all));
}

/* The kernel lists what the CPU has and what its registers are saved for. */
static void features_are_those_of_cpuinfo(void **state)
{
	FILE *file = fopen("/proc/cpuinfo", "r");
	u32 have = wcbar_cpu_features();
	char line[8192], word[64];
	bool found = false;
	unsigned int i;

	(void)state;
	assert_non_null(file);
	while (!found && fgets(line, sizeof(line), file))
		found = !strncmp(line, "flags", 5);
	fclose(file);
	assert_true(found);
	line[strcspn(line, "\n")] = 0;
	strcat(line, " ");

	for (i = 0; i < FEATURES; i++) {
		const char *name = wcbar_cpu_feature_name(1U << i);
		bool listed;

		snprintf(word, sizeof(word), " %s ", name);
		listed = strstr(line, word);
		if (listed != !!(have & 1U << i))
			fail_msg("%s: %s in /proc/cpuinfo, found %s", name,
				 listed ? "listed" : "not listed",
				 have & 1U << i ? "here" : "missing here");
	}
}

int main(void)
{
	copytest_add(NULL, "every row is complete", rows_are_complete);
	copytest_add(NULL, "names are found, and no others", names_are_found);
	copytest_add(NULL, "what is missing is named",
		     missing_features_are_named);
	copytest_add(NULL, "the features are those of /proc/cpuinfo",
		     features_are_those_of_cpuinfo);
	return copytest_run("the table of copy methods");
}
