#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The unit tests (cmocka) of what runs without a kernel.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

# every store of every size and offset takes minutes
limit=120
[ -z "${WCBAR_SOAK:-}" ] || limit=900

export CMOCKA_MESSAGE_OUTPUT=TAP
log=$(mktemp)
trap 'rm -f "$log"' EXIT

for source in tests/unit/test_*.c; do
	unit=$(basename "$source" .c)
	status=0
	timeout "$limit" "build/tests/unit/$unit" >"$log" 2>&1 || status=$?
	take "$unit" <"$log"
	# a program that dies has printed fewer tests than it planned
	is "$unit: ran to its end" "$((taken > 0)) $taken" "1 $taken_plan"
	ok "$unit: exit status $status" test "$status" = 0
done

done_testing
