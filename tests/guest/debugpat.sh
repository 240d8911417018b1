# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Our tracepoints beside the kernel's own debugpat log, line by line: the same
# ranges, in the same order, with the same types asked for and obtained.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")
tracing=$DEBUGFS/tracing

# from_log: what the kernel logged since the mark, as "op range asked got"
from_log()
{
	log_since "here$run_nr" |
	sed -n -e 's/.*memtype_reserve added \[mem \([^]]*\)\], track [^,]*, req \([^,]*\), ret \(.*\)$/add \1 \2 \3/p' \
		-e 's/.*memtype_free request \[mem \([^]]*\)\].*/free \1 - -/p'
}

# from_trace: our events in the same form; what a reservation obtained only
# the kernel knows, so that is "?"
from_trace()
{
	sed -n -e 's/.* wcbar_reserve: [^ ]* \[mem \([^]]*\)\] requested \([^ ]*\) ret 0$/add \1 \2 ?/p' \
		-e 's/.* wcbar_map: [^ ]* \[mem \([^]]*\)\] requested \([^ ]*\) obtained \([^ ]*\) .*/add \1 \2 \3/p' \
		-e 's/.* wcbar_\(unmap\|free\): [^ ]* \[mem \([^]]*\)\].*/free \2 - -/p' \
		$tracing/trace
}

# lines_agree DESCRIPTION LEAST
lines_agree()
{
	from_log >/tmp/log
	from_trace >/tmp/trace
	ok "$1: there are $2 lines or more" test "$(wc -l </tmp/trace)" -ge "$2"
	is "$1: as many lines" "$(wc -l </tmp/trace)" "$(wc -l </tmp/log)"
	# side by side; a word of one that is not the other's is an error
	is "$1: each line agrees" "$(paste -d' ' /tmp/log /tmp/trace | awk '
		$1 != $5 || $2 != $6 || $3 != $7 ||
		($8 != "?" && $4 != $8)')" ""
}

run_nr=1
ok "the module loads" load wcbar
echo 1 >$tracing/events/wcbar/enable
log_mark "here$run_nr"
bind "$bdf"
for type in uc- uc wc; do
	echo $type >"$dir/memtype"
done
echo 1 >"$dir/allow_writes"
run "$bdf" "method=movnti map=wc,uc-,uc size=64"
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
lines_agree "alone" 20

run_nr=2
echo >$tracing/trace
load wcbar_holder bdf="$bdf" type=uc- size=65536
log_mark "here$run_nr"
bind "$bdf"
is "over a holder the event says what was obtained" \
	"$(sed -n 's/.*wcbar_map: .* requested write-combining obtained \([^ ]*\) .*/\1/p' \
		$tracing/trace)" uncached-minus
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
lines_agree "over a holder" 6
rmmod wcbar_holder
echo 0 >$tracing/events/wcbar/enable
rmmod wcbar
done_testing
