/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which BARs and ranges are asked about.
 */
#ifndef WCBAR_TOOL_ASK_H
#define WCBAR_TOOL_ASK_H

#include "evgroups.h"
#include "verdict.h"

void ask_devices(struct report *report, const char *bdf);
void ask_ranges(struct report *report, const struct evgroups *groups,
		const struct ranges *bars);
void ask_index(const struct report *report, struct ranges *index);

#endif /* WCBAR_TOOL_ASK_H */
