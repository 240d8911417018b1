/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of copy methods, one row each: WCBAR_METHOD(id) stands for
 * struct wcbar_method wcbar_method_<id>, defined in that method's file.
 * The order here is the order of lists and rows everywhere.
 *
 * Included more than once, with WCBAR_METHOD() defined by the includer.
 */
WCBAR_METHOD(memcpy_toio),
WCBAR_METHOD(store8),
#ifdef __x86_64__
WCBAR_METHOD(movnti),
WCBAR_METHOD(movntdq),
#endif
WCBAR_METHOD(memcpy_fromio),
