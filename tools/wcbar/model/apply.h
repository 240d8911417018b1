/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A memory type applied to a stream of events.
 */
#ifndef WCBAR_TOOL_MODEL_APPLY_H
#define WCBAR_TOOL_MODEL_APPLY_H

#include "model/places.h"
#include "model/predict.h"

#define APPLY_CPUS	4096	/* CPUs that are kept apart */

/**
 * struct model - what stores are turned into requests by
 * @wc: the buffers of each CPU
 * @pcie: the link
 * @costs: what a request costs the CPU
 * @buffers_from: where the number of buffers comes from
 * @link_from: where the link comes from
 * @costs_from: where the costs come from, or NULL without any
 */
struct model {
	struct wc_params wc;
	struct pcie pcie;
	struct costs costs;
	const char *buffers_from;
	const char *link_from;
	const char *costs_from;
};

/**
 * struct apply - one memory type
 * @map: the memory type
 * @model: what is applied
 * @cpus: buffers of each CPU that stored, or NULL
 * @nr_cpus: how many are in @cpus
 * @to: where requests are counted now
 * @places: where lines leave before they are full
 * @left: takes a line that is in the buffers at the end, or NULL
 * @arg: passed to @left
 */
struct apply {
	enum model_map map;
	const struct model *model;
	struct wcbuf **cpus;
	u32 nr_cpus;
	struct requests *to;
	struct places places;
	void (*left)(void *arg, const struct wc_line *line);
	void *arg;
};

void apply_init(struct apply *a, enum model_map map, const struct model *model);
void apply_event(struct apply *a, const struct event *ev);
void apply_end(struct apply *a);
void apply_free(struct apply *a);

#endif /* WCBAR_TOOL_MODEL_APPLY_H */
