# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# What the driver adds to a copy, by a clock that counts instructions: 32 MiB
# of memcpy_toio by a run, against the same loop in a module with nothing else.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(card)
ok "the bare loop runs" load wcbar_bare bdf="$bdf"
bare=$(cat /sys/module/wcbar_bare/parameters/median_ns)
rmmod wcbar_bare
ok "the module loads" load wcbar test_card=1
ok "the run" run "$bdf" \
	"method=memcpy_toio size=32M iterations=8 verify=0"
# issued_median
ours=$(rows "$bdf" | awk '{ printf "%d", $11 }')
diag "bare loop $bare ns, run $ours ns, $(awk "BEGIN {
	printf \"%.3f\", $ours / $bare }") of it"
ok "a run costs at most 5 % more than the bare loop" \
	awk "BEGIN { exit !($bare > 0 && $ours <= $bare * 1.05) }"
# a clock that stood still, or a copy that did not happen, is no result
ok "and not half as much" awk "BEGIN { exit !($ours > $bare * 0.5) }"
rmmod wcbar
done_testing
