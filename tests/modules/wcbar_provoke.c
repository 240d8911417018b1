// SPDX-License-Identifier: GPL-2.0
/*
 * Makes the mistakes that the debug kernel has to find, one by one:
 *
 *	# insmod wcbar_provoke.ko
 *	# echo use-after-free >/sys/module/wcbar_provoke/parameters/mistake
 *
 * A checker that is silently off finds nothing, and looks like a driver
 * without mistakes. This is the proof that none of them is off.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/compiler.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);
static DEFINE_SPINLOCK(spin);

/* in one structure: what is past the array is still the module's own */
static struct {
	int array[4];
	int behind[4];
} table;

static int nothing(void)
{
	return 0;
}

static int out_of_bounds(void)
{
	char *p = kmalloc(32, GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	OPTIMIZER_HIDE_VAR(p);
	WRITE_ONCE(p[32], 1);
	kfree(p);
	return 0;
}

static int use_after_free(void)
{
	char *p = kmalloc(32, GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	kfree(p);
	OPTIMIZER_HIDE_VAR(p);
	return READ_ONCE(p[0]) & 0;
}

static int lock_order(void)
{
	mutex_lock(&first);
	mutex_lock(&second);
	mutex_unlock(&second);
	mutex_unlock(&first);
	mutex_lock(&second);
	mutex_lock(&first);
	mutex_unlock(&first);
	mutex_unlock(&second);
	return 0;
}

static int sleep_in_atomic(void)
{
	void *p;

	spin_lock(&spin);
	p = kmalloc(32, GFP_KERNEL);
	spin_unlock(&spin);
	kfree(p);
	return 0;
}

static int shift_too_far(void)
{
	int by = 64;

	OPTIMIZER_HIDE_VAR(by);
	return (1 << by) & 0;
}

static int index_too_large(void)
{
	int i = 5;

	OPTIMIZER_HIDE_VAR(i);
	return READ_ONCE(table.array[i]) & 0;
}

/* Not just one: a stale pointer on some stack may hide one. */
static int leak(void)
{
	int i;

	for (i = 0; i < 16; i++) {
		void *p = kmalloc(64, GFP_KERNEL);

		OPTIMIZER_HIDE_VAR(p);
	}
	return 0;
}

static int warn(void)
{
	WARN(1, "a warning that was asked for\n");
	return 0;
}

/* No mistake, but one where an allocation fails that should not have. */
static int allocate(void)
{
	void *p = kmalloc(64, GFP_KERNEL);

	kfree(p);
	/* the log has to tell this failure from those on the way here */
	pr_info("the allocation %s\n", p ? "succeeded" : "was made to fail");
	return p ? 0 : -ENOMEM;
}

static const struct {
	const char *name;
	int (*make)(void);
} mistakes[] = {
	{ "nothing", nothing },
	{ "out-of-bounds", out_of_bounds },
	{ "use-after-free", use_after_free },
	{ "lock-order", lock_order },
	{ "sleep-in-atomic", sleep_in_atomic },
	{ "shift-too-far", shift_too_far },
	{ "index-too-large", index_too_large },
	{ "leak", leak },
	{ "warn", warn },
	{ "allocate", allocate },
};

static int mistake_set(const char *val, const struct kernel_param *kp)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(mistakes); i++) {
		if (sysfs_streq(val, mistakes[i].name))
			return mistakes[i].make();
	}
	return -EINVAL;
}

static const struct kernel_param_ops mistake_ops = {
	.set = mistake_set,
};

module_param_cb(mistake, &mistake_ops, NULL, 0200);
MODULE_PARM_DESC(mistake, "the mistake to make when it is written");

static int __init provoke_init(void)
{
	return 0;
}
module_init(provoke_init);

static void __exit provoke_exit(void)
{
}
module_exit(provoke_exit);

MODULE_DESCRIPTION("Mistakes that a debug kernel has to find");
MODULE_LICENSE("GPL");
