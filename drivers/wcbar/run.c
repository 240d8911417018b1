// SPDX-License-Identifier: GPL-2.0
/*
 * The record of the last or present run: its state, its error, its rows. Kept
 * apart from the run itself, so that it can be read while that goes on.
 */
#include <linux/ctype.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "run.h"

/**
 * wcbar_run_init() - a card without any run yet
 * @run: zeroed
 */
void wcbar_run_init(struct wcbar_run *run)
{
	mutex_init(&run->lock);
	run->state = WCBAR_RUN_NONE;
}

/* Caller holds run->lock, or nobody else can see the run. */
static void run_clear(struct wcbar_run *run)
{
	kvfree(run->rows);
	kfree(run->text);
	run->rows = NULL;
	run->text = NULL;
	run->nr = 0;
	run->planned = 0;
	run->error[0] = '\0';
}

/**
 * wcbar_run_free() - free the rows
 * @run: nobody uses it any more
 */
void wcbar_run_free(struct wcbar_run *run)
{
	run_clear(run);
}

/**
 * wcbar_run_refuse() - keep why a specification was refused
 * @run: the card's run; no run is going on
 * @error: a sentence
 *
 * Context: may sleep; caller holds the card's lock.
 */
void wcbar_run_refuse(struct wcbar_run *run, const char *error)
{
	mutex_lock(&run->lock);
	run_clear(run);
	run->state = WCBAR_RUN_REFUSED;
	strscpy(run->error, error, sizeof(run->error));
	mutex_unlock(&run->lock);
}

/**
 * wcbar_run_begin() - a run begins
 * @run: the card's run
 * @text: its specification
 * @len: length of @text, bytes
 * @planned: rows it will have
 *
 * Context: may sleep; caller holds the card's lock.
 * Return: 0 or -ENOMEM, the last run's rows are still there then.
 */
int wcbar_run_begin(struct wcbar_run *run, const char *text, size_t len,
		    u32 planned)
{
	struct wcbar_row *rows;
	char *copy, *c;

	rows = kvcalloc(planned, sizeof(*rows), GFP_KERNEL);
	copy = kmemdup_nul(text, len, GFP_KERNEL);
	if (!rows || !copy) {
		kvfree(rows);
		kfree(copy);
		return -ENOMEM;
	}
	for (c = copy; *c; c++)
		if (!isprint(*c))
			*c = ' ';
	/* the newline that echo adds, now a blank */
	while (c > copy && c[-1] == ' ')
		*--c = '\0';

	mutex_lock(&run->lock);
	run_clear(run);
	run->rows = rows;
	run->text = copy;
	run->planned = planned;
	run->state = WCBAR_RUN_RUNNING;
	mutex_unlock(&run->lock);
	return 0;
}

/**
 * wcbar_run_add() - one more row
 * @run: the card's run
 * @row: the row; copied
 *
 * Context: may sleep; caller holds the card's lock.
 */
void wcbar_run_add(struct wcbar_run *run, const struct wcbar_row *row)
{
	mutex_lock(&run->lock);
	if (run->nr < run->planned)
		run->rows[run->nr++] = *row;
	mutex_unlock(&run->lock);
}

/* Why a run did not end as it should, or nothing */
static const char *end_reason(int ret)
{
	switch (ret) {
	case -EINTR:
		return "interrupted by a signal";
	case -ENODEV:
		return "the card is gone or in reset";
	case -EIO:
		return "the map could not be restored, so there is none: write a type into memtype";
	case -EPERM:
		return "allow_writes became 0 while the run was going on";
	case -ENOMEM:
		return "not enough memory for the buffers";
	}
	return "";
}

/**
 * wcbar_run_end() - a run ends
 * @run: the card's run
 * @ret: how: 0 or a negative errno
 *
 * Context: may sleep; caller holds the card's lock.
 */
void wcbar_run_end(struct wcbar_run *run, int ret)
{
	mutex_lock(&run->lock);
	run->state = !ret ? WCBAR_RUN_DONE :
		     ret == -EINTR ? WCBAR_RUN_INTERRUPTED : WCBAR_RUN_FAILED;
	if (!run->error[0])
		strscpy(run->error, end_reason(ret), sizeof(run->error));
	mutex_unlock(&run->lock);
}
