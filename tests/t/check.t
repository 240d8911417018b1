#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# wcbar check on machines with PAT, without it, and without MTRRs: the answer
# for a live machine, and the same from evidence collected there.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

# machine WHAT MACHINE BEFORE AFTER CODE [ARGUMENT...]
machine()
{
	local what=$1 line=$2 before=$3 after=$4 code=$5
	shift 5

	boot "$what" --ko "$(module)" --program build/tools/wcbar \
		--env "MACHINE=$line" --env "BEFORE=$before" \
		--env "AFTER=$after" --env "CODE=$code" "$@" \
		tests/guest/check.sh
}

for kernel in $KERNELS; do
	# nothing is mapped before; then it is, on an emulated card
	machine "with PAT" "^Machine: write combining is available" 1 3 \
		entry-wc --card 64M
	# only an MTRR could help, and the firmware's uncachable one wins
	machine "nopat" "pat-off-nopat|no-wc-slot" 4 4 no-wc-slot \
		--card 64M --append nopat
	# above 4 GiB the kernel's MTRR makes it write-combining
	machine "nopat, 8 GiB" "pat-off-nopat|no-wc-slot" 4 3 entry-wc \
		--card 8G --append nopat
done
kernel=6.1
case " $KERNELS " in
*" 6.1 "*)
	machine "without MTRRs" "pat-off-mtrr|no-wc-slot" 4 4 \
		listed-without-slot --card 64M --cpu max,-mtrr ;;
esac
done_testing
