// SPDX-License-Identifier: GPL-2.0
/*
 * The stores of one copy, seen one by one, and judged by what every write
 * method promises: each byte once, by naturally aligned stores, line after
 * line, each whole unit of the method's width by one store of that width.
 *
 * The copy runs with the trap flag set: after each instruction (and each
 * round of a repeated string instruction) the range and its surroundings are
 * compared with what they held before; what changed is noted and put back.
 * Because it is put back, a second store of the same bytes is seen as well as
 * the first. Nothing needs to be known of the instructions, so this sees
 * whatever the compiler made of a method.
 *
 * For a read it is the device that changes: after each instruction all of its
 * bytes take the number of that instruction, so that every byte that arrives
 * says when it was loaded.
 */
#include "copy_trace.h"

#ifdef __KERNEL__
#include <asm/fpu/api.h>
#else
static void kernel_fpu_begin(void)
{
}

static void kernel_fpu_end(void)
{
}
#endif

/**
 * trace_start() - nothing has been stored yet
 * @t: the trace; range, source, area and their lengths are set
 */
void trace_start(struct trace *t)
{
	memcpy(t->before, t->area, t->area_len);
	t->nr = 0;
	t->lost = 0;
	t->fences = 0;
	t->stores_at_fence = 0;
	t->steps = 0;
}

static void note(struct trace *t, size_t first, size_t end)
{
	struct store *s = &t->store[t->nr];
	size_t i;

	if (t->nr == STORES_MAX) {
		t->lost++;
		return;
	}
	t->nr++;
	s->at = t->area + first;
	s->width = end - first;
	s->holes = 0;
	s->wrong = 0;
	for (i = first; i < end; i++) {
		const u8 *at = t->area + i;

		if (*at == t->before[i])
			s->holes++;
		else if (at >= t->range && at < t->range + t->len &&
			 *at != t->source[at - t->range])
			s->wrong++;
	}
}

/**
 * trace_look() - note what changed, and put it back
 * @t: the trace
 */
void trace_look(struct trace *t)
{
	size_t first, end = t->area_len;

	if (!memcmp(t->area, t->before, t->area_len))
		return;
	for (first = 0; t->area[first] == t->before[first]; first++)
		;
	while (t->area[end - 1] == t->before[end - 1])
		end--;
	note(t, first, end);
	memcpy(t->area + first, t->before + first, end - first);
}

/**
 * trace_step() - an instruction was executed
 * @t: the trace
 * @next: the instruction that is executed next
 */
void trace_step(struct trace *t, const u8 *next)
{
	trace_look(t);
	t->steps++;
	/* the next load from here can be told from all others */
	if (t->device)
		memset(t->device, t->steps, t->device_len);
	/* mfence is 0f ae f0, sfence 0f ae f8 */
	if (next[0] == 0x0f && next[1] == 0xae &&
	    (next[2] == 0xf0 || next[2] == 0xf8)) {
		t->fences++;
		t->stores_at_fence = t->nr;
	}
}

static void run_method(void *arg)
{
	struct tracedcopy *c = arg;

	/* the device side is ordinary memory here */
	c->m->write((void __iomem *)c->to, c->from, c->len);
}

static void run_copy(void *arg)
{
	struct tracedcopy *c = arg;

	c->ret = wcbar_copy_to(c->m, (void __iomem *)c->to, c->from, c->len,
			       c->ctl);
}

/**
 * trace_copy() - make a copy and note its stores
 * @t: where to
 * @c: the copy
 * @len: bytes, at most WATCH_MAX without the margins
 * @dst_off: offset of the destination in a page
 * @src_off: offset of the source in a page
 */
void trace_copy(struct trace *t, struct tracedcopy *c, size_t len,
		unsigned int dst_off, unsigned int src_off)
{
	c->len = len;
	c->to = copybuf_at(&c->cases->dst, PLACE_MIDDLE, len, dst_off);
	c->from = copybuf_at(&c->cases->src, PLACE_MIDDLE, len, src_off);
	pattern_fill(&c->cases->dst, c->to, REGION_BACKGROUND, len);
	pattern_fill(&c->cases->src, c->from, REGION_DATA, len);

	t->range = c->to;
	t->len = len;
	t->source = c->from;
	t->area = c->to - COPYBUF_MARGIN;
	t->area_len = len + 2 * COPYBUF_MARGIN;
	t->device = NULL;
	if (c->ctl) {
		singlestep(t, run_copy, c);
	} else if (c->m->flags & WCBAR_COPY_FPU) {
		kernel_fpu_begin();
		singlestep(t, run_method, c);
		kernel_fpu_end();
	} else {
		singlestep(t, run_method, c);
	}
}

/**
 * trace_unwatched() - make a copy that stores nothing
 * @t: counts its fences
 * @c: the copy; its method does nothing
 * @len: bytes, more than could be watched
 */
void trace_unwatched(struct trace *t, struct tracedcopy *c, size_t len)
{
	c->len = len;
	c->to = c->cases->dst.base;
	c->from = c->cases->src.base;
	t->range = c->to;
	t->len = 0;
	t->source = c->from;
	t->area = c->to;
	t->area_len = 64;
	t->device = NULL;
	singlestep(t, run_copy, c);
}

/**
 * trace_steps() - count the instructions of an aligned copy
 * @t: for the trace
 * @c: the copy
 * @len: bytes
 *
 * Return: their number, which includes a few that are not the copy's.
 */
u32 trace_steps(struct trace *t, struct tracedcopy *c, size_t len)
{
	trace_copy(t, c, len, 0, 0);
	return t->steps;
}

/**
 * trace_per_line() - what a method costs in instructions
 * @t: for the trace
 * @cases: the buffers
 * @name: the method's name
 *
 * Return: instructions for 16 lines more, without what a copy of any length
 * costs; a round of a string instruction counts as one.
 */
u32 trace_per_line(struct trace *t, const struct copycases *cases,
		   const char *name)
{
	struct tracedcopy c = {
		.m = wcbar_method_find(name, strlen(name)), .cases = cases,
	};
	u32 steps = trace_steps(t, &c, 1536);

	return steps - trace_steps(t, &c, 512);
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
 * trace_judge() - do the stores keep the promises?
 * @t: the stores
 * @m: the method
 *
 * Return: NULL if they do, else the promise that is broken.
 */
const char *trace_judge(const struct trace *t, const struct wcbar_method *m)
{
	static u8 count[WATCH_MAX];
	const char *bad;
	u32 i, k;

	if (t->lost)
		return "more stores than there is room for";
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

static void run_read(void *arg)
{
	struct tracedcopy *c = arg;

	/* the device side is ordinary memory here */
	c->m->read(c->to, (const void __iomem *)c->from, c->len);
}

/**
 * trace_read() - make a copy from the device that tells when it was loaded
 * @t: for the trace
 * @c: the copy; its destination then holds the number of an instruction for
 *	each byte
 * @len: bytes
 * @dst_off: offset of the destination in a page
 * @src_off: offset of the device side in a page
 */
void trace_read(struct trace *t, struct tracedcopy *c, size_t len,
		unsigned int dst_off, unsigned int src_off)
{
	c->len = len;
	c->to = copybuf_at(&c->cases->dst, PLACE_MIDDLE, len, dst_off);
	c->from = copybuf_at(&c->cases->src, PLACE_MIDDLE, len, src_off);
	memset(c->to, 0, len);
	memset(c->from - COPYBUF_MARGIN, 0, len + 2 * COPYBUF_MARGIN);

	t->range = c->to;
	t->len = 0;
	t->source = c->from;
	t->area = c->to;
	t->area_len = 0;
	t->device = c->from - COPYBUF_MARGIN;
	t->device_len = len + 2 * COPYBUF_MARGIN;
	if (c->m->flags & WCBAR_COPY_FPU)
		kernel_fpu_begin();
	singlestep(t, run_read, c);
	if (c->m->flags & WCBAR_COPY_FPU)
		kernel_fpu_end();
	t->device = NULL;
}

/**
 * trace_judge_read() - were the loads as every read method promises?
 * @t: the trace
 * @c: the copy
 *
 * Naturally aligned, no wider than the method says, and each whole unit of
 * the method's width at once. That two loads come 256 instructions after each
 * other and side by side does not happen.
 *
 * Return: NULL if they were, else the promise that is broken.
 */
const char *trace_judge_read(const struct trace *t, const struct tracedcopy *c)
{
	unsigned long unit, width = c->m->width;
	unsigned long from = (unsigned long)c->from;
	bool pieces = false;
	size_t i, n;

	for (i = 0; i < c->len; i += n) {
		for (n = 1; i + n < c->len && c->to[i + n] == c->to[i]; n++)
			;
		if (n > width)
			return "a load is wider than the method says";
		if (n & (n - 1) || (from + i) & (n - 1))
			return "a load is not naturally aligned";
		unit = (from + i) & ~(width - 1);
		pieces |= n < width && unit >= from &&
			  unit + width <= from + c->len;
	}
	if (pieces)
		return "a whole unit was loaded in pieces";
	if (t->fences)
		return "the method fenced by itself";
	return NULL;
}
