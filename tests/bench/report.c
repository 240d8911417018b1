// SPDX-License-Identifier: GPL-2.0
/*
 * The report, for people: what was measured, a table for each flush and
 * offset, and whether the aims were met.
 */
#include "report.h"

#include <math.h>

#include <sys/utsname.h>

#include "mem/session.h"
#include "output/table.h"
#include "output/units.h"

/**
 * versus_judge - hold the results against the aims
 * @b: the comparison
 * @v: how they compare; 0 where nothing was measured
 */
void versus_judge(const struct bench *b, struct verdict *v)
{
	double logs = 0, limits = 0;
	u32 i, n = 0;

	memset(v, 0, sizeof(*v));
	for (i = 0; i < b->nr_cells; i++) {
		const struct cell *c = &b->cells[i];
		const struct score *s = &c->score[b->autos];

		if (c->offset)
			continue;
		if (c->flush == MEM_FLUSH_BLOCK) {
			if (!v->worst_size || s->to_best < v->worst) {
				v->worst = s->to_best;
				v->worst_size = c->size;
			}
			if (c->size <= 4096) {
				logs += log(s->to_libpmem);
				limits += log(c->score[b->fill].to_libpmem);
				n++;
			}
		} else if (c->size >= AIM_FILL_FROM &&
			   (!v->fill_size || s->to_fill < v->fill)) {
			v->fill = s->to_fill;
			v->fill_size = c->size;
		}
	}
	v->gain = n ? exp(logs / n) : 0;
	v->limit = n ? exp(limits / n) : 0;
}

static void print_table(const struct bench *b, u64 offset,
			enum mem_flush flush, FILE *f)
{
	const char *headings[TABLE_MAX_COLUMNS] = { "GB/s" };
	char names[BENCH_MAX_SIZES][TEXT_QUANTITY + 1];
	char text[TEXT_QUANTITY];
	struct table t;
	u32 way, i;

	for (i = 0; i < b->nr_sizes; i++) {
		snprintf(names[i], sizeof(names[i]), ">%s",
			 text_size(b->sizes[i], text));
		headings[i + 1] = names[i];
	}
	table_init(&t, 2, headings, b->nr_sizes + 1);
	for (way = 0; way < b->nr_ways; way++) {
		table_cell(&t, "%s", b->ways[way].way.name);
		for (i = 0; i < b->nr_sizes; i++) {
			const struct cell *c = versus_cell(b, b->sizes[i],
							   offset, flush);

			table_cell(&t, "%.2f", c->score[way].gbps);
		}
	}
	table_cell(&t, "auto / best peer");
	for (i = 0; i < b->nr_sizes; i++) {
		const struct cell *c = versus_cell(b, b->sizes[i], offset,
						   flush);

		table_cell(&t, "%.2f%s", c->score[b->autos].to_best,
			   c->reruns ? "*" : "");
	}
	table_cell(&t, "auto / nt_fill");
	for (i = 0; i < b->nr_sizes; i++)
		table_cell(&t, "%.2f", versus_cell(b, b->sizes[i], offset,
						   flush)->score[b->autos].to_fill);
	table_print(&t, f);
	table_free(&t);
}

static const char *outcome(bool yes)
{
	return yes ? "met   " : "MISSED";
}

static void print_verdict(const struct bench *b, FILE *f)
{
	char text[TEXT_QUANTITY];
	struct verdict v;

	versus_judge(b, &v);
	fprintf(f, "Aims\n");
	if (v.worst_size)
		fprintf(f, "  %s  auto at least %.2f of the best peer at every size\n"
			"          (offset 0, flush per block): worst %.3f, at %s\n",
			outcome(v.worst >= AIM_BEST), AIM_BEST,
			v.worst, text_size(v.worst_size, text));
	if (v.gain > 0)
		fprintf(f, "  %s  auto at least %.1f of libpmem, geometric mean of 64 to 4K: %.3f\n"
			"          (stores alone, which nothing can beat, are at %.3f here)\n",
			outcome(v.gain >= AIM_GAIN), AIM_GAIN, v.gain, v.limit);
	if (v.fill_size)
		fprintf(f, "  %s  auto at least %.2f of the store-only limit from 4K on\n"
			"          (offset 0, flush per run): worst %.3f, at %s\n",
			outcome(v.fill >= AIM_FILL), AIM_FILL, v.fill,
			text_size(v.fill_size, text));
	fputc('\n', f);
}

static void print_ways(const struct bench *b, FILE *f)
{
	static const char *const kinds[] = {
		[PEER] = "peer", [OURS] = "ours", [AUTO] = "auto",
		[FILL] = "limit",
	};
	u32 way;

	fprintf(f, "Ways\n");
	for (way = 0; way < b->nr_ways; way++)
		fprintf(f, "  %-18s %-6s %s\n", b->ways[way].way.name,
			kinds[b->ways[way].kind], b->ways[way].settings);
	fputc('\n', f);
}

static void print_auto(const struct bench *b, FILE *f)
{
	static char text[WCBAR_AUTO_TEXT];
	char *line, *save;

	if (wcbar_auto_save(&b->table, text, sizeof(text)) < 0)
		return;
	fprintf(f, "What auto uses (measured in %llu ms of processor time; from that size on)\n",
		b->auto_ms);
	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		if (!strncmp(line, "wb ", 3) && strstr(line, "measured"))
			fprintf(f, "  %s\n", line);
	}
}

/**
 * versus_print_report - the report
 * @b: the comparison
 * @f: where to
 */
void versus_print_report(const struct bench *b, FILE *f)
{
	char cpu[128];
	struct utsname u;
	u32 flush, o;

	uname(&u);
	fprintf(f, "Copying blocks to memory: ours against others\n\n");
	fprintf(f, "%s, Linux %s\n", session_cpu(cpu), u.release);
	fprintf(f, "Destination: %s, %s,\n"
		"blocks one after the other, each on lines of its own.\n",
		b->region.what, b->region.pages);
	fprintf(f, "Source: one buffer of 16 KiB, reused. %u rounds; in each every way copies for\n"
		"about %u us in turn, again if it lost its CPU meanwhile. GB/s are medians; ratios\n"
		"are medians of the rounds' ratios; * marks a size that was measured again,\n"
		"because auto was below its aim at first.\n\n",
		b->rounds, b->batch_us);
	print_verdict(b, f);
	for (flush = 0; flush < 2; flush++) {
		for (o = 0; o < b->nr_offsets; o++) {
			fprintf(f, "Flush per %s, offset %llu\n",
				flush ? "run" : "block", b->offsets[o]);
			print_table(b, b->offsets[o],
				    flush ? MEM_FLUSH_RUN : MEM_FLUSH_BLOCK, f);
			fputc('\n', f);
		}
	}
	fputs("Ways differ in what they promise at ends that are not aligned to 4 bytes:\n"
	      "gdrcopy_ladder, movnti, movntdq and vmovntdq leave such bytes in the cache, where\n"
	      "no fence takes them out; the others flush them, and so does auto.\n"
	      "nt_fill leaves out lines that a block fills only in part.\n\n", f);
	print_ways(b, f);
	print_auto(b, f);
}
