#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Configure a kernel tree from fragments over "make tinyconfig".
#
#	kconfig.sh SRC OUT FRAGMENT... [-- MAKE-ARGUMENT...]
#
#	kconfig.sh linux-source-6.1 /tmp/build configs/base.config
#	kconfig.sh linux-source-6.1 /tmp/clang configs/base.config -- LLVM=-14
#
# An option that a fragment asks for and Kconfig does not grant is an error:
# a sanitizer that is silently absent would find nothing for ever.
set -eu -o pipefail

die()
{
	echo "kconfig.sh: $*" >&2
	exit 1
}

[ $# -ge 3 ] || die "usage: kconfig.sh SRC OUT FRAGMENT... [-- MAKE-ARGUMENT...]"
src=$1
out=$2
shift 2
fragments=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	[ -r "$1" ] || die "cannot read the fragment $1"
	fragments+=("$(realpath "$1")")
	shift
done
[ $# -eq 0 ] || shift
[ -f "$src/scripts/kconfig/merge_config.sh" ] ||
	die "$src is not a kernel source tree"

mkdir -p "$out"
out=$(realpath "$out")
log=$out/kconfig.log
cd "$src"

{
	make -s O="$out" ARCH=x86_64 "$@" tinyconfig
	KCONFIG_CONFIG=$out/.config scripts/kconfig/merge_config.sh \
		-m -O "$out" "$out/.config" "${fragments[@]}"
	make -s O="$out" ARCH=x86_64 "$@" olddefconfig
} >"$log" 2>&1 || {
	tail -n 20 "$log" >&2
	die "configuring $src failed, see $log"
}

refused=0
while IFS= read -r line; do
	option=${line%%=*}
	if [ "${line#*=}" = n ]; then
		! grep -q "^$option=" "$out/.config" && continue
	else
		grep -qxF -- "$line" "$out/.config" && continue
	fi
	echo "kconfig.sh: not granted: $line, it is" \
		"'$(grep -w "$option" "$out/.config" || echo absent)'" >&2
	refused=1
done < <(cat "${fragments[@]}" | grep -E '^CONFIG_[A-Z0-9_]+=')
[ "$refused" -eq 0 ] || die "the fragments do not fit $src"
