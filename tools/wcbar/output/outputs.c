// SPDX-License-Identifier: GPL-2.0
/*
 * The files that a command was asked for: opened before anything runs, so
 * that what cannot be written is said then, and written after it, each as
 * well as it can be when another one cannot.
 */
#include "output/outputs.h"

#include "commands.h"
#include "output/gnuplot.h"

/**
 * outputs_open - open what was asked for
 * @out: the files, for outputs_discard(), whatever is returned
 * @o: what was asked for
 *
 * Return: 0, or a negative errno after saying why.
 */
int outputs_open(struct outputs *out, const struct outopts *o)
{
	struct error e;
	int ret = 0;

	memset(out, 0, sizeof(*out));
	out->quiet = o->quiet;
	if (o->plot)
		ret = gnuplot_there(&e);
	if (!ret)
		ret = outfile_open(&out->json, o->json, &e);
	if (!ret)
		ret = outfile_open(&out->csv, o->csv, &e);
	if (!ret)
		ret = outfile_open(&out->plot, o->plot, &e);
	if (ret)
		error_print(&e);
	return ret;
}

/* False where nobody wants the table, or a file takes its place */
static bool want_table(const struct outputs *out)
{
	return !out->quiet && !outfile_is_stdout(&out->json) &&
	       !outfile_is_stdout(&out->csv) && !outfile_is_stdout(&out->plot);
}

static int finish(struct outfile *f)
{
	struct error e;
	int ret = outfile_close(f, &e);

	if (ret)
		error_print(&e);
	return ret ? EXIT_FAILED : 0;
}

static int draw_plot(struct outputs *out, const struct output_forms *forms,
		     const void *what)
{
	char *script, *picture;
	struct error e;
	size_t len;
	int ret;

	if (!out->plot.f)
		return 0;
	script = forms->script(what);
	if (script)
		ret = gnuplot_draw(script, &picture, &len, &e);
	else
		ret = error_set(&e, -ENODATA,
				"there is nothing to draw: no row was measured");
	free(script);
	if (ret) {
		error_print(&e);
		outfile_discard(&out->plot);
		return EXIT_FAILED;
	}
	fwrite(picture, 1, len, out->plot.f);
	free(picture);
	return finish(&out->plot);
}

/**
 * outputs_print - print results in every form that was asked for
 * @out: the files
 * @forms: the forms
 * @what: the results
 *
 * Return: exit status; what went wrong was said.
 */
int outputs_print(struct outputs *out, const struct output_forms *forms,
		  const void *what)
{
	int status = 0;

	if (want_table(out))
		forms->text(what, stdout);
	if (out->json.f)
		forms->json(what, out->json.f);
	status |= finish(&out->json);
	if (out->csv.f)
		forms->csv(what, out->csv.f);
	status |= finish(&out->csv);
	return status | draw_plot(out, forms, what);
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
