# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# The main job on one card: what is reserved, mapped and given back, the
# files, the runs, the write gate, and what bad input does.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")
cycles=${CYCLES:-20}

snapshot before
ok "the module loads" load wcbar test_card=1
snapshot loaded

# --- what was obtained ------------------------------------------------------
is "the aperture has two write-combining entries" \
	"$(entries "$bdf" 2 loaded write-combining)" 2
is "the registers have one uncached-minus entry" \
	"$(entries "$bdf" 0 loaded uncached-minus)" 1
is "aperture: requested" "$(info "$bdf" aperture.requested)" write-combining
is "aperture: obtained" "$(info "$bdf" aperture.obtained)" write-combining
is "aperture: effective" "$(info "$bdf" aperture.effective)" write-combining
is "aperture: why" "$(info "$bdf" aperture.reason)" ok-pat
is "registers: effectively uncached" "$(info "$bdf" regs.effective)" uncached
is "state" "$(info "$bdf" state)" ready
is "the emulator is named" "$(info "$bdf" accel)" tcg
is "memtype" "$(cat "$dir/memtype")" wc
is "info and methods are read-only for root" \
	"$(stat -c '%a' "$dir/info" "$dir/methods" | tr '\n' ' ')" "400 400 "
is "the other files are for root" \
	"$(stat -c '%a' "$dir/memtype" "$dir/bandwidth" "$dir/allow_writes" |
		tr '\n' ' ')" "600 600 600 "
is "the card is no bus master" \
	"$(($(config_word "$bdf" 4) & 4))" 0

# --- runs ---------------------------------------------------------------------
is "no run yet: ENODATA" "$(sysio errno "$dir/bandwidth")" ENODATA
ok "all methods on all maps run" \
	run "$bdf" "method=all map=wc,uc-,uc size=1,64,4K,64K offset=0,1,63"
rows "$bdf" >/tmp/rows
is "there is a row for each combination" "$(wc -l </tmp/rows)" \
	"$(($(grep -c '^[a-z_]' "$dir/methods") * 3 * 4 * 3))"
is "every row that ran is verified" \
	"$(awk '$9 != "-" && $9 > 0 && $24 != "yes"' /tmp/rows | wc -l)" 0
is "every row ran or says why not" \
	"$(awk '($9 == 0 || $9 == "-") && $25 == "-"' /tmp/rows | wc -l)" 0
is "at least five methods ran on each map" \
	"$(awk '$24 == "yes" { print $1, $2 }' /tmp/rows | sort -u |
		awk '{ n[$2]++ } END { for (m in n) if (n[m] < 5) print m }')" ""
is "each map was obtained as asked" \
	"$(awk '$24 == "yes" && $2 != $3' /tmp/rows | wc -l)" 0
is "times are ordered and arrive after they are issued" \
	"$(awk '$24 == "yes" && ($10 > $11 || $11 > $12 || $12 > $13 ||
		$17 < $11) ' /tmp/rows | wc -l)" 0
is "the map is back" "$(cat "$dir/memtype")" wc
snapshot ran
same_types "after the run, nothing else changed" loaded ran

ok "a run on a given CPU" run "$bdf" "cpu=0 size=4K method=movnti"
ok "32 MiB at an odd place" \
	run "$bdf" "method=memcpy_toio size=32M offset=4097 iterations=1"
is "32 MiB are verified" "$(rows "$bdf" | awk '{ print $24 }')" yes

# --- maps ---------------------------------------------------------------------
for type in uc- uc wc; do
	echo $type >"$dir/memtype"
	is "memtype $type is mapped" "$(cat "$dir/memtype")" $type
	ok "and runs" run "$bdf" "method=movnti size=4K"
	is "its rows say so" "$(rows "$bdf" | awk '{ print $2, $3 }')" \
		"$type $type"
done
is "another word is refused" "$(write_errno "$dir/memtype" wb)" \
	EINVAL
is "and changes nothing" "$(cat "$dir/memtype")" wc
snapshot mapped
same_types "after the map changes" loaded mapped

# --- the write gate -------------------------------------------------------------
echo 0 >"$dir/allow_writes"
is "writing is refused" "$(spec_errno "$bdf" "method=movnti")" \
	EPERM
like "and the reason is told" "$(cat "$dir/bandwidth")" "allow_writes"
is "all methods would write, too" "$(spec_errno "$bdf" "method=all")" \
	EPERM
ok "reading is allowed" run "$bdf" "dir=read size=4K"
is "and verified by a second read" \
	"$(rows "$bdf" | awk '$25 == "-" { print $24 }' | sort -u)" yes
is "allow_writes takes 0 and 1 only" \
	"$(write_errno "$dir/allow_writes" yes)" EINVAL
echo 1 >"$dir/allow_writes"

# --- bad input ------------------------------------------------------------------
window=$(info "$bdf" aperture.window)
# spec@a part of the sentence
while IFS=@ read -r spec words; do
	is "refused: $spec" "$(spec_errno "$bdf" "$spec")" EINVAL
	like "named: $words" "$(cat "$dir/bandwidth")" "^# error: .*$words"
	is "in one line" "$(wc -l <"$dir/bandwidth")" 1
done <<END
colour=red@colour
fast@fast
size=0@size
size=-1@size.*-1
size=@size
size=4Q@4Q
size=$((window + 1))@size
size=9223372036854775808@size
size=18446744073709551616@size
offset=$window@offset
size=4K offset=$((window - 4095))@offset
size=4K offset=-1@offset
map=wb@wb
method=strcpy@strcpy
dir=sideways@sideways
iterations=1000001@iterations
size=4K size=8K@size
cpu=4096@cpu
node=77@node
END
is "refused: nothing" "$(spec_errno "$bdf" "")" EINVAL
is "refused: blanks" "$(spec_errno "$bdf" "   ")" EINVAL
head -c 65536 /dev/urandom >/tmp/garbage
is "refused: 64 KiB of garbage" \
	"$(sysio write-file "$dir/bandwidth" /tmp/garbage)" E2BIG
head -c 4096 /tmp/garbage >/tmp/garbage4
is "refused: 4 KiB of garbage" \
	"$(sysio write-file "$dir/bandwidth" /tmp/garbage4)" EINVAL
is "what is read then is printable" \
	"$(tr -d ' -~\n' <"$dir/bandwidth" | wc -c)" 0
snapshot refused
same_types "after all that was refused" loaded refused

# --- two at once, interrupted ------------------------------------------------------
long="method=memcpy_toio size=32M iterations=100000 verify=0 map=uc"
sysio write "$dir/bandwidth" "$long" >/tmp/long.said &
long_pid=$!
wait_for grep -q "state: running" "$dir/bandwidth"
is "a second run: EBUSY" "$(spec_errno "$bdf" "size=64")" \
	EBUSY
is "a map change meanwhile: EBUSY" "$(write_errno "$dir/memtype" uc-)" \
	EBUSY
like "info can be read meanwhile" "$(cat "$dir/info")" "^state: "
kill -TERM $long_pid
wait $long_pid 2>/dev/null
like "a signal ends a run" "$(cat "$dir/bandwidth")" "^# state: interrupted"
is "the map is back after it" "$(cat "$dir/memtype")" wc
sysio write "$dir/bandwidth" "$long cpu=0" >/tmp/long.said &
long_pid=$!
wait_for grep -q "state: running" "$dir/bandwidth"
kill -TERM $long_pid
wait $long_pid 2>/dev/null
like "and one on a given CPU" "$(cat "$dir/bandwidth")" \
	"^# state: interrupted"
sysio write "$dir/bandwidth" "$long" >/tmp/long.said &
long_pid=$!
wait_for grep -q "state: running" "$dir/bandwidth"
echo 0 >"$dir/allow_writes"
wait $long_pid 2>/dev/null
is "taking the permission away ends a run" "$(cat /tmp/long.said)" EPERM
like "for a reason" "$(cat "$dir/bandwidth")" "^# error: .*allow_writes"
echo 1 >"$dir/allow_writes"
snapshot interrupted
same_types "after the interruptions" loaded interrupted

# --- removed in a run ----------------------------------------------------------------
sysio write "$dir/bandwidth" "$long" >/tmp/long.said &
long_pid=$!
wait_for grep -q "state: running" "$dir/bandwidth"
exec 5<"$dir/bandwidth"	# open while the card goes
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
wait $long_pid 2>/dev/null
is "a run on a removed card: ENODEV" "$(cat /tmp/long.said)" ENODEV
like "an open file of a removed card gives an error" \
	"$(cat <&5 2>&1)" "Input/output error"
exec 5<&-
ok "unbinding was complete" test ! -e "$dir"
echo "$bdf" >/sys/bus/pci/drivers/wcbar/bind
ok "the card can be bound again" test -e "$dir"

# --- again and again ----------------------------------------------------------------------
i=0
while [ $i -lt "$cycles" ]; do
	echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
	echo "$bdf" >/sys/bus/pci/drivers/wcbar/bind
	i=$((i + 1))
done
snapshot rebound
same_types "after $cycles unbind and bind cycles" loaded rebound
rmmod wcbar
snapshot unloaded
same_types "after rmmod" before unloaded
ok "nothing is left in debugfs" test ! -e $DEBUGFS/wcbar
is "nothing is left in /proc/iomem" "$(grep -c wcbar /proc/iomem)" 0

i=0
while [ $i -lt "$cycles" ]; do
	load wcbar test_card=1
	rmmod wcbar
	i=$((i + 1))
done
snapshot cycled
same_types "after $cycles insmod and rmmod cycles" before cycled

# --- what was in the card comes back ------------------------------------------------------
# content: a checksum of the first 64 KiB, with no driver holding the BAR
content()
{
	rmmod wcbar
	barsum "/sys/bus/pci/devices/$bdf/resource2" 65536
	load wcbar test_card=1
}
load wcbar test_card=1
run "$bdf" "method=store8 size=64K"
content >/tmp/content.1
rmmod wcbar
below=$(barsum "/sys/bus/pci/devices/$bdf/resource2" 8192)
load wcbar test_card=1
ok "a run with save=1" run "$bdf" \
	"method=store8,movnti size=64,4K,32K offset=0,4096,9999 save=1 map=wc,uc"
content >/tmp/content.2
same "leaves the card's memory as it was" /tmp/content.1 /tmp/content.2
sysio write "$dir/bandwidth" "method=store8 size=32M iterations=100000 save=1" \
	>/tmp/long.said &
long_pid=$!
wait_for grep -q "state: running" "$dir/bandwidth"
kill -TERM $long_pid
wait $long_pid 2>/dev/null
content >/tmp/content.3
same "so does one that is interrupted" /tmp/content.1 /tmp/content.3
sysio write "$dir/bandwidth" "method=store8 size=32M iterations=100000 save=1" \
	>/tmp/long.said &
long_pid=$!
wait_for grep -q "state: running" "$dir/bandwidth"
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
wait $long_pid 2>/dev/null
content >/tmp/content.5
same "and one that an unbind ended" /tmp/content.1 /tmp/content.5
ok "a run in the middle, verified" run "$bdf" \
	"method=store8,movnti,memcpy_fromio size=4K offset=8K dir=write"
rmmod wcbar
is "has written nothing below its range" \
	"$(barsum "/sys/bus/pci/devices/$bdf/resource2" 8192)" "$below"
load wcbar test_card=1
ok "a run that only reads, verified, with writing allowed" run "$bdf" \
	"dir=read size=64K"
content >/tmp/content.6
ok "again" run "$bdf" "dir=read size=4K offset=1,8K"
content >/tmp/content.7
same "writes nothing" /tmp/content.6 /tmp/content.7
run "$bdf" "method=store8 size=4K"
content >/tmp/content.4
not_ok "without save=1 it is another" cmp -s /tmp/content.1 /tmp/content.4
rmmod wcbar

# --- nothing happens by itself ------------------------------------------------------------
ok "the module loads without test_card" load wcbar
ok "and binds nothing" test ! -e "/sys/bus/pci/devices/$bdf/driver"
echo wcbar >"/sys/bus/pci/devices/$bdf/driver_override"
echo "$bdf" >/sys/bus/pci/drivers_probe
ok "driver_override binds the card" test -e "$dir"
is "which may not be written" "$(cat "$dir/allow_writes")" 0
is "and is not" "$(spec_errno "$bdf" "method=movnti")" \
	EPERM
rmmod wcbar
snapshot end
same_types "at the end" before end
done_testing
