#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Installs the Debian packages that a purpose needs and that are missing; says
# which before it does.  Never an image or headers of a kernel: those that the
# tests use are unpacked in a cache by tests/vm/kernel.sh.
#
#	scripts/deps.sh build		# module and tool
#	scripts/deps.sh demo		# and an emulated machine, pictures
#	scripts/deps.sh test		# and unit tests, the debug kernel
#	scripts/deps.sh check		# style and static checks
#	scripts/deps.sh bench		# what `make bench` compares with
#	scripts/deps.sh -n test		# only list what is missing
set -eu -o pipefail

declare -A needs
needs[build]="gcc gcc-12 libc6-dev make pkg-config libpci-dev libkmod-dev libnuma-dev
	libjson-c-dev zlib1g-dev libelf1 libssl3 kmod perl"
needs[demo]="${needs[build]} qemu-system-x86 busybox-static xz-utils zstd gnuplot-nox"
needs[test]="${needs[demo]} libcmocka-dev bc bison flex libelf-dev"
needs[check]="${needs[build]} busybox-static libcmocka-dev xz-utils bc bison flex libelf-dev
	sparse clang lld llvm shellcheck"
needs[bench]="${needs[demo]} libpmem-dev"

die()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

list_only=
if [ "${1:-}" = -n ]; then
	list_only=1
	shift
fi
purpose=${1:-}
if [ -z "$purpose" ] || [ -z "${needs[$purpose]:-}" ]; then
	die "for what? build, demo, test, check or bench"
fi
read -r -d '' -a wanted <<<"${needs[$purpose]}" || true

# missing PACKAGE...: those that are not installed, one a line.
missing()
{
	local package

	for package; do
		dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null |
			grep -q '^ii' || echo "$package"
	done
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
	if [ -n "${WCBAR_DEPS_OK:-}" ]; then
		exit 0
	fi
	die "this is no Debian system; install what these packages hold, then set WCBAR_DEPS_OK=1: ${wanted[*]}"
fi

mapfile -t packages < <(missing "${wanted[@]}")
[ ${#packages[@]} -gt 0 ] || exit 0

echo "packages missing for $purpose: ${packages[*]}"
[ -z "$list_only" ] || exit 0
[ "$(id -u)" = 0 ] ||
	die "run as root, or: apt-get install --no-install-recommends ${packages[*]}"

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# install: quietly; what apt-get had to say is in $log.
install()
{
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
		--no-install-recommends "${packages[@]}" >"$log" 2>&1 </dev/null
}

# A machine's package lists may be empty, or older than what the mirror holds.
if ! install; then
	echo "reading the package lists (apt-get update)"
	apt-get update -qq </dev/null
	install || { cat "$log" >&2; die "they could not be installed"; }
fi
echo "installed"
