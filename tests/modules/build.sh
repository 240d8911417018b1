#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Builds the modules that tests load beside the driver, and prints their
# folder:
#
#	tests/modules/build.sh 6.1		# or 6.12, or debug
set -eu -o pipefail
top=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")

[ $# = 1 ] || {
	echo "usage: build.sh 6.1|6.12|debug" >&2
	exit 2
}
kdir=$("$top/tests/vm/kernel.sh" "$1" kdir)
build=$top/build/$("$top/tests/vm/kernel.sh" "$1" release)-modules
"$top/scripts/link-sources.sh" "$build" tests/modules
# two tests may want them at the same time
flock "$build" make -C "$kdir" M="$build/tests/modules" modules \
	>"$build/log" 2>&1 || {
	cat "$build/log" >&2
	exit 1
}
echo "$build/tests/modules"
