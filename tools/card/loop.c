// SPDX-License-Identifier: GPL-2.0
/*
 * When the card acts.
 *
 * While it is idle, and while descriptors come by the ring, the process sleeps
 * until the doorbell is rung: on a machine with few CPUs the guest needs them.
 * While descriptors come by its buffers nothing wakes it, and it has to look.
 */
#include "loop.h"

#include <poll.h>
#include <sched.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#define NSEC_PER_SEC	1000000000ULL
#define FOREVER		(-1)

/* Looks in a row; between them QEMU and signals are asked for */
#define LOOKS_OWN	4096
#define LOOKS_YIELD	64
/* Without a find: system calls are made less often than the CPU is given up */
#define ROUNDS_AWAKE	64
#define ROUNDS_PER_ASK	16
#define NAP		50000	/* ns */

static void pause_cpu(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#else
	barrier();
#endif
}

/* The last one: the first has the interrupts of most machines. */
static int last_cpu(const cpu_set_t *set)
{
	int cpu;

	for (cpu = CPU_SETSIZE - 1; cpu >= 0; cpu--) {
		if (CPU_ISSET(cpu, set))
			break;
	}
	return cpu;
}

/**
 * loop_choose - choose how to poll, and pin the process
 * @wanted: what was asked for
 * @cpu: the CPU to run on, -1 if none was named
 * @polling: what is done
 * @e: what went wrong
 *
 * LOOP_AUTO is LOOP_OWN where the process may use two CPUs at least and one
 * of them has had nothing to do in the last minute. Only a process that polls
 * all the time is pinned without being told to.
 *
 * Return: 0, or a negative errno where it may not run on @cpu.
 */
int loop_choose(enum loop_polling wanted, int cpu,
		enum loop_polling *polling, struct error *e)
{
	double load = 0;
	cpu_set_t set;
	int cpus;

	if (sched_getaffinity(0, sizeof(set), &set))
		return error_set(e, -errno, "which CPUs? %s", strerror(errno));
	cpus = CPU_COUNT(&set);
	*polling = wanted;
	if (wanted == LOOP_AUTO)
		*polling = cpus >= 2 && getloadavg(&load, 1) == 1 &&
			   load < cpus - 1 ? LOOP_OWN : LOOP_YIELD;
	if (cpu < 0 && *polling == LOOP_OWN)
		cpu = last_cpu(&set);
	if (cpu < 0)
		return 0;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		return error_set(e, -errno, "cannot run on CPU %d: %s", cpu,
				 strerror(errno));
	return 0;
}

/**
 * loop_now - the time
 * @ctx: not looked at
 *
 * Return: nanoseconds since some moment.
 */
u64 loop_now(void *ctx)
{
	struct timespec t;

	(void)ctx;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * NSEC_PER_SEC + (u64)t.tv_nsec;
}

/**
 * loop_wait_connection - wait until QEMU connects
 * @s: the server, listening
 * @signals: signalfd
 *
 * Return: 0, or -EINTR after a signal.
 */
int loop_wait_connection(const struct server *s, int signals)
{
	struct pollfd fds[] = {
		{ .fd = s->listening, .events = POLLIN },
		{ .fd = signals, .events = POLLIN },
	};

	while (poll(fds, ARRAY_SIZE(fds), -1) < 0)
		;
	return fds[1].revents ? -EINTR : 0;
}

static s64 until_due(const struct refcard *c, s64 ns)
{
	u64 due, now;
	s64 left;

	if (!refcard_held(c, &due))
		return ns;
	now = loop_now(NULL);
	left = due > now ? (s64)(due - now) : 0;
	return ns == FOREVER || left < ns ? left : ns;
}

/* Sleeps no longer than @ns; false when it is time to end */
static bool attend(struct loop *l, s64 ns)
{
	struct pollfd fds[] = {
		{ .fd = l->server->doorbell, .events = POLLIN },
		{ .fd = l->server->link, .events = POLLIN },
		{ .fd = l->signals, .events = POLLIN },
	};
	struct timespec t, *timeout = NULL;
	u64 rings;

	ns = until_due(l->card, ns);
	if (ns != FOREVER) {
		t.tv_sec = (time_t)((u64)ns / NSEC_PER_SEC);
		t.tv_nsec = (long)((u64)ns % NSEC_PER_SEC);
		timeout = &t;
	}
	if (ppoll(fds, ARRAY_SIZE(fds), timeout, NULL) < 0)
		return errno == EINTR;
	if (fds[2].revents)
		return false;
	if (fds[0].revents) {
		rings = server_rings(l->server);
		if (rings)
			refcard_rung(l->card, rings);
	}
	refcard_due(l->card);
	return !fds[1].revents || server_alive(l->server);
}

/* Whether anything was found */
static bool look(struct refcard *c, u32 times)
{
	bool found = false;
	u32 i;

	for (i = 0; i < times && refcard_polls(c); i++) {
		if (refcard_look(c))
			found = true;
		else
			pause_cpu();
	}
	return found;
}

static bool watch_alone(struct loop *l)
{
	look(l->card, LOOKS_OWN);
	return attend(l, refcard_polls(l->card) ? 0 : FOREVER);
}

static bool watch_and_yield(struct loop *l)
{
	u32 round, empty = 0;

	for (round = 0; refcard_polls(l->card); round++) {
		bool found = look(l->card, LOOKS_YIELD);

		empty = found ? 0 : empty + 1;
		if (!found) {
			refcard_count(l->card, WCBAR_CARD_C_YIELDS, 1);
			sched_yield();
		}
		if (empty > ROUNDS_AWAKE) {
			if (!attend(l, NAP))
				return false;
		} else if (round % ROUNDS_PER_ASK == 0 && !attend(l, 0)) {
			return false;
		}
	}
	return true;
}

/**
 * loop_run - be a card until QEMU has hung up, or a signal came
 * @l: what to run
 */
void loop_run(struct loop *l)
{
	bool on = true;

	while (on) {
		if (!refcard_polls(l->card))
			on = attend(l, FOREVER);
		else if (l->polling == LOOP_OWN)
			on = watch_alone(l);
		else
			on = watch_and_yield(l);
	}
}
