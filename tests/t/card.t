#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The reference card's process: its command line, then without a driver in
# machines of both kinds that QEMU has: descriptors by both paths, a host that
# does everything wrong, faults on purpose, and what the harness makes of its
# end. The kernel has no part in it, so one is enough.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

card=${WCBAR_BUILD:-build}/tools/wcbar-card
program=build/tests/guest/refcard
work=$(mktemp -d)
# where the harness keeps the guest's memory
WCBAR_SHM=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
export WCBAR_SHM
trap 'rm -rf "$work" "$WCBAR_SHM"' EXIT
needed=(--socket "$work/socket" --ram "$work/ram" --aperture 64K)

# refused DESCRIPTION PATTERN ARGUMENT...: status 2, and a sentence.
refused()
{
	local what=$1 pattern=$2 status=0 said
	shift 2

	said=$(timeout 10 "$card" "$@" 2>&1) || status=$?
	is "$what: exit status" "$status" 2
	like "$what: said" "$said" "$pattern"
}

like "--help explains the faults" "$("$card" --help)" 'slow@N:USEC'
refused "nothing given" 'are needed; see --help'
refused "no socket" 'are needed' --ram "$work/ram" --aperture 64K
refused "an aperture that is too small" 'less than 32768' "${needed[@]}" --aperture 16K
refused "an aperture that is no power of two" 'no power of two' "${needed[@]}" --aperture 96K
refused "an aperture that is no number" "'much' is not a number" "${needed[@]}" --aperture much
refused "a way to poll" "'always' is none of" "${needed[@]}" --poll always
refused "a CPU" 'no such CPU' "${needed[@]}" --cpu 99999
refused "a fault" "'burn@1' is no fault" "${needed[@]}" --fault burn@1
refused "an option" 'see --help' "${needed[@]}" --colour green
refused "a word" "what is 'green'" "${needed[@]}" green

status=0
said=$("$card" --ram "$work/ram" --aperture 64K --socket "$work/no/socket" 2>&1) ||
	status=$?
is "a socket in no folder: exit status" "$status" 1
like "a socket in no folder: said" "$said" 'cannot listen there'

"$card" "${needed[@]}" >"$work/said" &
pid=$!
for ((i = 0; i < 100; i++)); do
	[ ! -s "$work/said" ] || break
	sleep 0.05
done
is "it says when it listens" "$(cat "$work/said")" ready
kill "$pid"
status=0
wait "$pid" || status=$?
is "ended before anybody came: exit status" "$status" 0
is "ended before anybody came: it leaves no socket" "$(ls "$work")" said

# counted COUNTER: of the process, from its start to its end
counted()
{
	sed -n "s/^$1 //p" "$boot_out/refcard.stats"
}

boot "q35" --reference-card 64M --program "$program" tests/guest/refcard.sh
is "it has taken all, and more of the hostile host" \
	"$(($(counted bf) >= 4000 && $(counted doorbell) >= 4000))" 1
is "it has said nothing" "$(cat "$boot_out/refcard.log")" ""
boot "i440fx, beside another card, polling without a CPU of its own" \
	--machine pc --reference-card 1M,poll=yield --card 16M,addr=0x1e \
	--program "$program" tests/guest/refcard.sh
is "it has given up its CPU" "$(($(counted yields) > 0))" 1
boot "faults" \
	--reference-card 64M,fault=lost@3,fault=error@6,fault=slow@8:50000,fault=slow@14:2000000,fault=lost@18,fault=die@20 \
	--program "$program" tests/guest/refcard-faults.sh

# A process that ends as it should not fails the boot.
printf '. /guest/lib.sh\npass "here"\ndone_testing\n' >"$work/guest.sh"
status=0
said=$(tests/vm/run.sh --kernel "$kernel" --out "out/tests/$name/bad-end" \
	--reference-card 64M,stats=/nowhere/stats "$work/guest.sh" 2>&1) ||
	status=$?
is "a card that ends with an error: exit status" "$status" 1
like "a card that ends with an error: said" "$said" \
	'^not ok .*the reference card ends with the machine'
like "a card that ends with an error: its own words" "$said" \
	'^# it ended with status 1: wcbar-card: /nowhere/stats'
status=0
said=$(tests/vm/run.sh --kernel "$kernel" --out "out/tests/$name/bad-start" \
	--reference-card 64M,poll=never "$work/guest.sh" 2>&1) || status=$?
is "a card that does not start: exit status" "$status" 2
like "a card that does not start: said" "$said" \
	"does not start: wcbar-card: --poll 'never'"
is "nothing is left behind" "$(ls "$WCBAR_SHM")" ""

done_testing
