// SPDX-License-Identifier: GPL-2.0
/*
 * Options that become words of a specification.
 */
#include "specwords.h"

#include "error.h"
#include "mem.h"

/**
 * specwords_add - add "key=value"
 * @words: the words so far, or NULL; to be freed
 * @key: the key
 * @value: its value
 */
void specwords_add(char **words, const char *key, const char *value)
{
	char *longer = mem_printf("%s%s%s=%s", *words ? *words : "",
				  *words ? " " : "", key, value);

	free(*words);
	*words = longer;
}

/**
 * specwords_take - take the word that an option gives
 * @command: name of the command
 * @words: the words so far, or NULL; to be freed
 * @key: the key
 * @value: its value, NULL for an option that stands for 1
 *
 * Return: -1 to go on, or the status to exit with: a blank in a value would
 * make two words of it.
 */
int specwords_take(const char *command, char **words, const char *key,
		   const char *value)
{
	if (!value)
		value = "1";
	if (strpbrk(value, " \t\n"))
		return usage_error(command, "'%s' has a blank in it", value);
	specwords_add(words, key, value);
	return -1;
}
