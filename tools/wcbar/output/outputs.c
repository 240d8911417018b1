// SPDX-License-Identifier: GPL-2.0
/*
 * The files that a command was asked for: opened before anything runs, so
 * that what cannot be written is said then, and written after it, each as
 * well as it can be when another one cannot.
 */
#include "output/outputs.h"

#include "commands.h"
#include "output/benchout.h"
#include "output/gnuplot.h"

static bool is_stdout(const char *name)
{
	return name && !strcmp(name, "-");
}

/**
 * outputs_check - whether at most one of them is standard output
 * @command: name of the command
 * @json: name of the file for JSON, or NULL
 * @csv: the same for comma-separated values
 * @plot: the same for the picture
 *
 * Return: -1 if it is so, or the status to exit with.
 */
int outputs_check(const char *command, const char *json, const char *csv,
		  const char *plot)
{
	if (is_stdout(json) + is_stdout(csv) + is_stdout(plot) < 2)
		return -1;
	return usage_error(command,
			   "only one of --json, --csv and --plot can go to standard output");
}

/**
 * outputs_open - open what was asked for
 * @out: the files, for outputs_discard(), whatever is returned
 * @json: name of the file for JSON, or NULL
 * @csv: the same for comma-separated values
 * @plot: the same for the picture
 *
 * Return: 0, or a negative errno after saying why.
 */
int outputs_open(struct outputs *out, const char *json, const char *csv,
		 const char *plot)
{
	struct error e;
	int ret = 0;

	memset(out, 0, sizeof(*out));
	if (plot)
		ret = gnuplot_there(&e);
	if (!ret)
		ret = outfile_open(&out->json, json, &e);
	if (!ret)
		ret = outfile_open(&out->csv, csv, &e);
	if (!ret)
		ret = outfile_open(&out->plot, plot, &e);
	if (ret)
		error_print(&e);
	return ret;
}

/**
 * outputs_want_table - whether the table goes to standard output
 * @out: the files
 *
 * Return: false where nobody wants it or a file takes its place.
 */
bool outputs_want_table(const struct outputs *out)
{
	return !out->quiet && !outfile_is_stdout(&out->json) &&
	       !outfile_is_stdout(&out->csv) && !outfile_is_stdout(&out->plot);
}

/**
 * outputs_close - finish a file
 * @f: the file
 *
 * Return: exit status; what went wrong was said.
 */
int outputs_close(struct outfile *f)
{
	struct error e;
	int ret = outfile_close(f, &e);

	if (ret)
		error_print(&e);
	return ret ? EXIT_FAILED : 0;
}

/**
 * outputs_picture - draw the picture, if one was asked for
 * @out: the files
 * @script: what gnuplot is told
 *
 * Return: exit status; what went wrong was said.
 */
int outputs_picture(struct outputs *out, const char *script)
{
	struct error e;
	char *picture;
	size_t len;

	if (!out->plot.f)
		return 0;
	if (gnuplot_draw(script, &picture, &len, &e)) {
		error_print(&e);
		outfile_discard(&out->plot);
		return EXIT_FAILED;
	}
	fwrite(picture, 1, len, out->plot.f);
	free(picture);
	return outputs_close(&out->plot);
}

static int print_plot(struct outputs *out, const struct results *r)
{
	struct error e;

	if (!out->plot.f)
		return 0;
	if (bench_print_plot(r, out->plot.f, &e)) {
		error_print(&e);
		outfile_discard(&out->plot);
		return EXIT_FAILED;
	}
	return outputs_close(&out->plot);
}

/**
 * outputs_print - print results in every form that was asked for
 * @out: the files
 * @r: the results
 * @table: prints them for people
 *
 * Return: exit status; what went wrong was said.
 */
int outputs_print(struct outputs *out, const struct results *r,
		  void (*table)(const struct results *r, FILE *f))
{
	int status = 0;

	if (outputs_want_table(out))
		table(r, stdout);
	if (out->json.f)
		bench_print_json(r, out->json.f);
	status |= outputs_close(&out->json);
	if (out->csv.f)
		bench_print_csv(r, out->csv.f);
	status |= outputs_close(&out->csv);
	return status | print_plot(out, r);
}

/**
 * outputs_discard - throw away what was not finished
 * @out: the files
 */
void outputs_discard(struct outputs *out)
{
	outfile_discard(&out->json);
	outfile_discard(&out->csv);
	outfile_discard(&out->plot);
}
