/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Evidence of this machine, gathered as if it were a dump.
 */
#ifndef WCBAR_TOOL_LIVE_H
#define WCBAR_TOOL_LIVE_H

#include "dump.h"

int live_gather(struct dump *dump, struct error *e);

/* parts of live_gather() */
int live_copy(struct dump *dump, const char *name, const char *fmt, ...)
	__printf(3, 4);
int live_devices(struct dump *dump, struct error *e);
bool live_awake(const char *bdf);

#endif /* WCBAR_TOOL_LIVE_H */
