/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Several links, for copies that are foretold over each of them.
 */
#ifndef WCBAR_TOOL_MODEL_LINKS_H
#define WCBAR_TOOL_MODEL_LINKS_H

#include "model/options.h"

#define LINKS_MAX	16

/**
 * struct model_links - a model for each link
 * @list: the models, the same but for their links
 * @nr: how many
 */
struct model_links {
	struct model list[LINKS_MAX];
	u32 nr;
};

int model_links_take(const char *command, struct model_options *o,
		     const char *text, struct model_links *l);

#endif /* WCBAR_TOOL_MODEL_LINKS_H */
