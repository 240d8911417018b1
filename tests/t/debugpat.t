#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The tracepoints against the kernel's debugpat log.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	boot "debugpat" --append debugpat --card 64M --ko "$(module)" \
		--ko "$(tests/modules/build.sh "$kernel")/wcbar_holder.ko" \
		--file tests/guest/driver.sh \
		--program build/tests/guest/sysio tests/guest/debugpat.sh
done
done_testing
