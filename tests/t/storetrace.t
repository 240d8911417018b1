#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The plugin that records stores: known sequences, marks, bounds, several CPUs.
# What the driver's methods store is in trace.t.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

plugin=${WCBAR_BUILD:-build}/tools/storetrace.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# traced WHAT [OPTION [ARGUMENT...]]: boots the part WHAT of the guest script
# with the plugin. The trace is $trace, with options for the plugin.
traced()
{
	local what=$1 options=${2:-}
	shift
	[ $# -eq 0 ] || shift

	trace=$work/$kernel-$what
	boot "$what" --card 64M --env "WHAT=$what" \
		--trace "$trace$options" \
		--program build/tests/guest/stores \
		--program build/tests/guest/sysio "$@" \
		tests/guest/storetrace.sh
}

dump()
{
	tests/vm/storedump.pl --no-interrupts --mnemonics "$@" 2>&1
}

# on_first FILE...: what CPU 0 did, of two: the read of a locked instruction is
# no access of its own there.
on_first()
{
	sed -E '/^cpu1/d; /load .*(xchg|lock)/d' "$@"
}

# how a plain read of 16 bytes is done differs between versions of QEMU
expected=$work/expected
grep -v 'load .*cmpxchg16b' tests/fixtures/stores.txt >"$expected"
sequences()
{
	dump --expand "$@" | sed '1d; /load .*cmpxchg16b/d'
}

for kernel in $KERNELS; do
	traced sequences
	is "$kernel: the sequences are in the trace as executed" \
		"$(sequences "$trace")" "$(cat "$expected")"
	like "$kernel: the range is what the guest told" \
		"$(dump "$trace")" '^range 0xf8000000 0xfc000000$'

	traced cpus "" --smp 2
	is "$kernel: each CPU has stored what it did" \
		"$(dump --table "$trace" | grep ' store ' | sort)" \
		"$(printf '0 cpu%d store 8 movq x204800\n' 0 1)"
	# in its own order: a page from its beginning to its end, 400 times
	is "$kernel: and in that order" "$(dump --expand "$trace" |
		awk '/ store / { $4 = substr($4, length($4) - 2)
			       if ($4 != sprintf("%03x", n[$1]++ * 8 % 4096)) bad++ }
		     END { print bad + 0 }')" 0
done

kernel=${KERNELS%% *}
traced sequences "" --smp 2
is "two CPUs: the sequences are in the trace as executed" \
	"$(sequences "$trace" | on_first)" \
	"$(on_first "$expected")"

# each load in its place
traced sequences ,loads=on
is "loads=on: stores are the same" \
	"$(sequences "$trace" | grep -v ' load ')" \
	"$(grep -v ' load ' "$expected")"
is "loads=on: and each load has its place" \
	"$(dump --expand "$trace" | sed -n '/^label 14/,/^label 15/p')" \
	"label 14
cpu0 store 8 0x0e000 movq
cpu0 load 8 0x0e000 movq
cpu0 load 8 0x0e008 movq
cpu0 store 8 0x0e008 movq
label 15"
is "loads=on: cmpxchg16b reads what it writes" \
	"$(dump --expand "$trace" | grep cmpxchg16b)" \
	"cpu0 lock lock cmpxchg16b
cpu0 load 16 0x0b010 locked lock cmpxchg16b
cpu0 store 16 0x0b010 locked lock cmpxchg16b"

# pages 3 and 4 between start and stop, 6 after the second start, and 1 alone
# once the range is that page; marks where nothing is recorded are no marks
traced marks
# the kernel's own events are of no interest here
is "recorded is what is between the marks" \
	"$(dump --expand "$trace" | awk '
		/ store / { sub(/...$/, "", $4); n[$4]++ }
		!/^cpu/ { for (page in n) print "page", page, n[page]
			  split("", n); print }')" \
	"range 0xf8000000 0xfc000000
start 7
page 0x03 512
start 8
page 0x04 512
stop 9
start 12
page 0x06 512
range 0xf8001000 0xf8002000
page 0x00 512
stop 0"

# a range that traps: the card's registers
traced registers
is "what goes to registers is recorded, too" \
	"$(dump --expand "$trace" | sed -n '/^label 13/,$p')" "label 13
cpu0 load 4 movl
cpu0 store 4 0x00000 io movl
cpu0 load 4 movl
label 14
label 15
label 16
label 17
cpu0 fence sfence x3 sfence
label 18
label 19
stop 1"

# accesses FILE: how many accesses a dump has, and lost ones
accesses()
{
	awk '/^lost/ { n += $2 } / (store|load) [0-9]+ 0x/ { n++ }
	     END { print n + 0 }' "$1"
}

traced bound ,max=16K
dump --expand "$trace" >"$work/bounded"
is "a bound holds" "$(($(stat -c %s "$trace") <= 16384))" 1
is "marks behind it are there" "$(grep -c '^stop 1' "$work/bounded")" 3
like "what was lost is told" "$(cat "$work/bounded")" '^lost [1-9]'
grep ' store ' "$expected" >"$work/once"
is "and how much" "$(accesses "$work/bounded")" \
	$((3 * $(accesses "$work/once")))

traced nothing
is "without a range nothing is recorded" "$(dump --expand "$trace" |
	grep -v ^cpu)" "start 0
stop 0"
like "which is said" "$(cat "$boot_out/qemu.log")" \
	'storetrace: recording starts without a range'
like "and what range was none" "$(cat "$boot_out/qemu.log")" \
	'storetrace: the guest told no range: 16 bytes, from 0x2 to 0x1'

# QEMU 7.2 knows only the memory that was created first by its address
traced second "" --card 4M
if [ "$(od -A n -t u4 -j 20 -N 4 "$trace" | tr -d ' ')" = 1 ]; then
	like "a range where nothing is seen is told" \
		"$(cat "$boot_out/qemu.log")" \
		'^storetrace: nothing was stored from 0x[0-9a-f]* to'
else
	like "a second card is recorded" "$(dump "$trace")" \
		'^cpu0 store 8 0x03000 x512 movq$'
fi

# --- without a guest: the firmware alone -----------------------------------------
# start OPTIONS: QEMU with them for a few seconds; says its errors
start()
{
	timeout 4 qemu-system-x86_64 -nodefaults -display none -accel tcg -m 64M \
		-plugin "$plugin,$1" 2>&1 </dev/null | grep -v 'terminating on'
}

# refused OPTIONS PATTERN
refused()
{
	like "refused: $1" "$(start "$1")" "^storetrace: $2"
}

refused lo=1 'out=: where to'
refused "out=$work/x,lo=5,hi=5" 'hi=: has to be above'
refused "out=$work/x,lo=five" 'lo=five: not a number'
refused "out=$work/x,hi=-1" 'hi=-1: not a number'
refused "out=$work/x,max=16X" 'max=16X: not a size'
refused "out=$work/x,max=1K" 'max=1K: 16K is the least'
refused "out=$work/x,loads=maybe" 'loads=maybe: there is no such option'
refused "out=$work/x,start=now" 'start=now: needs lo= and hi='
refused "out=$work/none/x" '.*none/x: No such file'
refused "out=" 'out=: a file has a name'
# the BIOS data area
is "start=now says nothing" \
	"$(start "out=$work/bios,lo=0x400,hi=0x500,start=now")" ""
dump --table "$work/bios" >"$work/bios.table" || true
like "the firmware's stores are recorded from the beginning" \
	"$(cat "$work/bios.table")" ' store [1248] '
done_testing
