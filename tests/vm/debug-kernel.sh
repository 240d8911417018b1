#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The debug kernel: Linux 6.1 from Debian's linux-source, with KASAN, lockdep,
# UBSAN, kmemleak and fault injection, and without KUnit of its own.
#
#	debug-kernel.sh			build it where needed, print its folder
#	debug-kernel.sh --key		print the key it is cached under
#
# The folder holds
#	vmlinuz		the kernel image
#	release		its "uname -r"
#	build/		what building a module needs, as linux-headers does
#
# It is cached under $WCBAR_CACHE (~/.cache/wcbar), keyed on the version of
# the source package, the compiler, the fragments and this recipe; building it
# takes about eight minutes on two CPUs. The build itself happens in a
# temporary folder, so an interrupted build leaves nothing that looks done.
set -eu -o pipefail

here=$(cd "$(dirname "$0")" && pwd)
cache=${WCBAR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/wcbar}
version=6.1
fragments=("$here/configs/base.config" "$here/configs/debug.config")
jobs=${WCBAR_JOBS:-$(nproc)}

die()
{
	echo "debug-kernel.sh: $*" >&2
	exit 1
}

for tool in bc bison flex gcc make; do
	command -v "$tool" > /dev/null ||
		die "$tool is needed to build the debug kernel (apt-get install $tool)"
done
[ -e /usr/include/libelf.h ] || [ -e /usr/include/gelf.h ] ||
	die "libelf.h is needed to build the debug kernel (apt-get install libelf-dev)"

source_tree=$("$here/source.sh" "$version")
key=$({
	head -n 5 "$source_tree/Makefile"
	cat "$source_tree/.wcbar-source" 2> /dev/null || true
	gcc --version | head -n 1
	cat "${fragments[@]}" "$here/kconfig.sh" "$0"
} | sha256sum | cut -c 1-16)
[ "${1-}" != --key ] || {
	echo "$key"
	exit 0
}
[ $# -eq 0 ] || die "usage: debug-kernel.sh [--key]"

dest=$cache/debug-kernel/$key
mkdir -p "$cache/debug-kernel"

# one builder at a time: a second caller waits and finds the work done
exec 9> "$cache/debug-kernel/lock"
flock 9
if [ -e "$dest/release" ]; then
	echo "$dest"
	exit 0
fi

work=$(mktemp -d "$cache/debug-kernel/build.XXXXXX")
trap 'rm -rf "$work"' EXIT
build=$work/tree
log=$cache/debug-kernel/build.log

echo "debug-kernel.sh: building, about 8 minutes on two CPUs (log: $log)" >&2
"$here/kconfig.sh" "$source_tree" "$build" "${fragments[@]}"

# no timestamps or names of the builder in the image
export KBUILD_BUILD_USER=wcbar KBUILD_BUILD_HOST=wcbar
export KBUILD_BUILD_TIMESTAMP='1970-01-01'
# LOCALVERSION set, if empty: no "+" when the cache lies inside a git tree
make -C "$source_tree" O="$build" ARCH=x86_64 LOCALVERSION= -j "$jobs" \
	bzImage modules > "$log" 2>&1 9>&- || {
	tail -n 30 "$log" >&2
	die "building the debug kernel failed, see $log"
}

# What module builds need of the source and of the build, in one folder, so
# that neither tree (3 GB) has to stay.
kdir=$work/done/build
mkdir -p "$kdir"
(
	cd "$source_tree"
	echo Makefile
	find include arch/x86/include scripts -type f
	find arch/x86 -name 'Makefile*' -type f
	echo arch/x86/entry/syscalls
) | tar -C "$source_tree" -cf - -T - | tar -C "$kdir" -xf -
(
	cd "$build"
	find include arch/x86/include/generated scripts -type f \
		! -name '*.o' ! -name '.*.cmd'
	echo tools/objtool/objtool
	printf '%s\n' Module.symvers .config
) | tar -C "$build" -cf - -T - | tar -C "$kdir" -xf -
cp "$build/arch/x86/boot/bzImage" "$work/done/vmlinuz"
cp "$build/System.map" "$work/done/System.map"
cp "$build/include/config/kernel.release" "$work/done/release"

rm -rf "$dest"
mv "$work/done" "$dest"
echo "$dest"
