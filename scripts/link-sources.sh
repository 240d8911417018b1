#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Makes or refreshes a build folder for the module: the folders are real, so
# that objects land there, and the files are links, so that there is one source
# and a compiler's message leads to it.
#
#	scripts/link-sources.sh build/6.1.0-57-amd64
set -eu -o pipefail

top=$(readlink -f "$(dirname "$(readlink -f "$0")")/..")
mkdir -p "$1"
build=$(readlink -f "$1")

# links to sources that were renamed or removed, or of a tree that was moved
find "$build" -xtype l -delete

cd "$top"
find Kbuild drivers include -type f \
	\( -name '*.[chS]' -o -name Kbuild \) ! -name '*.mod.c' |
while read -r file; do
	[ -L "$build/$file" ] || {
		mkdir -p "$(dirname "$build/$file")"
		ln -sf "$top/$file" "$build/$file"
	}
done
