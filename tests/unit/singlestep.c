// SPDX-License-Identifier: GPL-2.0
/*
 * Sees every store that a function makes into a range, one by one.
 *
 * The function runs with the trap flag set: after each instruction (and each
 * round of a repeated string instruction) SIGTRAP compares the range and its
 * surroundings with what they held before, notes what changed, and puts it
 * back. Because it is put back, a second store of the same bytes is seen as
 * well as the first. Nothing needs to be known of the instructions, so this
 * sees whatever the compiler made of a method.
 */
#include <err.h>
#include <signal.h>
#include <ucontext.h>

#include "singlestep.h"

#ifdef __x86_64__

static struct trace *current;

static void note(struct trace *t, size_t first, size_t end)
{
	struct store *s = &t->store[t->nr];
	size_t i;

	if (t->nr == STORES_MAX)
		errx(1, "more than %d stores", STORES_MAX);
	t->nr++;
	s->at = t->area + first;
	s->width = end - first;
	s->holes = 0;
	s->wrong = 0;
	for (i = first; i < end; i++) {
		const u8 *at = t->area + i;

		if (*at == t->before[i])
			s->holes++;
		else if (at >= t->range && at < t->range + t->len &&
			 *at != t->source[at - t->range])
			s->wrong++;
	}
}

/**
 * singlestep_store_done() - look for what changed, and put it back
 *
 * For an instruction that a signal handler does on the function's behalf.
 */
void singlestep_store_done(void)
{
	struct trace *t = current;
	size_t first, end = t->area_len;

	if (!memcmp(t->area, t->before, t->area_len))
		return;
	for (first = 0; t->area[first] == t->before[first]; first++)
		;
	while (t->area[end - 1] == t->before[end - 1])
		end--;
	note(t, first, end);
	memcpy(t->area + first, t->before + first, end - first);
}

static void on_sigtrap(int sig, siginfo_t *info, void *context)
{
	greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;
	const u8 *next = (const u8 *)regs[REG_RIP];

	(void)sig;
	(void)info;
	singlestep_store_done();
	current->steps++;
	/* lfence e8, mfence f0, sfence f8; about to be executed */
	if (next[0] == 0x0f && next[1] == 0xae &&
	    (next[2] == 0xe8 || next[2] == 0xf0 || next[2] == 0xf8)) {
		current->fences++;
		current->stores_at_fence = current->nr;
	}
}

#define TRAP_FLAG	"0x100"

/**
 * singlestep() - run a function and note its stores
 * @t: where to; range, len, source, area and area_len are set
 * @run: the function
 * @arg: passed to it
 */
void singlestep(struct trace *t, void (*run)(void *arg), void *arg)
{
	struct sigaction act = {
		.sa_sigaction = on_sigtrap,
		.sa_flags = SA_SIGINFO,
	}, old;

	if (t->area_len > sizeof(t->before))
		errx(1, "cannot watch %zu bytes", t->area_len);
	memcpy(t->before, t->area, t->area_len);
	t->nr = 0;
	t->fences = 0;
	t->stores_at_fence = 0;
	t->steps = 0;
	current = t;
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

#else
#error "single-stepping is written for x86-64"
#endif
