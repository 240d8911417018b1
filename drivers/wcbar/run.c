// SPDX-License-Identifier: GPL-2.0
/*
 * The record of the last or present run: its state, its error, its rows. Kept
 * apart from the run itself, so that it can be read while that goes on.
 */
#include <linux/ctype.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include <wcbar/post.h>
#include <wcbar/rows.h>

#include "run.h"

static int format_copy(const void *row, char *buf, size_t len)
{
	return wcbar_row_format(row, buf, len);
}

static int format_post(const void *row, char *buf, size_t len)
{
	return wcbar_post_format(row, buf, len);
}

/* Rows of copies: the file bandwidth. */
const struct wcbar_run_kind wcbar_run_copies = {
	.magic = WCBAR_ROWS_MAGIC,
	.columns = WCBAR_ROWS_COLUMNS,
	.row = sizeof(struct wcbar_row),
	.text = WCBAR_ROW_TEXT,
	.format = format_copy,
};

/* Rows of posted descriptors: the file latency. */
const struct wcbar_run_kind wcbar_run_posts = {
	.magic = WCBAR_POST_MAGIC,
	.columns = WCBAR_POST_COLUMNS,
	.row = sizeof(struct wcbar_post_row),
	.text = WCBAR_POST_ROW_TEXT,
	.format = format_post,
};

/**
 * wcbar_run_init() - a card without any run yet
 * @run: zeroed
 * @kind: what rows its runs will have
 */
void wcbar_run_init(struct wcbar_run *run, const struct wcbar_run_kind *kind)
{
	mutex_init(&run->lock);
	run->kind = kind;
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
	run->about[0] = '\0';
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
 * @about: further header lines, each ended by a newline; may be empty
 *
 * Context: may sleep; caller holds the card's lock.
 * Return: 0 or -ENOMEM, the last run's rows are still there then.
 */
int wcbar_run_begin(struct wcbar_run *run, const char *text, size_t len,
		    u32 planned, const char *about)
{
	char *copy, *c;
	void *rows;

	rows = kvcalloc(planned, run->kind->row, GFP_KERNEL);
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
	strscpy(run->about, about, sizeof(run->about));
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
void wcbar_run_add(struct wcbar_run *run, const void *row)
{
	size_t bytes = run->kind->row;

	mutex_lock(&run->lock);
	if (run->nr < run->planned)
		memcpy(run->rows + run->nr++ * bytes, row, bytes);
	mutex_unlock(&run->lock);
}

/**
 * wcbar_run_say() - why the run is about to end
 * @run: the card's run, going on
 * @error: a sentence, kept instead of what the errno would say
 *
 * Context: may sleep; caller holds the card's lock.
 */
void wcbar_run_say(struct wcbar_run *run, const char *error)
{
	mutex_lock(&run->lock);
	strscpy(run->error, error, sizeof(run->error));
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

static const char *const run_states[] = {
	[WCBAR_RUN_NONE]	= "none",
	[WCBAR_RUN_REFUSED]	= "failed",
	[WCBAR_RUN_RUNNING]	= "running",
	[WCBAR_RUN_DONE]	= "done",
	[WCBAR_RUN_INTERRUPTED]	= "interrupted",
	[WCBAR_RUN_FAILED]	= "failed",
};

/* Position 0 is the header, position n row n - 1. */
static void *run_seq_start(struct seq_file *m, loff_t *pos)
{
	struct wcbar_run *run = m->private;

	mutex_lock(&run->lock);
	if (run->state == WCBAR_RUN_NONE)
		return ERR_PTR(-ENODATA);
	return *pos <= run->nr ? pos : NULL;
}

static void *run_seq_next(struct seq_file *m, void *v, loff_t *pos)
{
	struct wcbar_run *run = m->private;

	++*pos;
	return *pos <= run->nr ? pos : NULL;
}

static void run_seq_stop(struct seq_file *m, void *v)
{
	struct wcbar_run *run = m->private;

	mutex_unlock(&run->lock);
}

static int show_row(struct seq_file *m, const struct wcbar_run *run, u32 nr)
{
	const struct wcbar_run_kind *kind = run->kind;
	char *line;
	int len;

	line = kmalloc(kind->text, GFP_KERNEL);
	if (!line)
		return -ENOMEM;
	len = kind->format(run->rows + nr * kind->row, line, kind->text);
	if (len > 0)
		seq_printf(m, "%s\n", line);
	kfree(line);
	return len > 0 ? 0 : -EIO;
}

static int run_seq_show(struct seq_file *m, void *v)
{
	struct wcbar_run *run = m->private;
	loff_t pos = *(loff_t *)v;

	if (pos)
		return show_row(m, run, pos - 1);
	if (run->state == WCBAR_RUN_REFUSED) {
		seq_printf(m, "# error: %s\n", run->error);
		return 0;
	}
	seq_printf(m, "%s\n# state: %s\n", run->kind->magic,
		   run_states[run->state]);
	if (run->error[0])
		seq_printf(m, "# error: %s\n", run->error);
	seq_printf(m, "# planned: %u\n# spec: %s\n%s%s\n", run->planned,
		   run->text, run->about, run->kind->columns);
	return 0;
}

/* A run as the files show it; the private pointer of the file is the run. */
const struct seq_operations wcbar_run_seq = {
	.start	= run_seq_start,
	.next	= run_seq_next,
	.stop	= run_seq_stop,
	.show	= run_seq_show,
};
