// SPDX-License-Identifier: GPL-2.0
/*
 * What a PCIe link can carry when every packet holds one write-combining line.
 *
 * A full buffer leaves the CPU as one memory write of 64 bytes, and no host
 * puts two of them into one packet. So the ceiling is
 *
 *	rate * 64 / (64 + header + framing)
 *
 * where the header has 3 double words (12 bytes) for an address below 4 GiB
 * and 4 (16 bytes) above, and framing is 8 bytes:
 *
 *	2.5 and 5 GT/s		STP 1 + sequence number 2 + LCRC 4 + END 1
 *	8 to 32 GT/s		STP token with sequence number 4 + LCRC 4
 *	64 GT/s			none, but 236 of each 256 bytes are for packets
 *
 * and rate is lanes * transfers * coding / 8: 8b/10b at 2.5 and 5 GT/s,
 * 128b/130b up to 32 GT/s, flits of 256 bytes at 64 GT/s. Sources: PCI Express
 * Base Specification 6.0, sections 2.2 (headers), 3.6 (sequence number and
 * LCRC), 4.2.1.2 and 4.2.2.3 (framing), 4.2.3 (flits). Acknowledgements and
 * flow control take a few per cent more, which are left out.
 */
#include "linkcap.h"

#define LINE		64
#define FRAMING		8

/**
 * link_ceiling - most that 64-byte writes can carry
 * @link: speed and width
 * @above_4g: the BAR is above 4 GiB
 *
 * Return: payload in MB/s (10^6 bytes), 0 when the link is unknown.
 */
u64 link_ceiling(const struct pcie_link *link, bool above_4g)
{
	u64 header = above_4g ? 16 : 12, framing = FRAMING, num, den, rate;

	if (link->mts <= 5000) {
		num = 8;
		den = 10;
	} else if (link->mts <= 32000) {
		num = 128;
		den = 130;
	} else {
		num = 236;
		den = 256;
		framing = 0;
	}
	/* MT/s carry one bit each on every lane; in kB/s for the rounding */
	rate = (u64)link->lanes * link->mts * 1000 * num / den / 8;
	return rate * LINE / (LINE + header + framing) / 1000;
}

/**
 * link_is_less - whether a link does less than it could
 * @now: what it does
 * @cap: what it could do
 *
 * Return: true if so; false also when either is unknown.
 */
bool link_is_less(const struct pcie_link *now, const struct pcie_link *cap)
{
	return link_known(now) && link_known(cap) &&
	       (now->mts < cap->mts || now->lanes < cap->lanes);
}
