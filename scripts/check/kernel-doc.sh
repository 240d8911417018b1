#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The comments of functions and structures: that they are well formed, and
# that no function which others call and no structure of a header lacks one.
# shellcheck source=scripts/check/lib.sh
. "$(dirname "$0")/lib.sh"

src=$(tests/vm/source.sh 6.12 scripts/kernel-doc)
mapfile -t names < <(c_files)
status=0
said=$("$src/scripts/kernel-doc" -none -Werror "${names[@]}" 2>&1) || status=1
[ -z "$said" ] || {
	echo "$said"
	status=1
}
scripts/check/documented.pl "${names[@]}" || status=1
exit "$status"
