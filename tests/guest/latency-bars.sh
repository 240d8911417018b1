# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# A card that takes descriptors, bound with other BARs than its own, or left a
# bus master by somebody else: what is its own stays out of reach, what is
# known of its registers is not done to another BAR, and it is off the bus.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh
# shellcheck source=tests/guest/posting.sh
. /guest/posting.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")
load wcbar

# as BARS: bound with these, allowed to be written to
as()
{
	[ ! -e "$dir" ] || echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
	echo "$bdf=$1" >/sys/module/wcbar/parameters/bars
	ok "bound with BARs $1" bind "$bdf"
	echo 1 >"$dir/allow_writes"
}

# keeps_off: no copy reaches the 20 KiB that the card has for itself
keeps_off()
{
	is "$1: what runs may write" "$(info "$bdf" aperture.room)" "$room"
	is "$1: a copy beyond: EINVAL" \
		"$(spec_errno "$bdf" "method=store8 size=64 offset=$room")" \
		EINVAL
	ok "$1: up to there" run "$bdf" \
		"method=store8 size=64 offset=$((room - 64)) save=0"
	ok "$1: auto measures" sh -c "echo measure 20 >$dir/auto"
}

as 2,0
room=$(info "$bdf" interface.reserved)
keeps_off "usable"

as 2,none
is "without registers there is no interface" "$(info "$bdf" interface)" none
keeps_off "without registers"
ok "its stores are measured" post "post=bf,doorbell size=64 iterations=20"
is "to the read back" "$(column 1,10 | head -n1)" "bf readback"
like "and nothing is rung" "$(column 34- | tail -n1)" "^skipped no register"

# BAR1 holds the table of its interrupts
as 2,1
is "in other registers there is no interface" "$(info "$bdf" interface)" none
ok "its stores are measured" post "post=doorbell,inline size=64 iterations=20"
is "no register of another BAR is rung" "$(column 34- | sort -u)" \
	"skipped no register of this card is known to be safe to ring"

# a bus master by the hand of somebody else
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
printf '\007\000' |
	dd of="/sys/bus/pci/devices/$bdf/config" bs=1 seek=4 conv=notrunc \
		2>/dev/null
is "it is a bus master" "$(master)" 4
as 2,0
is "bound it is none" "$(master)" 0
is "nobody has written to its registers" "$(info "$bdf" interface)" \
	"reference card 1, emulated"
all "post=bf,doorbell,inline size=64 iterations=90 wait=poll,irq" 100
rmmod wcbar
is "nor after rmmod" "$(master)" 0
done_testing
