// SPDX-License-Identifier: GPL-2.0
/*
 * How the tool says what went wrong.
 */
#include "error.h"

#include <getopt.h>

#include "commands.h"

/**
 * error_set - record what went wrong
 * @e: where to
 * @ret: the caller's return value, a negative errno
 * @fmt: the sentence, without a full stop
 *
 * Return: @ret, so that a function can record and leave in one line.
 */
int error_set(struct error *e, int ret, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	return ret;
}

/**
 * error_print - show what went wrong
 * @e: the error
 */
void error_print(const struct error *e)
{
	/* what was printed before stands before it */
	fflush(stdout);
	fprintf(stderr, "wcbar: %s\n", e->text);
}

/**
 * error_say - show a sentence as an error
 * @fmt: the sentence, without a full stop
 */
void error_say(const char *fmt, ...)
{
	struct error e;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(e.text, sizeof(e.text), fmt, ap);
	va_end(ap);
	error_print(&e);
}

/**
 * usage_error - say that a command was called wrongly
 * @command: its name, or NULL for the program itself
 * @fmt: what is wrong with the call
 *
 * Return: EXIT_USAGE.
 */
int usage_error(const char *command, const char *fmt, ...)
{
	struct error e;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(e.text, sizeof(e.text), fmt, ap);
	va_end(ap);
	fprintf(stderr, "wcbar%s%s: %s; see wcbar %s%s--help\n",
		command ? " " : "", command ? command : "", e.text,
		command ? command : "", command ? " " : "");
	return EXIT_USAGE;
}

/**
 * usage_option - say which option was wrong
 * @command: name of the command
 * @argv: its arguments
 * @opt: what getopt_long() returned, with opterr 0 and an option string that
 *	begins with ':'
 *
 * Return: EXIT_USAGE.
 */
int usage_option(const char *command, char *const *argv, int opt)
{
	const char *word = argv[optind - 1];

	if (opt == ':')
		return usage_error(command, "option '%s' lacks its value",
				   word);
	/* a letter inside a bundle of letters leaves optind where it is */
	if (optopt > ' ' && optopt < 0x7f && strncmp(word, "--", 2))
		return usage_error(command, "unknown option '-%c'", optopt);
	return usage_error(command, "unknown option or value '%s'", word);
}
