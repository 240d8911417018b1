# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Makes each mistake of wcbar_provoke once, between marks in the kernel log.

# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

P=/sys/module/wcbar_provoke/parameters/mistake

mark()
{
	echo "wcbar-control: $*" >/dev/kmsg
}

provoke()
{
	mark "begin $1"
	ok "made: $1" sh -c "echo $1 >$P"
	mark "end $1"
}

ok "the module loads" load wcbar_provoke
provoke nothing
# a report of lockdep or of KASAN turns lockdep off: it comes first
provoke lock-order
provoke sleep-in-atomic
provoke shift-too-far
provoke index-too-large
provoke warn
provoke out-of-bounds
provoke use-after-free

# kmemleak tells of what is five seconds old and did not change between two
# scans
mark "begin leak"
ok "made: leak" sh -c "echo leak >$P"
sleep 6
echo scan >$DEBUGFS/kmemleak
echo scan >$DEBUGFS/kmemleak
mark "end leak"
like "kmemleak names who allocated" "$(cat $DEBUGFS/kmemleak)" wcbar_provoke

# One allocation after the other of a write fails; the module's own has to be
# among them.
echo N >$DEBUGFS/failslab/ignore-gfp-wait
echo 1 >$DEBUGFS/failslab/verbose
mark "begin allocate"
said=$(failnth $P allocate /proc/version $P nothing /proc/version 2>&1)
diag "$said"
mark "end allocate"
like "the write has an end of its allocations" "$said" "^allocations [0-9]"
isnt "failslab made the module's own allocation fail" \
	"$(dmesg | grep -c 'wcbar_provoke: the allocation was made to fail')" 0
ok "the module unloads" rmmod wcbar_provoke
done_testing
