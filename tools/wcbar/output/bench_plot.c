// SPDX-License-Identifier: GPL-2.0
/*
 * Results as a picture: GB/s over the size, a line for each method and map,
 * drawn by gnuplot as SVG.
 *
 * A method has a colour; a map has a dash pattern and a kind of point, so
 * that the two lines of a method are seen to belong together.
 */
#include "mem.h"
#include "output/benchout.h"
#include "output/plot.h"
#include "output/units.h"

/**
 * struct line - one line of the picture
 * @first: a row of it; the others have the same method, map and offset
 * @colour: index of its colour
 */
struct line {
	const struct wcbar_row *first;
	unsigned int colour;
};

/**
 * struct lines - the lines of the picture
 * @list: the lines
 * @nr: how many
 * @colours: how many colours are in use
 * @offsets: whether there is more than one offset
 * @low: smallest size
 * @high: largest size
 */
struct lines {
	struct line *list;
	size_t nr;
	unsigned int colours;
	bool offsets;
	u64 low;
	u64 high;
};

static bool drawn(const struct wcbar_row *row)
{
	return row->iterations && row->issued.median;
}

static bool same_line(const struct wcbar_row *a, const struct wcbar_row *b)
{
	return a->map == b->map && a->offset == b->offset &&
	       a->dir == b->dir && results_same_method(a, b);
}

static void add_line(struct lines *l, const struct wcbar_row *row)
{
	unsigned int colour = l->colours;
	size_t i;

	for (i = 0; i < l->nr; i++) {
		const struct wcbar_row *other = l->list[i].first;

		if (same_line(other, row))
			return;
		l->offsets |= other->offset != row->offset;
		if (results_same_method(other, row))
			colour = l->list[i].colour;
	}
	if (colour == l->colours)
		l->colours++;
	l->list = mem_grow(l->list, l->nr + 1, sizeof(*l->list));
	l->list[l->nr].first = row;
	l->list[l->nr++].colour = colour;
}

static void find_lines(const struct results *r, struct lines *l)
{
	size_t i;

	memset(l, 0, sizeof(*l));
	l->low = U64_MAX;
	for (i = 0; i < r->nr_rows; i++) {
		const struct wcbar_row *row = &r->rows[i];

		if (!drawn(row))
			continue;
		add_line(l, row);
		l->low = min_t(u64, l->low, row->size);
		l->high = max_t(u64, l->high, row->size);
	}
}

static void put_title(const struct results *r, FILE *f)
{
	plot_title_begin(f);
	if (r->title) {
		plot_quoted(r->title, true, f);
	} else {
		fputs("Copying through the aperture of ", f);
		plot_card(&r->context, f);
	}
	plot_title_end(&r->context, f);
}

/* 64, 256, 1K, ...: where there are many, every second one has a name */
static void put_sizes(const struct lines *l, FILE *f)
{
	unsigned int first = 0, last, step, n;
	char text[TEXT_QUANTITY];

	while (first < 62 && 1ULL << (first + 1) <= l->low)
		first++;
	for (last = first; last < 62 && 1ULL << last < l->high;)
		last++;
	step = last - first > 12 ? 2 : 1;
	fputs("set xtics (", f);
	for (n = first; n <= last; n++)
		fprintf(f, "%s\"%s\" %llu %u", n == first ? "" : ", ",
			(n - first) % step ? "" : text_size(1ULL << n, text),
			1ULL << n, (n - first) % step);
	fputs(")\n", f);
	fprintf(f, "set xrange [%g:%g]\n", (double)l->low / 1.3,
		(double)l->high * 1.3);
}

static void put_data(const struct results *r, const struct lines *l, FILE *f)
{
	size_t i, n;

	for (n = 0; n < l->nr; n++) {
		fprintf(f, "$line%zu << END\n", n);
		for (i = 0; i < r->nr_rows; i++) {
			const struct wcbar_row *row = &r->rows[i];

			if (!drawn(row) || !same_line(row, l->list[n].first))
				continue;
			/* bytes a picosecond are 10^12 bytes a second */
			fprintf(f, "%llu %.6g\n", row->size,
				(double)wcbar_row_bytes(row) /
				(double)row->issued.median * 1000);
		}
		fputs("END\n", f);
	}
}

static void put_line(const struct lines *l, size_t n, FILE *f)
{
	const struct wcbar_row *row = l->list[n].first;
	/* points: filled circle, open square, open triangle */
	int dash = 1, point = 7;
	char name[WCBAR_ROW_NAME];

	if (row->map == WCBAR_MT_UC) {
		dash = 2;
		point = 4;
	} else if (row->map != WCBAR_MT_WC) {
		dash = 3;
		point = 8;
	}
	fprintf(f, "  $line%zu using 1:2 with linespoints lw 2 dt %d pt %d ps 0.6",
		n, dash, point);
	fprintf(f, " lc rgb \"%s\" title \"",
		plot_colour(l->list[n].colour));
	plot_quoted(results_method(row, name), false, f);
	fprintf(f, " %s", wcbar_memtype_short(row->map));
	if (l->offsets)
		fprintf(f, " +%llu", row->offset);
	fprintf(f, "\"%s\n", n + 1 < l->nr ? ", \\" : "");
}

/**
 * bench_plot_script - what gnuplot is told
 * @r: the results
 *
 * Return: the script, to be freed; NULL where there is nothing to draw.
 */
char *bench_plot_script(const struct results *r)
{
	struct lines l;
	char *text = NULL;
	size_t len, n;
	FILE *f;

	find_lines(r, &l);
	if (!l.nr)
		return NULL;
	f = open_memstream(&text, &len);
	if (!f) {
		free(l.list);
		return NULL;
	}
	plot_begin(l.nr, f);
	put_title(r, f);
	fputs("set logscale x 2\n"
	      "set logscale y 10\n"
	      "set format y \"%g\"\n"
	      "set xlabel \"bytes of one copy\"\n"
	      "set ylabel \"GB/s until the stores were fenced\"\n"
	      "set grid xtics ytics mytics lc rgb \"#c8c8c8\" lw 1, lc rgb \"#ececec\" lw 1\n",
	      f);
	put_sizes(&l, f);
	put_data(r, &l, f);
	fputs("plot \\\n", f);
	for (n = 0; n < l.nr; n++)
		put_line(&l, n, f);
	free(l.list);
	fclose(f);
	return text;
}
