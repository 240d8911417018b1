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
build=$1

mkdir -p "$build"
cp -rsu "$top/Kbuild" "$top/drivers" "$top/include" "$build/"
# sources that were renamed or removed
find "$build" -xtype l -delete
