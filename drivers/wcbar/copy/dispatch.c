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

#ifdef __KERNEL__
#define WCBAR_PIECE		SZ_16K	/* between two points to reschedule */
#else
#define WCBAR_PIECE		SZ_1M
#endif
#define WCBAR_FPU_BYTES		SZ_4K
#define WCBAR_FPU_PROBE		512
#define WCBAR_FPU_NS		50000ULL	/* preemption off */

/**
 * struct wcbar_job - what is left of a running copy
 * @m: the method
 * @dev: next byte on the device
 * @mem: next byte in memory; never written to when @m is a write method
 * @len: bytes left
 */
struct wcbar_job {
	const struct wcbar_method *m;
	u8 __iomem *dev;
	u8 *mem;
	size_t len;
};

/* The first piece of at most @limit bytes out of @len. */
static __always_inline size_t
wcbar_piece(const struct wcbar_job *job, size_t len, size_t limit)
{
	return min_t(size_t, len,
		     limit - ((unsigned long)job->dev & (WCBAR_LINE - 1)));
}

static void wcbar_run_piece(struct wcbar_job *job, size_t n)
{
	if (job->m->dir == WCBAR_WRITE)
		job->m->write(job->dev, job->mem, n);
	else
		job->m->read(job->mem, job->dev, n);
	job->dev += n;
	job->mem += n;
	job->len -= n;
}

#if defined(__KERNEL__) && defined(CONFIG_X86_64)

/*
 * One FPU section: up to 4 KiB, fewer where the device is slow.
 *
 * @step is how much may be copied before the clock is looked at again. It
 * starts small; once a piece has shown that a whole section stays within its
 * time, sections are one piece.
 */
static int wcbar_fpu_section(struct wcbar_job *job, size_t *step)
{
	size_t room = wcbar_piece(job, job->len, WCBAR_FPU_BYTES);
	u64 start, before, now;

	if (!irq_fpu_usable())
		return -EBUSY;

	kernel_fpu_begin();
	if (room <= WCBAR_FPU_PROBE) {
		wcbar_run_piece(job, room);
		kernel_fpu_end();
		return 0;
	}

	start = local_clock();
	now = start;
	do {
		size_t n = wcbar_piece(job, room, *step);

		before = now;
		wcbar_run_piece(job, n);
		room -= n;
		now = local_clock();
		/* would 4 KiB at this rate take longer than a section may? */
		if ((now - before) * WCBAR_FPU_BYTES > n * WCBAR_FPU_NS)
			*step = WCBAR_FPU_PROBE;
		else
			*step = WCBAR_FPU_BYTES;
	} while (room && now - start < WCBAR_FPU_NS / 2);
	kernel_fpu_end();
	return 0;
}

static int wcbar_next_piece(struct wcbar_job *job, size_t *step)
{
	if (job->m->flags & WCBAR_COPY_FPU)
		return wcbar_fpu_section(job, step);
	wcbar_run_piece(job, wcbar_piece(job, job->len, WCBAR_PIECE));
	return 0;
}

/* Can the copy be made in one go? */
static __always_inline bool
wcbar_in_one(const struct wcbar_job *job, const struct wcbar_copy_ctl *ctl)
{
	return job->len <= wcbar_piece(job, job->len, WCBAR_PIECE) &&
	       !(job->m->flags & WCBAR_COPY_FPU);
}

#else /* no FPU sections */

#ifndef __KERNEL__
static void cond_resched(void)
{
}
#endif

static int wcbar_next_piece(struct wcbar_job *job, size_t *step)
{
	*step = wcbar_piece(job, job->len, WCBAR_PIECE);
	wcbar_run_piece(job, *step);
	return 0;
}

static __always_inline bool
wcbar_in_one(const struct wcbar_job *job, const struct wcbar_copy_ctl *ctl)
{
#ifndef __KERNEL__
	/* the scheduler needs no help, so pieces only serve to stop between */
	if (!ctl || !ctl->stop)
		return true;
#endif
	return job->len <= wcbar_piece(job, job->len, WCBAR_PIECE);
}

#endif

static noinline int
wcbar_copy_pieces(struct wcbar_job *job, const struct wcbar_copy_ctl *ctl)
{
	size_t step = WCBAR_FPU_PROBE;
	int ret;

	for (;;) {
		ret = wcbar_next_piece(job, &step);
		if (ret || !job->len)
			return ret;
		cond_resched();
		if (ctl && ctl->stop)
			ret = ctl->stop(ctl->arg);
		if (ret)
			return ret;
	}
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
 * wcbar_copy_to() - copy from memory to the device
 * @m: a write method that can run here, see wcbar_method_missing()
 * @dst: first byte on the device
 * @src: first byte in memory
 * @len: number of bytes, may be 0
 * @ctl: bounds, or NULL for a copy that is fenced and never stopped
 *
 * Ends with one store fence on every path out, unless @ctl leaves it out.
 * After an error a beginning of the range has been stored and nothing else.
 * In the kernel a copy is cut into pieces at line boundaries of the device:
 * 16 KiB, or 4 KiB and fewer for a method with WCBAR_COPY_FPU; in user space,
 * where it can be stopped, into pieces of 1 MiB. A method that
 * flushes the cache does so for each piece.
 *
 * Context: may reschedule, and ask @ctl->stop, between pieces. A copy of up to
 * 512 bytes that starts on a line boundary is one piece and never sleeps.
 * Return: 0; -EINVAL if @m is not a write method; -EBUSY if it needs the FPU
 * and the FPU cannot be used here; what @ctl->stop returned.
 */
int wcbar_copy_to(const struct wcbar_method *m, void __iomem *dst,
		  const void *src, size_t len,
		  const struct wcbar_copy_ctl *ctl)
{
	struct wcbar_job job = {
		.m = m, .dev = dst, .mem = (u8 *)src, .len = len,
	};
	int ret = 0;

	if (unlikely(!m->write))
		ret = -EINVAL;
	else if (likely(wcbar_in_one(&job, ctl)))
		m->write(dst, src, len);
	else
		ret = wcbar_copy_pieces(&job, ctl);
	/* the stores of this copy before whatever tells the device of them */
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
	struct wcbar_job job = {
		.m = m, .dev = (u8 __iomem *)src, .mem = dst, .len = len,
	};

	if (unlikely(!m->read))
		return -EINVAL;
	if (m->flags & WCBAR_COPY_NT)
		wcbar_load_fence();
	if (wcbar_in_one(&job, ctl)) {
		m->read(dst, src, len);
		return 0;
	}
	return wcbar_copy_pieces(&job, ctl);
}
