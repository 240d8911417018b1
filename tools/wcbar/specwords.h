/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Options that become words of a specification.
 */
#ifndef WCBAR_TOOL_SPECWORDS_H
#define WCBAR_TOOL_SPECWORDS_H

void specwords_add(char **words, const char *key, const char *value);
int specwords_take(const char *command, char **words, const char *key,
		   const char *value);

#endif /* WCBAR_TOOL_SPECWORDS_H */
