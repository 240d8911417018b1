#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Errors on the bus and resets, with two cards at once.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	boot "recovery" --card 64M --card 4M --ko "$(module)" \
		--ko "$(tests/modules/build.sh "$kernel")/wcbar_recovery.ko" \
		--file tests/guest/driver.sh \
		--program build/tests/guest/sysio tests/guest/recovery.sh
done
done_testing
