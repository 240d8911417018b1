// SPDX-License-Identifier: GPL-2.0
/*
 * One function on a given CPU, in a thread of its own, as long as it may take.
 */
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/topology.h>

#include "oncpu.h"

/**
 * struct on_cpu - what the thread is given
 * @fn: what it calls
 * @arg: with this
 * @ret: what that returned
 * @done: it has returned
 */
struct on_cpu {
	int (*fn)(void *arg);
	void *arg;
	int ret;
	struct completion done;
};

static int on_cpu_thread(void *arg)
{
	struct on_cpu *c = arg;

	c->ret = c->fn(c->arg);
	/* in the core kernel, so that the module may go once we are woken */
	kthread_complete_and_exit(&c->done, 0);
}

/**
 * wcbar_on_cpu() - call a function on a CPU
 * @cpu: a CPU that is online, or -1 for where the caller is
 * @fn: the function
 * @arg: passed to it
 * @stop: set when a signal came in: no signal reaches the thread
 *
 * Context: sleeps until the function has returned.
 * Return: what it returned, or -ENOMEM or -EINTR when there is no thread.
 */
int wcbar_on_cpu(int cpu, int (*fn)(void *arg), void *arg, bool *stop)
{
	struct on_cpu c = { .fn = fn, .arg = arg };
	struct task_struct *task;

	if (cpu < 0)
		return fn(arg);
	init_completion(&c.done);
	task = kthread_create_on_node(on_cpu_thread, &c, cpu_to_node(cpu),
				      "wcbar/%d", cpu);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, cpu);
	wake_up_process(task);
	if (wait_for_completion_interruptible(&c.done)) {
		WRITE_ONCE(*stop, true);
		wait_for_completion(&c.done);
	}
	return c.ret;
}
