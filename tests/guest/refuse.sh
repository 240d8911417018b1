# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# What the driver does not bind, and that it leaves nothing behind then.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(card 1af4:1110)
edu=$(card 1234:11e8)
vga=$(card 1234:1111)
bars=/sys/module/wcbar/parameters/bars

snapshot before
ok "the module loads" load wcbar

# refused DESCRIPTION BDF ERROR MESSAGE
refused()
{
	refused_what=$1
	refused_mark=$refused_what
	log_mark "$refused_mark"
	echo wcbar >"/sys/bus/pci/devices/$2/driver_override"
	is "$refused_what: refused" \
		"$(write_errno /sys/bus/pci/drivers/wcbar/bind "$2")" "$3"
	like "$refused_what: in words" "$(log_since "$refused_mark")" "$4"
	ok "$refused_what: no files" test ! -e "$(wcbar_dir "$2")"
	snapshot refused
	same_types "$refused_what" before refused
	is "$refused_what: nothing claimed" "$(grep -c "$2\$" /tmp/iomem.before)" \
		"$(grep -c "$2\$" /proc/iomem)"
	echo >"/sys/bus/pci/devices/$2/driver_override"
}
cp /proc/iomem /tmp/iomem.before

refused "a card without BAR2" "$edu" ENODEV \
	"wcbar .*$edu.*aperture: there is no BAR2"
refused "the boot display" "$vga" EBUSY \
	"$vga.*refused: this is the boot display"

echo "$bdf=0,2" >$bars
refused "an aperture smaller than a page" "$bdf" EINVAL \
	"$bdf.*aperture: BAR0 is smaller than a page"
echo "$bdf=4,0" >$bars
refused "a missing aperture BAR" "$bdf" ENODEV \
	"$bdf.*aperture: there is no BAR4"
echo "$bdf=2,5" >$bars
refused "a missing register BAR" "$bdf" ENODEV \
	"$bdf.*registers: there is no BAR5"
echo "$bdf=2,2" >$bars
refused "one BAR for both" "$bdf" EINVAL \
	"$bdf.*BAR2 cannot be both"
echo "$edu=0,none" >$bars
refused "an aperture that is not prefetchable" "$edu" EINVAL \
	"$edu.*BAR0 is not prefetchable"

# the parameter itself
echo "$bdf=2,0" >$bars
for bad in "$bdf" "$bdf=2" "$bdf=2,0,1" "$bdf=6,0" "$bdf=-1,0" "$bdf=none,0" \
	"here=2,0" "0:100:0.0=2,0" "0:0:20.0=2,0" "0:0:0.8=2,0" "$bdf=2,0;" "$bdf=2,0;x"; do
	is "bars: refused: $bad" "$(write_errno $bars "$bad")" \
		EINVAL
done
is "bars: a bad value changes nothing" "$(cat $bars)" "$bdf=2,0"

# another driver holds a BAR
for held in 2 0; do
	ok "another driver takes BAR$held" load wcbar_holder bdf="$bdf" \
		bar=$held request=1
	cp /proc/iomem /tmp/iomem.before
	snapshot before
	refused "a held BAR$held" "$bdf" EBUSY \
		"$bdf.*BAR$held .*held by another driver"
	rmmod wcbar_holder
done

# and what is accepted
snapshot before
echo "$bdf=2,none" >$bars
bind "$bdf"
is "without registers" "$(info "$bdf" regs.bar)" none
is "the aperture is there" "$(info "$bdf" aperture.obtained)" write-combining
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
echo "$(echo "$bdf" | sed 's/^0000:00:0/0:0:/')=2,none" >$bars
bind "$bdf"
is "an address may be written short" "$(info "$bdf" regs.bar)" none
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
echo "$edu=0,none" >$bars
echo 1 >/sys/module/wcbar/parameters/force
bind "$edu"
is "force accepts an aperture that is not prefetchable" \
	"$(info "$edu" aperture.bar)" 0
echo "$edu" >/sys/bus/pci/drivers/wcbar/unbind
snapshot after
same_types "at the end" before after

# A device that is gone from the bus while it is bound.
echo "" >$bars
bind "$bdf"
ok "the card is bound again" test -e "$(wcbar_dir "$bdf")"
# the part of the ABI document that is about info
sed '/debugfs.*\/methods/,$d' /guest/debugfs-wcbar >/tmp/abi
is "every key of info is documented" "$(sed -n 's/^\([a-z_.]*\): .*/\1/p' \
	"$(wcbar_dir "$bdf")/info" | sed 's/^aperture\.//;s/^regs\.//' |
	while read -r key; do
		grep -qwF "$key" /tmp/abi || echo "$key"
	done)" ""
echo 1 >"/sys/bus/pci/devices/$bdf/remove"
ok "removed from the bus" test ! -e "$(wcbar_dir "$bdf")"
rmmod wcbar
snapshot gone
same_types "after all that" before gone
done_testing
