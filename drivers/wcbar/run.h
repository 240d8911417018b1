/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The record of a card's last or present run.
 */
#ifndef WCBAR_DRV_RUN_H
#define WCBAR_DRV_RUN_H

#include <linux/mutex.h>
#include <linux/types.h>

#include <wcbar/keys.h>

/**
 * enum wcbar_run_state - state of the last run
 * @WCBAR_RUN_NONE: there was none
 * @WCBAR_RUN_REFUSED: the specification was refused, there are no rows
 * @WCBAR_RUN_RUNNING: it is going on
 * @WCBAR_RUN_DONE: every row is there
 * @WCBAR_RUN_INTERRUPTED: ended by a signal
 * @WCBAR_RUN_FAILED: ended by an error
 */
enum wcbar_run_state {
	WCBAR_RUN_NONE,
	WCBAR_RUN_REFUSED,
	WCBAR_RUN_RUNNING,
	WCBAR_RUN_DONE,
	WCBAR_RUN_INTERRUPTED,
	WCBAR_RUN_FAILED,
};

#define WCBAR_RUN_ABOUT		320	/* bytes of further header lines */

/**
 * struct wcbar_run_kind - what kind of rows a run has
 * @magic: the first header line
 * @columns: the last one
 * @row: bytes of a row
 * @text: bytes that always hold a row as a line
 * @format: writes a row as a line; its length, or a negative errno
 */
struct wcbar_run_kind {
	const char *magic;
	const char *columns;
	size_t row;
	size_t text;
	int (*format)(const void *row, char *buf, size_t len);
};

extern const struct wcbar_run_kind wcbar_run_copies;
extern const struct wcbar_run_kind wcbar_run_posts;

/**
 * struct wcbar_run - the last or present run of a card
 * @kind: what rows it has; never changes
 * @lock: protects all below; taken inside the card's lock
 * @state: state of the run
 * @error: a sentence, or empty
 * @about: further header lines, each ended by a newline
 * @text: the specification as it was written, printable
 * @planned: number of rows that the specification asks for
 * @nr: rows that are there
 * @rows: the rows
 */
struct wcbar_run {
	const struct wcbar_run_kind *kind;
	struct mutex lock;	/* all below */
	enum wcbar_run_state state;
	char error[WCBAR_SPEC_ERR];
	char about[WCBAR_RUN_ABOUT];
	char *text;
	u32 planned;
	u32 nr;
	void *rows;
};

void wcbar_run_init(struct wcbar_run *run, const struct wcbar_run_kind *kind);
void wcbar_run_free(struct wcbar_run *run);
void wcbar_run_refuse(struct wcbar_run *run, const char *error);
int wcbar_run_begin(struct wcbar_run *run, const char *text, size_t len,
		    u32 planned, const char *about);
void wcbar_run_add(struct wcbar_run *run, const void *row);
void wcbar_run_say(struct wcbar_run *run, const char *error);
void wcbar_run_end(struct wcbar_run *run, int ret);

extern const struct seq_operations wcbar_run_seq;

#endif /* WCBAR_DRV_RUN_H */
