/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Threads that copy at the same time.
 */
#ifndef WCBAR_TOOL_MEM_TEAM_H
#define WCBAR_TOOL_MEM_TEAM_H

#include "error.h"
#include "mem/loop.h"

#define TEAM_MAX	256	/* threads */

/**
 * struct mem_team - threads, each with a part of the region
 * @nr: how many; one is the caller itself
 * @cpu: CPU of the first, or -1 to leave them where they are; the others
 *	follow on the next CPUs that this process may use
 * @work: what each of them copies where
 */
struct mem_team {
	u32 nr;
	int cpu;
	struct mem_work *work;
};

int team_pin(int cpu, u32 threads, struct error *e);
int team_batch(struct mem_team *team, const struct mem_way *way, u32 blocks,
	       struct mem_time *t, struct error *e);

#endif /* WCBAR_TOOL_MEM_TEAM_H */
