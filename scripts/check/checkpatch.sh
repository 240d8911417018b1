#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The kernel's own style checker, strict, on every C file and header.  What is
# right although it says otherwise stands in checkpatch.allow, with the reason.
# Long strings are right everywhere: who reads a message searches for it whole.
# shellcheck source=scripts/check/lib.sh
. "$(dirname "$0")/lib.sh"

# allowed: takes findings out that checkpatch.allow names; prints the others,
# and entries of it that nothing matches.
allowed()
{
	local line file type text i entries=() used=()

	mapfile -t entries < <(grep -v '^#\|^$' scripts/check/checkpatch.allow)
	while IFS= read -r line || [ -n "$line" ]; do
		for i in "${!entries[@]}"; do
			read -r file type text <<<"${entries[i]}"
			# shellcheck disable=SC2053 # it is a pattern
			if [[ ${line%%:*} == $file && $line =~ :$type:.*$text ]]; then
				used[i]=1
				continue 2
			fi
		done
		echo "$line"
	done
	for i in "${!entries[@]}"; do
		read -r file type text <<<"${entries[i]}"
		# a file that is not there needs nothing
		[ -n "${used[i]:-}" ] || [ -z "$(files "$file")" ] ||
			echo "scripts/check/checkpatch.allow: nothing needs $file $type"
	done
}

src=$(tests/vm/source.sh 6.12 scripts/checkpatch.pl scripts/spelling.txt \
	scripts/const_structs.checkpatch)
mapfile -t names < <(c_files)
# It looks for names in the include/ of the folder that it takes for its root,
# and leaves a file of them where it runs.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/include"
cd "$work"
said=$(printf '%s\0' "${names[@]/#/$top/}" |
	xargs -0 -r -n 20 -P "$(nproc)" "$src/scripts/checkpatch.pl" --no-tree \
		--root="$work" --strict --terse --show-types --no-summary \
		--quiet --ignore LONG_LINE_STRING -f 2>&1 | sed "s,$top/,,g" || true)
cd "$top"
findings=$(printf '%s' "$said" | allowed)
[ -z "$findings" ] || {
	echo "$findings"
	exit 1
}
