# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Stores for the store-trace plugin to see. What it has seen is compared by
# tests/t/storetrace.t; WHAT says which of these to run.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(cards | head -n 1)
folder=/sys/bus/pci/devices/$bdf
bar "$bdf" 2 >/tmp/bar
read -r start size </tmp/bar
start=$((0x$start))
size=$((0x$size))

range()
{
	ok "the range is told" mark range "$start" $((start + size))
}

case "$WHAT" in
sequences)
	range
	ok "known sequences run" taskset 1 stores "$folder"
	;;
cpus)
	# each on a CPU of its own, at the same time
	range
	mark start
	taskset 1 stores "$folder" 1 400 &
	taskset 2 stores "$folder" 2 400 &
	wait
	mark stop
	pass "two CPUs have stored"
	;;
marks)
	stores "$folder" 1 1
	range
	stores "$folder" 2 1
	mark stop
	mark label 1
	mark start 7
	stores "$folder" 3 1
	mark start 8
	stores "$folder" 4 1
	mark stop 9
	stores "$folder" 5 1
	mark label 10
	mark stop 11
	mark start 12
	stores "$folder" 6 1
	# the second page only
	mark range $((start + 4096)) $((start + 8192))
	stores "$folder" 0 1
	stores "$folder" 1 1
	stores "$folder" 2 1
	mark stop
	pass "recorded and not recorded"
	;;
registers)
	bar "$bdf" 0 >/tmp/bar
	read -r start size </tmp/bar
	ok "the registers are told" mark range "0x$start" \
		$((0x$start + 0x$size))
	ok "known sequences run" stores "$folder"
	;;
second)
	bdf=$(cards | tail -n 1)
	bar "$bdf" 2 >/tmp/bar
	read -r start size </tmp/bar
	ok "the second card is told" mark range "0x$start" \
		$((0x$start + 0x$size))
	mark start
	ok "it is stored to" stores "/sys/bus/pci/devices/$bdf" 3 1
	mark stop
	;;
bound)
	range
	for _ in 1 2 3; do
		stores "$folder"
	done
	pass "the sequences ran three times"
	;;
nothing)
	not_ok "a range that ends before it begins is told" \
		sh -c "mark range 2 1 && false"
	mark start
	stores "$folder" 1 1
	mark stop
	pass "no range was told"
	;;
methods)
	range
	ok "the module loads" load wcbar test_card=1
	# those that have a meaning on write-combining memory
	run "$bdf" "method=all map=wc dir=write size=4K iterations=1"
	rows "$bdf" | awk '$NF == "-" { print $1 }' >/out/usable
	awk 'NR == FNR { usable[$1] = 1; next }
	     usable[$1] { print $1, $3 }' \
		/out/usable "$(wcbar_dir "$bdf")/methods" >/out/methods
	: >/out/times
	n=0
	while read -r method _; do
		n=$((n + 1))
		read -r begin _ </proc/uptime
		mark start $n
		ok "$method runs" run "$bdf" \
			"method=$method map=wc dir=write size=32M iterations=1 warmup=0 verify=0"
		mark stop $n
		read -r end _ </proc/uptime
		echo "$method $begin $end" >>/out/times
	done </out/methods
	rmmod wcbar
	;;
*)
	fail "nothing is to be run"
	;;
esac
done_testing
