// SPDX-License-Identifier: GPL-2.0
/*
 * The comparison is measured in rounds: in each one every way has its turn,
 * in an order that moves on, over the next part of the region. A ratio is
 * that of two turns of one round, so that what disturbs a round for a while
 * disturbs both; the median of the rounds' ratios counts.
 */
#include "cells.h"

#include "mem.h"
#include "output/progress.h"
#include "output/units.h"

#define RERUN_ROUNDS	3	/* times as many rounds when measured again */

/* Ours that are shown beside auto, where the CPU has them */
static const char *const shown[] = {
	"movnti", "movntdq", "vmovntdq_ymm", "vmovntdq_zmm", "movdir64b",
	"memcpy_clwb", "line_clwb", "line_clflushopt", "memcpy_flushcache",
	"flushcache_ymm", "flushcache_zmm",
};

static struct contender *enter(struct bench *b, enum kind what,
			       const char *name, const char *settings)
{
	struct contender *c = &b->ways[b->nr_ways++];

	memset(c, 0, sizeof(*c));
	c->kind = what;
	c->way.name = name;
	c->settings = settings;
	return c;
}

/**
 * versus_contenders - who takes part
 * @b: the comparison
 */
void versus_contenders(struct bench *b)
{
	u32 have = wcbar_cpu_features(), i;
	struct peer peers[PEERS_MAX];
	struct contender *c;

	b->peers = peers_list(peers);
	for (i = 0; i < b->peers; i++) {
		c = enter(b, PEER, peers[i].way.name, peers[i].settings);
		c->way = peers[i].way;
	}
	b->autos = b->nr_ways;
	enter(b, AUTO, "auto", "the table measured at the beginning");
	for (i = 0; i < ARRAY_SIZE(shown); i++) {
		const struct wcbar_method *m;

		m = wcbar_method_find(shown[i], strlen(shown[i]));
		if (!m || wcbar_method_missing(m, have))
			continue;
		c = enter(b, OURS, m->name, m->doc);
		c->way.method = m;
	}
	fill_init();
	b->fill = b->nr_ways;
	c = enter(b, FILL, "nt_fill", "stores and no loads: the limit");
	c->way.block = fill_block;
	c->way.part = fill_part;
}

static struct mem_work work_of(const struct bench *b)
{
	struct mem_work w = {
		.dst = b->region.base,
		.room = b->region.len,
		.src = b->source.base,
		.src_room = b->source.len,
	};

	return w;
}

/**
 * versus_auto - measure auto's table
 * @b: the comparison
 *
 * Return: 0 or a negative errno.
 */
int versus_auto(struct bench *b)
{
	struct mem_work w = work_of(b);
	u64 start = mem_cpu_ns();
	int ret;

	wcbar_auto_builtin(&b->table, wcbar_cpu_features());
	ret = mem_auto_measure(&b->table, WCBAR_MT_WB, WCBAR_AUTO_BLOCK, &w,
			       WCBAR_AUTO_BUDGET_MS / 2);
	if (!ret)
		ret = mem_auto_measure(&b->table, WCBAR_MT_WB, WCBAR_AUTO_RUN,
				       &w, WCBAR_AUTO_BUDGET_MS / 2);
	b->auto_ms = (mem_cpu_ns() - start) / 1000000;
	return ret;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static double median(double *v, u32 n)
{
	qsort(v, n, sizeof(*v), by_value);
	return n & 1 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* The rate of one way by that of another, in the middle of the rounds */
static double ratio(const struct cell *c, u32 way, u32 to, u32 rounds)
{
	double v[BENCH_MAX_ROUNDS];
	u32 i;

	for (i = 0; i < rounds; i++)
		v[i] = (double)c->ps[to][i] / (double)c->ps[way][i];
	return median(v, rounds);
}

static void score(const struct bench *b, struct cell *c, u32 rounds)
{
	double v[BENCH_MAX_ROUNDS];
	u32 way, i;

	for (way = 0; way < b->nr_ways; way++) {
		for (i = 0; i < rounds; i++)
			v[i] = (double)c->size * 1000 / (double)c->ps[way][i];
		c->score[way].gbps = median(v, rounds);
	}
	for (way = 1, c->best = 0; way < b->peers; way++) {
		if (c->score[way].gbps > c->score[c->best].gbps)
			c->best = way;
	}
	for (way = 0; way < b->nr_ways; way++) {
		struct score *s = &c->score[way];

		s->to_best = ratio(c, way, c->best, rounds);
		s->to_libpmem = ratio(c, way, 0, rounds);
		s->to_fill = ratio(c, way, b->fill, rounds);
	}
}

static void measure(struct bench *b, struct cell *c, u32 rounds)
{
	struct mem_work w = work_of(b);
	u32 blocks[BENCH_MAX_WAYS], way, round, k;
	struct mem_time t;

	w.block = c->size;
	w.offset = (u32)c->offset;
	w.flush = c->flush;
	w.src_room = max_t(size_t, MEM_SOURCE, c->size);
	b->ways[b->autos].way.slot =
		&b->table.slot[WCBAR_MT_WB][c->flush == MEM_FLUSH_BLOCK ?
					    WCBAR_AUTO_BLOCK : WCBAR_AUTO_RUN];
	for (way = 0; way < b->nr_ways; way++)
		blocks[way] = mem_calibrate(&b->ways[way].way, &w,
					    b->batch_us * 1000ULL);
	for (round = 0; round < rounds; round++) {
		for (k = 0; k < b->nr_ways; k++) {
			/* another one is the first in each round */
			way = (k + round) % b->nr_ways;
			mem_quiet_batch(&b->ways[way].way, &w, blocks[way], &t);
			c->ps[way][round] = max_t(u64, 1, t.issued / blocks[way]);
		}
	}
	score(b, c, rounds);
}

static bool reached(const struct bench *b, const struct cell *c)
{
	const struct score *s = &c->score[b->autos];

	if (c->flush == MEM_FLUSH_RUN && !c->offset &&
	    c->size >= AIM_FILL_FROM && s->to_fill < AIM_FILL)
		return false;
	return s->to_best >= AIM_BEST;
}

/* Below an aim: once more and longer; only who fails twice has failed. */
static void measure_well(struct bench *b, struct cell *c)
{
	measure(b, c, b->rounds);
	if (reached(b, c))
		return;
	c->reruns++;
	measure(b, c, min_t(u32, BENCH_MAX_ROUNDS, RERUN_ROUNDS * b->rounds));
}

/**
 * versus_run - compare
 * @b: the comparison
 * @progress: show progress on a terminal
 */
void versus_run(struct bench *b, bool progress)
{
	static const enum mem_flush flushes[] = {
		MEM_FLUSH_BLOCK, MEM_FLUSH_RUN,
	};
	char text[TEXT_QUANTITY];
	struct progress p;
	u32 f, o, s;

	b->cells = mem_grow(NULL, (size_t)b->nr_sizes * b->nr_offsets *
			    ARRAY_SIZE(flushes), sizeof(*b->cells));
	progress_begin(&p, stderr, progress);
	for (f = 0; f < ARRAY_SIZE(flushes); f++) {
		for (o = 0; o < b->nr_offsets; o++) {
			for (s = 0; s < b->nr_sizes; s++) {
				struct cell *c = &b->cells[b->nr_cells];

				progress_show(&p, b->nr_cells, b->nr_sizes *
					      b->nr_offsets *
					      ARRAY_SIZE(flushes),
					      text_size(b->sizes[s], text));
				memset(c, 0, sizeof(*c));
				c->size = b->sizes[s];
				c->offset = b->offsets[o];
				c->flush = flushes[f];
				measure_well(b, c);
				b->nr_cells++;
			}
		}
	}
	progress_end(&p);
}

/**
 * versus_cell - find a cell
 * @b: the comparison
 * @size: its size
 * @offset: its offset
 * @flush: its flush
 *
 * Return: the cell, or NULL if it was not measured.
 */
const struct cell *versus_cell(const struct bench *b, u64 size, u64 offset,
			       enum mem_flush flush)
{
	u32 i;

	for (i = 0; i < b->nr_cells; i++) {
		const struct cell *c = &b->cells[i];

		if (c->size == size && c->offset == offset &&
		    c->flush == flush)
			return c;
	}
	return NULL;
}
