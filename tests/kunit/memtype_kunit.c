// SPDX-License-Identifier: GPL-2.0
/*
 * Page-table entry and PAT to memory type, and the reasons given for what was
 * obtained.
 */
#include <kunit/test.h>
#include <asm/pgtable.h>

#include "aperture.h"

#define PAT_LINUX	0x0407050600070106ULL	/* the kernel's own setting */
#define PAT_RESET	0x0007040600070406ULL	/* after reset, and nopat */
#define PAT_XEN		0x0000050100070406ULL	/* set by Xen: WC in slot 4 */

/* --- slots ------------------------------------------------------------------ */

struct slot_case {
	const char *desc;
	u64 pte;
	unsigned int level;
	unsigned int slot;
};

static const struct slot_case slots[] = {
	{ "4K, no bits", 0x80000000f8000163, 1, 0 },
	{ "4K, PWT", 0x163 | _PAGE_PWT, 1, 1 },
	{ "4K, PCD", 0x163 | _PAGE_PCD, 1, 2 },
	{ "4K, PCD and PWT", 0x163 | _PAGE_PCD | _PAGE_PWT, 1, 3 },
	{ "4K, PAT is bit 7", 0x163 | BIT(7), 1, 4 },
	{ "4K, all three", 0x163 | BIT(7) | _PAGE_PCD | _PAGE_PWT, 1, 7 },
	{ "4K, bit 12 belongs to the address", 0x163 | BIT(12), 1, 0 },
	{ "2M, bit 7 is the page size", 0x163 | BIT(7), 2, 0 },
	{ "2M, PAT is bit 12", 0x163 | BIT(7) | BIT(12), 2, 4 },
	{ "2M, PWT as the kernel sets it for WC", 0x1eb, 2, 1 },
	{ "1G, bit 7 is the page size", 0x163 | BIT(7), 3, 0 },
	{ "1G, PAT is bit 12", 0x163 | BIT(7) | BIT(12) | _PAGE_PWT, 3, 5 },
};

KUNIT_ARRAY_PARAM_DESC(slot, slots, desc);

static void slot_of_entry(struct kunit *test)
{
	const struct slot_case *c = test->param_value;

	KUNIT_EXPECT_EQ(test, c->slot, wcbar_pte_slot(c->pte, c->level));
}

static void pat_slots(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 1, wcbar_pat_find(PAT_LINUX, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, -1, wcbar_pat_find(PAT_RESET, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, 4, wcbar_pat_find(PAT_XEN, WCBAR_MT_WC));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WB, wcbar_pat_type(PAT_LINUX, 0));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC_MINUS, wcbar_pat_type(PAT_LINUX, 2));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC, wcbar_pat_type(PAT_LINUX, 3));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WP, wcbar_pat_type(PAT_LINUX, 5));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WT, wcbar_pat_type(PAT_LINUX, 7));
	KUNIT_EXPECT_EQ_MSG(test, WCBAR_MT_UNKNOWN, wcbar_pat_type(0x0203, 0),
			    "3 is reserved");
	KUNIT_EXPECT_EQ_MSG(test, WCBAR_MT_UNKNOWN, wcbar_pat_type(0x0203, 1),
			    "2 is reserved");
}

/* --- reasons ---------------------------------------------------------------- */

struct reason_case {
	const char *desc;
	enum wcbar_memtype requested, obtained, effective, mtrr;
	int handle;
	bool pat, mtrrs;
	s32 wc_slot;
	enum wcbar_reason reason;
};

#define WC	WCBAR_MT_WC
#define UCM	WCBAR_MT_UC_MINUS
#define UC	WCBAR_MT_UC
#define WB	WCBAR_MT_WB
#define MIXED	WCBAR_MT_MIXED

static const struct reason_case reasons[] = {
	{ "WC in the entry", WC, WC, WC, UC, 0, true, true, 1,
	  WCBAR_R_OK_PAT },
	{ "WC in the entry over MTRRs that contradict each other", WC, WC,
	  WCBAR_MT_UNKNOWN, WCBAR_MT_UNKNOWN, 0, true, true, 1,
	  WCBAR_R_OTHER },
	{ "UC- under a WC MTRR", WC, UCM, WC, WC, 1001, false, true, -1,
	  WCBAR_R_OK_MTRR },
	{ "UC- although a slot holds WC", WC, UCM, UC, UC, 0, true, true, 1,
	  WCBAR_R_HOLDER },
	{ "no slot, MTRR refused", WC, UCM, UC, WB, -EINVAL, false, true, -1,
	  WCBAR_R_MTRR_FAILED },
	{ "no slot, MTRR set, UC wins", WC, UCM, UC, UC, 1001, false, true, -1,
	  WCBAR_R_MTRR_UC_WINS },
	{ "no slot, no MTRRs", WC, UCM, UC, WB, 0, false, false, -1,
	  WCBAR_R_NO_SLOT_MTRR_NONE },
	{ "no slot, and the kernel takes the PAT for enabled", WC, UCM, UC, WB,
	  0, true, true, -1, WCBAR_R_MTRR_UNUSED },
	{ "parts differ", WC, MIXED, MIXED, UC, 0, true, true, 1,
	  WCBAR_R_MIXED },
	{ "MTRRs differ under one entry", UCM, UCM, MIXED, MIXED, 0, true,
	  true, 1, WCBAR_R_MIXED },
	{ "uncached-minus as asked", UCM, UCM, UC, UC, 0, true, true, 1,
	  WCBAR_R_OK_UNCACHED },
	{ "strong uncached as asked", UC, UC, UC, WC, 0, true, true, 1,
	  WCBAR_R_OK_UNCACHED },
	{ "uncached-minus under a firmware WC MTRR", UCM, UCM, WC, WC, 0, true,
	  true, 1, WCBAR_R_FIRMWARE_WC },
	{ "uncached asked, a WC holder", UCM, WC, WC, UC, 0, true, true, 1,
	  WCBAR_R_HOLDER },
	{ "strong uncached asked, an UC- holder", UC, UCM, UC, UC, 0, true,
	  true, 1, WCBAR_R_HOLDER },
};

KUNIT_ARRAY_PARAM_DESC(reason, reasons, desc);

static void reason_of(struct kunit *test)
{
	const struct reason_case *c = test->param_value;
	struct wcbar_machine *m;
	struct wcbar_aperture ap = {
		.requested = c->requested,
		.mtrr_handle = c->handle,
		.done = WCBAR_AP_MAPPED,
		.ev = {
			.obtained = c->obtained,
			.effective = c->effective,
			.mtrr = c->mtrr,
		},
	};

	m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m);
	m->pat_enabled = c->pat;
	m->wc_slot = c->wc_slot;
	m->mtrr.present = c->mtrrs;
	m->mtrr.enabled = c->mtrrs;
	ap.machine = m;
	KUNIT_EXPECT_STREQ(test, wcbar_reason_code(c->reason),
			   wcbar_reason_code(wcbar_reason(&ap)));
	ap.done = WCBAR_AP_REQUESTED;
	KUNIT_EXPECT_EQ(test, WCBAR_R_UNMAPPED, wcbar_reason(&ap));
}

static void every_reason_has_words(struct kunit *test)
{
	enum wcbar_reason r;

	for (r = 0; r <= WCBAR_R_OTHER; r++) {
		KUNIT_EXPECT_NOT_NULL(test, wcbar_reason_code(r));
		KUNIT_EXPECT_NOT_NULL(test, wcbar_reason_text(r));
	}
}

struct avail_case {
	const char *desc;
	s32 wc_slot;
	bool present, enabled;
	enum wcbar_avail avail;
	bool yes;
};

static const struct avail_case avails[] = {
	{ "a slot holds WC", 1, true, true, WCBAR_A_PAT, true },
	{ "a slot holds WC, no MTRRs", 4, false, false, WCBAR_A_PAT, true },
	{ "no slot, MTRRs", -1, true, true, WCBAR_A_MTRR, true },
	{ "no slot, MTRRs off", -1, true, false, WCBAR_A_MTRR_OFF, false },
	{ "no slot, no MTRRs", -1, false, false, WCBAR_A_NONE, false },
};

KUNIT_ARRAY_PARAM_DESC(avail, avails, desc);

static void available(struct kunit *test)
{
	const struct avail_case *c = test->param_value;
	struct wcbar_machine *m;

	m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, m);
	m->wc_slot = c->wc_slot;
	m->mtrr.present = c->present;
	m->mtrr.enabled = c->enabled;
	KUNIT_EXPECT_EQ(test, c->avail, wcbar_avail(m));
	KUNIT_EXPECT_EQ(test, c->yes, wcbar_avail_yes(wcbar_avail(m)));
	KUNIT_EXPECT_NOT_NULL(test, wcbar_avail_text(c->avail));
}

static struct kunit_case memtype_cases[] = {
	KUNIT_CASE_PARAM(slot_of_entry, slot_gen_params),
	KUNIT_CASE(pat_slots),
	KUNIT_CASE_PARAM(reason_of, reason_gen_params),
	KUNIT_CASE(every_reason_has_words),
	KUNIT_CASE_PARAM(available, avail_gen_params),
	{}
};

static struct kunit_suite memtype_suite = {
	.name = "wcbar_memtype",
	.test_cases = memtype_cases,
};

kunit_test_suites(&memtype_suite);

MODULE_DESCRIPTION("KUnit: page-table entries, PAT and reasons");
MODULE_LICENSE("GPL");
