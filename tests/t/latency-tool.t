#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# wcbar latency in a guest with the reference card and a card that takes no
# descriptors.  One kernel is enough: the driver's side has a test of its own.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

boot "wcbar latency" --reference-card 64M --card 16M --ko "$(module)" \
	--program build/tools/wcbar \
	tests/guest/latency-tool.sh
done_testing
