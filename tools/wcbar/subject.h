/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A subject: the machine, a BAR or a range, and what the evidence says of it.
 */
#ifndef WCBAR_TOOL_SUBJECT_H
#define WCBAR_TOOL_SUBJECT_H

#include "evidence.h"

/**
 * enum scope - what a subject is
 * @SCOPE_MACHINE: the machine
 * @SCOPE_BAR: a BAR of a function
 * @SCOPE_RANGE: a range of addresses that no known BAR has
 */
enum scope {
	SCOPE_MACHINE,
	SCOPE_BAR,
	SCOPE_RANGE,
};

/**
 * enum list_says - what the kernel's list says of a range
 * @LIST_ABSENT: there is no list
 * @LIST_MUTE: there is one, but nothing in it was understood
 * @LIST_NOTHING: nothing is mapped
 * @LIST_WC: every mapping is write-combining
 * @LIST_PARTLY: some mappings are write-combining, others beside them are not
 * @LIST_CONFLICT: mappings of different types overlap
 * @LIST_OTHER: no mapping is write-combining
 */
enum list_says {
	LIST_ABSENT,
	LIST_MUTE,
	LIST_NOTHING,
	LIST_WC,
	LIST_PARTLY,
	LIST_CONFLICT,
	LIST_OTHER,
};

/**
 * enum place - where a device really is
 * @PLACE_UNKNOWN: nothing says whether this is a virtual machine
 * @PLACE_BARE: on bare hardware
 * @PLACE_PASSED: in a virtual machine, but a real card passed through
 * @PLACE_EMULATED: in a virtual machine and emulated by it
 * @PLACE_GUEST: in a virtual machine, which of the two is unknown
 */
enum place {
	PLACE_UNKNOWN,
	PLACE_BARE,
	PLACE_PASSED,
	PLACE_EMULATED,
	PLACE_GUEST,
};

/**
 * struct subject - a subject and the evidence on it
 * @ev: all evidence
 * @scope: what it is
 * @dev: the function, for a BAR
 * @bar: the BAR, for a BAR
 * @start: first byte
 * @end: byte behind the last one; not larger than @start for no range
 * @slot: PAT slot with write-combining; 8 for none, -1 when unknown
 * @list: what the kernel's list says
 * @entries: its entries that overlap the range
 * @wc: the first write-combining one, or NULL
 * @other: the first of another type, or NULL
 * @wc_bytes: bytes of the range that are in write-combining entries
 * @one_type: the type that all entries have, or WCBAR_MT_MIXED
 * @neighbour: an entry that only touches the range, or NULL
 * @mtrr: what the MTRRs make of the range
 * @mtrr_reg: a register that does so, or NULL
 * @map: the wcbar driver's mapping of it, or NULL
 * @measured: what was measured on it, or NULL
 * @place: where the device really is
 * @owner: who owns it by /proc/iomem, or NULL
 * @ruled_out: the machine offers no write combining
 */
struct subject {
	const struct evidence *ev;
	enum scope scope;
	const struct device *dev;
	const struct bar *bar;
	u64 start;
	u64 end;
	int slot;
	enum list_says list;
	struct hits entries;
	const struct pat_entry *wc;
	const struct pat_entry *other;
	u64 wc_bytes;
	enum wcbar_memtype one_type;
	const struct pat_entry *neighbour;
	enum wcbar_memtype mtrr;
	const struct mtrr_reg *mtrr_reg;
	const struct mapping *map;
	const struct measured *measured;
	enum place place;
	const struct iomem_entry *owner;
	bool ruled_out;
};

#define SLOT_NONE	8
#define SLOT_UNKNOWN	(-1)

void subject_machine(struct subject *s, const struct evidence *ev);
void subject_bar(struct subject *s, const struct evidence *ev,
		 const struct device *dev, const struct bar *bar);
void subject_range(struct subject *s, const struct evidence *ev, u64 start,
		   u64 end);
void subject_free(struct subject *s);

int wc_slot(const struct evidence *ev);
enum place device_place(const struct evidence *ev, const struct device *dev);
bool release_before(struct text release, unsigned int major,
		    unsigned int minor);

#endif /* WCBAR_TOOL_SUBJECT_H */
