/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reader of the kernel log, and of what shells and module loaders print.
 */
#ifndef WCBAR_TOOL_KLOG_H
#define WCBAR_TOOL_KLOG_H

#include <wcbar/memtype.h>

#include "system/mtrr.h"
#include "system/source.h"

/**
 * enum klog_kind - what a line tells
 * @KLOG_NONE: nothing that becomes an event
 * @KLOG_PAT_CONFLICT: a request met a holder of another type
 * @KLOG_PAT_FAILED: a request for a type failed
 * @KLOG_PAT_ADDED: a request was granted, perhaps with another type (debugpat)
 * @KLOG_PAT_OVERLAP: it overlaps this range (debugpat)
 * @KLOG_PAT_FREED: a range was given back (debugpat)
 * @KLOG_PAT_BAD_FREE: a range was given back that nobody held
 * @KLOG_MAP_EXPECTED: mmap wanted another type than the range has
 * @KLOG_MAP_RAM: mmap of RAM wanted another type than it has
 * @KLOG_IOREMAP_TYPE: ioremap got a type that it cannot accept
 * @KLOG_IOREMAP_FAILED: ioremap was refused with an errno
 * @KLOG_ATTR_FAILED: the type of the kernel's own mapping was not changed
 * @KLOG_MTRR_OVERLAP: an MTRR was refused, it would overlap another one
 * @KLOG_MTRR_MISMATCH: an MTRR was refused, another one has another type
 * @KLOG_MTRR_FULL: an MTRR was refused, none is free
 * @KLOG_MTRR_ALIGN: an MTRR was refused, base or size do not fit
 * @KLOG_MTRR_ADVICE: a driver says that it got no MTRR
 * @KLOG_MTRR_HUGE: MTRRs keep the kernel from mapping a range with huge pages
 * @KLOG_BAR_ASSIGNED: a BAR has this range
 * @KLOG_BAR_NO_SPACE: a BAR got no address
 * @KLOG_BAR_RELEASED: a BAR gave its range back
 * @KLOG_BAR_INVALID: a driver finds the BAR without size and address
 * @KLOG_BAR_CLAIM: a BAR's range is not inside its bridge's, or is taken
 * @KLOG_BAR_RESERVED: a driver could not reserve the BAR
 * @KLOG_BAR_RESIZE: resizing the BAR was refused
 * @KLOG_WINDOW_NO_SPACE: a bridge got no window of the wanted size
 * @KLOG_ENABLE_FAILED: a device could not be enabled
 * @KLOG_SPANS: a request for a range that runs out of its owner's
 * @KLOG_WARNING: a warning of the kernel's memory type code
 * @KLOG_PROBE: a driver's probe failed
 * @KLOG_POWER: a device did not come back from a low-power state
 * @KLOG_LINK: the link gives less than the card could
 * @KLOG_NEEDS_NOPAT: a driver refuses to work with PAT
 * @KLOG_OWNER: somebody owns a range
 * @KLOG_RAM: a range is memory
 * @KLOG_HOST_BAR: a BAR on the host of a virtual machine
 * @KLOG_MODULE: a module could not be loaded; @err is the errno, or 0
 * @KLOG_MODULE_MAGIC: it was built for another kernel
 * @KLOG_MODULE_SYMBOL: it was built against another version of a symbol
 * @KLOG_MODULE_UNKNOWN: a symbol that it needs is missing
 * @KLOG_MODULE_KEY: its signature was not accepted
 * @KLOG_LOCKDOWN: lockdown forbids something
 * @KLOG_USER_MMAP: a program's mmap of a BAR failed
 * @KLOG_NUM: number of kinds
 */
enum klog_kind {
	KLOG_NONE,
	KLOG_PAT_CONFLICT,
	KLOG_PAT_FAILED,
	KLOG_PAT_ADDED,
	KLOG_PAT_OVERLAP,
	KLOG_PAT_FREED,
	KLOG_PAT_BAD_FREE,
	KLOG_MAP_EXPECTED,
	KLOG_MAP_RAM,
	KLOG_IOREMAP_TYPE,
	KLOG_IOREMAP_FAILED,
	KLOG_ATTR_FAILED,
	KLOG_MTRR_OVERLAP,
	KLOG_MTRR_MISMATCH,
	KLOG_MTRR_FULL,
	KLOG_MTRR_ALIGN,
	KLOG_MTRR_ADVICE,
	KLOG_MTRR_HUGE,
	KLOG_BAR_ASSIGNED,
	KLOG_BAR_NO_SPACE,
	KLOG_BAR_RELEASED,
	KLOG_BAR_INVALID,
	KLOG_BAR_CLAIM,
	KLOG_BAR_RESERVED,
	KLOG_BAR_RESIZE,
	KLOG_WINDOW_NO_SPACE,
	KLOG_ENABLE_FAILED,
	KLOG_SPANS,
	KLOG_WARNING,
	KLOG_PROBE,
	KLOG_POWER,
	KLOG_LINK,
	KLOG_NEEDS_NOPAT,
	KLOG_OWNER,
	KLOG_RAM,
	KLOG_HOST_BAR,
	KLOG_MODULE,
	KLOG_MODULE_MAGIC,
	KLOG_MODULE_SYMBOL,
	KLOG_MODULE_UNKNOWN,
	KLOG_MODULE_KEY,
	KLOG_LOCKDOWN,
	KLOG_USER_MMAP,
	KLOG_NUM,
};

/**
 * struct klog_event - a line that tells something
 * @kind: what
 * @start: first byte of the range it is about
 * @end: byte behind its last one, whatever the line's own convention; 0 with
 *	@start 0 for no range
 * @start2: first byte of a second range: the MTRR in the way, the owner's,
 *	the reservation that a new one met
 * @end2: byte behind its last one
 * @want: type that was asked for
 * @got: type that was obtained, or that the holder has
 * @track: type that the kernel's list keeps; for a conflict the type of
 *	another holder, where holders differ
 * @bdf: PCI function, or empty
 * @bar: number of the BAR, or -1
 * @pref: the range is prefetchable
 * @is64: the BAR is a 64-bit one
 * @err: errno as the line has it, negative, or 0
 * @size: a size that was wanted, or 0
 * @who: program, driver or module
 * @word: symbol, version magic, owner, link: by @kind
 * @word2: the wanted version magic, or the link that would be possible
 * @proof: the line
 */
struct klog_event {
	enum klog_kind kind;
	u64 start;
	u64 end;
	u64 start2;
	u64 end2;
	enum wcbar_memtype want;
	enum wcbar_memtype got;
	enum wcbar_memtype track;
	char bdf[TEXT_BDF];
	int bar;
	bool pref;
	bool is64;
	int err;
	u64 size;
	struct text who;
	struct text word;
	struct text word2;
	struct proof proof;
};

/**
 * enum pat_off - why the kernel says that it does not use the PAT
 * @PAT_OFF_NOT: it does not say so
 * @PAT_OFF_NOPAT: the command line has nopat
 * @PAT_OFF_MTRR: the MTRRs are disabled and the PAT goes with them
 * @PAT_OFF_CPU: the CPU has none
 * @PAT_OFF_FIRMWARE: the firmware left it disabled
 * @PAT_OFF_KCONFIG: the kernel was built without
 * @PAT_OFF_OTHER: another wording
 */
enum pat_off {
	PAT_OFF_NOT,
	PAT_OFF_NOPAT,
	PAT_OFF_MTRR,
	PAT_OFF_CPU,
	PAT_OFF_FIRMWARE,
	PAT_OFF_KCONFIG,
	PAT_OFF_OTHER,
};

/**
 * struct strings - strings that live as long as a log
 * @items: the strings
 * @n: number of strings
 * @room: private to vec_push()
 */
struct strings {
	char **items;
	size_t n, room;
};

/**
 * struct klog - what a log tells
 * @items: events in the order of their lines
 * @n: number of events
 * @room: private to vec_push()
 * @slots: the eight PAT slots
 * @slots_proof: the line with them; no source when none has them
 * @pat_off: why the PAT is not used
 * @pat_off_proof: the line that says so
 * @mtrr_off: the line that says that the MTRRs are disabled
 * @mtrr_blank: the line that says that they are all blank
 * @mtrrs: default type and variable registers from boot lines
 * @hypervisor: its name; "none" on bare hardware; empty when unknown
 * @hypervisor_proof: the line that names it
 * @release: kernel release, empty when unknown
 * @release_proof: the line with it
 * @cmdline: kernel command line, empty when unknown
 * @cmdline_proof: the line with it
 * @debugpat: reservations and releases that debugpat logged
 * @met: range that the reservation logged next met
 * @met_end: byte behind its last one, 0 for none
 * @last_bdf: PCI function named last, for lines that leave it out
 * @last_bar: BAR that a shell command named last, or -1
 * @joined: memory of lines that had been wrapped
 */
struct klog {
	struct klog_event *items;
	size_t n, room;
	enum wcbar_memtype slots[8];
	struct proof slots_proof;
	enum pat_off pat_off;
	struct proof pat_off_proof;
	struct proof mtrr_off;
	struct proof mtrr_blank;
	struct mtrr_table mtrrs;
	struct text hypervisor;
	struct proof hypervisor_proof;
	struct text release;
	struct proof release_proof;
	struct text cmdline;
	struct proof cmdline_proof;
	u32 debugpat;
	u64 met;
	u64 met_end;
	char last_bdf[TEXT_BDF];
	int last_bar;
	struct strings joined;
};

/**
 * struct klog_match - a line in which a rule's key was found
 * @log: the log, for rules that set facts
 * @all: the message without time stamps and the like
 * @before: what stands before the key
 * @after: what stands behind it
 * @proof: the line
 */
struct klog_match {
	struct klog *log;
	struct text all;
	struct text before;
	struct text after;
	struct proof proof;
};

/**
 * struct klog_rule - how to read one kind of line
 * @key: what the line must contain
 * @kind: kind of the event
 * @read: reads the line into the event; false when it is not of this kind
 *	after all, or was cut. May set the kind to KLOG_NONE: understood, no event
 */
struct klog_rule {
	const char *key;
	enum klog_kind kind;
	bool (*read)(struct klog_match *m, struct klog_event *e);
};

extern const struct klog_rule klog_pat_rules[];
extern const struct klog_rule klog_pci_rules[];
extern const struct klog_rule klog_boot_rules[];
extern const struct klog_rule klog_module_rules[];

void klog_init(struct klog *log);
void klog_read(struct klog *log, const struct source *src,
	       struct tally *tally);
void klog_free(struct klog *log);
bool klog_slots_have(const struct klog *log, enum wcbar_memtype type,
		     unsigned int *slot);
struct text klog_message(struct text line, bool *had_prefix);

#endif /* WCBAR_TOOL_KLOG_H */
