#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Positive controls: each checker of the debug kernel finds a mistake that is
# made on purpose, and what it then says fails a boot.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

kernel=debug
# mistake: what the kernel has to say of it
declare -A says=(
	[lock-order]='WARNING: possible circular locking dependency detected'
	[sleep-in-atomic]='BUG: sleeping function called from invalid context'
	[shift-too-far]='UBSAN: shift-out-of-bounds in .*/wcbar_provoke\.c'
	[index-too-large]='UBSAN: array-index-out-of-bounds in .*/wcbar_provoke\.c'
	[warn]='WARNING: CPU: .* warn\+.*wcbar_provoke'
	[out-of-bounds]='BUG: KASAN: slab-out-of-bounds in out_of_bounds'
	[use-after-free]='BUG: KASAN: (slab-)?use-after-free in use_after_free'
	[leak]='kmemleak: [0-9]+ new suspected memory leaks'
)

modules=$(tests/modules/build.sh debug)
expect=()
for text in "${says[@]}"; do
	expect+=(--expect "$text")
done
boot "mistakes" --append "kmemleak=on kasan_multi_shot" --timeout 200 \
	--ko "$modules/wcbar_provoke.ko" \
	--program build/tests/guest/failnth \
	"${expect[@]}" tests/guest/controls.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%s\n' "ok 1 - a" "1..1" "# guest ended with status 0" >"$work/tap"

# judge MISTAKE: what judge.pl makes of that part of the log, as if it were
# all of it.
judge()
{
	sed -n "/wcbar-control: begin $1\$/,/wcbar-control: end $1\$/p" \
		<(tr -d '\r' <"$boot_out/console.log") >"$work/console"
	status=0
	said=$(tests/vm/judge.pl --tap "$work/tap" --console "$work/console" \
		--status 0) || status=$?
}

for mistake in nothing allocate; do
	judge "$mistake"
	is "$mistake: no boot fails of it" "$status" 0
done
for mistake in "${!says[@]}"; do
	judge "$mistake"
	like "$mistake: the kernel says it" "$(cat "$work/console")" \
		"${says[$mistake]}"
	like "$mistake: the boot fails of it" "$said" \
		'^not ok [0-9]+ - the kernel complains about nothing'
done
done_testing
