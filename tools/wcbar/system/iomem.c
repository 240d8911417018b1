// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of /proc/iomem. Ends are inclusive; children follow their parents,
 * two blanks deeper. Without root all addresses read as zero.
 */
#include "system/iomem.h"

static bool has_word(struct text t, const char *word)
{
	size_t n = strlen(word);

	for (; t.len >= n; t.p++, t.len--)
		if (!strncasecmp(t.p, word, n))
			return true;
	return false;
}

static bool is_function(struct text t)
{
	char bdf[TEXT_BDF];

	return text_bdf(&t, bdf) && !t.len;
}

/**
 * iomem_classify - what kind of owner has this name
 * @name: owner as /proc/iomem or the log has it
 *
 * Return: the kind.
 */
enum iomem_kind iomem_classify(struct text name)
{
	static const struct {
		const char *word;
		enum iomem_kind kind;
	} words[] = {
		{ "MMCONFIG", IOMEM_MMCONFIG },
		{ "ECAM", IOMEM_MMCONFIG },
		{ "BOOTFB", IOMEM_BOOTFB },
		{ "efifb", IOMEM_BOOTFB },
		{ "vesafb", IOMEM_BOOTFB },
		{ "simplefb", IOMEM_BOOTFB },
		{ "simple-framebuffer", IOMEM_BOOTFB },
		{ "simpledrm", IOMEM_BOOTFB },
		{ "PCI Bus", IOMEM_BUS },
		{ "System RAM", IOMEM_RAM },
		{ "Kernel ", IOMEM_RAM },
		{ "reserved", IOMEM_FIRMWARE },
		{ "ACPI ", IOMEM_FIRMWARE },
		{ "pnp ", IOMEM_FIRMWARE },
		{ "system 00:", IOMEM_FIRMWARE },
		{ "RAM buffer", IOMEM_FIRMWARE },
	};
	unsigned int i;

	if (is_function(name))
		return IOMEM_BUS;
	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (has_word(name, words[i].word))
			return words[i].kind;
	return IOMEM_DRIVER;
}

/**
 * iomem_kind_words - what to call an owner of this kind
 * @kind: the kind
 *
 * Return: words that fit before the owner's name.
 */
const char *iomem_kind_words(enum iomem_kind kind)
{
	switch (kind) {
	case IOMEM_BUS:
		return "the PCI range";
	case IOMEM_RAM:
		return "memory";
	case IOMEM_FIRMWARE:
		return "the firmware-reserved area";
	case IOMEM_MMCONFIG:
		return "the PCI configuration window";
	case IOMEM_BOOTFB:
		return "the boot framebuffer";
	default:
		return "the driver";
	}
}

/**
 * iomem_read - read the file
 * @iomem: zeroed; filled in, to be given to iomem_free()
 * @src: the file, which must stay as long as @iomem
 */
void iomem_read(struct iomem *iomem, const struct source *src)
{
	struct lines it = source_lines(src);
	struct text line;
	bool any = false;
	size_t i;

	while (lines_next(&it, &line)) {
		struct proof proof = source_proof(src, it.no, line);
		struct iomem_entry e = { .proof = proof };
		struct text t = text_trim(line);
		bool ok = text_range(&t, &e.start, &e.end) &&
			  e.end >= e.start && text_after(&t, ":");

		tally_line(&iomem->tally, ok, proof);
		if (!ok)
			continue;
		any |= e.end;
		if (e.end < U64_MAX)
			e.end++;
		e.name = text_trim(t);
		e.kind = iomem_classify(e.name);
		*vec_push(iomem) = e;
	}
	iomem->hidden = iomem->n > 1 && !any;
	for (i = 0; i < iomem->n && !iomem->hidden; i++)
		ranges_add(&iomem->index, iomem->items[i].start,
			   iomem->items[i].end, i);
	ranges_build(&iomem->index);
}

/**
 * iomem_free - give back the memory of the file
 * @iomem: the file
 */
void iomem_free(struct iomem *iomem)
{
	free(iomem->items);
	free(iomem->index.items);
	memset(iomem, 0, sizeof(*iomem));
}

/**
 * iomem_owner - who owns a range, or a part of it
 * @iomem: the file
 * @start: first byte
 * @end: byte behind the last one
 *
 * Bus windows and functions are no owners. Of several the deepest is taken,
 * which is the one that asked last.
 *
 * Return: the owner or NULL.
 */
const struct iomem_entry *iomem_owner(const struct iomem *iomem, u64 start,
				      u64 end)
{
	const struct iomem_entry *best = NULL;
	struct hits hits = { 0 };
	size_t i;

	ranges_find(&iomem->index, start, end, &hits);
	for (i = 0; i < hits.n; i++) {
		const struct iomem_entry *e = &iomem->items[hits.items[i]];

		if (e->kind == IOMEM_BUS)
			continue;
		/* firmware reserves the configuration window once more, inside */
		if (best && best->kind == IOMEM_MMCONFIG &&
		    e->kind == IOMEM_FIRMWARE)
			continue;
		if (!best || e->end - e->start < best->end - best->start ||
		    (e->end - e->start == best->end - best->start &&
		     e->proof.line > best->proof.line))
			best = e;
	}
	free(hits.items);
	return best;
}
