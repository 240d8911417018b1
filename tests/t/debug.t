#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The driver in a kernel that looks closely: KASAN, lockdep, UBSAN, kmemleak,
# and allocations that fail. Whatever such a kernel complains about fails the
# boot.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

kernel=debug
# the stock kernels go through twenty
cycles=3
limit=400
if [ -n "${WCBAR_SOAK:-}" ]; then
	cycles=200
	limit=2400
fi
make -s modules KDIR="$(tests/vm/kernel.sh debug kdir)"

set -- --ko "$(module)" --file tests/guest/driver.sh \
	--program build/tests/guest/sysio --timeout "$limit"
boot "one card" --card 64M --program build/tests/guest/barsum \
	--env CYCLES="$cycles" "$@" tests/guest/basic.sh
# the kernel tells when an allocation of its own for ioremap failed
boot "failing allocations" --append kmemleak=on --reference-card 4M \
	--program build/tests/guest/failnth "$@" \
	--allow 'ioremap memtype_reserve failed -12' tests/guest/faults.sh
boot "latency" --reference-card 64M --file tests/guest/posting.sh \
	--env COUNT=2000 --env IRQS=200 "$@" tests/guest/latency.sh
boot "a card that fails, and at last is killed" \
	--reference-card "64M,$(card_faults die)" \
	--file tests/guest/posting.sh --env SLACK=4000 "$@" \
	tests/guest/latency-faults.sh
boot "posting: errors on the bus, resets, sleep" --reference-card 64M \
	--ko "$(tests/modules/build.sh debug)/wcbar_recovery.ko" \
	--file tests/guest/posting.sh "$@" tests/guest/latency-recovery.sh
boot "recovery" --card 64M --card 4M "$@" \
	--ko "$(tests/modules/build.sh debug)/wcbar_recovery.ko" \
	tests/guest/recovery.sh
# two emulated CPUs under KASAN take more than all the others together; two
# cards were bound above
if [ -n "${WCBAR_SOAK:-}" ]; then
	boot "two CPUs" --smp 2 --card 64M \
		--program build/tests/guest/barsum "$@" tests/guest/sweep.sh
	boot "three cards" --card 4K --card 1G --card 4M "$@" \
		tests/guest/layouts.sh
fi
done_testing
