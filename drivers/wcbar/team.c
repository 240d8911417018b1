// SPDX-License-Identifier: GPL-2.0
/*
 * Threads that copy at the same time, each on a CPU of its own.
 *
 * They begin together, and none of them rests before the last one has what is
 * counted: every counted operation meets all the others.
 */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "team.h"

/**
 * struct team - where the threads of one row meet
 * @b: the run
 * @warm: threads that are done with their warm-up
 * @go: all of them are
 * @here: threads that have seen that
 * @timing: threads whose operations are still counted
 */
struct team {
	struct wcbar_bench *b;
	atomic_t warm;
	struct completion go;
	atomic_t here;
	atomic_t timing;
};

/**
 * struct member - what a thread is given
 * @team: the team
 * @lane: what it does
 */
struct member {
	struct team *team;
	struct wcbar_lane *lane;
};

/* First sleeping, since warming up may last, then spinning, to be exact. */
static void meet(struct team *team)
{
	int all = team->b->nr_lanes;

	/*
	 * No signal reaches a kernel thread: this ends when all have come.
	 * A long wait is then not taken for a hang.
	 */
	if (atomic_inc_return(&team->warm) == all)
		complete_all(&team->go);
	else
		wait_for_completion_interruptible(&team->go);
	atomic_inc(&team->here);
	while (atomic_read(&team->here) < all) {
		cpu_relax();
		cond_resched();
	}
}

static int member_thread(void *arg)
{
	struct member *member = arg;
	struct wcbar_lane *lane = member->lane;
	struct team *team = member->team;

	/* also after an error: the others wait */
	lane->ret = wcbar_lane_warm(lane);
	meet(team);
	if (!lane->ret)
		lane->ret = wcbar_lane_time(lane);
	atomic_dec(&team->timing);
	while (!lane->ret && atomic_read(&team->timing) > 0) {
		lane->ret = wcbar_lane_copy(lane) ?:
			    wcbar_bench_stopped(lane->b);
		cond_resched();
	}
	/* in the core kernel, so that the module may go once we are woken */
	kthread_complete_and_exit(&lane->done, 0);
}

/* All or none of the threads; none of them runs yet. */
static int recruit(struct team *team, struct member *members)
{
	struct wcbar_bench *b = team->b;
	u32 i;

	for (i = 0; i < b->nr_lanes; i++) {
		struct wcbar_lane *lane = &b->lanes[i];
		struct task_struct *task;

		members[i].team = team;
		members[i].lane = lane;
		init_completion(&lane->done);
		task = kthread_create_on_node(member_thread, &members[i],
					      cpu_to_node(lane->cpu),
					      "wcbar/%d", lane->cpu);
		if (IS_ERR(task)) {
			/* those that never ran end without having begun */
			while (i--)
				kthread_stop(b->lanes[i].task);
			return PTR_ERR(task);
		}
		kthread_bind(task, lane->cpu);
		lane->task = task;
	}
	return 0;
}

/**
 * wcbar_team_place() - choose the CPUs
 * @b: the run; no more lanes than CPUs that are online
 * @cpu: the first CPU, or -1
 * @node: where to begin without a first CPU, or NUMA_NO_NODE
 *
 * One lane without a first CPU stays with the caller, where the scheduler
 * puts it.
 *
 * Context: any.
 */
void wcbar_team_place(struct wcbar_bench *b, int cpu, int node)
{
	unsigned int next = nr_cpu_ids;
	u32 i;

	if (cpu < 0 && b->nr_lanes == 1)
		return;
	if (cpu >= 0)
		next = cpu;
	else if (node != NUMA_NO_NODE)
		next = cpumask_first_and(cpumask_of_node(node),
					 cpu_online_mask);
	for (i = 0; i < b->nr_lanes; i++) {
		if (next >= nr_cpu_ids)
			next = cpumask_first(cpu_online_mask);
		b->lanes[i].cpu = next;
		next = cpumask_next(next, cpu_online_mask);
	}
}

/**
 * wcbar_team_run() - let the lanes of a run copy at the same time
 * @b: the run, its present row and its lanes set up
 *
 * Context: sleeps until all of them are done; a signal sets @b->stop, which
 * the run's stop function has to look at.
 * Return: 0 or the first lane's error.
 */
int wcbar_team_run(struct wcbar_bench *b)
{
	struct member *members;
	struct team team = {
		.b = b,
		.warm = ATOMIC_INIT(0),
		.here = ATOMIC_INIT(0),
		.timing = ATOMIC_INIT(b->nr_lanes),
	};
	u32 i;
	int ret;

	init_completion(&team.go);
	members = kcalloc(b->nr_lanes, sizeof(*members), GFP_KERNEL);
	if (!members)
		return -ENOMEM;
	ret = recruit(&team, members);
	if (ret)
		goto out_free;

	for (i = 0; i < b->nr_lanes; i++)
		wake_up_process(b->lanes[i].task);
	for (i = 0; i < b->nr_lanes; i++) {
		struct wcbar_lane *lane = &b->lanes[i];

		if (wait_for_completion_interruptible(&lane->done)) {
			WRITE_ONCE(b->stop, true);
			wait_for_completion(&lane->done);
		}
		ret = ret ?: lane->ret;
	}

out_free:
	kfree(members);
	return ret;
}
