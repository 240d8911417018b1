/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One function on a given CPU.
 */
#ifndef WCBAR_DRV_ONCPU_H
#define WCBAR_DRV_ONCPU_H

#include <linux/types.h>

int wcbar_on_cpu(int cpu, int (*fn)(void *arg), void *arg, bool *stop);

#endif /* WCBAR_DRV_ONCPU_H */
