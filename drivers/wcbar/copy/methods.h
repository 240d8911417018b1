/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Declares every row of the table.
 */
#ifndef WCBAR_COPY_METHODS_H
#define WCBAR_COPY_METHODS_H

#include <wcbar/copy.h>

#define WCBAR_METHOD(id) wcbar_method_##id
extern const struct wcbar_method
#include "list.h"
	wcbar_method_none;	/* never defined: ends the list of declarators */
#undef WCBAR_METHOD

#endif /* WCBAR_COPY_METHODS_H */
