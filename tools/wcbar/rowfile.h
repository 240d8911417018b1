/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The driver's files of rows: a specification is written into one, and rows
 * are read from it. What rows they are is the affair of who offers the file.
 */
#ifndef WCBAR_TOOL_ROWFILE_H
#define WCBAR_TOOL_ROWFILE_H

#include "error.h"
#include "facts.h"
#include "run.h"
#include "system/pci.h"

/**
 * struct rowfile - one of the files, and what its content becomes
 * @name: its name
 * @magic: its first line
 * @columns: the line that names its columns
 * @context: what its header says goes here
 * @add: makes a row of a line; not 0 where it is none
 * @words: says in few words which row a line is; nothing where it is none
 * @forget: throws rows and context away
 * @arg: passed to @add, @forget and @explain
 * @explain: says what an errno means that is this file's own; false where it
 *	is none; may be NULL
 * @permitted: how to do without permission to write, as the end of a
 *	sentence; may be empty
 */
struct rowfile {
	const char *name;
	const char *magic;
	const char *columns;
	struct facts *context;
	int (*add)(void *arg, const char *line, size_t len);
	void (*words)(const char *line, size_t len, char what[RUN_WORDS]);
	void (*forget)(void *arg);
	bool (*explain)(void *arg, int ret, const char *address,
			const char *said, struct error *e);
	void *arg;
	const char *permitted;
};

int rowfile_parse(const struct rowfile *file, const char *text, size_t len,
		  struct error *e);
int rowfile_run(const struct rowfile *file, const char *address,
		const char *spec, bool progress, struct error *e);
int rowfile_run_knob(const struct rowfile *file, const struct run_knob *knob,
		     const char *address, const char *spec, bool progress,
		     struct error *e);
int rowfile_status(int ret);
int rowfile_card(const char *command, const char *wanted,
		 char address[BDF_TEXT], struct facts *info);

#endif /* WCBAR_TOOL_ROWFILE_H */
