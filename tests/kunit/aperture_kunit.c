// SPDX-License-Identifier: GPL-2.0
/*
 * The aperture's state machine with every kernel call failing in turn: in
 * probe, in a map change, and in the restore after one. A ledger stands for
 * the kernel: whatever is taken must be given back in reverse order, with the
 * identical arguments, and nothing may be left.
 */
#include <kunit/test.h>
#include <linux/ioport.h>
#include <linux/sizes.h>

#include "aperture.h"

#define BAR_START	0x6000000000ULL
#define BAR_SIZE	(32ULL * SZ_1G)
#define WINDOW		SZ_64M
#define HANDLE		1003
#define NEVER		-1

enum taken { REQUEST, RESERVE, MTRR, MAP };

/* One thing that was taken and not yet given back. */
struct entry {
	enum taken what;
	u64 start;
	u64 size;
};

/**
 * struct fake - the kernel as the state machine sees it
 * @test: the running test
 * @machine: PAT and MTRRs for the aperture; the real ones are read into it
 * @calls: calls that can fail, so far
 * @fail_at: number of the call that fails, or NEVER
 * @fail_also: number of another one, or NEVER
 * @handle: what mtrr_add returns
 * @obtained: what each requested type gives in the page-table entry
 * @effective: and effectively
 * @maps: successful maps so far
 * @mapped: type that the last of them was asked for
 * @turn_at: from this map on every type gives strong UC, or NEVER
 * @depth: entries in @ledger
 * @ledger: what is taken now
 */
struct fake {
	struct kunit *test;
	struct wcbar_machine machine;
	int calls;
	int fail_at;
	int fail_also;
	int handle;
	enum wcbar_memtype obtained[WCBAR_MT_NUM];
	enum wcbar_memtype effective[WCBAR_MT_NUM];
	int maps;
	enum wcbar_memtype mapped;
	int turn_at;
	int depth;
	struct entry ledger[8];
};

static struct fake *fake;
static struct resource fake_resource;
static char fake_memory[16];

static bool fails(void)
{
	int call = fake->calls++;

	return call == fake->fail_at || call == fake->fail_also;
}

static void take(enum taken what, u64 start, u64 size)
{
	KUNIT_ASSERT_LT(fake->test, fake->depth, (int)ARRAY_SIZE(fake->ledger));
	fake->ledger[fake->depth++] = (struct entry){ what, start, size };
}

static void give_back(enum taken what, u64 start, u64 size)
{
	struct entry *top;

	KUNIT_ASSERT_GT_MSG(fake->test, fake->depth, 0,
			    "gives back what it does not have");
	top = &fake->ledger[--fake->depth];
	KUNIT_EXPECT_EQ_MSG(fake->test, top->what, what, "out of order");
	KUNIT_EXPECT_EQ_MSG(fake->test, top->start, start, "other start");
	KUNIT_EXPECT_EQ_MSG(fake->test, top->size, size, "other size");
}

static struct resource *fake_request(resource_size_t start,
				     resource_size_t size, const char *name)
{
	if (fails())
		return NULL;
	take(REQUEST, start, size);
	return &fake_resource;
}

static void fake_release(resource_size_t start, resource_size_t size)
{
	give_back(REQUEST, start, size);
}

static int fake_reserve(resource_size_t start, resource_size_t size)
{
	if (fails())
		return -EBUSY;
	take(RESERVE, start, size);
	return 0;
}

static void fake_free(resource_size_t start, resource_size_t size)
{
	give_back(RESERVE, start, size);
}

static int fake_mtrr_add(unsigned long start, unsigned long size)
{
	if (fails())
		return -ENOSPC;
	/* 0 is what the PAT gives: nothing was taken */
	if (fake->handle > 0)
		take(MTRR, fake->handle, 0);
	return fake->handle;
}

static void fake_mtrr_del(int handle)
{
	give_back(MTRR, handle, 0);
}

static void __iomem *fake_map(resource_size_t start, unsigned long size,
			      enum wcbar_memtype type)
{
	void __iomem *va = (void __force __iomem *)&fake_memory[fake->maps & 7];

	if (fails())
		return NULL;
	fake->maps++;
	fake->mapped = type;
	take(MAP, (__force unsigned long)va, 0);
	return va;
}

static void fake_unmap(void __iomem *va)
{
	give_back(MAP, (__force unsigned long)va, 0);
}

static int fake_evidence(const struct wcbar_machine *m, const void __iomem *va,
			 u64 phys, size_t len, struct wcbar_evidence *ev)
{
	if (fails())
		return -EFAULT;
	memset(ev, 0, sizeof(*ev));
	ev->obtained = fake->obtained[fake->mapped];
	ev->effective = fake->effective[fake->mapped];
	if (fake->turn_at != NEVER && fake->maps > fake->turn_at) {
		ev->obtained = WCBAR_MT_UC;
		ev->effective = WCBAR_MT_UC;
	}
	ev->mtrr = WCBAR_MT_UC;
	ev->pte = 1;
	ev->level = 1;
	return 0;
}

static const struct wcbar_ap_ops fake_ops = {
	.request	= fake_request,
	.release	= fake_release,
	.reserve_wc	= fake_reserve,
	.free_wc	= fake_free,
	.mtrr_add	= fake_mtrr_add,
	.mtrr_del	= fake_mtrr_del,
	.map		= fake_map,
	.unmap		= fake_unmap,
	.evidence	= fake_evidence,
};

static int aperture_init(struct kunit *test)
{
	fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fake);
	fake->test = test;
	fake->fail_at = NEVER;
	fake->fail_also = NEVER;
	fake->turn_at = NEVER;
	fake->handle = HANDLE;
	fake->obtained[WCBAR_MT_WC] = WCBAR_MT_WC;
	fake->effective[WCBAR_MT_WC] = WCBAR_MT_WC;
	fake->obtained[WCBAR_MT_UC_MINUS] = WCBAR_MT_UC_MINUS;
	fake->effective[WCBAR_MT_UC_MINUS] = WCBAR_MT_UC;
	fake->obtained[WCBAR_MT_UC] = WCBAR_MT_UC;
	fake->effective[WCBAR_MT_UC] = WCBAR_MT_UC;
	return 0;
}

static void new_aperture(struct wcbar_aperture *ap)
{
	KUNIT_ASSERT_EQ(fake->test, 0,
			wcbar_ap_init(ap, &fake_ops, &fake->machine, "test",
				      BAR_START, BAR_SIZE, 0, WINDOW));
	KUNIT_ASSERT_EQ(fake->test, 0, fake->calls);
}

static void expect_unmapped(struct kunit *test, struct wcbar_aperture *ap)
{
	KUNIT_EXPECT_EQ(test, 0, ap->done & ~WCBAR_AP_REQUESTED);
	KUNIT_EXPECT_TRUE(test, !ap->va);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UNKNOWN, ap->requested);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UNKNOWN, ap->ev.obtained);
	KUNIT_EXPECT_FALSE(test, wcbar_ap_satisfied(ap));
}

static void expect_released(struct kunit *test, struct wcbar_aperture *ap)
{
	wcbar_ap_release(ap);
	KUNIT_EXPECT_EQ_MSG(test, 0, fake->depth, "something was kept");
	KUNIT_EXPECT_EQ(test, 0, ap->done);
	/* once more must be harmless */
	wcbar_ap_release(ap);
}

/* --- probe ------------------------------------------------------------------ */

struct probe_case {
	const char *desc;
	int fail_at;
	int ret;
	bool mapped;
};

static const struct probe_case probes[] = {
	{ "nothing fails", NEVER, 0, true },
	{ "the region is held by another driver", 0, -EBUSY, false },
	{ "the reservation conflicts", 1, -EBUSY, false },
	{ "no MTRR: recorded, not fatal", 2, 0, true },
	{ "ioremap fails", 3, -ENOMEM, false },
	{ "the page-table entry cannot be read", 4, -EFAULT, false },
};

KUNIT_ARRAY_PARAM_DESC(probe, probes, desc);

static void probe(struct kunit *test)
{
	const struct probe_case *c = test->param_value;
	struct wcbar_aperture ap;
	int ret;

	fake->fail_at = c->fail_at;
	new_aperture(&ap);
	ret = wcbar_ap_claim(&ap) ?: wcbar_ap_map(&ap, WCBAR_MT_WC);
	KUNIT_EXPECT_EQ(test, c->ret, ret);
	KUNIT_EXPECT_EQ(test, c->mapped, !!(ap.done & WCBAR_AP_MAPPED));
	KUNIT_EXPECT_EQ(test, c->mapped, wcbar_ap_satisfied(&ap));
	if (c->mapped)
		KUNIT_EXPECT_EQ(test, ap.mtrr_handle,
				c->fail_at == 2 ? -ENOSPC : HANDLE);
	else
		expect_unmapped(test, &ap);
	expect_released(test, &ap);
}

static void no_mtrr_handle_is_not_deleted(struct kunit *test)
{
	struct wcbar_aperture ap;

	/* with the PAT on arch_phys_wc_add() returns 0 and took nothing */
	fake->handle = 0;
	new_aperture(&ap);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_claim(&ap));
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&ap, WCBAR_MT_WC));
	KUNIT_EXPECT_FALSE(test, ap.done & WCBAR_AP_MTRR);
	expect_released(test, &ap);
}

static void uncached_maps_reserve_nothing(struct kunit *test)
{
	struct wcbar_aperture ap;

	new_aperture(&ap);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_claim(&ap));
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&ap, WCBAR_MT_UC_MINUS));
	KUNIT_EXPECT_EQ(test, 2, fake->depth);
	KUNIT_EXPECT_TRUE(test, wcbar_ap_satisfied(&ap));
	KUNIT_EXPECT_EQ_MSG(test, -EINVAL, wcbar_ap_map(&ap, WCBAR_MT_WC),
			    "mapped twice");
	expect_released(test, &ap);
}

static void other_types_are_refused(struct kunit *test)
{
	struct wcbar_aperture ap;
	unsigned int type;

	new_aperture(&ap);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_claim(&ap));
	for (type = 0; type <= WCBAR_MT_UNKNOWN; type++) {
		if (type == WCBAR_MT_WC || type == WCBAR_MT_UC_MINUS ||
		    type == WCBAR_MT_UC)
			continue;
		KUNIT_EXPECT_EQ(test, -EINVAL, wcbar_ap_map(&ap, type));
		KUNIT_EXPECT_EQ(test, -EINVAL, wcbar_ap_change(&ap, type));
	}
	KUNIT_EXPECT_EQ(test, 1, fake->calls);
	expect_released(test, &ap);
}

/* --- what is refused before any call ------------------------------------------ */

struct range_case {
	const char *desc;
	u64 start, size, win_offset, window;
};

static const struct range_case ranges[] = {
	{ "a BAR at 0 of length 0", 0, 0, 0, 0 },
	{ "a BAR at 0", 0, SZ_1M, 0, SZ_1M },
	{ "a BAR of length 0", BAR_START, 0, 0, SZ_4K },
	{ "a window of length 0", BAR_START, SZ_1M, 0, 0 },
	{ "a window longer than its BAR", BAR_START, SZ_1M, 0, SZ_1M + 1 },
	{ "a window that begins at the end", BAR_START, SZ_1M, SZ_1M, SZ_4K },
	{ "a window that leaves its BAR", BAR_START, SZ_1M, SZ_512K, SZ_1M },
	{ "a window whose end wraps", BAR_START, SZ_1M, SZ_4K, ~0UL },
	{ "a window off a page", BAR_START, SZ_1M, 64, SZ_4K },
	{ "a BAR whose end wraps", ~0ULL - SZ_4K, SZ_1M, 0, SZ_4K },
};

KUNIT_ARRAY_PARAM_DESC(range, ranges, desc);

static void range_is_refused(struct kunit *test)
{
	const struct range_case *c = test->param_value;
	struct wcbar_aperture ap;

	KUNIT_EXPECT_EQ(test, -EINVAL,
			wcbar_ap_init(&ap, &fake_ops, &fake->machine, "test",
				      c->start, c->size, c->win_offset,
				      c->window));
	KUNIT_EXPECT_EQ(test, 0, fake->calls);
}

/* --- change and restore -------------------------------------------------------- */

/* Mapped write-combining takes calls 0 to 4. */
#define FIRST_CHANGE_CALL	5

struct change_case {
	const char *desc;
	enum wcbar_memtype to;
	int fail_at;	/* counted from the change on, or NEVER */
	int fail_also;
	int turn_at;	/* maps after which everything is strong UC */
	bool to_unsatisfied;
	int ret;
	enum wcbar_memtype requested;	/* afterwards */
};

static const struct change_case changes[] = {
	{ "to uncached-minus", WCBAR_MT_UC_MINUS, NEVER, NEVER, NEVER, false,
	  0, WCBAR_MT_UC_MINUS },
	{ "to strong uncached", WCBAR_MT_UC, NEVER, NEVER, NEVER, false,
	  0, WCBAR_MT_UC },
	{ "to what it is", WCBAR_MT_WC, NEVER, NEVER, NEVER, false,
	  0, WCBAR_MT_WC },
	{ "the new map fails, the old one comes back", WCBAR_MT_UC, 0, NEVER,
	  NEVER, false, -ENOMEM, WCBAR_MT_WC },
	{ "the new map cannot be verified", WCBAR_MT_UC, 1, NEVER, NEVER,
	  false, -EFAULT, WCBAR_MT_WC },
	{ "the new type is not obtained", WCBAR_MT_UC, NEVER, NEVER, NEVER,
	  true, -EOPNOTSUPP, WCBAR_MT_WC },
	{ "the new reservation conflicts", WCBAR_MT_WC, 0, NEVER, NEVER, false,
	  -EBUSY, WCBAR_MT_WC },
	{ "the restore cannot reserve", WCBAR_MT_UC, 0, 1, NEVER, false,
	  -EIO, WCBAR_MT_UNKNOWN },
	{ "the restore has no MTRR, and still the type", WCBAR_MT_UC, 0, 2,
	  NEVER, false, -ENOMEM, WCBAR_MT_WC },
	{ "the restore cannot map", WCBAR_MT_UC, 0, 3, NEVER, false,
	  -EIO, WCBAR_MT_UNKNOWN },
	{ "the restore cannot be verified", WCBAR_MT_UC, 0, 4, NEVER, false,
	  -EIO, WCBAR_MT_UNKNOWN },
	{ "the restore gives another type", WCBAR_MT_UC, 0, NEVER, 1, false,
	  -EIO, WCBAR_MT_UNKNOWN },
};

KUNIT_ARRAY_PARAM_DESC(change, changes, desc);

static void change(struct kunit *test)
{
	const struct change_case *c = test->param_value;
	struct wcbar_aperture ap;

	new_aperture(&ap);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_claim(&ap));
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&ap, WCBAR_MT_WC));
	KUNIT_ASSERT_EQ(test, FIRST_CHANGE_CALL, fake->calls);

	if (c->fail_at != NEVER)
		fake->fail_at = FIRST_CHANGE_CALL + c->fail_at;
	if (c->fail_also != NEVER)
		fake->fail_also = FIRST_CHANGE_CALL + c->fail_also;
	fake->turn_at = c->turn_at;
	if (c->to_unsatisfied)
		fake->obtained[c->to] = WCBAR_MT_UC_MINUS;

	KUNIT_EXPECT_EQ(test, c->ret, wcbar_ap_change(&ap, c->to));
	KUNIT_EXPECT_EQ(test, c->requested, ap.requested);
	if (c->requested == WCBAR_MT_UNKNOWN) {
		expect_unmapped(test, &ap);
		KUNIT_EXPECT_EQ_MSG(test, 1, fake->depth,
				    "only the region is still claimed");
	} else {
		KUNIT_EXPECT_TRUE(test, wcbar_ap_satisfied(&ap));
	}
	expect_released(test, &ap);
}

static void change_tells_why(struct kunit *test)
{
	struct wcbar_aperture ap;

	new_aperture(&ap);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_claim(&ap));
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&ap, WCBAR_MT_UC_MINUS));
	/* a holder's uncached-minus is what a request for strong UC gives */
	fake->obtained[WCBAR_MT_UC] = WCBAR_MT_UC_MINUS;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, wcbar_ap_change(&ap, WCBAR_MT_UC));
	KUNIT_EXPECT_EQ(test, WCBAR_R_HOLDER, ap.tried);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC_MINUS, ap.requested);
	expect_released(test, &ap);
}

static void change_of_an_unmapped_aperture(struct kunit *test)
{
	struct wcbar_aperture ap;

	new_aperture(&ap);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_claim(&ap));
	fake->fail_at = 1;
	KUNIT_EXPECT_EQ(test, -ENOMEM, wcbar_ap_change(&ap, WCBAR_MT_UC));
	expect_unmapped(test, &ap);
	KUNIT_EXPECT_EQ(test, 0, wcbar_ap_change(&ap, WCBAR_MT_UC));
	KUNIT_EXPECT_TRUE(test, wcbar_ap_satisfied(&ap));
	expect_released(test, &ap);
}

static void a_degraded_map_is_restored_as_it_was(struct kunit *test)
{
	struct wcbar_aperture ap, old;

	/* write combining asked for and not obtained, as over a holder */
	fake->obtained[WCBAR_MT_WC] = WCBAR_MT_UC_MINUS;
	fake->effective[WCBAR_MT_WC] = WCBAR_MT_UC;
	new_aperture(&ap);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_claim(&ap));
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_map(&ap, WCBAR_MT_WC));
	KUNIT_EXPECT_FALSE(test, wcbar_ap_satisfied(&ap));
	old = ap;
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_change(&ap, WCBAR_MT_UC));
	KUNIT_EXPECT_EQ(test, 0, wcbar_ap_restore(&ap, &old));
	KUNIT_EXPECT_EQ(test, WCBAR_MT_WC, ap.requested);
	KUNIT_EXPECT_EQ(test, WCBAR_MT_UC_MINUS, ap.ev.obtained);
	expect_released(test, &ap);
}

/* --- registers -------------------------------------------------------------------- */

struct regs_case {
	const char *desc;
	enum wcbar_memtype minus_effective;
	enum wcbar_memtype uc_obtained;
	enum wcbar_memtype uc_effective;
	int fail_at;
	int ret;
	enum wcbar_memtype requested;
};

static const struct regs_case regs_cases[] = {
	{ "plain ioremap is uncached", WCBAR_MT_UC, WCBAR_MT_UC, WCBAR_MT_UC,
	  NEVER, 0, WCBAR_MT_UC_MINUS },
	{ "a firmware WC MTRR: strong UC helps", WCBAR_MT_WC, WCBAR_MT_UC,
	  WCBAR_MT_UC, NEVER, 0, WCBAR_MT_UC },
	{ "a WC holder: nothing helps", WCBAR_MT_WC, WCBAR_MT_WC, WCBAR_MT_WC,
	  NEVER, -EOPNOTSUPP, WCBAR_MT_UC },
	{ "the first map fails", WCBAR_MT_UC, WCBAR_MT_UC, WCBAR_MT_UC,
	  1, -ENOMEM, WCBAR_MT_UNKNOWN },
	{ "the first map cannot be verified", WCBAR_MT_UC, WCBAR_MT_UC,
	  WCBAR_MT_UC, 2, -EFAULT, WCBAR_MT_UNKNOWN },
	{ "the second map fails", WCBAR_MT_WC, WCBAR_MT_UC, WCBAR_MT_UC,
	  3, -ENOMEM, WCBAR_MT_UNKNOWN },
	{ "the second map cannot be verified", WCBAR_MT_WC, WCBAR_MT_UC,
	  WCBAR_MT_UC, 4, -EFAULT, WCBAR_MT_UNKNOWN },
};

KUNIT_ARRAY_PARAM_DESC(regs, regs_cases, desc);

static void registers(struct kunit *test)
{
	const struct regs_case *c = test->param_value;
	struct wcbar_aperture ap;

	fake->effective[WCBAR_MT_UC_MINUS] = c->minus_effective;
	fake->obtained[WCBAR_MT_UC] = c->uc_obtained;
	fake->effective[WCBAR_MT_UC] = c->uc_effective;
	fake->fail_at = c->fail_at;
	new_aperture(&ap);
	KUNIT_ASSERT_EQ(test, 0, wcbar_ap_claim(&ap));
	KUNIT_EXPECT_EQ(test, c->ret, wcbar_ap_map_uncached(&ap));
	KUNIT_EXPECT_EQ(test, c->requested, ap.requested);
	expect_released(test, &ap);
}

static struct kunit_case aperture_cases[] = {
	KUNIT_CASE_PARAM(probe, probe_gen_params),
	KUNIT_CASE(no_mtrr_handle_is_not_deleted),
	KUNIT_CASE(uncached_maps_reserve_nothing),
	KUNIT_CASE(other_types_are_refused),
	KUNIT_CASE_PARAM(range_is_refused, range_gen_params),
	KUNIT_CASE_PARAM(change, change_gen_params),
	KUNIT_CASE(change_tells_why),
	KUNIT_CASE(change_of_an_unmapped_aperture),
	KUNIT_CASE(a_degraded_map_is_restored_as_it_was),
	KUNIT_CASE_PARAM(registers, regs_gen_params),
	{}
};

static struct kunit_suite aperture_suite = {
	.name = "wcbar_aperture",
	.init = aperture_init,
	.test_cases = aperture_cases,
};

kunit_test_suites(&aperture_suite);

MODULE_DESCRIPTION("KUnit: the aperture's state machine");
MODULE_LICENSE("GPL");
