// SPDX-License-Identifier: GPL-2.0
/*
 * A trace, analysed.
 *
 * Each section between two marks is looked at by itself: what its stores have
 * left in the buffers at its end is said there, and the next section begins
 * with empty ones.
 */
#include "model/analysis.h"

#include "mem.h"

/**
 * analysis_begin - begin
 * @a: the analysis, for analysis_free(); large
 * @model: what is applied; not copied
 * @maps: memory types, a mask of BIT(enum model_map)
 *
 * @base, @end, @from and @to may be set afterwards.
 */
void analysis_begin(struct analysis *a, const struct model *model, u32 maps)
{
	u32 i;

	memset(a, 0, sizeof(*a));
	a->model = model;
	a->from = NO_MARK;
	a->to = NO_MARK;
	a->maps = maps;
	a->open = true;
	a->low = U64_MAX;
	a->now.mark = NO_MARK;
	a->total.mark = NO_MARK;
	for (i = 0; i < MODEL_MAPS; i++)
		apply_init(&a->apply[i], i, model);
}

static void take_left(void *arg, const struct wc_line *line)
{
	struct analysis *a = arg;

	if (a->nr_left == LEFT_MAX)
		return;
	a->left[a->nr_left].section = min_t(u32, a->nr, SECTIONS_MAX - 1);
	a->left[a->nr_left++].line = *line;
}

static void add_sizes(struct sizes *to, const struct sizes *s)
{
	u32 i;

	for (i = 0; i < s->nr; i++)
		sizes_add(to, s->list[i].size, s->list[i].n);
	to->others += s->others;
}

static void add_section(struct section *to, const struct section *s)
{
	u32 i;

	to->stores += s->stores;
	to->bytes += s->bytes;
	add_sizes(&to->widths, &s->widths);
	to->loads += s->loads;
	to->events += s->events;
	to->interrupts += s->interrupts;
	for (i = 0; i < MODEL_MAPS; i++)
		requests_sum(&to->requests[i], &s->requests[i], 1);
}

/* What was made of the section is kept, if it holds anything */
static void close_section(struct analysis *a)
{
	struct section *s = &a->now;
	u32 i;

	for (i = 0; i < MODEL_MAPS; i++) {
		a->apply[i].to = &s->requests[i];
		a->apply[i].left = take_left;
		a->apply[i].arg = a;
		apply_end(&a->apply[i]);
	}
	add_section(&a->total, s);
	if (s->stores || s->loads) {
		if (a->nr == SECTIONS_MAX) {
			add_section(&a->sections[a->nr - 1], s);
			snprintf(a->sections[a->nr - 1].label, EVENT_LABEL,
				 "all others");
		} else {
			a->sections = mem_grow(a->sections, a->nr + 1,
					       sizeof(*s));
			a->sections[a->nr++] = *s;
		}
	}
	memset(s, 0, sizeof(*s));
	s->mark = NO_MARK;
	gaps_pause(&a->gaps);
}

static void take_mark(struct analysis *a, const struct event *ev)
{
	close_section(a);
	a->marks++;
	a->open = ev->mark != MARK_STOP;
	a->now.mark = ev->id;
	if (ev->label && ev->label[0])
		snprintf(a->now.label, EVENT_LABEL, "%s", ev->label);
	if (a->begun && a->to == ev->id)
		a->over = true;
	if (a->from == ev->id)
		a->begun = true;
}

static bool wanted(struct analysis *a, const struct event *ev)
{
	if (!a->open || a->over || (a->from != NO_MARK && !a->begun))
		return false;
	if (ev->kind != EVENT_STORE && ev->kind != EVENT_LOAD)
		return true;
	if (!a->end || (ev->addr < a->end && ev->addr + ev->width > a->base))
		return true;
	a->outside++;
	return false;
}

static void count(struct analysis *a, const struct event *ev)
{
	struct section *s = &a->now;

	switch (ev->kind) {
	case EVENT_STORE:
		s->stores++;
		s->bytes += ev->width;
		sizes_add(&s->widths, ev->width, 1);
		gaps_add(&a->gaps, ev->time);
		a->low = min_t(u64, a->low, ev->addr);
		a->high = max_t(u64, a->high, ev->addr + ev->width);
		a->cpus |= 1ULL << min_t(u32, ev->cpu, 63);
		break;
	case EVENT_LOAD:
		s->loads++;
		break;
	case EVENT_INTERRUPT:
		s->interrupts++;
		break;
	case EVENT_LFENCE:
		break;
	default:
		s->events += !ev->in_interrupt;
		break;
	}
}

/**
 * analysis_event - the next event of the trace
 * @a: the analysis
 * @ev: the event
 */
void analysis_event(struct analysis *a, const struct event *ev)
{
	u32 i;

	if (ev->kind == EVENT_MARK) {
		take_mark(a, ev);
		return;
	}
	if (!wanted(a, ev))
		return;
	count(a, ev);
	for (i = 0; i < MODEL_MAPS; i++) {
		if (!(a->maps & BIT(i)))
			continue;
		a->apply[i].to = &a->now.requests[i];
		apply_event(&a->apply[i], ev);
	}
}

/**
 * analysis_end - the trace has ended
 * @a: the analysis
 */
void analysis_end(struct analysis *a)
{
	close_section(a);
}

/**
 * analysis_free - throw an analysis away
 * @a: the analysis
 */
void analysis_free(struct analysis *a)
{
	u32 i;

	for (i = 0; i < MODEL_MAPS; i++)
		apply_free(&a->apply[i]);
	free(a->sections);
	a->sections = NULL;
}
