/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file of any length, read through a window: by lines or by bytes.
 */
#ifndef WCBAR_TOOL_MODEL_FEED_H
#define WCBAR_TOOL_MODEL_FEED_H

#include "error.h"
#include "system/text.h"

#define FEED_WINDOW	SZ_64K
#define FEED_LINE	4096	/* bytes of a line, its end included */

/**
 * struct feed - the file
 * @fd: it
 * @name: what it is called
 * @at: next byte in the window
 * @len: bytes in the window
 * @end: nothing comes behind the window
 * @line: number of the line read last, from 1
 * @cut: that line has no end: the file was cut off, or its last line is so
 * @window: what has been read and not been given yet
 */
struct feed {
	int fd;
	char *name;
	size_t at;
	size_t len;
	bool end;
	u64 line;
	bool cut;
	char window[FEED_WINDOW];
};

int feed_open(struct feed *f, const char *path, struct error *e);
struct text feed_peek(struct feed *f, struct error *e, int *ret);
int feed_line(struct feed *f, struct text *line, struct error *e);
int feed_bytes(struct feed *f, void *to, size_t want, size_t *got,
	       struct error *e);
int feed_bad(const struct feed *f, struct text line, const char *why,
	     struct error *e);
void feed_close(struct feed *f);

#endif /* WCBAR_TOOL_MODEL_FEED_H */
