#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The main job, on one card of 64 MiB: the driver, its files, its runs.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

cycles=20
limit=300
if [ -n "${WCBAR_SOAK:-}" ]; then
	cycles=200
	limit=1200
fi

for kernel in $KERNELS; do
	boot "one card" --card 64M --ko "$(module)" --timeout "$limit" \
		--file tests/guest/driver.sh --program build/tests/guest/sysio \
		--program build/tests/guest/barsum \
		--env CYCLES="$cycles" tests/guest/basic.sh
done
done_testing
