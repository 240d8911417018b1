# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# How a run may be varied: threads, bounds in time, batches, a cold buffer,
# the node of the buffer.  The machine has two CPUs.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")

# column NUMBER: of the last run's rows, each value once
column()
{
	rows "$bdf" | awk -v n="$1" '{ print $n }' | sort -u | tr '\n' ' '
}

# between LOW HIGH NUMBER
between()
{
	awk "BEGIN { exit !($3 >= $1 && $3 <= $2) }"
}

snapshot before
ok "the module loads" load wcbar test_card=1
window=$(info "$bdf" aperture.window)

# --- several threads --------------------------------------------------------
ok "two threads copy, all methods, odd sizes and places" run "$bdf" \
	"method=all threads=2 size=1,63,64,4K,65537 offset=0,1,63 iterations=20"
is "all that ran is verified" \
	"$(rows "$bdf" | awk '$9 > 0 && $24 != "yes"' | wc -l)" 0
ok "and that is more than a hundred rows" test \
	"$(rows "$bdf" | awk '$24 == "yes"' | wc -l)" -gt 100
is "rows tell the threads" "$(column 8)" "2 "
is "and the operations of each" \
	"$(rows "$bdf" | awk '$9 > 0 { print $9 }' | sort -u)" 20
is "GB/s are those of both" "$(rows "$bdf" | awk '$9 > 0 {
	want = 2 * $6 / $11
	if ($22 < want * 0.99 - 0.002 || $22 > want * 1.01 + 0.002) print }')" ""
ok "from a given CPU on" run "$bdf" \
	"method=movnti,memcpy_fromio threads=2 cpu=1 size=4K"
is "verified" "$(column 24)" "yes "
ok "two threads by turns on all maps" run "$bdf" \
	"method=store8,load8 map=wc,uc-,uc threads=2 size=4K iterations=16"
is "verified on each" "$(column 24)" "yes "
ok "slices up to the last byte of the window" run "$bdf" \
	"method=memcpy_toio threads=2 size=$((window / 2)) iterations=1 warmup=0"
is "verified there, too" "$(column 24)" "yes "

# what one thread does where two do not fit
ok "one slice at the end" run "$bdf" \
	"method=movnti size=4K offset=$((window - 4096))"
while IFS=@ read -r spec words; do
	is "refused: $spec" "$(spec_errno "$bdf" "$spec")" EINVAL
	like "named: $words" "$(cat "$dir/bandwidth")" "^# error: .*$words"
	is "in one line" "$(wc -l <"$dir/bandwidth")" 1
done <<END
threads=0@threads: 0 is less than 1
threads=65@threads: 65 is more than 64
threads=two@threads: 'two'
threads=3@threads: there are not as many CPUs
threads=2 size=4K offset=$((window - 4096))@offset: .*2 slices
threads=2 size=4K offset=$((window - 8191))@offset: .*2 slices
threads=2 size=$((window / 2 + 1))@threads: 2 slices
threads=64 size=1G@size: 1073741824 is past
threads=2 iterations=500001@iterations: 500001 in each
time=600001@time: 600001
time=-1@time: '-1' is negative
batch=65537@batch: 65537
batch=11 iterations=10@batch: 11 is more than iterations, 10
batch=2 cold=1@batch: 2 with cold=1
cold=2@cold: 2
cold=yes@cold: 'yes'
END
ok "two slices at the end" run "$bdf" \
	"method=movnti threads=2 size=4K offset=$((window - 8192))"
is "verified at the end" "$(column 24)" "yes "

# --- ended by time ------------------------------------------------------------
ok "a row of 100 ms" run "$bdf" "method=movnti size=1M time=100 verify=0"
ok "has some operations" between 2 100000 "$(column 9)"
# the sum of what the operations took is the time the row took, or less
ok "and ends in time" between 10 200 "$(rows "$bdf" |
	awk '{ print $9 * $14 / 1e6 }')"
ok "a bound shorter than one operation" run "$bdf" \
	"method=memcpy_toio size=32M time=1 iterations=1000 verify=0 warmup=0"
is "gives one" "$(column 9)" "1 "
ok "a bound that is not reached" run "$bdf" \
	"method=movnti size=4K time=10000 iterations=64"
is "changes nothing" "$(column 9)" "64 "
ok "two threads by time" run "$bdf" \
	"method=store8,load8 size=4K threads=2 time=50"
is "are verified" "$(column 24)" "yes "

# --- batches ------------------------------------------------------------------
# a sample is a whole number of nanoseconds divided by its operations: with one
# operation the decimals of the smallest are zero
ok "single operations" run "$bdf" "method=movnti size=64 iterations=100 batch=1"
is "are samples of whole nanoseconds" "$(rows "$bdf" |
	awk '{ print $10 ~ /\.000$/ && $13 ~ /\.000$/ }')" 1
single=$(rows "$bdf" | awk '{ print $11 }')
ok "batches of seven" run "$bdf" \
	"method=movnti,load8 size=64 iterations=100 batch=7"
is "do as many operations" "$(column 9)" "100 "
is "and are verified" "$(column 24)" "yes "
ok "of 64 bytes, batches are the usual" run "$bdf" \
	"method=movnti size=64 iterations=6400"
ok "and take the clock's own time away" \
	awk "BEGIN { exit !($(rows "$bdf" | awk '{ print $11 }') < $single) }"
is "arriving takes longer than being issued" \
	"$(rows "$bdf" | awk '$17 < $11')" ""
ok "a batch of the most" run "$bdf" "method=store8 size=64 batch=65536"
is "is its own number of operations" "$(column 9)" "65536 "

# --- a cold buffer ------------------------------------------------------------
ok "a cold buffer, both directions" run "$bdf" \
	"method=memcpy_toio,movnti,load8 cold=1 size=1,64,4K,3M src_offset=3 iterations=5"
is "cold copies are right" "$(column 24)" "yes "
ok "cold and two threads" run "$bdf" \
	"method=movnti,load8 cold=1 threads=2 size=4K iterations=50"
is "are right, too" "$(column 24)" "yes "

# --- the node of the buffers ---------------------------------------------------
ok "buffers of node 0" run "$bdf" \
	"method=movnti,load8 node=0 threads=2 size=64K iterations=10"
is "node 0 is verified" "$(column 24)" "yes "
is "a node that there is not" "$(spec_errno "$bdf" "node=1 threads=2")" EINVAL
like "is named" "$(cat "$dir/bandwidth")" "^# error: node"

# --- auto -----------------------------------------------------------------------
auto=$dir/auto
# entry TYPE USE: the entries of the table
entry()
{
	grep "^$1 $2 " "$auto"
}
is "auto is for root" "$(stat -c '%a' "$auto")" 600
is "the table says what it is" "$(head -n 1 "$auto")" "# wcbar-auto/1"
is "and that it is the built-in one" "$(sed -n 's/^# table: //p' "$auto")" \
	builtin
is "every entry is, too" "$(grep -v '^#' "$auto" | grep -vc ' builtin$')" 0
cat "$auto" >/tmp/auto.builtin
ok "auto runs" run "$bdf" "method=auto map=wc,uc size=64,4K,64K offset=0,1"
is "in both directions" "$(rows "$bdf" | awk '{ print $5 }' | sort | uniq -c |
	awk '{ print $1, $2 }' | tr '\n' ' ')" "12 read 12 write "
is "auto is verified" "$(column 24)" "yes "
is "its rows tell the method of the table" \
	"$(rows "$bdf" | awk '$2 == "wc" && $5 == "write" && $7 == 0 {
		print $1 }' | sort -u)" \
	"auto:$(entry wc block | awk '$3 == "line" { print $5 }')"
ok "auto beside a method, in one direction" run "$bdf" \
	"method=auto,store4 dir=write size=4K threads=2"
is "gives two rows" "$(rows "$bdf" | wc -l)" 2

ok "a method is pinned" sysio write "$auto" "pin movnti"
is "it is in the table" "$(entry wc block | awk '{ print $4, $5, $6 }' |
	sort -u)" "0 movnti pinned"
ok "and taken" run "$bdf" "method=auto dir=write size=64,64K"
is "by each size" "$(column 1)" "auto:movnti "
ok "reading is as it was" test "$(entry wc read)" = \
	"$(grep '^wc read ' /tmp/auto.builtin)"
cat "$auto" >/tmp/auto.pinned
is "measuring" "$(sysio write "$auto" "measure")" ok
is "leaves alone what is pinned" "$(entry wc block)" \
	"$(grep '^wc block ' /tmp/auto.pinned)"
like "and measures the rest" "$(entry wc read)" "measured\$"

is "reset" "$(sysio write "$auto" "reset
")" ok
cat "$auto" >/tmp/auto.now
same "the table is the built-in one again" /tmp/auto.builtin /tmp/auto.now

echo 0 >"$dir/allow_writes"
is "measuring without permission: EPERM" "$(sysio write "$auto" measure)" EPERM
like "for a reason" "$(cat "$auto")" "^# error: .*allow_writes"
grep -v '^# error' "$auto" >/tmp/auto.now
same "which changes nothing else" /tmp/auto.builtin /tmp/auto.now
echo 1 >"$dir/allow_writes"

# other processes of the host may take the CPU away for a while
us=
for i in 1 2 3; do
	[ "${us:-200000}" -ge 200000 ] || break
	is "measuring, attempt $i" "$(sysio write "$auto" measure)" ok
	us=$(sed -n 's/^# table: measured on wc in \([0-9]*\) us$/\1/p' "$auto")
	diag "$us us"
done
ok "takes less than 200 ms" test "${us:-200000}" -lt 200000
like "what is measured is so called" "$(entry wc block)" " measured\$"
is "and nothing of other types" \
	"$(grep -v '^#\|^wc ' "$auto" | grep -vc ' builtin$')" 0
ok "what was measured runs" run "$bdf" \
	"method=auto size=1,64,768,4K,1M offset=0,8,1"
is "and is right" "$(column 24)" "yes "
ok "and is what the table says" run "$bdf" \
	"method=auto size=4K dir=write offset=0"
is "for 4 KiB" "$(column 1)" "auto:$(entry wc block |
	awk '$3 == "line" && $4 <= 4096 { m = $5 } END { print m }') "
grep -v '^# table' "$auto" >/tmp/auto.measured
sysio write "$auto" reset >/tmp/said
is "a measured table is loaded" "$(sysio write-file "$auto" /tmp/auto.measured)" ok
is "it is known as loaded" "$(sed -n 's/^# table: //p' "$auto")" loaded
grep -v '^# table' "$auto" >/tmp/auto.now
same "it is the one that was saved" /tmp/auto.measured /tmp/auto.now

cat "$auto" >/tmp/auto.loaded
while IFS=@ read -r text words; do
	is "auto refuses: $text" \
		"$(sysio write "$auto" "$(echo "$text" | tr '|' '\n')")" EINVAL
	like "auto names: $words" "$(cat "$auto")" "^# error: .*$words"
	grep -v '^# error' "$auto" >/tmp/auto.now
	same "and keeps its table after: $text" /tmp/auto.loaded /tmp/auto.now
done <<END
faster@none of measure
reset all@none of measure
pin@'' is no method
pin movsb@'movsb' is no method
pin movnti @'movnti ' is no method
measure 0@'0' is no number of milliseconds
measure 10001@'10001' is no number of milliseconds
measure soon@'soon' is not a number
# wcbar-auto/1|wc block line 0 movnti@line 2: '' lacks a word
# wcbar-auto/1|wc block line 3 movnti measured@line 2: '3'
# wcbar-auto/1|wc block line 0 nothing measured@line 2: 'nothing'
# wcbar-auto/1|wc block line 0 load8 measured@line 2: 'load8'
# wcbar-auto/2|wc block line 0 movnti measured@first line
END
head -c 65537 /dev/zero >/tmp/zeros
is "64 KiB and a byte: E2BIG" "$(sysio write-file "$auto" /tmp/zeros)" E2BIG
is "an empty table is the built-in one" "$(sysio write "$auto" \
	"# wcbar-auto/1")" ok
is "in every entry" "$(grep -v '^#' "$auto" | grep -vc ' builtin$')" 0
echo uc >"$dir/memtype"
is "uncached memory is measured" "$(sysio write "$auto" "measure 50")" ok
like "by itself" "$(entry uc block)" " measured\$"
is "without what is not mapped" "$(entry wc block | grep -vc ' builtin$')" 0
echo wc >"$dir/memtype"
sysio write "$dir/bandwidth" "method=store8 size=16M iterations=100000" \
	>/tmp/long.said &
long_pid=$!
wait_for grep -q "state: running" "$dir/bandwidth"
is "a change in a run: EBUSY" "$(sysio write "$auto" reset)" EBUSY
like "which can be read" "$(cat "$auto")" "^# wcbar-auto/1"
kill -TERM $long_pid
wait $long_pid 2>/dev/null
sysio write "$auto" "measure 10000" >/tmp/long.said &
long_pid=$!
usleep 300000
kill -TERM $long_pid
wait $long_pid 2>/dev/null
is "a signal ends measuring" "$(entry wc block | grep -vc ' builtin$')" 0

# --- ended by a signal, by removal -------------------------------------------
long="method=store8 threads=2 size=16M iterations=100000 warmup=0"
for more in "" " cpu=1" " time=600000"; do
	sysio write "$dir/bandwidth" "$long$more" >/tmp/long.said &
	long_pid=$!
	wait_for grep -q "state: running" "$dir/bandwidth"
	is "a second run meanwhile$more: EBUSY" \
		"$(spec_errno "$bdf" "size=64")" EBUSY
	kill -TERM $long_pid
	wait $long_pid 2>/dev/null
	like "a signal ends two threads$more" "$(cat "$dir/bandwidth")" \
		"^# state: interrupted"
done
is "no thread is left" "$(cat /proc/[0-9]*/comm | grep -c '^wcbar/')" 0
sysio write "$dir/bandwidth" "$long" >/tmp/long.said &
long_pid=$!
wait_for grep -q "state: running" "$dir/bandwidth"
echo 0 >"$dir/allow_writes"
wait $long_pid 2>/dev/null
is "taking the permission away ends them" "$(cat /tmp/long.said)" EPERM
echo 1 >"$dir/allow_writes"
sysio write "$dir/bandwidth" "$long" >/tmp/long.said &
long_pid=$!
wait_for grep -q "state: running" "$dir/bandwidth"
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
wait $long_pid 2>/dev/null
is "so does removing the card" "$(cat /tmp/long.said)" ENODEV
ok "unbinding was complete" test ! -e "$dir"
echo "$bdf" >/sys/bus/pci/drivers/wcbar/bind
ok "the card works again" run "$bdf" "method=movnti threads=2 size=4K"

# --- what was there comes back ------------------------------------------------
# content NAME: a checksum of the window, with no driver holding the BAR
content()
{
	rmmod wcbar
	barsum "/sys/bus/pci/devices/$bdf/resource2" "$((window))" >"/tmp/$1"
	load wcbar test_card=1
}
content content.1
ok "two threads with save=1" run "$bdf" \
	"method=store8 threads=2 size=9999 offset=0,4097 save=1"
content content.2
same "leave the card's memory as it was" /tmp/content.1 /tmp/content.2
is "measuring auto's table once more" "$(sysio write "$dir/auto" measure)" ok
content content.3
same "leaves it, too" /tmp/content.1 /tmp/content.3
rmmod wcbar
snapshot end
same_types "at the end" before end
done_testing
