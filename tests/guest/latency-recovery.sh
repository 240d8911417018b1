# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Errors on the bus, resets and sleep while descriptors are posted: the run
# ends, the card is off the bus, and what it was given is freed once it has
# answered. Then it takes descriptors again.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh
# shellcheck source=tests/guest/posting.sh
. /guest/posting.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")

snapshot before
load wcbar test_card=1
snapshot loaded
load wcbar_recovery bdf="$bdf"

step()
{
	is "$1" "$(sysio write /sys/module/wcbar_recovery/parameters/step "$1")" \
		ok
}

# begin_long WAIT: a long run, in the background
begin_long()
{
	begin "post=doorbell,bf iterations=1000000 wait=$1 map=uc"
	usleep 200000
}

# stopped STEP STUCK: in a run; STUCK is 1 where the card cannot be asked
stopped()
{
	step "$1"
	wait $long_pid 2>/dev/null
	is "$1: the run ended" "$(cat /tmp/long.said)" ENODEV
	is "$1: its memory is kept" "$(info "$bdf" interface.stuck)" "$2"
	is "$1: no interrupt is left" "$(grep -c "$bdf" /proc/interrupts)" 0
	is "$1: no bus master" "$(master)" 0
	is "$1: no other run" "$(post_errno "post=bf")" ENODEV
}

# back: it takes descriptors, and has nothing of before
back()
{
	all "post=bf,doorbell,inline size=64 iterations=90 wait=poll,irq" 100
	is "nothing is kept" "$(info "$bdf" interface.stuck)" 0
}

for wait in poll irq; do
	begin_long $wait
	stopped normal 0
	step resume
	back

	begin_long $wait
	stopped frozen 1
	step lose
	step slot-reset
	step resume
	back

	begin_long $wait
	stopped reset-prepare 0
	step lose
	# the core has saved and restored its configuration
	step slot-reset
	step reset-done
	back
done

if [ -e /sys/power/pm_test ]; then
	echo devices >/sys/power/pm_test
	begin_long poll
	is "the system sleeps" "$(sysio write /sys/power/state freeze)" ok
	wait $long_pid 2>/dev/null
	is "which ends a run" "$(cat /tmp/long.said)" EINTR
	is "no bus master after it" "$(master)" 0
	back
else
	skip "the system sleeps" "this kernel has no /sys/power/pm_test"
fi

# lost for good in a run: what it has is freed when it is unbound, since it
# answers then; and a card that does not is seen in latency-faults.sh
begin_long irq
stopped frozen 1
step healthy
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
echo "$bdf" >/sys/bus/pci/drivers/wcbar/bind
back

# each row is traced
events=/sys/kernel/tracing
[ -d $events/events ] || mount -t tracefs tracefs $events
if [ -d $events/events/wcbar ]; then
	echo 1 >$events/events/wcbar/wcbar_post_begin/enable
	echo 1 >$events/events/wcbar/wcbar_post_end/enable
	all "post=bf,inline size=64 iterations=90 wait=irq" 100
	is "rows are traced" "$(sed -n 's/.*: wcbar_post_/wcbar_post_/p' \
		$events/trace | tr '\n' ';')" \
"wcbar_post_begin: $bdf bf irq bytes 64 taken 0 lost 0 ret 0;wcbar_post_end: $bdf bf irq bytes 64 taken 100 lost 0 ret 0;wcbar_post_begin: $bdf inline irq bytes 64 taken 0 lost 0 ret 0;wcbar_post_end: $bdf inline irq bytes 64 taken 100 lost 0 ret 0;"
else
	skip "rows are traced" "this kernel has no tracing"
fi

snapshot ran
same_types "after all that" loaded ran
rmmod wcbar_recovery
rmmod wcbar
snapshot after
same_types "after rmmod" before after
done_testing
