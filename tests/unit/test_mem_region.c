// SPDX-License-Identifier: GPL-2.0
/*
 * What copies go into: memory, files, and cards that must not be written to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <fcntl.h>
#include <unistd.h>

#include <sys/stat.h>

#include "mem.h"
#include "mem/loop.h"
#include "mem/region.h"
#include "mem/source.h"

static char root[64], dir[128];

static char *path(const char *name)
{
	return mem_printf("%s/%s", dir, name);
}

static void put(const char *name, const void *content, size_t len)
{
	char *p = path(name);
	int fd = open(p, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, content, len), len);
	close(fd);
	free(p);
}

static void put_text(const char *name, const char *text)
{
	put(name, text, strlen(text));
}

/* A card as sysfs shows one that may be written to */
static int setup(void **state)
{
	static u8 bar[8192];
	char *command;
	int ret;
	u8 config[64] = { 0xf4, 0x1a, 0x10, 0x11, 0x02, 0x00 };

	(void)state;
	snprintf(root, sizeof(root), "/tmp/wcbar-region-XXXXXX");
	if (!mkdtemp(root))
		return -1;
	snprintf(dir, sizeof(dir), "%s/bus/pci/devices/0000:01:00.0", root);
	command = mem_printf("mkdir -p %s", dir);
	ret = system(command);
	free(command);
	if (ret)
		return ret;
	setenv("WCBAR_SYSFS", root, 1);
	put_text("enable", "1\n");
	put_text("power_state", "D0\n");
	put("config", config, sizeof(config));
	put("resource2_wc", bar, sizeof(bar));
	put("resource0", bar, sizeof(bar));
	put("resource4", bar, 16);
	return 0;
}

static int teardown(void **state)
{
	char *command = mem_printf("rm -rf %s", root);
	int ret = system(command);

	(void)state;
	free(command);
	return ret;
}

static int open_card(const char *name, bool allow, struct error *e)
{
	struct mem_region r;
	char *p = path(name);
	int ret = region_card(&r, p, 4096, allow, e);

	if (!ret) {
		assert_int_equal(r.len, 4096);
		assert_int_equal(r.type, strstr(name, "_wc") ? WCBAR_MT_WC :
							      WCBAR_MT_UC_MINUS);
	}
	region_close(&r);
	free(p);
	return ret;
}

static void a_card(void **state)
{
	struct error e;

	(void)state;
	assert_int_equal(open_card("resource2_wc", true, &e), 0);
	assert_int_equal(open_card("resource0", true, &e), 0);
	assert_int_equal(open_card("resource2_wc", false, &e), -EPERM);
	assert_non_null(strstr(e.text, "--allow-writes"));
	assert_int_equal(open_card("config", true, &e), -EINVAL);
	assert_int_equal(open_card("resource7", true, &e), -EINVAL);
	assert_int_equal(open_card("resource", true, &e), -EINVAL);
	assert_int_equal(open_card("resource4", true, &e), -EINVAL);
	assert_int_equal(open_card("resource1", true, &e), -ENOENT);
}

static void not_enabled(void **state)
{
	struct error e;

	(void)state;
	put_text("enable", "0\n");
	assert_int_equal(open_card("resource2_wc", true, &e), -ENXIO);
	assert_non_null(strstr(e.text, "not enabled"));
}

static void asleep(void **state)
{
	struct error e;

	(void)state;
	put_text("power_state", "D3hot\n");
	assert_int_equal(open_card("resource2_wc", true, &e), -ENXIO);
	put_text("power_state", "unknown\n");
	assert_int_equal(open_card("resource2_wc", true, &e), -ENXIO);
	assert_non_null(strstr(e.text, "D0"));
}

static void decode_off(void **state)
{
	u8 config[64] = { 0xf4, 0x1a, 0x10, 0x11, 0x05, 0x00 };
	struct error e;

	(void)state;
	put("config", config, sizeof(config));
	assert_int_equal(open_card("resource2_wc", true, &e), -ENXIO);
	assert_non_null(strstr(e.text, "decode is off"));
	memset(config, 0xff, sizeof(config));
	put("config", config, sizeof(config));
	assert_int_equal(open_card("resource2_wc", true, &e), -ENXIO);
	assert_non_null(strstr(e.text, "gone"));
}

static void has_driver(void **state)
{
	char *p = path("driver");
	struct error e;

	(void)state;
	assert_int_equal(symlink("../../../bus/pci/drivers/nvme", p), 0);
	assert_int_equal(open_card("resource2_wc", true, &e), -EBUSY);
	assert_non_null(strstr(e.text, "driven by nvme"));
	free(p);
}

static void in_use(void **state)
{
	struct error e;

	(void)state;
	put_text("boot_vga", "1\n");
	assert_int_equal(open_card("resource2_wc", true, &e), -EBUSY);
	assert_non_null(strstr(e.text, "is in use"));
}

static void silent(void **state)
{
	u8 ones[8192];
	struct error e;

	(void)state;
	memset(ones, 0xff, sizeof(ones));
	put("resource2_wc", ones, sizeof(ones));
	assert_int_equal(open_card("resource2_wc", true, &e), -EIO);
}

static void files(void **state)
{
	static u8 content[10000];
	struct mem_region r;
	struct error e;
	char *p = path("file");

	(void)state;
	assert_int_equal(region_file(&r, p, 4096, &e), -ENOENT);
	region_close(&r);
	put("file", content, 0);
	assert_int_equal(region_file(&r, p, 4096, &e), -EINVAL);
	assert_non_null(strstr(e.text, "is empty"));
	region_close(&r);
	put("file", content, 100);
	assert_int_equal(region_file(&r, p, 4096, &e), -EINVAL);
	region_close(&r);
	put("file", content, sizeof(content));
	assert_int_equal(region_file(&r, p, SZ_1M, &e), 0);
	assert_int_equal(r.len, 8192);
	assert_non_null(strstr(r.what, r.persistent ? "MAP_SYNC)" :
						     "MAP_SYNC is refused"));
	memset(r.base, 7, r.len);
	region_close(&r);
	assert_int_equal(region_file(&r, dir, 4096, &e), -EISDIR);
	region_close(&r);
	free(p);
}

static void memory(void **state)
{
	struct mem_region r;
	struct error e;

	(void)state;
	assert_int_equal(region_anon(&r, 4UL << 20, false, -1, &e), 0);
	assert_string_equal(r.pages, "4 KiB pages");
	assert_int_equal((unsigned long)r.base & ((2UL << 20) - 1), 0);
	memset(r.base, 7, r.len);
	region_close(&r);
	/* whichever it got, it says so */
	assert_int_equal(region_anon(&r, 4UL << 20, true, -1, &e), 0);
	assert_non_null(strstr(r.pages, "pages"));
	memset(r.base, 7, r.len);
	region_close(&r);
	assert_int_equal(region_anon(&r, 4096, false, 1000, &e), -EINVAL);
	assert_non_null(strstr(e.text, "NUMA node 1000"));
	region_close(&r);
	assert_int_equal(region_anon(&r, SIZE_MAX / 4, false, -1, &e),
			 -ENOMEM);
	region_close(&r);
}

static void sources(void **state)
{
	struct mem_source s;
	struct error e;

	(void)state;
	assert_int_equal(source_reused(&s, 100000, &e), 0);
	assert_true(s.len >= 100000);
	/* one buffer, however often it appears */
	s.base[5] ^= 0xff;
	assert_memory_equal(s.base, s.base + MEM_SOURCE, MEM_SOURCE);
	source_close(&s);
	assert_int_equal(source_long(&s, 100000, &e), 0);
	assert_int_not_equal(memcmp(s.base, s.base + MEM_SOURCE, MEM_SOURCE),
			     0);
	source_close(&s);
	assert_int_equal(source_long(&s, SIZE_MAX / 4, &e), -ENOMEM);
	source_close(&s);
}

#define CARD_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CARD_TEST(a_card),
		CARD_TEST(not_enabled),
		CARD_TEST(asleep),
		CARD_TEST(decode_off),
		CARD_TEST(has_driver),
		CARD_TEST(in_use),
		CARD_TEST(silent),
		CARD_TEST(files),
		cmocka_unit_test(memory),
		cmocka_unit_test(sources),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
