// SPDX-License-Identifier: GPL-2.0
/*
 * A file of evidence and what was understood of it.
 */
#include "system/source.h"

static const char * const kind_names[SOURCE_NUM] = {
	[SOURCE_UNKNOWN] = "unknown",
	[SOURCE_PATLIST] = "pat_memtype_list",
	[SOURCE_MTRR] = "mtrr",
	[SOURCE_LOG] = "log",
	[SOURCE_LSPCI] = "lspci",
	[SOURCE_RESOURCE] = "resource",
	[SOURCE_IOMEM] = "iomem",
	[SOURCE_CPUINFO] = "cpuinfo",
	[SOURCE_CMDLINE] = "cmdline",
	[SOURCE_UNAME] = "uname",
	[SOURCE_KCONFIG] = "config",
	[SOURCE_DEVICE] = "device",
	[SOURCE_INFO] = "wcbar-info",
	[SOURCE_MACHINE] = "machine",
	[SOURCE_MEASURE] = "measure",
};

/**
 * source_kind_name - name of a kind of file
 * @kind: the kind
 *
 * Return: a constant string.
 */
const char *source_kind_name(enum source_kind kind)
{
	return kind_names[kind];
}

/**
 * source_lines - walk over the lines of a file
 * @src: the file
 *
 * Return: a walk that stands before the first line.
 */
struct lines source_lines(const struct source *src)
{
	return (struct lines){ { src->data, src->len }, 0 };
}

/**
 * source_proof - point at a line
 * @src: the file
 * @no: number of the line
 * @line: the line
 *
 * Return: the proof.
 */
struct proof source_proof(const struct source *src, unsigned int no,
			  struct text line)
{
	return (struct proof){ src, no, text_trim(line) };
}

/**
 * tally_line - count a line
 * @t: the count
 * @understood: whether it was understood
 * @proof: the line
 *
 * Blank lines are not counted.
 */
void tally_line(struct tally *t, bool understood, struct proof proof)
{
	if (!proof.text.len)
		return;
	t->lines++;
	if (understood)
		t->understood++;
	else if (!t->odd.src)
		t->odd = proof;
}
