# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# The kernel's own log of what a driver does to its card, for tests/t/trace.t.
# The driver is nvme. Ours would look into the page tables, where mmiotrace has
# marked its mappings as not present, and refuse them.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

tracing=/sys/kernel/tracing
mount -t tracefs tracefs $tracing 2>/dev/null

ok "mmiotrace starts" sysio write $tracing/current_tracer mmiotrace
echo "the driver begins" >$tracing/trace_marker
ok "nvme loads" load nvme
ok "the card has a driver" test -d /sys/bus/pci/drivers/nvme/0000:00:0*
echo "the driver ends" >$tracing/trace_marker
ok "nvme unloads" rmmod nvme
ok "mmiotrace stops" sysio write $tracing/tracing_on 0
cat $tracing/trace >/out/mmiotrace
ok "and ends" sysio write $tracing/current_tracer nop
done_testing
