# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Descriptors to a card that takes none: they go into its aperture, and what
# was there comes back, however the run ends.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh
# shellcheck source=tests/guest/posting.sh
. /guest/posting.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")
sum=

# content: a checksum of the first 64 KiB, with no driver holding the BAR
content()
{
	echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind 2>/dev/null
	barsum "/sys/bus/pci/devices/$bdf/resource2" 65536
	echo "$bdf" >/sys/bus/pci/drivers/wcbar/bind
}

# kept WHAT: the content is as it was
kept()
{
	is "$1: what was in the card is back" "$(content)" "$sum"
}

# runs SPEC: and nothing is changed by it
runs()
{
	ok "$1" post "$1 iterations=20"
	kept "$1"
}

load wcbar test_card=1
ok "something is in the card" run "$bdf" \
	"method=store8 size=64K iterations=1 save=0"
sum=$(content)
isnt "something else than nothing" "$sum" \
	"$(head -c 65536 /dev/zero >/tmp/zeros; barsum /tmp/zeros 65536)"

runs "post=bf size=1"
runs "post=bf,auto map=wc,uc size=1..4096"
runs "post=bf size=64,4096 cpu=0"
runs "post=bf,doorbell,inline mix=1 size=1,4096"
is "the first clock stops before the second" "$(grep -v '^#' "$dir/latency" |
	awk '$13 > $20 || $15 > $22' | wc -l)" 0

# begin_long: a long run in the background, which has written something
begin_long()
{
	begin "post=bf map=uc,wc size=4096 iterations=1000000"
	usleep 100000
}

for signal in TERM KILL; do
	begin_long
	kill -$signal $long_pid
	wait $long_pid 2>/dev/null
	wait_for grep -q "state: interrupted" "$dir/latency"
	kept "ended by SIG$signal"
done
begin_long
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
wait $long_pid 2>/dev/null
is "ended by an unbind: ENODEV" "$(cat /tmp/long.said)" ENODEV
is "ended by an unbind: what was in the card is back" \
	"$(barsum "/sys/bus/pci/devices/$bdf/resource2" 65536)" "$sum"
echo "$bdf" >/sys/bus/pci/drivers/wcbar/bind
begin_long
echo 0 >"$dir/allow_writes"
wait $long_pid 2>/dev/null
is "taking the permission away: EPERM" "$(cat /tmp/long.said)" EPERM
isnt "and then nothing is written, not even what was there" "$(content)" \
	"$sum"
is "it was no bus master" "$(master)" 0
rmmod wcbar
done_testing
