/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Values of options: numbers, lists of them, one of two words.
 */
#ifndef WCBAR_TOOL_OPTVALUE_H
#define WCBAR_TOOL_OPTVALUE_H

#include <wcbar/types.h>

/**
 * struct optvalue - the option whose value is looked at
 * @command: name of the command
 * @option: name of the option, without hyphens
 * @text: its value
 */
struct optvalue {
	const char *command;
	const char *option;
	const char *text;
};

int optvalue_u64(const struct optvalue *o, u64 min, u64 max, u64 *v);
int optvalue_u32(const struct optvalue *o, u32 min, u32 max, u32 *v);
int optvalue_list(const struct optvalue *o, u64 *v, u32 room, u32 *n, u64 min,
		  u64 max);
int optvalue_choice(const struct optvalue *o, const char *no, const char *yes,
		    bool *value);

#endif /* WCBAR_TOOL_OPTVALUE_H */
