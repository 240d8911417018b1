// SPDX-License-Identifier: GPL-2.0
/*
 * Which bus addresses are memory: at the ends of it, around the hole below
 * 4 GiB, and past 2^64.
 */
#include <fcntl.h>
#include <unistd.h>

#include "refhost.h"
#include "tree.h"

#define GIB	BIT_ULL(30)

static void small(void **state)
{
	struct refhost *h = *state;
	const struct dma *d = &h->dma;
	u8 buf[2];

	assert_true(dma_has(d, 0, 1));
	assert_true(dma_has(d, 0, HOST_RAM));
	assert_true(dma_has(d, HOST_RAM - 1, 1));
	assert_false(dma_has(d, HOST_RAM - 1, 2));
	assert_false(dma_has(d, HOST_RAM, 1));
	assert_false(dma_has(d, 0, HOST_RAM + 1));
	assert_false(dma_has(d, 0, 0));
	assert_false(dma_has(d, 1, U64_MAX));
	assert_false(dma_has(d, U64_MAX, 1));
	assert_false(dma_has(d, U64_MAX, U64_MAX));
	assert_false(dma_has(d, 4 * GIB, 1));
	assert_true(dma_read(d, HOST_RAM - 2, buf, 2));
	assert_int_equal(buf[1], HOST_CANARY);
	buf[0] = 7;
	assert_false(dma_read(d, HOST_RAM - 1, buf, 2));
	assert_int_equal(buf[0], 7);
}

/* A quarter is below 4 GiB, the rest goes on there. */
static void split(void **state)
{
	struct refhost *h = *state;
	struct dma *d = &h->dma;
	u32 word = 0x12345678;

	d->low = HOST_RAM / 4;
	assert_true(dma_has(d, 0, HOST_RAM / 4));
	assert_false(dma_has(d, 0, HOST_RAM / 4 + 1));
	assert_false(dma_has(d, HOST_RAM / 4, 1));
	assert_false(dma_has(d, 4 * GIB - 1, 1));
	assert_false(dma_has(d, 4 * GIB - 1, 2));
	assert_true(dma_has(d, 4 * GIB, HOST_RAM / 4 * 3));
	assert_false(dma_has(d, 4 * GIB, HOST_RAM / 4 * 3 + 1));
	assert_false(dma_has(d, 4 * GIB + HOST_RAM / 4 * 3, 1));
	assert_true(dma_has(d, 4 * GIB + HOST_RAM / 4 * 3 - 1, 1));
	assert_false(dma_has(d, 4 * GIB + HOST_RAM / 4 * 3 + 1, 1));
	assert_false(dma_has(d, 4 * GIB + HOST_RAM, 1));
	assert_false(dma_has(d, 4 * GIB + 16, U64_MAX - 8));
	assert_false(dma_has(d, 8 * GIB, 1));
	memcpy(h->ram + HOST_RAM / 4, &word, sizeof(word));
	assert_int_equal(dma_record(d, 4 * GIB), word);
	assert_int_equal(dma_record(d, 4 * GIB - 8), 0);
}

static void completion(void **state)
{
	struct refhost *h = *state;
	struct wcbar_comp comp = { 1, 2, 3 };

	dma_complete(&h->dma, HOST_RAM - 16, &comp);
	assert_memory_equal(h->ram + HOST_RAM - 16, &comp, 16);
	/* nowhere is no crash */
	dma_complete(&h->dma, HOST_RAM, &comp);
	dma_complete(&h->dma, U64_MAX - 15, &comp);
	/* half of it is memory: none is written */
	h->dma.low = HOST_RAM / 2 + 8;
	dma_complete(&h->dma, HOST_RAM / 2, &comp);
	assert_true(host_untouched(h, HOST_RAM / 2, HOST_RAM / 2 + 16));
}

/* A file of that length, which holds nothing */
static const char *file_of(const char *name, u64 bytes)
{
	const char *path;

	tree_file(name, "");
	path = tree_path(name);
	assert_int_equal(truncate(path, (off_t)bytes), 0);
	return path;
}

static void files(void **state)
{
	struct dma d = { 0 };
	struct error e;

	(void)state;
	assert_int_equal(dma_open(&d, &e), -ENOENT);
	d.path = "/nowhere/ram";
	assert_int_equal(dma_open(&d, &e), -ENOENT);
	d.path = file_of("none", 0);
	assert_int_equal(dma_open(&d, &e), -EINVAL);
	assert_non_null(strstr(e.text, "holds nothing"));

	d.path = file_of("ram", SZ_1M);
	assert_int_equal(dma_open(&d, &e), 0);
	assert_int_equal(d.low, SZ_1M);
	assert_true(dma_has(&d, SZ_1M - 1, 1));
	/* once is enough */
	assert_int_equal(dma_open(&d, &e), 0);
	dma_close(&d);
	assert_false(dma_has(&d, 0, 1));
}

static void large_files(void **state)
{
	struct dma d = { .path = file_of("large", 3 * GIB) };
	struct error e;

	(void)state;
	assert_int_equal(dma_open(&d, &e), -EINVAL);
	assert_non_null(strstr(e.text, "--low"));
	d.low = 4 * GIB;
	assert_int_equal(dma_open(&d, &e), -EINVAL);
	d.low = 2 * GIB;
	assert_int_equal(dma_open(&d, &e), 0);
	assert_false(dma_has(&d, 2 * GIB, 1));
	assert_true(dma_has(&d, 4 * GIB, GIB));
	assert_false(dma_has(&d, 4 * GIB, GIB + 1));
	dma_close(&d);
	d = (struct dma){ .path = file_of("fits", 2 * GIB) };
	assert_int_equal(dma_open(&d, &e), 0);
	dma_close(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(small, host_setup,
						host_teardown),
		cmocka_unit_test_setup_teardown(split, host_setup,
						host_teardown),
		cmocka_unit_test_setup_teardown(completion, host_setup,
						host_teardown),
		cmocka_unit_test_setup_teardown(files, tree_begin, tree_end),
		cmocka_unit_test_setup_teardown(large_files, tree_begin,
						tree_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
