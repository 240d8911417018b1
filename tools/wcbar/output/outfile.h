/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file of results: there in full, or not at all.
 */
#ifndef WCBAR_TOOL_OUTFILE_H
#define WCBAR_TOOL_OUTFILE_H

#include <wcbar/types.h>

#include "error.h"

/**
 * struct outfile - a file being written
 * @name: as the user called it; NULL when none is wanted
 * @f: where to write, or NULL; what is written there stays in memory until
 *	the file is finished
 * @text: what was written
 * @len: how much of it
 * @fd: where it goes
 * @target: the file proper, symbolic links followed; NULL when it is written
 *	in place
 * @temp: the file beside it that will become it
 */
struct outfile {
	const char *name;
	FILE *f;
	char *text;
	size_t len;
	int fd;
	char *target;
	char *temp;
};

int outfile_open(struct outfile *o, const char *name, struct error *e);
int outfile_close(struct outfile *o, struct error *e);
void outfile_discard(struct outfile *o);
bool outfile_is_stdout(const struct outfile *o);

#endif /* WCBAR_TOOL_OUTFILE_H */
