#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Which lines of the driver the tests reach: builds it and the KUnit suites for
# the debug kernel with counters, runs tests of tests/t/ in it, and adds up.
#
#	tests/coverage/run.sh			# the tests below
#	tests/coverage/run.sh kunit nopat	# these
#	tests/coverage/run.sh --collect		# only what ran before
#
# out/coverage/ then has summary.txt, and for each source file a copy with the
# number of times each line ran.  It fails where a test fails or where an error
# exit of memtype.c or aperture.c was not reached.
set -eu -o pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

tests=(kunit basic nopat)
gated=(memtype.c aperture.c)
[ $# -eq 0 ] || tests=("$@")

export WCBAR_BUILD=build/gcov KBUILD_ARGS=GCOV_PROFILE=y WCBAR_KERNELS=debug
files=("${tests[@]/#/tests/t/}")
files=("${files[@]/%/.t}")
status=0

# sources: what was compiled, or would be now
sources()
{
	find drivers/wcbar -name '*.[ch]' -exec sha256sum {} + | sort
}

if [ "${tests[0]}" != --collect ]; then
	rm -rf out/tests/*/debug-*/gcov
	mkdir -p "$WCBAR_BUILD"
	sources >"$WCBAR_BUILD/sources"
	make -s modules KDIR="$(tests/vm/kernel.sh debug kdir)" \
		BUILD="$WCBAR_BUILD" KBUILD_ARGS="$KBUILD_ARGS"
	make -s guest-programs
	tests/run.sh "${files[@]}" || status=1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf out/coverage
mkdir -p out/coverage

# the counts are of lines by their numbers
sources | cmp -s - "$WCBAR_BUILD/sources" || {
	echo "coverage: the driver's sources have changed since it was built" >&2
	exit 1
}

# gcov wants counters beside what the compiler noted of the code.
while IFS= read -r counters; do
	object=/${counters#*/gcov/}
	object=${object%.gcda}
	[ -e "$object.gcno" ] || {
		echo "coverage: $object.gcno is missing: run without --collect" >&2
		exit 1
	}
	cp "$counters" "$work/file.gcda"
	cp "$object.gcno" "$work/file.gcno"
	gcov -t "$work/file.gcda" 2>/dev/null >>"$work/lines" || {
		echo "coverage: gcov cannot read $counters" >&2
		exit 1
	}
done < <(find out/tests/*/debug-*/gcov -name '*.gcda' -path '*/drivers/wcbar/*' \
	2>/dev/null)
[ -s "$work/lines" ] || {
	echo "coverage: no test left counters in out/tests" >&2
	exit 1
}

tests/coverage/merge.pl --out out/coverage --root drivers/wcbar \
	"${gated[@]/#/--gate=}" <"$work/lines" | tee out/coverage/summary.txt ||
	status=1
exit "$status"
