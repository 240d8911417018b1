// SPDX-License-Identifier: GPL-2.0
/*
 * auto: the table of methods by memory type, use, alignment and size. How it
 * is measured: autocontest.c.
 */
#include <wcbar/auto.h>

/*
 * The built-in table, best first. Write-back memory, MB/s, a fence for each
 * block:
 *
 *	block				64	256	512	1024	4096
 *	line_clwb, Golden Cove		338	1006	1447	1787	2561
 *	movnti, Golden Cove		218	671	1192	2482	5323
 *	line_clwb, Zen 4		397	1472	2828	4940	11311
 *	movnti, Zen 4			539	2362	4592	7901	16494
 *
 * so clwb for short blocks costs little on the one and gains much on the
 * other. Where nothing combines, each store is a request of its own, and the
 * widest is the best (as many requests as stores). movnti needs no FPU
 * section, which in the kernel costs more than a wider store gains.
 */
#define BUILTIN_NAMES	5

static const char *const builtin_short[BUILTIN_NAMES] = {
	"line_clwb", "line_clflushopt", "line_clflush", "movnti", "store8",
};

static const char *const builtin_wb[BUILTIN_NAMES] = {
	"movnti", "store8",
};

static const char *const builtin_wb_any[BUILTIN_NAMES] = {
	"memcpy_flushcache", "line_clflush", "store8",
};

static const char *const builtin_wc[BUILTIN_NAMES] = {
	"movdir64b", "movnti", "store8",
};

static const char *const builtin_uc[BUILTIN_NAMES] = {
	"movdir64b", "vmovntdq_zmm", "vmovntdq_ymm", "movntdq", "store8",
};

static const char *const builtin_read[BUILTIN_NAMES] = {
	"vmovntdqa_zmm", "vmovntdqa_ymm", "movntdqa", "load8",
};

static const char *const builtin_read_wb[BUILTIN_NAMES] = {
	"load8",
};

#define BUILTIN_SHORT	512	/* bytes below which builtin_short holds */

/**
 * wcbar_auto_class_size() - smallest length of a size class
 * @class: the class
 *
 * Context: any.
 * Return: bytes; 0 for the first classes.
 */
size_t wcbar_auto_class_size(u32 class)
{
	if (class < 4)
		return 0;
	return (size_t)(2 + (class & 1)) << (class / 2 - 1);
}

/**
 * wcbar_auto_use_name() - the word for a use
 * @use: the use
 *
 * Context: any.
 * Return: its name in a table's text.
 */
const char *wcbar_auto_use_name(enum wcbar_auto_use use)
{
	static const char *const names[WCBAR_AUTO_USES] = {
		[WCBAR_AUTO_BLOCK] = "block",
		[WCBAR_AUTO_RUN] = "run",
		[WCBAR_AUTO_READ] = "read",
	};

	return names[use];
}

/**
 * wcbar_auto_align_name() - the word for an alignment
 * @align: the alignment
 *
 * Context: any.
 * Return: its name in a table's text.
 */
const char *wcbar_auto_align_name(enum wcbar_auto_align align)
{
	static const char *const names[WCBAR_AUTO_ALIGNS] = {
		[WCBAR_AUTO_LINE] = "line",
		[WCBAR_AUTO_EIGHT] = "eight",
		[WCBAR_AUTO_ANY] = "any",
	};

	return names[align];
}

/**
 * wcbar_auto_candidate() - whether a method can serve
 * @m: the method
 * @type: memory type of the device side
 * @use: the use
 * @align: alignment of both ends
 * @have: what the CPU can run
 *
 * On write-back memory an ordinary store stays in the cache, where no fence
 * takes it out again; only methods that bypass the cache or flush it serve.
 * There is no non-temporal store of less than 4 bytes, so that ends which are
 * not aligned have to be flushed.
 *
 * Context: any.
 * Return: true if it runs here and does what the use promises.
 */
bool wcbar_auto_candidate(const struct wcbar_method *m,
			  enum wcbar_memtype type, enum wcbar_auto_use use,
			  enum wcbar_auto_align align, u32 have)
{
	enum wcbar_dir dir = use == WCBAR_AUTO_READ ? WCBAR_READ : WCBAR_WRITE;

	if (m->dir != dir || wcbar_method_missing(m, have) ||
	    !(m->memtypes & BIT(type)))
		return false;
	if (type != WCBAR_MT_WB || dir == WCBAR_READ ||
	    m->memtypes == WCBAR_MTMASK_CACHED)
		return true;
	return m->flags & WCBAR_COPY_NT && align != WCBAR_AUTO_ANY;
}

/* Which list is for a place in the table */
static const char *const *builtin_names(enum wcbar_memtype type,
					enum wcbar_auto_use use,
					enum wcbar_auto_align align,
					size_t size)
{
	bool wb = type == WCBAR_MT_WB;

	if (use == WCBAR_AUTO_READ)
		return wb ? builtin_read_wb : builtin_read;
	if (type == WCBAR_MT_WC)
		return builtin_wc;
	if (!wb)
		return builtin_uc;
	if (use == WCBAR_AUTO_BLOCK && size < BUILTIN_SHORT)
		return builtin_short;
	return align == WCBAR_AUTO_ANY ? builtin_wb_any : builtin_wb;
}

static const struct wcbar_method *
builtin_method(enum wcbar_memtype type, enum wcbar_auto_use use,
	       enum wcbar_auto_align align, size_t size, u32 have)
{
	const char *const *names = builtin_names(type, use, align, size);
	const struct wcbar_method *m = NULL;
	u32 i;

	for (i = 0; i < BUILTIN_NAMES && names[i]; i++) {
		m = wcbar_method_find(names[i], strlen(names[i]));
		if (m && wcbar_auto_candidate(m, type, use, align, have))
			break;
	}
	/* the last are plain stores or loads, which every architecture has */
	return m;
}

static void fill_builtin(struct wcbar_auto_slot *slot, u32 type, u32 use,
			 u32 align, u32 have)
{
	wcbar_auto_fill(slot, align, 0,
			builtin_method(type, use, align, 0, have));
	wcbar_auto_fill(slot, align, wcbar_auto_class(BUILTIN_SHORT),
			builtin_method(type, use, align, BUILTIN_SHORT, have));
}

/**
 * wcbar_auto_builtin() - fill the table without measuring
 * @a: the table
 * @have: what the CPU can run, see wcbar_cpu_features()
 *
 * Context: any.
 */
void wcbar_auto_builtin(struct wcbar_auto *a, u32 have)
{
	u32 type, use, align;

	memset(a, 0, sizeof(*a));
	a->have = have;
	for (type = 0; type < WCBAR_MT_NUM; type++) {
		for (use = 0; use < WCBAR_AUTO_USES; use++) {
			for (align = 0; align < WCBAR_AUTO_ALIGNS; align++)
				fill_builtin(&a->slot[type][use], type, use,
					     align, have);
		}
	}
}

/**
 * wcbar_auto_pin() - one method for every size, whatever is measured
 * @a: the table
 * @type: memory type of the device side
 * @use: the use
 * @m: the method
 *
 * Where it cannot serve, as a non-temporal method without flushed ends on
 * write-back memory of any alignment, what was there stays.
 *
 * Context: any.
 * Return: 0, or -EINVAL if it can serve nowhere, see wcbar_auto_candidate().
 */
int wcbar_auto_pin(struct wcbar_auto *a, enum wcbar_memtype type,
		   enum wcbar_auto_use use, const struct wcbar_method *m)
{
	struct wcbar_auto_slot *slot;
	int ret = -EINVAL;
	u32 align;

	if (type >= WCBAR_MT_NUM || use >= WCBAR_AUTO_USES)
		return -EINVAL;
	slot = &a->slot[type][use];
	for (align = 0; align < WCBAR_AUTO_ALIGNS; align++) {
		if (!wcbar_auto_candidate(m, type, use, align, a->have))
			continue;
		wcbar_auto_fill(slot, align, 0, m);
		slot->origin[align] = WCBAR_AUTO_PINNED;
		ret = 0;
	}
	return ret;
}
