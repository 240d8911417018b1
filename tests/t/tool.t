#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The command line tool in a guest: list, info and bench on one card.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

for kernel in $KERNELS; do
	boot "the tool" --card 64M --ko "$(module)" \
		--program build/tools/wcbar tests/guest/tool.sh
done
done_testing
