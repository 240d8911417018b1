// SPDX-License-Identifier: GPL-2.0
/*
 * Several links, for copies that are foretold over each of them.
 */
#include "model/links.h"

#include <wcbar/numbers.h>

#include "commands.h"
#include "mem.h"

static int add(const char *command, struct model_options *o, const char *text,
	       struct model_links *l)
{
	enum pcie_header header = o->model.pcie.header;
	int status;

	if (l->nr == LINKS_MAX)
		return usage_error(command, "--link takes at most %u links",
				   LINKS_MAX);
	status = model_options_take(command, o, MODELOPT_LINK, text);
	l->list[l->nr++] = o->model;
	/* the header that a card needs is not that of the next link */
	o->model.pcie.header = header;
	return status;
}

/**
 * model_links_take - take a list of links
 * @command: name of the command
 * @o: the options, of which all others are known; with the first link
 *	afterwards
 * @text: the links, separated by commas; NULL for the one that is usual
 * @l: a model for each, at least one
 *
 * Return: -1 to go on, or the status to exit with.
 */
int model_links_take(const char *command, struct model_options *o,
		     const char *text, struct model_links *l)
{
	struct wcbar_word rest, name;
	int status = -1;
	char *one;

	l->nr = 0;
	if (!text) {
		l->list[l->nr++] = o->model;
		return -1;
	}
	rest.p = text;
	rest.len = strlen(text);
	while (status < 0 && wcbar_word_cut(&rest, ',', &name)) {
		one = mem_copy(name.p, name.len);
		status = add(command, o, one, l);
		free(one);
	}
	if (status < 0)
		o->model = l->list[0];
	return status;
}
