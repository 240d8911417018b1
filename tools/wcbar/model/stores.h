/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stores that a copy method makes, foretold from its row in the table.
 */
#ifndef WCBAR_TOOL_MODEL_STORES_H
#define WCBAR_TOOL_MODEL_STORES_H

#include <wcbar/copy.h>

#include "model/events.h"

u32 store_next(const struct wcbar_method *m, u64 addr, u64 left);
void stores_each(const struct wcbar_method *m, u64 addr, u64 len,
		 void (*take)(void *arg, const struct event *ev), void *arg);

#endif /* WCBAR_TOOL_MODEL_STORES_H */
