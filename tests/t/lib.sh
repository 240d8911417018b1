# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# What the test scripts in this folder share.  Each one prints one TAP
# document, of boots and of checks on the host:
#
#	. "$(dirname "$0")/lib.sh"
#	for kernel in $KERNELS; do
#		boot "one card" --card 64M --ko "$(module)" tests/guest/basic.sh
#		is "the guest left its rows" "$(wc -l <"$boot_out/rows")" 12
#	done
#	done_testing
set -eu -o pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

# the kernels to run on; kernel is the one that boot uses
KERNELS=${WCBAR_KERNELS:-6.1 6.12}
kernel=${KERNELS%% *}

name=$(basename "$0" .t)
tests=0
bad=0

# what take and boot tell
taken=0
taken_plan=0
boot_out=

# release: of the kernel, as uname -r gives it.
release()
{
	tests/vm/kernel.sh "$kernel" release
}

# module: the path of wcbar.ko for the kernel.
module()
{
	echo "${WCBAR_BUILD:-build}/$(release)/drivers/wcbar/wcbar.ko"
}

# report STATUS DESCRIPTION: one test's line; STATUS is 0 for passed.
report()
{
	tests=$((tests + 1))
	if [ "$1" = 0 ]; then
		echo "ok $tests - $2"
	else
		bad=$((bad + 1))
		echo "not ok $tests - $2"
	fi
}

diag()
{
	printf '%s\n' "$*" | sed 's/^/# /'
}

pass()
{
	report 0 "$1"
}

# fail DESCRIPTION [WHY]
fail()
{
	report 1 "$1"
	shift
	[ $# -eq 0 ] || diag "$@"
}

# skip DESCRIPTION REASON
skip()
{
	report 0 "$1 # SKIP $2"
}

# ok DESCRIPTION COMMAND...: passes when the command succeeds.
ok()
{
	local what=$1 said status=0
	shift

	said=$("$@" 2>&1) || status=$?
	report "$status" "$what"
	[ "$status" = 0 ] || diag "failed with status $status: $*
$said"
}

# is DESCRIPTION GOT WANT
is()
{
	if [ "$2" = "$3" ]; then
		pass "$1"
	else
		fail "$1" "     got: $2
expected: $3"
	fi
}

# like DESCRIPTION TEXT PATTERN: one line at least matches (grep -E).
like()
{
	# no pipe: grep -q ends at the first match, and the writer would fail
	if grep -qE -- "$3" <<<"$2"; then
		pass "$1"
	else
		fail "$1" "no line matches: $3
$2"
	fi
}

# take PREFIX: the tests of a TAP document on standard input become tests of
# this one, with the prefix.  Plans are added up in taken_plan, what ran in
# taken.
take()
{
	local line
	taken=0
	taken_plan=0

	while IFS= read -r line; do
		if [[ $line =~ ^(not\ )?ok\ *[0-9]*\ *-?\ *(.*)$ ]]; then
			taken=$((taken + 1))
			report "$([ -z "${BASH_REMATCH[1]}" ]; echo $?)" \
				"$1: ${BASH_REMATCH[2]}"
		elif [[ $line =~ ^1\.\.([0-9]+) ]]; then
			taken_plan=$((taken_plan + BASH_REMATCH[1]))
		else
			echo "# ${line#\# }"
		fi
	done
}

# boot DESCRIPTION ARGUMENT...: tests/vm/run.sh with these arguments on
# $kernel; the guest's tests become tests of this document.  What the guest
# left in /out is in $boot_out afterwards.
boot()
{
	local what=$1 status=0
	shift

	boot_out=out/tests/$name/$kernel-${what//[^A-Za-z0-9.-]/_}
	rm -rf "$boot_out"
	mkdir -p "$boot_out"
	tests/vm/run.sh --kernel "$kernel" --out "$boot_out" "$@" \
		>"$boot_out/run.tap" 2>"$boot_out/run.err" || status=$?
	take "$kernel: $what" <"$boot_out/run.tap"
	if [ "$taken" = 0 ] || [ "$taken" != "$taken_plan" ] ||
	   { [ "$status" != 0 ] && ! grep -q '^not ok' "$boot_out/run.tap"; }; then
		fail "$kernel: $what: the boot gives its results" \
			"status $status, $taken of $taken_plan tests
$(cat "$boot_out/run.err")"
	fi
}

# suites KERNEL: builds the KUnit suites, a test by itself; the modules are in
# $suites, kunit.ko first.
suites()
{
	local said status=0

	suites=()
	said=$(tests/kunit/build.sh "$1" 2>&1) || status=$?
	report "$status" "$1: the suites are built"
	if [ "$status" = 0 ]; then
		# the compiler's warnings may stand before them
		# shellcheck disable=SC2034 # for the caller
		mapfile -t suites < <(grep '^/.*\.ko$' <<<"$said")
	else
		diag "$said"
	fi
}

# card_faults LAST: options of the reference card for latency-faults.sh. What
# goes wrong with the n-th descriptor, in the order in which the script meets
# it: runs of 100 that end with the 50th, and between them four rows of 50, or
# one run of 100. LAST is how it ends: hang or die.
card_faults()
{
	local faults="lost@50 lost@300 slow@550:20000 slow@650:3000000"

	faults+=" error@1100 error@1350 $1@1600"
	faults=${faults// /,fault=}
	echo "fault=$faults"
}

# done_testing: the plan; ends the script.
done_testing()
{
	echo "1..$tests"
	[ "$bad" = 0 ]
	exit
}
