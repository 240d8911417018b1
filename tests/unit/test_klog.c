// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel log: prefixes, wrapped lines, and what each message says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "source_of.h"
#include "system/klog.h"

static struct source src;
static struct klog logged;
static struct tally tally;

static int done(void **state)
{
	(void)state;
	klog_free(&logged);
	return 0;
}

static void read_text(const char *content)
{
	src = source_of("dmesg", content);
	memset(&tally, 0, sizeof(tally));
	klog_init(&logged);
	klog_read(&logged, &src, &tally);
}

/* The one event of a text */
static const struct klog_event *only(const char *content)
{
	done(NULL);
	read_text(content);
	if (logged.n != 1)
		fail_msg("%zu events in: %s", logged.n, content);
	return &logged.items[0];
}

static void prefixes(void **state)
{
	static const char * const lines[] = {
		"x86/PAT: message",
		"[    0.000000] x86/PAT: message",
		"[1797223.0] x86/PAT: message",
		"[  +0.000001] x86/PAT: message",
		"[Mon Mar  3 10:00:00 2025] x86/PAT: message",
		"<6>x86/PAT: message",
		"<6>[    1.234567] x86/PAT: message",
		"[    0.000000][    T0] x86/PAT: message",
		"[    0.000000] [    T0] x86/PAT: message",
		"[    0.000000][   C12] x86/PAT: message",
		"Oct  5 09:36:40 host kernel: [253081.857008] x86/PAT: message",
		"Oct  5 09:36:40 host kernel: x86/PAT: message",
		"2025-03-20T15:28:45.123456+01:00 host kernel: x86/PAT: message",
		"2025-03-20T15:28:45+0100 host kernel: [    1.0] x86/PAT: message",
		"[    0.000000] host kernel: x86/PAT: message",
		"2025-03-20T15:28:45,123456+01:00 x86/PAT: message",
		"2025-03-20T15:28:45 x86/PAT: message",
		"kernel: x86/PAT: message",
		"6,339,5140900,-;x86/PAT: message",
		"kern  :info  : [    0.000000] x86/PAT: message",
		"    [   76.203831] x86/PAT: message",
		"> [   76.203831] x86/PAT: message",
		"\t\tx86/PAT: message  ",
	};
	bool had;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		struct text t = klog_message(text_of(lines[i]), &had);

		if (!text_is(t, "x86/PAT: message"))
			fail_msg("'%s' gives '%.*s'", lines[i], (int)t.len,
				 t.p);
	}
	/* brackets that are part of the message */
	assert_true(text_is(klog_message(text_of("[drm] words"), &had),
			    "[drm] words"));
	assert_false(had);
	assert_true(text_is(klog_message(text_of("[mem 0x1-0x2] words"), &had),
			    "[mem 0x1-0x2] words"));
}

static void is_range(const struct klog_event *e, enum klog_kind kind,
		     u64 start, u64 end)
{
	assert_int_equal(e->kind, kind);
	assert_int_equal(e->start, start);
	assert_int_equal(e->end, end);
}

static void memory_types(void **state)
{
	const struct klog_event *e;

	(void)state;
	/* no bracket, no 0x: the end is exclusive */
	e = only("x86/PAT: Web Content:4242 conflicting memory types ca000000-ca800000 uncached-minus<->write-combining");
	is_range(e, KLOG_PAT_CONFLICT, 0xca000000, 0xca800000);
	assert_int_equal(e->want, WCBAR_MT_UC_MINUS);
	assert_int_equal(e->got, WCBAR_MT_WC);
	assert_true(text_is(e->who, "Web Content:4242"));
	e = only("[1.0] prog:7 conflicting memory types 1000-2000 write-combining<->write-back");
	assert_true(text_is(e->who, "prog:7"));

	/* a bracket: the end is inclusive */
	e = only("x86/PAT: memtype_reserve failed [mem 0xca000000-0xca7fffff], track uncached-minus, req write-combining");
	is_range(e, KLOG_PAT_FAILED, 0xca000000, 0xca800000);
	assert_int_equal(e->track, WCBAR_MT_UC_MINUS);
	assert_int_equal(e->want, WCBAR_MT_WC);
	e = only("reserve_memtype failed 0xca000000-0xca800000, track write-back, req uncached");
	is_range(e, KLOG_PAT_FAILED, 0xca000000, 0xca800000);

	e = only("x86/PAT: reserve_memtype added [mem 0xd5510000-0xd56b0fff], track uncached-minus, req write-combining, ret uncached-minus");
	is_range(e, KLOG_PAT_ADDED, 0xd5510000, 0xd56b1000);
	assert_int_equal(e->want, WCBAR_MT_WC);
	assert_int_equal(e->got, WCBAR_MT_UC_MINUS);
	e = only("memtype_reserve added [mem 0x1000-0x1fff], track write-back, req write-back, ret -");
	assert_int_equal(e->got, WCBAR_MT_WB);
	e = only("x86/PAT: memtype_free request [mem 0x7a9a4000-0x7a9a4fff]");
	is_range(e, KLOG_PAT_FREED, 0x7a9a4000, 0x7a9a5000);
	e = only("x86/PAT: free_memtype request [mem 0x7a9a4000-0x7a9a4fff]");
	is_range(e, KLOG_PAT_FREED, 0x7a9a4000, 0x7a9a5000);
	e = only("x86/PAT: Overlap at 0xd5000000-0xd5800000");
	is_range(e, KLOG_PAT_OVERLAP, 0xd5000000, 0xd5800000);
	e = only("x86/PAT: Xorg:1 freeing invalid memtype [mem 0x1000-0x2fff]");
	is_range(e, KLOG_PAT_BAD_FREE, 0x1000, 0x3000);
	assert_true(text_is(e->who, "Xorg:1"));

	e = only("x86/PAT: a.out:1910 map pfn expected mapping type uncached-minus for [mem 0xf8200000-0xf85cbfff], got write-back");
	is_range(e, KLOG_MAP_EXPECTED, 0xf8200000, 0xf85cc000);
	assert_int_equal(e->want, WCBAR_MT_UC_MINUS);
	assert_int_equal(e->got, WCBAR_MT_WB);
	e = only("x86/PAT: app:2512 map pfn RAM range req uncached-minus for [mem 0x481488000-0x481488fff], got write-back");
	is_range(e, KLOG_MAP_RAM, 0x481488000ULL, 0x481489000ULL);

	e = only("ioremap error for 0x78e31000-0x78e32000, requested 0x2, got 0x0");
	is_range(e, KLOG_IOREMAP_TYPE, 0x78e31000, 0x78e32000);
	assert_int_equal(e->want, WCBAR_MT_UC_MINUS);
	assert_int_equal(e->got, WCBAR_MT_WB);
	e = only("ioremap error for 0x1000-0x2000, requested 0x8, got 0x18");
	assert_int_equal(e->want, WCBAR_MT_WC);
	assert_int_equal(e->got, WCBAR_MT_UC);
	e = only("ioremap memtype_reserve failed -16");
	assert_int_equal(e->kind, KLOG_IOREMAP_FAILED);
	assert_int_equal(e->err, -16);
	e = only("ioremap reserve_memtype failed -22");
	assert_int_equal(e->err, -22);
}

static void met_ranges(void **state)
{
	(void)state;
	read_text("x86/PAT: Overlap at 0xd0000000-0xd1000000\n"
		  "x86/PAT: memtype_reserve added [mem 0xd0000000-0xd02fffff], track write-combining, req write-combining, ret write-combining\n"
		  "x86/PAT: memtype_reserve added [mem 0xe0000000-0xe02fffff], track write-combining, req write-combining, ret write-combining\n");
	assert_int_equal(logged.n, 3);
	assert_int_equal(logged.items[1].start2, 0xd0000000);
	assert_int_equal(logged.items[1].end2, 0xd1000000);
	assert_int_equal(logged.items[2].end2, 0);
}

static void wrapped(void **state)
{
	static const char * const lines[] = {
		"[ 5797.049560] x86/PAT: a.out:1910 map pfn expected mapping type\n  uncached-minus for [mem 0xf8200000-0xf85cbfff], got write-back\n",
		"x86/PAT: a.out:1910\nmap pfn expected mapping type uncached-minus for [mem\n0xf8200000-0xf85cbfff], got write-back\n",
		"[1.0] x86/PAT: a.out:1910 map pfn expected mapping type uncached-minus for [mem 0xf8200000-\n0xf85cbfff], got write-back\n",
		"[1.0] x86/PAT: a.out:1910 map pfn expected mapping type uncached-minus for [mem 0xf820\n0000-0xf85cbfff], got write-back\n",
	};
	const struct klog_event *e;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		e = only(lines[i]);
		is_range(e, KLOG_MAP_EXPECTED, 0xf8200000, 0xf85cc000);
		assert_true(text_is(e->who, "a.out:1910"));
		assert_int_equal(e->proof.line, 1);
		assert_int_equal(tally.understood, tally.lines);
	}
	/* a line with a time of its own is no continuation */
	done(NULL);
	read_text("[1.0] x86/PAT: a.out:1910 map pfn expected mapping type\n"
		  "[1.1] uncached-minus for [mem 0xf8200000-0xf85cbfff], got write-back\n");
	assert_int_equal(logged.n, 0);
}

static void mtrrs(void **state)
{
	const struct klog_event *e;

	(void)state;
	e = only("mtrr: 0xd8000000,0x2000000 overlaps existing 0xd8000000,0x1000000");
	is_range(e, KLOG_MTRR_OVERLAP, 0xd8000000, 0xda000000);
	assert_int_equal(e->start2, 0xd8000000);
	assert_int_equal(e->end2, 0xd9000000);
	e = only("mtrr: type mismatch for f0000000,8000000 old: write-back new: write-combining");
	is_range(e, KLOG_MTRR_MISMATCH, 0xf0000000, 0xf8000000);
	assert_int_equal(e->got, WCBAR_MT_WB);
	assert_int_equal(e->want, WCBAR_MT_WC);
	assert_int_equal(only("mtrr: no more MTRRs available")->kind,
			 KLOG_MTRR_FULL);
	assert_int_equal(only("[drm] MTRR allocation failed.  Graphics performance may suffer.")->kind,
			 KLOG_MTRR_ADVICE);
	assert_int_equal(only("Failed to add WC MTRR for [000000001234abcd-000000005678abcd]; performance may suffer.")->kind,
			 KLOG_MTRR_ADVICE);
}

static void bars(void **state)
{
	const struct klog_event *e;

	(void)state;
	e = only("[ 0.5] pci 0000:08:00.0: BAR 1 [mem 0x6000000000-0x600fffffff 64bit pref]: assigned");
	is_range(e, KLOG_BAR_ASSIGNED, 0x6000000000ULL, 0x6010000000ULL);
	assert_string_equal(e->bdf, "0000:08:00.0");
	assert_int_equal(e->bar, 1);
	assert_true(e->pref && e->is64);
	e = only("pci 0000:00:15.0: BAR 0: assigned [mem 0x4010000000-0x4010000fff 64bit]");
	is_range(e, KLOG_BAR_ASSIGNED, 0x4010000000ULL, 0x4010001000ULL);
	assert_false(e->pref);
	e = only("pci 0000:00:02.0: reg 0x18: [mem 0x40_00000000-0x40_0fffffff 64bit pref]");
	is_range(e, KLOG_BAR_ASSIGNED, 0x4000000000ULL, 0x4010000000ULL);
	assert_int_equal(e->bar, 2);
	e = only("pci 0000:00:02.0: BAR 2 [mem 0x4000000000-0x400fffffff 64bit pref]");
	assert_int_equal(e->kind, KLOG_BAR_ASSIGNED);

	e = only("pci 0000:08:00.0: BAR 1 [mem size 0x20000000 64bit pref]: can't assign; no space");
	assert_int_equal(e->kind, KLOG_BAR_NO_SPACE);
	assert_int_equal(e->size, 0x20000000);
	assert_int_equal(e->start, 0);
	e = only("pci 0000:08:00.0: BAR 1: no space for [mem size 0x20000000 64bit pref]");
	assert_int_equal(e->kind, KLOG_BAR_NO_SPACE);
	assert_int_equal(e->size, 0x20000000);
	e = only("pci 0000:08:00.0: BAR 1: failed to assign [mem size 0x20000000 64bit pref]");
	assert_int_equal(e->kind, KLOG_BAR_NO_SPACE);
	e = only("pci 0000:08:00.0: BAR 1: can't assign mem pref (size 0x20000000)");
	assert_int_equal(e->kind, KLOG_BAR_NO_SPACE);
	assert_int_equal(e->size, 0x20000000);
	assert_true(e->pref);
	/* those of virtual functions are no BARs of the function */
	e = only("pci 0000:08:00.0: VF BAR 1 [mem size 0x20000000 64bit pref]: can't assign; no space");
	assert_int_equal(e->bar, 8);
	e = only("pci 0000:08:00.0: VF BAR 0 [mem 0x90000000-0x907fffff 64bit pref]: contains BAR 0 for 8 VFs");
	assert_int_equal(e->bar, 7);
	e = only("pcieport 0000:07:01.0: bridge window [mem size 0x30000000 64bit pref]: can't assign; no space");
	assert_int_equal(e->kind, KLOG_WINDOW_NO_SPACE);
	e = only("pci 0000:07:01.0: BAR 15: no space for [mem size 0x30000000 64bit pref]");
	assert_int_equal(e->kind, KLOG_WINDOW_NO_SPACE);
	e = only("amdgpu 0000:06:00.0: BAR 2 [mem 0x6000000000-0x60001fffff 64bit pref]: releasing");
	assert_int_equal(e->kind, KLOG_BAR_RELEASED);

	e = only("vfio-pci 0000:c3:00.0: BAR 0: can't reserve [mem 0x2800000000-0x2fffffffff 64bit pref]");
	is_range(e, KLOG_BAR_RESERVED, 0x2800000000ULL, 0x3000000000ULL);
	assert_true(text_is(e->who, "vfio-pci"));
	e = only("exdrv 0000:04:00.0: BAR 1: can't reserve mem region [0xd0000000-0xd7ffffff]");
	is_range(e, KLOG_BAR_RESERVED, 0xd0000000, 0xd8000000);
	e = only("NVRM: BAR1 is 0M @ 0x0 (PCI:0000:05:00.0)");
	assert_int_equal(e->kind, KLOG_BAR_INVALID);
	assert_int_equal(e->bar, 1);
	assert_string_equal(e->bdf, "0000:05:00.0");
	e = only("[drm:amdgpu_device_resize_fb_bar [amdgpu]] *ERROR* Problem resizing BAR0 (-16).");
	assert_int_equal(e->kind, KLOG_BAR_RESIZE);
	assert_int_equal(e->bar, 0);
	assert_int_equal(e->err, -16);
	e = only("xe 0000:03:00.0: [drm] Failed to resize BAR2 to 16384MiB (-ENOSPC). Consider enabling 'Resizable BAR' support in your BIOS");
	assert_int_equal(e->bar, 2);
	assert_int_equal(e->err, -ENOSPC);
	e = only("resource: resource sanity check: requesting [mem 0x0000000000000000-0xffffffffffffffff], which spans more than PCI Bus 0000:00 [mem 0x000a0000-0x000bffff window]");
	is_range(e, KLOG_SPANS, 0, U64_MAX);
	assert_true(text_is(e->word, "PCI Bus 0000:00"));
	assert_int_equal(e->end2, 0xc0000);
	e = only("ixgbe: probe of 0000:02:00.0 failed with error -16");
	assert_int_equal(e->err, -16);
	assert_true(text_is(e->who, "ixgbe"));
	e = only("tpm_tis MSFT0101:00: probe with driver tpm_tis failed with error -12");
	assert_true(text_is(e->who, "tpm_tis"));
	e = only("PCIPassthru: Device 0000:42:00.0 barIndex 1 type 3 realaddr 0x3b800000000 size 34359738368 flags 12");
	assert_int_equal(e->kind, KLOG_HOST_BAR);
	assert_int_equal(e->size, 32ULL << 30);
	assert_true(e->pref && e->is64);
}

static void shell(void **state)
{
	const struct klog_event *e;

	(void)state;
	e = only("# echo 9 > resource1_resize\n-bash: echo: write error: No space left on device\n");
	assert_int_equal(e->kind, KLOG_BAR_RESIZE);
	assert_int_equal(e->bar, 1);
	assert_int_equal(e->err, -ENOSPC);
	/* an error of something else */
	done(NULL);
	read_text("# echo 9 > foo\n-bash: echo: write error: No space left on device\n");
	assert_int_equal(logged.n, 0);
}

static void owners(void **state)
{
	const struct klog_event *e;

	(void)state;
	e = only("PCI: MMCONFIG for domain 0000 [bus 00-ff] at [mem 0xe0000000-0xefffffff] (base 0xe0000000)");
	is_range(e, KLOG_OWNER, 0xe0000000, 0xf0000000);
	e = only("PCI: ECAM [mem 0xe0000000-0xefffffff] (base 0xe0000000) for domain 0000 [bus 00-ff]");
	is_range(e, KLOG_OWNER, 0xe0000000, 0xf0000000);
	e = only("system 00:01: [mem 0xfed1c000-0xfed1ffff] has been reserved");
	is_range(e, KLOG_OWNER, 0xfed1c000, 0xfed20000);
	assert_true(text_is(e->word, "system 00:01"));
	e = only("efifb: framebuffer at 0x80000000, using 8100k, total 8192k");
	is_range(e, KLOG_OWNER, 0x80000000, 0x80800000);
	e = only("BIOS-e820: [mem 0x0000000000100000-0x000000007fffffff] usable");
	is_range(e, KLOG_RAM, 0x100000, 0x80000000);
	e = only(" BIOS-e820: 0000000000100000 - 0000000080000000 (usable)");
	is_range(e, KLOG_RAM, 0x100000, 0x80000000);
}

static void module_failures(void **state)
{
	const struct klog_event *e;

	(void)state;
	e = only("insmod: ERROR: could not insert module gdrdrv/gdrdrv.ko: Invalid parameters");
	assert_int_equal(e->kind, KLOG_MODULE);
	assert_true(text_is(e->who, "gdrdrv"));
	assert_int_equal(e->err, -EINVAL);
	e = only("modprobe: ERROR: could not insert 'xdma': Exec format error");
	assert_true(text_is(e->who, "xdma"));
	assert_int_equal(e->err, -ENOEXEC);
	e = only("insmod: can't insert './wcbar.ko': invalid module format");
	assert_true(text_is(e->who, "wcbar"));
	assert_int_equal(e->err, -ENOEXEC);
	e = only("insmod: error inserting 'wcbar.ko': -1 Invalid module format");
	assert_int_equal(e->err, -ENOEXEC);
	e = only("FATAL: Error inserting wcbar (/lib/modules/x/wcbar.ko): Operation not permitted");
	assert_true(text_is(e->who, "wcbar"));
	assert_int_equal(e->err, -EPERM);
	e = only("[ 12.6] rtw_core: version magic '5.4.209-1-lts54 SMP mod_unload ' should be '5.4.209-1-MANJARO SMP preempt mod_unload modversions '");
	assert_int_equal(e->kind, KLOG_MODULE_MAGIC);
	assert_true(text_is(e->who, "rtw_core"));
	assert_true(text_begins(e->word, "5.4.209-1-lts54 "));
	assert_true(text_begins(e->word2, "5.4.209-1-MANJARO "));
	e = only("[1.0] ads: disagrees about version of symbol module_layout");
	assert_int_equal(e->kind, KLOG_MODULE_SYMBOL);
	assert_true(text_is(e->word, "module_layout"));
	e = only("[1.0] ads: no symbol version for module_layout");
	assert_int_equal(e->kind, KLOG_MODULE_SYMBOL);
	e = only("modprobe: FATAL: Module wcbar not found in directory /lib/modules/6.1.0-21-amd64");
	assert_int_equal(e->kind, KLOG_MODULE);
	assert_true(text_is(e->who, "wcbar"));
	e = only("[1.0] gdrdrv: Unknown symbol nvidia_p2p_get_pages (err -22)");
	assert_int_equal(e->kind, KLOG_MODULE_UNKNOWN);
	assert_int_equal(e->err, -22);
	e = only("[1.0] Lockdown: modprobe: unsigned module loading is restricted; see man kernel_lockdown.7");
	assert_int_equal(e->kind, KLOG_LOCKDOWN);
	assert_true(text_is(e->who, "modprobe"));
	/* a loaded module that taints is no failure */
	done(NULL);
	read_text("[1.0] wcbar: module verification failed: signature and/or required key missing - tainting kernel\n");
	assert_int_equal(logged.n, 0);
	assert_int_equal(tally.understood, 1);
}

static void machine_off(const char *content, enum pat_off why)
{
	done(NULL);
	read_text(content);
	if (logged.pat_off != why)
		fail_msg("'%s' gives %d", content, logged.pat_off);
}

static void machine(void **state)
{
	unsigned int slot;

	(void)state;
	read_text("[    0.0] x86/PAT: Configuration [0-7]: WB  WT  UC- UC  WC  WP  UC  UC\x20\x20\n");
	assert_true(klog_slots_have(&logged, WCBAR_MT_WC, &slot));
	assert_int_equal(slot, 4);
	assert_int_equal(logged.pat_off, PAT_OFF_NOT);
	done(NULL);
	read_text("x86 PAT enabled: cpu 0, old 0x7040600070406, new 0x7010600070106\n");
	assert_true(klog_slots_have(&logged, WCBAR_MT_WC, &slot));
	assert_int_equal(slot, 1);
	done(NULL);
	read_text("x86/PAT: Configuration [0-7]: WB  WT  UC- UC  WB  WT  UC- UC\n");
	assert_non_null(logged.slots_proof.src);
	assert_false(klog_slots_have(&logged, WCBAR_MT_WC, &slot));
	done(NULL);
	read_text("x86/PAT: Configuration [0-7]: WB  WT  UC- ??  WB  WT  UC- UC\n");
	assert_null(logged.slots_proof.src);

	machine_off("x86/PAT: PAT support disabled via boot option.",
		    PAT_OFF_NOPAT);
	machine_off("x86/PAT: PAT support disabled.", PAT_OFF_NOPAT);
	machine_off("x86 PAT support disabled.", PAT_OFF_NOPAT);
	machine_off("x86/PAT: MTRRs disabled, skipping PAT initialization too.",
		    PAT_OFF_MTRR);
	machine_off("x86/PAT: PAT support disabled, MTRR disabled.",
		    PAT_OFF_MTRR);
	machine_off("x86/PAT: PAT not supported by the CPU.", PAT_OFF_CPU);
	machine_off("PAT not supported by CPU.", PAT_OFF_CPU);
	machine_off("x86/PAT: PAT MSR is 0, disabled.", PAT_OFF_FIRMWARE);
	machine_off("x86/PAT: PAT support disabled by the firmware.",
		    PAT_OFF_FIRMWARE);
	machine_off("x86/PAT: PAT support disabled because CONFIG_MTRR is disabled in the kernel.",
		    PAT_OFF_KCONFIG);

	done(NULL);
	read_text("[0.0] MTRR: Disabled\n");
	assert_non_null(logged.mtrr_off.src);
	done(NULL);
	read_text("[0.0] Disabled\n");
	assert_non_null(logged.mtrr_off.src);
	done(NULL);
	read_text("[0.0] MTRRs disabled by BIOS\n");
	assert_non_null(logged.mtrr_off.src);
	done(NULL);
	read_text("[0.0] MTRR variable ranges disabled:\n");
	assert_non_null(logged.mtrr_off.src);
	done(NULL);
	read_text("[0.0] foo: Disabled\n[0.1] Disabled fast string operations\n");
	assert_null(logged.mtrr_off.src);

	done(NULL);
	read_text("Hypervisor detected: Xen PV\n"
		  "Linux version 6.1.0-21-amd64 (debian) #1 SMP\n"
		  "Kernel command line: root=/dev/sda1 nopat\n");
	assert_true(text_is(logged.hypervisor, "Xen PV"));
	assert_true(text_is(logged.release, "6.1.0-21-amd64"));
	assert_true(text_is(logged.cmdline, "root=/dev/sda1 nopat"));
	done(NULL);
	read_text("Booting paravirtualized kernel on bare hardware\n");
	assert_true(text_is(logged.hypervisor, "none"));
}

static void boot_mtrrs(void **state)
{
	(void)state;
	read_text("MTRR default type: uncachable\n"
		  "MTRR fixed ranges enabled:\n"
		  "  00000-9FFFF write-back\n"
		  "  E8000-EFFFF write-combining\n"
		  "MTRR variable ranges enabled:\n"
		  "  0 base 0000000000 mask 7E00000000 write-back\n"
		  "  1 base 009B000000 mask 7FFF000000 uncachable\n"
		  "  2 disabled\n");
	assert_int_equal(tally.understood, 8);
	assert_int_equal(logged.mtrrs.deftype, WCBAR_MT_UC);
	assert_int_equal(logged.mtrrs.n, 2);
	assert_int_equal(logged.mtrrs.total, 3);
	assert_int_equal(logged.mtrrs.items[0].end, 0x200000000ULL);
	assert_int_equal(logged.mtrrs.items[1].base, 0x9b000000);
	assert_int_equal(logged.mtrrs.items[1].end, 0x9c000000);

	/* what the cleanup has set replaces what was found */
	done(NULL);
	read_text("MTRR variable ranges enabled:\n"
		  "  0 base 0000000000 mask 7E00000000 write-back\n"
		  "  1 disabled\n"
		  "New variable MTRRs\n"
		  "reg 0, base: 0GB, range: 2GB, type WB\n"
		  "reg 1, base: 2480MB, range: 16MB, type UC\n");
	assert_int_equal(logged.mtrrs.n, 2);
	assert_int_equal(logged.mtrrs.items[0].end, 2ULL << 30);
	assert_int_equal(logged.mtrrs.items[1].base, 2480ULL << 20);
	assert_int_equal(logged.mtrrs.items[1].type, WCBAR_MT_UC);
}

static void noise(void **state)
{
	(void)state;
	read_text("\n\n[0.0] something else\nBAR\nBAR 99 x\nmtrr:\nx86/PAT:\n"
		  "conflicting memory types\nmemtype_reserve failed\n"
		  "overlaps existing\nversion magic '\nbarIndex\nreg 0x\n"
		  ": reg 0x99: [mem 0x1-0x2]\nConfiguration [0-7]:\n"
		  "BAR 1: can't reserve\n[mem\n");
	assert_int_equal(logged.n, 0);
	assert_true(tally.understood <= 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prefixes),
		cmocka_unit_test_teardown(memory_types, done),
		cmocka_unit_test_teardown(met_ranges, done),
		cmocka_unit_test_teardown(wrapped, done),
		cmocka_unit_test_teardown(mtrrs, done),
		cmocka_unit_test_teardown(bars, done),
		cmocka_unit_test_teardown(shell, done),
		cmocka_unit_test_teardown(owners, done),
		cmocka_unit_test_teardown(module_failures, done),
		cmocka_unit_test_teardown(machine, done),
		cmocka_unit_test_teardown(boot_mtrrs, done),
		cmocka_unit_test_teardown(noise, done),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
