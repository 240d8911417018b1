/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A set of evidence files: of this machine, or from a dump.
 */
#ifndef WCBAR_TOOL_DUMP_H
#define WCBAR_TOOL_DUMP_H

#include "error.h"
#include "system/source.h"

/**
 * struct dump - files of evidence
 * @items: the files
 * @n: number of files
 * @room: private to vec_push()
 * @origin: the folder, or NULL for this machine
 */
struct dump {
	struct source **items;
	size_t n, room;
	char *origin;
};

/**
 * struct view - files that are looked at together
 * @label: what tells the view from the others, empty for the only one
 * @items: the files
 * @n: number of files
 * @room: private to vec_push()
 */
struct view {
	char *label;
	const struct source **items;
	size_t n, room;
};

/**
 * struct views - all views of a dump
 * @items: the views
 * @n: number of views, at least one
 * @room: private to vec_push()
 */
struct views {
	struct view *items;
	size_t n, room;
};

struct source *dump_add(struct dump *dump, const char *name, char *data,
			size_t len);
int dump_load(struct dump *dump, const char *path, struct error *e);
int dump_save(const struct dump *dump, const char *path, struct error *e);
void dump_free(struct dump *dump);

size_t quoted_decode(char *data, size_t len);

enum source_kind dump_kind_by_name(const char *name);
enum source_kind dump_kind(const struct source *src);

void views_build(struct views *views, const struct dump *dump);
void views_free(struct views *views);

#endif /* WCBAR_TOOL_DUMP_H */
