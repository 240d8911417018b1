# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# A physical function whose virtual functions are enabled is refused.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

ok "the nvme driver loads" load nvme
pf=$(card 1b36:0010)
ok "the card has virtual functions" \
	test -e "/sys/bus/pci/devices/$pf/sriov_numvfs"
wait_for test -e "/sys/bus/pci/drivers/nvme/$pf"
is "they are enabled" "$(sysio write "/sys/bus/pci/devices/$pf/sriov_numvfs" 2)" \
	ok
ok "the module loads" load wcbar
echo "$pf=0,none" >/sys/module/wcbar/parameters/bars
echo wcbar >"/sys/bus/pci/devices/$pf/driver_override"
echo "$pf" >/sys/bus/pci/drivers/nvme/unbind
log_mark here
is "refused" "$(sysio write /sys/bus/pci/drivers/wcbar/bind "$pf")" EBUSY
like "in words" "$(log_since here)" "$pf.*refused: 2 virtual functions are enabled"
ok "no files" test ! -e "$(wcbar_dir "$pf")"
rmmod wcbar
done_testing
