// SPDX-License-Identifier: GPL-2.0
/*
 * A memory type applied to a stream of events: each CPU's buffers for write
 * combining, a request for each store for uncached, and nothing for a trace
 * of requests.
 */
#include "model/apply.h"

#include "mem.h"
#include "model/uc.h"

/**
 * apply_init - begin
 * @a: the memory type, for apply_free()
 * @map: which one
 * @model: what is applied; not copied
 */
void apply_init(struct apply *a, enum model_map map, const struct model *model)
{
	memset(a, 0, sizeof(*a));
	a->map = map;
	a->model = model;
}

static void line_left(void *arg, const struct wc_line *line,
		      enum wc_cause cause, u64 by)
{
	struct apply *a = arg;
	u32 n;

	n = requests_line(a->to, &a->model->pcie, &a->model->wc, line, cause);
	if (cause == WC_LEFT) {
		if (a->left)
			a->left(a->arg, line);
	} else if (cause != WC_DIRECT &&
		   !wc_line_full(line, a->model->wc.line)) {
		places_add(&a->places, line->last, cause, by, n);
	}
}

static void request(void *arg, u64 addr, u32 len)
{
	struct apply *a = arg;

	requests_one(a->to, &a->model->pcie, addr, len, len);
	a->to->whole += len == WC_LINE;
}

static struct wcbuf *buffers_of(struct apply *a, u32 cpu)
{
	/* so many CPUs are in no machine, but may be in a broken trace */
	cpu = min_t(u32, cpu, APPLY_CPUS - 1);
	if (cpu >= a->nr_cpus) {
		a->cpus = mem_grow(a->cpus, cpu + 1, sizeof(*a->cpus));
		memset(a->cpus + a->nr_cpus, 0,
		       (cpu + 1 - a->nr_cpus) * sizeof(*a->cpus));
		a->nr_cpus = cpu + 1;
	}
	if (!a->cpus[cpu]) {
		a->cpus[cpu] = mem_grow(NULL, 1, sizeof(**a->cpus));
		wcbuf_init(a->cpus[cpu], &a->model->wc, line_left, a);
	}
	return a->cpus[cpu];
}

/**
 * apply_event - a CPU does something
 * @a: the memory type; requests are counted in its @to
 * @ev: what it does
 */
void apply_event(struct apply *a, const struct event *ev)
{
	switch (a->map) {
	case MODEL_WC:
		wcbuf_event(buffers_of(a, ev->cpu), ev);
		break;
	case MODEL_RECORDED:
		if (ev->kind == EVENT_STORE)
			request(a, ev->addr, ev->width);
		break;
	default:
		if (ev->kind == EVENT_STORE)
			uc_store(ev, request, a);
		break;
	}
}

/**
 * apply_end - what is still in the buffers stays there
 * @a: the memory type; its buffers are empty afterwards
 */
void apply_end(struct apply *a)
{
	u32 i;

	for (i = 0; i < a->nr_cpus; i++) {
		if (a->cpus[i])
			wcbuf_drain(a->cpus[i], WC_LEFT, 0);
	}
}

/**
 * apply_free - throw it away
 * @a: the memory type
 */
void apply_free(struct apply *a)
{
	while (a->nr_cpus)
		free(a->cpus[--a->nr_cpus]);
	free(a->cpus);
	places_free(&a->places);
	memset(a, 0, sizeof(*a));
}
