#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The KUnit suites in the debug kernel: KASAN sees reads past the end of what
# they parse, kmemleak what they or the code under test forget.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

kernel=debug
suites "$kernel"
modules=()
for ko in "${suites[@]}"; do
	# that one is for a machine without PAT
	[[ $ko == */wcbar_nopat_kunit.ko ]] || modules+=(--ko "$ko")
done
# a conflict of types is what some of the tests provoke
boot "KUnit" --card 64M --card 8G "${modules[@]}" --append kmemleak=on \
	--env KMEMLEAK=1 --timeout 240 --file tests/kunit/ktap.awk \
	--allow 'conflicting memory types|memtype_reserve failed' \
	tests/guest/kunit.sh
done_testing
