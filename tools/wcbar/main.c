// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar: whether write combining really reaches a PCIe card, how fast each
 * way of copying into it is, and why.
 *
 *	wcbar list
 *	wcbar info 00:04.0
 *	wcbar bench 00:04.0 --map wc,uc --size 64..32M --plot bandwidth.svg
 *
 * This file only finds the command; each has a file of its own, cmd_*.c.
 */
#include <signal.h>

#include <wcbar/types.h>
#include <wcbar/version.h>

#include "commands.h"
#include "error.h"

static const struct {
	const char *name;
	const char *help;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "list", "PCI functions whose memory BAR could be an aperture",
	  cmd_list },
	{ "info", "what the driver knows of a card and its mappings",
	  cmd_info },
	{ "check", "is write combining on, does it work, and if not, why",
	  cmd_check },
	{ "memtype", "memory types by range, with the BARs they belong to",
	  cmd_memtype },
	{ "collect", "write down the evidence, for 'check --from' elsewhere",
	  cmd_collect },
	{ "bind", "take a card from its driver and give it to wcbar",
	  cmd_bind },
	{ "unbind", "give a card back to the driver that it had", cmd_unbind },
	{ "bench", "measure the ways of copying into a card and out of it",
	  cmd_bench },
	{ "latency", "measure how a card is handed descriptors, each way of posting",
	  cmd_latency },
	{ "mem", "the same ways in memory, without a card; write-combining buffers",
	  cmd_mem },
	{ "trace", "from recorded stores to packets on the link", cmd_trace },
	{ "model", "the same without a trace: method by map by size by link",
	  cmd_model },
};

static void usage(FILE *f)
{
	unsigned int i;

	fputs("Usage: wcbar COMMAND [OPTIONS]\n\n"
	      "Tells whether write combining really reaches a PCIe card, how fast each way\n"
	      "of copying into it is, and why.\n\n"
	      "Commands:\n", f);
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(f, "  %-10s %s\n", commands[i].name,
			commands[i].help);
	fputs("\n'wcbar COMMAND --help' explains a command.\n"
	      "'wcbar --version' prints the version.\n", f);
}

/* Output that was lost must not look like success: a full disk, a closed pipe */
static int flush_stdout(int status)
{
	int failed = ferror(stdout);

	errno = 0;
	if (fflush(stdout) || failed) {
		error_say("cannot write to standard output: %s",
			  errno ? strerror(errno) : "output was lost");
		return status ? status : EXIT_FAILED;
	}
	return status;
}

int main(int argc, char **argv)
{
	unsigned int i;

	/* a closed pipe is an error to be told, not a silent death */
	signal(SIGPIPE, SIG_IGN);

	if (argc < 2) {
		usage(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
	    !strcmp(argv[1], "help")) {
		usage(stdout);
		return flush_stdout(0);
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		printf("wcbar %s\n", WCBAR_VERSION);
		return flush_stdout(0);
	}
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (!strcmp(argv[1], commands[i].name))
			return flush_stdout(commands[i].run(argc - 1,
							    argv + 1));
	}
	return usage_error(NULL, "unknown command '%s'", argv[1]);
}
