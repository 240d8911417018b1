// SPDX-License-Identifier: GPL-2.0
/*
 * The file "auto": which method method=auto takes.
 *
 *	# cat auto				the table
 *	# echo measure > auto			on the present map
 *	# echo "pin movnti" > auto
 *	# echo reset > auto			the built-in table again
 *	# dd if=saved of=auto bs=64K		a table that was read before
 *
 * Every change is made in a copy and taken as a whole, so that a reader sees
 * one table or the other, and an error leaves the old one.
 */
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <wcbar/numbers.h>

#include "autofile.h"

#define MAX_BUDGET_MS	10000

/* The text of the table, with our own remarks behind its first line */
static int auto_show(struct seq_file *m, void *unused)
{
	struct wcbar_dev *d = m->private;
	char *text, *rest;
	int ret;

	text = kvmalloc(WCBAR_AUTO_TEXT, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	mutex_lock(&d->view_lock);
	ret = wcbar_auto_save(&d->autotab, text, WCBAR_AUTO_TEXT);
	if (ret > 0) {
		rest = strchr(text, '\n') + 1;
		seq_write(m, text, rest - text);
		seq_printf(m, "# table: %s\n", d->auto_state);
		if (d->auto_error[0])
			seq_printf(m, "# error: %s\n", d->auto_error);
		seq_puts(m, rest);
	}
	mutex_unlock(&d->view_lock);
	kvfree(text);
	return ret > 0 ? 0 : ret;
}

static int set_measured(struct wcbar_dev *d, struct wcbar_auto *a,
			struct wcbar_word *arg, char *state, char *error)
{
	u64 budget = WCBAR_AUTO_BUDGET_MS, begin = ktime_get_ns();
	const char *wrong = NULL;
	int ret;

	if (arg->p)
		wrong = wcbar_number_parse(arg, &budget);
	if (!wrong && (!budget || budget > MAX_BUDGET_MS))
		wrong = "is no number of milliseconds from 1 to 10000";
	if (wrong) {
		snprintf(error, WCBAR_SPEC_ERR, "measure: '%.*s' %s",
			 (int)min_t(size_t, arg->len, 32), arg->p, wrong);
		return -EINVAL;
	}
	if (!READ_ONCE(d->allow_writes)) {
		strscpy(error, "measuring writes into the card: write 1 into allow_writes first",
			WCBAR_SPEC_ERR);
		return -EPERM;
	}
	ret = wcbar_auto_measure_card(d, a, budget);
	if (ret == -EOPNOTSUPP)
		snprintf(error, WCBAR_SPEC_ERR, "there is nothing to measure on %s memory",
			 wcbar_memtype_name(d->ap.ev.effective));
	else if (ret == -EIO)
		strscpy(error, "there is no aperture: write a type into memtype to map one",
			WCBAR_SPEC_ERR);
	snprintf(state, WCBAR_AUTO_STATE, "measured on %s in %llu us",
		 wcbar_memtype_short(d->ap.ev.effective),
		 div_u64(ktime_get_ns() - begin, NSEC_PER_USEC));
	return ret;
}

/* One method for all memory types and uses that it can serve */
static int set_pinned(struct wcbar_auto *a, const struct wcbar_word *arg,
		      char *state, char *error)
{
	const struct wcbar_method *m = NULL;
	bool pinned = false;
	u32 type, use;

	if (arg->p)
		m = wcbar_method_find(arg->p, arg->len);
	for (type = 0; m && type < WCBAR_MT_NUM; type++) {
		for (use = 0; use < WCBAR_AUTO_USES; use++)
			pinned |= !wcbar_auto_pin(a, type, use, m);
	}
	if (pinned) {
		snprintf(state, WCBAR_AUTO_STATE, "pinned to %s", m->name);
		return 0;
	}
	snprintf(error, WCBAR_SPEC_ERR, "pin: '%.*s' is no method%s",
		 arg->p ? (int)min_t(size_t, arg->len, 32) : 0,
		 arg->p ? arg->p : "", m ? " that can run here" : "");
	return -EINVAL;
}

/* The words of a command; 0 and the table @a, or an error and a sentence */
static int apply(struct wcbar_dev *d, struct wcbar_auto *a, const char *text,
		 size_t len, char *state, char *error)
{
	struct wcbar_word arg = { text, len }, command;
	int ret;

	/* a table, which begins with the line that says so */
	if (text[0] == '#') {
		wcbar_auto_builtin(a, a->have);
		ret = wcbar_auto_load(a, text, len, error);
		strscpy(state, "loaded", WCBAR_AUTO_STATE);
		return ret;
	}
	if (len && text[len - 1] == '\n')
		arg.len--;
	wcbar_word_cut(&arg, ' ', &command);
	if (wcbar_word_is(&command, "measure"))
		return set_measured(d, a, &arg, state, error);
	if (wcbar_word_is(&command, "pin"))
		return set_pinned(a, &arg, state, error);
	if (wcbar_word_is(&command, "reset") && !arg.p) {
		wcbar_auto_builtin(a, a->have);
		strscpy(state, "builtin", WCBAR_AUTO_STATE);
		return 0;
	}
	strscpy(error, "what was written is none of measure, pin METHOD, reset and a table",
		WCBAR_SPEC_ERR);
	return -EINVAL;
}

static int auto_set(struct wcbar_dev *d, const char *text, size_t len)
{
	char error[WCBAR_SPEC_ERR] = "", state[WCBAR_AUTO_STATE] = "";
	struct wcbar_auto *a;
	char *c;
	int ret;

	a = kvmalloc(sizeof(*a), GFP_KERNEL);
	if (!a)
		return -ENOMEM;
	*a = d->autotab;
	ret = wcbar_dev_gone(d) ? -ENODEV :
				  apply(d, a, text, len, state, error);
	/* an error may quote what was written */
	for (c = error; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	mutex_lock(&d->view_lock);
	strscpy(d->auto_error, error, sizeof(d->auto_error));
	if (!ret) {
		d->autotab = *a;
		strscpy(d->auto_state, state, sizeof(d->auto_state));
	}
	mutex_unlock(&d->view_lock);
	kvfree(a);
	return ret;
}

static ssize_t auto_write(struct file *file, const char __user *ubuf,
			  size_t len, loff_t *ppos)
{
	struct wcbar_dev *d = ((struct seq_file *)file->private_data)->private;
	char *text;
	int ret = -EBUSY;

	if (len > WCBAR_AUTO_TEXT)
		return -E2BIG;
	text = memdup_user_nul(ubuf, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	if (mutex_trylock(&d->lock)) {
		ret = auto_set(d, text, len);
		mutex_unlock(&d->lock);
	}
	kfree(text);
	return ret ?: len;
}

static int auto_open(struct inode *inode, struct file *file)
{
	return single_open(file, auto_show, inode->i_private);
}

/* The file "auto" of a card */
const struct file_operations wcbar_auto_fops = {
	.owner		= THIS_MODULE,
	.open		= auto_open,
	.read		= seq_read,
	.write		= auto_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};
