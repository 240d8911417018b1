/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copy methods: one table of ways to move bytes into or out of an aperture.
 *
 * The methods know nothing of PCI or debugfs. The same files are built into
 * the module and into the tool.
 *
 * What every write method promises (and the tests check, store by store):
 * every byte of the destination is stored exactly once, by naturally aligned
 * stores, in ascending order of cache lines; the device side is aligned
 * first; nothing outside the range is read or written. A method never fences:
 * wcbar_copy() ends with exactly one store fence on every path out.
 */
#ifndef WCBAR_COPY_H
#define WCBAR_COPY_H

#include <wcbar/memtype.h>
#include <wcbar/types.h>

/* CPU features a method may need, bits of struct wcbar_method.needs */
#define WCBAR_CPU_SSE2		BIT(0)
#define WCBAR_CPU_SSE41		BIT(1)
#define WCBAR_CPU_AVX		BIT(2)
#define WCBAR_CPU_AVX2		BIT(3)
#define WCBAR_CPU_AVX512	BIT(4)	/* AVX512F with the OS saving zmm */
#define WCBAR_CPU_MOVDIR64B	BIT(5)
#define WCBAR_CPU_CLFLUSH	BIT(6)
#define WCBAR_CPU_CLFLUSHOPT	BIT(7)
#define WCBAR_CPU_CLWB		BIT(8)
#define WCBAR_CPU_ERMS		BIT(9)

/* Properties, bits of struct wcbar_method.flags */
#define WCBAR_COPY_FPU		BIT(0)	/* uses vector registers */
#define WCBAR_COPY_NT		BIT(1)	/* non-temporal or direct stores */

/* Memory types of the device side, a mask of BIT(enum wcbar_memtype) */
#define WCBAR_MTMASK_ANY	(BIT(WCBAR_MT_NUM) - 1)
#define WCBAR_MTMASK_CACHED	BIT(WCBAR_MT_WB)

/**
 * enum wcbar_dir - which way the bytes go
 * @WCBAR_WRITE: from memory to the device
 * @WCBAR_READ: from the device to memory
 */
enum wcbar_dir {
	WCBAR_WRITE,
	WCBAR_READ,
};

/**
 * struct wcbar_method - one way of copying
 * @name: the one name that specs, rows, logs and documents use
 * @doc: one line for people: instruction, and what it is good for
 * @dir: direction
 * @needs: WCBAR_CPU_ bits, all required
 * @flags: WCBAR_COPY_ bits
 * @memtypes: memory types of the device side it makes sense on, a mask of
 *	BIT(enum wcbar_memtype)
 * @width: width of one store or load in bytes; on an uncached map that is the
 *	size of one request on the link
 * @write: copies @len bytes to the device, no fence; NULL for a read method
 * @read: copies @len bytes from the device; NULL for a write method
 *
 * @write and @read take any length including 0 and any alignment of either
 * side. A method with WCBAR_COPY_FPU must run inside an FPU section; in the
 * kernel wcbar_copy() provides it.
 */
struct wcbar_method {
	const char *name;
	const char *doc;
	enum wcbar_dir dir;
	u32 needs;
	u32 flags;
	u32 memtypes;
	u32 width;
	void (*write)(void __iomem *dst, const void *src, size_t len);
	void (*read)(void *dst, const void __iomem *src, size_t len);
};

extern const struct wcbar_method *const wcbar_methods[];
extern const unsigned int wcbar_nr_methods;

const struct wcbar_method *wcbar_method_find(const char *name, size_t len);
u32 wcbar_cpu_features(void);
const char *wcbar_cpu_feature_name(u32 bit);
const char *wcbar_method_missing(const struct wcbar_method *m, u32 have);

/* One store fence: orders write-combining and non-temporal stores. */
void wcbar_store_fence(void);

/**
 * struct wcbar_copy_ctl - how a long copy may be bounded and stopped
 * @stop: asked between chunks; returns 0 to go on or a negative errno
 *	(-EINTR, -ENODEV) to end the copy; NULL never stops
 * @arg: passed to @stop
 * @pace: what was learnt of the device's speed, for a caller that repeats
 *	copies over one map: 0 at first, and again on another map; NULL learns
 *	it anew in each copy. Only the length of FPU sections depends on it.
 * @fence: false leaves out the final store fence, for runs that measure
 *	the fence apart; the caller then fences itself
 */
struct wcbar_copy_ctl {
	int (*stop)(void *arg);
	void *arg;
	u32 *pace;
	bool fence;
};

/* What is copied between two points to reschedule and to stop */
#ifdef __KERNEL__
#define WCBAR_COPY_PIECE	SZ_16K
#else
#define WCBAR_COPY_PIECE	SZ_1M
#endif

/* Flags of methods that must be run in sections: those with vector registers */
#if defined(__KERNEL__) && defined(CONFIG_X86_64)
#define WCBAR_COPY_SECTIONS	WCBAR_COPY_FPU
#else
#define WCBAR_COPY_SECTIONS	0
#endif

int wcbar_copy_to_any(const struct wcbar_method *m, void __iomem *dst,
		      const void *src, size_t len,
		      const struct wcbar_copy_ctl *ctl);
int wcbar_copy_from(const struct wcbar_method *m, void *dst,
		    const void __iomem *src, size_t len,
		    const struct wcbar_copy_ctl *ctl);

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
static inline int wcbar_copy_to(const struct wcbar_method *m, void __iomem *dst,
				const void *src, size_t len,
				const struct wcbar_copy_ctl *ctl)
{
	/*
	 * The most frequent copy, short and fenced, with nothing around it. A
	 * line less than a piece, so that alignment need not be looked at.
	 */
	if (likely(m->write && len <= WCBAR_COPY_PIECE - 64 &&
		   !(m->flags & WCBAR_COPY_SECTIONS) && (!ctl || ctl->fence))) {
		m->write(dst, src, len);
		/* the stores of this copy before what tells the device of them */
		wcbar_store_fence();
		return 0;
	}
	return wcbar_copy_to_any(m, dst, src, len, ctl);
}

#endif /* WCBAR_COPY_H */
