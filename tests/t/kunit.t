#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The KUnit suites in stock kernels.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	ok "$kernel: the suites are built" tests/kunit/build.sh "$kernel"
	modules=()
	for ko in $(tests/kunit/build.sh "$kernel" 2>/dev/null); do
		modules+=(--ko "$ko")
	done
	boot "KUnit" --card 64M --card 8G "${modules[@]}" \
		--file tests/kunit/ktap.awk tests/guest/kunit.sh
done
done_testing
