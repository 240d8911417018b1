/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory writes as packets of PCI Express: bytes on the wire, and how long
 * they take.
 */
#ifndef WCBAR_TOOL_MODEL_PCIE_H
#define WCBAR_TOOL_MODEL_PCIE_H

#include "system/device.h"

#define PCIE_MPS	128	/* bytes; what a function starts with */

/**
 * enum pcie_header - header of a memory write
 * @PCIE_HEADER_AUTO: by the address, as the specification demands it
 * @PCIE_HEADER_3DW: 12 bytes, for addresses below 4 GiB
 * @PCIE_HEADER_4DW: 16 bytes, for those above
 */
enum pcie_header {
	PCIE_HEADER_AUTO,
	PCIE_HEADER_3DW,
	PCIE_HEADER_4DW,
};

/**
 * struct pcie - a link and how requests are packed for it
 * @link: speed and width
 * @header: which header
 * @mps: Max_Payload_Size, bytes, a power of two
 */
struct pcie {
	struct pcie_link link;
	enum pcie_header header;
	u32 mps;
};

/**
 * struct pcie_wire - what some requests are on the link
 * @tlps: packets
 * @bytes: bytes of all of them with header and framing
 */
struct pcie_wire {
	u64 tlps;
	u64 bytes;
};

void pcie_add(const struct pcie *p, u64 addr, u32 len, struct pcie_wire *sum);
double pcie_ns(const struct pcie *p, u64 bytes);
u64 pcie_rate(const struct pcie_link *link);
u64 link_ceiling(const struct pcie_link *link, bool above_4g);

bool pcie_link_parse(const char *text, struct pcie_link *link);
char *pcie_link_name(const struct pcie_link *link);

#endif /* WCBAR_TOOL_MODEL_PCIE_H */
