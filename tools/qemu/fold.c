// SPDX-License-Identifier: GPL-2.0
/*
 * Accesses in a row become records with a count, sequences of those repeats.
 *
 * A repeat is looked for as soon as an instruction comes again: the records
 * since then are taken for one turn of a loop, and each further one is
 * compared with its predecessor a turn ago. Where one differs, what came since
 * the last whole turn goes out as it is.
 */
#include "fold.h"

/* the same access at another address */
static bool alike(const struct wcbar_st_record *a,
		  const struct wcbar_st_record *b)
{
	return a->kind == b->kind && a->insn == b->insn &&
	       a->width == b->width && a->flags == b->flags;
}

static void put_out(struct fold *f, const struct wcbar_st_record *record)
{
	f->emit(f->to, record, record->count);
	if (f->known == WCBAR_ST_PERIOD) {
		memmove(f->past, f->past + 1,
			sizeof(f->past) - sizeof(f->past[0]));
		f->known--;
	}
	f->past[f->known++] = *record;
}

/* ends a repetition: its record, and the records of an unfinished turn */
static void end_repeat(struct fold *f)
{
	const struct wcbar_st_record *last;
	u64 accesses = 0;
	unsigned int i;

	if (!f->period)
		return;
	last = &f->past[f->known - 1];
	if (f->turns) {
		struct wcbar_st_record repeat = {
			.kind = WCBAR_ST_REPEAT,
			.cpu = last->cpu,
			.addr = f->advance,
			.count = f->turns,
			.sub = f->period,
			.time = last->time,
		};

		for (i = f->known - f->period; i < f->known; i++)
			accesses += f->past[i].count;
		f->emit(f->to, &repeat, accesses * f->turns);
		f->known = 0;
	}
	f->period = 0;
	f->turns = 0;
	for (i = 0; i < f->seen; i++)
		put_out(f, &f->turn[i]);
	f->seen = 0;
}

/* whether @record is the one that the turn at hand goes on with */
static bool goes_on(const struct fold *f, const struct wcbar_st_record *record)
{
	const struct wcbar_st_record *before =
		&f->past[f->known - f->period + f->seen];

	return alike(record, before) && record->count == before->count &&
	       record->addr == before->addr + f->advance * ((u64)f->turns + 1);
}

static void take_turn(struct fold *f, const struct wcbar_st_record *record)
{
	f->turn[f->seen++] = *record;
	if (f->seen < f->period)
		return;
	f->seen = 0;
	f->turns++;
	if (f->turns == U32_MAX)
		end_repeat(f);
}

/* a record that is complete */
static void finished(struct fold *f, const struct wcbar_st_record *record)
{
	unsigned int back;

	if (f->period) {
		if (goes_on(f, record)) {
			take_turn(f, record);
			return;
		}
		end_repeat(f);
	}
	for (back = 1; back <= f->known; back++) {
		const struct wcbar_st_record *before =
			&f->past[f->known - back];

		if (!alike(record, before) || record->count != before->count)
			continue;
		f->period = back;
		f->advance = record->addr - before->addr;
		take_turn(f, record);
		return;
	}
	put_out(f, record);
}

static void end_run(struct fold *f)
{
	struct wcbar_st_record run = f->run;

	f->run.count = 0;
	if (run.count)
		finished(f, &run);
}

/**
 * fold_access() - takes the next access of a CPU
 * @f: the CPU's state
 * @access: a STORE or LOAD with the count 1
 *
 * Context: one caller at a time for each @f. Calls @f->emit any number of
 * times.
 */
void fold_access(struct fold *f, const struct wcbar_st_record *access)
{
	struct wcbar_st_record *run = &f->run;

	if (run->count && run->count < U32_MAX && alike(run, access) &&
	    access->addr == run->addr + (u64)run->count * run->width) {
		run->count++;
		return;
	}
	end_run(f);
	*run = *access;
}

/**
 * fold_end() - hands out what is held back
 * @f: the CPU's state, afterwards as at the beginning
 *
 * Context: as fold_access(). To be called before any other record of this CPU
 * is written.
 */
void fold_end(struct fold *f)
{
	end_run(f);
	end_repeat(f);
	f->known = 0;
}
