#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Makes the sources of the out-of-tree KUnit, where they are not there yet or
# older than what they are made from, and prints their folder.  They are the
# same for every kernel.
set -eu -o pipefail
here=$(dirname "$(readlink -f "$0")")
top=$(readlink -f "$here/../../..")
oot=$top/build/kunit-oot

src=$("$top/tests/vm/source.sh" 6.12 lib/kunit include/kunit)
mkdir -p "$top/build"
exec 9>"$oot.lock"
flock 9
stamp=$({ echo "$src"; cat "$here"/*; } | sha256sum)
if [ "$(cat "$oot/stamp" 2>/dev/null || :)" != "$stamp" ]; then
	"$here/prepare.sh" "$src" "$oot"
	echo "$stamp" >"$oot/stamp"
fi
echo "$oot"
