/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A line that shows how far a run has come.
 */
#ifndef WCBAR_TOOL_PROGRESS_H
#define WCBAR_TOOL_PROGRESS_H

#include <time.h>

#include <wcbar/types.h>

/**
 * struct progress - the line
 * @f: the terminal, or NULL when there is none to show it on
 * @start: when it began
 * @shown: characters on the terminal now
 */
struct progress {
	FILE *f;
	struct timespec start;
	int shown;
};

void progress_begin(struct progress *p, FILE *f, bool wanted);
void progress_show(struct progress *p, u32 done, u32 planned,
		   const char *what);
void progress_end(struct progress *p);

#endif /* WCBAR_TOOL_PROGRESS_H */
