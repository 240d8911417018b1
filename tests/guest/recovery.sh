# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Errors on the bus, resets, a card that is lost: nothing touches it
# meanwhile, and it is back when it has recovered.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")
long="method=memcpy_toio size=32M iterations=100000 verify=0 map=uc"

snapshot before
ok "the module loads" load wcbar test_card=1
snapshot loaded
load wcbar_recovery bdf="\"$(cards | tr '\n' ' ')\""

# step NAME [VOTE]: of all cards
step()
{
	log_mark "$1"
	is "$1" "$(sysio write /sys/module/wcbar_recovery/parameters/step "$1")" \
		ok
	[ $# = 1 ] || like "$1: the vote" "$(log_since "$1")" "$bdf: votes $2"
}

# offline WHEN: nothing may be done with the card, and nothing hangs
offline()
{
	is "$1: state" "$(info "$bdf" state)" offline
	is "$1: no run" "$(spec_errno "$bdf" "size=64")" ENODEV
	is "$1: no map change" "$(write_errno "$dir/memtype" uc)" ENODEV
}

# ready WHEN
ready()
{
	is "$1: state" "$(info "$bdf" state)" ready
	ok "$1: it runs" run "$bdf" "method=movnti map=wc,uc size=4K"
}

# stopped STEP [VOTE]: the step in a run; when it returns there is none
stopped()
{
	sysio write "$dir/bandwidth" "$long" >/tmp/long.said &
	stopped_pid=$!
	wait_for grep -q "state: running" "$dir/bandwidth"
	step "$@"
	like "$1: no run goes on" "$(cat "$dir/bandwidth")" "^# state: failed"
	wait $stopped_pid 2>/dev/null
	is "$1: the run ended" "$(cat /tmp/long.said)" ENODEV
}

ready "at first"

stopped normal can-recover
offline "an error that is not fatal"
step resume
ready "after it"

for time in first second; do
	stopped frozen need-reset
	offline "$time fatal error"
	step lose
	is "$time fatal error: no decode" "$(($(config_word "$bdf" 4) & 2))" 0
	step slot-reset recovered
	is "$time fatal error: decode" "$(($(config_word "$bdf" 4) & 2))" 2
	step resume
	ready "after the $time fatal error"
done

stopped reset-prepare
offline "in a reset"
step reset-done
ready "after a reset"

# a card that does not come back
step reset-prepare
step lose
step reset-done
offline "a reset that was not survived"
for bdf in $(cards); do
	echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
	echo "$bdf" >/sys/bus/pci/drivers/wcbar/bind
done
bdf=$(card)
ready "after it was bound again"

# the system sleeps and wakes, as far as its devices go
if [ -e /sys/power/pm_test ]; then
	echo devices >/sys/power/pm_test
	sysio write "$dir/bandwidth" "$long" >/tmp/long.said &
	sleeper=$!
	wait_for grep -q "state: running" "$dir/bandwidth"
	is "the system sleeps" "$(sysio write /sys/power/state freeze)" ok
	wait $sleeper 2>/dev/null
	is "which ends a run" "$(cat /tmp/long.said)" EINTR
	snapshot awake
	same_types "after the sleep" loaded awake
	ready "after the sleep"
else
	skip "the system sleeps" "this kernel has no /sys/power/pm_test"
fi

# gone for good: unbinding is all that is left
for state in frozen failed; do
	step $state
	for bdf in $(cards); do
		echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
	done
	bdf=$(card)
	ok "$state: unbinding was complete" test ! -e "$dir"
	step healthy
	for bdf in $(cards); do
		echo "$bdf" >/sys/bus/pci/drivers/wcbar/bind
	done
	bdf=$(card)
	ready "after a card was lost ($state)"
done

snapshot after
same_types "after all that" loaded after
rmmod wcbar_recovery
rmmod wcbar
snapshot unloaded
same_types "after rmmod" before unloaded
done_testing
