// SPDX-License-Identifier: GPL-2.0
/*
 * Memory writes as packets of PCI Express.
 *
 * A packet (TLP) is header, payload and framing. The header has 3 double words
 * (12 bytes) for an address below 4 GiB and 4 (16 bytes) above, and the
 * payload is whole double words, of which byte enables take the first and the
 * last in part. Framing is 8 bytes:
 *
 *	2.5 and 5 GT/s		STP 1 + sequence number 2 + LCRC 4 + END 1
 *	8 to 32 GT/s		STP token with sequence number 4 + LCRC 4
 *	64 GT/s			none, but 236 of each 256 bytes are for packets
 *
 * The link carries lanes * transfers * coding / 8 bytes a second: 8b/10b at
 * 2.5 and 5 GT/s, 128b/130b up to 32 GT/s, flits of 256 bytes at 64 GT/s.
 * Sources: PCI Express Base Specification 6.0, sections 2.2 (headers and byte
 * enables), 3.6 (sequence number and LCRC), 4.2.1.2 and 4.2.2.3 (framing),
 * 4.2.3 (flits), 7.5.3.4 (Max_Payload_Size). Acknowledgements and flow control
 * take a few per cent more, which are left out.
 *
 * A full write-combining buffer leaves the CPU as one memory write of 64
 * bytes, and no host puts two of them into one packet, so that
 *
 *	rate * 64 / (64 + header + framing)
 *
 * is the most that write combining can carry.
 */
#include "model/pcie.h"

#include "mem.h"

#define LINE		64
#define FRAMING		8

static u32 framing(const struct pcie_link *link)
{
	return link->mts <= 32000 ? FRAMING : 0;
}

static u32 header(const struct pcie *p, u64 addr)
{
	if (p->header == PCIE_HEADER_AUTO)
		return addr >> 32 ? 16 : 12;
	return p->header == PCIE_HEADER_4DW ? 16 : 12;
}

/**
 * pcie_add - one request as packets
 * @p: the link
 * @addr: first byte that is written
 * @len: bytes from there to the last one
 * @sum: where its packets are added
 *
 * A request across a multiple of Max_Payload_Size becomes several packets; so
 * none crosses a page, which none may (2.2.7).
 */
void pcie_add(const struct pcie *p, u64 addr, u32 len, struct pcie_wire *sum)
{
	u32 fixed = header(p, addr) + framing(&p->link), n;

	while (len) {
		n = min_t(u32, len, p->mps - (u32)(addr % p->mps));
		sum->tlps++;
		sum->bytes += fixed + ((addr & 3) + n + 3) / 4 * 4;
		addr += n;
		len -= n;
	}
}

/**
 * pcie_rate - what a link carries, packets with all that belongs to them
 * @link: speed and width
 *
 * Return: kB/s (10^3 bytes), 0 when the link is unknown.
 */
u64 pcie_rate(const struct pcie_link *link)
{
	u64 num = 236, den = 256;

	if (link->mts <= 5000) {
		num = 8;
		den = 10;
	} else if (link->mts <= 32000) {
		num = 128;
		den = 130;
	}
	/* MT/s carry one bit each on every lane */
	return (u64)link->lanes * link->mts * 1000 * num / den / 8;
}

/**
 * pcie_ns - time that bytes take on a link
 * @p: the link
 * @bytes: bytes with header and framing
 *
 * Return: nanoseconds; 0 when the link is unknown.
 */
double pcie_ns(const struct pcie *p, u64 bytes)
{
	u64 rate = pcie_rate(&p->link);

	return rate ? (double)bytes * 1e6 / (double)rate : 0;
}

/**
 * link_ceiling - most that 64-byte writes can carry
 * @link: speed and width
 * @above_4g: the BAR is above 4 GiB
 *
 * Return: payload in MB/s (10^6 bytes), 0 when the link is unknown.
 */
u64 link_ceiling(const struct pcie_link *link, bool above_4g)
{
	const struct pcie p = {
		.link = *link,
		.header = above_4g ? PCIE_HEADER_4DW : PCIE_HEADER_3DW,
		.mps = PCIE_MPS,
	};
	struct pcie_wire w = { 0 };

	pcie_add(&p, 0, LINE, &w);
	return pcie_rate(link) * LINE / w.bytes / 1000;
}

/* MT/s of a generation */
static const u32 generations[] = { 0, 2500, 5000, 8000, 16000, 32000, 64000 };

/**
 * pcie_link_parse - read a link as people name it
 * @text: "gen4x16", "Gen4 x16" or "16.0 GT/s x16"
 * @link: the link
 *
 * Return: false where it is neither, or none that exists.
 */
bool pcie_link_parse(const char *text, struct pcie_link *link)
{
	struct text t = text_of(text);
	u64 gen, lanes;

	if (text_skip(&t, "gen") || text_skip(&t, "Gen")) {
		if (!text_dec(&t, &gen) || !gen ||
		    gen >= ARRAY_SIZE(generations))
			return false;
		text_blanks(&t);
		if (!text_skip(&t, "x") || !text_dec(&t, &lanes) || t.len)
			return false;
		if (!lanes || lanes > 32 ||
		    (lanes != 12 && (lanes & (lanes - 1))))
			return false;
		link->mts = generations[gen];
		link->lanes = (u32)lanes;
		return true;
	}
	return link_parse(&t, link) && link_known(link);
}

/**
 * pcie_link_name - a link as people name it
 * @link: the link
 *
 * Return: "Gen4 x16", or "3.0 GT/s x2" where no generation has that speed; to
 * be freed.
 */
char *pcie_link_name(const struct pcie_link *link)
{
	u32 gen;

	for (gen = 1; gen < ARRAY_SIZE(generations); gen++) {
		if (generations[gen] == link->mts)
			return mem_printf("Gen%u x%u", gen, link->lanes);
	}
	return mem_printf("%u.%u GT/s x%u", link->mts / 1000,
			  link->mts % 1000 / 100, link->lanes);
}
