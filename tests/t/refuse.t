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
		--file tests/guest/driver.sh \
		--file Documentation/ABI/debugfs-wcbar \
		--program build/tests/guest/sysio tests/guest/refuse.sh
	boot "virtual functions" --qemu -device --qemu nvme-subsys,id=sub0 \
		--qemu -device --qemu pcie-root-port,id=rp1,chassis=1,slot=1 \
		--qemu -device \
		--qemu nvme,serial=x,bus=rp1,subsys=sub0,sriov_max_vfs=2,sriov_vq_flexible=4,sriov_vi_flexible=2,max_ioqpairs=6,msix_qsize=7 \
		--ko nvme --ko "$(module)" --file tests/guest/driver.sh \
		--program build/tests/guest/sysio tests/guest/sriov.sh
done
done_testing
