// SPDX-License-Identifier: GPL-2.0
/*
 * What is known of each card, which BARs to use, and which devices are not
 * touched at all.
 *
 * A card without a row in the table is taken to have the layout of a GPU:
 * registers in BAR0, aperture in BAR2. For any device both can be chosen
 * before it is bound:
 *
 *	# echo "0000:03:00.0=4,0;0000:04:00.0=0,none" > \
 *		/sys/module/wcbar/parameters/bars
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/screen_info.h>
#include <linux/slab.h>
#include <linux/vgaarb.h>

#include "card.h"
#include "refcard.h"

/*
 * Its doorbell, rung for a peer that there is not: QEMU ignores that (its
 * docs/specs/ivshmem-spec, "Interrupts"; peers are numbered from 0 on). What
 * is read is its own number.
 */
static const struct wcbar_safe_reg ivshmem_doorbell = {
	.write = 12, .value = 0xffff0000, .read = 8,
};

static const struct wcbar_card wcbar_cards[] = {
	{ "QEMU ivshmem", 0x1af4, 0x1110, 2, 0,
	  &wcbar_refcard_ops, &ivshmem_doorbell },
	{ "QEMU bochs-display", 0x1234, 0x1111, 0, 2 },
	{ "QEMU nvme with a CMB", 0x1b36, 0x0010, 2, 0 },
	{ }
};

static const struct wcbar_card wcbar_card_other = {
	.name = "other", .aperture = 2, .regs = 0,
};

/* The parameter's text, "" when unset; replaced whole under the lock. */
static DEFINE_MUTEX(wcbar_bars_lock);
static char *wcbar_bars_text;

/* One number of a BAR, 0 to 5, or "none" where that is allowed. */
static int parse_bar(const char *word, bool none_ok, int *bar)
{
	if (none_ok && !strcmp(word, "none")) {
		*bar = WCBAR_NO_BAR;
		return 0;
	}
	if (kstrtoint(word, 10, bar) || *bar < 0 || *bar >= PCI_STD_NUM_BARS)
		return -EINVAL;
	return 0;
}

/* A device as a number, so that 3b and 3B, 0 and 0000 are the same. */
static u64 address(u32 domain, u32 bus, u32 dev, u32 fn)
{
	return (u64)domain << 32 | bus << 16 | dev << 8 | fn;
}

/* "0000:03:00.0=2,0" in @entry, which is taken apart. */
static int parse_entry(char *entry, u64 *device, struct wcbar_bars *bars)
{
	unsigned int domain, bus, dev, fn;
	char *value = strchr(entry, '='), *comma;
	int used = 0;

	if (!value)
		return -EINVAL;
	*value++ = '\0';
	comma = strchr(value, ',');
	if (!comma)
		return -EINVAL;
	*comma++ = '\0';
	if (sscanf(entry, "%x:%x:%x.%x%n", &domain, &bus, &dev, &fn,
		   &used) != 4 || entry[used] || bus > 0xff || dev > 0x1f ||
	    fn > 7)
		return -EINVAL;
	*device = address(domain, bus, dev, fn);
	return parse_bar(value, false, &bars->aperture) ?:
	       parse_bar(comma, true, &bars->regs);
}

/* Walks the text; the last entry for @want, if there is any, is the found. */
static int parse_bars(const char *text, struct pci_dev *want,
		      struct wcbar_bars *found)
{
	char *copy, *rest, *entry;
	struct wcbar_bars bars;
	u64 device;
	int ret = 0;

	copy = kstrdup(text, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	rest = strim(copy);
	if (!*rest)
		rest = NULL;
	while (!ret && (entry = strsep(&rest, ";"))) {
		ret = parse_entry(entry, &device, &bars);
		if (!ret && want &&
		    device == address(pci_domain_nr(want->bus),
				      want->bus->number,
				      PCI_SLOT(want->devfn),
				      PCI_FUNC(want->devfn)))
			*found = bars;
	}
	kfree(copy);
	return ret;
}

static int bars_set(const char *val, const struct kernel_param *kp)
{
	char *text;
	int ret;

	ret = parse_bars(val, NULL, NULL);
	if (ret) {
		pr_err("wcbar: bars: write entries as 0000:03:00.0=2,0 (aperture,regs or none), separated by ';'\n");
		return ret;
	}
	text = kstrdup(val, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	mutex_lock(&wcbar_bars_lock);
	swap(wcbar_bars_text, text);
	mutex_unlock(&wcbar_bars_lock);
	kfree(text);
	return 0;
}

static int bars_get(char *buf, const struct kernel_param *kp)
{
	int len;

	mutex_lock(&wcbar_bars_lock);
	len = scnprintf(buf, PAGE_SIZE, "%s\n",
			wcbar_bars_text ? strim(wcbar_bars_text) : "");
	mutex_unlock(&wcbar_bars_lock);
	return len;
}

static void bars_free(void *arg)
{
	kfree(wcbar_bars_text);
}

static const struct kernel_param_ops wcbar_bars_ops = {
	.set = bars_set,
	.get = bars_get,
	.free = bars_free,
};

module_param_cb(bars, &wcbar_bars_ops, NULL, 0644);
MODULE_PARM_DESC(bars, "which BARs of which card: 0000:03:00.0=APERTURE,REGS;... (REGS may be none)");

/**
 * wcbar_card_find() - what is known of a card
 * @vendor: PCI vendor
 * @device: PCI device
 *
 * Return: its row of the table, or a row for cards that are not known.
 */
const struct wcbar_card *wcbar_card_find(u16 vendor, u16 device)
{
	const struct wcbar_card *card;

	for (card = wcbar_cards; card->vendor; card++)
		if (card->vendor == vendor && card->device == device)
			return card;
	return &wcbar_card_other;
}

/**
 * wcbar_card_bars() - which BARs of a device to use
 * @pdev: the device
 * @card: what is known of it
 * @bars: filled in: what the module parameter says, else the table
 *
 * Context: may sleep.
 * Return: 0; or -ENOMEM, and then what the parameter says is not known: going
 * by the table might write into another BAR than the one that was chosen.
 */
int wcbar_card_bars(struct pci_dev *pdev, const struct wcbar_card *card,
		    struct wcbar_bars *bars)
{
	int ret = 0;

	bars->aperture = card->aperture;
	bars->regs = card->regs;
	mutex_lock(&wcbar_bars_lock);
	if (wcbar_bars_text)
		ret = parse_bars(wcbar_bars_text, pdev, bars);
	mutex_unlock(&wcbar_bars_lock);
	return ret;
}

/* Does the firmware's frame buffer lie in one of the device's BARs? */
static bool is_boot_framebuffer(struct pci_dev *pdev)
{
	u64 base = screen_info.lfb_base;
	unsigned int i;

	if (screen_info.capabilities & VIDEO_CAPABILITY_64BIT_BASE)
		base |= (u64)screen_info.ext_lfb_base << 32;
	if (!base || !screen_info.lfb_size)
		return false;
	for (i = 0; i < PCI_STD_NUM_BARS; i++) {
		struct resource *r = &pdev->resource[i];

		if ((r->flags & IORESOURCE_MEM) && r->start <= base &&
		    base <= r->end)
			return true;
	}
	return false;
}

/**
 * wcbar_card_refuse() - is this a device that must be left alone?
 * @pdev: the device
 *
 * Refused are bridges, the boot display (the console would die or write into
 * the measurement) and a physical function whose virtual functions are in use.
 *
 * Return: 0, -EINVAL for a bridge, or -EBUSY; the log says why.
 */
int wcbar_card_refuse(struct pci_dev *pdev)
{
	if (pdev->hdr_type != PCI_HEADER_TYPE_NORMAL) {
		pci_err(pdev, "refused: a bridge is no card\n");
		return -EINVAL;
	}
	if (pdev == vga_default_device() || is_boot_framebuffer(pdev)) {
		pci_err(pdev, "refused: this is the boot display\n");
		return -EBUSY;
	}
	if (pci_num_vf(pdev) > 0) {
		pci_err(pdev, "refused: %d virtual functions are enabled\n",
			pci_num_vf(pdev));
		return -EBUSY;
	}
	return 0;
}

/**
 * wcbar_card_check_bar() - look at a BAR before it is touched
 * @pdev: the device
 * @bar: number of the BAR
 * @aperture: true for the aperture, false for registers
 * @force: accept an aperture that is not prefetchable
 *
 * Return: 0, or -ENODEV when there is no such memory BAR or it has no
 * address, or -EINVAL when it cannot be an aperture; the log says why.
 */
int wcbar_card_check_bar(struct pci_dev *pdev, int bar, bool aperture,
			 bool force)
{
	const char *what = aperture ? "aperture" : "registers";
	struct resource *r = &pdev->resource[bar];

	if (!r->flags) {
		pci_err(pdev, "%s: there is no BAR%d\n", what, bar);
		return -ENODEV;
	}
	if (!(r->flags & IORESOURCE_MEM)) {
		pci_err(pdev, "%s: BAR%d is no memory BAR\n", what, bar);
		return -ENODEV;
	}
	if ((r->flags & IORESOURCE_UNSET) || !r->start || !resource_size(r)) {
		pci_err(pdev, "%s: BAR%d has no address assigned\n", what, bar);
		return -ENODEV;
	}
	if (!aperture)
		return 0;
	if (resource_size(r) < PAGE_SIZE) {
		pci_err(pdev, "aperture: BAR%d is smaller than a page\n", bar);
		return -EINVAL;
	}
	if (!(r->flags & IORESOURCE_PREFETCH) && !force) {
		pci_err(pdev, "aperture: BAR%d is not prefetchable; merged writes may break the device (force=1 overrides)\n",
			bar);
		return -EINVAL;
	}
	return 0;
}
