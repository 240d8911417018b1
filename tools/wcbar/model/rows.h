/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copies that nobody made: methods by maps by sizes by offsets by links.
 */
#ifndef WCBAR_TOOL_MODEL_ROWS_H
#define WCBAR_TOOL_MODEL_ROWS_H

#include <wcbar/copy.h>

#include "model/analysis.h"
#include "output/outputs.h"

/**
 * struct model_row - a copy
 * @model: over which link
 * @method: how
 * @size: bytes
 * @offset: bytes that it begins behind a line's beginning, or further
 * @section: its stores, and the requests by each map
 */
struct model_row {
	const struct model *model;
	const struct wcbar_method *method;
	u64 size;
	u64 offset;
	struct section section;
};

/**
 * struct model_rows - copies
 * @models: the model, for each link
 * @nr_models: how many links
 * @maps: memory types, a mask of BIT(enum model_map)
 * @fenced: a store fence ends each of them
 * @list: the copies
 * @nr: how many
 */
struct model_rows {
	const struct model *models;
	u32 nr_models;
	u32 maps;
	bool fenced;
	struct model_row *list;
	u32 nr;
};

extern const struct output_forms model_rows_forms;

bool model_takes(const struct wcbar_method *m, enum model_map map);
void model_rows_add(struct model_rows *r, const struct wcbar_method *m,
		    u64 size, u64 offset);
void model_rows_free(struct model_rows *r);

#endif /* WCBAR_TOOL_MODEL_ROWS_H */
