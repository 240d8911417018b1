// SPDX-License-Identifier: GPL-2.0
/*
 * The options of all commands that make results.
 */
#include "output/outopts.h"

#include <getopt.h>

#include "commands.h"
#include "error.h"

/**
 * outopts_parse - read the options of a command
 * @c: the command
 * @argc: number of arguments
 * @argv: the arguments, the command's name first
 * @o: passed to its @take
 * @address: the one word that is no option, left alone where there is none;
 *	NULL for a command that takes no such word
 *
 * Return: -1 to go on, or the status to exit with at once.
 */
int outopts_parse(const struct outopts_command *c, int argc, char **argv,
		  void *o, const char **address)
{
	int opt, status;

	opterr = 0;
	optind = 0;
	while ((opt = getopt_long(argc, argv, c->letters, c->options,
				  NULL)) != -1) {
		status = c->take(o, opt, argv);
		if (status >= 0)
			return status;
	}
	if (address && optind < argc)
		*address = argv[optind++];
	if (optind < argc)
		return usage_error(c->name, "unexpected word '%s'",
				   argv[optind]);
	return -1;
}

/**
 * outopts_take - take an option that is no other
 * @command: name of the command
 * @o: the options
 * @opt: what getopt_long() returned
 * @argv: the command's arguments
 *
 * Return: -1 to go on, or the status to exit with after a wrong one.
 */
int outopts_take(const char *command, struct outopts *o, int opt,
		 char *const *argv)
{
	switch (opt) {
	case OUTOPT_JSON:
		o->json = optarg;
		break;
	case OUTOPT_CSV:
		o->csv = optarg;
		break;
	case OUTOPT_PLOT:
		o->plot = optarg;
		break;
	case OUTOPT_BASELINE:
		o->baseline.file = optarg;
		break;
	case OUTOPT_TOLERANCE:
		if (baseline_number(optarg, 100, &o->baseline.tolerance))
			return usage_error(command,
					   "'%s' is no percentage from 0 to 100",
					   optarg);
		break;
	case OUTOPT_MIN_GBPS:
		if (baseline_number(optarg, 1e6, &o->baseline.min_gbps))
			return usage_error(command, "'%s' is no rate in GB/s",
					   optarg);
		break;
	case 'q':
		o->quiet = true;
		break;
	default:
		return usage_option(command, argv, opt);
	}
	return -1;
}

static bool is_stdout(const char *name)
{
	return name && !strcmp(name, "-");
}

/**
 * outopts_check - whether at most one of the files is standard output
 * @command: name of the command
 * @o: the options
 *
 * Return: -1 if it is so, or the status to exit with.
 */
int outopts_check(const char *command, const struct outopts *o)
{
	if (is_stdout(o->json) + is_stdout(o->csv) + is_stdout(o->plot) < 2)
		return -1;
	return usage_error(command,
			   "only one of --json, --csv and --plot can go to standard output");
}
