# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Firmware MTRRs that get in the way, made through /proc/mtrr: write-combining
# over the registers and over the aperture, and, with nopat, a register of
# another type inside the BAR.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")

# mtrr_set BAR SIZE TYPE: one more register, from the start of the BAR
mtrr_set()
{
	echo "base=0x$(bar "$bdf" "$1" | cut -d' ' -f1) size=$2 type=$3" \
		>/proc/mtrr
}

ok "the module loads" load wcbar

if [ "$EXPECT" = conflict ]; then
	ok "a write-back register lies in the BAR" \
		mtrr_set 2 0x100000 write-back
	snapshot before
	ok "binds" bind "$bdf"
	ok "the kernel refused an MTRR" \
		test "$(info "$bdf" aperture.mtrr_handle)" -lt 0
	is "and it says why" "$(info "$bdf" aperture.reason)" mtrr-failed
	isnt "not effective" "$(info "$bdf" aperture.effective)" write-combining
	is "degraded" "$(info "$bdf" state)" degraded
	rmmod wcbar
	snapshot after
	same_types "given back" before after
	done_testing
	exit
fi

# the firmware's uncachable register would win over everything below
ok "the firmware's own register can be taken away" \
	sysio write /proc/mtrr "disable=0"

ok "write-combining over the registers" mtrr_set 0 0x1000 write-combining
snapshot before
ok "binds" bind "$bdf"
is "registers: plain ioremap() would be write-combining, so strong UC" \
	"$(info "$bdf" regs.requested)" uncached
is "registers: obtained" "$(info "$bdf" regs.obtained)" uncached
is "registers: the MTRR is seen" "$(info "$bdf" regs.mtrr)" write-combining
is "registers: effectively uncached" "$(info "$bdf" regs.effective)" uncached
is "registers: may be written" "$(info "$bdf" regs.writable)" 1
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
snapshot after
same_types "registers" before after

# somebody else's UC- map of them: strong UC cannot be had over it
load wcbar_holder bdf="$bdf" bar=0 type=uc-
ok "binds over a holder of the registers" bind "$bdf"
is "registers: effectively write-combining" \
	"$(info "$bdf" regs.effective)" write-combining
is "registers: not written" "$(info "$bdf" regs.writable)" 0
like "the log says so" "$(dmesg)" "registers will not be written"
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
rmmod wcbar_holder

ok "write-combining over the aperture" mtrr_set 2 0x4000000 write-combining
ok "binds" bind "$bdf"
is "write combining is there" "$(info "$bdf" aperture.effective)" \
	write-combining
is "uncached-minus is not to be had" "$(sysio write "$dir/memtype" uc-)" \
	EOPNOTSUPP
is "strong uncached is" "$(sysio write "$dir/memtype" uc)" ok
echo 1 >"$dir/allow_writes"
run "$bdf" "method=movnti map=uc-,uc size=64"
is "rows: the one is skipped, the other ran" \
	"$(rows "$bdf" | awk '{ print $2, $4, $24 }' | tr '\n' ',')" \
	"uc- - -,uc uc yes,"
like "with the reason" "$(rows "$bdf")" "a write-combining MTRR covers the range"
rmmod wcbar
done_testing
