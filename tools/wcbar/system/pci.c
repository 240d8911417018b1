// SPDX-License-Identifier: GPL-2.0
/*
 * The PCI functions of this machine. Numbers, BARs and names come from libpci
 * reading sysfs; nothing here touches configuration space, so no sleeping
 * device is woken.
 */
#include "system/pci.h"

#include <ctype.h>
#include <setjmp.h>
#include <unistd.h>

#define PCI_HAVE_Uxx_TYPES	/* <wcbar/types.h> has them */
#include <pci/pci.h>

#include "mem.h"
#include "system/paths.h"

/* Flags in sysfs's "resource", include/linux/ioport.h */
#define RES_MEM		0x00000200
#define RES_PREFETCH	0x00002000
#define RES_MEM_64	0x00100000
#define RES_UNSET	0x20000000

/* Hexadecimal digits, at least one and at most @max */
static bool hex(const char **p, unsigned int max, unsigned long *v)
{
	unsigned int n;

	*v = 0;
	for (n = 0; isxdigit((unsigned char)**p); n++, (*p)++) {
		char c = (char)tolower((unsigned char)**p);

		if (n == max)
			return false;
		*v = *v << 4 | (unsigned long)(c <= '9' ? c - '0' :
							  c - 'a' + 10);
	}
	return n > 0;
}

/**
 * bdf_parse - read the address of a PCI function
 * @text: "00:04.0", or with the domain, "0000:00:04.0"
 * @bdf: the address
 *
 * Return: 0, or -EINVAL for anything else.
 */
int bdf_parse(const char *text, struct bdf *bdf)
{
	unsigned long first, bus, dev, func;
	const char *p = text;

	if (!hex(&p, 8, &first) || *p++ != ':')
		return -EINVAL;
	bus = first;
	first = 0;
	if (!hex(&p, 2, &dev))
		return -EINVAL;
	if (*p == ':') {
		first = bus;
		bus = dev;
		p++;
		if (!hex(&p, 2, &dev))
			return -EINVAL;
	}
	if (*p++ != '.' || !hex(&p, 1, &func) || *p)
		return -EINVAL;
	if (bus > 0xff || dev > 0x1f || func > 7)
		return -EINVAL;
	bdf->domain = (u32)first;
	bdf->bus = (u8)bus;
	bdf->dev = (u8)dev;
	bdf->func = (u8)func;
	return 0;
}

/**
 * bdf_format - write the address of a PCI function as sysfs writes it
 * @bdf: the address
 * @text: where to
 */
void bdf_format(const struct bdf *bdf, char text[BDF_TEXT])
{
	snprintf(text, BDF_TEXT, "%04x:%02x:%02x.%x", bdf->domain, bdf->bus,
		 bdf->dev & 0x1fU, bdf->func & 7U);
}

/* libpci leaves by its error function, which must not return */
static jmp_buf failed;
static struct error *failed_why;

static PCI_NONRET __printf(1, 2) void libpci_error(char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(failed_why->text, sizeof(failed_why->text), fmt, ap);
	va_end(ap);
	longjmp(failed, 1);
}

static void libpci_quiet(char *fmt, ...)
{
	(void)fmt;
}

static void read_driver(struct pci_card *c)
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *name;
	ssize_t n;

	snprintf(path, sizeof(path), "%s/bus/pci/devices/%s/driver",
		 path_sysfs(), c->address);
	n = readlink(path, target, sizeof(target) - 1);
	if (n <= 0)
		return;
	target[n] = '\0';
	name = strrchr(target, '/');
	snprintf(c->driver, sizeof(c->driver), "%.63s",
		 name ? name + 1 : target);
}

/* "16.0 GT/s PCIe" without the last word; an empty string when unknown */
static void read_speed(const struct pci_card *c, const char *which,
		       char *buf, size_t len)
{
	char *pcie;

	path_read_line(buf, len, "%s/bus/pci/devices/%s/%s_link_speed",
		       path_sysfs(), c->address, which);
	pcie = strstr(buf, " PCIe");
	if (pcie)
		*pcie = '\0';
	if (!isdigit((unsigned char)buf[0]))
		buf[0] = '\0';
}

static void read_link(struct pci_card *c)
{
	char now[16], most[16], width[8], most_width[8];

	read_speed(c, "current", now, sizeof(now));
	read_speed(c, "max", most, sizeof(most));
	path_read_line(width, sizeof(width),
		       "%s/bus/pci/devices/%s/current_link_width",
		       path_sysfs(), c->address);
	path_read_line(most_width, sizeof(most_width),
		       "%s/bus/pci/devices/%s/max_link_width",
		       path_sysfs(), c->address);
	if (!now[0] || !most[0] || !strcmp(width, "0") || !width[0])
		snprintf(c->link, sizeof(c->link), "none");
	else
		snprintf(c->link, sizeof(c->link), "%s x%s of %s x%s", now,
			 width, most, most_width);
}

static void read_numa_node(struct pci_card *c)
{
	char line[16], *end;
	long v;

	c->numa_node = -1;
	path_read_line(line, sizeof(line), "%s/bus/pci/devices/%s/numa_node",
		       path_sysfs(), c->address);
	v = strtol(line, &end, 10);
	if (end != line && v >= 0 && v <= INT_MAX)
		c->numa_node = (int)v;
}

static void fill_bars(struct pci_card *c, const struct pci_dev *d)
{
	unsigned int i;

	for (i = 0; i < PCI_NR_BARS; i++) {
		struct pci_bar *b = &c->bars[i];
		u64 flags = d->flags[i];

		/* the upper half of a 64-bit BAR is a row of zeros */
		if (!flags)
			continue;
		b->start = d->base_addr[i] & ~0xfULL;
		b->size = d->size[i];
		b->memory = flags & RES_MEM;
		b->is64 = flags & RES_MEM_64;
		b->prefetch = flags & RES_PREFETCH;
		b->assigned = b->start && !(flags & RES_UNSET);
	}
}

static void fill_card(struct pci_card *c, struct pci_access *acc,
		      struct pci_dev *d)
{
	pci_fill_info(d, PCI_FILL_IDENT | PCI_FILL_CLASS | PCI_FILL_BASES |
			 PCI_FILL_SIZES | PCI_FILL_IO_FLAGS);
	c->bdf.domain = (u32)d->domain;
	c->bdf.bus = d->bus;
	c->bdf.dev = d->dev;
	c->bdf.func = d->func;
	bdf_format(&c->bdf, c->address);
	c->vendor = d->vendor_id;
	c->device = d->device_id;
	c->class = d->device_class;
	pci_lookup_name(acc, c->name, sizeof(c->name),
			PCI_LOOKUP_VENDOR | PCI_LOOKUP_DEVICE, d->vendor_id,
			d->device_id);
	fill_bars(c, d);
	read_driver(c);
	read_link(c);
	read_numa_node(c);
}

static int by_address(const void *a, const void *b)
{
	const struct bdf *x = &((const struct pci_card *)a)->bdf;
	const struct bdf *y = &((const struct pci_card *)b)->bdf;

	if (x->domain != y->domain)
		return x->domain < y->domain ? -1 : 1;
	if (x->bus != y->bus)
		return x->bus < y->bus ? -1 : 1;
	if (x->dev != y->dev)
		return x->dev < y->dev ? -1 : 1;
	return (int)x->func - (int)y->func;
}

/**
 * pci_scan - find the PCI functions of this machine
 * @cards: the functions in the order of their addresses, to be freed
 * @nr: how many
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int pci_scan(struct pci_card **cards, size_t *nr, struct error *e)
{
	struct pci_card *list;
	struct pci_access *acc = pci_alloc();
	char path[PATH_MAX];
	struct error why;
	struct pci_dev *d;
	size_t n = 0;

	*cards = NULL;
	*nr = 0;
	snprintf(path, sizeof(path), "%s/bus/pci/devices", path_sysfs());
	if (access(path, R_OK | X_OK)) {
		int ret = -errno;

		pci_cleanup(acc);
		return error_set(e, ret,
				 "cannot look for PCI cards in %s: %s; is sysfs mounted?",
				 path, strerror(-ret));
	}
	snprintf(path, sizeof(path), "%s/bus/pci", path_sysfs());
	acc->method = PCI_ACCESS_SYS_BUS_PCI;
	acc->error = libpci_error;
	acc->warning = libpci_quiet;
	acc->debug = libpci_quiet;
	pci_set_param(acc, (char *)"sysfs.path", path);

	failed_why = &why;
	if (setjmp(failed)) {
		/* for example a card that was pulled while it was looked at */
		pci_cleanup(acc);
		free(*cards);
		*cards = NULL;
		return error_set(e, -EIO, "cannot look for PCI cards: %.700s",
				 why.text);
	}
	pci_init(acc);
	pci_scan_bus(acc);
	for (d = acc->devices; d; d = d->next)
		n++;
	list = mem_grow(NULL, n, sizeof(*list));
	memset(list, 0, n * sizeof(*list));
	*cards = list;
	n = 0;
	for (d = acc->devices; d; d = d->next)
		fill_card(&list[n++], acc, d);
	pci_cleanup(acc);
	qsort(list, n, sizeof(*list), by_address);
	*nr = n;
	return 0;
}

/**
 * pci_aperture - the BAR of a card that could be an aperture
 * @card: the card
 *
 * Write combining wants a prefetchable memory BAR, and of several the largest
 * is the one that data goes through.
 *
 * Return: number of the BAR, or -1 where the card has none.
 */
int pci_aperture(const struct pci_card *card)
{
	u64 size = 0;
	int best = -1;
	int i;

	for (i = 0; i < PCI_NR_BARS; i++) {
		const struct pci_bar *b = &card->bars[i];

		if (b->memory && b->prefetch && b->size > size) {
			best = i;
			size = b->size;
		}
	}
	return best;
}
