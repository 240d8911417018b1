// SPDX-License-Identifier: GPL-2.0
/*
 * What others have measured, measured here: their figures beside ours.
 */
#include "mem/session.h"

#include <numa.h>
#include <sched.h>

#include "mem.h"

enum {
	DM_WRITECACHE,
	MEMCPYPERF,
	APERTURE,
};

static const char *const names[] = {
	[DM_WRITECACHE] = "dm-writecache",
	[MEMCPYPERF] = "memcpyperf",
	[APERTURE] = "aperture",
};

#define COPIES		1000000U	/* of memcpyperf */
#define COPY		16384U
#define BUFFER		(4U << 20)

/**
 * preset_find - a preset by its name
 * @name: the name
 *
 * Return: the preset, or -EINVAL.
 */
int preset_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (!strcmp(names[i], name))
			return (int)i;
	}
	return -EINVAL;
}

/**
 * preset_for_card - whether a preset may copy into a card
 * @preset: the preset
 *
 * A card is copied into by methods of ours alone: the C library's memcpy may
 * store a byte twice, which memory does not notice and a card does.
 *
 * Return: false for presets that use other ways.
 */
bool preset_for_card(int preset)
{
	return preset == APERTURE;
}

static void set_sizes(struct mem_options *o, const u64 *sizes, u32 nr)
{
	memcpy(o->sizes, sizes, nr * sizeof(*sizes));
	o->nr_sizes = nr;
}

/**
 * preset_adjust - what a preset asks for
 * @preset: the preset
 * @o: the options; those that the preset is about are set
 */
void preset_adjust(int preset, struct mem_options *o)
{
	static const u64 blocks[] = { 512, 1024, 2048, 4096 };
	static const u64 copy[] = { COPY };
	static const u64 aperture[] = { 32UL << 20 };

	o->nr_offsets = 1;
	o->offsets[0] = 0;
	o->read = false;
	switch (preset) {
	case DM_WRITECACHE:
		set_sizes(o, blocks, ARRAY_SIZE(blocks));
		o->methods = "movnti,line_clflushopt,auto";
		o->flush = MEM_FLUSH_BLOCK;
		break;
	case MEMCPYPERF:
		set_sizes(o, copy, 1);
		o->methods = "movntdq";
		o->flush = MEM_FLUSH_BLOCK;
		o->region = BUFFER;
		break;
	case APERTURE:
		set_sizes(o, aperture, 1);
		if (!o->methods)
			o->methods = "store8,movnti,movntdq,movdir64b,auto";
		o->flush = MEM_FLUSH_RUN;
		o->region = max_t(u64, o->region, 64UL << 20);
		o->time_ms = max_t(u32, o->time_ms, 200);
		break;
	}
}

static double gbps(const struct results *r, const char *method, u64 size)
{
	size_t i;

	for (i = 0; i < r->nr_rows; i++) {
		const struct wcbar_row *row = &r->rows[i];

		if (row->size == size && row->iterations &&
		    !strcmp(row->method, method))
			return (double)row->size * 1000 /
			       (double)row->issued.median;
	}
	return 0;
}

static void tell_dm_writecache(const struct session *s,
			       const struct results *r, FILE *f)
{
	static const struct {
		const char *theirs;
		const char *ours;
		double gbps[4];
	} rows[] = {
		{ "movnti", "movnti", { 0.496, 0.642, 0.725, 0.744 } },
		{ "clflushopt", "line_clflushopt", { 0.373, 0.688, 1.1, 1.2 } },
	};
	unsigned int i, k;

	(void)s;
	fputs("dm-writecache's table (Optane, 2020) and this machine, GB/s\n"
	      "  BLOCK                        512    1024    2048    4096\n", f);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		fprintf(f, "  %-12s theirs    ", rows[i].theirs);
		for (k = 0; k < 4; k++)
			fprintf(f, "%8.3f", rows[i].gbps[k]);
		fprintf(f, "\n  %-12s here      ", "");
		for (k = 0; k < 4; k++)
			fprintf(f, "%8.3f", gbps(r, rows[i].ours, 512ULL << k));
		fputc('\n', f);
	}
	fprintf(f, "Here %s clflushopt for 4096 bytes: %s,\n"
		"so that the 768 bytes from which clflushopt won there are a property of that\n"
		"medium and not of a size.\n",
		gbps(r, "movnti", 4096) > gbps(r, "line_clflushopt", 4096) ?
		"movnti beats" : "movnti does not beat",
		s->region.persistent ? "this is persistent memory by DAX" :
		"DRAM is not written 256 bytes at a time as Optane is");
}

static void cached_copy(void *dst, const void *src, size_t len)
{
	memcpy(dst, src, len);
	barrier();
}

static void clflush_all(void *dst, size_t len)
{
#ifdef __x86_64__
	u8 *p = dst;

	for (; p < (u8 *)dst + len; p += 64)
		asm volatile("clflush (%0)" : : "r" (p) : "memory");
#endif
	wcbar_store_fence();
}

/* Seconds for all copies: the buffer is filled and flushed again and again */
static double run_copies(struct session *s, const struct mem_way *way,
			 enum mem_flush flush, u32 copies)
{
	struct mem_work *w = s->work;
	struct mem_time t;
	double sum = 0;
	u32 done, n;

	w->block = COPY;
	w->flush = flush;
	for (done = 0; done < copies && !sweep_stopped(); done += n) {
		n = min_t(u32, mem_fit(w), copies - done);
		mem_quiet_batch(way, w, n, &t);
		sum += (double)t.issued;
	}
	return sum / 1e12;
}

/* Both of memcpyperf's columns, with the buffer on one node */
static int memcpyperf_node(const struct mem_options *o, int node,
			   double seconds[2], struct error *e)
{
	static const struct mem_way cached = {
		.name = "cached", .block = cached_copy, .part = cached_copy,
		.finish = clflush_all,
	};
	u32 copies = o->iterations ? o->iterations : COPIES;
	struct mem_options own = *o;
	struct mem_way nt = {
		.name = "movntdq",
		.method = wcbar_method_find("movntdq", 7),
	};
	struct session *s = mem_grow(NULL, 1, sizeof(*s));
	int ret;

	own.node = node;
	ret = session_open(s, &own, e);
	if (!ret && !nt.method)
		ret = error_set(e, -EOPNOTSUPP,
				"this CPU has no non-temporal stores of 16 bytes");
	if (!ret) {
		double scale = (double)COPIES / copies;

		seconds[0] = scale * run_copies(s, &cached, MEM_FLUSH_RUN,
						copies);
		seconds[1] = scale * run_copies(s, &nt, MEM_FLUSH_BLOCK,
						copies);
	}
	session_close(s);
	free(s);
	return ret;
}

static int tell_memcpyperf(const struct session *s, FILE *f, struct error *e)
{
	int cpu = sched_getcpu(), here, other, ret;
	bool numa = numa_available() >= 0;
	double local[2], remote[2];

	here = numa && cpu >= 0 ? numa_node_of_cpu(cpu) : -1;
	ret = memcpyperf_node(s->o, s->o->file ? -1 : here, local, e);
	for (other = numa ? numa_max_node() : -1; other >= 0; other--) {
		if (other != here &&
		    numa_bitmask_isbitset(numa_all_nodes_ptr,
					  (unsigned int)other))
			break;
	}
	if (s->o->file)
		other = -1;
	if (!ret && other >= 0)
		ret = memcpyperf_node(s->o, other, remote, e);
	if (ret)
		return ret;
	fputs("memcpyperf (NVDIMM, 2016) and this machine: seconds to copy 16 KiB a million\n"
	      "times over 4 MiB\n"
	      "                       LOCAL theirs    here   REMOTE theirs    here\n",
	      f);
	fprintf(f, "  cached, clflush              13.5%8.2f            37.1",
		local[0]);
	if (other >= 0)
		fprintf(f, "%8.2f\n", remote[0]);
	else
		fputs("       -\n", f);
	fprintf(f, "  movnt + sfence                1.0%8.2f             1.3",
		local[1]);
	if (other >= 0)
		fprintf(f, "%8.2f\n", remote[1]);
	else
		fputs("       -   (one node here)\n", f);
	fprintf(f, "The factor between the two is %.1f here and 13.5 there: clflush waits for the\n"
		"medium, one line after the other, while non-temporal stores neither read what they\n"
		"overwrite nor wait for it.\n",
		local[1] > 0 ? local[0] / local[1] : 0.0);
	return 0;
}

static void tell_aperture(const struct session *s, const struct results *r,
			  FILE *f)
{
	size_t i;

	fputs("32 MiB into a GPU's aperture (PCIe 4.0 x16, i7-11700), and into this\n"
	      "                                     us     GB/s\n"
	      "  theirs, write combining off     90707     0.37\n"
	      "  theirs, write combining on       6837     4.91\n", f);
	for (i = 0; i < r->nr_rows; i++) {
		const struct wcbar_row *row = &r->rows[i];

		if (!row->iterations)
			continue;
		fprintf(f, "  here, %-24s%7.0f%9.2f\n", row->method,
			(double)row->issued.median / 1e6,
			(double)row->size * 1000 / (double)row->issued.median);
	}
	if (s->o->card)
		fputs("Theirs went by that card's link in requests of 32 or 64 bytes; this card has a\n"
		      "link of its own.\n", f);
	else
		fputs("Theirs is bound by a link, whose requests carry 32 or 64 bytes; memory has no link,\n"
		      "so that what is seen here is what the CPU can put through its buffers.\n",
		      f);
}

/**
 * preset_run - measure a preset
 * @preset: the preset
 * @o: the options, adjusted by preset_adjust()
 * @r: rows, with the comparison as the fact preset_text
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int preset_run(int preset, const struct mem_options *o, struct results *r,
	       struct error *e)
{
	struct session *s = mem_grow(NULL, 1, sizeof(*s));
	char *text = NULL;
	size_t len;
	FILE *f;
	int ret;

	ret = session_open(s, o, e);
	if (!ret)
		ret = session_methods(s, o->methods, e);
	if (!ret)
		ret = session_auto(s, e);
	if (!ret)
		ret = sweep_run(&s->sweep, r, e);
	f = open_memstream(&text, &len);
	if (!ret && f) {
		session_describe(s, r);
		if (preset == DM_WRITECACHE)
			tell_dm_writecache(s, r, f);
		else if (preset == MEMCPYPERF)
			ret = tell_memcpyperf(s, f, e);
		else
			tell_aperture(s, r, f);
	}
	if (f)
		fclose(f);
	if (!ret && text) {
		facts_set(&r->context, "preset", names[preset]);
		facts_set(&r->context, "preset_text", text);
	}
	free(text);
	session_close(s);
	free(s);
	return ret;
}
