#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The command line tool, its unit tests and the plugin for QEMU, with gcc and
# with clang, where every warning is an error.
# shellcheck source=scripts/check/lib.sh
. "$(dirname "$0")/lib.sh"

status=0
for cc in gcc clang; do
	said=$(make -s -k CC="$cc" BUILD="build/check/tools-$cc" \
		WERROR="-Werror" tools plugin unit 2>&1) || status=1
	[ -z "$said" ] || {
		echo "with $cc:"
		echo "$said"
		status=1
	}
done
exit "$status"
