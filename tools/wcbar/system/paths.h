/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the system's own files are.
 */
#ifndef WCBAR_TOOL_PATHS_H
#define WCBAR_TOOL_PATHS_H

#include <wcbar/types.h>

const char *path_sysfs(void);
const char *path_debugfs(void);
bool path_debugfs_is_default(void);
int path_read(const char *path, size_t max, char **text, size_t *len);
int path_read_line(char *buf, size_t len, const char *fmt, ...)
	__printf(3, 4);

#endif /* WCBAR_TOOL_PATHS_H */
