/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What method=auto takes: measured, and shown and set by a file.
 */
#ifndef WCBAR_DRV_AUTOFILE_H
#define WCBAR_DRV_AUTOFILE_H

#include <linux/fs.h>

#include "wcbar.h"

extern const struct file_operations wcbar_auto_fops;

int wcbar_auto_measure_card(struct wcbar_dev *d, struct wcbar_auto *a,
			    u32 budget_ms);

#endif /* WCBAR_DRV_AUTOFILE_H */
