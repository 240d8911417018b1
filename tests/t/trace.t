#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# From executed stores to requests: make trace-demo, whose figures have to be
# exact; and traces that the kernel and QEMU write themselves.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

tool=${WCBAR_BUILD:-build}/tools/wcbar
kernel=${KERNELS%% *}
out=out/tests/trace/demo
size=$((32 * 1024 * 1024))

# --- every store of every method ----------------------------------------------
status=0
said=$(WCBAR_KERNELS=$kernel tests/vm/trace-demo.sh "$out" 2>&1) || status=$?
is "$kernel: trace-demo runs" "$status" 0
diag "$said"

# row METHOD: its line of the table, blanks made one
row()
{
	awk -v m="$1" '$1 == m && NF > 8 { $1 = $1; sub(/ [^ ]+ [^ ]+$/, ""); print }' \
		<<<"$said"
}

while read -r method width; do
	is "$method: requests of uncached and of write-combining memory" \
		"$(row "$method")" \
		"$method $((size / width)) $((size / width)) x $width B $((size / 64)) x 64 B"
done <"$out/methods"

is "32-byte stores: 1,048,576 requests of 32 bytes, or 524,288 of 64" \
	"$(row store32)" "store32 1048576 1048576 x 32 B 524288 x 64 B"
is "every method that has a meaning here is among them" \
	"$(grep -cE '^  [a-z_0-9]+ .* 524288 x 64 B ' <<<"$said")" "$(wc -l <"$out/usable")"
is "and by their published cost it is 13.3 times" \
	"$(awk '$1 == "store32" { print $(NF - 1); exit }' <<<"$said")" 13.3

# what a field of a CSV file is, of all methods
field()
{
	awk -F, -v name="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$1 == "total" && $2 == "wc" { print $column[name] }' "$1"
}

is "without interrupts every line leaves full" \
	"$(field "$out/requests.csv" partial_lines)" 0
like "with them some do not" "$(cat "$out/interrupts.txt")" \
	'^ +by interrupt +[0-9]+ +[1-9]'
is "which is the excess" \
	"$(awk '/^  [a-z_0-9]+ +[0-9]+ .* B .*[0-9]$/ { n += $NF } END { print n }' \
		<<<"$said")" \
	"$(($(field "$out/interrupts.csv" requests) -
	    $(field "$out/requests.csv" requests)))"
is "and every byte arrives all the same" \
	"$(awk -F, '$1 == "total" { print $4 }' "$out/interrupts.csv" | sort -u)" \
	"$(($(wc -l <"$out/usable") * size))"
is "nothing is left in the buffers: each copy ends in its fence" \
	"$(field "$out/interrupts.csv" left_lines)" 0

# the plugin's own reader
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests/vm/storedump.pl --no-interrupts --mnemonics --table "$out/trace" >"$work/table"
diag "$(awk '{ printf "%s %.1f s\n", $1, $3 - $2 }' "$out/times")" \
	"the trace has $(stat -c %s "$out/trace") bytes"
n=0
while read -r method width; do
	n=$((n + 1))
	said_of=$(awk -v n=$n '$1 == n && $3 ~ /^(store|load)$/ {
		print $3, $4, $NF }' "$work/table")
	# before them the driver looks for the card's own registers, and at last
	# it reads the last word back
	is "32 MiB by $method are stores of $width bytes" "$said_of" \
		"load 4 x2
store $width x$((size / width))"
done <"$out/methods"

# Interrupts that stop a copy are seen as such. Their returns always are: of
# those between two stores hardly any may come without.
read -r seen unseen <<<"$(tests/vm/storedump.pl --mnemonics "$out/trace" | awk '
	/^start/ { inside = 0; n = 0 }
	/ store [0-9]| repeat / { unseen += n; inside = 1; n = 0; next }
	/ iret / { if (/in-interrupt/) seen++; else if (inside) n++ }
	END { print seen + 0, unseen + 0 }')"
diag "$seen interrupts seen, $unseen returns without one"
ok "interrupts are seen" test "$seen" -ge 100 -a $((unseen * 100)) -le "$seen"

# --- posted descriptors ---------------------------------------------------------
# of one line and of three: only their fences make lines leave, if full ones stay
# as the manual allows
count=100
posts=$PWD/out/tests/trace/posts
boot "posts" --reference-card 64M --trace "$posts" --env COUNT=$count \
	--ko "$(module)" --file tests/guest/driver.sh \
	--file tests/guest/posting.sh --program build/tests/guest/sysio \
	tests/guest/posttrace.sh
post=("$tool" trace "$posts" --map wc --full stay --evict-interrupt off)
"${post[@]}" >"$boot_out/fenced"
"${post[@]}" --evict-fence off >"$boot_out/bare"

# causes FILE: why lines left, of all
causes()
{
	sed -n -e 's/^    by \([a-z ]*[a-z]\)  *[1-9].*/\1/p' \
		-e 's/^  lines left in the buffers  *[1-9].*/left/p' "$1" | tr '\n' ' '
}

is "posts: every line leaves by a fence, none is left" \
	"$(causes "$boot_out/fenced")" "fence "
like "each post is as many requests as it has lines" \
	"$(cat "$boot_out/fenced")" "of 64 bytes +$((3 * 4 * count))\$"
bare=$(causes "$boot_out/bare")
ok "without their fences they wait for something else" \
	test -n "$bare" -a "${bare/fence/}" = "$bare"
diag "without fences lines leave by $bare"

# between_fences TRACE: which lines of a buffer are stored to between two store
# fences, and how often. A buffer's page is one whose first word is stored to,
# other than that of the control block.
between_fences()
{
	tests/vm/storedump.pl --expand --no-interrupts "$1" | awk '
		function fence() { if (lines != "") n[lines]++; lines = "" }
		$2 == "fence" && $3 == "sfence" { fence() }
		$2 == "store" {
			page = substr($4, 1, length($4) - 3)
			at = substr($4, length($4) - 2)
			if (at == "000")
				buffer[page] = 1
			line = int((index("0123456789abcdef",
					  substr(at, 2, 1)) - 1) / 4)
			if (buffer[page] && !index(lines, line))
				lines = lines line
		}
		END { fence(); for (s in n) print s, n[s] }' | LC_ALL=C sort
}

# 24 bytes are one line and 100 are three, of which the last one, with the
# number, stands between fences of its own
is "the last line of a descriptor is fenced from all others" \
	"$(between_fences "$posts" | tr '\n' ' ')" \
	"0 $((3 * count)) 01 $((3 * count)) 2 $((3 * count)) "

# --- what others write ----------------------------------------------------------
ops=$PWD/out/tests/trace/ops
boot "mmiotrace" --ko nvme --program build/tests/guest/sysio \
	--qemu -device --qemu nvme,serial=x \
	--qemu -trace --qemu "memory_region_ops_write,file=$ops" \
	tests/guest/mmiotrace.sh
status=0
text=$("$tool" trace "$boot_out/mmiotrace" --top 3 2>&1) || status=$?
is "the kernel's mmiotrace log is read" "$status" 0
like "it is recognised" "$text" ': the kernel.s mmiotrace log$'
like "its marks are sections" "$text" '^  the driver begins +[0-9]+  [0-9]+ x 4 B'
like "with gaps" "$text" '^From the first to the last of each section [0-9.]+ ms; gaps'

# stores FILE [OPTION...]: how many there are
stores()
{
	"$tool" trace "$@" --csv - | awk -F, '$2 == "uc" && $1 == "total" { print $3 }'
}

# the driver's registers, two pages; the firmware stores to them, too
base=$(awk '$1 == "MAP" { print $4; exit }' "$boot_out/mmiotrace")
by_kernel=$(stores "$boot_out/mmiotrace" --base "$base" --size 8K)
by_qemu=$(stores "$ops" --base "$base" --size 8K)
is "QEMU has seen what the kernel has seen" \
	"$((by_kernel > 10 && by_qemu >= by_kernel))" 1
diag "$by_kernel stores by the kernel's log, $by_qemu by QEMU's"
like "QEMU's log is recognised, and named for what it is" \
	"$("$tool" trace "$ops" --base "$base" --size 8K 2>&1)" \
	"^note: QEMU logs what a device's model takes"
done_testing
