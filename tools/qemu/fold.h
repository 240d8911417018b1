/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Folds one CPU's accesses into few records, so that a copy of 32 MiB takes a
 * handful of them: executions in a row of the same instruction become one
 * record with a count, and the turns of an unrolled loop WCBAR_ST_REPEAT.
 *
 *	fold_access(&f, &record);	for each access, count 1
 *	fold_end(&f);			what was held back goes out
 */
#ifndef WCBAR_QEMU_FOLD_H
#define WCBAR_QEMU_FOLD_H

#include <wcbar/storetrace.h>

/**
 * struct fold - the state for one CPU
 * @emit: takes a finished record, and the number of accesses it stands for
 * @to: passed to @emit
 * @run: the record that grows; its count is 0 where there is none
 * @past: records that went out since the last fold_end() or REPEAT, the newest
 *	last
 * @known: how many
 * @period: length of the sequence that is repeated at present, the last ones
 *	of @past; 0 for none
 * @turns: whole turns of it that were seen after the first
 * @advance: by how much the addresses grow with each turn
 * @turn: what was seen of the turn after those
 * @seen: how many
 *
 * Zero, but for @emit and @to, is the state at the beginning.
 */
struct fold {
	void (*emit)(void *to, const struct wcbar_st_record *record,
		     u64 accesses);
	void *to;
	struct wcbar_st_record run;
	struct wcbar_st_record past[WCBAR_ST_PERIOD];
	unsigned int known;
	unsigned int period;
	u32 turns;
	u64 advance;
	struct wcbar_st_record turn[WCBAR_ST_PERIOD];
	unsigned int seen;
};

void fold_access(struct fold *f, const struct wcbar_st_record *access);
void fold_end(struct fold *f);

#endif /* WCBAR_QEMU_FOLD_H */
