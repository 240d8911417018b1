// SPDX-License-Identifier: GPL-2.0
/*
 * Measures what method=auto shall take, on a card's present map.
 *
 * In a scratch window at the end of what may be written: 64 KiB tell as much
 * as more would, since from 16 KiB on copies are cut into pieces anyway. What
 * was there is put back. The budget bounds all of it: whoever is over it when
 * a copy ends, or between the pieces of one, measures no more, and sizes that
 * were not reached take the method of the largest that was.
 */
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "autofile.h"
#include "postrun.h"
#include "verify.h"

#define SCRATCH		SZ_64K
#define BETWEEN_LOOKS	SZ_4K	/* bytes copied between looks at the clock */

/**
 * struct scratch - one measurement
 * @d: the card, whose lock is held
 * @bench: for the accesses that are not measured
 * @va: the scratch window
 * @buf: memory to copy from and into
 * @ctl: how copies are stopped
 * @pace: what they learnt of the device's speed
 * @end: when to stop, ns
 * @probe: how the table is measured
 */
struct scratch {
	struct wcbar_dev *d;
	struct wcbar_bench bench;
	u8 __iomem *va;
	u8 *buf;
	struct wcbar_copy_ctl ctl;
	u32 pace;
	u64 end;
	struct wcbar_auto_probe probe;
};

static int still_allowed(void *arg)
{
	struct scratch *s = arg;

	if (wcbar_dev_gone(s->d))
		return -ENODEV;
	if (!READ_ONCE(s->d->allow_writes))
		return -EPERM;
	if (signal_pending(current))
		return -EINTR;
	return 0;
}

/* -ETIME ends measuring, and what was measured stays */
static int in_time(void *arg)
{
	struct scratch *s = arg;
	int ret = still_allowed(s);

	return !ret && ktime_get_ns() >= s->end ? -ETIME : ret;
}

static u64 now_ns(void *arg)
{
	return ktime_get_ns();
}

/* As many copies as fill the time, looking at the clock seldom. */
static int time_copies(void *arg, const struct wcbar_method *m,
		       enum wcbar_auto_use use, u32 offset, size_t len,
		       u64 *ps)
{
	struct scratch *s = arg;
	u32 at_once = max_t(u32, BETWEEN_LOOKS / len, 1);
	u64 copies = 0, begin, now;
	u32 i;
	int ret;

	s->ctl.fence = use == WCBAR_AUTO_BLOCK;
	begin = ktime_get_ns();
	do {
		for (i = 0; i < at_once; i++) {
			if (use == WCBAR_AUTO_READ)
				ret = wcbar_copy_from(m, s->buf,
						      s->va + offset, len,
						      &s->ctl);
			else
				ret = wcbar_copy_to(m, s->va + offset, s->buf,
						    len, &s->ctl);
			if (ret)
				return ret;
		}
		if (use == WCBAR_AUTO_RUN)
			wcbar_store_fence();
		copies += at_once;
		now = ktime_get_ns();
	} while (now - begin < s->probe.quantum_ns);
	*ps = div64_u64((now - begin) * 1000, copies);
	cond_resched();
	return in_time(s);
}

static int measure_uses(struct scratch *s, struct wcbar_auto *a)
{
	static const enum wcbar_auto_use uses[] = {
		WCBAR_AUTO_BLOCK, WCBAR_AUTO_READ, WCBAR_AUTO_RUN,
	};
	u64 end = s->end;
	u32 i, left;
	int ret = 0;

	for (i = 0; !ret && i < ARRAY_SIZE(uses); i++) {
		u64 now = ktime_get_ns();

		/* what one use did not need is there for the next */
		left = ARRAY_SIZE(uses) - i;
		s->end = now + div_u64(end - min(now, end), left);
		s->probe.budget_ms = div_u64(s->end - now, NSEC_PER_MSEC);
		ret = wcbar_auto_measure(a, s->d->ap.ev.effective, uses[i],
					 &s->probe);
	}
	return ret;
}

static int with_buffers(struct scratch *s, struct wcbar_auto *a, u8 *saved,
			u64 pos, u64 len)
{
	int ret;

	ret = wcbar_card_read(&s->bench, saved, pos, len);
	if (ret)
		return ret;
	memset(s->buf, 0x5a, len);
	ret = measure_uses(s, a);
	/* also when a signal or an unbind came in */
	s->bench.ctl.stop = NULL;
	if (wcbar_dev_present(s->d) && READ_ONCE(s->d->allow_writes))
		wcbar_card_write(&s->bench, pos, saved, len);
	return ret;
}

/**
 * wcbar_auto_measure_card() - measure the table for a card's present map
 * @d: the card; its lock is held, and writing into it is allowed
 * @a: the table; what concerns other memory types stays
 * @budget_ms: milliseconds that all of it may take
 *
 * Context: sleeps; a signal ends it.
 * Return: 0; -EIO where there is no map; -EOPNOTSUPP for a map whose memory
 * type is none; -EINTR, -ENODEV, -EPERM, -ENOMEM. @a is of no use after an
 * error.
 */
int wcbar_auto_measure_card(struct wcbar_dev *d, struct wcbar_auto *a,
			    u32 budget_ms)
{
	u64 room, len, pos;
	struct scratch *s;
	u8 *saved;
	int ret = -ENOMEM;

	wcbar_post_look(d);
	room = wcbar_dev_room(d);
	len = min_t(u64, room, SCRATCH + WCBAR_SPEC_LINE);
	pos = room - len;
	if (!(d->ap.done & WCBAR_AP_MAPPED))
		return -EIO;
	if (d->ap.ev.effective >= WCBAR_MT_NUM)
		return -EOPNOTSUPP;
	s = kvzalloc(sizeof(*s), GFP_KERNEL);
	saved = kvmalloc(len, GFP_KERNEL);
	if (!s || !saved)
		goto out_free;
	s->end = ktime_get_ns() + budget_ms * (u64)NSEC_PER_MSEC;
	s->buf = kvmalloc(len, GFP_KERNEL);
	if (!s->buf)
		goto out_free;
	s->d = d;
	s->va = (u8 __iomem *)d->ap.va + pos;
	s->ctl.stop = in_time;
	s->ctl.arg = s;
	s->ctl.pace = &s->pace;
	s->bench.va = d->ap.va;
	s->bench.ctl.stop = still_allowed;
	s->bench.ctl.arg = s;
	s->probe.time = time_copies;
	s->probe.now_ns = now_ns;
	s->probe.arg = s;
	s->probe.max = len;
	ret = with_buffers(s, a, saved, pos, len);
	kvfree(s->buf);
out_free:
	kvfree(saved);
	kvfree(s);
	return ret;
}
