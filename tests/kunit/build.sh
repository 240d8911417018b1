#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Builds kunit.ko and the KUnit suites for a kernel and prints the paths of the
# modules, kunit.ko first:
#
#	tests/kunit/build.sh 6.1		# or 6.12, or debug
#
# They are in build/<release>-kunit: links to the sources, and the objects
# beside them.  WCBAR_BUILD is another folder than build, KBUILD_ARGS are more
# arguments for make.
set -eu -o pipefail
here=$(dirname "$(readlink -f "$0")")
top=$(readlink -f "$here/../..")

die()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

[ $# = 1 ] || die "usage: build.sh 6.1|6.12|debug"
kernel=$1
read -r -a make_args <<<"${KBUILD_ARGS:-}"

eval "$("$top/tests/vm/kernel.sh" "$kernel")"
build=$top/${WCBAR_BUILD:-build}/$RELEASE-kunit
oot=$build/oot
mkdir -p "$build"
# two tests may want them at the same time
exec 8>"$build/lock"
flock 8

# build_log COMMAND...: quiet unless it fails, or the compiler warns.
build_log()
{
	local log=$build/log

	if ! "$@" >"$log" 2>&1; then
		cat "$log" >&2
		die "building for $RELEASE failed"
	fi
	grep -E 'warning:|WARNING:' "$log" >&2 || :
}

# the out-of-tree KUnit, made anew when its sources or the script change
src=$("$here/oot/source.sh")
if ! cmp -s "$src/stamp" "$oot/stamp"; then
	rm -rf "$oot"
	cp -r "$src" "$oot"
	rm "$oot/stamp"
	build_log make -C "$KDIR" M="$oot" modules
	cp "$src/stamp" "$oot/stamp"
fi

"$top/scripts/link-sources.sh" "$build" drivers include tests/kunit
build_log make -C "$KDIR" M="$build/tests/kunit" KUNIT_OOT="$oot" \
	KBUILD_EXTRA_SYMBOLS="$oot/Module.symvers" "${make_args[@]}" modules

echo "$oot/kunit.ko"
echo "$build"/tests/kunit/*_kunit.ko | tr ' ' '\n'
