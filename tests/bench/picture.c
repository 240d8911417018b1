// SPDX-License-Identifier: GPL-2.0
/*
 * The picture: GB/s over the size at offset 0, with a flush per block and
 * with one per run, beside each other.
 */
#include "mem/session.h"
#include "report.h"

#include "mem.h"
#include "output/units.h"

/* As in the tool's pictures: told apart by any eyes */
static const char *const colours[] = {
	"#d55e00", "#cc79a7", "#e69f00", "#7a4fa3", "#8c6d1f", "#b91c1c",
};

static bool drawn(const struct bench *b, u32 way)
{
	return b->ways[way].kind != OURS;
}

static void put_style(const struct bench *b, u32 way, FILE *f)
{
	switch (b->ways[way].kind) {
	case AUTO:
		fputs("lw 4 lc rgb \"#0072b2\" pt 7 ps 0.7", f);
		break;
	case FILL:
		fputs("lw 2 dt 2 lc rgb \"#000000\" pt 1 ps 0.5", f);
		break;
	default:
		fprintf(f, "lw 2 lc rgb \"%s\" pt 6 ps 0.5",
			colours[way % ARRAY_SIZE(colours)]);
	}
}

static void put_part(const struct bench *b, enum mem_flush flush, FILE *f)
{
	const char *word = flush == MEM_FLUSH_BLOCK ? "block" : "run";
	u32 way, i;

	for (way = 0; way < b->nr_ways; way++) {
		if (!drawn(b, way))
			continue;
		fprintf(f, "$%s%u << END\n", word, way);
		for (i = 0; i < b->nr_sizes; i++) {
			const struct cell *c = versus_cell(b, b->sizes[i], 0,
							   flush);

			if (c)
				fprintf(f, "%llu %.4f\n", c->size,
					c->score[way].gbps);
		}
		fputs("END\n", f);
	}
	fprintf(f, "set title \"flush per %s\"\nplot ", word);
	for (way = 0; way < b->nr_ways; way++) {
		if (!drawn(b, way))
			continue;
		fprintf(f, "%s$%s%u using 1:2 with linespoints ",
			way ? ", " : "", word, way);
		put_style(b, way, f);
		fprintf(f, " title \"%s\"", b->ways[way].way.name);
	}
	fputc('\n', f);
}

/**
 * versus_picture - what gnuplot is told
 * @b: the comparison
 *
 * Return: the script, to be freed; NULL where offset 0 was not measured.
 */
char *versus_picture(const struct bench *b)
{
	char *text = NULL, cpu[128], size[TEXT_QUANTITY];
	size_t len;
	FILE *f;
	u32 i;

	if (!versus_cell(b, b->sizes[0], 0, MEM_FLUSH_BLOCK))
		return NULL;
	f = open_memstream(&text, &len);
	if (!f)
		return NULL;
	fputs("set terminal svg size 1200,560 font \"sans-serif,13\" background \"white\"\n"
	      "set encoding utf8\n", f);
	fprintf(f, "set multiplot layout 1,2 title \"Copying blocks to memory, %s\"\n",
		session_cpu(cpu));
	fputs("set logscale x 2\nset logscale y 10\nset format y \"%g\"\n"
	      "set xlabel \"bytes of a block\"\nset ylabel \"GB/s\"\n"
	      "set grid lc rgb \"#d8d8d8\"\nset key bottom right noenhanced\n"
	      "set xtics (", f);
	for (i = 0; i < b->nr_sizes; i += 2)
		fprintf(f, "%s\"%s\" %llu", i ? ", " : "",
			text_size(b->sizes[i], size), b->sizes[i]);
	fputs(") nomirror\nset border 3\n", f);
	put_part(b, MEM_FLUSH_BLOCK, f);
	put_part(b, MEM_FLUSH_RUN, f);
	fputs("unset multiplot\n", f);
	fclose(f);
	return text;
}
