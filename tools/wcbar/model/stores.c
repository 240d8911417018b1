// SPDX-License-Identifier: GPL-2.0
/*
 * The stores that a copy method makes.
 *
 * drivers/wcbar/copy/ladder.h has every method store whole units of its width
 * where the device side is aligned to them, and at the edges the widest store
 * that is naturally aligned, fits, and is not wider than the method's edge. A
 * method with vector registers uses narrower ones of them at its edges; one
 * without has general registers there, of 8 bytes, which only movdir64b
 * stores wider units than.
 */
#include "model/stores.h"

#define GENERAL	8	/* bytes of a general register */

static u32 edge_of(const struct wcbar_method *m)
{
	if (m->flags & WCBAR_COPY_FPU)
		return m->width / 2;
	return min_t(u32, m->width, GENERAL);
}

/**
 * store_next - width of a method's next store
 * @m: the method
 * @addr: where on the device
 * @left: bytes that are left, at least 1
 *
 * Return: bytes.
 */
u32 store_next(const struct wcbar_method *m, u64 addr, u64 left)
{
	u32 w;

	if (!(addr & (m->width - 1)) && left >= m->width)
		return m->width;
	for (w = edge_of(m); w > 1; w /= 2) {
		if (!(addr & (w - 1)) && left >= w)
			break;
	}
	return max_t(u32, w, 1);
}

/**
 * stores_each - the stores of a copy, one after the other
 * @m: the method
 * @addr: where on the device
 * @len: bytes
 * @take: takes each
 * @arg: passed to it
 */
void stores_each(const struct wcbar_method *m, u64 addr, u64 len,
		 void (*take)(void *arg, const struct event *ev), void *arg)
{
	struct event ev = {
		.kind = EVENT_STORE,
		.direct = m->needs & WCBAR_CPU_MOVDIR64B,
	};
	bool direct = ev.direct;

	while (len) {
		ev.addr = addr;
		ev.width = store_next(m, addr, len);
		/* its edges are other instructions */
		ev.direct = direct && ev.width == m->width;
		take(arg, &ev);
		addr += ev.width;
		len -= ev.width;
	}
}
