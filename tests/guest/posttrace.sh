# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Descriptors posted to the reference card while the store-trace plugin records
# what is stored to its aperture, for tests/t/trace.t.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh
# shellcheck source=tests/guest/posting.sh
. /guest/posting.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")
# QEMU tells a plugin of memory that a server gave it by another address: that in
# the guest, 0xf8000000, and the place that it has in QEMU's own list of memory.
# Lines are lines there, too.
ok "the range is told" mark range 0x100000000 0x200000000
ok "the module loads" load wcbar test_card=1
n=0
for method in store8 movnti movntdq; do
	n=$((n + 1))
	mark start $n
	echo "post=bf method=$method map=wc size=24,100 iterations=$COUNT warmup=0" \
		>"$dir/latency"
	mark stop $n
	like "$method: descriptors are posted" "$(cat "$dir/latency")" "^# state: done"
done
rmmod wcbar
done_testing
