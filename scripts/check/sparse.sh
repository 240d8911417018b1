#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# sparse on every module, with the headers of both stock kernels: __iomem,
# endianness, locks, and what ought to be static.
# shellcheck source=scripts/check/lib.sh
. "$(dirname "$0")/lib.sh"

status=0
for kernel in 6.1 6.12; do
	kdir=$(tests/vm/kernel.sh "$kernel" kdir)
	build_modules "gcc-$kernel" "$kdir" W=1 KCFLAGS=-Werror C=2 |
		findings || status=1
done
exit "$status"
