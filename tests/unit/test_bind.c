// SPDX-License-Identifier: GPL-2.0
/*
 * Refusals of bind, what it remembers, and how it repairs. The guest tests
 * bind real devices; here the files of a made-up sysfs only take the writes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <sys/stat.h>
#include <unistd.h>

#include "bind.h"
#include "card.h"
#include "commands.h"
#include "inuse.h"
#include "tree.h"

#define CARD	"0000:03:00.0"
#define DEV	"sys/bus/pci/devices/" CARD "/"
#define EMPTY	"0x0000000000000000 0x0000000000000000 0x0000000000000000\n"

static struct printed p;
static struct uses uses;

/* A disk controller whose place in sysfs is where a real one's is */
static int machine(void **state)
{
	tree_begin(state);
	setenv("WCBAR_PROCFS", tree_path("proc"), 1);
	setenv("WCBAR_DEV", tree_path("dev"), 1);
	setenv("WCBAR_RUN", tree_path("run"), 1);
	tree_file("sys/devices/pci0000:00/" CARD "/class", "0x010802\n");
	tree_file("sys/devices/pci0000:00/" CARD "/driver_override",
		  "(null)\n");
	tree_file("sys/devices/pci0000:00/" CARD "/resource",
		  "0x00000000fe000000 0x00000000fe003fff 0x0000000000140204\n"
		  EMPTY
		  "0x0000006000000000 0x0000006003ffffff 0x000000000014220c\n"
		  EMPTY
		  "0x000000000000e000 0x000000000000e07f 0x0000000000040101\n"
		  "0x0000000000000000 0x0000000000000fff 0x0000000020040200\n"
		  EMPTY);
	tree_file("sys/bus/pci/devices/", "");
	tree_link("sys/bus/pci/devices/" CARD,
		  "../../../devices/pci0000:00/" CARD);
	tree_file("sys/bus/pci/drivers/wcbar/bind", "");
	tree_file("sys/bus/pci/drivers/nvme/bind", "");
	tree_file("sys/module/wcbar/parameters/bars",
		  "0000:09:00.0=0,none\n");
	tree_file("proc/self/mountinfo", "");
	memset(&uses, 0, sizeof(uses));
	return 0;
}

static int away(void **state)
{
	uses_free(&uses);
	unsetenv("WCBAR_PROCFS");
	unsetenv("WCBAR_DEV");
	unsetenv("WCBAR_RUN");
	return tree_end(state);
}

/* The folder as the commands make it, with their lock free */
static void make_run(void)
{
	struct error e;
	int lock = bound_lock(&e);

	assert_true(lock >= 0);
	close(lock);
}

static void one_use(const char *part)
{
	assert_int_equal(uses.n, 1);
	if (!strstr(uses.items[0], part))
		fail_msg("'%s' does not hold '%s'", uses.items[0], part);
}

static void disk(const char *name, const char *numbers)
{
	char path[128];

	snprintf(path, sizeof(path),
		 "sys/devices/pci0000:00/" CARD "/nvme/nvme0/%s/dev", name);
	tree_file(path, numbers);
	tree_file("sys/block/", "");
	snprintf(path, sizeof(path), "sys/block/%s", name);
	if (!strchr(name, '/') && !tree_has(path)) {
		char target[160];

		snprintf(target, sizeof(target),
			 "../devices/pci0000:00/" CARD "/nvme/nvme0/%s", name);
		tree_link(path, target);
	}
}

static void unused(void **state)
{
	(void)state;
	disk("nvme0n1", "259:0\n");
	inuse_all(CARD, &uses);
	assert_int_equal(uses.n, 0);
}

static void mounted_disk(void **state)
{
	(void)state;
	disk("nvme0n1", "259:0\n");
	tree_file("sys/devices/pci0000:00/" CARD
		  "/nvme/nvme0/nvme0n1/nvme0n1p2/dev", "259:2\n");
	tree_file("sys/devices/pci0000:00/" CARD
		  "/nvme/nvme0/nvme0n1/nvme0n1p2/partition", "2\n");
	tree_file("proc/self/mountinfo",
		  "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
		  "36 22 259:2 / /home/data rw - ext4 /dev/nvme0n1p2 rw\n");
	inuse_block(CARD, &uses);
	one_use("nvme0n1p2 is mounted on /home/data");
}

/* The disk of another function, and one whose number only begins alike */
static void mounted_elsewhere(void **state)
{
	(void)state;
	disk("nvme0n1", "259:0\n");
	tree_file("sys/devices/pci0000:00/0000:04:00.0/ata1/sda/dev", "8:0\n");
	tree_link("sys/block/sda",
		  "../devices/pci0000:00/0000:04:00.0/ata1/sda");
	tree_file("proc/self/mountinfo",
		  "22 1 8:0 / / rw - ext4 /dev/sda rw\n"
		  "23 1 259:01 / /x rw - ext4 /dev/y rw\n");
	inuse_all(CARD, &uses);
	assert_int_equal(uses.n, 0);
}

static void swap_space(void **state)
{
	(void)state;
	disk("nvme0n1", "259:0\n");
	tree_file("proc/swaps",
		  "Filename\tType\tSize\n/dev/nvme0n10 partition 1 0\n");
	inuse_block(CARD, &uses);
	assert_int_equal(uses.n, 0);
	tree_file("proc/swaps",
		  "Filename\tType\tSize\n/dev/nvme0n1   partition 1 0\n");
	inuse_block(CARD, &uses);
	one_use("nvme0n1 is used for swap");
}

static void member(void **state)
{
	(void)state;
	disk("nvme0n1", "259:0\n");
	tree_file("sys/devices/pci0000:00/" CARD
		  "/nvme/nvme0/nvme0n1/holders/dm-3", "");
	inuse_block(CARD, &uses);
	one_use("nvme0n1 is part of dm-3");
}

static void multipath(void **state)
{
	(void)state;
	disk("nvme0c0n1", "259:1\n");
	tree_file("sys/devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1/dev",
		  "259:7\n");
	tree_link("sys/block/nvme0n1",
		  "../devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1");
	tree_file("proc/self/mountinfo",
		  "36 22 259:7 / /srv rw - xfs /dev/nvme0n1 rw\n");
	inuse_block(CARD, &uses);
	one_use("nvme0n1 is mounted on /srv");
}

static void network(void **state)
{
	(void)state;
	tree_file("sys/devices/pci0000:00/" CARD "/virtio0/net/eth7/flags",
		  "0x1002\n");
	tree_file("sys/class/net/", "");
	tree_link("sys/class/net/eth7",
		  "../../devices/pci0000:00/" CARD "/virtio0/net/eth7");
	inuse_network(CARD, &uses);
	assert_int_equal(uses.n, 0);
	tree_file("sys/devices/pci0000:00/" CARD "/virtio0/net/eth7/flags",
		  "0x1003\n");
	inuse_network(CARD, &uses);
	one_use("eth7 is up");
}

static void a_bridge(void **state)
{
	(void)state;
	tree_file(DEV "class", "0x060400\n");
	inuse_bridge(CARD, &uses);
	one_use("is a bridge");
}

static void boot_display(void **state)
{
	(void)state;
	tree_file(DEV "boot_vga", "0\n");
	inuse_display(CARD, &uses);
	assert_int_equal(uses.n, 0);
	tree_file(DEV "boot_vga", "1\n");
	inuse_display(CARD, &uses);
	one_use("is the boot display");
}

static void boot_picture(void **state)
{
	(void)state;
	tree_file("proc/iomem",
		  "6000000000-6003ffffff : 0000:03:00.0\n"
		  "  6000000000-60007fffff : BOOTFB\n");
	inuse_display(CARD, &uses);
	one_use("boot framebuffer");
	uses_free(&uses);
	tree_file("proc/iomem", "6004000000-60047fffff : BOOTFB\n");
	inuse_display(CARD, &uses);
	assert_int_equal(uses.n, 0);
}

static void virtual_functions(void **state)
{
	(void)state;
	tree_file(DEV "sriov_numvfs", "0\n");
	inuse_sriov(CARD, &uses);
	assert_int_equal(uses.n, 0);
	tree_file(DEV "sriov_numvfs", "4\n");
	inuse_sriov(CARD, &uses);
	one_use("4 virtual functions");
}

static void open_nodes(void **state)
{
	(void)state;
	tree_file(DEV "drm/card1/uevent", "MAJOR=226\nDEVNAME=dri/card1\n");
	tree_file("proc/77/comm", "Xorg\n");
	tree_file("proc/77/maps", "");
	tree_link("proc/77/fd/5", "/dev/dri/card0");
	inuse_handles(CARD, &uses);
	assert_int_equal(uses.n, 0);
	tree_link("proc/77/fd/6", "/dev/dri/card1");
	inuse_handles(CARD, &uses);
	one_use("Xorg (process 77) has /dev/dri/card1 open");
}

static void open_vfio(void **state)
{
	(void)state;
	tree_file("sys/kernel/iommu_groups/42/type", "DMA\n");
	tree_link(DEV "iommu_group", "../../../kernel/iommu_groups/42");
	tree_file("proc/88/comm", "qemu-system-x86\n");
	tree_link("proc/88/fd/11", "/dev/vfio/42");
	inuse_handles(CARD, &uses);
	one_use("has /dev/vfio/42 open");
}

static void mapped_bar(void **state)
{
	(void)state;
	tree_file("proc/99/comm", "pcitool\n");
	tree_file("proc/99/maps",
		  "7f0000000000-7f0004000000 rw-s 00000000 00:16 99 /sys/devices/pci0000:00/"
		  CARD "/resource2_wc\n");
	inuse_handles(CARD, &uses);
	one_use("pcitool (process 99) has a BAR of it mapped");
}

static void shared_group(void **state)
{
	(void)state;
	tree_file("sys/devices/pci0000:00/0000:03:00.1/boot_vga", "1\n");
	tree_link("sys/bus/pci/devices/0000:03:00.1",
		  "../../../devices/pci0000:00/0000:03:00.1");
	tree_file("sys/kernel/iommu_groups/5/devices/" CARD, "");
	tree_file("sys/kernel/iommu_groups/5/devices/0000:03:00.1", "");
	tree_link(DEV "iommu_group", "../../../kernel/iommu_groups/5");
	inuse_all(CARD, &uses);
	one_use("shares its IOMMU group with 0000:03:00.1, and 0000:03:00.1 is the boot display");
}

/* A bridge in the group is no user of it */
static void group_with_bridge(void **state)
{
	(void)state;
	tree_file("sys/devices/pci0000:00/0000:00:01.0/class", "0x060400\n");
	tree_link("sys/bus/pci/devices/0000:00:01.0",
		  "../../../devices/pci0000:00/0000:00:01.0");
	tree_file("sys/kernel/iommu_groups/5/devices/0000:00:01.0", "");
	tree_link(DEV "iommu_group", "../../../kernel/iommu_groups/5");
	inuse_all(CARD, &uses);
	assert_int_equal(uses.n, 0);
}

static void refused(void **state)
{
	(void)state;
	tree_file(DEV "sriov_numvfs", "2\n");
	PRINTED_BY(&p, cmd_bind, "bind", CARD);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "2 virtual functions"));
	assert_non_null(strstr(p.err, "use --force"));
	assert_string_equal(tree_read(DEV "driver_override"), "(null)\n");
	assert_false(tree_has("run/" CARD));
}

static void wrong_bars(void **state)
{
	(void)state;
	PRINTED_BY(&p, cmd_bind, "bind", CARD, "--aperture", "1");
	assert_int_equal(p.status, EXIT_USAGE);
	assert_non_null(strstr(p.err, "the card has none"));
	PRINTED_BY(&p, cmd_bind, "bind", CARD, "--aperture", "4");
	assert_non_null(strstr(p.err, "it is not memory"));
	PRINTED_BY(&p, cmd_bind, "bind", CARD, "--aperture", "5");
	assert_non_null(strstr(p.err, "it has no address"));
	PRINTED_BY(&p, cmd_bind, "bind", CARD, "--aperture", "0");
	assert_non_null(strstr(p.err, "it is not prefetchable"));
	PRINTED_BY(&p, cmd_bind, "bind", CARD, "--aperture", "2", "--regs",
		   "4");
	assert_non_null(strstr(p.err, "cannot be the register BAR"));
	PRINTED_BY(&p, cmd_bind, "bind", CARD, "--aperture", "2", "--regs",
		   "2");
	assert_int_equal(p.status, EXIT_USAGE);
	PRINTED_BY(&p, cmd_bind, "bind", CARD, "--regs", "0");
	assert_int_equal(p.status, EXIT_USAGE);
	PRINTED_BY(&p, cmd_bind, "bind", CARD, "--aperture", "6");
	assert_int_equal(p.status, EXIT_USAGE);
	PRINTED_BY(&p, cmd_bind, "bind", "nonsense");
	assert_int_equal(p.status, EXIT_USAGE);
	PRINTED_BY(&p, cmd_bind, "bind", "0000:99:00.0");
	assert_int_equal(p.status, EXIT_USAGE);
	PRINTED_BY(&p, cmd_unbind, "unbind", CARD);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "is not bound to wcbar"));
	PRINTED_BY(&p, cmd_unbind, "unbind");
	assert_int_equal(p.status, EXIT_USAGE);
}

static void not_loaded(void **state)
{
	(void)state;
	remove(tree_path("sys/bus/pci/drivers/wcbar/bind"));
	rmdir(tree_path("sys/bus/pci/drivers/wcbar"));
	PRINTED_BY(&p, cmd_bind, "bind", CARD);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "modprobe wcbar"));
}

/* The driver does not take the card: all is as before */
static void undone(void **state)
{
	(void)state;
	PRINTED_BY(&p, cmd_bind, "bind", CARD, "--aperture", "2", "--regs",
		   "0");
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "driver wcbar does not take " CARD));
	assert_string_equal(tree_read("sys/bus/pci/drivers/wcbar/bind"), CARD);
	/* the last write was an empty one; a plain file keeps its other bytes */
	assert_int_equal(tree_read(DEV "driver_override")[0], '\n');
	assert_false(tree_has("run/" CARD));
}

static void lists_of_bars(void **state)
{
	static const struct {
		const char *list, *entry, *want;
	} cases[] = {
		{ "", "2,0", CARD "=2,0" },
		{ "\n", "2,0", CARD "=2,0" },
		{ "\n", NULL, "" },
		{ "0000:09:00.0=0,none\n", "2,0",
		  "0000:09:00.0=0,none;" CARD "=2,0" },
		{ CARD "=4,none;0000:09:00.0=0,1\n", "2,0",
		  "0000:09:00.0=0,1;" CARD "=2,0" },
		{ "0000:09:00.0=0,1;" CARD "=4,none\n", NULL,
		  "0000:09:00.0=0,1" },
		{ CARD "=4,none\n", NULL, "" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		char *got = bind_bars_with(cases[i].list, CARD,
					   cases[i].entry);

		assert_string_equal(got, cases[i].want);
		free(got);
	}
}

static void remembered(void **state)
{
	struct bound b = { .bdf = CARD, .driver = "nvme", .override = "" };
	struct bound back = { 0 };
	struct error e;

	(void)state;
	make_run();
	assert_false(bound_load(CARD, &back));
	assert_int_equal(bound_save(&b, &e), 0);
	assert_true(bound_load(CARD, &back));
	assert_string_equal(back.driver, "nvme");
	assert_string_equal(back.override, "");
	/* half a file was never seen: it is renamed into place */
	assert_false(tree_has("run/." CARD ".new"));
	assert_int_equal(bound_forget(CARD, &e), 0);
	assert_false(bound_load(CARD, &back));
	assert_int_equal(bound_forget(CARD, &e), 0);
	/* a file that names another function is not believed */
	tree_file("run/" CARD, "# wcbar-bind/1\nbdf: 0000:04:00.0\n");
	assert_false(bound_load(CARD, &back));
}

static void unsafe_folder(void **state)
{
	struct error e;

	(void)state;
	tree_file("run/", "");
	chmod(tree_path("run"), 0777);
	assert_int_equal(bound_lock(&e), -EPERM);
}

/* Interrupted after the old driver was taken away, and it had none */
static void repaired(void **state)
{
	struct bound b = { .bdf = CARD, .driver = "", .override = "vfio-pci" };
	struct error e;

	(void)state;
	make_run();
	assert_int_equal(bound_save(&b, &e), 0);
	tree_file(DEV "driver_override", "wcbar\n");
	tree_file("sys/module/wcbar/parameters/bars",
		  "0000:09:00.0=0,none;" CARD "=2,0\n");
	PRINTED_BY(&p, cmd_unbind, "unbind", "0000:99:00.0");
	assert_non_null(strstr(p.out, CARD ": an earlier bind was interrupted"));
	assert_string_equal(tree_read(DEV "driver_override"), "vfio-pci\n");
	assert_false(tree_has("run/" CARD));
}

/* Its driver is not loaded: what is remembered stays for the next attempt */
static void driver_is_gone(void **state)
{
	struct bound b = { .bdf = CARD, .driver = "exdrv", .override = "" };
	struct error e;

	(void)state;
	make_run();
	assert_int_equal(bound_save(&b, &e), 0);
	PRINTED_BY(&p, cmd_unbind, "unbind", CARD);
	assert_int_equal(p.status, EXIT_FAILED);
	assert_non_null(strstr(p.err, "modprobe exdrv"));
	assert_true(tree_has("run/" CARD));
}

static void unplugged(void **state)
{
	struct bound b = { .bdf = "0000:77:00.0", .driver = "exdrv" };
	struct error e;

	(void)state;
	make_run();
	assert_int_equal(bound_save(&b, &e), 0);
	assert_int_equal(bind_repair(NULL), 0);
	assert_false(tree_has("run/0000:77:00.0"));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, machine, away)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(unused), TEST(mounted_disk), TEST(mounted_elsewhere),
		TEST(swap_space), TEST(member), TEST(multipath),
		TEST(network), TEST(a_bridge), TEST(boot_display),
		TEST(boot_picture), TEST(virtual_functions),
		TEST(open_nodes), TEST(open_vfio), TEST(mapped_bar),
		TEST(shared_group), TEST(group_with_bridge), TEST(refused),
		TEST(wrong_bars), TEST(not_loaded), TEST(undone),
		TEST(lists_of_bars), TEST(remembered), TEST(unsafe_folder),
		TEST(repaired), TEST(driver_is_gone), TEST(unplugged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
