/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What 'wcbar mem --buffers --json FILE' has found.
 */
#ifndef WCBAR_TOOL_MODEL_BUFJSON_H
#define WCBAR_TOOL_MODEL_BUFJSON_H

#include "error.h"

#define BUFFERS_POINTS	128	/* points of a curve that are taken */

/**
 * struct buffers_point - a point of the curve
 * @lines: lines that were filled in turn
 * @gbps: GB/s
 */
struct buffers_point {
	u32 lines;
	double gbps;
};

/**
 * struct buffers_file - what was found
 * @cpu: of which CPU
 * @counted: buffers, 0 where it was not clear
 * @collapse: lines after which throughput collapses, or 0
 * @published: what is published, or 0
 * @partial_ns: what a line costs that is evicted before it is full, or 0
 * @curve: the curve, by rising numbers of lines
 * @nr: its points
 */
struct buffers_file {
	char cpu[128];
	u32 counted;
	u32 collapse;
	u32 published;
	double partial_ns;
	struct buffers_point curve[BUFFERS_POINTS];
	u32 nr;
};

int buffers_load(const char *path, struct buffers_file *b, struct error *e);

#endif /* WCBAR_TOOL_MODEL_BUFJSON_H */
