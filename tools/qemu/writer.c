// SPDX-License-Identifier: GPL-2.0
/*
 * Writes records through stdio's buffer, up to a bound.
 *
 * Where the bound is reached, ROOM_FOR_MARKS is left for marks and what was
 * lost between them, and two records for the end of the file.
 */
#include <errno.h>
#include <string.h>

#include "writer.h"

#define BUFFER		(1024 * 1024)
#define RECORD		sizeof(struct wcbar_st_record)
#define ROOM_FOR_END	(2 * RECORD)
#define ROOM_FOR_MARKS	4096

/* once: a disk that is full stays full */
static void put_bytes(struct writer *w, const void *data, size_t length)
{
	w->bytes += length;
	if (w->failed || fwrite(data, 1, length, w->file) == length)
		return;
	w->failed = true;
	fprintf(stderr, "storetrace: writing %s failed: %s\n", w->name,
		strerror(errno));
}

static bool fits(const struct writer *w, u64 bytes, u64 room)
{
	return !w->max || w->bytes + bytes + room <= w->max;
}

/**
 * writer_open() - begins a file
 * @w: zero but for @w->max
 * @name: of the file, which is replaced; has to stay
 * @header: written first
 *
 * Return: 0, or a negative errno
 */
int writer_open(struct writer *w, const char *name,
		const struct wcbar_st_header *header)
{
	w->name = name;
	w->file = fopen(name, "wb");
	if (!w->file)
		return -errno;
	setvbuf(w->file, NULL, _IOFBF, BUFFER);
	put_bytes(w, header, sizeof(*header));
	return 0;
}

/**
 * writer_put() - writes a record, if there is room
 * @w: the file
 * @record: what to write
 * @payload: of record->count bytes where the kind has one, else NULL
 *
 * Return: whether it was written. If not, nothing else will be, marks
 * excepted: what is in the file is complete up to that place. The caller tells
 * writer_drop() what this loses.
 */
bool writer_put(struct writer *w, const struct wcbar_st_record *record,
		const void *payload)
{
	static const char zeroes[RECORD];
	u64 length = payload ? record->count : 0;
	u64 blocks = WCBAR_ST_BLOCKS(length);

	if (w->full || !fits(w, (1 + blocks) * RECORD,
			     ROOM_FOR_END + ROOM_FOR_MARKS))
		return false;
	put_bytes(w, record, sizeof(*record));
	if (payload) {
		put_bytes(w, payload, length);
		put_bytes(w, zeroes, blocks * RECORD - length);
	}
	return true;
}

/**
 * writer_drop() - counts what is not written
 * @w: the file, which takes no more from here on
 * @accesses: how many accesses to the range
 */
void writer_drop(struct writer *w, u64 accesses)
{
	w->full = true;
	w->anything_lost = true;
	w->lost += accesses;
}

static void put_lost(struct writer *w)
{
	struct wcbar_st_record lost = {
		.kind = WCBAR_ST_LOST,
		.addr = w->lost,
	};

	if (!w->anything_lost)
		return;
	put_bytes(w, &lost, sizeof(lost));
	w->anything_lost = false;
	w->lost = 0;
}

/**
 * writer_mark() - writes a record that comes from a mark of the guest
 * @w: the file; what it holds so far is on the disk afterwards
 * @record: the mark, or the range
 */
void writer_mark(struct writer *w, const struct wcbar_st_record *record)
{
	if (fits(w, 2 * RECORD, ROOM_FOR_END)) {
		put_lost(w);
		put_bytes(w, record, sizeof(*record));
		fflush(w->file);
	} else {
		writer_drop(w, 0);
	}
}

/**
 * writer_close() - ends the file
 * @w: the file; nothing happens where there is none
 */
void writer_close(struct writer *w)
{
	struct wcbar_st_record end = { .kind = WCBAR_ST_END };

	if (!w->file)
		return;
	put_lost(w);
	end.addr = (w->bytes - sizeof(struct wcbar_st_header)) / RECORD;
	put_bytes(w, &end, sizeof(end));
	if (fclose(w->file) && !w->failed)
		fprintf(stderr, "storetrace: writing %s failed: %s\n", w->name,
			strerror(errno));
	w->file = NULL;
}
