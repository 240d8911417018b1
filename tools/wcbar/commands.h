/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The commands. main.c has the table of them.
 *
 * A command gets its own name as argv[0], handles --help, and returns the
 * exit status of the program.
 */
#ifndef WCBAR_TOOL_COMMANDS_H
#define WCBAR_TOOL_COMMANDS_H

/* Exit statuses beside 0; 'wcbar check' has more, see its --help */
#define EXIT_FAILED		1	/* the job failed, or verification did */
#define EXIT_USAGE		2	/* called wrongly */
#define EXIT_INTERRUPTED	130	/* as a shell reports SIGINT */

int cmd_bench(int argc, char **argv);
int cmd_bind(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_collect(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_latency(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_mem(int argc, char **argv);
int cmd_memtype(int argc, char **argv);
int cmd_model(int argc, char **argv);
int cmd_trace(int argc, char **argv);
int cmd_unbind(int argc, char **argv);

#endif /* WCBAR_TOOL_COMMANDS_H */
