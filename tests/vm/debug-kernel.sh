#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The debug kernel: Linux 6.1 from Debian's linux-source, with KASAN, lockdep,
# UBSAN, kmemleak, fault injection and gcov, and without KUnit of its own.
#
#	tests/vm/debug-kernel.sh		# build where needed, print all
#	eval "$(tests/vm/debug-kernel.sh)"	# RELEASE KDIR VMLINUZ MODDIR
#	make KDIR="$(tests/vm/debug-kernel.sh kdir)"
#	tests/vm/debug-kernel.sh key		# what it is cached under
#
# It is cached under the version of the source package, the compiler, the
# fragments and the recipe here; building it takes about eight minutes on two
# CPUs.  What stays is the image and a folder like that of linux-headers; the
# folder appears by one rename, so an interrupted build never looks done.
set -eu -o pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/vm/cache.sh
. "$here/cache.sh"

series=6.1
fragments=("$here/configs/base.config" "$here/configs/debug.config")
jobs=${WCBAR_JOBS:-$(nproc)}

# need_tools: names all that is missing at once.
need_tools()
{
	local tool missing=()

	for tool in bc bison flex gcc make; do
		command -v "$tool" >/dev/null || missing+=("$tool")
	done
	[ -e /usr/include/libelf.h ] || missing+=(libelf-dev)
	[ ${#missing[@]} -eq 0 ] ||
		die "building the debug kernel needs: ${missing[*]} (apt-get install ${missing[*]})"
}

# pack SRC BUILD DEST: what building a module needs of both trees.
pack()
{
	local src=$1 build=$2 kdir=$3/build moddir

	mkdir -p "$kdir"
	(
		cd "$src"
		echo Makefile
		echo arch/x86/entry/syscalls
		find include arch/x86/include scripts -type f
		find arch/x86 -name 'Makefile*' -type f
	) | tar -C "$src" -cf - -T - | tar -C "$kdir" -xf -
	(
		cd "$build"
		echo tools/objtool/objtool
		printf '%s\n' Module.symvers .config
		find include arch/x86/include/generated scripts -type f \
			! -name '*.o' ! -name '.*.cmd'
	) | tar -C "$build" -cf - -T - | tar -C "$kdir" -xf -

	# everything is built in: a module folder that says so
	moddir=$3/lib/modules/$(cat "$build/include/config/kernel.release")
	mkdir -p "$moddir/kernel"
	cp "$build"/modules.{order,builtin,builtin.modinfo} "$moddir/"
	cp "$build/arch/x86/boot/bzImage" "$3/vmlinuz"
	cp "$build/.config" "$3/config"
	cp "$build/System.map" "$3/System.map"
	cp "$build/include/config/kernel.release" "$3/release"
}

# build NAME: compiles, packs and moves into the cache.
build()
{
	local name=$1 log=$CACHE/debug-kernel.log src build

	need_tools
	src=$("$here/source.sh" "$series" .)
	cache_temp
	build=$cache_tmp/build
	say "building the debug kernel, about 8 minutes on two CPUs (log: $log)"
	"$here/kconfig.sh" "$src" "$build" "${fragments[@]}"
	# LOCALVERSION is set, if empty: else a cache inside somebody's git
	# tree would give the release a "+"
	make -C "$src" O="$build" ARCH=x86_64 -j "$jobs" LOCALVERSION= \
		KBUILD_BUILD_USER=wcbar KBUILD_BUILD_HOST=wcbar \
		KBUILD_BUILD_TIMESTAMP=1970-01-01 \
		bzImage modules 8>&- >"$log" 2>&1 || {
		tail -n 30 "$log" >&2
		die "building the debug kernel failed, see $log"
	}
	pack "$src" "$build" "$cache_tmp/done"
	mkdir -p "$CACHE/kernels"
	mv -T "$cache_tmp/done" "$CACHE/kernels/$name"
}

what=${1:-all}
case "$what" in
all|release|kdir|vmlinuz|image|moddir|key) ;;
*) say "usage: ${0##*/} [release|kdir|vmlinuz|image|moddir|key]"; exit 2 ;;
esac

# One small file is enough to know the version: it is in the folder's name.
version=$(basename "$(dirname "$("$here/source.sh" "$series" Makefile)")")
key=$({
	echo "$version"
	gcc --version | sed -n 1p
	cat "${fragments[@]}" "$here/kconfig.sh"
	declare -f build pack
} | sha256sum | cut -c 1-16)
name=debug-$series-$key
[ "$what" != key ] || { echo "$key"; exit 0; }

# one builder at a time; a second one waits and finds the work done.  It is
# not the cache's own lock: others may fetch while this compiles.
exec 8> "$CACHE/.lock-debug-kernel"
flock 8
dir=$CACHE/kernels/$name
[ -d "$dir" ] || build "$name"

RELEASE=$(cat "$dir/release")
KDIR=$dir/build
VMLINUZ=$dir/vmlinuz
MODDIR=$dir/lib/modules/$RELEASE
case "$what" in
all) printf '%s=%q\n' RELEASE "$RELEASE" KDIR "$KDIR" VMLINUZ "$VMLINUZ" MODDIR "$MODDIR" ;;
release) echo "$RELEASE" ;;
kdir) echo "$KDIR" ;;
# without a PVH entry, which KASAN's code does not survive
vmlinuz|image) echo "$VMLINUZ" ;;
moddir) echo "$MODDIR" ;;
esac
