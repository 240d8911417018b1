// SPDX-License-Identifier: GPL-2.0
/*
 * The aperture on a machine booted with nopat: only an MTRR can give write
 * combining then. Free, full, nested and impossible ones, on the BAR of an
 * emulated card above 4 GiB, where no firmware MTRR lies over it.
 */
#include <kunit/test.h>
#include <linux/io.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include <asm/memtype.h>

#include "aperture.h"

#define CARD_VENDOR	0x1af4
#define CARD_DEVICE	0x1110
#define MAX_FILLERS	32

/**
 * struct nopat - fixture
 * @machine: PAT and MTRRs
 * @ap: the aperture under test
 * @start: start of the BAR
 * @size: its length, bytes
 * @filler: handles of MTRRs that others hold
 * @nr: entries of @filler
 */
struct nopat {
	struct wcbar_machine machine;
	struct wcbar_aperture ap;
	u64 start;
	u64 size;
	int filler[MAX_FILLERS];
	int nr;
};

static int nopat_init(struct kunit *test)
{
	struct pci_dev *pdev = NULL;
	struct nopat *n;

	n = kunit_kzalloc(test, sizeof(*n), GFP_KERNEL);
	if (!n)
		return -ENOMEM;
	test->priv = n;
	while ((pdev = pci_get_device(CARD_VENDOR, CARD_DEVICE, pdev)))
		if (pci_resource_start(pdev, 2) >= SZ_4G) {
			n->start = pci_resource_start(pdev, 2);
			n->size = pci_resource_len(pdev, 2);
		}
	if (pat_enabled())
		kunit_skip(test, "the PAT is on: boot with nopat");
	if (n->size < SZ_4G)
		kunit_skip(test, "there is no card with 4 GiB or more");
	return 0;
}

static void nopat_exit(struct kunit *test)
{
	struct nopat *n = test->priv;

	if (!n)
		return;
	wcbar_ap_release(&n->ap);
	while (n->nr)
		arch_phys_wc_del(n->filler[--n->nr]);
}

static void setup(struct kunit *test, u64 size)
{
	struct nopat *n = test->priv;

	KUNIT_ASSERT_EQ(test, 0,
			wcbar_ap_init(&n->ap, &wcbar_ap_kernel_ops, &n->machine,
				      "wcbar-kunit", n->start, size, 0, SZ_1M));
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_claim(&n->ap));
}

static u32 registers_used(struct nopat *n)
{
	wcbar_machine_read(&n->machine);
	return n->machine.mtrr.nr_used;
}

static void a_free_register_gives_wc(struct kunit *test)
{
	struct nopat *n = test->priv;
	u32 used = registers_used(n);

	setup(test, n->size);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&n->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_GE(test, n->ap.mtrr_handle, 1000);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC_MINUS, n->ap.ev.obtained);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC, n->ap.ev.mtrr);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC, n->ap.ev.effective);
	KUNIT_EXPECT_TRUE(test, wcbar_ap_satisfied(&n->ap));
	KUNIT_EXPECT_EQ(test, WCBAR_R_OK_MTRR, wcbar_reason(&n->ap));
	KUNIT_EXPECT_EQ(test, used + 1, registers_used(n));
	wcbar_ap_unmap(&n->ap);
	KUNIT_EXPECT_EQ_MSG(test, used, registers_used(n), "a register is lost");
}

static void uncached_needs_the_register_gone(struct kunit *test)
{
	struct nopat *n = test->priv;

	setup(test, n->size);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&n->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, 0, wcbar_ap_change(&n->ap, WCBAR_MT_UC_MINUS));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC, n->ap.ev.effective);
	KUNIT_EXPECT_EQ(test, 0, wcbar_ap_change(&n->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC, n->ap.ev.effective);
}

static void all_registers_taken(struct kunit *test)
{
	struct nopat *n = test->priv;
	u32 used = registers_used(n);
	int handle;

	/* others take every register, far from our range */
	while (n->nr < MAX_FILLERS) {
		handle = arch_phys_wc_add(n->start + n->size - SZ_1G +
					  n->nr * SZ_2M, SZ_1M);
		if (handle < 0)
			break;
		n->filler[n->nr++] = handle;
	}
	KUNIT_ASSERT_GT(test, n->nr, 0);
	KUNIT_ASSERT_LT_MSG(test, n->nr, MAX_FILLERS, "they are never full");
	KUNIT_EXPECT_EQ(test, registers_used(n), n->machine.mtrr.nr_var);

	setup(test, SZ_1G);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&n->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, -ENOSPC, n->ap.mtrr_handle);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC, n->ap.ev.effective);
	KUNIT_EXPECT_FALSE(test, wcbar_ap_satisfied(&n->ap));
	KUNIT_EXPECT_EQ(test, WCBAR_R_MTRR_FAILED, wcbar_reason(&n->ap));
	wcbar_ap_release(&n->ap);
	while (n->nr)
		arch_phys_wc_del(n->filler[--n->nr]);
	KUNIT_EXPECT_EQ(test, used, registers_used(n));
}

static void a_nested_register_of_the_same_type(struct kunit *test)
{
	struct nopat *n = test->priv;
	u32 used = registers_used(n);

	n->filler[0] = arch_phys_wc_add(n->start + SZ_2M, SZ_1M);
	KUNIT_ASSERT_GE(test, n->filler[0], 1000);
	n->nr = 1;
	setup(test, n->size);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&n->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_TRUE(test, wcbar_ap_satisfied(&n->ap));
	/* the kernel let the larger range replace the smaller one */
	KUNIT_EXPECT_EQ(test, used + 1, registers_used(n));
	wcbar_ap_release(&n->ap);
	KUNIT_EXPECT_EQ_MSG(test, used + 1, registers_used(n),
			    "the other holder lost its register");
	arch_phys_wc_del(n->filler[--n->nr]);
	KUNIT_EXPECT_EQ(test, used, registers_used(n));
}

static void a_size_that_is_no_power_of_two(struct kunit *test)
{
	struct nopat *n = test->priv;
	u32 used = registers_used(n);

	setup(test, 3ULL * SZ_1G);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&n->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, -EINVAL, n->ap.mtrr_handle);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC, n->ap.ev.effective);
	KUNIT_EXPECT_EQ(test, WCBAR_R_MTRR_FAILED, wcbar_reason(&n->ap));
	KUNIT_EXPECT_EQ(test, used, registers_used(n));
}

static struct kunit_case nopat_cases[] = {
	KUNIT_CASE(a_free_register_gives_wc),
	KUNIT_CASE(uncached_needs_the_register_gone),
	KUNIT_CASE(all_registers_taken),
	KUNIT_CASE(a_nested_register_of_the_same_type),
	KUNIT_CASE(a_size_that_is_no_power_of_two),
	{}
};

static struct kunit_suite nopat_suite = {
	.name = "wcbar_nopat",
	.init = nopat_init,
	.exit = nopat_exit,
	.test_cases = nopat_cases,
};

kunit_test_suites(&nopat_suite);

MODULE_DESCRIPTION("KUnit: the aperture on a machine without PAT");
MODULE_LICENSE("GPL");
