// SPDX-License-Identifier: GPL-2.0
/*
 * What the scripts for gnuplot have in common: the sheet, its title, colours.
 */
#include "output/plot.h"

#include "context.h"

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
 * plot_colour - a colour
 * @nr: which one; after the last comes the first
 *
 * Return: the colour as gnuplot takes it.
 */
const char *plot_colour(unsigned int nr)
{
	return colours[nr % ARRAY_SIZE(colours)];
}

/**
 * plot_begin - the sheet, with a legend beside the picture
 * @lines: lines of the picture
 * @f: where to
 */
void plot_begin(size_t lines, FILE *f)
{
	/* the legend takes columns of its own */
	int height = lines > 20 ? 680 : 560;
	int width = 840 + 200 * (1 + (int)(lines - 1) / ((height - 140) / 20));

	fprintf(f, "set terminal svg size %d,%d enhanced background rgb \"white\" ",
		width, height);
	fputs("font \"sans-serif,14\"\n"
	      "set encoding utf8\n"
	      "set border 3 lc rgb \"#606060\"\n"
	      "set tics nomirror out\n"
	      "set key outside right top Left reverse noenhanced samplen 3 spacing 1.1 font \",12\"\n",
	      f);
}

/**
 * plot_quoted - the inside of a string in double quotes
 * @s: the string
 * @markup: what would be markup is taken literally: "cortex_a72" has no
 *	subscript
 * @f: where to
 */
void plot_quoted(const char *s, bool markup, FILE *f)
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

static void put_fact(const struct facts *context, const char *key,
		     const char *otherwise, FILE *f)
{
	plot_quoted(facts_or(context, key, otherwise), true, f);
}

/**
 * plot_title_begin - begin the title; the caller prints what it is called
 * @f: where to
 */
void plot_title_begin(FILE *f)
{
	fputs("set title \"{/*1.15 ", f);
}

/**
 * plot_card - name the card in the title
 * @context: the context
 * @f: where to
 */
void plot_card(const struct facts *context, FILE *f)
{
	put_fact(context, "bdf", "a card", f);
	fputs(" (", f);
	put_fact(context, "card", facts_or(context, "id", "unknown"), f);
	fputs(", link ", f);
	put_fact(context, "link", "unknown", f);
	fputc(')', f);
}

/**
 * plot_title_end - end the title with the machine, and whether it is one
 * @context: the context
 * @f: where to
 */
void plot_title_end(const struct facts *context, FILE *f)
{
	bool tcg = !strcmp(facts_or(context, "accel", ""), "tcg");

	fputs("}\\n{/*0.85 kernel ", f);
	put_fact(context, "kernel", "unknown", f);
	fputs(", ", f);
	put_fact(context, "cpu", "unknown CPU", f);
	fputs("}", f);
	if (context_emulated(context))
		fprintf(f, "\\n{/*0.9:Bold Emulated%s: the figures prove function, not speed}",
			tcg ? " by TCG" : "");
	fputs("\"\n", f);
}
