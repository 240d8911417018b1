#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The reader of KUnit's results tested: whatever is wrong with them has to come
# out as a failed test.  With the awk of the guest, busybox's.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

# flat: the KTAP document on standard input as flat TAP, in $said
flat()
{
	said=$(busybox awk -v n="${1:-0}" -f tests/kunit/ktap.awk)
}

# gives DESCRIPTION LINES: what the last document was turned into
gives()
{
	is "$1" "$said" "$2"
}

# good: a document without a fault, as KUnit of Linux 6.12 writes it
good()
{
	cat <<'EOF'
KTAP version 1
1..1
    KTAP version 1
    # Subtest: numbers
    1..4
        KTAP version 1
        # Subtest: parse
        # a note of a test that passes
        ok 1 a single digit
        ok 2 a range: 1..8
    # parse: pass:2 fail:0 skip:0 total:2
    ok 1 parse
    ok 2 overflow
    ok 3 card # SKIP there is no card
        KTAP version 1
        # Subtest: files
    # files: pass:0 fail:0 skip:1 total:0
    ok 4 files # SKIP no parameters
    # module: numbers_kunit
# numbers: pass:2 fail:0 skip:2 total:4
# Totals: pass:3 fail:0 skip:2 total:5
ok 1 numbers
EOF
}

# with EDIT...: that document with something wrong (arguments of sed)
with()
{
	good | sed "$@"
}

flat < <(good)
gives "a good document: a line for each parameter and test" \
'ok 1 - numbers: parse: a single digit
ok 2 - numbers: parse: a range: 1..8
ok 3 - numbers: overflow
ok 4 - numbers: card # SKIP there is no card
ok 5 - numbers: files # SKIP no parameters'

flat 17 < <(good)
is "numbers go on from what was there" "${said%% -*} ${said##*$'\n'}" \
	"ok 18 ok 22 - numbers: files # SKIP no parameters"

flat < <(with -e 's/$/\r/')
is "line ends of a console do no harm" "$(grep -c '^ok' <<<"$said")" 5

# fails_with DESCRIPTION PATTERN EDIT...: a "not ok" line says it
fails_with()
{
	local what=$1 pattern=$2
	shift 2

	flat < <(with "$@")
	like "$what" "$said" "^not ok [0-9]+ - $pattern"
}

fails_with "an empty document" 'a KUnit suite runs' -e d
fails_with "a header without a suite" 'a KUnit suite runs' -e 3,\$d
fails_with "a suite without its closing line" 'numbers: finishes' \
	-e '/^ok 1 numbers/d'
fails_with "a suite cut off in its middle" 'numbers: finishes' -e 14,\$d
fails_with "a test cut off in its middle" 'numbers: parse: finishes' \
	-e 10,\$d
fails_with "a test without its closing line" 'numbers: parse: finishes' \
	-e '/^    ok 1 parse/d; /# parse: pass/d'
fails_with "fewer tests than planned" 'numbers: runs what it planned' \
	-e '/ok 2 overflow/d'
fails_with "more tests than planned" 'numbers: runs what it planned' \
	-e 's/1\.\.4/1..3/'
fails_with "fewer suites than planned" 'KUnit runs the suites it planned' \
	-e 's/^1\.\.1/1..2/'
fails_with "a lost line of a parameter" \
	'numbers: parse: its totals are those of its lines' -e '/ok 2 a range/d'
fails_with "a failed parameter that its test does not show" \
	'numbers: parse: its result is that of its parts' \
	-e 's/ok 2 a range/not &/'
fails_with "a failed test that its suite does not show" \
	'numbers: its result is that of its parts' -e 's/ok 2 overflow/not &/'
fails_with "a failed suite whose tests all passed" \
	'numbers: its result is that of its parts' -e 's/^ok 1/not ok 1/'
fails_with "a suite of no tests" 'numbers: runs anything' \
	-e '5s/4/0/; 6,18d'
fails_with "a suite of which there is only the result" 'numbers: runs anything' \
	-e 3,20d
fails_with "a test whose parameters never ran" 'numbers: files: runs anything' \
	-e 's/ok 4 files.*/ok 4 files/'

flat < <(with -e 's/^        ok 2 a range.*/        # parse: EXPECTATION FAILED at numbers.c:7\n        Expected 1 == 2\n        not ok 2 a range/; s/ok 1 parse/not &/; s/^ok 1/not ok 1/')
gives "a failed parameter: one failed test, with what it said" \
'ok 1 - numbers: parse: a single digit
not ok 2 - numbers: parse: a range
# parse: EXPECTATION FAILED at numbers.c:7
# Expected 1 == 2
ok 3 - numbers: overflow
ok 4 - numbers: card # SKIP there is no card
ok 5 - numbers: files # SKIP no parameters'

done_testing
