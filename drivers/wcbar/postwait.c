// SPDX-License-Identifier: GPL-2.0
/*
 * Waits for the completion of a descriptor: looks into memory, or sleeps until
 * the card interrupts; no longer than it may take, and until the run is to end.
 */
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/sched.h>

#include "posting.h"

#define LOOKS		64	/* at the completion, for one at the clock */
#define IRQ_SLICE	(HZ / 20 ?: 1)	/* sleep between looks at all else */
#define GRACE_US	20000	/* see last_look() */

static int timed_out(struct wcbar_posting *p, u32 n, bool done)
{
	struct wcbar_port *port = p->port;

	if (!port->kernel->present(port)) {
		strscpy(port->why, "the card is gone", sizeof(port->why));
		return -ENODEV;
	}
	snprintf(port->why, sizeof(port->why), done ?
		 "descriptor %u was completed, but no interrupt came within %u ms" :
		 "descriptor %u was not completed within %u ms",
		 n, p->spec->timeout);
	return -ETIMEDOUT;
}

/*
 * The deadline has passed, maybe while nobody had a CPU: a machine that is
 * emulated can stand still as a whole, and the card then has had no time
 * either.
 */
static int last_look(struct wcbar_posting *p, u32 n, bool woken)
{
	int ret;

	usleep_range(GRACE_US, 2 * GRACE_US);
	ret = p->port->ops->done(p->port, n);
	if (ret < 0)
		return ret;
	if (ret && (woken || try_wait_for_completion(&p->port->irq)))
		return 0;
	return timed_out(p, n, ret);
}

static int poll_done(struct wcbar_posting *p, u32 n, u64 deadline)
{
	u32 looks;
	int ret;

	for (looks = 1;; looks++) {
		ret = p->port->ops->done(p->port, n);
		if (ret)
			return ret < 0 ? ret : 0;
		cpu_relax();
		if (looks % LOOKS)
			continue;
		ret = p->stop(p->arg);
		if (ret)
			return ret;
		if (ktime_get_ns() >= deadline)
			return last_look(p, n, true);
		cond_resched();
	}
}

/* Interrupts may come for nothing, or be late: memory tells what is done. */
static int sleep_done(struct wcbar_posting *p, u32 n, u64 deadline)
{
	struct wcbar_port *port = p->port;
	bool woken = false;
	int ret;

	for (;;) {
		if (wait_for_completion_interruptible_timeout(&port->irq,
							      IRQ_SLICE) > 0)
			woken = true;
		ret = port->ops->done(port, n);
		if (ret < 0 || (ret && woken))
			return ret < 0 ? ret : 0;
		if (ktime_get_ns() >= deadline)
			return last_look(p, n, woken);
		ret = p->stop(p->arg);
		if (ret)
			return ret;
	}
}

/**
 * wcbar_posting_wait() - wait until a descriptor is completed
 * @p: the run; its row says how to wait
 * @n: number of the descriptor
 * @deadline: until when, ns
 *
 * Context: may sleep.
 * Return: 0; -ETIMEDOUT when it was not completed in time, -ENODEV when the
 * card is gone, and port->why says so; what the card's done() said of it;
 * what stop() returned.
 */
int wcbar_posting_wait(struct wcbar_posting *p, u32 n, u64 deadline)
{
	return p->wait == WCBAR_WAIT_IRQ ? sleep_done(p, n, deadline) :
					   poll_done(p, n, deadline);
}
