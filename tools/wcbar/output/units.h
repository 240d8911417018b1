/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Quantities as people read them.
 */
#ifndef WCBAR_TOOL_UNITS_H
#define WCBAR_TOOL_UNITS_H

#include <wcbar/types.h>

#define TEXT_QUANTITY	32	/* bytes that hold any of these */

const char *text_bytes(u64 bytes, char buf[TEXT_QUANTITY]);
const char *text_size(u64 bytes, char buf[TEXT_QUANTITY]);
const char *text_time(u64 ps, char buf[TEXT_QUANTITY]);
const char *text_rate(u64 mbps, char buf[TEXT_QUANTITY]);

#endif /* WCBAR_TOOL_UNITS_H */
