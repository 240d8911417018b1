// SPDX-License-Identifier: GPL-2.0
/*
 * What stands in for task_struct.kunit_test and for the module loader.
 *
 * prepare.sh appends this file to KUnit's test.c, where kunit_module_init()
 * and kunit_module_exit() are.
 */

/*
 * KUnit runs one test at a time, in a thread of its own, so one pair of test
 * and task is enough. Another task that asks gets NULL, as in the kernel.
 */
static struct task_struct *kunit_oot_task;
static struct kunit *kunit_oot_test;

/**
 * kunit_oot_set_test() - make a test the current one of the calling task
 * @test: the test, or NULL
 */
void kunit_oot_set_test(struct kunit *test)
{
	WRITE_ONCE(kunit_oot_task, NULL);
	WRITE_ONCE(kunit_oot_test, test);
	WRITE_ONCE(kunit_oot_task, test ? current : NULL);
}
EXPORT_SYMBOL_GPL(kunit_oot_set_test);

/**
 * kunit_oot_get_test() - the current test of the calling task
 *
 * Return: the test, or NULL where the task runs none.
 */
struct kunit *kunit_oot_get_test(void)
{
	if (READ_ONCE(kunit_oot_task) != current)
		return NULL;
	return READ_ONCE(kunit_oot_test);
}
EXPORT_SYMBOL_GPL(kunit_oot_get_test);

/**
 * kunit_oot_run() - run a module's suites, from its init function
 * @mod: the suites
 */
void kunit_oot_run(struct kunit_oot_module *mod)
{
	kunit_module_init(mod);
}
EXPORT_SYMBOL_GPL(kunit_oot_run);

/**
 * kunit_oot_exit() - remove a module's suites and their results
 * @mod: the suites
 */
void kunit_oot_exit(struct kunit_oot_module *mod)
{
	kunit_module_exit(mod);
}
EXPORT_SYMBOL_GPL(kunit_oot_exit);
