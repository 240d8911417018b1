/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Traces, read as events, for tests.
 */
#ifndef WCBAR_TEST_TRACEREAD_H
#define WCBAR_TEST_TRACEREAD_H

#include "model/tracefile.h"

#define TRACEREAD_EVENTS	64

/**
 * struct traceread - what was read
 * @t: the trace
 * @events: its events
 * @e: what went wrong
 * @last: what came after the last event: 0 or a negative errno
 */
struct traceread {
	struct tracefile t;
	struct event events[TRACEREAD_EVENTS];
	struct error e;
	int last;
};

void traceread_begin(struct traceread *r);
void traceread_end(struct traceread *r);
u32 traceread_path(struct traceread *r, const char *path, const char *format);
u32 traceread_text(struct traceread *r, const char *text);
void traceread_refused(const struct traceread *r, const char *text);
void is_access(const struct event *ev, enum event_kind kind, u64 addr,
	       u32 width);

#endif /* WCBAR_TEST_TRACEREAD_H */
