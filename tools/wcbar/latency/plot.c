// SPDX-License-Identifier: GPL-2.0
/*
 * Latencies as a picture: how many of the samples took how long, a line for
 * each way, map and kind of waiting, all sizes together; drawn by gnuplot as
 * SVG.
 */
#include "latency/latency.h"

#include "mem.h"
#include "output/plot.h"

/**
 * struct line - one line of the picture
 * @first: a row of it
 * @hist: samples by bucket, of all its rows
 * @samples: how many they are
 */
struct line {
	const struct wcbar_post_row *first;
	u64 hist[WCBAR_HIST_BUCKETS];
	u64 samples;
};

static bool same_line(const struct wcbar_post_row *a,
		      const struct wcbar_post_row *b)
{
	return a->post == b->post && a->by_auto == b->by_auto &&
	       a->map == b->map && a->wait == b->wait;
}

static void add_row(struct line *line, const struct wcbar_post_row *row)
{
	u32 i;

	for (i = 0; i < WCBAR_HIST_BUCKETS; i++) {
		line->hist[i] += row->hist[i];
		line->samples += row->hist[i];
	}
}

static size_t find_lines(const struct latency *l, struct line *lines)
{
	size_t i, k, nr = 0;

	for (i = 0; i < l->nr_rows; i++) {
		const struct wcbar_post_row *row = &l->rows[i];

		if (!latency_ran(row))
			continue;
		for (k = 0; k < nr && !same_line(lines[k].first, row); k++)
			;
		if (k == nr) {
			memset(&lines[nr], 0, sizeof(lines[nr]));
			lines[nr++].first = row;
		}
		add_row(&lines[k], row);
	}
	return nr;
}

/* The x axis is logarithmic, and the first bucket begins at 0 */
static double microseconds(u32 bucket)
{
	u64 ns = wcbar_hist_lower(bucket);

	return (double)(ns ? ns : WCBAR_HIST_FIRST / 2) / 1000;
}

static void put_data(const struct line *line, size_t nr, FILE *f)
{
	u32 first = 0, end = WCBAR_HIST_BUCKETS, i;

	while (!line->hist[first])
		first++;
	while (!line->hist[end - 1])
		end--;
	fprintf(f, "$line%zu << END\n%.6g 0\n", nr, microseconds(first));
	for (i = first; i < end; i++)
		fprintf(f, "%.6g %.6g\n", microseconds(i),
			100.0 * (double)line->hist[i] / (double)line->samples);
	/* the last bucket has no upper end; it is drawn like the others */
	fprintf(f, "%.6g 0\nEND\n",
		end < WCBAR_HIST_BUCKETS ? microseconds(end) :
					   1.1 * microseconds(end - 1));
}

static void put_line(const struct line *line, size_t nr, bool last, FILE *f)
{
	const struct wcbar_post_row *row = line->first;
	int dash = row->map == WCBAR_MT_WC ? 1 :
		   row->map == WCBAR_MT_UC ? 2 : 3;

	fprintf(f, "  $line%zu using 1:2 with steps lw 2 dt %d lc rgb \"%s\" title \"%s%s %s%s\"%s\n",
		nr, dash, plot_colour((unsigned int)row->post +
				      (row->by_auto ? WCBAR_POST_NUM : 0)),
		row->by_auto ? "auto: " : "", wcbar_post_name(row->post),
		wcbar_memtype_short(row->map),
		row->wait == WCBAR_WAIT_IRQ ? ", irq" : "",
		last ? "" : ", \\");
}

static void put_title(const struct latency *l, FILE *f)
{
	plot_title_begin(f);
	fputs("Posting descriptors to ", f);
	plot_card(&l->context, f);
	plot_title_end(&l->context, f);
}

/**
 * latency_plot_script - what gnuplot is told
 * @l: the latencies
 *
 * Return: the script, to be freed; NULL where there is nothing to draw.
 */
char *latency_plot_script(const struct latency *l)
{
	struct line *lines = mem_grow(NULL, l->nr_rows + 1, sizeof(*lines));
	size_t nr = find_lines(l, lines), len, i, drawn = 0;
	char *text = NULL;
	FILE *f;

	/* rows of an older file may be without samples */
	for (i = 0; i < nr; i++) {
		if (lines[i].samples)
			lines[drawn++] = lines[i];
	}
	f = drawn ? open_memstream(&text, &len) : NULL;
	if (!f) {
		free(lines);
		return NULL;
	}
	plot_begin(drawn, f);
	put_title(l, f);
	fputs("set logscale x 10\n"
	      "set format x \"%g\"\n"
	      "set yrange [0:*]\n", f);
	fprintf(f, "set xlabel \"us from the first store until %s\"\n",
		lines[0].first->until == WCBAR_UNTIL_READBACK ?
		"what was written was read back" :
		"the completion was seen, the whole round trip");
	fputs("set ylabel \"% of the samples, all sizes together, 8 buckets an octave\"\n"
	      "set grid xtics ytics mxtics lc rgb \"#c8c8c8\" lw 1, lc rgb \"#ececec\" lw 1\n",
	      f);
	for (i = 0; i < drawn; i++)
		put_data(&lines[i], i, f);
	fputs("plot \\\n", f);
	for (i = 0; i < drawn; i++)
		put_line(&lines[i], i, i + 1 == drawn, f);
	free(lines);
	fclose(f);
	return text;
}
