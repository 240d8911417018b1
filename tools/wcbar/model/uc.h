/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stores to uncached memory.
 */
#ifndef WCBAR_TOOL_MODEL_UC_H
#define WCBAR_TOOL_MODEL_UC_H

#include "model/events.h"

/* Takes a request: the address of its first byte, and how many there are */
typedef void uc_out_fn(void *arg, u64 addr, u32 len);

void uc_store(const struct event *ev, uc_out_fn *out, void *arg);

#endif /* WCBAR_TOOL_MODEL_UC_H */
