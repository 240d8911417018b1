#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Gets files of the kernel source out of Debian's linux-source package,
# without installing it, and prints the folder they are in:
#
#	src=$(tests/vm/source.sh 6.12 scripts/checkpatch.pl lib/kunit include/kunit)
#	src=$(tests/vm/source.sh 6.1 .)		# the whole tree
#
# Members are files or folders below the top of the source.  The package stays
# in the cache, so that others can be asked for later and offline.
set -eu -o pipefail
# shellcheck source=tests/vm/cache.sh
. "$(dirname "$(readlink -f "$0")")/cache.sh"

[ $# -ge 2 ] || { say "usage: ${0##*/} 6.1|6.12 MEMBER..."; exit 2; }
series=$1
shift
case "$series" in 6.1|6.12) ;; *) die "no source is known for $series; 6.1 and 6.12 are" ;; esac
package=linux-source-$series

# fetch_source: the newest linux-source package is in the cache when this
# returns; sets version.
fetch_source()
{
	version=$(apt_version "$package")
	if [ -z "$version" ] && [ -z "$(newest "$CACHE/sources" "${package}_")" ] &&
	   apt_refresh; then
		version=$(apt_version "$package")
	fi
	if [ -n "$version" ] && [ ! -d "$CACHE/sources/${package}_$version" ]; then
		cache_temp
		mkdir -p "$CACHE/sources" "$cache_tmp/source"
		if apt_fetch "$cache_tmp" "$package" ||
		   { apt_refresh && apt_fetch "$cache_tmp" "$package"; }; then
			version=$(apt_version "$package")
			mv "$cache_tmp/$package"_*.deb "$cache_tmp/source/package.deb"
			mv -T "$cache_tmp/source" "$CACHE/sources/${package}_$version"
		fi
	fi
	if [ -z "$version" ] || [ ! -d "$CACHE/sources/${package}_$version" ]; then
		version=$(newest "$CACHE/sources" "${package}_")
		version=${version#"${package}_"}
		[ -n "$version" ] ||
			die "$package cannot be had: the package lists do not name it (run apt-get update as root, on Debian 12) and it is not in $CACHE"
		say "using $package $version from the cache: no newer one can be had"
	fi
}

# extract DIR MEMBER...: unpacks the members that are not there yet.
extract()
{
	local dir=$1 missing=() paths member
	shift

	for member; do
		# "." is the whole tree, known by a mark
		if [ "$member" = . ]; then
			[ -e "$dir/.whole" ] || missing+=("$member")
		elif [ ! -e "$dir/.whole" ] && [ ! -e "$dir/$member" ]; then
			missing+=("$member")
		fi
	done
	[ ${#missing[@]} -gt 0 ] || return 0

	say "unpacking ${missing[*]} from $package $version"
	[ -d "$cache_tmp" ] || cache_temp
	mkdir "$cache_tmp/tree"
	paths=("${missing[@]/#/$package/}")
	dpkg-deb --fsys-tarfile "$dir/../package.deb" |
		tar -xO "./usr/src/$package.tar.xz" |
		xz -dc |
		tar -x -C "$cache_tmp/tree" --strip-components=1 \
			"${paths[@]%/.}" ||
		die "$package $version holds not all of: ${missing[*]}"
	for member in "${missing[@]}"; do
		[ "$member" != . ] || continue
		mkdir -p "$dir/$(dirname "$member")"
		rm -rf "${dir:?}/$member"
		mv -T "$cache_tmp/tree/$member" "$dir/$member"
	done
	if [ -d "$cache_tmp/tree/kernel" ] && [[ " ${missing[*]} " == *" . "* ]]; then
		rm -rf "$dir"
		mv -T "$cache_tmp/tree" "$dir"
		touch "$dir/.whole"
	fi
}

cache_lock
fetch_source
tree=$CACHE/sources/${package}_$version/tree
mkdir -p "$tree"
extract "$tree" "$@"
echo "$tree"
