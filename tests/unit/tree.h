/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A folder for one test: made-up files of the system, and what a command
 * printed.
 */
#ifndef WCBAR_TEST_TREE_H
#define WCBAR_TEST_TREE_H

#include <wcbar/types.h>

int tree_begin(void **state);
int tree_end(void **state);
const char *tree_path(const char *name);
void tree_file(const char *name, const char *content);
void tree_link(const char *name, const char *target);
char *tree_read(const char *name);
bool tree_has(const char *name);

/**
 * struct printed - what was printed while a function ran
 * @status: what it returned
 * @out: on standard output, at most what fits
 * @err: on standard error
 */
struct printed {
	int status;
	char out[SZ_64K];
	char err[SZ_4K];
};

void printed_by(struct printed *p, int (*run)(int argc, char **argv),
		const char *const *argv);

void printed_has(const struct printed *p, const char *text);
void printed_refusal(const struct printed *p, const char *text);

/* printed_by() with the arguments spelled out, the command's name first */
#define PRINTED_BY(p, run, ...)					\
	printed_by(p, run, (const char *const[]){ __VA_ARGS__, NULL })

#endif /* WCBAR_TEST_TREE_H */
