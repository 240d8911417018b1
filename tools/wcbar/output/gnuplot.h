/* SPDX-License-Identifier: GPL-2.0 */
/*
 * gnuplot as a filter: a script in, a picture out.
 */
#ifndef WCBAR_TOOL_GNUPLOT_H
#define WCBAR_TOOL_GNUPLOT_H

#include <wcbar/types.h>

#include "error.h"

int gnuplot_there(struct error *e);
int gnuplot_draw(const char *script, char **picture, size_t *len,
		 struct error *e);

#endif /* WCBAR_TOOL_GNUPLOT_H */
