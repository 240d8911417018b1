// SPDX-License-Identifier: GPL-2.0
/*
 * Traces a copy, and judges its stores by what every write method promises:
 * each byte once, by naturally aligned stores, line after line, each whole
 * unit of the method's width by one store of that width.
 */
#include "storetrace.h"

static void run_method(void *arg)
{
	struct run *r = arg;

	r->m->write(r->to, r->from, r->len);
}

static void run_copy(void *arg)
{
	struct run *r = arg;

	r->ret = wcbar_copy_to(r->m, r->to, r->from, r->len, r->ctl);
}

/**
 * storetrace() - make a copy and note its stores
 * @t: where to
 * @r: the copy
 * @len: bytes
 * @dst_off: offset of the destination in a page
 * @src_off: offset of the source in a page
 */
void storetrace(struct trace *t, struct run *r, size_t len,
		unsigned int dst_off, unsigned int src_off)
{
	r->len = len;
	r->to = copybuf_at(r->dst, PLACE_MIDDLE, len, dst_off);
	r->from = copybuf_at(r->src, PLACE_MIDDLE, len, src_off);
	pattern_fill(r->dst, r->to, REGION_BACKGROUND, len);
	pattern_fill(r->src, r->from, REGION_DATA, len);

	t->range = r->to;
	t->len = len;
	t->source = r->from;
	t->area = r->to - COPYBUF_MARGIN;
	t->area_len = len + 2 * COPYBUF_MARGIN;
	singlestep(t, r->ctl ? run_copy : run_method, r);
}

/**
 * storetrace_unwatched() - make a copy that stores nothing
 * @t: counts its fences
 * @r: the copy; its method does nothing
 * @len: bytes, more than could be watched
 */
void storetrace_unwatched(struct trace *t, struct run *r, size_t len)
{
	r->len = len;
	r->to = r->dst->base;
	r->from = r->src->base;
	t->range = r->to;
	t->len = 0;
	t->area = r->to;
	t->area_len = 64;
	singlestep(t, run_copy, r);
}

static unsigned long line_of(const u8 *at)
{
	return (unsigned long)at / 64;
}

/* What is wrong with one store by itself. */
static const char *judge_store(const struct trace *t, const struct store *s,
			       u32 width)
{
	if (s->at < t->range || s->at + s->width > t->range + t->len)
		return "stored outside the range";
	if (s->holes)
		return "one instruction stored to separate places";
	if (s->width & (s->width - 1) ||
	    (unsigned long)s->at & (s->width - 1))
		return "a store is not naturally aligned";
	if (s->width > width)
		return "a store is wider than the method says";
	if (s->wrong)
		return "stored other bytes than the source's";
	return NULL;
}

/* Is there a whole unit of @width that was not stored at once? */
static bool unit_in_pieces(const struct trace *t, const struct store *s,
			   u32 width)
{
	const u8 *unit = (const u8 *)((unsigned long)s->at & ~(width - 1UL));

	return s->width < width && unit >= t->range &&
	       unit + width <= t->range + t->len;
}

/**
 * storetrace_judge() - do the stores keep the promises?
 * @t: the stores
 * @m: the method
 *
 * Return: NULL if they do, else the promise that is broken.
 */
const char *storetrace_judge(const struct trace *t,
			     const struct wcbar_method *m)
{
	static u8 count[sizeof(t->before)];
	const char *bad;
	u32 i, k;

	memset(count, 0, t->len);
	for (i = 0; i < t->nr; i++) {
		const struct store *s = &t->store[i];

		bad = judge_store(t, s, m->width);
		if (bad)
			return bad;
		if (i && line_of(s->at) < line_of(s[-1].at))
			return "lines were not stored in ascending order";
		for (k = 0; k < s->width; k++)
			if (count[s->at - t->range + k]++)
				return "a byte was stored twice";
	}
	for (k = 0; k < t->len; k++)
		if (!count[k])
			return "a byte was not stored";
	for (i = 0; i < t->nr; i++)
		if (unit_in_pieces(t, &t->store[i], m->width))
			return "a whole unit was stored in pieces";
	return NULL;
}
