// SPDX-License-Identifier: GPL-2.0
/*
 * movdir64b for CPUs that lack it, so that the loop around the instruction is
 * tested on every machine. It is no substitute for a run on a CPU that has
 * it, and the tests say which of the two they did.
 */
#include <err.h>
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include "movdir64b_emulate.h"

/* movdir64b (%rdx), %rax: the one form that the method uses */
static const unsigned char encoding[] = { 0x66, 0x0f, 0x38, 0xf8, 0x02 };

static void (*movdir64b_done)(void);

static void on_sigill(int sig, siginfo_t *info, void *context)
{
	greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;
	unsigned char line[64];

	(void)sig;
	if (memcmp(info->si_addr, encoding, sizeof(encoding)))
		errx(1, "invalid instruction at %p", info->si_addr);
	if (regs[REG_RAX] & 63)
		errx(1, "movdir64b to %#llx, which is no line boundary",
		     regs[REG_RAX]);
	memcpy(line, (void *)regs[REG_RDX], sizeof(line));
	memcpy((void *)regs[REG_RAX], line, sizeof(line));
	regs[REG_RIP] += sizeof(encoding);
	if (movdir64b_done)
		movdir64b_done();
}

/**
 * movdir64b_emulate() - from now on, do movdir64b where the CPU does not
 * @done: called after each one, or NULL
 */
void movdir64b_emulate(void (*done)(void))
{
	struct sigaction act = {
		.sa_sigaction = on_sigill,
		.sa_flags = SA_SIGINFO,
	};

	movdir64b_done = done;
	if (sigaction(SIGILL, &act, NULL))
		err(1, "cannot catch SIGILL");
}
