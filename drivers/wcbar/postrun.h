/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs the specification of a latency run.
 */
#ifndef WCBAR_DRV_POSTRUN_H
#define WCBAR_DRV_POSTRUN_H

#include <linux/types.h>

struct wcbar_dev;

void wcbar_post_look(struct wcbar_dev *d);
void wcbar_post_release(struct wcbar_dev *d);
int wcbar_post_run(struct wcbar_dev *d, const char *text, size_t len);

#endif /* WCBAR_DRV_POSTRUN_H */
