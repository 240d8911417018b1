# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# The reference card without a driver: descriptors by both paths, then a host
# that does everything wrong, then descriptors again.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

bdf=$(card)
echo 1 >"/sys/bus/pci/devices/$bdf/enable"

count=2000
[ -z "$SOAK" ] || count=20000

# taken PATH: posts descriptors, and looks at what the card has counted.
taken()
{
	is "$1: $count descriptors, all taken" \
		"$(refcard "$bdf" run "$1" "$count")" "taken $count"
	refcard "$bdf" counters >/tmp/counters
	is "$1: none torn, stale, twice, out of order or malformed" \
		"$(sed -n 's/^[2-6] //p' /tmp/counters | tr '\n' ' ')" "0 0 0 0 0 "
	is "$1: an interrupt for each fifth" \
		"$(sed -n 's/^9 //p' /tmp/counters)" "$(((count + 4) / 5))"
}

taken bf
is "bf: counted as such" "$(head -n 2 /tmp/counters | tr '\n' ' ')" \
	"0 $count 1 0 "
taken doorbell
is "doorbell: counted as such" "$(head -n 2 /tmp/counters | tr '\n' ' ')" \
	"0 0 1 $count "
is "a hostile host changes no memory by it" \
	"$(refcard "$bdf" hostile "$((count * 10))")" "did $((count * 10))"
taken bf
taken doorbell
done_testing
