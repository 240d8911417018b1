# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# wcbar check, memtype and collect on a live machine. What is right depends on
# the machine, which the environment tells:
#
#	MACHINE		what the machine's line has to say
#	BEFORE, AFTER	exit status for the card without and with the driver
#	CODE		a reason that check has to give for the mapped card
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

bdf=$(card)
mkdir -p /run

# run ARGUMENT...: the tool; $status and $said are what came of it.
run()
{
	status=0
	said=$(wcbar "$@" 2>&1) || status=$?
}

# ends DESCRIPTION STATUS PATTERN: how the last run ended.
ends()
{
	is "$1: exit status" "$status" "$2"
	like "$1: says so" "$said" "$3"
}

# same_answer DESCRIPTION: a collected folder gives the answer of the machine.
same_answer()
{
	rm -rf /tmp/evidence
	run check --json
	live=$status
	printf '%s\n' "$said" | grep -v '^  "source"' >/tmp/live
	# no result in between: it would be one more line of the kernel log
	run collect /tmp/evidence
	ends "$1: collect" 0 "files written to /tmp/evidence"
	run check --json --from /tmp/evidence
	printf '%s\n' "$said" | grep -v '^  "source"' >/tmp/collected
	is "$1: status of the collected evidence" "$status" "$live"
	same "$1: and its reasons" /tmp/live /tmp/collected
}

run check "$bdf"
ends "check without the driver" "$BEFORE" "$MACHINE"
run memtype
ends "memtype" 0 "^MTRRs: "
same_answer "without the driver"

ok "insmod wcbar.ko test_card=1" load wcbar test_card=1
run check "$bdf"
ends "check with the driver" "$AFTER" "$CODE: "
like "the type is the driver's" "$said" "$(info "$bdf" aperture.effective)"
run memtype
like "memtype names the owner" "$said" "$bdf BAR2 \(wcbar\)"
run check
like "check of all" "$said" "^$bdf .*driver wcbar"
same_answer "with the driver"

run check "$bdf" --measure
is "measured: exit status" "$status" "$AFTER"
if [ "$(info "$bdf" aperture.effective)" = write-combining ]; then
	like "measured" "$said" "measured-emulated: Measured 5 times"
else
	like "not measured" "$said" "cannot measure write-combining: "
fi
is "measured: the map is as before" "$(cat "$(wcbar_dir "$bdf")/memtype")" \
	"$(info "$bdf" aperture.obtained | sed 's/write-combining/wc/; s/uncached-minus/uc-/')"

ok "rmmod wcbar" rmmod wcbar
run check "$bdf"
ends "check after the driver" "$BEFORE" "$MACHINE"
done_testing
