# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# The kernel path by a clock that counts instructions: what each method and
# the driver around it execute to copy a block, whatever the machine does
# beside. The rows go to the host as they are.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(card)
ok "the module loads" load wcbar test_card=1
ok "every write method, by size" run "$bdf" \
	"method=all dir=write size=64,256,1K,4K,64K iterations=20 verify=0"
cp "$(wcbar_dir "$bdf")/bandwidth" /out/bandwidth
ok "some rows ran" grep -q '^movnti ' /out/bandwidth
rmmod wcbar
done_testing
