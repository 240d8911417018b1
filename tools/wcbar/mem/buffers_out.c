// SPDX-License-Identifier: GPL-2.0
/*
 * The count of buffers in every form.
 */
#include "mem/buffers.h"

#include <math.h>

#include "mem.h"
#include "output/jsonout.h"

#define BAR	48

/* A bar on a logarithmic scale, from half the floor to the top */
static u32 bar(const struct buffers_result *res, double rate, double top)
{
	double low = res->after / 2, width;

	if (rate <= low || top <= low)
		return 0;
	width = BAR * log(rate / low) / log(top / low);
	return (u32)fmin(BAR, width + 0.5);
}

/**
 * buffers_print_text - for people
 * @res: what was found
 * @cpu: name of the CPU
 * @f: where to
 */
void buffers_print_text(const struct buffers_result *res, const char *cpu,
			FILE *f)
{
	static const char full[] =
		"################################################";
	double top = 0;
	u32 k;

	for (k = 0; k < BUFFERS_LINES; k++)
		top = fmax(top, res->curve[k]);
	fprintf(f, "%s\nLines filled in turn, 16 bytes at a time, by non-temporal stores\n\n",
		cpu);
	fprintf(f, "  LINES     GB/s\n");
	for (k = 0; k < BUFFERS_LINES; k++)
		fprintf(f, "  %5u  %7.2f  %.*s%s\n", k + 1,
			res->curve[k] / 1000,
			(int)bar(res, res->curve[k], top), full,
			k + 1 == res->collapse ? "  <- the last before the collapse" : "");
	if (res->collapse)
		fprintf(f, "\nA line that is evicted before it is full costs %.0f ns.\n",
			res->eviction_ns);
	else
		fputc('\n', f);
	if (res->buffers)
		fprintf(f, "Write-combining buffers: %u (confidence %.0f %%): %s.\n",
			res->buffers, 100 * res->agree, res->why);
	else
		fprintf(f, "Write-combining buffers: not clear: %s.\n",
			res->why);
}

/**
 * buffers_print_json - as JSON, schema wcbar-buffers/1
 * @res: what was found
 * @cpu: name of the CPU
 * @f: where to
 */
void buffers_print_json(const struct buffers_result *res, const char *cpu,
			FILE *f)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *curve = json_object_new_array();
	u32 k;

	json_put_text(doc, "schema", "wcbar-buffers/1");
	json_put_text(doc, "cpu", cpu);
	if (res->buffers)
		json_put_u64(doc, "buffers", res->buffers);
	else
		json_put(doc, "buffers", NULL);
	json_put_text(doc, "why", res->why);
	if (res->collapse) {
		json_put_u64(doc, "collapse_after", res->collapse);
		json_put_milli(doc, "partial_eviction_ns",
			       (u64)(res->eviction_ns * 1000));
	} else {
		json_put(doc, "collapse_after", NULL);
		json_put(doc, "partial_eviction_ns", NULL);
	}
	json_put_milli(doc, "confidence",
		       res->buffers ? (u64)(res->agree * 1000) : 0);
	if (res->known.count)
		json_put_u64(doc, "published", res->known.count);
	else
		json_put(doc, "published", NULL);
	for (k = 0; k < BUFFERS_LINES; k++) {
		struct json_object *point = json_object_new_object();

		json_put_u64(point, "lines", k + 1);
		json_put_milli(point, "gbps", (u64)res->curve[k]);
		json_append(curve, point);
	}
	json_put(doc, "curve", curve);
	json_print(doc, f);
	json_object_put(doc);
}

/**
 * buffers_print_csv - the curve as comma-separated values
 * @res: what was found
 * @f: where to
 */
void buffers_print_csv(const struct buffers_result *res, FILE *f)
{
	u32 k;

	fputs("lines,gbps\n", f);
	for (k = 0; k < BUFFERS_LINES; k++)
		fprintf(f, "%u,%.3f\n", k + 1, res->curve[k] / 1000);
}

/**
 * buffers_plot - the curve as a picture
 * @res: what was found
 * @cpu: name of the CPU
 *
 * Return: what gnuplot is told, to be freed.
 */
char *buffers_plot(const struct buffers_result *res, const char *cpu)
{
	char *text = NULL;
	size_t len;
	FILE *f;
	u32 k;

	f = open_memstream(&text, &len);
	if (!f)
		return mem_printf("%s", "");
	fputs("set terminal svg size 900,480 font \"sans-serif,14\" background \"white\"\n"
	      "set encoding utf8\nset logscale y 10\nset format y \"%g\"\n"
	      "set xlabel \"lines filled in turn, 16 bytes at a time\"\n"
	      "set ylabel \"GB/s\"\nset border 3\nset tics nomirror\n"
	      "set grid lc rgb \"#d8d8d8\"\nunset key\n"
	      "set xrange [0:41]\nset xtics 4\n", f);
	fprintf(f, "set title \"Write-combining buffers of %s: ", cpu);
	if (res->buffers)
		fprintf(f, "%u\" noenhanced\n", res->buffers);
	else
		fputs("not clear\" noenhanced\n", f);
	if (res->collapse)
		fprintf(f, "set arrow from %u.5, graph 0 to %u.5, graph 1 nohead dt 2 lc rgb \"#d55e00\"\n",
			res->collapse, res->collapse);
	fputs("$curve << END\n", f);
	for (k = 0; k < BUFFERS_LINES; k++)
		fprintf(f, "%u %.4f\n", k + 1, res->curve[k] / 1000);
	fputs("END\nplot $curve with linespoints lw 2 pt 7 ps 0.6 lc rgb \"#0072b2\"\n",
	      f);
	fclose(f);
	return text;
}
