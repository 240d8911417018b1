#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The cache of kernels and kernel sources, and how Debian packages get into it.
# Sourced by kernel.sh, debug-kernel.sh and source.sh.
#
# Nothing is ever installed: packages are downloaded and unpacked below
# ${WCBAR_CACHE:-${XDG_CACHE_HOME:-~/.cache}/wcbar}, so that neither /boot nor
# /lib/modules of this machine changes.  A folder appears in the cache by one
# rename, when it is complete.

CACHE=${WCBAR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/wcbar}

say()
{
	printf '%s\n' "$*" >&2
}

die()
{
	say "${0##*/}: $*"
	exit 1
}

# cache_lock: one user of the cache changes it at a time; the lock is let go
# when the calling script ends.
cache_lock()
{
	mkdir -p "$CACHE" || die "the cache $CACHE cannot be made; set WCBAR_CACHE to a folder that can"
	exec 9>"$CACHE/.lock"
	flock 9
}

cache_tmp=

# cache_temp: a folder for unpacking, on the same file system as the cache so
# that the final rename is atomic.  Removed when the script ends.
cache_temp()
{
	cache_tmp=$(mktemp -d "$CACHE/.unpack.XXXXXX")
	trap 'rm -rf "$cache_tmp"' EXIT
}

apt_refreshed=

# apt_refresh: reads the package lists again, at most once a run; false where
# that is not possible.
apt_refresh()
{
	[ -z "$apt_refreshed" ] || return 1
	apt_refreshed=1
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		return 1
	fi
	say "reading the package lists (apt-get update)"
	apt-get update -qq >&2 || return 1
}

# apt_depends PACKAGE: what it depends on, a name a line.
apt_depends()
{
	command -v apt-cache >/dev/null || return 0
	apt-cache depends --no-recommends --no-suggests --no-conflicts \
		--no-breaks --no-replaces --no-enhances "$1" 2>/dev/null |
		sed -n 's/^ *|\{0,1\}Depends: //p'
}

# apt_version PACKAGE: the version that would be downloaded, or nothing.
apt_version()
{
	command -v apt-cache >/dev/null || return 0
	apt-cache policy "$1" 2>/dev/null |
		awk '$1 == "Candidate:" && $2 != "(none)" { print $2 }'
}

# apt_fetch DIR PACKAGE...: downloads the packages into DIR.
apt_fetch()
{
	local dir=$1 unsandboxed=()
	shift

	# root's downloads go through the user _apt, who cannot write here
	[ "$(id -u)" != 0 ] || unsandboxed=(-o APT::Sandbox::User=root)
	say "downloading $*"
	(cd "$dir" && apt-get "${unsandboxed[@]}" download -qq "$@" >&2)
}

# bootable DIR: the kernel in DIR as an emulated machine starts it fastest:
# unpacked, where that can be, and kept so.  The caller holds a lock.
bootable()
{
	local unpacked=$1/vmlinux unpack

	if [ ! -e "$unpacked" ]; then
		unpack=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/unpack-vmlinuz.pl
		if ! "$unpack" "$1/vmlinuz" "$unpacked.new" 2>/dev/null; then
			rm -f "$unpacked.new"
			echo "$1/vmlinuz"
			return
		fi
		mv "$unpacked.new" "$unpacked"
	fi
	echo "$unpacked"
}

# newest DIR PREFIX: the entry with the highest version, or nothing.
newest()
{
	[ -d "$1" ] || return 0
	find "$1" -mindepth 1 -maxdepth 1 -type d -name "$2*" -printf '%f\n' |
		sort -V | tail -n 1
}
