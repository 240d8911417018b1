#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Descriptors posted to the reference card: 100,000 in each way on the first
# kernel, fewer on the others. In the end the card hangs on the first one, and
# is killed on the others.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

count=100000
limit=200
[ -z "${WCBAR_SOAK:-}" ] || limit=2000
last=hang
for kernel in $KERNELS; do
	set -- --ko "$(module)" --file tests/guest/driver.sh \
		--file tests/guest/posting.sh --program build/tests/guest/sysio
	boot "latency" --timeout "$limit" --reference-card 64M \
		--env COUNT=$count --env IRQS=$((count / 20)) "$@" \
		tests/guest/latency.sh
	is "$kernel: the card has seen no other fault than those on purpose" \
		"$(awk '/^(torn|stale|twice|order|malformed) / { print $2 }' \
			"$boot_out/refcard.stats" | tr '\n' ' ')" "4 2 3 3 0 "
	boot "faults, at last: $last" \
		--reference-card "64M,$(card_faults $last)" \
		"$@" tests/guest/latency-faults.sh
	boot "errors on the bus, resets, sleep" --reference-card 64M \
		--ko "$(tests/modules/build.sh "$kernel")/wcbar_recovery.ko" \
		"$@" tests/guest/latency-recovery.sh
	boot "a card that takes none" --card 16M \
		--program build/tests/guest/barsum "$@" \
		tests/guest/latency-plain.sh
	boot "other BARs than its own" --reference-card 64M "$@" \
		tests/guest/latency-bars.sh
	count=10000
	last=die
done
done_testing
