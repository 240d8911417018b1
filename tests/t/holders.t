#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Earlier holders of the BAR: what we say was obtained against the kernel's own
# list, for entries of 4 KiB, 2 MiB and 1 GiB.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	boot "holders" --card 64M --card 8G --ko "$(module)" \
		--ko "$(tests/modules/build.sh "$kernel")/wcbar_holder.ko" \
		--file tests/guest/driver.sh --timeout 240 \
		--program build/tests/guest/sysio \
		--program build/tests/guest/mapper \
		--allow 'conflicting memory types' \
		--allow 'memtype_reserve failed' tests/guest/holders.sh
done
done_testing
