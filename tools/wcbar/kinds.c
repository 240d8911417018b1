// SPDX-License-Identifier: GPL-2.0
/*
 * What a file of a dump holds: by its name, and by its content where the name
 * does not tell or does not keep what it promises.
 */
#include "dump.h"

#include <ctype.h>

#include "system/device.h"
#include "system/iomem.h"
#include "system/keys.h"
#include "system/klog.h"
#include "system/patlist.h"

/* The first that occurs in the name, in lower case, decides. */
static const struct {
	const char *word;
	enum source_kind kind;
	bool front;		/* only at the front of the name */
} name_words[] = {
	{ "memtype", SOURCE_PATLIST, false },
	{ "patlist", SOURCE_PATLIST, false },
	{ "pat_list", SOURCE_PATLIST, false },
	{ "mtrr", SOURCE_MTRR, false },
	{ "iomem", SOURCE_IOMEM, false },
	{ "cpuinfo", SOURCE_CPUINFO, false },
	{ "cmdline", SOURCE_CMDLINE, false },
	{ "lspci", SOURCE_LSPCI, false },
	{ "wcbar-info", SOURCE_INFO, true },
	{ "device.", SOURCE_DEVICE, true },
	{ "measure.", SOURCE_MEASURE, true },
	{ "machine", SOURCE_MACHINE, true },
	{ "resource", SOURCE_RESOURCE, true },
	{ "uname", SOURCE_UNAME, true },
	{ "osrelease", SOURCE_UNAME, false },
	{ "kconfig", SOURCE_KCONFIG, true },
	{ "config", SOURCE_KCONFIG, true },
	{ "dmesg", SOURCE_LOG, false },
	{ "syslog", SOURCE_LOG, false },
	{ "kern", SOURCE_LOG, true },
	{ "journal", SOURCE_LOG, true },
	{ "messages", SOURCE_LOG, true },
	{ "console", SOURCE_LOG, true },
	{ "insmod", SOURCE_LOG, false },
	{ "modprobe", SOURCE_LOG, false },
	{ "shell", SOURCE_LOG, false },
	{ "log", SOURCE_LOG, false },
};

/**
 * dump_kind_by_name - what a file should hold by its name
 * @name: the name
 *
 * Return: the kind, SOURCE_UNKNOWN when the name does not tell.
 */
enum source_kind dump_kind_by_name(const char *name)
{
	char lower[256];
	unsigned int i;

	for (i = 0; name[i] && i < sizeof(lower) - 1; i++)
		lower[i] = (char)tolower((unsigned char)name[i]);
	lower[i] = '\0';
	for (i = 0; i < ARRAY_SIZE(name_words); i++) {
		const char *at = strstr(lower, name_words[i].word);

		if (at && (at == lower || !name_words[i].front))
			return name_words[i].kind;
	}
	return SOURCE_UNKNOWN;
}

/* Lines that each reader understands: what it is for must occur, not only
 * what it puts up with.
 */
static unsigned int count_patlist(const struct source *src)
{
	struct patlist list = { 0 };
	unsigned int n;

	patlist_read(&list, src);
	n = list.tally.understood;
	patlist_free(&list);
	return n;
}

static unsigned int count_mtrr(const struct source *src)
{
	struct mtrr_table table = { 0 };
	unsigned int n;

	mtrr_read(&table, src);
	n = table.tally.understood;
	mtrr_free(&table);
	return n;
}

static unsigned int count_resource(const struct source *src)
{
	struct devices devices = { 0 };
	struct tally tally = { 0 };

	resource_read(&devices, src, &tally);
	devices_free(&devices);
	return tally.understood;
}

static unsigned int count_lspci(const struct source *src)
{
	struct devices devices = { 0 };
	struct tally tally = { 0 };
	unsigned int n = 0;
	size_t i;

	lspci_read(&devices, src, &tally);
	for (i = 0; i < devices.n; i++)
		if (devices.items[i].bars.n || devices.items[i].rebars.n ||
		    devices.items[i].driver_proof.src)
			n = tally.understood;
	devices_free(&devices);
	return n;
}

static unsigned int count_iomem(const struct source *src)
{
	struct iomem iomem = { 0 };
	unsigned int n;

	iomem_read(&iomem, src);
	n = iomem.tally.understood;
	iomem_free(&iomem);
	return n;
}

static unsigned int count_log(const struct source *src)
{
	struct tally tally = { 0 };
	struct klog log;

	klog_init(&log);
	klog_read(&log, src, &tally);
	klog_free(&log);
	return tally.understood;
}

static unsigned int count_cpuinfo(const struct source *src)
{
	struct lines it = source_lines(src);
	unsigned int n = 0;
	struct text line;

	while (lines_next(&it, &line))
		n += text_begins(line, "flags\t") ||
		     text_begins(line, "model name\t") ||
		     text_begins(line, "processor\t");
	return n;
}

static const struct {
	enum source_kind kind;
	unsigned int (*count)(const struct source *src);
} sniffers[] = {
	{ SOURCE_PATLIST, count_patlist },
	{ SOURCE_MTRR, count_mtrr },
	{ SOURCE_RESOURCE, count_resource },
	{ SOURCE_LSPCI, count_lspci },
	{ SOURCE_IOMEM, count_iomem },
	{ SOURCE_CPUINFO, count_cpuinfo },
	{ SOURCE_LOG, count_log },
};

static enum source_kind by_magic(const struct source *src)
{
	struct text t = { src->data, src->len };

	if (text_begins(t, "# wcbar-info/"))
		return SOURCE_INFO;
	if (text_begins(t, "# wcbar-device/"))
		return SOURCE_DEVICE;
	if (text_begins(t, "# wcbar-machine/"))
		return SOURCE_MACHINE;
	if (text_begins(t, "# wcbar-measure/"))
		return SOURCE_MEASURE;
	return SOURCE_UNKNOWN;
}

/**
 * dump_kind - what a file holds
 * @src: the file; its kind is not looked at
 *
 * Return: the kind.
 */
enum source_kind dump_kind(const struct source *src)
{
	enum source_kind named = dump_kind_by_name(src->name);
	enum source_kind kind = by_magic(src);
	unsigned int i, n, best = 0;

	if (kind != SOURCE_UNKNOWN)
		return kind;
	for (i = 0; i < ARRAY_SIZE(sniffers); i++)
		if (sniffers[i].kind == named && sniffers[i].count(src))
			return named;
	/* kinds of free form, which no content contradicts */
	if (named == SOURCE_CMDLINE || named == SOURCE_UNAME ||
	    named == SOURCE_KCONFIG)
		return named;
	kind = named;
	for (i = 0; i < ARRAY_SIZE(sniffers); i++) {
		n = sniffers[i].count(src);
		if (n > best) {
			best = n;
			kind = sniffers[i].kind;
		}
	}
	return kind;
}
