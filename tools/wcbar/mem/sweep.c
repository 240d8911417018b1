// SPDX-License-Identifier: GPL-2.0
/*
 * A sweep. For each size and offset all ways take turns, so that a disturbance
 * of the machine meets all of them, and the median of the turns counts. A turn
 * is a batch of blocks, so that a short block is not timed by its timer.
 */
#include "mem/sweep.h"

#include "mem.h"
#include "output/progress.h"
#include "output/units.h"

static int stop_signal;

/**
 * sweep_stop - end a sweep after the batch that it is in
 * @signal: the signal that wants it
 *
 * Context: a signal handler, too.
 */
void sweep_stop(int signal)
{
	__atomic_store_n(&stop_signal, signal, __ATOMIC_RELAXED);
}

/**
 * sweep_stopped - whether sweep_stop() was called
 *
 * Return: true if it was.
 */
bool sweep_stopped(void)
{
	return __atomic_load_n(&stop_signal, __ATOMIC_RELAXED);
}

/**
 * struct cell - the measurement of one way at one size and offset
 * @row: the row it becomes
 * @blocks: blocks in a turn of each thread
 * @issued: time of a block by turn, picoseconds
 * @arrived: the same until it was read back
 */
struct cell {
	struct wcbar_row row;
	u32 blocks;
	u64 *issued;
	u64 *arrived;
};

static void describe(const struct sweep *s, const struct mem_way *way,
		     u64 size, u64 offset, struct wcbar_row *row)
{
	memset(row, 0, sizeof(*row));
	snprintf(row->method, sizeof(row->method), "%s", way->name);
	row->map = s->type;
	row->obtained = WCBAR_MT_UNKNOWN;
	row->effective = WCBAR_MT_UNKNOWN;
	row->dir = way->method ? way->method->dir : WCBAR_WRITE;
	row->size = size;
	row->offset = offset;
	row->threads = s->team.nr;
}

/* Whether the row cannot run, and why */
static void look_for_skip(const struct sweep *s, const struct mem_way *way,
			  struct wcbar_row *row)
{
	const struct wcbar_method *m = way->method;
	const struct mem_work *w = s->team.work;
	const char *missing = NULL;

	if (m)
		missing = wcbar_method_missing(m, wcbar_cpu_features());
	if (missing)
		snprintf(row->skipped, sizeof(row->skipped), "%s", missing);
	else if (m && m->dir == WCBAR_WRITE && s->flush != MEM_FLUSH_NONE &&
		 m->memtypes & BIT(s->type) && s->type == WCBAR_MT_WB &&
		 !wcbar_auto_candidate(m, s->type, WCBAR_AUTO_BLOCK,
				       WCBAR_AUTO_LINE, U32_MAX))
		snprintf(row->skipped, sizeof(row->skipped),
			 "its stores stay in the cache of this memory, and no fence takes them out");
	else if (m && !(m->memtypes & BIT(s->type)))
		snprintf(row->skipped, sizeof(row->skipped),
			 "this memory has no lines in the cache to flush");
	else if (mem_step(w) > w->room)
		snprintf(row->skipped, sizeof(row->skipped),
			 "the region is too small for it");
	else if (w->block > w->src_room)
		snprintf(row->skipped, sizeof(row->skipped),
			 "the source is too small for it");
}

static void set_up(struct sweep *s, u64 size, u64 offset)
{
	u32 i;

	for (i = 0; i < s->team.nr; i++) {
		struct mem_work *w = &s->team.work[i];

		w->block = size;
		w->offset = (u32)offset;
		w->flush = s->flush;
		w->cold = s->cold;
	}
}

/* The first turn, which finds out how many blocks the others have */
static void prepare(struct sweep *s, const struct mem_way *way,
		    struct cell *cell)
{
	struct mem_work *w = s->team.work;
	u64 ns = s->time_ms * 1000000ULL / s->rounds;

	if (s->verify) {
		cell->row.verified = mem_verify(way, w);
		if (cell->row.verified == WCBAR_VERIFY_BAD)
			return;
	}
	if (s->iterations)
		cell->blocks = (u32)min_t(u64, mem_fit(w),
					  max_t(u64, 1, s->iterations / s->rounds));
	else
		cell->blocks = mem_calibrate(way, w, ns);
}

static int turn(struct sweep *s, const struct mem_way *way, struct cell *cell,
		u32 round, struct error *e)
{
	u64 blocks = (u64)cell->blocks * s->team.nr;
	struct mem_time t;
	int ret;

	ret = team_batch(&s->team, way, cell->blocks, &t, e);
	cell->issued[round] = max_t(u64, 1, t.issued / blocks);
	cell->arrived[round] = max_t(u64, 1, t.arrived / blocks);
	return ret;
}

static void finish(const struct sweep *s, struct cell *cell)
{
	if (!cell->blocks)
		return;
	cell->row.iterations = (u32)min_t(u64, U32_MAX,
					  (u64)cell->blocks * s->rounds *
					  s->team.nr);
	wcbar_stats_compute(cell->issued, s->rounds, &cell->row.issued);
	wcbar_stats_compute(cell->arrived, s->rounds, &cell->row.arrived);
	if (cell->row.dir == WCBAR_READ)
		cell->row.arrived = cell->row.issued;
}

static int measure(struct sweep *s, struct cell *cells, struct error *e)
{
	u32 way, round;
	int ret;

	for (way = 0; way < s->nr_ways; way++) {
		look_for_skip(s, &s->ways[way], &cells[way].row);
		if (!cells[way].row.skipped[0])
			prepare(s, &s->ways[way], &cells[way]);
	}
	for (round = 0; round < s->rounds; round++) {
		for (way = 0; way < s->nr_ways; way++) {
			if (sweep_stopped())
				return error_set(e, -EINTR, "interrupted");
			if (!cells[way].blocks)
				continue;
			ret = turn(s, &s->ways[way], &cells[way], round, e);
			if (ret)
				return ret;
		}
	}
	for (way = 0; way < s->nr_ways; way++)
		finish(s, &cells[way]);
	return 0;
}

/**
 * sweep_run - measure
 * @s: what
 * @r: the rows are added to it, those of a way after each other
 * @e: what went wrong
 *
 * Return: 0 or a negative errno; -EINTR after sweep_stop(), without rows.
 */
int sweep_run(struct sweep *s, struct results *r, struct error *e)
{
	u32 nr = s->nr_sizes * s->nr_offsets, at, way, i;
	char text[TEXT_QUANTITY];
	struct progress progress;
	struct cell *cells;
	u64 *times;
	int ret = 0;

	cells = mem_grow(NULL, (size_t)nr * s->nr_ways, sizeof(*cells));
	times = mem_grow(NULL, 2UL * s->nr_ways * s->rounds, sizeof(*times));
	memset(cells, 0, (size_t)nr * s->nr_ways * sizeof(*cells));
	progress_begin(&progress, stderr, s->progress);
	for (at = 0; at < nr && !ret; at++) {
		u64 size = s->sizes[at / s->nr_offsets];
		u64 offset = s->offsets[at % s->nr_offsets];
		struct cell *here = &cells[(size_t)at * s->nr_ways];

		progress_show(&progress, at, nr, text_size(size, text));
		set_up(s, size, offset);
		for (way = 0; way < s->nr_ways; way++) {
			describe(s, &s->ways[way], size, offset,
				 &here[way].row);
			here[way].issued = times + 2UL * way * s->rounds;
			here[way].arrived = here[way].issued + s->rounds;
		}
		ret = measure(s, here, e);
	}
	progress_end(&progress);
	for (way = 0; way < s->nr_ways && !ret; way++) {
		for (i = 0; i < nr; i++)
			results_add(r, &cells[(size_t)i * s->nr_ways + way].row);
	}
	free(times);
	free(cells);
	return ret;
}
