/* SPDX-License-Identifier: GPL-2.0 */
/*
 * KUnit for kernels that were built without it, as a module.
 *
 * Included before everything else (-include) in kunit.ko and in every suite.
 * A kernel without CONFIG_KUNIT lacks two structure members that KUnit uses:
 * task_struct.kunit_test and module.kunit_suites; what stands in for them is
 * declared here and defined by oot.c.
 */
#ifndef _KUNIT_OOT_H
#define _KUNIT_OOT_H

/*
 * The layouts of these two depend on CONFIG_KUNIT. They must be those of the
 * running kernel, so they are settled before KUnit is said to be there.
 */
#include <linux/sched.h>
#include <linux/module.h>

#if IS_ENABLED(CONFIG_KUNIT)
#error "this kernel has KUnit of its own: use that one"
#endif
#define CONFIG_KUNIT_MODULE 1
#define CONFIG_KUNIT_DEBUGFS 1

struct kunit;
struct kunit_suite;

/**
 * struct kunit_oot_module - what KUnit keeps in struct module
 * @kunit_suites: suites of the module
 * @kunit_init_suites: suites in init sections: none here
 * @num_kunit_suites: number of @kunit_suites
 * @num_kunit_init_suites: number of @kunit_init_suites
 */
struct kunit_oot_module {
	struct kunit_suite **kunit_suites;
	struct kunit_suite **kunit_init_suites;
	int num_kunit_suites;
	int num_kunit_init_suites;
};

struct kunit *kunit_oot_get_test(void);
void kunit_oot_set_test(struct kunit *test);
void kunit_oot_run(struct kunit_oot_module *mod);
void kunit_oot_exit(struct kunit_oot_module *mod);

#include <kunit/test.h>

/*
 * KUnit's own macro puts the suites into a section that the module loader
 * would look for. Here they run from the module's init function, so there is
 * one kunit_test_suites() in a module.
 */
#undef kunit_test_suites
#define kunit_test_suites(__suites...)					\
	static struct kunit_suite *kunit_oot_suites[] = { __suites };	\
	static struct kunit_oot_module kunit_oot_this = {		\
		.kunit_suites = kunit_oot_suites,			\
		.num_kunit_suites = ARRAY_SIZE(kunit_oot_suites),	\
	};								\
	static int __init kunit_oot_this_init(void)			\
	{								\
		kunit_oot_run(&kunit_oot_this);				\
		return 0;						\
	}								\
	module_init(kunit_oot_this_init);				\
	static void __exit kunit_oot_this_exit(void)			\
	{								\
		kunit_oot_exit(&kunit_oot_this);			\
	}								\
	module_exit(kunit_oot_this_exit)

#endif /* _KUNIT_OOT_H */
