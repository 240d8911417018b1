// SPDX-License-Identifier: GPL-2.0
/*
 * The dumps of tests/fixtures/dumps/ with bytes changed, lines cut, doubled
 * and put in other places: whatever a file holds, it is judged, never fatal.
 *
 * WCBAR_ROUNDS sets how often each dump is changed; run it with many under a
 * sanitizer to look for new faults.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <dirent.h>

#include "mem.h"
#include "memtypes.h"
#include "report.h"
#include "verdict.h"

#define DUMPS	"tests/fixtures/dumps"

static u64 seed;

/* The same numbers on every machine, so that a fault can be found again */
static unsigned int pick(unsigned int n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return n ? (unsigned int)(seed >> 33) % n : 0;
}

static void change_byte(struct source *src)
{
	static const char bytes[] = "0aFx-:[]@<>(),\n \t'\"=;.9";

	if (src->len)
		src->data[pick((unsigned int)src->len)] =
			pick(8) ? bytes[pick(sizeof(bytes) - 1)] :
				  (char)(1 + pick(255));
}

static void cut(struct source *src)
{
	src->len = pick((unsigned int)src->len + 1);
	src->data[src->len] = '\0';
}

/* Put a piece of the file, or of another one, in some place of it */
static void insert(struct source *src, const struct source *from)
{
	size_t at = pick((unsigned int)src->len + 1);
	size_t start = pick((unsigned int)from->len + 1);
	size_t len = pick((unsigned int)min_t(size_t, from->len - start, 200) +
			  1);
	char *data = mem_grow(NULL, src->len + len + 1, 1);

	memcpy(data, src->data, at);
	memcpy(data + at, from->data + start, len);
	memcpy(data + at + len, src->data + at, src->len - at + 1);
	free(src->data);
	src->data = data;
	src->len += len;
}

static void mutate(struct dump *dump)
{
	unsigned int n = 1 + pick(8);

	while (n--) {
		struct source *src = dump->items[pick((unsigned int)dump->n)];

		switch (pick(8)) {
		case 0:
			cut(src);
			break;
		case 1:
			insert(src, src);
			break;
		case 2:
			insert(src, dump->items[pick((unsigned int)dump->n)]);
			break;
		default:
			change_byte(src);
		}
		src->kind = dump_kind(src);
	}
}

static void judge(const struct dump *dump, FILE *f)
{
	struct views views = { 0 };
	size_t i;

	views_build(&views, dump);
	for (i = 0; i < views.n; i++) {
		struct report report;
		struct evidence ev;
		struct memtypes mt;

		evidence_build(&ev, &views.items[i], false);
		verdict(&report, &ev, NULL);
		report_text(&report, f);
		json_object_put(report_json(&report));
		memtypes_build(&mt, &ev, &report);
		memtypes_text(&mt, f);
		json_object_put(memtypes_json(&mt));
		memtypes_free(&mt);
		verdict_free(&report);
		evidence_free(&ev);
	}
	views_free(&views);
}

static void every_dump(void **state)
{
	const char *rounds = getenv("WCBAR_ROUNDS");
	unsigned int i, n = rounds ? (unsigned int)atoi(rounds) : 20;
	DIR *dir = opendir(DUMPS);
	FILE *f = fopen("/dev/null", "w");
	struct dirent *d;

	(void)state;
	assert_non_null(dir);
	assert_non_null(f);
	while ((d = readdir(dir))) {
		char *path;

		if (d->d_name[0] == '.')
			continue;
		path = mem_printf(DUMPS "/%s", d->d_name);
		for (i = 0; i < n; i++) {
			struct dump dump = { 0 };
			struct error e;

			seed = i * 1000003 + strlen(d->d_name) * 7919 +
			       (unsigned char)d->d_name[0];
			assert_int_equal(dump_load(&dump, path, &e), 0);
			mutate(&dump);
			judge(&dump, f);
			dump_free(&dump);
		}
		free(path);
	}
	closedir(dir);
	fclose(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_dump),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
