#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Makes or refreshes a build folder for modules: the folders are real, so that
# objects land there, and the files are links, so that there is one source and
# a compiler's message leads to it.  Without names it is the driver's.
#
#	scripts/link-sources.sh build/6.1.0-57-amd64
#	scripts/link-sources.sh build/6.1.0-57-amd64-kunit drivers include tests/kunit
set -eu -o pipefail

top=$(readlink -f "$(dirname "$(readlink -f "$0")")/..")
mkdir -p "$1"
build=$(readlink -f "$1")
shift
[ $# -gt 0 ] || set -- Kbuild drivers include

# links to sources that were renamed or removed, or of a tree that was moved
find "$build" -xtype l -delete

cd "$top"
find "$@" -type f \
	\( -name '*.[chS]' -o -name Kbuild \) ! -name '*.mod.c' |
while read -r file; do
	[ -L "$build/$file" ] || {
		mkdir -p "$(dirname "$build/$file")"
		ln -sf "$top/$file" "$build/$file"
	}
done
