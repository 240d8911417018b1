/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Evidence: everything that files say about memory types on one machine.
 */
#ifndef WCBAR_TOOL_EVIDENCE_H
#define WCBAR_TOOL_EVIDENCE_H

#include "dump.h"
#include "system/device.h"
#include "system/iomem.h"
#include "system/keys.h"
#include "system/klog.h"
#include "system/mtrr.h"
#include "system/patlist.h"

/**
 * struct claim - something a file says in words
 * @text: the words, of length 0 when nothing is known
 * @proof: the line
 */
struct claim {
	struct text text;
	struct proof proof;
};

/**
 * struct flag - something that is so, or not, or unknown
 * @value: 1, 0, or -1 when unknown
 * @proof: the line that says so
 */
struct flag {
	int value;
	struct proof proof;
};

/**
 * struct mapping - a mapping of the wcbar driver, by its info file
 * @bar: number of the BAR, -1 for none
 * @start: first byte of the BAR
 * @window: bytes that are mapped, 0 for no mapping
 * @requested: type asked for
 * @obtained: type in the page-table entry
 * @effective: type after the MTRRs
 * @why: the driver's sentence
 * @proof: the line with the effective type
 */
struct mapping {
	int bar;
	u64 start;
	u64 window;
	enum wcbar_memtype requested;
	enum wcbar_memtype obtained;
	enum wcbar_memtype effective;
	struct text why;
	struct proof proof;
};

/**
 * struct measured - what check --measure has found on a card
 * @runs: how often it was measured, 0 for not at all
 * @min: smallest ratio of uncached to write-combining time, thousandths
 * @max: largest one
 * @proof: the line with the smallest
 */
struct measured {
	u32 runs;
	u64 min;
	u64 max;
	struct proof proof;
};

/**
 * struct card_info - the driver's info file of one card
 * @bdf: the card
 * @aperture: mapping of its aperture
 * @regs: mapping of its registers
 * @allow_writes: whether runs may write into it
 * @state: ready, degraded, no-aperture or offline
 * @measured: what was measured on its aperture
 */
struct card_info {
	char bdf[TEXT_BDF];
	struct mapping aperture;
	struct mapping regs;
	bool allow_writes;
	struct text state;
	struct measured measured;
};

/**
 * struct reading - what became of a file
 * @src: the file
 * @kind: what it was read as
 * @tally: lines read and understood
 * @unused: another file of the kind was used instead
 */
struct reading {
	const struct source *src;
	enum source_kind kind;
	struct tally tally;
	bool unused;
};

/**
 * struct card_infos - cards that the wcbar driver drives
 * @items: the cards
 * @n: number of cards
 * @room: private to vec_push()
 */
struct card_infos {
	struct card_info *items;
	size_t n, room;
};

/**
 * struct readings - files that were read
 * @items: the files
 * @n: number of files
 * @room: private to vec_push()
 */
struct readings {
	struct reading *items;
	size_t n, room;
};

/**
 * struct evidence - all of it
 * @label: which view of a dump this is, empty for the only one
 * @live: it is about this machine, now
 * @readings: the files, and how much of each was understood
 * @list: the kernel's list of memory types
 * @has_list: whether there is a file of it
 * @list_missing: why there is no list, in words
 * @mtrrs: the MTRRs, by /proc/mtrr or else by the boot log
 * @has_mtrrs: whether there is either
 * @log: the kernel log
 * @has_log: whether there is one
 * @iomem: owners of addresses
 * @has_iomem: whether there is a file of them
 * @devices: PCI functions
 * @infos: what the wcbar driver says of its cards
 * @slots: the eight PAT slots; unknown when the first one is
 * @slots_proof: what says so
 * @cpu_pat: the CPU has a PAT
 * @cpu_mtrr: the CPU has MTRRs
 * @cpu_guest: the CPU says that it is a virtual one
 * @cpu_model: the CPU's name
 * @hypervisor: its name; "none" on bare hardware
 * @accel: how it runs code: "tcg" is emulation
 * @release: kernel release
 * @cmdline: kernel command line
 * @strict_devmem: the kernel has IO_STRICT_DEVMEM
 * @lockdown: lockdown mode, "none", "integrity" or "confidentiality"
 */
struct evidence {
	const char *label;
	bool live;
	struct readings readings;
	struct patlist list;
	bool has_list;
	struct claim list_missing;
	struct mtrr_table mtrrs;
	bool has_mtrrs;
	struct klog log;
	bool has_log;
	struct iomem iomem;
	bool has_iomem;
	struct devices devices;
	struct card_infos infos;
	enum wcbar_memtype slots[8];
	struct proof slots_proof;
	struct flag cpu_pat;
	struct flag cpu_mtrr;
	struct flag cpu_guest;
	struct claim cpu_model;
	struct claim hypervisor;
	struct claim accel;
	struct claim release;
	struct claim cmdline;
	struct flag strict_devmem;
	struct claim lockdown;
};

void evidence_build(struct evidence *ev, const struct view *view, bool live);
void evidence_free(struct evidence *ev);
const struct card_info *evidence_info(const struct evidence *ev,
				      const char *bdf);
bool evidence_has_word(const struct evidence *ev, const char *word);
bool evidence_understood(const struct evidence *ev);

/* parts of evidence_build() */
void machine_read(struct evidence *ev, const struct source *src,
		  struct tally *tally);
void cardinfo_read(struct evidence *ev, const struct source *src,
		   struct tally *tally);
void measure_read(struct evidence *ev, const struct source *src,
		  struct tally *tally);
void devices_merge(struct evidence *ev, struct devices *lspci);
void devices_from_log(struct evidence *ev);

#endif /* WCBAR_TOOL_EVIDENCE_H */
