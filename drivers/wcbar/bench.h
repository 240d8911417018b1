/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs a specification over an aperture.
 */
#ifndef WCBAR_DRV_BENCH_H
#define WCBAR_DRV_BENCH_H

#include <linux/types.h>

struct wcbar_dev;

int wcbar_bench_run(struct wcbar_dev *d, const char *text, size_t len);

#endif /* WCBAR_DRV_BENCH_H */
