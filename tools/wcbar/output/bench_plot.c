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
#include "output/gnuplot.h"
#include "output/units.h"

/*
 * Colours that people with any kind of colour vision tell apart (Okabe and
 * Ito), then darker ones for the eighth method and on.
 */
static const char *const colours[] = {
	"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
	"#000000", "#7a4fa3", "#8c6d1f", "#4d7c0f", "#b91c1c", "#0f766e",
	"#64748b", "#9d174d", "#1e3a8a", "#a16207",
};

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

/*
 * The inside of a string in double quotes. In one with markup, what would be
 * markup is taken literally: "cortex_a72" has no subscript.
 */
static void put_quoted(const char *s, bool markup, FILE *f)
{
	for (; *s; s++) {
		if (markup && strchr("{}^_@&~", *s))
			fputs("\\\\", f);
		else if (*s == '"' || *s == '\\')
			fputc('\\', f);
		/* gnuplot would run what stands between backquotes */
		fputc(*s == '`' ? '\'' : *s, f);
	}
}

static void put_fact(const struct results *r, const char *key,
		     const char *otherwise, FILE *f)
{
	put_quoted(facts_or(&r->context, key, otherwise), true, f);
}

static void put_title(const struct results *r, FILE *f)
{
	bool tcg = !strcmp(facts_or(&r->context, "accel", ""), "tcg");

	fputs("set title \"{/*1.15 ", f);
	if (r->title) {
		put_quoted(r->title, true, f);
	} else {
		fputs("Copying through the aperture of ", f);
		put_fact(r, "bdf", "a card", f);
		fputs(" (", f);
		put_fact(r, "card", facts_or(&r->context, "id", "unknown"), f);
		fputs(", link ", f);
		put_fact(r, "link", "unknown", f);
		fputc(')', f);
	}
	fputs("}\\n{/*0.85 kernel ", f);
	put_fact(r, "kernel", "unknown", f);
	fputs(", ", f);
	put_fact(r, "cpu", "unknown CPU", f);
	fputs("}", f);
	if (results_emulated(r))
		fprintf(f, "\\n{/*0.9:Bold Emulated%s: the figures prove function, not speed}",
			tcg ? " by TCG" : "");
	fputs("\"\n", f);
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
		colours[l->list[n].colour % ARRAY_SIZE(colours)]);
	put_quoted(results_method(row, name), false, f);
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
	int height, width;
	FILE *f;

	find_lines(r, &l);
	if (!l.nr)
		return NULL;
	f = open_memstream(&text, &len);
	if (!f) {
		free(l.list);
		return NULL;
	}
	/* the legend stands beside the picture; it takes columns of its own */
	height = l.nr > 20 ? 680 : 560;
	width = 840 + 200 * (1 + (int)(l.nr - 1) / ((height - 140) / 20));
	fprintf(f, "set terminal svg size %d,%d enhanced background rgb \"white\" ",
		width, height);
	fputs("font \"sans-serif,14\"\n", f);
	put_title(r, f);
	fputs("set encoding utf8\n"
	      "set logscale x 2\n"
	      "set logscale y 10\n"
	      "set format y \"%g\"\n"
	      "set xlabel \"bytes of one copy\"\n"
	      "set ylabel \"GB/s until the stores were fenced\"\n"
	      "set grid xtics ytics mytics lc rgb \"#c8c8c8\" lw 1, lc rgb \"#ececec\" lw 1\n"
	      "set border 3 lc rgb \"#606060\"\n"
	      "set tics nomirror out\n"
	      "set key outside right top Left reverse noenhanced samplen 3 spacing 1.1 font \",12\"\n",
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

/**
 * bench_print_plot - draw results
 * @r: the results
 * @f: where to; the caller looks for errors
 * @e: what went wrong
 *
 * Return: 0 or a negative errno; -ENODATA where no row ran.
 */
int bench_print_plot(const struct results *r, FILE *f, struct error *e)
{
	char *script, *picture;
	size_t len;
	int ret;

	script = bench_plot_script(r);
	if (!script)
		return error_set(e, -ENODATA,
				 "there is nothing to draw: no row was measured");
	ret = gnuplot_draw(script, &picture, &len, e);
	free(script);
	if (ret)
		return ret;
	fwrite(picture, 1, len, f);
	free(picture);
	return 0;
}
