#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Devices that the driver refuses: no BAR2, not prefetchable, the boot
# display, a BAR that another driver holds, parameters that name no BAR.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	boot "refusals" --card 64M --qemu -device --qemu edu \
		--qemu -device --qemu VGA --ko "$(module)" \
		--ko "$(tests/modules/build.sh "$kernel")/wcbar_holder.ko" \
		--file tests/guest/driver.sh --program build/tests/guest/sysio \
		tests/guest/refuse.sh
done
done_testing
