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

# One allocation after the other fails, those of the write itself first; the
# module's own has to be among them.
echo N >$DEBUGFS/failslab/ignore-gfp-wait
echo 1 >$DEBUGFS/failslab/verbose
mark "begin allocate"
nth=0
left=0
while [ "$left" = 0 ] && [ $nth -lt 100 ]; do
	nth=$((nth + 1))
	# the rest of the count is not 0 once there are no more allocations
	left=$(sh -c "exec 2>/dev/null
		echo $nth >/proc/self/fail-nth && echo allocate >$P
		read left </proc/self/fail-nth; echo \${left:-0}")
done
mark "end allocate"
isnt "the write has an end of its allocations" "$left" 0
isnt "failslab made the module's own allocation fail" \
	"$(dmesg | grep -c 'wcbar_provoke: the allocation was made to fail')" 0
ok "the module unloads" rmmod wcbar_provoke
done_testing
