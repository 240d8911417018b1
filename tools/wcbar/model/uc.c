// SPDX-License-Identifier: GPL-2.0
/*
 * Stores to uncached memory: in program order, never combined (SDM volume 3A,
 * table 12-2 and section 12.3), so that one store is one request of its width.
 * A store across a line of 64 bytes is two accesses on every CPU that has such
 * lines, and no request crosses 4 KiB (PCI Express Base Specification, 2.2.7),
 * which is a multiple of it.
 *
 * movdir64b is one write of 64 bytes here, too: a direct store follows the
 * protocol of write combining on any memory type, and its 64 bytes are written
 * at once (SDM volume 2).
 */
#include "model/uc.h"

#define LINE	64

/**
 * uc_store - the requests of a store
 * @ev: the store
 * @out: takes them, in ascending order
 * @arg: passed to @out
 */
void uc_store(const struct event *ev, uc_out_fn *out, void *arg)
{
	u32 left = ev->width, n;
	u64 addr = ev->addr;

	while (left) {
		n = min_t(u32, left, LINE - (u32)(addr & (LINE - 1)));
		out(arg, addr, n);
		addr += n;
		left -= n;
	}
}
