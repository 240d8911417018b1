# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# What the driver adds to a copy, by a clock that counts instructions: 32 MiB
# of memcpy_toio by a run, against the same loop in a module with nothing else;
# methods against each other; and the dispatch by itself, in user space.
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

# --- methods, for each 64 bytes -------------------------------------------------
ok "a run of methods" run "$bdf" \
	"method=__iowrite64_copy,store8,movnti,movntdq size=1M iterations=8 verify=0"
# per_line METHOD: ns_per_64b in thousandths
per_line()
{
	rows "$bdf" | awk -v m="$1" '$1 == m { printf "%d", $23 * 1000 }'
}
iowrite=$(per_line __iowrite64_copy)
best=$(printf '%s\n' "$(per_line store8)" "$(per_line movnti)" | sort -n | head -n 1)
sse2=$(per_line movntdq)
diag "thousandths of a ns for 64 bytes: __iowrite64_copy $iowrite, best of 8 bytes $best, movntdq $sse2"
ok "the best 8-byte method costs no more than __iowrite64_copy" \
	test "$best" -gt 0 -a "$best" -le "$iowrite"
ok "SSE2 costs less than half of it" \
	test "$sse2" -gt 0 -a $((sse2 * 2)) -lt "$iowrite"

# --- dispatch and statistics ------------------------------------------------------
ok "the program runs" dispatch
said=$(dispatch)
with=${said% *}
without=${said#* }
diag "4 KiB by movntdq: $with ns by dispatch with statistics, $without ns directly"
ok "dispatch and statistics cost less than 2 %" \
	test "$without" -gt 500 -a $((with * 100)) -lt $((without * 102))
rmmod wcbar
done_testing
