# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# wcbar latency on real cards and a real driver: what it measures, how it is
# refused and interrupted, what it says of a fault, and what it saves.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

# card_of SIZE: the card whose BAR2 has that size, hexadecimal.
card_of()
{
	for card_of in $(cards); do
		[ "$(bar "$card_of" 2 | cut -d' ' -f2)" != "$1" ] ||
			echo "$card_of"
	done
}

bdf=$(card_of 4000000)
plain=$(card_of 1000000)
dir=$(wcbar_dir "$bdf")

# run ARGUMENT...: the tool; $status and $said are what came of it.
run()
{
	status=0
	said=$(wcbar latency "$@" 2>&1) || status=$?
}

# ends DESCRIPTION STATUS PATTERN: how the last run ended.
ends()
{
	is "$1: exit status" "$status" "$2"
	like "$1: says so" "$said" "$3"
}

# count PATTERN: lines of the last JSON that match.
count()
{
	grep -cE -- "$1" /tmp/latency.json
}

run "$bdf"
ends "without the driver" 1 "^wcbar: the module wcbar is not loaded"
ok "insmod wcbar.ko test_card=1" load wcbar test_card=1
run
ends "two cards, and none is named" 1 "wcbar drives 2 cards; say which"

# --- what is measured --------------------------------------------------------

run "$bdf" --preset blueflame -n 100 --json /tmp/latency.json
ends "the preset" 0 "^The card took 4620 descriptors, with those of the warm-up: 0 torn, 0 stale, 0 posted twice, 0 out of order, 0 lost\.$"
is "three ways on two maps at seven sizes" "$(count '"state": "ok"')" 42
is "each with all its descriptors" "$(count '"iterations": 100,')" 42
like "what is published stands beside it" "$said" \
	"^  128 +1\.47 +1\.00 +0\.98 +1\.27 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$"
like "this run is emulated" "$said" "EMULATED, whose times say nothing of"
like "whole round trips" "$said" "whole round trip, not half$"
like "whether the card had a CPU of its own" "$said" \
	"^The card (polled on a CPU of its own|shared its CPU in [0-9]+ of 42 rows)"
like "what auto would do" "$said" "post=auto takes"
run --from /tmp/latency.json --json -
is "saved rows come back as they were" "$said" "$(cat /tmp/latency.json)"
run -q --from /tmp/latency.json --baseline /tmp/latency.json
is "no slower than themselves" "$status $said" "0 "
sed 's/"typical": [0-9.]*/"typical": 0.001/' /tmp/latency.json >/tmp/fast.json
run -q --from /tmp/latency.json --baseline /tmp/fast.json
ends "slower than a faster card" 1 "^wcbar: 42 of 42 rows are slower than"

run "$bdf" --post auto --map wc,uc -s 64 -n 50 --json /tmp/latency.json
ends "auto" 0 "^auto: bf, map wc"
like "auto: why" "$said" "^  doorbell: the map is effectively uncached"
is "auto: its rows say so" "$(count '"auto": true')" 2
run "$bdf" --map wc --mix -s 2..4K --wait poll,irq -n 50 \
	--json /tmp/latency.json
ends "mixed sizes, polled and by interrupt" 0 "^ +mixed +50 "
is "they have no one size" "$(count '"bytes": null')" 6
is "half of them slept" "$(count '"wait": "irq"')" 3

# --- faults ------------------------------------------------------------------

run "$bdf" --map wc --spec "break=sequence-first post=bf size=512 iterations=9"
ends "the number before the payload" 1 \
	"^wcbar: descriptors went wrong in 1 of 1 rows: 1 torn; first: bf, 512 bytes"
like "the driver's error" "$said" \
	"^wcbar: $bdf did not get a descriptor as it was posted: "
run "$bdf" --map wc --post bf -s 512 -n 9
ends "and the card works again" 0 " 0 torn, 0 stale, "

# --- a card that takes no descriptors ----------------------------------------

run "$plain" --map wc --post bf,doorbell -s 64 --wait poll,irq -n 50
ends "no interface" 0 "^  from the first store until what was written was read back"
like "no interface: said at once" "$said" "^interface: none, "
is "no interface: both ways" "$(echo "$said" | grep -c '^  from the first store until what was')" 2
like "no interface: no interrupt" "$said" "^  skipped: 64: nothing interrupts on a card"
like "no interface: what that means" "$said" "costs of the stores"
unlike "no interface: no counters" "$said" "The card took"

# --- refusals ----------------------------------------------------------------

run "$bdf" -s 4097
ends "too large" 2 "size: 4097 is more than 4096"
run "$bdf" --cpu 4095
ends "what only the driver can refuse" 2 "$bdf refuses the specification: cpu: "
run "$bdf" -n 1 --json /dev/full
ends "a full disk" 1 "^wcbar: cannot write /dev/full: No space left on device"
echo 0 >"$dir/allow_writes"
run "$bdf"
ends "writing not allowed" 1 \
	"^wcbar: writing into $bdf is not allowed; 'echo 1 > $dir/allow_writes' allows it$"
echo 1 >"$dir/allow_writes"

# --- a long run, and what happens meanwhile ----------------------------------

cat "$dir/memtype" >/tmp/before
# by interrupt, so that nobody polls against the card for a CPU
wcbar latency "$bdf" --post bf --map uc,wc -s 1..64+1 -n 5000 --wait irq \
	--json /tmp/latency.json >/tmp/long 2>&1 &
long=$!
tries=0
until grep -q '^bf ' "$dir/latency" 2>/dev/null || [ $tries = 200 ]; do
	tries=$((tries + 1))
	usleep 100000
done
like "a long run has begun" "$(cat "$dir/latency")" "^# state: running"
run "$bdf" -s 64
ends "a second run" 1 "^wcbar: another run is under way on $bdf"
kill -TERM $long
status=0
wait $long || status=$?
said=$(cat /tmp/long)
ends "interrupted" 130 "^wcbar: interrupted; the map of $bdf is as it was before"
like "interrupted: rows so far" "$said" \
	"^The run is not complete \(interrupted\): [0-9]+ of 128 rows"
isnt "interrupted: they are saved" "$(count '"state": "ok"')" 0
is "interrupted: the map" "$(cat "$dir/memtype")" "$(cat /tmp/before)"
run "$bdf" --post bf --map wc -s 64 -n 50
ends "and it can be run again" 0 " 0 lost\.$"

ok "rmmod wcbar" rmmod wcbar
done_testing
