// SPDX-License-Identifier: GPL-2.0
/*
 * The run specification: what it means, and that no input is taken that it
 * should not be.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <wcbar/spec.h>

#define WINDOW	(64ULL << 20)

static struct wcbar_spec spec;
static char err[WCBAR_SPEC_ERR];

static int parse_in(const char *text, size_t len, u64 window)
{
	struct wcbar_bounds bounds = { .window = window };
	char *exact;
	int ret;

	/* a copy without room behind it: reading on is an error for ASan */
	exact = malloc(len ? len : 1);
	assert_non_null(exact);
	memcpy(exact, text, len);
	memset(err, 'x', sizeof(err));
	ret = wcbar_spec_parse(exact, len, &bounds, &spec, err);
	free(exact);
	assert_non_null(memchr(err, '\0', sizeof(err)));
	return ret;
}

static int parse(const char *text)
{
	return parse_in(text, strlen(text), WINDOW);
}

static u64 set_of(u32 dirs)
{
	u64 set = 0;
	u32 i;

	for (i = 0; i < wcbar_nr_methods; i++) {
		if (dirs & BIT(wcbar_methods[i]->dir))
			set |= BIT_ULL(i);
	}
	return set;
}

static void defaults(void **state)
{
	(void)state;
	assert_int_equal(parse("method=all"), 0);
	assert_string_equal(err, "");
	assert_int_equal(spec.methods,
			 set_of(WCBAR_DIR_WRITE | WCBAR_DIR_READ));
	assert_int_equal(spec.dirs, WCBAR_DIR_WRITE | WCBAR_DIR_READ);
	assert_int_equal(spec.nr_maps, 0);
	assert_int_equal(spec.nr_sizes, 1);
	assert_int_equal(spec.sizes[0], 4096);
	assert_int_equal(spec.nr_offsets, 1);
	assert_int_equal(spec.offsets[0], 0);
	assert_int_equal(spec.src_offset, 0);
	assert_int_equal(spec.iterations, 0);
	assert_int_equal(spec.warmup, 2);
	assert_int_equal(spec.cpu, -1);
	assert_int_equal(spec.node, -1);
	assert_int_equal(spec.auto_dirs, 0);
	assert_int_equal(spec.batch, 0);
	assert_int_equal(spec.time, 0);
	assert_int_equal(spec.threads, 1);
	assert_false(spec.cold);
	assert_true(spec.verify);
	assert_false(spec.save);
}

#define NUMBERS								\
	" size=64,128 offset=0,1,63 src_offset=4095 "			\
	"iterations=15625 warmup=1000 batch=0 time=600000 threads=64"

static void every_key(void **state)
{
	(void)state;
	assert_int_equal(parse("\tmethod=memcpy_toio map=uc,wc,uc- dir=write"
			       NUMBERS "  cpu=3 node=1 cold=1 verify=0 save=1\t\n"),
			 0);
	assert_int_equal(wcbar_spec_rows(&spec), 3 * 2 * 3);
	assert_int_equal(spec.dirs, WCBAR_DIR_WRITE);
	assert_int_equal(spec.nr_maps, 3);
	assert_int_equal(spec.maps[0], WCBAR_MT_UC);
	assert_int_equal(spec.maps[1], WCBAR_MT_WC);
	assert_int_equal(spec.maps[2], WCBAR_MT_UC_MINUS);
	assert_int_equal(spec.nr_sizes, 2);
	assert_int_equal(spec.sizes[1], 128);
	assert_int_equal(spec.nr_offsets, 3);
	assert_int_equal(spec.offsets[2], 63);
	assert_int_equal(spec.src_offset, 4095);
	assert_int_equal(spec.iterations, 15625);
	assert_int_equal(spec.warmup, 1000);
	assert_int_equal(spec.time, 600000);
	assert_int_equal(spec.threads, 64);
	assert_true(spec.cold);
	assert_int_equal(spec.cpu, 3);
	assert_int_equal(spec.node, 1);
	assert_false(spec.verify);
	assert_true(spec.save);
}

static void directions(void **state)
{
	(void)state;
	assert_int_equal(parse("dir=read"), 0);
	assert_int_equal(spec.methods, set_of(WCBAR_DIR_READ));
	assert_int_equal(spec.dirs, WCBAR_DIR_READ);
	assert_int_equal(parse("dir=write method=all"), 0);
	assert_int_equal(spec.methods, set_of(WCBAR_DIR_WRITE));
	assert_int_equal(parse("dir=both"), 0);
	assert_int_equal(spec.dirs, WCBAR_DIR_WRITE | WCBAR_DIR_READ);
	/* a run of read methods alone writes nothing, and says so */
	assert_int_equal(parse("method=memcpy_fromio"), 0);
	assert_int_equal(spec.dirs, WCBAR_DIR_READ);
	/* methods of the other direction stay out */
	assert_int_equal(parse("method=memcpy_fromio,memcpy_toio dir=write"),
			 0);
	assert_int_equal(wcbar_spec_rows(&spec), 1);
	assert_int_equal(parse("method=memcpy_toio,memcpy_toio"), 0);
	assert_int_equal(wcbar_spec_rows(&spec), 1);
}

/* auto is no method of the table: it chooses one in each direction */
static void automatic(void **state)
{
	(void)state;
	assert_int_equal(parse("method=auto"), 0);
	assert_int_equal(spec.methods, 0);
	assert_int_equal(spec.auto_dirs, WCBAR_DIR_WRITE | WCBAR_DIR_READ);
	assert_int_equal(spec.dirs, WCBAR_DIR_WRITE | WCBAR_DIR_READ);
	assert_int_equal(wcbar_spec_rows(&spec), 2);
	assert_int_equal(parse("method=auto dir=read size=1,2,3"), 0);
	assert_int_equal(spec.auto_dirs, WCBAR_DIR_READ);
	assert_int_equal(spec.dirs, WCBAR_DIR_READ);
	assert_int_equal(wcbar_spec_rows(&spec), 3);
	assert_int_equal(parse("dir=write method=memcpy_toio,auto"), 0);
	assert_int_equal(spec.auto_dirs, WCBAR_DIR_WRITE);
	assert_int_equal(wcbar_spec_rows(&spec), 2);
	/* methods of the other direction go, auto stays */
	assert_int_equal(parse("dir=write method=memcpy_fromio,auto"), 0);
	assert_int_equal(spec.methods, 0);
	assert_int_equal(wcbar_spec_rows(&spec), 1);
	assert_int_equal(parse("method=all"), 0);
	assert_int_equal(spec.auto_dirs, 0);
}

static void refused(void **state)
{
	static const struct {
		const char *text;
		const char *err;
	} cases[] = {
		{ "", "empty specification" },
		{ "\n", "empty specification" },
		{ " \t ", "empty specification" },
		{ "foo", "unknown word 'foo'" },
		{ "foo=1", "unknown word 'foo'" },
		{ "=1", "unknown word ''" },
		{ "Size=1", "unknown word 'Size'" },
		{ "sizes=1", "unknown word 'sizes'" },
		{ "size", "size: empty value" },
		{ "size=", "size: empty value" },
		{ "size=4K size=4K", "size: given twice" },
		{ "size=0", "size: 0 is not a size" },
		{ "size=0..4", "size: 0 is not a size" },
		{ "size=-1", "size: '-1' is negative" },
		{ "size=4K=8K", "size: '4K=8K' is not a number" },
		{ "size=9223372036854775808",
		  "size: 9223372036854775808 is past the window of 67108864 bytes" },
		{ "size=18446744073709551616",
		  "size: '18446744073709551616' is too large" },
		{ "size=65M",
		  "size: 68157440 is past the window of 67108864 bytes" },
		{ "size=4K,,8K", "size: empty value" },
		{ "size=1..257+1", "size: '1..257+1' holds too many numbers" },
		{ "offset=64M",
		  "offset: 67108864 is past the window of 67108864 bytes" },
		{ "offset=-1", "offset: '-1' is negative" },
		{ "offset=67104769",
		  "offset: 67104769 with size 4096 is past the window of 67108864 bytes" },
		{ "size=64M offset=0,1",
		  "offset: 1 with size 67108864 is past the window of 67108864 bytes" },
		{ "offset=18446744073709551615",
		  "offset: 18446744073709551615 is past the window of 67108864 bytes" },
		{ "src_offset=4096", "src_offset: 4096 is more than 4095" },
		{ "iterations=1000001",
		  "iterations: 1000001 is more than 1000000" },
		{ "iterations=1,2", "iterations: '1,2' is not a number" },
		{ "iterations=15626 threads=64",
		  "iterations: 15626 in each of 64 threads are more than 1000000" },
		{ "threads=0", "threads: 0 is less than 1" },
		{ "threads=65", "threads: 65 is more than 64" },
		{ "threads=-1", "threads: '-1' is negative" },
		{ "threads=2 threads=2", "threads: given twice" },
		{ "threads=2 size=33M",
		  "threads: 2 slices of 34603008 bytes are past the window of 67108864 bytes" },
		{ "threads=2 size=4K offset=67100673",
		  "offset: 67100673 with 2 slices of 4096 bytes is past the window of 67108864 bytes" },
		{ "threads=64 size=65M",
		  "size: 68157440 is past the window of 67108864 bytes" },
		{ "time=600001", "time: 600001 is more than 600000" },
		{ "time=1s", "time: '1s' is not a number" },
		{ "batch=65537", "batch: 65537 is more than 65536" },
		{ "batch=3 iterations=2", "batch: 3 is more than iterations, 2" },
		{ "batch=2 cold=1",
		  "batch: 2 with cold=1, where each operation is a sample of its own" },
		{ "cold=2", "cold: 2 is more than 1" },
		{ "cold=", "cold: empty value" },
		{ "method=AUTO", "method: 'AUTO' is no method" },
		{ "method=auto:movnti", "method: 'auto:movnti' is no method" },
		{ "warmup=1001", "warmup: 1001 is more than 1000" },
		{ "cpu=-1", "cpu: '-1' is negative" },
		{ "cpu=2147483648", "cpu: 2147483648 is more than 2147483647" },
		{ "node=x", "node: 'x' is not a number" },
		{ "verify=2", "verify: 2 is more than 1" },
		{ "verify=yes", "verify: 'yes' is not a number" },
		{ "save=", "save: empty value" },
		{ "map=wb", "map: 'wb' is none of wc, uc- and uc" },
		{ "map=wc,wc", "map: 'wc' is given twice" },
		{ "map=wc,", "map: empty value" },
		{ "map=wc,uc,uc-,wc", "map: 'wc' is given twice" },
		{ "method=nosuch", "method: 'nosuch' is no method" },
		{ "method=memcpy", "method: 'memcpy' is no method" },
		{ "method=", "method: empty value" },
		{ "method=all,", "method: empty value" },
		{ "method=memcpy_toio dir=read",
		  "method: none of them is one to read" },
		{ "method=memcpy_fromio dir=write",
		  "method: none of them is one to write" },
		{ "dir=sideways",
		  "dir: 'sideways' is none of write, read and both" },
		{ "size=4K\nsize=8K", "byte 0x0a at position 7 is not text" },
		{ "size=4K\r\n", "byte 0x0d at position 7 is not text" },
		{ "size=\x1b[31m", "byte 0x1b at position 5 is not text" },
		{ "size=\xff", "byte 0xff at position 5 is not text" },
		{ "size=\x7f", "byte 0x7f at position 5 is not text" },
		{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=1",
		  "unknown word 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'" },
		{ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab=1",
		  "unknown word 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..'" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(parse(cases[i].text), -EINVAL);
		assert_string_equal(err, cases[i].err);
	}
}

static void embedded_nul(void **state)
{
	(void)state;
	assert_int_equal(parse_in("size=4K\0", 8, WINDOW), -EINVAL);
	assert_string_equal(err, "byte 0x00 at position 7 is not text");
	assert_int_equal(parse_in("\0", 1, WINDOW), -EINVAL);
}

static void length(void **state)
{
	static char text[WCBAR_SPEC_MAX_TEXT + 1];

	(void)state;
	memset(text, ' ', sizeof(text));
	memcpy(text, "size=4K", 7);
	assert_int_equal(parse_in(text, WCBAR_SPEC_MAX_TEXT, WINDOW), 0);
	assert_int_equal(parse_in(text, WCBAR_SPEC_MAX_TEXT + 1, WINDOW),
			 -E2BIG);
	assert_string_equal(err,
			    "the specification is longer than 4096 bytes");
}

/* Bytes of no sense at all: an answer, printable, and nothing worse */
static void garbage(void **state)
{
	static char text[WCBAR_SPEC_MAX_TEXT];
	u32 seed = 1;
	size_t round, i, len;

	(void)state;
	for (round = 0; round < 5000; round++) {
		len = round % 200;
		for (i = 0; i < len; i++) {
			static const char some[] =
				"size=offset map.,..+-0123456789KMGxwcu\t";

			seed = seed * 1664525 + 1013904223;
			text[i] = round % 10 ? some[(seed >> 16) %
						    (sizeof(some) - 1)] :
					       (char)(seed >> 16);
		}
		if (!parse_in(text, len, WINDOW))
			continue;
		assert_true(err[0] != '\0');
		for (i = 0; err[i]; i++)
			assert_in_range(err[i], ' ', '~');
	}
}

static void windows(void **state)
{
	(void)state;
	/* the usual size has to fit too */
	assert_int_equal(parse_in("method=all", 10, 256), -EINVAL);
	assert_string_equal(err,
			    "size: 4096 is past the window of 256 bytes");
	assert_int_equal(parse_in("size=1", 6, 0), -EINVAL);
	assert_int_equal(parse_in("size=256", 8, 256), 0);
	assert_int_equal(parse_in("size=1 offset=255", 17, 256), 0);
	assert_int_equal(parse_in("size=2 offset=255", 17, 256), -EINVAL);
	assert_int_equal(parse_in("size=0x8000000000000000", 23, U64_MAX), 0);
}

static void too_many_rows(void **state)
{
	(void)state;
	assert_int_equal(parse("method=memcpy_toio size=1..256+1 offset=0..31+1"),
			 0);
	assert_int_equal(wcbar_spec_rows(&spec), WCBAR_SPEC_MAX_ROWS);
	assert_int_equal(parse("method=memcpy_toio size=1..256+1 offset=0..32+1"),
			 -EINVAL);
	assert_string_equal(err, "8448 rows are more than 8192 in one run");
	assert_int_equal(parse("method=memcpy_toio map=wc,uc size=1..256+1 offset=0..31+1"),
			 -EINVAL);
}

static void how_often(void **state)
{
	(void)state;
	assert_int_equal(parse("iterations=0"), 0);
	assert_int_equal(wcbar_spec_iterations(&spec, 1), 1000);
	assert_int_equal(wcbar_spec_iterations(&spec, 64 << 10), 1000);
	assert_int_equal(wcbar_spec_iterations(&spec, 1 << 20), 64);
	assert_int_equal(wcbar_spec_iterations(&spec, 32 << 20), 8);
	assert_int_equal(wcbar_spec_iterations(&spec, U64_MAX), 8);
	assert_int_equal(parse("iterations=7"), 0);
	assert_int_equal(wcbar_spec_iterations(&spec, 1), 7);
	assert_int_equal(wcbar_spec_iterations(&spec, U64_MAX), 7);
	/* a time instead: as many as there is room for, in all threads */
	assert_int_equal(parse("time=1"), 0);
	assert_int_equal(wcbar_spec_iterations(&spec, 32 << 20), 1000000);
	assert_int_equal(parse("time=1 threads=64"), 0);
	assert_int_equal(wcbar_spec_iterations(&spec, 64), 15625);
	assert_int_equal(parse("time=1 iterations=9"), 0);
	assert_int_equal(wcbar_spec_iterations(&spec, 64), 9);
	/* a batch is whole */
	assert_int_equal(parse("batch=65536"), 0);
	assert_int_equal(wcbar_spec_iterations(&spec, 32 << 20), 65536);
	assert_int_equal(wcbar_spec_samples(&spec, 32 << 20), 1);
}

static void batches(void **state)
{
	(void)state;
	assert_int_equal(parse("iterations=0"), 0);
	assert_int_equal(wcbar_spec_batch(&spec, 1), 64);
	assert_int_equal(wcbar_spec_batch(&spec, 64), 64);
	assert_int_equal(wcbar_spec_batch(&spec, 65), 63);
	assert_int_equal(wcbar_spec_batch(&spec, 1024), 4);
	assert_int_equal(wcbar_spec_batch(&spec, 4095), 1);
	assert_int_equal(wcbar_spec_batch(&spec, 4096), 1);
	assert_int_equal(wcbar_spec_batch(&spec, U64_MAX), 1);
	assert_int_equal(wcbar_spec_samples(&spec, 64), 16);
	/* at least eight samples, however few operations */
	assert_int_equal(parse("iterations=100"), 0);
	assert_int_equal(wcbar_spec_batch(&spec, 64), 12);
	assert_int_equal(wcbar_spec_samples(&spec, 64), 9);
	assert_int_equal(parse("iterations=7"), 0);
	assert_int_equal(wcbar_spec_batch(&spec, 64), 1);
	assert_int_equal(wcbar_spec_samples(&spec, 64), 7);
	assert_int_equal(parse("iterations=100 batch=30"), 0);
	assert_int_equal(wcbar_spec_batch(&spec, 1 << 20), 30);
	assert_int_equal(wcbar_spec_samples(&spec, 1 << 20), 4);
	assert_int_equal(parse("cold=1"), 0);
	assert_int_equal(wcbar_spec_batch(&spec, 64), 1);
	assert_int_equal(parse("cold=1 batch=1"), 0);
}

/* Slices begin on lines, and the last of them ends in the window. */
static void slices(void **state)
{
	(void)state;
	assert_int_equal(wcbar_spec_pitch(1), 64);
	assert_int_equal(wcbar_spec_pitch(64), 64);
	assert_int_equal(wcbar_spec_pitch(65), 128);
	assert_int_equal(parse("threads=2 size=65"), 0);
	assert_int_equal(wcbar_spec_span(&spec, 65), 193);
	assert_int_equal(parse_in("threads=2 size=65", 17, 193), 0);
	assert_int_equal(parse_in("threads=2 size=65", 17, 192), -EINVAL);
	assert_int_equal(parse("threads=2 size=32M"), 0);
	assert_int_equal(parse("threads=2 size=4K offset=67100672"), 0);
	assert_int_equal(parse("threads=64 size=1M"), 0);
	assert_int_equal(parse("threads=64 size=1M offset=1"), -EINVAL);
	/* nothing leaves 64 bits */
	assert_int_equal(parse_in("threads=2 size=0x7fffffffffffffc0", 33,
				  U64_MAX), 0);
	assert_int_equal(parse_in("threads=3 size=0x7fffffffffffffc0", 33,
				  U64_MAX), -EINVAL);
	assert_int_equal(parse_in("threads=64 size=0xffffffffffffffff", 34,
				  U64_MAX), -EINVAL);
	assert_int_equal(parse_in("threads=2 size=1", 16, 1), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults),
		cmocka_unit_test(every_key),
		cmocka_unit_test(directions),
		cmocka_unit_test(automatic),
		cmocka_unit_test(refused),
		cmocka_unit_test(embedded_nul),
		cmocka_unit_test(length),
		cmocka_unit_test(garbage),
		cmocka_unit_test(windows),
		cmocka_unit_test(too_many_rows),
		cmocka_unit_test(how_often),
		cmocka_unit_test(batches),
		cmocka_unit_test(slices),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
