/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory that the guest writes to at the same time: the aperture, and the
 * guest's memory. Each access is one load or store of the CPU; what must not
 * pass it is said by its name.
 */
#ifndef WCBAR_CARD_BAR_H
#define WCBAR_CARD_BAR_H

#include <wcbar/types.h>

static inline u32 load32(const u8 *p)
{
	return __atomic_load_n((const u32 *)p, __ATOMIC_RELAXED);
}

static inline u64 load64(const u8 *p)
{
	return __atomic_load_n((const u64 *)p, __ATOMIC_RELAXED);
}

/* No later load of this thread is done before it */
static inline u32 load32_acquire(const u8 *p)
{
	return __atomic_load_n((const u32 *)p, __ATOMIC_ACQUIRE);
}

static inline u64 load64_acquire(const u8 *p)
{
	return __atomic_load_n((const u64 *)p, __ATOMIC_ACQUIRE);
}

static inline void store32(u8 *p, u32 v)
{
	__atomic_store_n((u32 *)p, v, __ATOMIC_RELAXED);
}

static inline void store64(u8 *p, u64 v)
{
	__atomic_store_n((u64 *)p, v, __ATOMIC_RELAXED);
}

/* No earlier load or store of this thread is seen after it */
static inline void store32_release(u8 *p, u32 v)
{
	__atomic_store_n((u32 *)p, v, __ATOMIC_RELEASE);
}

static inline void store64_release(u8 *p, u64 v)
{
	__atomic_store_n((u64 *)p, v, __ATOMIC_RELEASE);
}

#endif /* WCBAR_CARD_BAR_H */
