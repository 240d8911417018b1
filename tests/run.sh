#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Runs tests/t/*.t, or those that are named, two at a time through prove:
#
#	tests/run.sh
#	tests/run.sh tests/t/unit.t tests/t/basic.t
#	WCBAR_KERNELS=6.12 tests/run.sh tests/t/basic.t
#
# The last line is "N passed, N failed, N skipped", over all tests in them.
set -eu -o pipefail

cd "$(dirname "$(readlink -f "$0")")/.."
[ $# -gt 0 ] || set -- tests/t/*.t

# those that take longest go first, so that neither of the two is alone at the
# end
long=()
short=()
for file; do
	case ${file##*/} in
	debug.t|kunit-debug.t|kunit.t|check.t) long+=("$file") ;;
	*) short+=("$file") ;;
	esac
done
set -- "${long[@]}" "${short[@]}"
export PERL5LIB=$PWD/tests/lib
exec prove -j "${WCBAR_JOBS:-2}" --timer --exec '' --harness Wcbar::Harness "$@"
