# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Runs every KUnit suite there is a module of, one after the other, with
# wcbar.ko not loaded. Their tests become tests of this script; the results
# as KUnit gives them go to /out/kunit.

# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

# suites: the folders of results that KUnit has now, a name a line
suites()
{
	ls $DEBUGFS/kunit
}

# take_results SUITE: its lines as lines of this document
take_results()
{
	cat "$DEBUGFS/kunit/$1/results" >"/out/kunit/$1" &&
		awk -v n="$tests" -f /guest/ktap.awk "/out/kunit/$1" \
			>/tmp/flat || return 1
	tests=$((tests + $(grep -c '^ok\|^not ok' /tmp/flat)))
	failed=$((failed + $(grep -c '^not ok' /tmp/flat)))
	cat /tmp/flat >&3
}

mkdir -p /out/kunit
ok "kunit is loaded" load kunit
for module in /modules/*_kunit.ko; do
	module=${module##*/}
	module=${module%.ko}
	snapshot before
	ok "$module: its suites run" load "$module"
	isnt "$module: there are results" "$(suites)" ""
	for suite in $(suites); do
		take_results "$suite" || fail "$suite: results are read"
	done
	ok "$module: unloads" rmmod "$module"
	snapshot after
	same_types "$module: leaves nothing behind" before after
done
ok "kunit unloads" rmmod kunit
if [ -n "${KMEMLEAK:-}" ]; then
	# it tells of what is five seconds old and did not change between two
	# scans
	sleep 6
	ok "kmemleak looks" sh -c "echo scan >$DEBUGFS/kmemleak"
	ok "kmemleak looks again" sh -c "echo scan >$DEBUGFS/kmemleak"
	is "kmemleak finds nothing" "$(cat $DEBUGFS/kmemleak)" ""
fi
done_testing
