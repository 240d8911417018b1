// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of what lspci -v, -vv or -vvv prints.
 *
 *	01:00.0 VGA compatible controller [0300]: Some Corp GPU [10de:28a1] (rev a1)
 *		Control: I/O+ Mem+ BusMaster+ ...
 *		Region 1: Memory at 6000000000 (64-bit, prefetchable) [size=8G]
 *
 * -v leaves "Region N:" out, so a region then has only its place in the list.
 * People cut: the first line, and with it the address, is often missing.
 */
#include "system/device.h"

static bool hex4(struct text t, u16 *v)
{
	struct text at = t;
	u64 n;

	if (t.len != 4 || !text_hex(&at, &n) || at.len)
		return false;
	*v = (u16)n;
	return true;
}

/* "[10de:28a1]": the last one of a line, where lspci -nn puts it */
static void read_ids(struct text t, u16 *vendor, u16 *id)
{
	while (text_after(&t, "[")) {
		struct text rest = t;
		struct text in = text_until(&rest, "]");
		u16 v, d;

		if (in.len == 9 && in.p[4] == ':' &&
		    hex4((struct text){ in.p, 4 }, &v) &&
		    hex4((struct text){ in.p + 5, 4 }, &d)) {
			*vendor = v;
			*id = d;
		}
	}
}

/* "0300: 8086:46a3 (rev 0c)", as lspci -n prints it */
static void read_numbers(struct device *dev, struct text t)
{
	struct text class = text_word(&t), ids = text_word(&t);
	u16 v, d;

	if (class.len == 5 && ids.len == 9 && ids.p[4] == ':' &&
	    hex4((struct text){ ids.p, 4 }, &v) &&
	    hex4((struct text){ ids.p + 5, 4 }, &d)) {
		dev->vendor = v;
		dev->id = d;
		dev->bridge = text_begins(class, "0604");
	}
}

static struct device *read_head(struct devices *devices, struct text line,
				struct proof proof)
{
	struct text t = text_trim(line);
	struct device *dev;
	char bdf[TEXT_BDF];

	if (!text_bdf(&t, bdf) || !t.len || (*t.p != ' ' && *t.p != '\t'))
		return NULL;
	dev = devices_find(devices, bdf);
	if (!dev)
		dev = devices_add(devices, bdf);
	dev->head = proof;
	dev->name = text_trim(t);
	dev->bridge = text_has(t, "bridge");
	dev->gone = text_has(t, "(rev ff)");
	read_ids(t, &dev->vendor, &dev->id);
	if (!dev->vendor)
		read_numbers(dev, t);
	return dev;
}

/* What stands in brackets before or behind the address */
static void read_marks(struct text t, struct bar *bar)
{
	bar->virtual = text_has(t, "[virtual]");
	bar->disabled = text_has(t, "[disabled]");
	bar->ignored = text_has(t, "<ignored>");
	bar->unassigned = text_has(t, "<unassigned>");
	bar->pref = text_has(t, "prefetchable") &&
		    !text_has(t, "non-prefetchable");
	bar->is64 = text_has(t, "64-bit");
}

/* @vf: the line is of the SR-IOV capability, about virtual functions */
static bool read_region(struct device *dev, struct text t, bool vf,
			struct proof proof)
{
	struct text at = t, all = t;
	struct bar *bar, found = { 0 };
	bool numbered = false;
	u64 num = 0, start;

	if (text_after(&at, "Region ") && text_dec(&at, &num) && num < 64 &&
	    text_skip(&at, ":")) {
		numbered = true;
		if (vf)
			num += DEVICE_VF;
		t = at;
	}
	found.kind = BAR_MEMORY;
	if (text_after(&t, "Memory at ")) {
		found.kind = BAR_MEMORY;
	} else if (text_after(&t, "I/O ports at ")) {
		found.kind = BAR_IO;
	} else if (text_after(&t, "xpansion ROM at ")) {
		found.kind = BAR_ROM;
		numbered = true;
		num = DEVICE_ROM;
	} else {
		return false;
	}
	read_marks(all, &found);
	text_blanks(&t);
	while (text_skip(&t, "[virtual] ") || text_skip(&t, "[disabled] "))
		text_blanks(&t);
	if (!found.unassigned && !found.ignored) {
		if (!text_hex(&t, &start))
			return false;
		found.start = start;
	}
	at = t;
	if (text_after(&at, "[size=") && text_amount(&at, &found.size))
		found.end = found.start + found.size;
	/* an address of 0 is none */
	if (found.kind == BAR_MEMORY && !found.start)
		found.unassigned = true;

	bar = numbered ? device_bar(dev, (int)num) : NULL;
	if (!bar)
		bar = device_add_bar(dev, numbered ? (int)num : -1);
	found.num = bar->num;
	found.order = bar->order;
	found.wc_file = bar->wc_file;
	found.proof = proof;
	*bar = found;
	if (found.disabled && found.kind == BAR_MEMORY && dev->decode < 0) {
		dev->decode = 0;
		dev->decode_proof = proof;
	}
	return true;
}

/* "BAR 1: current size: 128MB, supported: 64MB 128MB" */
static bool read_rebar(struct device *dev, struct text t, struct proof proof)
{
	struct rebar *rebar;
	u64 num, size;

	if (!text_after(&t, "BAR ") || !text_dec(&t, &num) || num > 5 ||
	    !text_after(&t, "current size: ") || !text_amount(&t, &size))
		return false;
	rebar = vec_push(&dev->rebars);
	rebar->num = (int)num;
	rebar->size = size;
	if (text_after(&t, "supported: "))
		rebar->sizes = text_trim(t);
	rebar->proof = proof;
	return true;
}

static bool read_link(struct device *dev, struct text t, struct proof proof)
{
	struct text at = t;

	if (text_after(&at, "LnkCap:") && text_after(&at, "Speed "))
		return link_parse(&at, &dev->cap);
	at = t;
	if (!text_after(&at, "LnkSta:") || !text_after(&at, "Speed "))
		return false;
	dev->link_proof = proof;
	return link_parse(&at, &dev->now);
}

static bool read_power(struct device *dev, struct text t, struct proof proof)
{
	struct text word;

	if (!text_skip(&t, "Status: D"))
		return false;
	word = text_word(&t);
	word.p--;
	word.len++;
	dev->power = word;
	dev->power_proof = proof;
	dev->asleep = !text_begins(word, "D0");
	return true;
}

static bool read_detail(struct device *dev, struct text line, bool vf,
			struct proof proof)
{
	struct text t = text_trim(line), at = t;

	if (text_skip(&at, "Control:")) {
		if (!text_has(at, "Mem+") && !text_has(at, "Mem-"))
			return false;
		dev->decode = text_has(at, "Mem+");
		dev->decode_proof = proof;
		return true;
	}
	if (text_skip(&at, "Kernel driver in use:")) {
		dev->driver = text_trim(at);
		dev->driver_known = true;
		dev->driver_proof = proof;
		return true;
	}
	if (text_skip(&at, "Subsystem:")) {
		u16 id;

		dev->subsystem = text_trim(at);
		read_ids(at, &dev->subvendor, &id);
		return true;
	}
	if (text_has(t, "Unknown header type 7f")) {
		dev->gone = true;
		return true;
	}
	return read_region(dev, t, vf, proof) || read_rebar(dev, t, proof) ||
	       read_link(dev, t, proof) || read_power(dev, t, proof);
}

/* Lines of lspci that say nothing about BARs, links or power */
static bool is_known(struct text line)
{
	static const char * const words[] = {
		"Flags:", "Status:", "Latency", "Interrupt:", "Capabilities:",
		"Kernel modules:", "Physical Slot:", "NUMA node:", "Address:",
		"DeviceName:", "IOMMU group:", "Vector table:", "PBA:",
		"Bus:", "behind bridge:", "Dev", "Lnk", "Ctl", "Trans",
		"Control", "Masking:", "Pending:", "UE", "CE", "AERCap:",
		"Root", "Slt", "Port", "Atomic", "Max", "First Fatal",
		"ErrorSrc:", "PriReq", "VF", "Initial VFs", "IOVC", "IOVS",
		"ATS", "PASID", "LTR", "ARIC", "Arb", "VC", "Secondary status:",
		"BridgeCtl:", "Virtual", "Power Management", "HeaderLog:",
		"Total", "Supported Page", "Region", "Memory", "I/O behind",
		"Prefetchable memory", "Product Name:", "Read-only", "Req",
		"Caps:", "BAR=", "!!!", "Expansion", "End", "Not readable", "Ext",
		"Retimer", "Compliance", "Equalization", "10Bit", "Frs",
		"LaneErr", "Lane", "Page", "Stop", "L1Sub", "T_", "PCI-PM",
	};
	struct text t = text_trim(line);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (text_begins(t, words[i]))
			return true;
	return false;
}

/**
 * lspci_read - read output of lspci
 * @devices: where functions are added or completed
 * @src: the file, which must stay as long as @devices
 * @tally: how many lines were read and understood
 *
 * Lines before the first address belong to a function without one. Unknown
 * lines are counted, never fatal.
 */
void lspci_read(struct devices *devices, const struct source *src,
		struct tally *tally)
{
	struct lines it = source_lines(src);
	struct device *dev = NULL, blank;
	size_t first = devices->n;
	struct text line;
	bool vf = false;

	while (lines_next(&it, &line)) {
		struct proof proof = source_proof(src, it.no, line);
		struct device *head = read_head(devices, line, proof);
		bool ok = head;

		if (head || text_begins(proof.text, "Capabilities:"))
			vf = text_has(line, "(SR-IOV)");

		if (head) {
			dev = head;
		} else if (dev) {
			ok = read_detail(dev, line, vf, proof);
		} else {
			/* only a line that says something makes a function */
			memset(&blank, 0, sizeof(blank));
			blank.decode = -1;
			ok = read_detail(&blank, line, vf, proof);
			if (ok) {
				dev = vec_push(devices);
				*dev = blank;
				dev->label = src->name;
				dev->head = proof;
			}
		}
		tally_line(tally, ok || (dev && is_known(line)), proof);
	}
	for (; first < devices->n; first++) {
		struct device *d = &devices->items[first];

		/* lspci sees no BAR of a device that is gone, but it has some */
		if (d->gone && !d->bars.n)
			device_add_bar(d, -1)->unassigned = true;
		/* -vv names the driver where there is one: no line, none */
		if (d->bdf[0] && (d->decode_proof.src || d->driver.len))
			d->driver_known = true;
	}
}
