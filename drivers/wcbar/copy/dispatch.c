// SPDX-License-Identifier: GPL-2.0
/*
 * Running a copy method: in pieces that can be stopped between, inside FPU
 * sections where it needs them, and with one store fence at the end.
 *
 * Why sections are bounded: kernel_fpu_begin() turns preemption off. 4 KiB
 * take 0.4 us at 10 GB/s, but 160 us at the 26 MB/s of an uncached map and
 * longer still for uncached reads, so the bound in bytes, which the crypto
 * code uses too, is joined by one in time.
 */
#include <wcbar/copy.h>

#ifdef __KERNEL__
#include <linux/io.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/sizes.h>
#ifdef CONFIG_X86_64
#include <asm/fpu/api.h>
#endif
#endif

/* A piece ends on a boundary of this on the device side, so no line splits. */
#define WCBAR_LINE		64UL

#define WCBAR_PIECE		WCBAR_COPY_PIECE
#define WCBAR_SECTIONS		WCBAR_COPY_SECTIONS
#define WCBAR_FPU_BYTES		SZ_4K
#define WCBAR_FPU_PROBE		512
#define WCBAR_FPU_NS		50000ULL	/* preemption off */

/**
 * struct wcbar_job - what is left of a running copy
 * @m: the method
 * @dev: next byte on the device
 * @mem: next byte in memory; never written to when @m is a write method
 * @len: bytes left
 * @pace: bytes of an FPU section before the clock is looked at again
 */
struct wcbar_job {
	const struct wcbar_method *m;
	u8 __iomem *dev;
	u8 *mem;
	size_t len;
	u32 *pace;
};

/* The first piece of at most @limit bytes out of @len. */
static __always_inline size_t
wcbar_piece(const struct wcbar_job *job, size_t len, size_t limit)
{
	return min_t(size_t, len,
		     limit - ((unsigned long)job->dev & (WCBAR_LINE - 1)));
}

static __always_inline void
wcbar_run(const struct wcbar_method *m, enum wcbar_dir dir,
	  void __iomem *dev, void *mem, size_t n)
{
	if (dir == WCBAR_WRITE)
		m->write(dev, mem, n);
	else
		m->read(mem, dev, n);
}

static void wcbar_run_piece(struct wcbar_job *job, size_t n)
{
	wcbar_run(job->m, job->m->dir, job->dev, job->mem, n);
	job->dev += n;
	job->mem += n;
	job->len -= n;
}

static __always_inline bool wcbar_needs_section(const struct wcbar_method *m)
{
	return m->flags & WCBAR_SECTIONS;
}

#if defined(__KERNEL__) && defined(CONFIG_X86_64)

/* Would a section's bytes at this rate take longer than a section may? */
static __always_inline bool wcbar_is_slow(size_t n, u64 ns)
{
	return ns * WCBAR_FPU_BYTES > n * WCBAR_FPU_NS;
}

/*
 * One FPU section: up to 4 KiB, fewer where the device is slow.
 *
 * The pace starts small; once a piece has shown that a whole section stays
 * within its time, sections are one piece.
 */
static int wcbar_fpu_section(struct wcbar_job *job)
{
	size_t room = wcbar_piece(job, job->len, WCBAR_FPU_BYTES);
	u64 start, before, now;

	if (!irq_fpu_usable())
		return -EBUSY;

	kernel_fpu_begin();
	start = local_clock();
	now = start;
	do {
		size_t n = wcbar_piece(job, room, *job->pace);

		before = now;
		wcbar_run_piece(job, n);
		room -= n;
		now = local_clock();
		*job->pace = wcbar_is_slow(n, now - before) ?
				WCBAR_FPU_PROBE : WCBAR_FPU_BYTES;
	} while (room && now - start < WCBAR_FPU_NS / 2);
	kernel_fpu_end();
	return 0;
}

/* Is it certain that one section of one piece is short enough? */
static __always_inline bool
wcbar_fits_section(const void __iomem *dev, size_t len,
		   const struct wcbar_copy_ctl *ctl)
{
	if (len <= WCBAR_FPU_PROBE)
		return true;
	return ctl && ctl->pace && *ctl->pace == WCBAR_FPU_BYTES &&
	       len + ((unsigned long)dev & (WCBAR_LINE - 1)) <= WCBAR_FPU_BYTES;
}

/* A copy that is one piece in one section, with as little around it as can be */
static __always_inline int
wcbar_one_section(const struct wcbar_method *m, enum wcbar_dir dir,
		  void __iomem *dev, void *mem, size_t len,
		  const struct wcbar_copy_ctl *ctl)
{
	u64 start;

	if (!irq_fpu_usable())
		return -EBUSY;

	kernel_fpu_begin();
	if (len <= WCBAR_FPU_PROBE) {
		wcbar_run(m, dir, dev, mem, len);
	} else {
		start = local_clock();
		wcbar_run(m, dir, dev, mem, len);
		if (unlikely(wcbar_is_slow(len, local_clock() - start)))
			*ctl->pace = WCBAR_FPU_PROBE;
	}
	kernel_fpu_end();
	return 0;
}

#else /* no sections: what is below is never asked for */

static int wcbar_fpu_section(struct wcbar_job *job)
{
	wcbar_run_piece(job, job->len);
	return 0;
}

#endif

#ifndef __KERNEL__
static void cond_resched(void)
{
}
#endif

static noinline int
wcbar_copy_pieces(const struct wcbar_method *m, void __iomem *dev, void *mem,
		  size_t len, const struct wcbar_copy_ctl *ctl)
{
	struct wcbar_job job = { .m = m, .dev = dev, .mem = mem, .len = len };
	u32 pace = 0;
	int ret = 0;

#ifndef __KERNEL__
	/* pieces are for being stopped between, and for nothing else */
	if (!ctl || !ctl->stop) {
		wcbar_run_piece(&job, len);
		return 0;
	}
#endif
	job.pace = ctl && ctl->pace ? ctl->pace : &pace;
	if (!*job.pace)
		*job.pace = WCBAR_FPU_PROBE;

	for (;;) {
		if (wcbar_needs_section(m))
			ret = wcbar_fpu_section(&job);
		else
			wcbar_run_piece(&job, wcbar_piece(&job, job.len,
							  WCBAR_PIECE));
		if (ret || !job.len)
			return ret;
		cond_resched();
		if (ctl && ctl->stop)
			ret = ctl->stop(ctl->arg);
		if (ret)
			return ret;
	}
}

/*
 * The quick ways for short copies come first. A little less than a piece is
 * the limit, so that the alignment does not have to be looked at.
 */
static __always_inline int
wcbar_copy(const struct wcbar_method *m, enum wcbar_dir dir,
	   void __iomem *dev, void *mem, size_t len,
	   const struct wcbar_copy_ctl *ctl)
{
	if (unlikely(m->dir != dir))
		return -EINVAL;
	if (likely(len <= WCBAR_PIECE - WCBAR_LINE &&
		   !wcbar_needs_section(m))) {
		wcbar_run(m, dir, dev, mem, len);
		return 0;
	}
#if defined(__KERNEL__) && defined(CONFIG_X86_64)
	if (wcbar_needs_section(m) && wcbar_fits_section(dev, len, ctl))
		return wcbar_one_section(m, dir, dev, mem, len, ctl);
#endif
	return wcbar_copy_pieces(m, dev, mem, len, ctl);
}

/**
 * wcbar_store_fence() - order stores to the device before what follows
 *
 * Write-combining and non-temporal stores wait in buffers and may leave them
 * in any order; a store fence drains them.
 *
 * Context: any.
 */
void wcbar_store_fence(void)
{
#ifdef __x86_64__
	/* all stores so far, combining ones included, before any later one */
	asm volatile("sfence" : : : "memory");
#elif defined(__KERNEL__)
	/* all stores so far before any later one */
	wmb();
#else
	__sync_synchronize();
#endif
}

/*
 * A streaming load may be answered from a buffer that an earlier one filled
 * and that nothing snoops (SDM volume 1, 12.10.3).
 */
static void wcbar_load_fence(void)
{
#ifdef __x86_64__
	/* loads of an earlier copy before the loads of this one */
	asm volatile("mfence" : : : "memory");
#elif defined(__KERNEL__)
	/* loads of an earlier copy before the loads of this one */
	mb();
#else
	__sync_synchronize();
#endif
}

/**
 * wcbar_copy_to_any() - what wcbar_copy_to() does with any copy
 * @m: a write method that can run here
 * @dst: first byte on the device
 * @src: first byte in memory
 * @len: number of bytes, may be 0
 * @ctl: bounds, or NULL
 *
 * Not to be called directly.
 *
 * Context, Return: as wcbar_copy_to().
 */
int wcbar_copy_to_any(const struct wcbar_method *m, void __iomem *dst,
		      const void *src, size_t len,
		      const struct wcbar_copy_ctl *ctl)
{
	int ret = wcbar_copy(m, WCBAR_WRITE, dst, (void *)src, len, ctl);

	/* the stores of this copy before what tells the device of them */
	if (!ctl || ctl->fence)
		wcbar_store_fence();
	return ret;
}

/**
 * wcbar_copy_from() - copy from the device to memory
 * @m: a read method that can run here, see wcbar_method_missing()
 * @dst: first byte in memory
 * @src: first byte on the device
 * @len: number of bytes, may be 0
 * @ctl: bounds, or NULL for a copy that is never stopped; its @fence has no
 *	meaning for reads, whose data has arrived when they return
 *
 * Context: as wcbar_copy_to().
 * Return: 0; -EINVAL if @m is not a read method; -EBUSY if it needs the FPU
 * and the FPU cannot be used here; what @ctl->stop returned.
 */
int wcbar_copy_from(const struct wcbar_method *m, void *dst,
		    const void __iomem *src, size_t len,
		    const struct wcbar_copy_ctl *ctl)
{
	if (m->flags & WCBAR_COPY_NT)
		wcbar_load_fence();
	return wcbar_copy(m, WCBAR_READ, (void __iomem *)src, dst, len, ctl);
}
