#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Machines without write combining by the PAT. The 64 MiB BAR lies in the low
# hole, over which the firmware puts an uncachable MTRR; the one of 8 GiB above.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	set -- --ko "$(module)" --file tests/guest/driver.sh --program build/tests/guest/sysio
	boot "nopat, 64M" --append nopat --card 64M --env EXPECT=uc \
		"$@" tests/guest/nopat.sh
	boot "nopat, 8G" --append nopat --card 8G --env EXPECT=wc \
		"$@" tests/guest/nopat.sh
	boot "a CPU without PAT" --cpu max,-pat --card 64M --env EXPECT=uc \
		"$@" tests/guest/nopat.sh
	# up to 6.1 the kernel sets the PAT up only together with the MTRRs
	case $kernel in
	6.1|debug) without_mtrr=none ;;
	*) without_mtrr=pat ;;
	esac
	boot "a CPU without MTRR" --cpu max,-mtrr --card 64M \
		--env EXPECT=$without_mtrr \
		"$@" tests/guest/nopat.sh
done
done_testing
