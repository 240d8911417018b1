/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The record of a card's last or present run.
 */
#ifndef WCBAR_DRV_RUN_H
#define WCBAR_DRV_RUN_H

#include <linux/mutex.h>
#include <linux/types.h>

#include <wcbar/rows.h>
#include <wcbar/spec.h>

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

/**
 * struct wcbar_run - the last or present run of a card
 * @lock: protects all below; taken inside the card's lock
 * @state: state of the run
 * @error: a sentence, or empty
 * @text: the specification as it was written, printable
 * @planned: number of rows that the specification asks for
 * @nr: rows that are there
 * @rows: the rows
 */
struct wcbar_run {
	struct mutex lock;	/* all below */
	enum wcbar_run_state state;
	char error[WCBAR_SPEC_ERR];
	char *text;
	u32 planned;
	u32 nr;
	struct wcbar_row *rows;
};

void wcbar_run_init(struct wcbar_run *run);
void wcbar_run_free(struct wcbar_run *run);
void wcbar_run_refuse(struct wcbar_run *run, const char *error);
int wcbar_run_begin(struct wcbar_run *run, const char *text, size_t len,
		    u32 planned);
void wcbar_run_add(struct wcbar_run *run, const struct wcbar_row *row);
void wcbar_run_end(struct wcbar_run *run, int ret);

#endif /* WCBAR_DRV_RUN_H */
