/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of copy methods, one row each: WCBAR_METHOD(id) stands for
 * struct wcbar_method wcbar_method_<id>, defined in that method's file.
 * The order here is the order of lists and rows everywhere.
 *
 * Included more than once, with WCBAR_METHOD() defined by the includer.
 */
WCBAR_METHOD(memcpy_toio),
WCBAR_METHOD(iowrite64_copy),
WCBAR_METHOD(store4),
WCBAR_METHOD(store8),
#ifdef __x86_64__
WCBAR_METHOD(store16),
WCBAR_METHOD(store32),
WCBAR_METHOD(store64),
WCBAR_METHOD(rep_movsb),
WCBAR_METHOD(rep_movsq),
WCBAR_METHOD(movnti),
WCBAR_METHOD(movntdq),
WCBAR_METHOD(vmovntdq_ymm),
WCBAR_METHOD(vmovntdq_zmm),
WCBAR_METHOD(movdir64b),
WCBAR_METHOD(memcpy_clflush),
WCBAR_METHOD(memcpy_clflushopt),
WCBAR_METHOD(memcpy_clwb),
WCBAR_METHOD(line_clflush),
WCBAR_METHOD(line_clflushopt),
WCBAR_METHOD(line_clwb),
WCBAR_METHOD(memcpy_flushcache),
WCBAR_METHOD(flushcache_ymm),
WCBAR_METHOD(flushcache_zmm),
#endif
WCBAR_METHOD(memcpy_fromio),
WCBAR_METHOD(load8),
#ifdef __x86_64__
WCBAR_METHOD(movntdqa),
WCBAR_METHOD(vmovntdqa_ymm),
WCBAR_METHOD(vmovntdqa_zmm),
#endif
