// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of a PCI function's "resource" file in sysfs.
 *
 *	0x00000000f6000000 0x00000000f6ffffff 0x0000000000040200
 *
 * A row is first byte, last byte and flags; the number of the row is the
 * number of the BAR. The upper half of a 64-bit BAR is an empty row. Row 6 is
 * the ROM, rows from 7 on are BARs of virtual functions and, for bridges and
 * in kernels without SR-IOV, windows. A dump may end after any row.
 */
#include "system/device.h"

/* include/linux/ioport.h */
#define RES_IO		0x00000100
#define RES_MEM		0x00000200
#define RES_PREFETCH	0x00002000
#define RES_READONLY	0x00004000
#define RES_MEM_64	0x00100000
#define RES_UNSET	0x20000000
#define RES_ROM_SHADOW	0x00000002	/* with row 6 only */

static bool read_row(struct text t, u64 *start, u64 *last, u64 *flags)
{
	/* remarks or marks of a mail program may stand before the row */
	while (t.len && !text_begins(t, "0x")) {
		t.p++;
		t.len--;
	}
	if (!text_hex(&t, start))
		return false;
	text_blanks(&t);
	if (!text_begins(t, "0x") || !text_hex(&t, last))
		return false;
	text_blanks(&t);
	return text_begins(t, "0x") && text_hex(&t, flags);
}

static void add_row(struct device *dev, int num, u64 start, u64 last,
		    u64 flags, struct proof proof)
{
	struct bar *bar;

	if (!(flags & (RES_IO | RES_MEM)))
		return;
	bar = device_add_bar(dev, num);
	bar->proof = proof;
	bar->pref = flags & RES_PREFETCH;
	bar->is64 = flags & RES_MEM_64;
	bar->shadow = num == DEVICE_ROM && !(flags & (RES_IO | RES_READONLY)) &&
		      (flags & RES_ROM_SHADOW);
	if (flags & RES_IO)
		bar->kind = BAR_IO;
	else if (bar->shadow ||
		 (num >= DEVICE_ROM && (flags & RES_READONLY)))
		bar->kind = BAR_ROM;
	/* flags without a range: the BAR exists but has no address */
	if (last < start || (!start && bar->kind == BAR_MEMORY) ||
	    (flags & RES_UNSET)) {
		bar->unassigned = true;
		if (last > start)
			bar->size = last - start + 1;
		return;
	}
	bar->start = start;
	bar->end = last + 1;
	bar->size = bar->end - start;
}

/**
 * resource_read - read a resource file
 * @devices: where the function is added or completed
 * @src: the file, which must stay as long as @devices; its name may hold the
 *	function's address
 * @tally: how many lines were read and understood
 *
 * Return: the function, or NULL when the file has no row.
 */
struct device *resource_read(struct devices *devices, const struct source *src,
			     struct tally *tally)
{
	struct lines it = source_lines(src);
	struct text line, name = text_of(src->name);
	struct device *dev = NULL;
	char bdf[TEXT_BDF] = "";
	int row = 0;

	text_find_bdf(&name, bdf);
	while (lines_next(&it, &line)) {
		struct proof proof = source_proof(src, it.no, line);
		u64 start, last, flags;
		bool ok = row < 64 && read_row(line, &start, &last, &flags);

		tally_line(tally, ok, proof);
		if (!ok)
			continue;
		if (!dev && bdf[0])
			dev = devices_find(devices, bdf);
		if (!dev) {
			dev = devices_add(devices, bdf);
			dev->label = src->name;
			dev->head = proof;
		}
		add_row(dev, row++, start, last, flags, proof);
	}
	return dev;
}
