// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a function instruction by instruction, in user space.
 */
#include <err.h>
#include <signal.h>
#include <ucontext.h>

#include "../kunit/copy_trace.h"

#ifndef __x86_64__
#error "single-stepping is written for x86-64"
#endif

#define TRAP_FLAG	"0x100"

static struct trace *stepped;

static void on_sigtrap(int sig, siginfo_t *info, void *context)
{
	greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;

	(void)sig;
	(void)info;
	trace_step(stepped, (const u8 *)regs[REG_RIP]);
}

/**
 * singlestep() - run a function and note its stores
 * @t: where to; range, source, area and their lengths are set
 * @run: the function
 * @arg: passed to it
 */
void singlestep(struct trace *t, void (*run)(void *arg), void *arg)
{
	struct sigaction old, act = {
		.sa_sigaction = on_sigtrap,
		.sa_flags = SA_SIGINFO,
	};

	trace_start(t);
	stepped = t;
	if (sigaction(SIGTRAP, &act, &old))
		err(1, "cannot catch SIGTRAP");

	/* below the red zone, which the compiler may be using */
	asm volatile("lea -128(%%rsp), %%rsp\n\t"
		     "pushfq\n\t"
		     "orq $" TRAP_FLAG ", (%%rsp)\n\t"
		     "popfq\n\t"
		     "lea 128(%%rsp), %%rsp" : : : "memory", "cc");
	run(arg);
	asm volatile("lea -128(%%rsp), %%rsp\n\t"
		     "pushfq\n\t"
		     "andq $~" TRAP_FLAG ", (%%rsp)\n\t"
		     "popfq\n\t"
		     "lea 128(%%rsp), %%rsp" : : : "memory", "cc");

	sigaction(SIGTRAP, &old, NULL);
}
