#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The KUnit suites in stock kernels; the one for machines without PAT in a boot
# of its own.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	suites "$kernel"
	modules=()
	nopat=()
	for ko in "${suites[@]}"; do
		case $ko in
		*/kunit.ko) modules+=(--ko "$ko") nopat+=(--ko "$ko") ;;
		*/wcbar_nopat_kunit.ko) nopat+=(--ko "$ko") ;;
		*) modules+=(--ko "$ko") ;;
		esac
	done
	# a conflict of types is what some of the tests provoke
	boot "KUnit" --timeout 300 --card 64M --card 8G "${modules[@]}" \
		--file tests/kunit/ktap.awk \
		--allow 'conflicting memory types|memtype_reserve failed' \
		tests/guest/kunit.sh
	boot "KUnit, nopat" --timeout 300 --append nopat --card 8G "${nopat[@]}" \
		--file tests/kunit/ktap.awk tests/guest/kunit.sh
done
done_testing
