/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One bound card.
 */
#ifndef WCBAR_DRV_WCBAR_H
#define WCBAR_DRV_WCBAR_H

#include <linux/mutex.h>
#include <linux/pci.h>

#include <wcbar/auto.h>

#include "aperture.h"
#include "bench.h"
#include "card.h"
#include "port.h"
#include "run.h"

#define WCBAR_DRIVER "wcbar"

#define WCBAR_AUTO_STATE	48	/* bytes that say where auto's table is from */

/**
 * struct wcbar_view - a copy of the state for those who only look
 * @ap: the aperture
 * @regs: the registers
 * @machine: PAT and MTRRs as they were when @ap was last mapped
 * @caps: the interface for descriptors
 * @stuck: the card keeps memory, since it does not answer
 */
struct wcbar_view {
	struct wcbar_aperture ap;
	struct wcbar_aperture regs;
	struct wcbar_machine machine;
	struct wcbar_port_caps caps;
	bool stuck;
};

/**
 * struct wcbar_dev - one bound card
 * @pdev: the device
 * @card: what is known of this kind of card
 * @bars: the BARs in use
 * @lock: held while the aperture is used or mapped anew: by a run, by a map
 *	change
 * @machine: PAT and MTRRs; under @lock
 * @ap: the aperture; under @lock
 * @regs: the registers; set up once in probe
 * @regs_ret: what wcbar_ap_map_uncached() said of @regs; registers are only
 *	written when it is 0
 * @port: the interface for descriptors; under @lock
 * @view_lock: protects @view; taken inside @lock, never around it
 * @view: copy for readers, who must not wait for a run
 * @allow_writes: 1 lets runs write into the card
 * @test_card: bound by the module parameter test_card
 * @offline: the card is gone or being reset: runs end with -ENODEV. Set
 *	without @lock; whoever takes @lock to use the card looks at it first
 * @dir: debugfs directory
 * @run: the last or present run of copies
 * @posts: the last or present run of posted descriptors
 * @autotab: which method method=auto takes; this and the two below change
 *	under both @lock and @view_lock
 * @auto_state: where it comes from
 * @auto_error: why the last change was refused, or empty
 */
struct wcbar_dev {
	struct pci_dev *pdev;
	const struct wcbar_card *card;
	struct wcbar_bars bars;
	struct mutex lock;	/* @ap and @machine */
	struct wcbar_machine machine;
	struct wcbar_aperture ap;
	struct wcbar_aperture regs;
	int regs_ret;
	struct wcbar_port port;
	struct mutex view_lock;	/* @view */
	struct wcbar_view view;
	bool allow_writes;
	bool test_card;
	bool offline;
	struct dentry *dir;
	struct wcbar_run run;
	struct wcbar_run posts;
	struct wcbar_auto autotab;
	char auto_state[WCBAR_AUTO_STATE];
	char auto_error[WCBAR_SPEC_ERR];
};

/* Has the card gone? Asked between the chunks of a copy. */
static inline bool wcbar_dev_gone(struct wcbar_dev *d)
{
	return READ_ONCE(d->offline) || pci_channel_offline(d->pdev);
}

/*
 * Does the card still answer? An unbind or a reset that is waiting for a run to
 * end has set @offline, and yet what the run saved can be put back.
 */
static inline bool wcbar_dev_present(struct wcbar_dev *d)
{
	return !pci_channel_offline(d->pdev) && pci_device_is_present(d->pdev);
}

/*
 * Bytes of the window that runs may write into: not what a card has for its own
 * registers and buffers, be its interface usable or not.
 */
static inline u64 wcbar_room(const struct wcbar_aperture *ap,
			     const struct wcbar_port_caps *caps)
{
	return caps->reserved ? min_t(u64, ap->window, caps->reserved) :
				ap->window;
}

/* The same of a card whose lock is held */
static inline u64 wcbar_dev_room(const struct wcbar_dev *d)
{
	return wcbar_room(&d->ap, &d->port.caps);
}

void wcbar_dev_view_update(struct wcbar_dev *d);

void wcbar_debugfs_init(void);
void wcbar_debugfs_exit(void);
void wcbar_debugfs_add(struct wcbar_dev *d);
void wcbar_debugfs_remove(struct wcbar_dev *d);

int wcbar_info_show(struct seq_file *m, void *unused);

#endif /* WCBAR_DRV_WCBAR_H */
