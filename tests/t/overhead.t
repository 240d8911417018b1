#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What a run adds to the copy it measures, in instructions.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	boot "by the instruction clock" --icount --card 64M --ko "$(module)" \
		--ko "$(tests/modules/build.sh "$kernel")/wcbar_bare.ko" \
		--file tests/guest/driver.sh \
		--program build/tests/guest/sysio \
		--program build/tests/guest/dispatch --timeout 300 \
		tests/guest/overhead.sh
done
done_testing
