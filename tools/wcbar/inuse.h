/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whether a PCI function is in use, so that taking its driver away would hurt.
 */
#ifndef WCBAR_TOOL_INUSE_H
#define WCBAR_TOOL_INUSE_H

#include "system/text.h"

/**
 * struct uses - what a function is in use for
 * @items: sentences, each to be freed
 * @n: number of sentences
 * @room: private to vec_push()
 */
struct uses {
	char **items;
	size_t n, room;
};

void inuse_all(const char *bdf, struct uses *uses);
void uses_free(struct uses *uses);

/* The parts of inuse_all(); each adds a sentence for what it finds */
void inuse_bridge(const char *bdf, struct uses *uses);
void inuse_display(const char *bdf, struct uses *uses);
void inuse_sriov(const char *bdf, struct uses *uses);
void inuse_block(const char *bdf, struct uses *uses);
void inuse_network(const char *bdf, struct uses *uses);
void inuse_handles(const char *bdf, struct uses *uses);
void inuse_group(const char *bdf, struct uses *uses);

/* helpers */
void uses_add(struct uses *uses, const char *fmt, ...) __printf(2, 3);
bool inuse_below(const char *link, const char *bdf);

#endif /* WCBAR_TOOL_INUSE_H */
