// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar bench: have the driver measure, and show what came out.
 */
#include <wcbar/spec.h>

#include "bench_options.h"
#include "commands.h"
#include "error.h"
#include "output/benchout.h"
#include "output/units.h"

static int say_bad(const struct results *r)
{
	char size[TEXT_QUANTITY];
	size_t first, nr = results_count_bad(r, &first);
	const struct wcbar_row *row;

	if (!nr)
		return 0;
	row = &r->rows[first];
	error_say("bytes were wrong in %zu of %zu rows, first: %s, %s at offset %llu, map %s",
		  nr, r->nr_rows, row->method, text_size(row->size, size),
		  row->offset, wcbar_memtype_short(row->map));
	return EXIT_FAILED;
}

/* What is to be said of the rows once they are printed; exit status */
static int check_rows(const struct bench_options *o, const struct results *r)
{
	int status = say_bad(r);

	return status | baseline_say(&o->out.baseline, &bench_forms, r,
				     r->nr_rows);
}

static int show_saved(const struct bench_options *o)
{
	struct outputs out = { 0 };
	struct results r;
	struct error e;
	int status = EXIT_FAILED;

	if (bench_load(o->from, &r, &e))
		error_print(&e);
	else if (!outputs_open(&out, &o->out))
		status = outputs_print(&out, &bench_forms, &r) |
			 check_rows(o, &r);
	outputs_discard(&out);
	results_free(&r);
	return status;
}

/* What the driver would refuse is said without asking it */
static int check_spec(const char *text, u64 window)
{
	struct wcbar_bounds bounds = { .window = window };
	char err[WCBAR_SPEC_ERR];
	struct wcbar_spec spec;

	if (!wcbar_spec_parse(text, strlen(text), &bounds, &spec, err))
		return 0;
	return usage_error("bench", "%s", err);
}

static int measure(const struct bench_options *o, const char *address,
		   const struct facts *info, const char *spec)
{
	struct results r;
	struct rowfile file = results_file(&r);
	struct outputs out;
	struct error e;
	int ret, status;

	if (outputs_open(&out, &o->out)) {
		outputs_discard(&out);
		return EXIT_FAILED;
	}
	ret = rowfile_run(&file, address, spec, !o->out.quiet, &e);
	context_describe(&r.context, info);
	status = 0;
	if (r.nr_rows)
		status = outputs_print(&out, &bench_forms, &r) |
			 check_rows(o, &r);
	else if (!ret)
		ret = error_set(&e, -EIO, "the run on %s made no rows",
				address);
	outputs_discard(&out);
	if (ret)
		status = rowfile_status(ret);
	if (ret)
		error_print(&e);
	results_free(&r);
	return status;
}

/**
 * cmd_bench - wcbar bench
 * @argc: number of arguments
 * @argv: the arguments, "bench" first
 *
 * Return: exit status.
 */
int cmd_bench(int argc, char **argv)
{
	char address[BDF_TEXT];
	struct bench_options o;
	struct facts info;
	u64 window;
	char *spec;
	int status;

	status = bench_options_parse(argc, argv, &o);
	if (status < 0 && o.from) {
		status = show_saved(&o);
	} else if (status < 0) {
		status = rowfile_card("bench", o.address, address, &info);
		if (!status) {
			/* without a bound, the driver's own stands alone */
			if ((!facts_u64(&info, "aperture.room", &window) &&
			     !facts_u64(&info, "aperture.window", &window)) ||
			    !window)
				window = U64_MAX;
			spec = bench_options_spec(&o, window);
			status = check_spec(spec, window);
			if (!status)
				status = measure(&o, address, &info, spec);
			free(spec);
		}
		facts_free(&info);
	}
	bench_options_free(&o);
	return status;
}
