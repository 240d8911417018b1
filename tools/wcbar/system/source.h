/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file of evidence, read from the system or from a dump, and the lines of it
 * that prove something.
 */
#ifndef WCBAR_TOOL_SOURCE_H
#define WCBAR_TOOL_SOURCE_H

#include "system/text.h"

/**
 * enum source_kind - what a file holds
 * @SOURCE_UNKNOWN: nothing that is known
 * @SOURCE_PATLIST: debugfs x86/pat_memtype_list
 * @SOURCE_MTRR: /proc/mtrr
 * @SOURCE_LOG: kernel log, or output of commands
 * @SOURCE_LSPCI: output of lspci
 * @SOURCE_RESOURCE: sysfs resource of one PCI function
 * @SOURCE_IOMEM: /proc/iomem
 * @SOURCE_CPUINFO: /proc/cpuinfo
 * @SOURCE_CMDLINE: /proc/cmdline
 * @SOURCE_UNAME: kernel release
 * @SOURCE_KCONFIG: kernel configuration
 * @SOURCE_DEVICE: one PCI function, as collect writes it
 * @SOURCE_INFO: the driver's info file of one card
 * @SOURCE_MACHINE: the machine, as collect writes it
 * @SOURCE_MEASURE: what check --measure has found
 * @SOURCE_NUM: number of kinds
 */
enum source_kind {
	SOURCE_UNKNOWN,
	SOURCE_PATLIST,
	SOURCE_MTRR,
	SOURCE_LOG,
	SOURCE_LSPCI,
	SOURCE_RESOURCE,
	SOURCE_IOMEM,
	SOURCE_CPUINFO,
	SOURCE_CMDLINE,
	SOURCE_UNAME,
	SOURCE_KCONFIG,
	SOURCE_DEVICE,
	SOURCE_INFO,
	SOURCE_MACHINE,
	SOURCE_MEASURE,
	SOURCE_NUM,
};

/**
 * struct source - a file of evidence
 * @name: file name without its folder
 * @data: content, terminated
 * @len: its length, bytes
 * @kind: what it holds
 */
struct source {
	char *name;
	char *data;
	size_t len;
	enum source_kind kind;
};

/**
 * struct proof - a line that proves something
 * @src: the file, NULL for no proof
 * @line: number of the line, from 1
 * @text: the line itself
 */
struct proof {
	const struct source *src;
	unsigned int line;
	struct text text;
};

/**
 * struct tally - how much of a file was understood
 * @lines: lines that are not blank
 * @understood: those of them that were understood
 * @odd: the first that was not
 */
struct tally {
	unsigned int lines;
	unsigned int understood;
	struct proof odd;
};

struct lines source_lines(const struct source *src);
struct proof source_proof(const struct source *src, unsigned int no,
			  struct text line);
void tally_line(struct tally *t, bool understood, struct proof proof);

const char *source_kind_name(enum source_kind kind);

#endif /* WCBAR_TOOL_SOURCE_H */
