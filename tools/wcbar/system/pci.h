/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The PCI functions of this machine, as libpci and sysfs see them.
 */
#ifndef WCBAR_TOOL_PCI_H
#define WCBAR_TOOL_PCI_H

#include <wcbar/types.h>

#include "error.h"

#define BDF_TEXT	20	/* "ffffffff:ff:1f.7" and the terminator */
#define PCI_NR_BARS	6

/**
 * struct bdf - address of a PCI function
 * @domain: domain (segment)
 * @bus: bus
 * @dev: device, 0 to 31
 * @func: function, 0 to 7
 */
struct bdf {
	u32 domain;
	u8 bus;
	u8 dev;
	u8 func;
};

/**
 * struct pci_bar - one BAR
 * @start: first address; 0 where none was assigned
 * @size: bytes; 0 where the BAR does not exist
 * @memory: memory, not I/O ports
 * @is64: a 64-bit BAR
 * @prefetch: prefetchable
 * @assigned: it has an address
 */
struct pci_bar {
	u64 start;
	u64 size;
	bool memory;
	bool is64;
	bool prefetch;
	bool assigned;
};

/**
 * struct pci_card - one PCI function
 * @bdf: its address
 * @address: the same as text, "0000:00:04.0"
 * @vendor: vendor number
 * @device: device number
 * @class: class and subclass
 * @name: vendor and device by name, where the list of names knows them
 * @driver: driver that is bound, or an empty string
 * @link: "8.0 GT/s x8 of 16.0 GT/s x16" (now, of the most it can), or "none"
 * @numa_node: NUMA node, -1 unknown
 * @bars: the six BARs
 */
struct pci_card {
	struct bdf bdf;
	char address[BDF_TEXT];
	u16 vendor;
	u16 device;
	u16 class;
	char name[160];
	char driver[64];
	char link[64];
	int numa_node;
	struct pci_bar bars[PCI_NR_BARS];
};

int bdf_parse(const char *text, struct bdf *bdf);
void bdf_format(const struct bdf *bdf, char text[BDF_TEXT]);

int pci_scan(struct pci_card **cards, size_t *nr, struct error *e);
int pci_aperture(const struct pci_card *card);

#endif /* WCBAR_TOOL_PCI_H */
