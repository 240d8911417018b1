#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Every module with gcc and the kernel's first level of extra warnings, for
# both stock kernels.
# shellcheck source=scripts/check/lib.sh
. "$(dirname "$0")/lib.sh"

status=0
for kernel in 6.1 6.12; do
	kdir=$(tests/vm/kernel.sh "$kernel" kdir)
	build_modules "gcc-$kernel" "$kdir" W=1 KCFLAGS=-Werror |
		findings || status=1
done
exit "$status"
