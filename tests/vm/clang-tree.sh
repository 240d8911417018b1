#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A tree to build modules against with clang: Linux 6.1 configured for it and
# prepared, but not built.  The modules compile; they are never loaded.
#
#	make -C "$(tests/vm/clang-tree.sh kdir)" \
#		LLVM="$(tests/vm/clang-tree.sh llvm)" M=... modules
#
# It is cached under the version of the source package, the compiler, the
# fragments and the recipe here; making it takes half a minute.
set -eu -o pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/vm/cache.sh
. "$here/cache.sh"

series=6.1
fragments=("$here/configs/base.config")

# llvm: what LLVM= has to be: 1 for tools by their names, or the suffix that
# Debian gives them.
llvm()
{
	local clang

	if command -v clang ld.lld llvm-ar llvm-nm llvm-objcopy >/dev/null; then
		echo 1
		return
	fi
	for clang in /usr/bin/clang-[0-9][0-9]; do
		[ -x "/usr/bin/ld.lld-${clang##*-}" ] || continue
		[ -x "/usr/bin/llvm-ar-${clang##*-}" ] || continue
		echo "-${clang##*-}"
		return
	done
	die "clang, lld and llvm are needed (apt-get install clang lld llvm)"
}

# build NAME: configures, prepares and moves into the cache.
build()
{
	local log=$CACHE/clang-tree.log src

	say "preparing a kernel tree for clang, about half a minute"
	cache_temp
	src=$("$here/source.sh" "$series" .)
	"$here/kconfig.sh" "$src" "$cache_tmp/tree" "${fragments[@]}" \
		-- LLVM="$llvm"
	make -C "$src" O="$cache_tmp/tree" ARCH=x86_64 LLVM="$llvm" \
		LOCALVERSION= modules_prepare 8>&- >"$log" 2>&1 || {
		tail -n 20 "$log" >&2
		die "preparing the tree failed, see $log"
	}
	mkdir -p "$CACHE/clang"
	mv -T "$cache_tmp/tree" "$CACHE/clang/$1"
}

case "${1:-}" in
llvm|kdir) ;;
*) say "usage: ${0##*/} llvm|kdir"; exit 2 ;;
esac
llvm=$(llvm)
[ "$1" != llvm ] || { echo "$llvm"; exit 0; }

version=$(basename "$(dirname "$("$here/source.sh" "$series" Makefile)")")
key=$({
	echo "$version $llvm"
	if [ "$llvm" = 1 ]; then clang --version; else "clang$llvm" --version; fi
	cat "${fragments[@]}" "$here/kconfig.sh"
	declare -f build
} | sha256sum | cut -c 1-16)
exec 8>"$CACHE/.lock-clang-tree"
flock 8
[ -d "$CACHE/clang/$key" ] || build "$key"
echo "$CACHE/clang/$key"
