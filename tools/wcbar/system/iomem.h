/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reader of /proc/iomem: who owns which addresses.
 */
#ifndef WCBAR_TOOL_IOMEM_H
#define WCBAR_TOOL_IOMEM_H

#include "system/ranges.h"
#include "system/source.h"

/**
 * enum iomem_kind - kind of an owner
 * @IOMEM_DRIVER: a driver, or what cannot be told from one
 * @IOMEM_BUS: a window of a PCI bus, or a PCI function itself
 * @IOMEM_RAM: memory
 * @IOMEM_FIRMWARE: reserved by firmware
 * @IOMEM_MMCONFIG: the PCI configuration window
 * @IOMEM_BOOTFB: the frame buffer of the boot display
 */
enum iomem_kind {
	IOMEM_DRIVER,
	IOMEM_BUS,
	IOMEM_RAM,
	IOMEM_FIRMWARE,
	IOMEM_MMCONFIG,
	IOMEM_BOOTFB,
};

/**
 * struct iomem_entry - a range and its owner
 * @start: first byte
 * @end: byte behind the last one
 * @name: owner as the file has it
 * @kind: what it is
 * @proof: the line
 */
struct iomem_entry {
	u64 start;
	u64 end;
	struct text name;
	enum iomem_kind kind;
	struct proof proof;
};

/**
 * struct iomem - the file
 * @items: entries in the order of their lines: parents before children
 * @n: number of entries
 * @room: private to vec_push()
 * @tally: how many lines were read and understood
 * @hidden: all addresses are 0: it was not read as root
 * @index: by address; ids are numbers of entries
 */
struct iomem {
	struct iomem_entry *items;
	size_t n, room;
	struct tally tally;
	bool hidden;
	struct ranges index;
};

void iomem_read(struct iomem *iomem, const struct source *src);
void iomem_free(struct iomem *iomem);
enum iomem_kind iomem_classify(struct text name);
const struct iomem_entry *iomem_owner(const struct iomem *iomem, u64 start,
				      u64 end);
const char *iomem_kind_words(enum iomem_kind kind);

#endif /* WCBAR_TOOL_IOMEM_H */
