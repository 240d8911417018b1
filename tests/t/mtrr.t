#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# MTRRs as a firmware may leave them.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	set -- --ko "$(module)" --file tests/guest/driver.sh \
		--ko "$(tests/modules/build.sh "$kernel")/wcbar_holder.ko" \
		--program build/tests/guest/sysio
	boot "firmware WC" --card 64M --env EXPECT=wc "$@" tests/guest/mtrr.sh
	boot "a conflicting MTRR" --append nopat --card 8G \
		--env EXPECT=conflict "$@" tests/guest/mtrr.sh
done
done_testing
