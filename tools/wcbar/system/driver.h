/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of wcbar.ko in debugfs, Documentation/ABI/debugfs-wcbar.
 */
#ifndef WCBAR_TOOL_DRIVER_H
#define WCBAR_TOOL_DRIVER_H

#include <wcbar/types.h>

#include "error.h"
#include "facts.h"
#include "system/pci.h"

/**
 * struct driver_cards - the cards that the driver drives
 * @list: their addresses, in order
 * @nr: how many
 */
struct driver_cards {
	char (*list)[BDF_TEXT];
	size_t nr;
};

/**
 * struct driver_method - a line of the methods file
 * @name: name of the method
 * @dir: write or read
 * @width: bytes of one store or load
 * @usable: it can run here
 * @needs: CPU features it needs, or "-"
 * @note: what it is, or why it cannot run
 */
struct driver_method {
	char *name;
	char *dir;
	u64 width;
	bool usable;
	char *needs;
	char *note;
};

/**
 * struct driver_methods - the methods file
 * @list: its lines
 * @nr: how many
 */
struct driver_methods {
	struct driver_method *list;
	size_t nr;
};

int driver_cards(struct driver_cards *cards, struct error *e);
int driver_find(const char *wanted, char address[BDF_TEXT], struct error *e);
int driver_read(const char *address, const char *file, char **text,
		size_t *len, struct error *e);
int driver_write(const char *address, const char *file, const char *text,
		 size_t len, struct error *e);

int driver_info(const char *address, struct facts *info, struct error *e);
int driver_info_parse(const char *text, size_t len, struct facts *info,
		      struct error *e);
int driver_methods(const char *address, struct driver_methods *methods,
		   struct error *e);
int driver_methods_parse(const char *text, size_t len,
			 struct driver_methods *methods, struct error *e);
void driver_methods_free(struct driver_methods *methods);

#endif /* WCBAR_TOOL_DRIVER_H */
