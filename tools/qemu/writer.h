/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The trace's file: its header, its records, its bound.
 */
#ifndef WCBAR_QEMU_WRITER_H
#define WCBAR_QEMU_WRITER_H

#include <stdio.h>
#include <wcbar/storetrace.h>

/**
 * struct writer - a trace that is being written
 * @file: NULL before writer_open() and after writer_close()
 * @name: for messages
 * @max: bound on the bytes of the file, 0 for none
 * @bytes: written so far
 * @full: the bound was reached: only marks and the end are written
 * @lost: accesses dropped since the last WCBAR_ST_LOST
 * @anything_lost: something was dropped since then, events included
 * @failed: writing has failed, which was said
 */
struct writer {
	FILE *file;
	const char *name;
	u64 max;
	u64 bytes;
	bool full;
	u64 lost;
	bool anything_lost;
	bool failed;
};

int writer_open(struct writer *w, const char *name,
		const struct wcbar_st_header *header);
bool writer_put(struct writer *w, const struct wcbar_st_record *record,
		const void *payload);
void writer_drop(struct writer *w, u64 accesses);
void writer_mark(struct writer *w, const struct wcbar_st_record *record);
void writer_close(struct writer *w);

#endif /* WCBAR_QEMU_WRITER_H */
