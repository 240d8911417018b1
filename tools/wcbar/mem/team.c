// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that copy at the same time: started together by a barrier, each on
 * a CPU of its own. The time is that of the slowest.
 */
#include "mem/team.h"

#include <pthread.h>
#include <sched.h>

#include "mem.h"

/**
 * enum signal - what the threads are told once all are there
 * @WAIT: not all are there
 * @GO: copy
 * @LEAVE: one could not be started; do nothing
 */
enum signal {
	WAIT,
	GO,
	LEAVE,
};

/**
 * struct start - where threads wait for each other
 * @ready: how many are there
 * @signal: enum signal
 */
struct start {
	u32 ready;
	int signal;
};

/**
 * struct member - one thread
 * @thread: the thread
 * @start: where all of them wait for each other
 * @way: how it copies
 * @work: what it copies where
 * @blocks: how many
 * @cpu: where it runs, or -1
 * @t: how long it took
 */
struct member {
	pthread_t thread;
	struct start *start;
	const struct mem_way *way;
	struct mem_work *work;
	u32 blocks;
	int cpu;
	struct mem_time t;
};

static int pin(int cpu)
{
	cpu_set_t set;

	if (cpu < 0)
		return 0;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

/**
 * team_pin - have one CPU to run on
 * @cpu: the CPU, or -1 for any
 * @threads: how many threads there will be; a single one is the caller, which
 *	stays on the CPU from now on
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int team_pin(int cpu, u32 threads, struct error *e)
{
	cpu_set_t set;

	if (cpu < 0)
		return 0;
	if (cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(set), &set) ||
	    !CPU_ISSET(cpu, &set) || (threads == 1 && pin(cpu)))
		return error_set(e, -EINVAL,
				 "this process may not run on a CPU %d", cpu);
	return 0;
}

static void *member_run(void *arg)
{
	struct member *m = arg;
	int signal;

	pin(m->cpu);
	__atomic_add_fetch(&m->start->ready, 1, __ATOMIC_ACQ_REL);
	/* more threads than CPUs must get there, too */
	while (!(signal = __atomic_load_n(&m->start->signal,
					  __ATOMIC_ACQUIRE)))
		sched_yield();
	if (signal == GO)
		mem_batch(m->way, m->work, m->blocks, &m->t);
	return NULL;
}

/* The n-th CPU after the first one that this process may use */
static int cpu_after(int first, u32 n)
{
	int cpu = first;
	cpu_set_t set;

	if (first < 0 || sched_getaffinity(0, sizeof(set), &set))
		return -1;
	while (n--) {
		do {
			cpu = (cpu + 1) % CPU_SETSIZE;
		} while (!CPU_ISSET(cpu, &set));
	}
	return cpu;
}

/**
 * team_batch - have all threads copy
 * @team: the threads
 * @way: how
 * @blocks: how many blocks each of them copies
 * @t: the time of the slowest
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int team_batch(struct mem_team *team, const struct mem_way *way, u32 blocks,
	       struct mem_time *t, struct error *e)
{
	struct start start = { 0, WAIT };
	struct member *members;
	u32 i, started = 0;
	int ret = 0;

	if (team->nr == 1) {
		mem_quiet_batch(way, team->work, blocks, t);
		return 0;
	}
	members = mem_grow(NULL, team->nr, sizeof(*members));
	for (i = 0; i < team->nr && !ret; i++) {
		members[i] = (struct member){
			.start = &start,
			.way = way,
			.work = &team->work[i],
			.blocks = blocks,
			.cpu = cpu_after(team->cpu, i),
		};
		ret = pthread_create(&members[i].thread, NULL, member_run,
				     &members[i]);
		started += !ret;
	}
	while (__atomic_load_n(&start.ready, __ATOMIC_ACQUIRE) < started)
		sched_yield();
	__atomic_store_n(&start.signal, ret ? LEAVE : GO, __ATOMIC_RELEASE);
	memset(t, 0, sizeof(*t));
	for (i = 0; i < started; i++) {
		pthread_join(members[i].thread, NULL);
		t->issued = max_t(u64, t->issued, members[i].t.issued);
		t->arrived = max_t(u64, t->arrived, members[i].t.arrived);
	}
	free(members);
	if (ret)
		return error_set(e, -ret, "cannot start thread %u of %u: %s",
				 started + 1, team->nr, strerror(ret));
	return 0;
}
