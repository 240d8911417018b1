# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# wcbar bind and unbind on real drivers: an NVMe disk with a controller memory
# buffer, whose driver has to have it back and work; a display whose aperture
# is BAR0; refusals while it is in use; and interruptions.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

mkdir -p /run /mnt

# run ARGUMENT...: the tool; $status and $said are what came of it.
run()
{
	status=0
	said=$(wcbar "$@" 2>&1) || status=$?
}

# ends DESCRIPTION STATUS PATTERN: how the last run ended.
ends()
{
	is "$1: exit status" "$status" "$2"
	like "$1: says so" "$said" "$3"
}

# driver BDF: its driver, or nothing.
driver()
{
	basename "$(readlink "/sys/bus/pci/devices/$1/driver")" 2>/dev/null
}

override()
{
	cat "/sys/bus/pci/devices/$1/driver_override"
}

# wait_for FILE: until it is there, at most ten seconds.
wait_for()
{
	tries=0
	until [ -e "$1" ] || [ $tries = 100 ]; do
		tries=$((tries + 1))
		usleep 100000
	done
	[ -e "$1" ]
}

# class PREFIX: the first function whose class begins so.
class()
{
	grep -l "^$1" /sys/bus/pci/devices/*/class | head -n 1 |
		sed 's,/class$,,; s,.*/,,'
}

ok "load nvme" load nvme
# ext4 asks for it by name, which no dependency tells
ok "load crc32c_generic" load crc32c_generic
ok "load ext4" load ext4
nvme=$(class 0x0108)
display=$(class 0x0380)
shmem=$(card)
ok "the disk is there" wait_for /dev/nvme0n1
is "its driver" "$(driver "$nvme")" nvme

run bind "$nvme" --aperture 2
ends "bind without the module" 1 "the wcbar driver is not loaded: modprobe wcbar"
ok "insmod wcbar.ko" load wcbar
is "which takes nothing by itself" "$(driver "$nvme") $(driver "$shmem")" \
	"nvme "

# --- refusals -----------------------------------------------------------------

run bind "$nvme" --aperture 0
ends "an aperture that is not prefetchable" 2 "BAR0 of $nvme cannot be the aperture: it is not prefetchable"
ok "a filesystem" mke2fs /dev/nvme0n1
ok "mounted" mount -t ext4 /dev/nvme0n1 /mnt
dd if=/dev/urandom of=/mnt/data bs=64k count=16 2>/dev/null
cp /mnt/data /tmp/data
sync
run bind "$nvme" --aperture 2
ends "bind of a mounted disk" 1 "its disk nvme0n1 is mounted on /mnt"
is "it keeps its driver" "$(driver "$nvme") $(override "$nvme")" \
	"nvme (null)"
not_ok "and nothing is remembered" test -e "/run/wcbar/$nvme"
ok "not mounted any more" umount /mnt

# shellcheck disable=SC2217 # it only has to have it open
sleep 1000 </dev/nvme0 &
user=$!
run bind "$nvme" --aperture 2
ends "bind while a program has its node open" 1 "sleep \(process $user\) has /dev/nvme0 open"
kill $user

root=$(class 0x0600)
run bind "$root"
ends "bind of a bridge" 1 "$root is a bridge \(class 0x0600"

# --- bind and unbind ----------------------------------------------------------

snapshot before
run bind "$nvme" --aperture 2
ends "bind of the disk" 0 "^$nvme: bound to wcbar, before that to nvme"
is "its driver now" "$(driver "$nvme")" wcbar
is "the aperture" "$(info "$nvme" aperture.bar) $(info "$nvme" aperture.size)" \
	"2 67108864"
is "mapped write-combining" "$(info "$nvme" aperture.obtained)" \
	write-combining
is "writing is not allowed" "$(info "$nvme" allow_writes)" 0
run bind "$nvme" --aperture 2
ends "bind once more" 1 "is bound to wcbar already"
run check "$nvme"
ends "check" 3 "entry-wc: The wcbar driver has mapped it"
like "check: but emulated" "$said" "emulated-bar|tcg: "
run check "$nvme" --measure
ends "measuring is not allowed" 2 "allow_writes forbids"

run unbind "$nvme"
ends "unbind" 0 "^$nvme: given back to nvme"
is "the old driver has it" "$(driver "$nvme") $(override "$nvme")" \
	"nvme (null)"
is "no BARs of it are left in the module" \
	"$(cat /sys/module/wcbar/parameters/bars)" ""
ok "the disk is there again" wait_for /dev/nvme0n1
ok "mounted again" mount -t ext4 /dev/nvme0n1 /mnt
same "with what was written" /mnt/data /tmp/data
ok "it can be written" dd if=/dev/zero of=/mnt/more bs=64k count=4 conv=fsync
umount /mnt
snapshot after
same_types "memory types as before" before after
run unbind "$nvme"
ends "unbind once more" 1 "is not bound to wcbar"

# --- another card, other BARs -------------------------------------------------

run bind "$display" --aperture 0 --regs 2
ends "bind of the display" 0 "before that to no driver"
is "its BARs" "$(info "$display" aperture.bar) $(info "$display" regs.bar)" \
	"0 2"
run bind "$nvme" --aperture 2
is "two cards at once" "$(driver "$display") $(driver "$nvme")" "wcbar wcbar"
run unbind "$display"
ends "unbind of the display" 0 "given back, it has no driver"
is "which has none, as before" "$(driver "$display")" ""
is "the other one stays" "$(driver "$nvme")" wcbar
run unbind "$nvme"
is "and goes back" "$(driver "$nvme")" nvme

# --- a driver_override that was there, and a driver that refuses --------------

echo somebody >"/sys/bus/pci/devices/$shmem/driver_override"
run bind "$shmem" --aperture 2 --regs 0
ends "bind with an override" 0 "before that to no driver"
run unbind "$shmem"
is "the override is back" "$(override "$shmem")" somebody
echo >"/sys/bus/pci/devices/$shmem/driver_override"

echo "$nvme=1,none" >/sys/module/wcbar/parameters/bars
run bind "$nvme"
# without --aperture the driver's own choice: the entry by hand is gone
is "a stale entry is removed" "$(cat /sys/module/wcbar/parameters/bars)" ""
run unbind "$nvme"

# --- interrupted between taking and giving -------------------------------------

# interrupt: bind, killed after the old driver is gone. The file through which
# the new one would get the card is hidden behind a pipe that nobody reads.
interrupt()
{
	rm -f /tmp/pipe
	mkfifo /tmp/pipe
	mount --bind /tmp/pipe /sys/bus/pci/drivers/wcbar/bind
	wcbar bind "$nvme" --aperture 2 >/dev/null 2>&1 &
	interrupted=$!
	tries=0
	while [ -n "$(driver "$nvme")" ] && [ $tries != 100 ]; do
		tries=$((tries + 1))
		usleep 100000
	done
	kill -9 $interrupted
	wait $interrupted 2>/dev/null
	umount /sys/bus/pci/drivers/wcbar/bind
}

wait_for /dev/nvme0n1
interrupt
is "killed: no driver" "$(driver "$nvme")" ""
is "killed: its override" "$(override "$nvme")" wcbar
ok "killed: what to restore is on disk" grep -q "driver: nvme" \
	"/run/wcbar/$nvme"
run unbind "$nvme"
ends "unbind repairs" 0 "given back to nvme"
is "repaired" "$(driver "$nvme") $(override "$nvme")" "nvme (null)"

wait_for /dev/nvme0n1
interrupt
run bind "$nvme" --aperture 2
ends "bind goes on" 0 "before that to nvme"
run unbind "$nvme"
is "and unbind still knows the driver" "$(driver "$nvme")" nvme

wait_for /dev/nvme0n1
interrupt
run bind "$display" --aperture 0 --regs 2
ends "a call for another card" 0 "$nvme: an earlier bind was interrupted; it is back with driver nvme"
is "repaired by it" "$(driver "$nvme") $(override "$nvme")" "nvme (null)"
run unbind "$display"

wait_for /dev/nvme0n1
ok "mounted at last" mount -t ext4 /dev/nvme0n1 /mnt
same "with what was written at first" /mnt/data /tmp/data
umount /mnt

# --- the old driver is not loaded ----------------------------------------------

run bind "$nvme" --aperture 2
ok "rmmod nvme" rmmod nvme
run unbind "$nvme"
ends "unbind without the old driver" 1 "its old one, nvme, is not loaded; load it \(modprobe nvme\)"
ok "load nvme again" load nvme
run unbind "$nvme"
is "unbind once more" "$(driver "$nvme")" nvme

ok "rmmod wcbar" rmmod wcbar
done_testing
