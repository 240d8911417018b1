// SPDX-License-Identifier: GPL-2.0
/*
 * What results show, as a plain sentence: for each method the rate with
 * write combining against that without, at the largest size that was measured
 * with both, and what may honestly be concluded.
 *
 * Published ratios, each its author's own:
 *
 *	GPU aperture, PCIe 4.0 x16, 32 MiB memcpy	13.3
 *	AWS F1 FPGA, 64 B				17
 *	AWS F1 FPGA, 4 KiB				60
 *	Xilinx XRT, told by users for user buffers		24
 *	a method that stores whole lines anyway		1
 *	write combining where nothing combines		0.95
 *
 * Nothing lies between 1 and 13, so that the thresholds are not delicate:
 * from twice the rate on it is an effect, up to a tenth more it is none, and
 * what is between is not concluded from.
 */
#include "mem.h"
#include "output/benchout.h"
#include "output/units.h"

#define EFFECT		2.0
#define NO_EFFECT	1.1
#define LINE		64	/* a store as wide as this needs no combining */

/**
 * struct pair - the same thing measured with and without write combining
 * @wc: with
 * @other: without
 */
struct pair {
	const struct wcbar_row *wc;
	const struct wcbar_row *other;
};

static bool ran(const struct wcbar_row *row)
{
	return row->iterations && row->issued.median;
}

/* auto: only where it chose the same method with and without */
static bool same_work(const struct wcbar_row *a, const struct wcbar_row *b)
{
	return a->size == b->size && a->offset == b->offset &&
	       a->threads == b->threads && a->dir == b->dir &&
	       !strcmp(a->method, b->method);
}

static const struct wcbar_row *partner(const struct results *r,
				       const struct wcbar_row *wc,
				       enum wcbar_memtype map)
{
	size_t i;

	for (i = 0; i < r->nr_rows; i++) {
		const struct wcbar_row *row = &r->rows[i];

		if (row->map == map && ran(row) && same_work(row, wc))
			return row;
	}
	return NULL;
}

static bool known(const struct pair *pairs, size_t nr,
		  const struct wcbar_row *row)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (!strcmp(pairs[i].wc->method, row->method))
			return true;
	}
	return false;
}

/* Pairs at the largest common size, one for each method, in order */
static size_t find_pairs(const struct results *r, enum wcbar_memtype map,
			 struct pair *pairs)
{
	size_t i, nr = 0;
	u64 size = 0;

	for (i = 0; i < r->nr_rows; i++) {
		const struct wcbar_row *row = &r->rows[i];
		struct pair p = { .wc = row };

		if (row->map != WCBAR_MT_WC || !ran(row) || row->size < size)
			continue;
		p.other = partner(r, row, map);
		if (!p.other)
			continue;
		if (row->size > size)
			nr = 0;
		size = row->size;
		if (!known(pairs, nr, row))
			pairs[nr++] = p;
	}
	return nr;
}

static double ratio(const struct pair *p)
{
	return (double)p->other->issued.median / (double)p->wc->issued.median;
}

/* Whether the pair can show combining at all */
static bool telling(const struct pair *p)
{
	const char *name = p->wc->method, *chosen = strchr(name, ':');
	const struct wcbar_method *m;

	if (p->wc->dir == WCBAR_READ)
		return false;
	if (chosen)
		name = chosen + 1;
	m = wcbar_method_find(name, strlen(name));
	return !m || m->width < LINE;
}

static void put_ratios(const struct pair *pairs, size_t nr, FILE *f)
{
	char size[TEXT_QUANTITY], fast[TEXT_QUANTITY], slow[TEXT_QUANTITY];
	u64 bytes = wcbar_row_bytes(pairs[0].wc);
	size_t i;

	fprintf(f, "At %s wc has ",
		text_bytes(pairs[0].wc->size, size));
	for (i = 0; i < nr; i++) {
		const struct wcbar_row *wc = pairs[i].wc;
		const struct wcbar_row *other = pairs[i].other;
		double x = ratio(&pairs[i]);

		if (i)
			fputs(i + 1 < nr ? ", " : " and ", f);
		fprintf(f, "%.*f%s with %s", x < 10 ? 2 : 1, x,
			i ? "" : other->map == WCBAR_MT_UC ?
				" times the rate of uc" :
				" times the rate of uc-", wc->method);
		if (nr > 2)
			continue;
		text_rate(wcbar_rate_mbps(bytes, wc->issued.median), fast);
		text_rate(wcbar_rate_mbps(bytes, other->issued.median), slow);
		fprintf(f, " (%s against %s GB/s)", fast, slow);
	}
}

static const char *conclusion(const struct pair *pairs, size_t nr)
{
	size_t i, told = 0, effect = 0, none = 0;

	for (i = 0; i < nr; i++) {
		if (!telling(&pairs[i]))
			continue;
		if (pairs[i].wc->effective != WCBAR_MT_WC)
			return "but what was mapped as wc is not effectively so";
		if (pairs[i].other->effective == WCBAR_MT_WC)
			return "but both are effectively write-combining";
		told++;
		effect += ratio(&pairs[i]) >= EFFECT;
		none += ratio(&pairs[i]) <= NO_EFFECT;
	}
	if (!told)
		return "reads and whole-line stores do not show whether stores are combined";
	if (effect == told)
		return "write combining reaches the card";
	if (effect)
		return "write combining reaches the card, but not every method gains from it";
	if (none == told)
		return "write combining makes no difference that can be seen here";
	return "the differences are too small for an answer";
}

#define NOT_SPEED	"the figures prove function, not speed"
#define BY_TCG								\
	"no effect is expected because TCG ignores memory types and "	\
	"the BAR is ordinary RAM; " NOT_SPEED
#define BY_CARD								\
	"no effect is expected because the card is emulated and its "	\
	"BAR is ordinary RAM of the host; " NOT_SPEED

static const char *emulation(const struct results *r)
{
	bool tcg = !strcmp(facts_or(&r->context, "accel", ""), "tcg");

	return tcg ? BY_TCG : BY_CARD;
}

/* Without a pair: what is there, and what would make one */
static void put_single(const struct results *r, FILE *f)
{
	bool seen[WCBAR_MT_UNKNOWN + 1] = { false };
	unsigned int nr = 0, map;
	size_t i;

	for (i = 0; i < r->nr_rows; i++) {
		map = r->rows[i].map;
		if (!ran(&r->rows[i]) || seen[map])
			continue;
		fprintf(f, "%s%s", nr++ ? " and " : "Measured on the map ",
			wcbar_memtype_short(map));
		seen[map] = true;
	}
	if (!nr)
		fputs("Nothing was measured: every row was skipped", f);
	else if (nr == 1)
		fputs(" only; --map wc,uc compares with and without write combining",
		      f);
	else
		fputs(", but nothing on both wc and an uncached one, so that none compares",
		      f);
	if (nr && context_emulated(&r->context))
		fputs("; " NOT_SPEED ", because the card or the CPU is emulated",
		      f);
}

/**
 * bench_reading - what results show
 * @r: the results
 *
 * Return: a sentence with its full stop, to be freed.
 */
char *bench_reading(const struct results *r)
{
	struct pair *pairs = mem_grow(NULL, r->nr_rows, sizeof(*pairs));
	char *text = NULL;
	size_t nr, len;
	FILE *f;

	f = open_memstream(&text, &len);
	if (!f) {
		free(pairs);
		return mem_printf("The table could not be read for want of memory.");
	}
	nr = find_pairs(r, WCBAR_MT_UC, pairs);
	if (!nr)
		nr = find_pairs(r, WCBAR_MT_UC_MINUS, pairs);
	if (nr) {
		put_ratios(pairs, nr, f);
		fprintf(f, "; %s", context_emulated(&r->context) ? emulation(r) :
							conclusion(pairs, nr));
	} else {
		put_single(r, f);
	}
	fputc('.', f);
	fclose(f);
	free(pairs);
	return text;
}
