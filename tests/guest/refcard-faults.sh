# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# What the reference card was told to do wrong, as a host without a driver sees
# it. tests/t/card.t gives the plan; descriptors are numbered over all runs.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

bdf=$(card)
echo 1 >"/sys/bus/pci/devices/$bdf/enable"

# becomes DESCRIPTION PATH COUNT WHAT: of COUNT descriptors.
becomes()
{
	is "$1" "$(refcard "$bdf" run "$2" "$3")" "$4"
}

becomes "the third doorbell is lost" doorbell 9 "3: timeout"
becomes "the sixth descriptor is completed with an error" doorbell 9 "3: status 6"
becomes "the eighth is slow, and in time" bf 5 "taken 5"
becomes "the fourteenth is too slow" bf 9 "3: timeout"
becomes "RESET has cancelled it" doorbell 2 "taken 2"
becomes "the eighteenth is lost in a buffer" bf 9 "2: timeout"
becomes "the card dies at the twentieth" doorbell 9 "2: timeout"
becomes "a dead card does not answer" bf 1 "no answer to RESET"
done_testing
