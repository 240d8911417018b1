/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One sentence about what went wrong: what failed, on what, what to do.
 */
#ifndef WCBAR_TOOL_ERROR_H
#define WCBAR_TOOL_ERROR_H

#include <wcbar/types.h>

#define ERROR_TEXT	768

/**
 * struct error - what went wrong, to be shown to a person
 * @text: the sentence without a full stop and without the program's name
 */
struct error {
	char text[ERROR_TEXT];
};

int error_set(struct error *e, int ret, const char *fmt, ...) __printf(3, 4);
void error_print(const struct error *e);
void error_say(const char *fmt, ...) __printf(1, 2);
int usage_error(const char *command, const char *fmt, ...) __printf(2, 3);
int usage_option(const char *command, char *const *argv, int opt);

#endif /* WCBAR_TOOL_ERROR_H */
