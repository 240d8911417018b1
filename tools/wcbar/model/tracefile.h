/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A trace in any of the forms that are known, as a stream of events.
 */
#ifndef WCBAR_TOOL_MODEL_TRACEFILE_H
#define WCBAR_TOOL_MODEL_TRACEFILE_H

#include "model/events.h"
#include "model/feed.h"

#define TRACE_PLACE	256	/* bytes of the words for an instruction */
#define TRACE_UNIT_NS	3	/* powers of ten that make it picoseconds */

struct tracefile;

/**
 * struct trace_format - a form of traces
 * @name: its name in options
 * @title: what it is, for people
 * @requests: it holds requests, not stores
 * @timed: its times are those of the machine
 * @events: it holds what empties buffers: fences, interrupts and the like
 * @remark: what is to be known of it before its figures are believed, or NULL
 * @is: whether a file that begins so is one
 * @next: the next event: 1, 0 at the end, or a negative errno
 * @place: words for an instruction; NULL where the number is its address
 * @free: throws @priv away, or NULL
 */
struct trace_format {
	const char *name;
	const char *title;
	bool requests;
	bool timed;
	bool events;
	const char *remark;
	bool (*is)(struct text head);
	int (*next)(struct tracefile *t, struct event *ev, struct error *e);
	void (*place)(const struct tracefile *t, u64 place,
		      char buf[TRACE_PLACE]);
	void (*free)(struct tracefile *t);
};

/**
 * struct trace_odd - what a trace holds that cannot be analysed
 * @unknown: accesses of unknown width
 * @lost: events that the recorder lost
 * @ignored: lines or records of other things
 * @cut: the file was cut off
 * @backwards: times that were before the one before
 * @sorts: what the unknown accesses were, in words, or empty
 */
struct trace_odd {
	u64 unknown;
	u64 lost;
	u64 ignored;
	bool cut;
	u64 backwards;
	char sorts[192];
};

/**
 * struct tracefile - a trace being read
 * @format: its form
 * @feed: the file
 * @odd: what it holds beside events
 * @base: first byte of the range that was recorded, where the trace says so
 * @end: byte behind the last one; 0 where it does not
 * @unit: power of ten that makes a time picoseconds, for forms that do not say
 * @unit_given: somebody gave @unit, which goes before what the file says
 * @has_time: a time was read
 * @first: the first one
 * @last: the last one
 * @priv: the form's own
 */
struct tracefile {
	const struct trace_format *format;
	struct feed feed;
	struct trace_odd odd;
	u64 base;
	u64 end;
	int unit;
	bool unit_given;
	bool has_time;
	__uint128_t first;
	u64 last;
	void *priv;
};

extern const struct trace_format trace_plugin;
extern const struct trace_format trace_mmiotrace;
extern const struct trace_format trace_qemu;
extern const struct trace_format trace_csv;

/*
 * What a line of a trace holds: 1 for an event, 0 for none, -1 where it is
 * wrong; @why may be set to what is, as the end of a sentence.
 */
typedef int trace_line_fn(struct tracefile *t, struct text line,
			  struct event *ev, const char **why);

const struct trace_format *trace_format_find(const char *name);
int trace_open(struct tracefile *t, const char *path,
	       const struct trace_format *format, struct error *e);
int trace_next(struct tracefile *t, struct event *ev, struct error *e);
const char *trace_place(const struct tracefile *t, u64 place,
			char buf[TRACE_PLACE]);
int trace_next_line(struct tracefile *t, struct event *ev,
		    trace_line_fn *take, const char *why, struct error *e);
bool trace_time(struct tracefile *t, struct text *text, int unit, u64 *ps);
void trace_close(struct tracefile *t);

#endif /* WCBAR_TOOL_MODEL_TRACEFILE_H */
