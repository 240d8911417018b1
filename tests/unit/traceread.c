// SPDX-License-Identifier: GPL-2.0
/*
 * Traces, read as events, for tests.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "traceread.h"
#include "tree.h"

/**
 * traceread_begin - set a test up
 * @r: nothing was read
 */
void traceread_begin(struct traceread *r)
{
	memset(r, 0, sizeof(*r));
	r->t.feed.fd = -1;
}

/**
 * traceread_end - and take it down
 * @r: what was read
 */
void traceread_end(struct traceread *r)
{
	trace_close(&r->t);
}

/**
 * traceread_path - read a file
 * @r: what is read
 * @path: the file
 * @format: its form, or NULL to recognise it
 *
 * Return: the number of events.
 */
u32 traceread_path(struct traceread *r, const char *path, const char *format)
{
	u32 n = 0;

	trace_close(&r->t);
	r->last = trace_open(&r->t, path,
			     format ? trace_format_find(format) : NULL, &r->e);
	while (!r->last) {
		struct event ev;

		r->last = trace_next(&r->t, &ev, &r->e);
		if (r->last <= 0)
			break;
		assert_true(n < TRACEREAD_EVENTS);
		r->events[n++] = ev;
		r->last = 0;
	}
	return n;
}

/**
 * traceread_text - read a text
 * @r: what is read
 * @text: the text
 *
 * Return: the number of events.
 */
u32 traceread_text(struct traceread *r, const char *text)
{
	tree_file("trace", text);
	return traceread_path(r, tree_path("trace"), NULL);
}

/**
 * traceread_refused - fails the test where a trace was not refused so
 * @r: what was read
 * @text: a part of the sentence
 */
void traceread_refused(const struct traceread *r, const char *text)
{
	assert_int_equal(r->last, -EINVAL);
	if (!strstr(r->e.text, text))
		fail_msg("'%s' is not said in: %s", text, r->e.text);
}

/**
 * is_access - fails the test where an event is not the access that is expected
 * @ev: the event
 * @kind: store or load
 * @addr: its address
 * @width: its bytes
 */
void is_access(const struct event *ev, enum event_kind kind, u64 addr,
	       u32 width)
{
	assert_int_equal(ev->kind, kind);
	assert_int_equal(ev->addr, addr);
	assert_int_equal(ev->width, width);
}
