/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Threads that copy at the same time.
 */
#ifndef WCBAR_DRV_TEAM_H
#define WCBAR_DRV_TEAM_H

#include "measure.h"

void wcbar_team_place(struct wcbar_bench *b, int cpu, int node);
int wcbar_team_run(struct wcbar_bench *b);

#endif /* WCBAR_DRV_TEAM_H */
