#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Every script: shellcheck, and its shell's own idea of the syntax.
# shellcheck source=scripts/check/lib.sh
. "$(dirname "$0")/lib.sh"

status=0
mapfile -t names < <(shell_files)
# SC2119: functions may have optional parameters
shellcheck -x -e SC2119,SC2120 -f gcc "${names[@]}" || status=1
for name in "${names[@]}"; do
	IFS= read -r first <"$name"
	case "$first" in
	*bash) bash -n "$name" || status=1 ;;
	*) busybox sh -n "$name" || status=1 ;;
	esac
done

mapfile -t names < <(files '*.pl')
for name in "${names[@]}"; do
	said=$(perl -wc "$name" 2>&1 || true)
	[ "$said" = "$name syntax OK" ] || {
		echo "$said"
		status=1
	}
done
exit "$status"
