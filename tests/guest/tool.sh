# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# The command line tool on a real card and a real driver: what it finds, what
# it measures, how it is interrupted, and what it says when something fails.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")

# run ARGUMENT...: the tool; $status and $said are what came of it.
run()
{
	status=0
	said=$(wcbar "$@" 2>&1) || status=$?
}

# ends DESCRIPTION STATUS PATTERN: how the last run ended.
ends()
{
	is "$1: exit status" "$status" "$2"
	like "$1: says so" "$said" "$3"
}

# --- without the driver ------------------------------------------------------

run list
ends "list without the driver" 0 "^$bdf +1af4:1110 .* 2: 64 MiB 64bit pref \*"
run info "$bdf"
ends "info without the driver" 0 "the module wcbar is not loaded"
run bench "$bdf"
ends "bench without the driver" 1 "^wcbar: the module wcbar is not loaded"

# --- with it -----------------------------------------------------------------

ok "insmod wcbar.ko test_card=1" load wcbar test_card=1
run list
ends "list" 0 "wcbar drives 1 of them"
run info
ends "info" 0 "^  effective +write-combining"
run info --json "${bdf#0000:}"
ends "info as JSON, short address" 0 '"state": "ready"'

run bench --size 64,4K --iterations 3 --json /tmp/bench.json
ends "bench" 0 "; no effect is expected because TCG ignores memory types"
is "every row that ran is verified" \
	"$(grep -c '"verified": true' /tmp/bench.json)" \
	"$(grep -c '"iterations": 3' /tmp/bench.json)"
isnt "some did" "$(grep -c '"verified": true' /tmp/bench.json)" 0
is "every row that did not says why" \
	"$(grep -c '"skipped": "' /tmp/bench.json)" \
	"$(grep -c '"iterations": 0' /tmp/bench.json)"
run bench --from /tmp/bench.json --json -
is "saved results come back as they were" "$said" "$(cat /tmp/bench.json)"

# --- refusals ----------------------------------------------------------------

run bench --size 0
ends "size 0" 2 "size: 0 is not a size"
run bench --size 65M
ends "past the window" 2 "size: 68157440 is past the window of 67108864 bytes"
run bench --cpu 4095 --size 64
ends "what only the driver can refuse" 2 "$bdf refuses the specification: cpu: "
run bench --json /nowhere/bench.json
ends "a file that cannot be written" 1 "^wcbar: cannot write /nowhere/bench.json"
run bench --size 64 --json /dev/full
ends "a full disk" 1 "^wcbar: cannot write /dev/full: No space left on device"

echo 0 >"$dir/allow_writes"
run bench --size 64
ends "writing not allowed" 1 "^wcbar: writing into $bdf is not allowed; 'echo 1 > $dir/allow_writes'"
run bench --size 64 --dir read
ends "reading is" 0 "memcpy_fromio"
echo 1 >"$dir/allow_writes"

# --- a long run, and what happens meanwhile ----------------------------------

cat "$dir/memtype" >/tmp/before
wcbar bench --size 64,32M --map uc,wc --method memcpy_toio -n 1000000 \
	>/tmp/long 2>&1 &
long=$!
tries=0
until grep -q '^memcpy_toio ' "$dir/bandwidth" 2>/dev/null ||
      [ $tries = 100 ]; do
	tries=$((tries + 1))
	usleep 100000
done
like "a long run has begun" "$(cat "$dir/bandwidth")" "^# state: running"
run bench --size 64
ends "a second run" 1 "^wcbar: another run is under way on $bdf"
run info
ends "info meanwhile" 0 "^  effective +uncached"
kill -TERM $long
status=0
wait $long || status=$?
said=$(cat /tmp/long)
ends "interrupted" 130 "^wcbar: interrupted; the map of $bdf is as it was before"
like "interrupted: rows so far" "$said" "^The run is not complete \(interrupted\): [0-9]+ of 4 rows"
is "interrupted: the map" "$(cat "$dir/memtype")" "$(cat /tmp/before)"
run bench --size 64 --map wc
ends "and it can be run again" 0 "Measured on the map wc only"

ok "rmmod wcbar" rmmod wcbar
done_testing
