#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Gets a stock Debian kernel to boot and to build modules for, without
# installing it:
#
#	tests/vm/kernel.sh 6.1			# fetch, then print all
#	eval "$(tests/vm/kernel.sh 6.12)"	# RELEASE KDIR VMLINUZ MODDIR
#	make KDIR="$(tests/vm/kernel.sh 6.1 kdir)"
#	tests/vm/kernel.sh 6.1 image		# unpacked, for QEMU
#
# The newest kernel that the metapackages name is used; where the package
# lists cannot be read or the download fails, the newest one in the cache.
set -eu -o pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/vm/cache.sh
. "$here/cache.sh"

usage()
{
	say "usage: ${0##*/} 6.1|6.12|debug [release|kdir|vmlinuz|image|moddir]"
	exit 2
}

# What no guest test loads is three quarters of the modules: left out.
SKIP=(sound net drivers/gpu drivers/media drivers/net drivers/staging
	drivers/iio drivers/usb drivers/hid drivers/input drivers/isdn
	drivers/hwmon drivers/platform drivers/scsi drivers/infiniband
	drivers/bluetooth drivers/target drivers/comedi drivers/rtc
	drivers/mmc drivers/tty drivers/power drivers/leds)

# resolve VERSION: the release that the metapackages name, for example
# 6.1.0-57-amd64.  The kernel of the distribution's own metapackage may be
# another one, so the answer has to begin with the version.
resolve()
{
	local meta dep

	for meta in "linux-image-$1-amd64" linux-image-amd64; do
		for dep in $(apt_depends "$meta"); do
			case "$dep" in
			"linux-image-$1."*) echo "${dep#linux-image-}"; return ;;
			esac
		done
	done
}

# header_packages RELEASE: the headers and the build tools that belong to
# them, by their dependencies; never an image.
header_packages()
{
	local headers=linux-headers-$1

	echo "$headers"
	apt_depends "$headers" | grep -E '^linux-(headers|kbuild)-'
}

# unpack_image DEB DIR: the kernel, its configuration and the modules.
unpack_image()
{
	local deb=$1 dir=$2 release=$3 skip=() s

	for s in "${SKIP[@]}"; do
		skip+=(--exclude="./lib/modules/$release/kernel/$s")
	done
	dpkg-deb --fsys-tarfile "$deb" |
		tar -x -C "$dir" "${skip[@]}" ./boot ./lib/modules
	mv "$dir/boot/vmlinuz-$release" "$dir/vmlinuz"
	mv "$dir/boot/config-$release" "$dir/config"
	rm -rf "${dir:?}/boot"
}

# unpack_headers DIR RELEASE DEB...: the header tree.  Its Makefile names the
# common part by an absolute path; here it is found from where it lies.
unpack_headers()
{
	local dir=$1 release=$2 deb makefile common
	shift 2

	for deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$dir" ./usr
	done
	makefile=$dir/usr/src/linux-headers-$release/Makefile
	common=$(sed -n 's,^include /usr/src/\([^/]*\)/Makefile$,\1,p' "$makefile")
	if [ -z "$common" ] || [ ! -d "$dir/usr/src/$common" ]; then
		die "the Makefile of linux-headers-$release is not as expected"
	fi
	# shellcheck disable=SC2016 # the dollars are for make
	printf 'include $(dir $(abspath $(lastword $(MAKEFILE_LIST))))../%s/Makefile\n' \
		"$common" >"$makefile"
	# with vmlinux there kbuild wants pahole to make BTF that nobody reads
	rm -rf "${dir:?}/usr/share" "$dir/usr/src/linux-headers-$release/vmlinux"
}

# fetch RELEASE NAME: downloads and unpacks one kernel into the cache.
fetch()
{
	local release=$1 name=$2 image=linux-image-$1 packages

	mapfile -t packages < <(header_packages "$release")
	cache_temp
	mkdir "$cache_tmp/debs" "$cache_tmp/$name"
	apt_fetch "$cache_tmp/debs" "$image" "${packages[@]}" || return 1
	say "unpacking $name"
	unpack_image "$cache_tmp/debs/$image"_*.deb "$cache_tmp/$name" "$release"
	rm "$cache_tmp/debs/$image"_*.deb
	unpack_headers "$cache_tmp/$name" "$release" "$cache_tmp"/debs/*.deb
	mkdir -p "$CACHE/kernels"
	mv -T "$cache_tmp/$name" "$CACHE/kernels/$name"
}

# wanted VERSION: "release name" of the newest kernel, or nothing.
wanted()
{
	local release version

	release=$(resolve "$1")
	[ -n "$release" ] || return 0
	version=$(apt_version "linux-image-$release")
	[ -n "$version" ] || return 0
	# the name is part of paths that make has to like
	echo "$release ${release}_${version//[^A-Za-z0-9.+-]/_}"
}

version=${1:-}
what=${2:-all}
[ "$version" != debug ] || exec "$here/debug-kernel.sh" "$what"
case "$version" in 6.1|6.12) ;; *) usage ;; esac
case "$what" in all|release|kdir|vmlinuz|image|moddir) ;; *) usage ;; esac

# look_up: name is the kernel to use, in the cache when this returns.
look_up()
{
	local release

	read -r release name < <(wanted "$version") || true
	if [ -z "$name" ] && [ -z "$(newest "$CACHE/kernels" "$version.")" ] &&
	   apt_refresh; then
		read -r release name < <(wanted "$version") || true
	fi
	if [ -n "$name" ] && [ ! -d "$CACHE/kernels/$name" ]; then
		# an old package list names what the mirror no longer holds
		if ! fetch "$release" "$name" && apt_refresh; then
			read -r release name < <(wanted "$version") || true
			[ -d "$CACHE/kernels/$name" ] ||
				fetch "$release" "$name" || true
		fi
	fi
	if [ -n "$name" ] && [ -d "$CACHE/kernels/$name" ]; then
		echo "$name" >"$stamp"
		return
	fi
	name=$(newest "$CACHE/kernels" "$version.")
	[ -n "$name" ] || die "there is no Debian kernel $version to be had: the package lists do not name one (run apt-get update as root, on Debian 12) and none is in $CACHE"
	say "using $name from the cache: no newer one can be had"
}

cache_lock
# The package lists take seconds to read, so they are only when they changed.
stamp=$CACHE/kernels/.current-$version
name=
if [ "$stamp" -nt /var/lib/apt/lists ]; then
	name=$(cat "$stamp")
fi
if [ -z "$name" ] || [ ! -d "$CACHE/kernels/$name" ]; then
	look_up
fi

release=${name%%_*}
dir=$CACHE/kernels/$name
kdir=$dir/usr/src/linux-headers-$release
moddir=$dir/lib/modules/$release
case "$what" in
all) printf '%s=%q\n' RELEASE "$release" KDIR "$kdir" \
	VMLINUZ "$dir/vmlinuz" MODDIR "$moddir" ;;
release) echo "$release" ;;
kdir) echo "$kdir" ;;
vmlinuz) echo "$dir/vmlinuz" ;;
image) bootable "$dir" ;;
moddir) echo "$moddir" ;;
esac
