// SPDX-License-Identifier: GPL-2.0
/*
 * How ranges, BARs, registers and owners are called in sentences.
 */
#include "output/units.h"
#include "words.h"

#define TEXT_RANGE	48

/**
 * words_range - a range as people read it, with the last byte
 * @start: first byte
 * @end: byte behind the last one
 * @buf: where to
 * @len: bytes of @buf
 */
void words_range(u64 start, u64 end, char *buf, size_t len)
{
	snprintf(buf, len, "0x%llx-0x%llx", start, end ? end - 1 : U64_MAX);
}

/**
 * words_bar - what to call a BAR
 * @bar: the BAR
 * @buf: where to
 * @len: bytes of @buf
 */
void words_bar(const struct bar *bar, char *buf, size_t len)
{
	if (!bar->order)
		snprintf(buf, len, "no memory BAR");
	else if (bar->kind == BAR_ROM)
		snprintf(buf, len, "the ROM");
	else if (bar_is_window(bar))
		snprintf(buf, len, "bridge window %d",
			 bar->num - DEVICE_WINDOW);
	else if (bar_is_vf(bar))
		snprintf(buf, len, "BAR%d of the virtual functions",
			 bar->num - DEVICE_VF);
	else if (bar->num >= 0)
		snprintf(buf, len, "BAR%d", bar->num);
	else
		snprintf(buf, len, "region %u", bar->order);
}

/**
 * words_text - print a piece of text
 * @f: where to
 * @t: the text
 */
void words_text(FILE *f, struct text t)
{
	if (t.len)
		fwrite(t.p, 1, t.len, f);
}

/**
 * words_put_range - print a range with its last byte
 * @f: where to
 * @start: first byte
 * @end: byte behind the last one
 */
void words_put_range(FILE *f, u64 start, u64 end)
{
	char buf[TEXT_RANGE];

	words_range(start, end, buf, sizeof(buf));
	fputs(buf, f);
}

/**
 * words_put_size - print an amount of memory
 * @f: where to
 * @bytes: the amount
 */
void words_put_size(FILE *f, u64 bytes)
{
	char buf[TEXT_QUANTITY];

	fputs(text_bytes(bytes, buf), f);
}

/**
 * words_put_bar - print what to call a BAR
 * @f: where to
 * @bar: the BAR, or NULL for a range
 */
void words_put_bar(FILE *f, const struct bar *bar)
{
	char buf[40];

	if (!bar) {
		fputs("the range", f);
		return;
	}
	words_bar(bar, buf, sizeof(buf));
	fputs(buf, f);
}

/**
 * words_put_times - print how often
 * @f: where to
 * @n: how often
 */
void words_put_times(FILE *f, u32 n)
{
	if (n == 1)
		fputs("once", f);
	else
		fprintf(f, "%u times", n);
}

/**
 * words_put_link - print speed and width of a link
 * @f: where to
 * @link: the link
 */
void words_put_link(FILE *f, const struct pcie_link *link)
{
	fprintf(f, "%u.%u GT/s x%u", link->mts / 1000,
		link->mts % 1000 / 100, link->lanes);
}

/**
 * words_put_tally - print how much of a file was understood
 * @f: where to
 * @t: the count
 */
void words_put_tally(FILE *f, const struct tally *t)
{
	fprintf(f, "%u line%s, %u understood", t->lines,
		t->lines == 1 ? "" : "s", t->understood);
}

/**
 * words_put_errno - print an errno
 * @f: where to
 * @err: the errno, negative
 */
void words_put_errno(FILE *f, int err)
{
	const char *name = strerrorname_np(-err);

	if (name)
		fprintf(f, "%s (%d)", name, err);
	else
		fprintf(f, "error %d", err);
}

/**
 * words_put_mtrr - print an MTRR
 * @f: where to
 * @reg: the register, or NULL for nothing
 */
void words_put_mtrr(FILE *f, const struct mtrr_reg *reg)
{
	if (!reg)
		return;
	fprintf(f, "reg%02u (", reg->num);
	words_put_range(f, reg->base, reg->end);
	fprintf(f, ", %s)", mtrr_type_name(reg->type));
}

/**
 * words_put_owner - print an owner
 * @f: where to
 * @owner: the owner, or NULL for nothing
 */
void words_put_owner(FILE *f, const struct iomem_entry *owner)
{
	if (!owner)
		return;
	fprintf(f, "%s ", iomem_kind_words(owner->kind));
	words_text(f, owner->name);
	fputs(" (", f);
	words_put_range(f, owner->start, owner->end);
	fputc(')', f);
}

/**
 * words_owner_next - what to do about an owner
 * @kind: kind of the owner
 *
 * Return: a constant string.
 */
const char *words_owner_next(enum iomem_kind kind)
{
	switch (kind) {
	case IOMEM_BOOTFB:
		return "Let the card's own driver take the boot display over, unbind the one that has it, or boot with video=efifb:off or initcall_blacklist=simpledrm_platform_driver_init.";
	case IOMEM_FIRMWARE:
		return "The firmware reserved addresses that the BAR uses: update it, or boot with pci=realloc (pci=nocrs where that does not help) so that the BAR moves.";
	case IOMEM_MMCONFIG:
		return "The firmware put the BAR into the PCI configuration window: update it, or boot with pci=realloc so that the BAR moves.";
	case IOMEM_RAM:
		return "The firmware put the BAR over memory: update it.";
	default:
		return "Unbind that driver (see ls -l /sys/bus/pci/devices/*/driver), or leave the BAR to it.";
	}
}
