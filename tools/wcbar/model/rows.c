// SPDX-License-Identifier: GPL-2.0
/*
 * Copies that nobody made. Their stores are foretold, one after the other, and
 * become requests as those of a trace do.
 *
 * Of a long copy not all is gone through. The stores repeat from page to page,
 * and with all lines but those at its edges leaving full, so do the requests:
 * a copy with a block more has so many more of everything, and another block
 * has as many again.
 */
#include "model/rows.h"

#include "mem.h"
#include "model/stores.h"

#define BLOCK		SZ_64K
#define BELOW_4G	0x80000000ULL
#define ABOVE_4G	0x6000000000ULL

/**
 * model_takes - whether a method has a meaning on a map
 * @m: the method
 * @map: the map
 *
 * Return: false for reads, and for methods that are for cached memory.
 */
bool model_takes(const struct wcbar_method *m, enum model_map map)
{
	static const enum wcbar_memtype types[] = {
		[MODEL_UC] = WCBAR_MT_UC,
		[MODEL_UC_MINUS] = WCBAR_MT_UC_MINUS,
		[MODEL_WC] = WCBAR_MT_WC,
	};

	return m->dir == WCBAR_WRITE && map != MODEL_RECORDED &&
	       (m->memtypes & BIT(types[map]));
}

static void take(void *arg, const struct event *ev)
{
	analysis_event(arg, ev);
}

/* Goes through all of it */
static void simulate(const struct model_rows *r, const struct model_row *row,
		     u64 addr, u64 size, struct section *s)
{
	const struct event fence = { .kind = EVENT_SFENCE };
	struct analysis *a = mem_grow(NULL, 1, sizeof(*a));

	analysis_begin(a, row->model, r->maps);
	stores_each(row->method, addr, size, take, a);
	if (r->fenced)
		analysis_event(a, &fence);
	analysis_end(a);
	*s = a->total;
	analysis_free(a);
	free(a);
}

/* Adds, or with -1 takes away */
static void sum(struct section *to, const struct section *s, u64 times)
{
	u32 i;

	to->stores += s->stores * times;
	to->bytes += s->bytes * times;
	for (i = 0; i < s->widths.nr; i++)
		sizes_add(&to->widths, s->widths.list[i].size,
			  s->widths.list[i].n * times);
	for (i = 0; i < MODEL_MAPS; i++)
		requests_sum(&to->requests[i], &s->requests[i], times);
}

static void add_row(struct model_rows *r, const struct model_row *what)
{
	u64 addr = what->model->pcie.header == PCIE_HEADER_3DW ? BELOW_4G :
								 ABOVE_4G;
	u64 size = what->size;
	u64 blocks = size < 3 * BLOCK ? 0 : size / BLOCK - 2;
	struct section *more;
	struct model_row *row;

	r->list = mem_grow(r->list, r->nr + 1, sizeof(*r->list));
	row = &r->list[r->nr++];
	*row = *what;
	addr += row->offset;
	simulate(r, row, addr, size - blocks * BLOCK, &row->section);
	if (!blocks)
		return;
	more = mem_grow(NULL, 1, sizeof(*more));
	simulate(r, row, addr, size - (blocks - 1) * BLOCK, more);
	sum(more, &row->section, U64_MAX);
	sum(&row->section, more, blocks);
	free(more);
}

/**
 * model_rows_add - a copy, over each link
 * @r: the copies
 * @m: how
 * @size: bytes
 * @offset: bytes that it begins behind a line's beginning
 *
 * With a header of 3 double words the device is below 4 GiB, else above.
 */
void model_rows_add(struct model_rows *r, const struct wcbar_method *m,
		    u64 size, u64 offset)
{
	struct model_row row = { .method = m, .size = size, .offset = offset };
	u32 i;

	for (i = 0; i < r->nr_models; i++) {
		row.model = &r->models[i];
		add_row(r, &row);
	}
}

/**
 * model_rows_free - throw copies away
 * @r: the copies
 */
void model_rows_free(struct model_rows *r)
{
	free(r->list);
	r->list = NULL;
	r->nr = 0;
}
