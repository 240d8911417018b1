#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The harness tested: what goes wrong in a guest has to make its run fail.
# First on made-up logs, then in real boots, then the runner's closing line.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# judged ARGUMENT...: judge.pl on $work/tap and $work/console; its output in
# $said, its exit status in $status.
judged()
{
	status=0
	said=$(tests/vm/judge.pl --tap "$work/tap" --console "$work/console" \
		--status 0 --timeout 9 "$@") || status=$?
}

# good_boot: the logs of a boot without a fault.
good_boot()
{
	printf '%s\n' "ok 1 - a" "ok 2 - b # SKIP no card" "1..2" \
		"# guest ended with status 0" >"$work/tap"
	printf '%s\r\n' "[    0.000000] Linux version 6.1.0" \
		"[    1.401631] AMD-Vi: AMD IOMMUv2 functionality not available on this system - This is not a bug." \
		"[    2.374959] wcbar-test: ok 1 - a WARNING: in a test's name is none" \
		>"$work/console"
}

# fails_with DESCRIPTION PATTERN [ARGUMENT...]: the boot is judged bad, and a
# failed test says so.
fails_with()
{
	local what=$1 pattern=$2
	shift 2

	judged "$@"
	is "$what: exit status" "$status" 1
	like "$what: said" "$said" "^not ok [0-9]+ - .*$pattern"
}

good_boot
judged
is "a good boot passes" "$status" 0
is "a good boot: the guest's tests and the boot's own" \
	"$(grep -c '^ok' <<<"$said") $(tail -n 1 <<<"$said")" "7 1..7"
like "a skipped test stays one" "$said" '^ok 2 - b # SKIP no card$'

good_boot
sed -i 's/^ok 1/not ok 1/' "$work/tap"
fails_with "a failed test" "a"

good_boot
sed -i '/^1\.\./d' "$work/tap"
fails_with "no plan" "the tests it planned"

good_boot
sed -i '/^ok 2/d' "$work/tap"
fails_with "fewer tests than planned" "the tests it planned"

good_boot
sed -i '/^ok/d; s/^1\.\.2/1..0/' "$work/tap"
fails_with "a plan of nothing" "the tests it planned"

good_boot
sed -i '/^# guest ended/d' "$work/tap"
fails_with "the last line is missing" "ends by itself"

good_boot
sed -i 's/status 0/status 3/' "$work/tap"
fails_with "the script ends with an error" "without an error"

good_boot
echo "Bail out! no card" >>"$work/tap"
fails_with "the guest gives up" "goes on"

good_boot
fails_with "stopped after the time limit" "ends by itself" --status 124
fails_with "QEMU fails" "ends by itself" --status 1

good_boot
: >"$work/tap"
fails_with "no results at all" "ends by itself"

good_boot
: >"$work/console"
fails_with "a console that says nothing" "speaks on the console"

# Each line as a kernel has printed it.
while IFS= read -r line; do
	good_boot
	printf '[    3.000000] %s\r\n' "$line" >>"$work/console"
	fails_with "$line" "complains about nothing"
done <<'LINES'
BUG: kernel NULL pointer dereference, address: 0000000000000000
kernel BUG at mm/slub.c:419!
WARNING: CPU: 0 PID: 1 at arch/x86/mm/pat/memtype.c:664 memtype_reserve+0x1c/0x20
Oops: 0002 [#1] PREEMPT SMP NOPTI
Kernel panic - not syncing: Fatal exception
general protection fault, probably for non-canonical address 0xdead000000000100: 0000 [#1]
BUG: KASAN: slab-out-of-bounds in wcbar_probe+0x12/0x300 [wcbar]
UBSAN: shift-out-of-bounds in drivers/wcbar/spec.c:40:5
kmemleak: 1 new suspected memory leaks (see /sys/kernel/debug/kmemleak)
unreferenced object 0xffff888004a9f800 (size 1024):
WARNING: possible circular locking dependency detected
INFO: possible recursive locking detected
WARNING: suspicious RCU usage
WARNING: inconsistent lock state
BUG: sleeping function called from invalid context at mm/page_alloc.c:5179
rcu: INFO: rcu_preempt self-detected stall on CPU
rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:
watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [insmod:70]
watchdog: Watchdog detected hard LOCKUP on cpu 0
INFO: task insmod:70 blocked for more than 120 seconds.
x86/PAT: rmmod:99 freeing invalid memtype [mem 0xf8000000-0xfbffffff]
x86/PAT: memtype_reserve failed [mem 0xf8000000-0xfbffffff], track uncached-minus, req uncached-minus
ioremap error for 0xf8000000-0xfc000000, requested 0x1, got 0x2
resource sanity check: requesting [mem 0xf8000000-0xfc001fff], mapping multiple BARs
Trying to free nonexistent resource <00000000f8000000-00000000fbffffff>
x86/PAT: insmod:70 conflicting memory types f8000000-fc000000 write-combining<->uncached-minus
wcbar[81]: segfault at 0 ip 000055d5c6f0a1b9 sp 00007ffd8d0e5a10 error 4 in wcbar[55d5c6f09000+1000]
traps: wcbar[81] trap invalid opcode ip:401136 sp:7ffe0c6ff6d0 error:0 in wcbar[401000+1000]
LINES

good_boot
printf 'x86/PAT: conflicting memory types f8000000\n' >>"$work/console"
judged --allow 'conflicting memory types f8000000'
is "a message that the test allows" "$status" 0
judged --expect 'conflicting memory types f8000000'
is "a message that the test expects" "$status" 0
fails_with "another message than the one allowed" "complains about nothing" \
	--allow 'conflicting memory types f4000000'
fails_with "an expected message that does not come" "what was expected" \
	--allow 'conflicting' --expect 'ioremap error'

# booted SCRIPT ARGUMENT...: as judged, in a real boot with this guest script.
booted()
{
	printf '. /guest/lib.sh\n%s\n' "$1" >"$work/guest.sh"
	shift
	status=0
	said=$(tests/vm/run.sh --kernel "$kernel" --out "out/tests/$name" \
		"$@" "$work/guest.sh" 2>&1) || status=$?
}

# One boot for four faults: a failed test, no plan, a warning, a wrong exit.
booted 'pass "first"
fail "second" "as it should"
echo here >/out/left
echo "WARNING: CPU: 0 PID: 1 at nowhere.c:1" >/dev/kmsg
exit 4'
is "a bad guest: exit status" "$status" 1
like "a bad guest: the test that passed" "$said" '^ok 1 - first$'
like "a bad guest: the failed test" "$said" '^not ok 2 - second$'
like "a bad guest: its explanation" "$said" '^# as it should$'
like "a bad guest: no plan" "$said" '^not ok .*the tests it planned'
like "a bad guest: the warning" "$said" '^not ok .*complains about nothing'
like "a bad guest: exit status of the script" "$said" '^not ok .*without an error'
is "what the guest left in /out" "$(cat "out/tests/$name/left")" here

booted 'pass "first"
done_testing
echo c >/proc/sysrq-trigger'
is "a guest that crashes after its plan: exit status" "$status" 1
like "a guest that crashes after its plan: no end" "$said" '^not ok .*ends by itself'
like "a guest that crashes after its plan: console" "$said" '^# .*Kernel panic'

booted 'pass "first"
done_testing
sleep 600' --timeout 10
is "a guest that hangs: exit status" "$status" 1
like "a guest that hangs: why" "$said" '^# stopped after 10 seconds'

# The runner: its exit status and its closing line.
printf '#!/bin/sh\necho "ok 1 - a"; echo "ok 2 - b # SKIP no card"; echo 1..2\n' \
	>"$work/good.t"
printf '#!/bin/sh\necho "ok 1 - a"; echo "not ok 2 - b"; echo 1..2\n' \
	>"$work/failing.t"
printf '#!/bin/sh\necho "ok 1 - a"; echo 1..1; exit 9\n' >"$work/dying.t"
printf '#!/bin/sh\n' >"$work/empty.t"
chmod +x "$work"/*.t

# closes DESCRIPTION STATUS LINE FILE...
closes()
{
	local what=$1 want=$2 line=$3
	shift 3

	status=0
	said=$(tests/run.sh "$@" 2>&1) || status=$?
	is "runner: $what: exit status" "$((status != 0))" "$want"
	is "runner: $what: closing line" "$(tail -n 1 <<<"$said")" "$line"
}

closes "a good test" 0 "1 passed, 0 failed, 1 skipped" "$work/good.t"
like "runner: the reason of a skip" "$said" 'good.t: b: no card'
closes "a failing test" 1 "2 passed, 1 failed, 1 skipped" "$work/good.t" "$work/failing.t"
closes "a test that dies after its plan" 1 "1 passed, 1 failed, 0 skipped" "$work/dying.t"
closes "a test that runs nothing" 1 "0 passed, 1 failed, 0 skipped" "$work/empty.t"

done_testing
