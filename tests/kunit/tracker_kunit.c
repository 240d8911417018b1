// SPDX-License-Identifier: GPL-2.0
/*
 * The aperture against the kernel's real memory-type tracker, on the BAR of an
 * emulated card that no driver holds: what earlier holders do to a request,
 * and that nobody else's entry is harmed. Holders are made as drivers make
 * them, by ioremap.
 */
#include <kunit/test.h>
#include <linux/io.h>
#include <linux/pci.h>
#include <linux/sizes.h>

#include <asm/memtype.h>

#include "aperture.h"

#define CARD_VENDOR	0x1af4
#define CARD_DEVICE	0x1110
#define NR_HOLDERS	2

/**
 * struct tracker - fixture
 * @machine: PAT and MTRRs
 * @ap: the aperture under test
 * @small: start of a BAR of 64 MiB, or 0
 * @large: start of a BAR of 1 GiB or more above 4 GiB, or 0
 * @holder: other drivers' mappings
 */
struct tracker {
	struct wcbar_machine machine;
	struct wcbar_aperture ap;
	u64 small;
	u64 large;
	void __iomem *holder[NR_HOLDERS];
};

static int tracker_init(struct kunit *test)
{
	struct pci_dev *pdev = NULL;
	struct tracker *t;

	t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	if (!t)
		return -ENOMEM;
	test->priv = t;
	while ((pdev = pci_get_device(CARD_VENDOR, CARD_DEVICE, pdev))) {
		u64 start = pci_resource_start(pdev, 2);
		u64 len = pci_resource_len(pdev, 2);

		if (start && len == SZ_64M)
			t->small = start;
		if (start >= SZ_4G && len >= SZ_1G)
			t->large = start;
	}
	return 0;
}

static void tracker_exit(struct kunit *test)
{
	struct tracker *t = test->priv;
	int i;

	if (!t)
		return;
	wcbar_ap_release(&t->ap);
	for (i = 0; i < NR_HOLDERS; i++)
		if (t->holder[i])
			iounmap(t->holder[i]);
}

/* The BAR these tests use; skips the test where there is none. */
static u64 bar(struct kunit *test, bool large)
{
	struct tracker *t = test->priv;
	u64 start = large ? t->large : t->small;

	if (!pat_enabled())
		kunit_skip(test, "the PAT is off");
	if (!start)
		kunit_skip(test, "there is no such card");
	return start;
}

static void setup(struct kunit *test, u64 start, u64 size, u64 win_offset,
		  unsigned long window)
{
	struct tracker *t = test->priv;

	KUNIT_ASSERT_EQ(test, 0,
			wcbar_ap_init(&t->ap, &wcbar_ap_kernel_ops, &t->machine,
				      "wcbar-kunit", start, size, win_offset,
				      window));
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_claim(&t->ap));
}

/* What somebody else gets who asks for this page now, by its entry. */
static enum wcbar_memtype type_now(struct kunit *test, u64 page,
				   enum wcbar_memtype ask)
{
	struct tracker *t = test->priv;
	struct wcbar_evidence ev;
	void __iomem *va;

	va = wcbar_ap_kernel_ops.map(page, PAGE_SIZE, ask);
	KUNIT_ASSERT_NOT_NULL(test, (__force void *)va);
	wcbar_machine_read(&t->machine);
	KUNIT_EXPECT_EQ(test, 0, wcbar_evidence_read(&t->machine, va, page,
						     PAGE_SIZE, &ev));
	iounmap(va);
	return ev.obtained;
}

static void hold(struct kunit *test, int n, u64 start, u64 size,
		 enum wcbar_memtype type)
{
	struct tracker *t = test->priv;

	t->holder[n] = type == WCBAR_MT_WB ?
		       ioremap_cache(start, size) :
		       wcbar_ap_kernel_ops.map(start, size, type);
	KUNIT_ASSERT_NOT_NULL(test, (__force void *)t->holder[n]);
}

static void drop(struct kunit *test, int n)
{
	struct tracker *t = test->priv;

	iounmap(t->holder[n]);
	t->holder[n] = NULL;
}

static void plain_success(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;

	setup(test, start, SZ_64M, 0, SZ_64M);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC, t->ap.ev.obtained);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC, t->ap.ev.effective);
	KUNIT_EXPECT_EQ(test, WCBAR_R_OK_PAT, wcbar_reason(&t->ap));
	/* the whole BAR is ours: nobody gets another type on any page */
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC,
			type_now(test, start + SZ_64M - PAGE_SIZE,
				 WCBAR_MT_UC_MINUS));
	wcbar_ap_release(&t->ap);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC_MINUS,
			type_now(test, start, WCBAR_MT_UC_MINUS));
}

static void an_earlier_uncached_holder_wins_silently(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;

	hold(test, 0, start, SZ_64M, WCBAR_MT_UC_MINUS);
	setup(test, start, SZ_64M, 0, SZ_64M);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, 0, t->ap.reserve_ret);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC_MINUS, t->ap.ev.obtained);
	KUNIT_EXPECT_FALSE(test, wcbar_ap_satisfied(&t->ap));
	KUNIT_EXPECT_EQ(test, WCBAR_R_HOLDER, wcbar_reason(&t->ap));
	wcbar_ap_release(&t->ap);
	drop(test, 0);
}

static void an_earlier_wc_holder_wins_over_uncached(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;
	static const enum wcbar_memtype ask[] = {
		WCBAR_MT_UC_MINUS, WCBAR_MT_UC
	};
	int i;

	hold(test, 0, start, SZ_64M, WCBAR_MT_WC);
	setup(test, start, SZ_64M, 0, SZ_1M);
	for (i = 0; i < ARRAY_SIZE(ask); i++) {
		KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&t->ap, ask[i]));
		KUNIT_EXPECT_EQ(test, WCBAR_MT_WC, t->ap.ev.obtained);
		KUNIT_EXPECT_FALSE(test, wcbar_ap_satisfied(&t->ap));
		KUNIT_EXPECT_EQ(test, WCBAR_R_HOLDER, wcbar_reason(&t->ap));
		wcbar_ap_unmap(&t->ap);
	}
	KUNIT_EXPECT_EQ_MSG(test, -EOPNOTSUPP, wcbar_ap_map_uncached(&t->ap),
			    "registers under a WC holder are not uncached");
	wcbar_ap_unmap(&t->ap);
	KUNIT_EXPECT_EQ(test, 0, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_TRUE(test, wcbar_ap_satisfied(&t->ap));
	wcbar_ap_release(&t->ap);
	/* the holder kept its own */
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC,
			type_now(test, start + SZ_64M - PAGE_SIZE,
				 WCBAR_MT_UC_MINUS));
	drop(test, 0);
}

static void a_holder_of_a_part_wins_for_the_whole(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;

	hold(test, 0, start + SZ_1M, SZ_64K, WCBAR_MT_UC_MINUS);
	setup(test, start, SZ_64M, 0, SZ_64M);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC_MINUS, t->ap.ev.obtained);
	KUNIT_EXPECT_FALSE(test, wcbar_ap_satisfied(&t->ap));
	wcbar_ap_release(&t->ap);
	drop(test, 0);
}

static void two_holders_that_differ_conflict(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;

	hold(test, 0, start, SZ_64K, WCBAR_MT_UC_MINUS);
	hold(test, 1, start + SZ_1M, SZ_64K, WCBAR_MT_WC);
	setup(test, start, SZ_64M, 0, SZ_64M);
	KUNIT_EXPECT_EQ(test, -EBUSY, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, WCBAR_AP_REQUESTED, t->ap.done);
	wcbar_ap_release(&t->ap);
	/* both kept what they had, to the last page */
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC_MINUS,
			type_now(test, start + SZ_64K - PAGE_SIZE,
				 WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC,
			type_now(test, start + SZ_1M + SZ_64K - PAGE_SIZE,
				 WCBAR_MT_UC_MINUS));
	drop(test, 0);
	drop(test, 1);
}

static void neighbours_do_not_overlap(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;

	hold(test, 0, start, SZ_1M, WCBAR_MT_UC_MINUS);
	hold(test, 1, start + SZ_2M, SZ_1M, WCBAR_MT_UC_MINUS);
	setup(test, start + SZ_1M, SZ_1M, 0, SZ_1M);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC, t->ap.ev.obtained);
	KUNIT_EXPECT_TRUE(test, wcbar_ap_satisfied(&t->ap));
	wcbar_ap_release(&t->ap);
	drop(test, 0);
	drop(test, 1);
}

static void a_write_back_holder_is_a_conflict(struct kunit *test)
{
	u64 start = bar(test, true);
	struct tracker *t = test->priv;
	struct wcbar_evidence ev;

	/* below 4 GiB the MTRR turns this request into uncached-minus */
	hold(test, 0, start, SZ_2M, WCBAR_MT_WB);
	wcbar_machine_read(&t->machine);
	KUNIT_ASSERT_EQ(test, 0,
			wcbar_evidence_read(&t->machine, t->holder[0], start,
					    SZ_2M, &ev));
	KUNIT_ASSERT_EQ(test, WCBAR_MT_WB, ev.obtained);
	setup(test, start, SZ_1G, 0, SZ_64M);
	KUNIT_EXPECT_EQ(test, -EBUSY, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, -EBUSY, t->ap.reserve_ret);
	KUNIT_EXPECT_EQ(test, WCBAR_AP_REQUESTED, t->ap.done);
	wcbar_ap_release(&t->ap);
	drop(test, 0);
}

/*
 * The kernel takes the end of an entry away when a range with the same end is
 * freed. So what was not reserved must not be freed: here that would cut the
 * other holder's entry in half.
 */
static void a_failed_reservation_shrinks_no_other_entry(struct kunit *test)
{
	u64 start = bar(test, true);
	u64 last = start + SZ_256M - PAGE_SIZE;
	struct tracker *t = test->priv;
	int ret;

	hold(test, 0, start, SZ_256M, WCBAR_MT_WB);
	setup(test, start + SZ_128M, SZ_128M, 0, SZ_64M);
	KUNIT_EXPECT_EQ(test, -EBUSY, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	wcbar_ap_release(&t->ap);
	/* as long as it is there nobody can have its last page otherwise */
	ret = arch_io_reserve_memtype_wc(last, PAGE_SIZE);
	KUNIT_EXPECT_EQ(test, -EBUSY, ret);
	if (!ret)
		arch_io_free_memtype_wc(last, PAGE_SIZE);
	drop(test, 0);
	/* and it went with its holder, all of it */
	ret = arch_io_reserve_memtype_wc(last, PAGE_SIZE);
	KUNIT_EXPECT_EQ(test, 0, ret);
	if (!ret)
		arch_io_free_memtype_wc(last, PAGE_SIZE);
}

struct level_case {
	const char *desc;
	bool large;
	unsigned long window;
	u32 level;
};

static const struct level_case levels[] = {
	{ "4 KiB entries", false, SZ_64K, 1 },
	{ "2 MiB entries", false, SZ_64M, 2 },
	{ "4 KiB entries of the large BAR", true, SZ_64K, 1 },
	{ "2 MiB entries of the large BAR", true, SZ_64M, 2 },
	{ "1 GiB entries", true, SZ_1G, 3 },
};

KUNIT_ARRAY_PARAM_DESC(level, levels, desc);

static void levels_of_entries(struct kunit *test)
{
	static const enum wcbar_memtype types[] = {
		WCBAR_MT_WC, WCBAR_MT_UC_MINUS, WCBAR_MT_UC
	};
	const struct level_case *c = test->param_value;
	u64 start = bar(test, c->large);
	struct tracker *t = test->priv;
	int i;

	if (c->level == 3 && !boot_cpu_has(X86_FEATURE_GBPAGES))
		kunit_skip(test, "the CPU has no 1 GiB pages");
	if (c->level == 3 && IS_ENABLED(CONFIG_KASAN_VMALLOC))
		kunit_skip(test, "KASAN wants 128 MiB of shadow for it");
	setup(test, start, c->large ? SZ_1G : SZ_64M, 0, c->window);
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&t->ap, types[i]));
		KUNIT_EXPECT_EQ(test, c->level, t->ap.ev.level);
		KUNIT_EXPECT_EQ(test, types[i], t->ap.ev.obtained);
		wcbar_ap_unmap(&t->ap);
	}
	wcbar_ap_release(&t->ap);
}

static void a_window_inside_its_bar(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;

	setup(test, start, SZ_64M, SZ_1M, SZ_64K);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, start + SZ_1M, t->ap.ev.pte & PHYSICAL_PAGE_MASK);
	/* reserved is the whole BAR, not only the window */
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC,
			type_now(test, start, WCBAR_MT_UC_MINUS));
	wcbar_ap_release(&t->ap);
}

static void what_is_not_mapped_is_said(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;
	struct wcbar_evidence ev;

	hold(test, 0, start, SZ_64K, WCBAR_MT_WC);
	wcbar_machine_read(&t->machine);
	KUNIT_EXPECT_EQ(test, 0,
			wcbar_evidence_read(&t->machine, t->holder[0], start,
					    SZ_64K, &ev));
	/* behind an ioremap area there is always an unmapped guard page */
	KUNIT_EXPECT_EQ(test, -EFAULT,
			wcbar_evidence_read(&t->machine, t->holder[0], start,
					    SZ_64K + PAGE_SIZE, &ev));
	drop(test, 0);
}

static void changes_give_everything_back(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;
	int i;

	setup(test, start, SZ_64M, 0, SZ_64M);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	for (i = 0; i < 10; i++) {
		KUNIT_ASSERT_EQ(test, 0, wcbar_ap_change(&t->ap, WCBAR_MT_UC));
		KUNIT_ASSERT_EQ(test, 0,
				wcbar_ap_change(&t->ap, WCBAR_MT_UC_MINUS));
		KUNIT_ASSERT_EQ(test, 0, wcbar_ap_change(&t->ap, WCBAR_MT_WC));
	}
	wcbar_ap_release(&t->ap);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC,
			type_now(test, start, WCBAR_MT_UC));
}

static void a_change_against_a_late_holder_restores(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;

	setup(test, start, SZ_64M, 0, SZ_1M);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&t->ap, WCBAR_MT_WC));
	/* somebody maps a page while we hold it, and so gets WC, too */
	hold(test, 0, start, PAGE_SIZE, WCBAR_MT_UC_MINUS);
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP,
			wcbar_ap_change(&t->ap, WCBAR_MT_UC_MINUS));
	KUNIT_EXPECT_EQ(test, WCBAR_R_HOLDER, t->ap.tried);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC, t->ap.ev.obtained);
	KUNIT_EXPECT_TRUE(test, wcbar_ap_satisfied(&t->ap));
	wcbar_ap_release(&t->ap);
	drop(test, 0);
}

static void a_taken_region_is_busy(struct kunit *test)
{
	u64 start = bar(test, false);
	struct tracker *t = test->priv;
	struct wcbar_aperture other;

	setup(test, start, SZ_64M, 0, SZ_1M);
	KUNIT_ASSERT_EQ(test, 0,
			wcbar_ap_init(&other, &wcbar_ap_kernel_ops, &t->machine,
				      "wcbar-kunit", start + SZ_1M, SZ_1M, 0,
				      SZ_1M));
	KUNIT_EXPECT_EQ(test, -EBUSY, wcbar_ap_claim(&other));
	wcbar_ap_release(&other);
	wcbar_ap_release(&t->ap);
}

static struct kunit_case tracker_cases[] = {
	KUNIT_CASE(plain_success),
	KUNIT_CASE(an_earlier_uncached_holder_wins_silently),
	KUNIT_CASE(an_earlier_wc_holder_wins_over_uncached),
	KUNIT_CASE(a_holder_of_a_part_wins_for_the_whole),
	KUNIT_CASE(two_holders_that_differ_conflict),
	KUNIT_CASE(neighbours_do_not_overlap),
	KUNIT_CASE(a_write_back_holder_is_a_conflict),
	KUNIT_CASE(a_failed_reservation_shrinks_no_other_entry),
	KUNIT_CASE_PARAM(levels_of_entries, level_gen_params),
	KUNIT_CASE(a_window_inside_its_bar),
	KUNIT_CASE(what_is_not_mapped_is_said),
	KUNIT_CASE(changes_give_everything_back),
	KUNIT_CASE(a_change_against_a_late_holder_restores),
	KUNIT_CASE(a_taken_region_is_busy),
	{}
};

static struct kunit_suite tracker_suite = {
	.name = "wcbar_tracker",
	.init = tracker_init,
	.exit = tracker_exit,
	.test_cases = tracker_cases,
};

kunit_test_suites(&tracker_suite);

MODULE_DESCRIPTION("KUnit: the aperture against the kernel's memory-type tracker");
MODULE_LICENSE("GPL");
