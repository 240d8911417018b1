#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Packs the guest's file system: busybox, the guest library, one guest script,
# kernel modules, programs with their shared libraries, and other files.
#
#	tests/vm/initramfs.sh -o FILE -g GUEST [-m MODDIR] [-e NAME=VALUE]...
#		[-k NAME|PATH.ko]... [-p PROGRAM]... [-f SRC[=DST]]...
#
# -k NAME takes a stock module and what it depends on from MODDIR, -k PATH.ko
# a module built here; both are found in the guest by `load NAME`.
set -eu -o pipefail

top=$(readlink -f "$(dirname "$(readlink -f "$0")")/../..")

die()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

# put SRC DST: copies a file to its place in the guest.
put()
{
	[ -f "$1" ] || die "$1 is not there, and the guest needs it"
	mkdir -p "$root/$(dirname "$2")"
	cp -L "$1" "$root/$2"
}

# put_program PATH: a program in /bin, with the libraries it is linked with at
# the places where its loader looks for them.
put_program()
{
	local lib

	put "$1" "bin/${1##*/}"
	chmod 755 "$root/bin/${1##*/}"
	# a static program makes ldd fail, and needs nothing
	for lib in $(ldd "$1" 2>/dev/null | grep -o '/[^ ]*'); do
		[ -e "$root/$lib" ] || put "$lib" "$lib"
	done
}

# put_module PATH [NAME]: a module, unpacked, and what has to be loaded before
# it in /modules/NAME.needs.
put_module()
{
	local path=$1 name dep needs
	name=$(basename "$path")
	name=${name%%.ko*}

	[ ! -e "$root/modules/$name.ko" ] || return 0
	case "$path" in
	*.xz) xz -dc "$path" >"$root/modules/$name.ko" ;;
	*) put "$path" "modules/$name.ko" ;;
	esac
	needs=$(modinfo -F depends "$root/modules/$name.ko")
	echo "${needs//,/ }" >"$root/modules/$name.needs"
	for dep in ${needs//,/ }; do
		put_stock_module "$dep"
	done
}

# put_stock_module NAME: a module of the kernel that is booted, or one given
# with -k already; nothing where it is built in.  File names use - or _.
put_stock_module()
{
	local name=$1 pattern path
	pattern=${name//[-_]/[-_]}

	[ -z "$(find "$root/modules" -name "$pattern.ko")" ] || return 0
	[ -n "$moddir" ] || die "module $name: no folder of stock modules was given (-m)"
	path=$(find "$moddir" -name "$pattern.ko" -o -name "$pattern.ko.xz" | sed -n 1p)
	if [ -n "$path" ]; then
		put_module "$path"
	elif ! grep -q "/$pattern\.ko\$" "$moddir/modules.builtin"; then
		die "module $name is neither in $moddir nor built into that kernel"
	fi
}

output=
guest=
moddir=
env=()
modules=()
programs=()
files=()
while getopts o:g:m:e:k:p:f: opt; do
	case "$opt" in
	o) output=$OPTARG ;;
	g) guest=$OPTARG ;;
	m) moddir=$OPTARG ;;
	e) env+=("$OPTARG") ;;
	k) modules+=("$OPTARG") ;;
	p) programs+=("$OPTARG") ;;
	f) files+=("$OPTARG") ;;
	*) exit 2 ;;
	esac
done
if [ -z "$output" ] || [ -z "$guest" ]; then
	die "-o FILE and -g GUEST are needed"
fi

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/{bin,guest,modules}
busybox=$(command -v busybox) || die "busybox is not installed (scripts/deps.sh test)"
! ldd "$busybox" >/dev/null 2>&1 || die "busybox is not a static one: install busybox-static"

put "$busybox" bin/busybox
put "$top/tests/vm/init" init
chmod 755 "$root/init" "$root/bin/busybox"
put "$guest" guest/run
for f in "$top"/tests/guest/*.sh; do
	put "$f" "guest/${f##*/}"
done
for e in "${env[@]}"; do
	printf 'export %s=%q\n' "${e%%=*}" "${e#*=}"
done >"$root/guest/env"
# given ones first, so that a dependency on one of them is found
for m in "${modules[@]}"; do
	case "$m" in *.ko) put_module "$m" ;; esac
done
for m in "${modules[@]}"; do
	case "$m" in *.ko) ;; *) put_stock_module "$m" ;; esac
done
for p in "${programs[@]}"; do
	put_program "$p"
done
for f in "${files[@]}"; do
	case "$f" in
	*=*) put "${f%%=*}" "${f#*=}" ;;
	*) put "$f" "guest/${f##*/}" ;;
	esac
done

(cd "$root" && find . | busybox cpio -o -H newc 2>/dev/null) >"$output"
