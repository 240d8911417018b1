#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Words that say a file is not finished, paths of somebody's machine, blanks
# at the ends of lines, and files without their licence.
# shellcheck source=scripts/check/lib.sh
. "$(dirname "$0")/lib.sh"

status=0
mapfile -t names < <(files | grep -vE '^(COPYING$|.*\.(svg|png)$)')

# TAP has a directive of that name, which a reader of TAP has to know.
if grep -nwE 'TODO|FIXME|XXX|HACK|TBD|WIP' "${names[@]}" |
   grep -v '^scripts/check/words\.sh:\|TAP\|TODO\\b'; then
	status=1
fi
if grep -nE '/(work|home/[a-z]+|root)/[a-z]' "${names[@]}" |
   grep -v '^scripts/check/words\.sh:'; then
	status=1
fi
if grep -nE '[[:blank:]]+$' "${names[@]}"; then
	status=1
fi
for name in "${names[@]}"; do
	case "$name" in
	*.[ch]|*.sh|*.pl|*.awk|*.t|*/Kbuild|*Makefile*) ;;
	*) continue ;;
	esac
	grep -q 'SPDX-License-Identifier: GPL-2\.0' <<<"$(head -n 4 "$name")" || {
		echo "$name: no SPDX line"
		status=1
	}
done
exit "$status"
