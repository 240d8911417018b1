/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file of evidence that is a string.
 */
#ifndef WCBAR_TEST_SOURCE_OF_H
#define WCBAR_TEST_SOURCE_OF_H

#include "system/source.h"

struct source source_of(const char *name, const char *content);

#endif /* WCBAR_TEST_SOURCE_OF_H */
