#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# BARs from 4 KiB to 8 GiB, several cards, both machines that QEMU has.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	boot "4K, 8G and 64M on q35" --card 4K --card 8G --card 64M \
		--ko "$(module)" --file tests/guest/driver.sh --program build/tests/guest/sysio --timeout 240 \
		tests/guest/layouts.sh
	boot "64M on i440fx" --machine pc --card 64M \
		--ko "$(module)" --file tests/guest/driver.sh --program build/tests/guest/sysio --timeout 240 \
		tests/guest/layouts.sh
done
done_testing
