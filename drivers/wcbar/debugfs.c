// SPDX-License-Identifier: GPL-2.0
/*
 * The files a person sees: /sys/kernel/debug/wcbar/<pci address>/.
 * What each holds and every errno: Documentation/ABI/debugfs-wcbar.
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "autofile.h"
#include "postrun.h"
#include "wcbar.h"

static struct dentry *wcbar_root;

/* A short word from user space, without the newline that echo adds. */
static int get_word(char *buf, size_t size, const char __user *ubuf, size_t len)
{
	if (len >= size)
		return -EINVAL;
	if (copy_from_user(buf, ubuf, len))
		return -EFAULT;
	if (len && buf[len - 1] == '\n')
		len--;
	if (memchr(buf, 0, len))
		return -EINVAL;
	buf[len] = '\0';
	return 0;
}

static int memtype_show(struct seq_file *m, void *unused)
{
	struct wcbar_dev *d = m->private;

	mutex_lock(&d->view_lock);
	seq_printf(m, "%s\n", d->view.ap.done & WCBAR_AP_MAPPED ?
		   wcbar_memtype_short(d->view.ap.ev.obtained) : "none");
	mutex_unlock(&d->view_lock);
	return 0;
}

static ssize_t memtype_write(struct file *file, const char __user *ubuf,
			     size_t len, loff_t *ppos)
{
	struct wcbar_dev *d = ((struct seq_file *)file->private_data)->private;
	enum wcbar_memtype type;
	char word[16];
	int ret;

	ret = get_word(word, sizeof(word), ubuf, len);
	if (ret)
		return ret;
	type = wcbar_memtype_parse(word, strlen(word));
	if (strcmp(word, wcbar_memtype_short(type)))
		return -EINVAL;
	if (!mutex_trylock(&d->lock))
		return -EBUSY;
	ret = wcbar_dev_gone(d) ? -ENODEV : wcbar_ap_change(&d->ap, type);
	wcbar_dev_view_update(d);
	mutex_unlock(&d->lock);
	return ret ?: len;
}

static int memtype_open(struct inode *inode, struct file *file)
{
	return single_open(file, memtype_show, inode->i_private);
}

static const struct file_operations memtype_fops = {
	.owner		= THIS_MODULE,
	.open		= memtype_open,
	.read		= seq_read,
	.write		= memtype_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

static int allow_writes_show(struct seq_file *m, void *unused)
{
	struct wcbar_dev *d = m->private;

	seq_printf(m, "%d\n", READ_ONCE(d->allow_writes));
	return 0;
}

static ssize_t allow_writes_write(struct file *file, const char __user *ubuf,
				  size_t len, loff_t *ppos)
{
	struct wcbar_dev *d = ((struct seq_file *)file->private_data)->private;
	char word[4];
	int ret;

	ret = get_word(word, sizeof(word), ubuf, len);
	if (ret)
		return ret;
	if (strcmp(word, "0") && strcmp(word, "1"))
		return -EINVAL;
	WRITE_ONCE(d->allow_writes, word[0] == '1');
	return len;
}

static int allow_writes_open(struct inode *inode, struct file *file)
{
	return single_open(file, allow_writes_show, inode->i_private);
}

static const struct file_operations allow_writes_fops = {
	.owner		= THIS_MODULE,
	.open		= allow_writes_open,
	.read		= seq_read,
	.write		= allow_writes_write,
	.llseek		= seq_lseek,
	.release	= single_release,
};

/* Names of CPU features, separated by commas; "-" for none. */
static void show_features(struct seq_file *m, u32 features)
{
	const char *comma = "";
	unsigned int bit;

	for (bit = 0; bit < 32; bit++)
		if (features & BIT(bit)) {
			seq_printf(m, "%s%s", comma,
				   wcbar_cpu_feature_name(BIT(bit)));
			comma = ",";
		}
	if (!features)
		seq_puts(m, "-");
}

static int methods_show(struct seq_file *m, void *unused)
{
	u32 have = wcbar_cpu_features();
	unsigned int i;

	seq_puts(m, "# wcbar-methods/1\n");
	seq_puts(m, "# name dir width usable needs what\n");
	for (i = 0; i < wcbar_nr_methods; i++) {
		const struct wcbar_method *c = wcbar_methods[i];
		const char *missing = wcbar_method_missing(c, have);

		seq_printf(m, "%s %s %u %s ", c->name,
			   c->dir == WCBAR_WRITE ? "write" : "read", c->width,
			   missing ? "no" : "yes");
		show_features(m, c->needs);
		seq_printf(m, " %s\n", missing ?: c->doc);
	}
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(methods);

/* @run is one of the card's records of a run */
static int open_run(struct file *file, struct wcbar_run *run)
{
	int ret = seq_open(file, &wcbar_run_seq);

	if (!ret)
		((struct seq_file *)file->private_data)->private = run;
	return ret;
}

/* One write is one specification, which @go runs */
static ssize_t write_run(struct wcbar_dev *d, struct wcbar_run *run,
			 const char __user *ubuf, size_t len,
			 int (*go)(struct wcbar_dev *d, const char *text,
				   size_t len))
{
	char *text;
	int ret;

	if (len > WCBAR_SPEC_MAX_TEXT) {
		if (!mutex_trylock(&d->lock))
			return -EBUSY;
		wcbar_run_refuse(run, "the specification is longer than 4096 bytes");
		mutex_unlock(&d->lock);
		return -E2BIG;
	}
	text = memdup_user_nul(ubuf, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = go(d, text, len);
	kfree(text);
	return ret ?: len;
}

static int bandwidth_open(struct inode *inode, struct file *file)
{
	struct wcbar_dev *d = inode->i_private;

	return open_run(file, &d->run);
}

static ssize_t bandwidth_write(struct file *file, const char __user *ubuf,
			       size_t len, loff_t *ppos)
{
	struct wcbar_dev *d = file_inode(file)->i_private;

	return write_run(d, &d->run, ubuf, len, wcbar_bench_run);
}

static const struct file_operations bandwidth_fops = {
	.owner		= THIS_MODULE,
	.open		= bandwidth_open,
	.read		= seq_read,
	.write		= bandwidth_write,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

static int latency_open(struct inode *inode, struct file *file)
{
	struct wcbar_dev *d = inode->i_private;

	return open_run(file, &d->posts);
}

static ssize_t latency_write(struct file *file, const char __user *ubuf,
			     size_t len, loff_t *ppos)
{
	struct wcbar_dev *d = file_inode(file)->i_private;

	return write_run(d, &d->posts, ubuf, len, wcbar_post_run);
}

static const struct file_operations latency_fops = {
	.owner		= THIS_MODULE,
	.open		= latency_open,
	.read		= seq_read,
	.write		= latency_write,
	.llseek		= seq_lseek,
	.release	= seq_release,
};

static int info_open(struct inode *inode, struct file *file)
{
	return single_open(file, wcbar_info_show, inode->i_private);
}

static const struct file_operations info_fops = {
	.owner		= THIS_MODULE,
	.open		= info_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= single_release,
};

/**
 * wcbar_debugfs_init() - make the directory for all cards
 */
void wcbar_debugfs_init(void)
{
	wcbar_root = debugfs_create_dir("wcbar", NULL);
}

/**
 * wcbar_debugfs_exit() - remove it
 */
void wcbar_debugfs_exit(void)
{
	debugfs_remove_recursive(wcbar_root);
}

/**
 * wcbar_debugfs_add() - make a card's files
 * @d: the card, ready
 *
 * Without debugfs the driver still holds the map; errors are ignored, as
 * debugfs wants it.
 */
void wcbar_debugfs_add(struct wcbar_dev *d)
{
	d->dir = debugfs_create_dir(pci_name(d->pdev), wcbar_root);
	debugfs_create_file("info", 0400, d->dir, d, &info_fops);
	debugfs_create_file("methods", 0400, d->dir, d, &methods_fops);
	debugfs_create_file("memtype", 0600, d->dir, d, &memtype_fops);
	debugfs_create_file("allow_writes", 0600, d->dir, d,
			    &allow_writes_fops);
	debugfs_create_file("bandwidth", 0600, d->dir, d, &bandwidth_fops);
	debugfs_create_file("latency", 0600, d->dir, d, &latency_fops);
	debugfs_create_file("auto", 0600, d->dir, d, &wcbar_auto_fops);
}

/**
 * wcbar_debugfs_remove() - remove a card's files
 * @d: the card
 *
 * Context: sleeps until every call into the files has returned.
 */
void wcbar_debugfs_remove(struct wcbar_dev *d)
{
	debugfs_remove_recursive(d->dir);
}
