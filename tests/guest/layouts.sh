# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Several cards at once, of any size, each on its own: mapped, verified, run,
# given back.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

snapshot before
ok "the module loads" load wcbar test_card=1
snapshot loaded
for bdf in $(cards); do
	size=$(info "$bdf" aperture.size)
	name="$size bytes"
	is "$name: effectively write-combining" \
		"$(info "$bdf" aperture.effective)" write-combining
	is "$name: two entries" \
		"$(entries "$bdf" 2 loaded write-combining)" 2
	window=$(info "$bdf" aperture.window)
	is "$name: the window is the BAR, 64 MiB at most" "$window" \
		"$([ "$size" -gt 67108864 ] && echo 67108864 || echo "$size")"
	ok "$name: the whole window can be written" \
		run "$bdf" "method=movnti,memcpy_toio map=wc,uc size=$window iterations=1"
	is "$name: and is verified" \
		"$(rows "$bdf" | awk '{ print $24 }' | sort -u)" yes
	is "$name: the last byte, too" \
		"$(run "$bdf" "method=store8 size=1 offset=$((window - 1))" &&
		rows "$bdf" | awk '{ print $24 }')" yes
	is "$name: but not one further" \
		"$(spec_errno "$bdf" "size=1 offset=$window")" EINVAL
done
# shellcheck disable=SC2012 # names of cards
is "every card is there" "$(ls $DEBUGFS/wcbar | wc -l)" "$(cards | wc -l)"

# one card goes, the others stay
first=$(card)
snapshot all
echo "$first" >/sys/bus/pci/drivers/wcbar/unbind
for bdf in $(cards | tail -n +2); do
	is "$bdf is as it was without $first" \
		"$(info "$bdf" aperture.effective)" write-combining
	ok "$bdf runs" run "$bdf" "method=movnti size=64"
done
echo "$first" >/sys/bus/pci/drivers/wcbar/bind
snapshot rebound
same_types "$first came back" all rebound

# two runs on two cards at the same time
second=$(cards | tail -n 1)
if [ "$first" != "$second" ]; then
	echo "method=store8 size=4K iterations=200000 verify=0" \
		>"$(wcbar_dir "$second")/bandwidth" &
	wait_for grep -q "state: running" "$(wcbar_dir "$second")/bandwidth"
	ok "a run on one card while another one's is going on" \
		run "$first" "method=store8 size=64"
	wait
	like "the other one ends well" \
		"$(cat "$(wcbar_dir "$second")/bandwidth")" "^# state: done"
fi
rmmod wcbar
snapshot after
same_types "after rmmod" before after
done_testing
