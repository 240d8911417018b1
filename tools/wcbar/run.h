/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One run of the driver: started, watched, interrupted.
 */
#ifndef WCBAR_TOOL_RUN_H
#define WCBAR_TOOL_RUN_H

#include <wcbar/types.h>

#include "error.h"

#define RUN_WORDS	64	/* bytes that say which row it is */

/**
 * struct run_knob - what is run; the driver's file, or a test's stand-in
 * @start: runs a specification and returns when that is done: 0 or a negative
 *	errno. Called in a thread; a signal with a handler ends it with -EINTR.
 * @peek: the rows so far as text, to be freed; 0 or a negative errno
 * @words: says in few words which row a line of that text is
 * @arg: passed to @start and @peek
 */
struct run_knob {
	int (*start)(void *arg, const char *spec, size_t len);
	int (*peek)(void *arg, char **text, size_t *len);
	void (*words)(const char *line, size_t len, char what[RUN_WORDS]);
	void *arg;
};

/**
 * struct run_end - how a run ended
 * @ret: what @start returned
 * @signal: the signal that asked to stop, or 0
 */
struct run_end {
	int ret;
	int signal;
};

int run_knob(const struct run_knob *knob, const char *spec, bool progress,
	     struct run_end *end, struct error *e);

#endif /* WCBAR_TOOL_RUN_H */
