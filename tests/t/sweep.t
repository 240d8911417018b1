#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Runs with threads, bounds in time, batches, cold buffers and auto, on a
# machine with two CPUs.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	boot "two CPUs" --smp 2 --card 64M --ko "$(module)" --timeout 300 \
		--file tests/guest/driver.sh --program build/tests/guest/sysio \
		--program build/tests/guest/barsum tests/guest/sweep.sh
done
done_testing
