// SPDX-License-Identifier: GPL-2.0
/* the same as in the kernel's own tests */
#include "../kunit/copy_trace.c"
