// SPDX-License-Identifier: GPL-2.0
/*
 * From curves to a count, or to "not clear".
 *
 * K lines are filled in turn, 16 bytes at a time. While there are buffers for
 * all of them, each leaves its buffer full, in one write. With one line more
 * than buffers each store finds its line evicted, and memory gets four partial
 * writes for each line. Measured, GB/s:
 *
 *	lines			1	8	9	16	17	18	32
 *	Golden Cove		20.3			1.15	0.24	0.18	0.18
 *	Zen 4			17.2	24.8	1.41	1.42	1.44	1.44	1.44
 *
 * So the collapse is by a factor of 6 and more from one number of lines to the
 * next or the one after it, and the thresholds are not delicate: three times
 * the floor is before it, less than twice the floor is behind it.
 *
 * A disturbance only ever makes a turn slower, so that of the rounds the
 * better ones count. Everything else leads to "not clear": a collapse that
 * only some rounds show, that lies elsewhere for lines that are further
 * apart, that is not one, and one that contradicts what the maker has
 * published, or that nothing published confirms: a virtual machine may share
 * the buffers with a neighbour, and then what is seen is not what there is.
 */
#include "mem/buffers.h"

#define BEFORE		3.0	/* times the floor: before the collapse */
#define BEHIND		1.8	/* times the floor: behind it */
#define DROP		6.0	/* from the top to the floor, at least */
#define AGREE		0.5	/* share of the rounds, at least */
#define STORES_A_LINE	4

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* The rate of the better rounds: at four fifths of them */
static double better(const struct buffers_probe *p, u32 k)
{
	double v[BUFFERS_ROUNDS];
	u32 i;

	for (i = 0; i < p->rounds; i++)
		v[i] = p->rate[i][k];
	qsort(v, p->rounds, sizeof(*v), by_value);
	return v[p->rounds * 4 / 5];
}

static double middle(const double *from, u32 n)
{
	double v[BUFFERS_LINES];

	memcpy(v, from, n * sizeof(*v));
	qsort(v, n, sizeof(*v), by_value);
	return v[n / 2];
}

/**
 * struct shape - what a curve looks like
 * @curve: MB/s by number of lines
 * @floor: MB/s with many more lines than buffers
 * @top: MB/s before the collapse
 * @collapse: lines after which it collapses, or 0
 * @agree: share of the rounds that show it there
 */
struct shape {
	double curve[BUFFERS_LINES];
	double floor;
	double top;
	u32 collapse;
	double agree;
};

/* The split that most numbers of lines of one round are on the right side of */
static bool round_agrees(const double *rate, double limit, u32 collapse)
{
	u32 split, k, best = 0, wrong, least = BUFFERS_LINES + 1;

	for (split = 0; split <= BUFFERS_LINES; split++) {
		for (k = 0, wrong = 0; k < BUFFERS_LINES; k++)
			wrong += (k < split) != (rate[k] >= limit);
		if (wrong < least) {
			least = wrong;
			best = split;
		}
	}
	return best == collapse;
}

static void find_shape(const struct buffers_probe *p, struct shape *s)
{
	const u32 tail = BUFFERS_LINES / 4;
	u32 k, i;

	memset(s, 0, sizeof(*s));
	for (k = 0; k < BUFFERS_LINES; k++)
		s->curve[k] = better(p, k);
	s->floor = middle(s->curve + BUFFERS_LINES - tail, tail);
	for (k = 0; k < BUFFERS_LINES &&
	     s->curve[k] >= BEFORE * s->floor; k++)
		;
	/* the floor has to be seen for as long as it is wide to be one */
	if (!k || k > BUFFERS_LINES - 2 * tail)
		return;
	s->top = middle(s->curve, k);
	if (s->top < DROP * s->floor)
		return;
	/* at k + 1 lines the collapse may be on its way, not at k + 2 */
	for (i = k + 1; i < BUFFERS_LINES; i++) {
		if (s->curve[i] > BEHIND * s->floor)
			return;
	}
	s->collapse = k;
	for (i = 0; i < p->rounds; i++)
		s->agree += round_agrees(p->rate[i], BEFORE * s->floor, k);
	s->agree /= p->rounds;
}

static void not_clear(struct buffers_result *res, const char *fmt, ...)
	__printf(2, 3);

static void not_clear(struct buffers_result *res, const char *fmt, ...)
{
	va_list ap;

	res->buffers = 0;
	va_start(ap, fmt);
	vsnprintf(res->why, sizeof(res->why), fmt, ap);
	va_end(ap);
}

/* With a collapse that is one: does all else say the same? */
static void cross_check(struct buffers_result *res, const struct shape *shapes,
			u32 nr)
{
	u32 i;

	for (i = 1; i < nr; i++) {
		if (!shapes[i].collapse) {
			not_clear(res, "throughput collapses after %u lines that lie beside each other, and not so for lines that lie apart",
				  res->collapse);
			return;
		}
		if (shapes[i].collapse != res->collapse) {
			not_clear(res, "throughput collapses after %u lines that lie beside each other, and after %u that lie apart",
				  res->collapse, shapes[i].collapse);
			return;
		}
	}
	if (res->agree < AGREE) {
		not_clear(res, "throughput collapses after %u lines in only %.0f %% of the rounds; the machine is too busy",
			  res->collapse, 100 * res->agree);
	} else if (!res->known.count) {
		not_clear(res, "throughput collapses after %u lines in %.0f %% of the rounds, but no published number of buffers of this CPU is known that would confirm it",
			  res->collapse, 100 * res->agree);
	} else if (res->known.count != res->collapse) {
		not_clear(res, "throughput collapses after %u lines, but a %s core has %u buffers; a neighbour may use some of them",
			  res->collapse, res->known.core, res->known.count);
	} else {
		res->buffers = res->collapse;
		snprintf(res->why, sizeof(res->why),
			 "throughput collapses after %u lines in %.0f %% of the rounds, and %u is what is published for a %s core",
			 res->collapse, 100 * res->agree, res->known.count,
			 res->known.core);
	}
}

/**
 * buffers_judge - find out how many buffers there are
 * @probes: what was measured; the first is shown
 * @nr: how many
 * @known: what is published
 * @res: what was found
 */
void buffers_judge(const struct buffers_probe *probes, u32 nr,
		   const struct buffers_known *known,
		   struct buffers_result *res)
{
	struct shape shapes[BUFFERS_PROBES];
	double before, after;
	u32 i;

	memset(res, 0, sizeof(*res));
	res->known = *known;
	for (i = 0; i < nr; i++)
		find_shape(&probes[i], &shapes[i]);
	memcpy(res->curve, shapes[0].curve, sizeof(res->curve));
	res->before = shapes[0].top;
	res->after = shapes[0].floor;
	if (!shapes[0].collapse) {
		not_clear(res, "throughput does not collapse at one number of lines");
		return;
	}
	res->collapse = shapes[0].collapse;
	res->agree = shapes[0].agree;
	for (i = 1; i < nr; i++) {
		if (shapes[i].agree < res->agree)
			res->agree = shapes[i].agree;
	}
	/* ns for a line is 64000 by MB/s; the one comes in four pieces */
	before = 64000 / res->before;
	after = 64000 / res->after;
	res->eviction_ns = (after - before) / STORES_A_LINE;
	cross_check(res, shapes, nr);
}
