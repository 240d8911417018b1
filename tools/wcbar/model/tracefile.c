// SPDX-License-Identifier: GPL-2.0
/*
 * A trace in any of the forms that are known, as a stream of events.
 */
#include "model/tracefile.h"

#include <ctype.h>

static const struct trace_format *const formats[] = {
	&trace_plugin, &trace_qemu, &trace_mmiotrace, &trace_csv,
};

/**
 * trace_format_find - a form by its name
 * @name: the name
 *
 * Return: the form, or NULL.
 */
const struct trace_format *trace_format_find(const char *name)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		if (!strcmp(formats[i]->name, name))
			return formats[i];
	}
	return NULL;
}

static int recognise(struct tracefile *t, struct error *e)
{
	struct text head;
	u32 i;
	int ret;

	head = feed_peek(&t->feed, e, &ret);
	if (ret)
		return ret;
	if (!head.len)
		return error_set(e, -EINVAL, "%.400s is empty", t->feed.name);
	for (i = 0; i < ARRAY_SIZE(formats); i++) {
		if (formats[i]->is(head)) {
			t->format = formats[i];
			return 0;
		}
	}
	return error_set(e, -EINVAL,
			 "%.400s is no trace of a form that is known: of the plugin in tools/qemu, of mmiotrace, of QEMU's memory_region_ops_write, or time,address,size",
			 t->feed.name);
}

/**
 * trace_open - open a trace
 * @t: the trace, for trace_close(), whatever is returned; large
 * @path: the file, "-" for standard input
 * @format: its form, or NULL to recognise it
 * @e: what went wrong
 *
 * Return: 0; -EINVAL where it is no trace; a negative errno.
 */
int trace_open(struct tracefile *t, const char *path,
	       const struct trace_format *format, struct error *e)
{
	int ret;

	t->format = format;
	memset(&t->odd, 0, sizeof(t->odd));
	t->base = 0;
	t->end = 0;
	t->unit = TRACE_UNIT_NS;
	t->unit_given = false;
	t->has_time = false;
	t->first = 0;
	t->last = 0;
	t->priv = NULL;
	ret = feed_open(&t->feed, path, e);
	if (ret || format)
		return ret;
	return recognise(t, e);
}

/**
 * trace_next - the next event
 * @t: the trace
 * @ev: the event
 * @e: what went wrong
 *
 * Return: 1; 0 at the end; -EINVAL where the trace is broken; a negative errno.
 */
int trace_next(struct tracefile *t, struct event *ev, struct error *e)
{
	return t->format->next(t, ev, e);
}

/**
 * trace_next_line - the next event of a trace of lines
 * @t: the trace
 * @ev: the event
 * @take: takes a line
 * @why: what is wrong with a line that it does not take
 * @e: what went wrong
 *
 * A wrong line without an end is one that was cut off: the trace ends there.
 *
 * Return: as trace_next().
 */
int trace_next_line(struct tracefile *t, struct event *ev,
		    trace_line_fn *take, const char *why, struct error *e)
{
	struct text line;
	int ret;

	for (;;) {
		ret = feed_line(&t->feed, &line, e);
		if (ret <= 0)
			return ret;
		memset(ev, 0, sizeof(*ev));
		ret = take(t, line, ev, &why);
		if (ret > 0)
			return 1;
		if (ret == 0)
			continue;
		if (!t->feed.cut)
			return feed_bad(&t->feed, line, why, e);
		t->odd.cut = true;
		return 0;
	}
}

/**
 * trace_place - words for an instruction
 * @t: the trace
 * @place: the instruction
 * @buf: room for them
 *
 * Return: @buf.
 */
const char *trace_place(const struct tracefile *t, u64 place,
			char buf[TRACE_PLACE])
{
	if (!place)
		snprintf(buf, TRACE_PLACE, "unknown");
	else if (t->format->place)
		t->format->place(t, place, buf);
	else
		snprintf(buf, TRACE_PLACE, "0x%llx", place);
	text_tame(buf);
	return buf;
}

#define DIGITS_MAX	30	/* digits of a time */

/* Digits, a point and digits, then perhaps an exponent */
static bool decimal(struct text *text, __uint128_t *v, int *exponent)
{
	struct text at = *text;
	int digits = 0, e = 0;
	bool point = false, any = false;

	*v = 0;
	*exponent = 0;
	for (; at.len; at.p++, at.len--) {
		if (*at.p == '.' && !point) {
			point = true;
			continue;
		}
		if (!isdigit((unsigned char)*at.p))
			break;
		any = true;
		/* what no clock resolves is not read */
		if (digits == DIGITS_MAX) {
			*exponent += !point;
			continue;
		}
		digits += *v || *at.p != '0';
		*v = 10 * *v + (unsigned int)(*at.p - '0');
		*exponent -= point;
	}
	if (!any)
		return false;
	if (at.len && (*at.p == 'e' || *at.p == 'E')) {
		at.p++;
		at.len--;
		text_skip(&at, "+");
		if (!text_int(&at, &e) || e > 100 || e < -100)
			return false;
		*exponent += e;
	}
	*text = at;
	return true;
}

/**
 * trace_time - read a time
 * @t: the trace, which keeps the first and the last one
 * @text: the text; left behind the time
 * @unit: power of ten that makes it picoseconds: 12 for seconds
 * @ps: picoseconds since the first time of the trace; a time before the one
 *	before is counted as odd and taken for the same
 *
 * Return: false where it is no time.
 */
bool trace_time(struct tracefile *t, struct text *text, int unit, u64 *ps)
{
	__uint128_t v;
	int exponent;

	if (!decimal(text, &v, &exponent))
		return false;
	for (exponent += unit; exponent > 0; exponent--) {
		if (v > (~(__uint128_t)0) / 10)
			return false;
		v *= 10;
	}
	for (; exponent < 0 && v; exponent++)
		v /= 10;
	if (!t->has_time) {
		t->has_time = true;
		t->first = v;
	}
	if (v < t->first || v - t->first < t->last) {
		t->odd.backwards++;
		*ps = t->last;
		return true;
	}
	if (v - t->first > U64_MAX)
		return false;
	t->last = (u64)(v - t->first);
	*ps = t->last;
	return true;
}

/**
 * trace_close - close a trace
 * @t: the trace
 */
void trace_close(struct tracefile *t)
{
	if (t->format && t->format->free)
		t->format->free(t);
	feed_close(&t->feed);
}
