/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is known of each card.
 */
#ifndef WCBAR_DRV_CARD_H
#define WCBAR_DRV_CARD_H

#include <linux/pci.h>

#define WCBAR_NO_BAR	(-1)

struct wcbar_card_ops;

/**
 * struct wcbar_safe_reg - a register that does no harm
 * @write: its offset in the register BAR, bytes
 * @value: 32 bits that change nothing when they are written there
 * @read: offset of a register whose read changes nothing
 */
struct wcbar_safe_reg {
	u32 write;
	u32 value;
	u32 read;
};

/**
 * struct wcbar_card - what is known of one kind of card
 * @name: for people
 * @vendor: PCI vendor, 0 ends the table
 * @device: PCI device
 * @aperture: number of the BAR to write into
 * @regs: number of the BAR with registers, or WCBAR_NO_BAR
 * @post: how descriptors are posted to it, or NULL
 * @safe: a register to ring in place of a doorbell, or NULL
 */
struct wcbar_card {
	const char *name;
	u16 vendor;
	u16 device;
	s8 aperture;
	s8 regs;
	const struct wcbar_card_ops *post;
	const struct wcbar_safe_reg *safe;
};

/**
 * struct wcbar_bars - which BARs of a card to use
 * @aperture: number of the BAR to write into
 * @regs: number of the BAR with registers, or WCBAR_NO_BAR
 */
struct wcbar_bars {
	int aperture;
	int regs;
};

const struct wcbar_card *wcbar_card_find(u16 vendor, u16 device);
int wcbar_card_bars(struct pci_dev *pdev, const struct wcbar_card *card,
		    struct wcbar_bars *bars);
int wcbar_card_refuse(struct pci_dev *pdev);
int wcbar_card_check_bar(struct pci_dev *pdev, int bar, bool aperture,
			 bool force);

#endif /* WCBAR_DRV_CARD_H */
