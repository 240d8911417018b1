// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a function instruction by instruction, in the kernel.
 *
 * The debug exception asks the chain of die notifiers before it wonders who
 * set the trap flag; kgdb steps in the same way.
 */
#include <linux/kdebug.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <asm/debugreg.h>

#include "copy_step.h"
#include "copy_trace.h"

#define TRAP_FLAG	"0x100"

static struct trace *stepped;
static struct task_struct *stepper;

static int on_debug(struct notifier_block *nb, unsigned long event, void *data)
{
	struct die_args *args = data;
	/* a pointer, passed as the error number */
	unsigned long *dr6 = (unsigned long *)args->err;

	if (event != DIE_DEBUG || current != READ_ONCE(stepper) ||
	    user_mode(args->regs) || !(*dr6 & DR_STEP))
		return NOTIFY_DONE;
	trace_step(stepped, (const u8 *)args->regs->ip);
	*dr6 &= ~DR_STEP;
	return NOTIFY_STOP;
}

static struct notifier_block debug_nb = {
	.notifier_call = on_debug,
	.priority = INT_MAX,
};

/**
 * singlestep_init() - singlestep() is going to be used
 *
 * Return: 0 or a negative errno.
 */
int singlestep_init(void)
{
	return register_die_notifier(&debug_nb);
}

/**
 * singlestep_exit() - singlestep() is not going to be used any more
 */
void singlestep_exit(void)
{
	unregister_die_notifier(&debug_nb);
}

/**
 * singlestep() - run a function and note its stores
 * @t: where to; range, source, area and their lengths are set
 * @run: the function, which must not sleep
 * @arg: passed to it
 */
void singlestep(struct trace *t, void (*run)(void *arg), void *arg)
{
	trace_start(t);
	stepped = t;
	/* another task must not run with the trap flag set */
	preempt_disable();
	WRITE_ONCE(stepper, current);
	asm volatile("pushfq\n\t"
		     "orq $" TRAP_FLAG ", (%%rsp)\n\t"
		     "popfq" : : : "memory", "cc");
	run(arg);
	asm volatile("pushfq\n\t"
		     "andq $~" TRAP_FLAG ", (%%rsp)\n\t"
		     "popfq" : : : "memory", "cc");
	WRITE_ONCE(stepper, NULL);
	preempt_enable();
}
