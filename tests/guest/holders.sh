# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# The type we say we obtained against the kernel's own list, with every kind of
# earlier holder and every size of page-table entry.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

log_mark start
low=
high=
for bdf in $(cards); do
	[ "$(bar "$bdf" 2 | cut -d' ' -f2)" = 4000000 ] && low=$bdf
	[ "$(bar "$bdf" 2 | cut -d' ' -f2)" = 200000000 ] && high=$bdf
done

# list_type BDF SNAPSHOT: the type the kernel's list gives the card's window,
# by the entry that is as long as the window; several types are all told.
list_type()
{
	list_start=$(bar "$1" 2 | cut -d' ' -f1)
	list_end=$(printf '%016x' $((0x$list_start + $(info "$1" aperture.window))))
	sed -n "s/^PAT: \[mem 0x0*$list_start-0x$list_end\] //p" \
		"/tmp/$2.pat" | sort -u
}

# compare NAME BDF WANT STATE: loads the driver for one card and compares
compare()
{
	bind "$2" || {
		fail "$1: binds"
		return
	}
	snapshot bound
	is "$1: the kernel's list says what we say" \
		"$(info "$2" aperture.obtained)" "$(list_type "$2" bound)"
	is "$1: obtained" "$(info "$2" aperture.obtained)" "$3"
	is "$1: $4" "$(info "$2" state)" "$4"
	is "$1: the reservation returned 0 whatever it is" \
		"$(info "$2" aperture.reserve)" 0
	echo "$2" >/sys/bus/pci/drivers/wcbar/unbind
}

# level NAME BDF LEVEL WINDOW_MB: all holders with that size of entry
level()
{
	level_what="$3 entries"
	echo "$4" >/sys/module/wcbar/parameters/window_mb

	snapshot before
	compare "$level_what, no holder" "$2" write-combining ready
	bind "$2"
	is "$level_what: the size of the entries" \
		"$(info "$2" aperture.level)" "$3"
	echo "$2" >/sys/bus/pci/drivers/wcbar/unbind
	snapshot after
	same_types "$level_what, no holder" before after

	load wcbar_holder bdf="$2" type=uc- && snapshot before
	compare "$level_what, a UC- holder" "$2" uncached-minus degraded
	snapshot after
	same_types "$level_what, a UC- holder" before after
	rmmod wcbar_holder

	load wcbar_holder bdf="$2" type=wc && snapshot before
	compare "$level_what, a WC holder" "$2" write-combining ready
	snapshot after
	same_types "$level_what, a WC holder" before after
	rmmod wcbar_holder
}

ok "the module loads" load wcbar
level small "$low" 4K 1
level small "$low" 2M 64
level large "$high" 4K 1
level large "$high" 2M 64
level large "$high" 1G 1024

# A write-back holder: only above 4 GiB, and nothing can be obtained over it.
load wcbar_holder bdf="$high" type=wb size=2097152
snapshot before
log_mark wb
is "a WB holder: refused" \
	"$(echo wcbar >"/sys/bus/pci/devices/$high/driver_override"
	write_errno /sys/bus/pci/drivers/wcbar/bind "$high")" EBUSY
like "in words" "$(log_since wb)" "$high.*holder's memory type conflicts"
snapshot after
same_types "a WB holder" before after
rmmod wcbar_holder

# Reasons and evidence, and what a map change does over a holder.
load wcbar_holder bdf="$low" type=uc- size=65536
bind "$low"
is "a holder of a part: the reason" "$(info "$low" aperture.reason)" holder
like "the log says so" "$(log_since start)" \
	"$low.*no write combining: another mapping"
is "uncached-minus is still to be had" \
	"$(write_errno "$(wcbar_dir "$low")/memtype" uc-)" ok
is "write combining is not" \
	"$(write_errno "$(wcbar_dir "$low")/memtype" wc)" EOPNOTSUPP
is "and the old map is back" "$(cat "$(wcbar_dir "$low")/memtype")" uc-
like "and info says why" "$(info "$low" aperture.refused)" \
	"^write-combining, holder: "
echo 1 >"$(wcbar_dir "$low")/allow_writes"
run "$low" "method=movnti map=wc,uc- size=64"
is "rows: the map that was not obtained is skipped" \
	"$(rows "$low" | awk '{ print $2, $3, $24 }' | tr '\n' ',')" \
	"wc - -,uc- uc- yes,"
like "with the reason" "$(rows "$low")" "not obtained: another mapping"
rmmod wcbar_holder
is "with the holder gone it is" \
	"$(write_errno "$(wcbar_dir "$low")/memtype" wc)" ok
is "effectively" "$(info "$low" aperture.effective)" write-combining
is "and nothing is refused any more" "$(info "$low" aperture.refused)" ""
echo "$low" >/sys/bus/pci/drivers/wcbar/unbind

# Registers under somebody's WC map cannot be made uncached.
load wcbar_holder bdf="$low" bar=0 type=wc
bind "$low"
is "registers under a WC holder" "$(info "$low" regs.effective)" \
	write-combining
is "are not written" "$(info "$low" regs.writable)" 0
is "for a reason" "$(info "$low" regs.reason)" holder
echo "$low" >/sys/bus/pci/drivers/wcbar/unbind
rmmod wcbar_holder

# A process that mapped resource2 before. Debian's kernels take the map away
# from it when a driver claims the BAR (IO_STRICT_DEVMEM, revoke_iomem()), and
# its entry with it, so the driver obtains what it asks for.
/bin/mapper "/sys/bus/pci/devices/$low/resource2" 65536 &
mapper=$!
wait_for grep -q resource2 /proc/$mapper/maps
snapshot mapped
is "a process maps resource2 uncached-minus" \
	"$(entries "$low" 2 mapped uncached-minus)" 1
bind "$low"
snapshot bound
is "its entry goes when the BAR is claimed" \
	"$(entries "$low" 2 bound uncached-minus)" 0
is "and we say what the kernel's list says" \
	"$(info "$low" aperture.obtained)" "$(list_type "$low" bound)"
is "ready" "$(info "$low" state)" ready
kill $mapper
wait $mapper 2>/dev/null
snapshot unmapped
same_types "the process's end takes nothing of ours" bound unmapped
isnt "a process cannot map it now" \
	"$(mapper "/sys/bus/pci/devices/$low/resource2" 65536 2>&1)" ""
echo "$low" >/sys/bus/pci/drivers/wcbar/unbind

# Sizes that no memory is there for.
for mb in 1024 8192; do
	echo $mb >/sys/module/wcbar/parameters/window_mb
	bind "$high"
	echo 1 >"$(wcbar_dir "$high")/allow_writes"
	is "a copy of $mb MiB: ENOMEM" \
		"$(spec_errno "$high" "method=movnti size=${mb}M iterations=1")" \
		ENOMEM
	like "in words" "$(cat "$(wcbar_dir "$high")/bandwidth")" \
		"^# error: not enough memory"
	echo "$high" >/sys/bus/pci/drivers/wcbar/unbind
done

rmmod wcbar
done_testing
