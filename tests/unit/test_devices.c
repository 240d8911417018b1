// SPDX-License-Identifier: GPL-2.0
/*
 * PCI functions as evidence: sysfs resource files, lspci, /proc/iomem, and
 * what a link can carry.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/pcie.h"
#include "source_of.h"
#include "system/device.h"
#include "system/iomem.h"

#define EMPTY	"0x0000000000000000 0x0000000000000000 0x0000000000000000\n"

static struct source src;
static struct devices devices;
static struct tally tally;

static int done(void **state)
{
	(void)state;
	devices_free(&devices);
	memset(&tally, 0, sizeof(tally));
	return 0;
}

static struct device *read_resource(const char *name, const char *content)
{
	done(NULL);
	src = source_of(name, content);
	return resource_read(&devices, &src, &tally);
}

static void read_lspci(const char *content)
{
	done(NULL);
	src = source_of("lspci", content);
	lspci_read(&devices, &src, &tally);
}

static void rows(void **state)
{
	struct device *dev;
	struct bar *bar;

	(void)state;
	dev = read_resource("resource.0000:C1:00.0",
			    "0x00000000b0000000 0x00000000b0ffffff 0x0000000000040200\n"
			    "0x0000010000000000 0x00000103ffffffff 0x000000000014220c\n"
			    EMPTY EMPTY EMPTY
			    "0x0000000000003000 0x000000000000307f 0x0000000000040101\n"
			    "0x00000000b1000000 0x00000000b107ffff 0x0000000000046200\n"
			    "0x0000010800000000 0x0000010800ffffff 0x000000000014220c\n");
	assert_non_null(dev);
	assert_string_equal(dev->bdf, "0000:c1:00.0");
	assert_int_equal(dev->bars.n, 5);
	bar = device_bar(dev, 0);
	assert_int_equal(bar->size, 16 << 20);
	assert_false(bar->pref || bar->is64);
	bar = device_bar(dev, 1);
	assert_int_equal(bar->size, 16ULL << 30);
	assert_true(bar->pref && bar->is64);
	assert_null(device_bar(dev, 2));
	assert_int_equal(device_bar(dev, 5)->kind, BAR_IO);
	/* the ROM's row says prefetchable, which makes it no aperture */
	assert_int_equal(device_bar(dev, 6)->kind, BAR_ROM);
	assert_true(bar_is_vf(device_bar(dev, 7)));
	assert_int_equal(tally.lines, 8);
	assert_int_equal(tally.understood, 8);
}

static void odd_rows(void **state)
{
	struct device *dev;

	(void)state;
	dev = read_resource("resource.short",
			    "0x00003800aa000000 0x00003800aa0fffff 0x000000000014220c");
	assert_string_equal(dev->bdf, "");
	assert_string_equal(dev->label, "resource.short");
	assert_int_equal(dev->bars.n, 1);

	dev = read_resource("resource",
			    "**0x00000000ca000000 0x00000000cbffffff 0x000000000014220c**\n"
			    EMPTY);
	assert_int_equal(device_bar(dev, 0)->size, 32 << 20);

	/* a copy of the video ROM, and BARs without an address */
	dev = read_resource("resource",
			    "0x0000000000000000 0x000000000fffffff 0x000000002014220c\n"
			    EMPTY
			    "0x0000000000000000 0x0000000000000fff 0x0000000000040200\n"
			    EMPTY EMPTY EMPTY
			    "0x00000000000c0000 0x00000000000dffff 0x0000000000000212\n");
	assert_true(device_bar(dev, 0)->unassigned);
	assert_int_equal(device_bar(dev, 0)->size, 256 << 20);
	assert_false(bar_has_address(device_bar(dev, 0)));
	assert_true(device_bar(dev, 2)->unassigned);
	assert_true(device_bar(dev, 6)->shadow);
	assert_int_equal(device_bar(dev, 6)->kind, BAR_ROM);

	assert_null(read_resource("resource", "no rows here\n0x1 0x2\n"));
	assert_int_equal(tally.understood, 0);

	/* an unknown line does not move the rows that follow */
	dev = read_resource("resource",
			    "$ cat resource\n"
			    "0x00000000ca000000 0x00000000cbffffff 0x000000000014220c\n");
	assert_non_null(device_bar(dev, 0));
}

static void lspci_vv(void **state)
{
	struct device *dev;

	(void)state;
	read_lspci("00:02.0 VGA compatible controller [0300]: Example Corp GPU [1d05:46a3] (rev 0c)\n"
		   "\tSubsystem: Red Hat, Inc. QEMU Virtual Machine [1af4:1100]\n"
		   "\tControl: I/O+ Mem+ BusMaster+ SpecCycle-\n"
		   "\tRegion 0: Memory at 6202000000 (64-bit, non-prefetchable) [size=16M]\n"
		   "\tRegion 2: Memory at 4000000000 (64-bit, prefetchable) [size=256M]\n"
		   "\tRegion 4: I/O ports at 5000 [size=64]\n"
		   "\tExpansion ROM at 000c0000 [virtual] [disabled] [size=128K]\n"
		   "\tCapabilities: [70] Express (v2) Root Complex Integrated Endpoint\n"
		   "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM L1\n"
		   "\t\tLnkSta:\tSpeed 2.5GT/s (downgraded), Width x8 (downgraded)\n"
		   "\t\tLnkCap2: Supported Link Speeds: 2.5-16GT/s\n"
		   "\tCapabilities: [d0] Power Management version 2\n"
		   "\t\tStatus: D0 NoSoftRst+ PME-Enable-\n"
		   "\tKernel driver in use: exgpu\n"
		   "\n"
		   "0001:e1:00.1 PCI bridge: Example Corp Switch\n"
		   "\tControl: I/O- Mem-\n"
		   "\tMemory behind bridge: 51000000-520fffff [size=17M] [32-bit]\n");
	assert_int_equal(devices.n, 2);
	dev = devices_find(&devices, "0000:00:02.0");
	assert_non_null(dev);
	assert_int_equal(dev->vendor, 0x1d05);
	assert_int_equal(dev->id, 0x46a3);
	assert_int_equal(dev->subvendor, 0x1af4);
	assert_int_equal(dev->decode, 1);
	assert_int_equal(dev->bars.n, 4);
	assert_int_equal(device_bar(dev, 2)->start, 0x4000000000ULL);
	assert_int_equal(device_bar(dev, 2)->end, 0x4010000000ULL);
	assert_true(device_bar(dev, 2)->pref);
	assert_false(device_bar(dev, 0)->pref);
	assert_int_equal(device_bar(dev, 6)->kind, BAR_ROM);
	assert_int_equal(dev->cap.mts, 16000);
	assert_int_equal(dev->cap.lanes, 16);
	assert_int_equal(dev->now.mts, 2500);
	assert_int_equal(dev->now.lanes, 8);
	assert_false(dev->asleep);
	assert_true(text_is(dev->driver, "exgpu"));
	dev = devices_find(&devices, "0001:e1:00.1");
	assert_true(dev->bridge);
	assert_int_equal(dev->decode, 0);
	assert_true(dev->driver_known);
	assert_int_equal(dev->driver.len, 0);
	assert_int_equal(tally.understood, tally.lines);
}

static void lspci_marks(void **state)
{
	struct device *dev;

	(void)state;
	read_lspci("\tRegion 0: [virtual] Memory at fb400000 (32-bit, non-prefetchable) [size=4M]\n"
		   "\tRegion 1: Memory at fb800000 (32-bit, prefetchable) [virtual] [size=4M]\n"
		   "\tRegion 2: Memory at <unassigned> (64-bit, prefetchable)    # here\n"
		   "\tRegion 4: Memory at <ignored> (64-bit, prefetchable) [size=1M]\n"
		   "\tRegion 5: Memory at fc000000 (32-bit, prefetchable)\n");
	assert_int_equal(devices.n, 1);
	dev = &devices.items[0];
	assert_string_equal(dev->bdf, "");
	assert_true(device_bar(dev, 0)->virtual);
	assert_int_equal(device_bar(dev, 0)->start, 0xfb400000);
	assert_true(device_bar(dev, 1)->virtual);
	assert_true(device_bar(dev, 2)->unassigned);
	assert_true(device_bar(dev, 4)->ignored);
	assert_int_equal(device_bar(dev, 5)->start, 0xfc000000);
	assert_int_equal(device_bar(dev, 5)->size, 0);
	assert_false(bar_has_address(device_bar(dev, 5)));
}

static void lspci_v(void **state)
{
	struct device *dev;

	(void)state;
	read_lspci("00:06.0 Ethernet controller: Example Corp Adapter\n"
		   "\tFlags: bus master, fast devsel, latency 0, IRQ 11\n"
		   "\tMemory at febf8000 (32-bit, non-prefetchable) [size=16K]\n"
		   "\tMemory at fe900000 (32-bit, prefetchable) [disabled] [size=1M]\n"
		   "\tI/O ports at c800 [size=256]\n"
		   "\tExpansion ROM at feac0000 [disabled] [size=128K]\n");
	dev = &devices.items[0];
	assert_int_equal(dev->bars.n, 4);
	assert_int_equal(dev->bars.items[0].num, -1);
	assert_int_equal(dev->bars.items[1].order, 2);
	assert_int_equal(dev->bars.items[1].start, 0xfe900000);
	assert_int_equal(dev->decode, 0);

	read_lspci("03:00.0 0302: 1d05:2330 (rev a1)\n"
		   "\tRegion 0: Memory at 90000000 (64-bit, prefetchable) [size=1M]\n");
	assert_int_equal(devices.items[0].vendor, 0x1d05);
	assert_int_equal(devices.items[0].id, 0x2330);
}

static void lspci_more(void **state)
{
	struct device *dev;

	(void)state;
	read_lspci("Capabilities: [bb0 v1] Physical Resizable BAR\n"
		   "\t BAR 0: current size: 16MB, supported: 16MB\n"
		   "\t BAR 1: current size: 128MB, supported: 64MB 128MB 256MB\n");
	dev = &devices.items[0];
	assert_int_equal(dev->rebars.n, 2);
	assert_int_equal(dev->rebars.items[1].num, 1);
	assert_int_equal(dev->rebars.items[1].size, 128 << 20);
	assert_true(text_is(dev->rebars.items[1].sizes, "64MB 128MB 256MB"));

	read_lspci("0c:00.0 Co-processor: Example (rev ff) (prog-if ff)\n"
		   "\t!!! Unknown header type 7f\n");
	assert_true(devices.items[0].gone);
	read_lspci("0c:00.0 Co-processor: Example\n"
		   "\t\tStatus: D3 NoSoftRst+ PME-Enable-\n");
	assert_true(devices.items[0].asleep);
	read_lspci("nothing of\nthe kind\n");
	assert_int_equal(devices.n, 0);
}

static void device_file(void **state)
{
	struct source res, dev_src;
	struct device *dev;

	(void)state;
	done(NULL);
	res = source_of("resource.0000:03:00.0",
			"0x0000006000000000 0x000000600fffffff 0x000000000014220c\n");
	dev_src = source_of("device.0000:03:00.0",
			    "# wcbar-device/1\nbdf: 0000:03:00.0\n"
			    "power_state: D0\nruntime_status: active\n"
			    "vendor: 0x10de\ndevice: 0x2330\nclass: 0x030200\n"
			    "driver: none\nwc_files: 0\ncommand: 0x0146\n"
			    "link: 8.0 GT/s x8\nmax_link: 16.0 GT/s x16\n"
			    "unknown_key: 1\n");
	resource_read(&devices, &res, &tally);
	dev = devfile_read(&devices, &dev_src, &tally);
	assert_non_null(dev);
	assert_int_equal(devices.n, 1);
	assert_int_equal(dev->decode, 1);
	assert_true(dev->driver_known);
	assert_int_equal(dev->driver.len, 0);
	assert_int_equal(device_bar(dev, 0)->wc_file, 1);
	assert_true(link_is_less(&dev->now, &dev->cap));
	assert_false(dev->asleep);

	done(NULL);
	dev_src = source_of("device.0000:03:00.0",
			    "bdf: 0000:03:00.0\npower_state: D0\nruntime_status: suspending\n");
	dev = devfile_read(&devices, &dev_src, &tally);
	assert_true(dev->asleep);
	assert_int_equal(dev->decode, -1);
}

static void iomem(void **state)
{
	const struct iomem_entry *owner;
	struct iomem io = { 0 };

	(void)state;
	src = source_of("iomem",
			"00000000-00000fff : Reserved\n"
			"00100000-7fffffff : System RAM\n"
			"e0000000-efffffff : PCI MMCONFIG 0000 [bus 00-ff]\n"
			"  e0000000-efffffff : Reserved\n"
			"    e0000000-efffffff : pnp 00:05\n"
			"2800000000-2fffffffff : PCI Bus 0000:c3\n"
			"  2800000000-2fffffffff : 0000:c3:00.0\n"
			"    2800000000-2801fa3fff : BOOTFB\n"
			"    2810000000-2810ffffff : exdrv\n"
			"no range : here\n");
	iomem_read(&io, &src);
	assert_int_equal(io.n, 9);
	assert_int_equal(io.tally.lines, 10);
	owner = iomem_owner(&io, 0x2800000000ULL, 0x2801000000ULL);
	assert_int_equal(owner->kind, IOMEM_BOOTFB);
	owner = iomem_owner(&io, 0x2810000000ULL, 0x2811000000ULL);
	assert_true(text_is(owner->name, "exdrv"));
	assert_int_equal(owner->kind, IOMEM_DRIVER);
	assert_null(iomem_owner(&io, 0x2820000000ULL, 0x2821000000ULL));
	owner = iomem_owner(&io, 0xe0000000, 0xe0001000);
	assert_int_equal(owner->kind, IOMEM_MMCONFIG);
	/* ends are inclusive: the next byte belongs to nobody */
	assert_null(iomem_owner(&io, 0xf0000000, 0xf0001000));
	iomem_free(&io);

	src = source_of("iomem",
			"00000000-00000000 : Reserved\n00000000-00000000 : System RAM\n");
	iomem_read(&io, &src);
	assert_true(io.hidden);
	assert_null(iomem_owner(&io, 0, 0x1000));
	iomem_free(&io);
}

/* Payload of 64-byte writes, by hand: rate * 64 / (64 + overhead) */
static void ceilings(void **state)
{
	const struct pcie_link gen1 = { 2500, 1 }, gen3 = { 8000, 8 };
	const struct pcie_link gen4 = { 16000, 16 }, gen6 = { 64000, 16 };

	(void)state;
	assert_int_equal(link_ceiling(&gen1, false), 250 * 64 / 84);
	assert_int_equal(link_ceiling(&gen1, true), 250 * 64 / 88);
	/* 8 lanes of 8 GT/s carry 7876.9 MB/s */
	assert_int_equal(link_ceiling(&gen3, true), 5728);
	assert_int_equal(link_ceiling(&gen4, false), 24005);
	/* 16 lanes of 64 GT/s are 128 GB/s, of which 236/256 for packets */
	assert_int_equal(link_ceiling(&gen6, true), 94400);
	assert_int_equal(link_ceiling(&(struct pcie_link){ 0, 0 }, true), 0);
	assert_true(link_is_less(&gen3, &gen4));
	assert_false(link_is_less(&gen4, &gen4));
	assert_false(link_is_less(&gen3, &(struct pcie_link){ 0, 0 }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(rows, done),
		cmocka_unit_test_teardown(odd_rows, done),
		cmocka_unit_test_teardown(lspci_vv, done),
		cmocka_unit_test_teardown(lspci_marks, done),
		cmocka_unit_test_teardown(lspci_v, done),
		cmocka_unit_test_teardown(lspci_more, done),
		cmocka_unit_test_teardown(device_file, done),
		cmocka_unit_test(iomem),
		cmocka_unit_test(ceilings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
