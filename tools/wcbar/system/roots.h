/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the system's files are that paths.h does not know.
 */
#ifndef WCBAR_TOOL_ROOTS_H
#define WCBAR_TOOL_ROOTS_H

#include <wcbar/types.h>

const char *path_procfs(void);
const char *path_dev(void);
const char *path_run(void);
bool paths_made_up(void);

#endif /* WCBAR_TOOL_ROOTS_H */
