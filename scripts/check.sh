#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Static checks: all of them, or those named.
#
#	scripts/check.sh
#	scripts/check.sh checkpatch sparse
#	scripts/check.sh --list
#
# Each prints "ok" or "FAILED" and its findings; the exit status is 0 only
# where nothing was found. What each does stands in scripts/check/NAME.sh.
set -eu -o pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

checks=(words shell checkpatch kernel-doc tools warnings-gcc sparse
	warnings-clang)
case "${1:-}" in
--list) printf '%s\n' "${checks[@]}"; exit 0 ;;
'') ;;
*) checks=("$@") ;;
esac
failed=0

for check in "${checks[@]}"; do
	script=scripts/check/$check.sh
	[ -x "$script" ] || {
		echo "check.sh: there is no check '$check'" >&2
		exit 2
	}
	begin=$SECONDS
	if said=$("$script" 2>&1); then
		printf 'ok      %s (%d s)\n' "$check" $((SECONDS - begin))
	else
		failed=$((failed + 1))
		printf 'FAILED  %s (%d s)\n' "$check" $((SECONDS - begin))
		printf '%s\n' "$said" | sed 's/^/        /'
	fi
done
[ "$failed" = 0 ] || {
	echo "$failed of ${#checks[@]} checks found something"
	exit 1
}
