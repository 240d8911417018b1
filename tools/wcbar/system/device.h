/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A PCI function as evidence: what some file says of it.
 */
#ifndef WCBAR_TOOL_DEVICE_H
#define WCBAR_TOOL_DEVICE_H

#include "system/source.h"

#define DEVICE_ROM	6	/* number of the ROM's row in sysfs resource */
#define DEVICE_VF	7	/* first row of virtual functions' BARs */
#define DEVICE_WINDOW	13	/* first row of a bridge's windows */

/**
 * enum bar_kind - kind of a BAR
 * @BAR_MEMORY: memory
 * @BAR_IO: I/O ports
 * @BAR_ROM: expansion ROM
 */
enum bar_kind {
	BAR_MEMORY,
	BAR_IO,
	BAR_ROM,
};

/**
 * struct bar - a base address register
 * @num: its number, or -1 where the file does not say: lspci -v does not
 * @order: place among the regions of the file, from 1
 * @kind: what it decodes
 * @start: first byte
 * @end: byte behind the last one; not larger than @start without an address
 * @size: bytes, or 0 when unknown
 * @pref: prefetchable
 * @is64: a 64-bit BAR
 * @shadow: a ROM that is a copy in memory
 * @unassigned: it has no address
 * @disabled: lspci calls it disabled: decoding is off
 * @virtual: the register itself is empty, only the kernel knows the address
 * @ignored: lspci calls it ignored: the kernel does not know the address
 * @zero: start and length are 0, which a failed resize leaves behind
 * @trouble: the log says that it could not be claimed or reserved
 * @wc_file: whether sysfs has resourceN_wc: 1, 0, or -1 when unknown
 * @proof: the line that says so
 */
struct bar {
	int num;
	unsigned int order;
	enum bar_kind kind;
	u64 start;
	u64 end;
	u64 size;
	bool pref;
	bool is64;
	bool shadow;
	bool unassigned;
	bool disabled;
	bool virtual;
	bool ignored;
	bool zero;
	bool trouble;
	int wc_file;
	struct proof proof;
};

/**
 * struct pcie_link - speed and width of a link
 * @mts: speed in MT/s, 2500 for generation 1; 0 when unknown
 * @lanes: width, 0 when unknown
 */
struct pcie_link {
	u32 mts;
	u32 lanes;
};

/**
 * struct rebar - one BAR of the Resizable BAR capability
 * @num: number of the BAR
 * @size: current size, bytes
 * @sizes: sizes that are supported, as lspci prints them
 * @proof: the line that says so
 */
struct rebar {
	int num;
	u64 size;
	struct text sizes;
	struct proof proof;
};

/**
 * struct bars - BARs of a function
 * @items: the BARs
 * @n: number of BARs
 * @room: private to vec_push()
 */
struct bars {
	struct bar *items;
	size_t n, room;
};

/**
 * struct rebars - resizable BARs of a function
 * @items: the BARs
 * @n: number of BARs
 * @room: private to vec_push()
 */
struct rebars {
	struct rebar *items;
	size_t n, room;
};

/**
 * struct device - a PCI function
 * @bdf: its address with domain, or empty when the file does not say
 * @label: what to call it without an address: the file's name; points into it
 * @name: class and model in words, or empty
 * @vendor: vendor, 0 when unknown
 * @id: device
 * @subvendor: subsystem vendor, 0 when unknown
 * @subsystem: subsystem in words
 * @bridge: a bridge
 * @gone: its configuration space reads as all ones
 * @driver: its driver; empty for none
 * @driver_known: whether the file says which driver it has
 * @driver_proof: the line that says so
 * @decode: memory decode in the Command register: 1, 0, or -1 when unknown
 * @decode_proof: the line that says so
 * @asleep: in a low-power state, so that nothing else was read
 * @power: the state in words
 * @power_proof: the line that says so
 * @cap: what the link could do
 * @now: what it does
 * @link_proof: the line that says so
 * @numvfs: virtual functions that are enabled
 * @sysfs: a device file told of it, which knows more than lspci
 * @bars: its BARs
 * @rebars: its Resizable BARs
 * @head: the line that introduces it
 */
struct device {
	char bdf[TEXT_BDF];
	const char *label;
	struct text name;
	u16 vendor;
	u16 id;
	u16 subvendor;
	struct text subsystem;
	bool bridge;
	bool gone;
	struct text driver;
	bool driver_known;
	struct proof driver_proof;
	int decode;
	struct proof decode_proof;
	bool asleep;
	struct text power;
	struct proof power_proof;
	struct pcie_link cap;
	struct pcie_link now;
	struct proof link_proof;
	unsigned int numvfs;
	bool sysfs;
	struct bars bars;
	struct rebars rebars;
	struct proof head;
};

/**
 * struct devices - PCI functions
 * @items: the functions
 * @n: number of functions
 * @room: private to vec_push()
 */
struct devices {
	struct device *items;
	size_t n, room;
};

struct device *devices_add(struct devices *devices, const char *bdf);
struct device *devices_find(struct devices *devices, const char *bdf);
void devices_free(struct devices *devices);
struct bar *device_add_bar(struct device *dev, int num);
struct bar *device_bar(struct device *dev, int num);
bool bar_is_vf(const struct bar *bar);
bool bar_is_window(const struct bar *bar);
bool bar_has_address(const struct bar *bar);
bool link_parse(struct text *t, struct pcie_link *link);
bool link_known(const struct pcie_link *link);
bool link_is_less(const struct pcie_link *now, const struct pcie_link *cap);

struct device *resource_read(struct devices *devices, const struct source *src,
			     struct tally *tally);
void lspci_read(struct devices *devices, const struct source *src,
		struct tally *tally);
struct device *devfile_read(struct devices *devices, const struct source *src,
			    struct tally *tally);

#endif /* WCBAR_TOOL_DEVICE_H */
