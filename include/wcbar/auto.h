/* SPDX-License-Identifier: GPL-2.0 */
/*
 * auto: the copy method for a copy, looked up in a table that was measured.
 *
 * Which method is fastest depends on the CPU, on the memory behind the
 * mapping, and on size, alignment and fence of the copy, so that no fixed
 * threshold is right everywhere (dm-writecache's 768 bytes is none on most
 * machines). The table says it for each of them; looking it up takes no branch,
 * and running what it says is one indirect call.
 *
 * Compiled into the module and into the tool; who uses it brings the function
 * that measures. The table as text can be saved, shipped and loaded:
 *
 *	# wcbar-auto/1
 *	wb block line 0 line_clwb measured
 *	wb block line 768 vmovntdq_zmm,movnti measured
 *	wc run any 0 movdir64b,movnti pinned
 *
 * A line holds from its size on until the next one with the same memory type,
 * use and alignment; of several methods the first that this CPU has is taken.
 */
#ifndef WCBAR_AUTO_H
#define WCBAR_AUTO_H

#include <wcbar/copy.h>
#include <wcbar/memtype.h>
#include <wcbar/spec.h>
#include <wcbar/types.h>

#ifdef __KERNEL__
#include <linux/bitops.h>
#endif

#define WCBAR_AUTO_MAGIC	"# wcbar-auto/1"
#define WCBAR_AUTO_CLASSES	54	/* two for each power of two: to 64M */
#define WCBAR_AUTO_BUDGET_MS	180	/* measuring ends before 200 ms */
#define WCBAR_AUTO_TEXT		SZ_64K	/* bytes that hold any table as text */

/**
 * enum wcbar_auto_use - what a copy is for
 * @WCBAR_AUTO_BLOCK: to the device, each copy fenced
 * @WCBAR_AUTO_RUN: to the device, the fence comes after many copies
 * @WCBAR_AUTO_READ: from the device
 * @WCBAR_AUTO_USES: number of uses
 */
enum wcbar_auto_use {
	WCBAR_AUTO_BLOCK,
	WCBAR_AUTO_RUN,
	WCBAR_AUTO_READ,
	WCBAR_AUTO_USES,
};

/**
 * enum wcbar_auto_align - how both ends on the device side are aligned
 * @WCBAR_AUTO_LINE: to lines of 64 bytes
 * @WCBAR_AUTO_EIGHT: to 8 bytes, but not both to lines
 * @WCBAR_AUTO_ANY: one of them to less
 * @WCBAR_AUTO_ALIGNS: number of alignments
 */
enum wcbar_auto_align {
	WCBAR_AUTO_LINE,
	WCBAR_AUTO_EIGHT,
	WCBAR_AUTO_ANY,
	WCBAR_AUTO_ALIGNS,
};

/**
 * enum wcbar_auto_origin - where an entry comes from
 * @WCBAR_AUTO_BUILTIN: from the driver's own table, measured elsewhere
 * @WCBAR_AUTO_MEASURED: measured on this machine
 * @WCBAR_AUTO_PINNED: set by somebody; measuring leaves it alone
 */
enum wcbar_auto_origin {
	WCBAR_AUTO_BUILTIN,
	WCBAR_AUTO_MEASURED,
	WCBAR_AUTO_PINNED,
};

/**
 * struct wcbar_auto_slot - the methods for one memory type and use
 * @pick: method by alignment and size class, never NULL
 * @origin: where each alignment's methods come from
 */
struct wcbar_auto_slot {
	const struct wcbar_method *pick[WCBAR_AUTO_ALIGNS][WCBAR_AUTO_CLASSES];
	enum wcbar_auto_origin origin[WCBAR_AUTO_ALIGNS];
};

/**
 * struct wcbar_auto - the table
 * @slot: by memory type of the device side and use
 * @have: what this CPU can run, WCBAR_CPU_ bits
 */
struct wcbar_auto {
	struct wcbar_auto_slot slot[WCBAR_MT_NUM][WCBAR_AUTO_USES];
	u32 have;
};

#define WCBAR_AUTO_ROUNDS	9	/* turns of a candidate that stays */

/**
 * struct wcbar_auto_contest - candidates for one size
 * @m: who is still in
 * @ps: what each turn took, picoseconds
 * @nr: how many are in
 * @turns: turns so far
 */
struct wcbar_auto_contest {
	const struct wcbar_method *m[WCBAR_MAX_METHODS];
	u64 ps[WCBAR_MAX_METHODS][WCBAR_AUTO_ROUNDS];
	u32 nr;
	u32 turns;
};

/**
 * struct wcbar_auto_probe - how to measure, given by the caller
 * @time: measures copies of @len bytes with @m for @use to (or from) places
 *	that are @offset bytes behind a line; *@ps is the time of one of them
 *	in picoseconds. Should take about @quantum_ns. Returns 0 or a negative
 *	errno, which ends measuring.
 * @now_ns: a clock in nanoseconds
 * @arg: passed to both
 * @max: largest copy that can be measured, bytes
 * @budget_ms: when to have ended, milliseconds
 * @quantum_ns: how long one measurement should take, set by
 *	wcbar_auto_measure() from the budget
 * @contest: private to wcbar_auto_measure(); too large for a kernel's stack
 */
struct wcbar_auto_probe {
	int (*time)(void *arg, const struct wcbar_method *m,
		    enum wcbar_auto_use use, u32 offset, size_t len, u64 *ps);
	u64 (*now_ns)(void *arg);
	void *arg;
	size_t max;
	u32 budget_ms;
	u32 quantum_ns;
	struct wcbar_auto_contest contest;
};

/**
 * wcbar_auto_class() - the size class of a length
 * @len: bytes
 *
 * Context: any.
 * Return: its class: two for each power of two, the second from half way on.
 */
static __always_inline u32 wcbar_auto_class(size_t len)
{
	u64 v = max_t(u64, len, 2);
#ifdef __KERNEL__
	u32 n = fls64(v) - 1;
#else
	u32 n = 63 - (u32)__builtin_clzll(v);
#endif

	return min_t(u32, 2 * n + (u32)(v >> (n - 1) & 1),
		     WCBAR_AUTO_CLASSES - 1);
}

/**
 * wcbar_auto_align() - the alignment class of a place on the device
 * @addr: its address
 * @len: its length, bytes
 *
 * Context: any.
 * Return: enum wcbar_auto_align.
 */
static __always_inline u32 wcbar_auto_align(unsigned long addr, size_t len)
{
	return !!((addr | len) & 63) + !!((addr | len) & 7);
}

/**
 * wcbar_auto_pick() - the method for a copy
 * @slot: the table's entry for memory type and use
 * @dev: the place on the device
 * @len: bytes
 *
 * No branch: shifts, comparisons and one load.
 *
 * Context: any.
 * Return: the method, for wcbar_copy_to() or wcbar_copy_from().
 */
static __always_inline const struct wcbar_method *
wcbar_auto_pick(const struct wcbar_auto_slot *slot, const void __iomem *dev,
		size_t len)
{
	return slot->pick[wcbar_auto_align((unsigned long)dev, len)]
			 [wcbar_auto_class(len)];
}

/**
 * wcbar_auto_copy_to() - copy to the device by the method that the table says
 * @slot: the table's entry for memory type and use
 * @dst: first byte on the device
 * @src: first byte in memory
 * @len: bytes
 * @ctl: as of wcbar_copy_to()
 *
 * Context: as wcbar_copy_to().
 * Return: as wcbar_copy_to(); in user space, where nothing has to be cut into
 * pieces unless it can be stopped, 0 after one indirect call.
 */
static __always_inline int
wcbar_auto_copy_to(const struct wcbar_auto_slot *slot, void __iomem *dst,
		   const void *src, size_t len,
		   const struct wcbar_copy_ctl *ctl)
{
	const struct wcbar_method *m = wcbar_auto_pick(slot, dst, len);

#ifndef __KERNEL__
	if (!ctl || !ctl->stop) {
		m->write(dst, src, len);
		/* the stores of this copy before what tells of them */
		if (!ctl || ctl->fence)
			wcbar_store_fence();
		return 0;
	}
#endif
	return wcbar_copy_to(m, dst, src, len, ctl);
}

/**
 * wcbar_auto_fill() - one method for a size class and all above it
 * @slot: the table's entry for memory type and use
 * @align: enum wcbar_auto_align
 * @class: the smallest size class, see wcbar_auto_class()
 * @m: the method
 *
 * Context: any.
 */
static inline void wcbar_auto_fill(struct wcbar_auto_slot *slot, u32 align,
				   u32 class, const struct wcbar_method *m)
{
	for (; class < WCBAR_AUTO_CLASSES; class++)
		slot->pick[align][class] = m;
}

size_t wcbar_auto_class_size(u32 class);
const char *wcbar_auto_use_name(enum wcbar_auto_use use);
const char *wcbar_auto_align_name(enum wcbar_auto_align align);
bool wcbar_auto_candidate(const struct wcbar_method *m,
			  enum wcbar_memtype type, enum wcbar_auto_use use,
			  enum wcbar_auto_align align, u32 have);

void wcbar_auto_builtin(struct wcbar_auto *a, u32 have);
int wcbar_auto_pin(struct wcbar_auto *a, enum wcbar_memtype type,
		   enum wcbar_auto_use use, const struct wcbar_method *m);
int wcbar_auto_measure(struct wcbar_auto *a, enum wcbar_memtype type,
		       enum wcbar_auto_use use,
		       struct wcbar_auto_probe *probe);

int wcbar_auto_save(const struct wcbar_auto *a, char *buf, size_t len);
int wcbar_auto_load(struct wcbar_auto *a, const char *text, size_t len,
		    char err[WCBAR_SPEC_ERR]);

#endif /* WCBAR_AUTO_H */
