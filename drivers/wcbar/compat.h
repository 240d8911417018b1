/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between kernel versions live here and nowhere else. The rest of
 * the driver is written against the newest version.
 */
#ifndef WCBAR_DRV_COMPAT_H
#define WCBAR_DRV_COMPAT_H

#include <linux/version.h>

/* 6.10 dropped the second argument of __assign_str() */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 10, 0)
#define wcbar_assign_str(dst, src) __assign_str(dst)
#else
#define wcbar_assign_str(dst, src) __assign_str(dst, src)
#endif

#endif /* WCBAR_DRV_COMPAT_H */
