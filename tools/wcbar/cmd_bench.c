// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar bench: have the driver measure, and show what came out.
 */
#include <wcbar/spec.h>

#include "bench_options.h"
#include "bench_run.h"
#include "commands.h"
#include "error.h"
#include "output/benchout.h"
#include "output/outputs.h"
#include "output/units.h"
#include "system/driver.h"

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
	int status = say_bad(r), nr;
	struct error e;

	nr = baseline_check(&o->baseline, r, stderr, &e);
	if (nr < 0)
		error_print(&e);
	else if (nr)
		error_say("%d of %zu rows are slower than they may be", nr,
			  r->nr_rows);
	return status | (nr ? EXIT_FAILED : 0);
}

static int open_outputs(struct outputs *out, const struct bench_options *o)
{
	int ret = outputs_open(out, o->json, o->csv, o->plot);

	out->quiet = o->quiet;
	return ret;
}

static int show_saved(const struct bench_options *o)
{
	struct outputs out = { 0 };
	struct results r;
	struct error e;
	int status = EXIT_FAILED;

	if (bench_load(o->from, &r, &e))
		error_print(&e);
	else if (!open_outputs(&out, o))
		status = outputs_print(&out, &r, bench_print_text) |
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

static int find_card(const struct bench_options *o, char address[BDF_TEXT],
		     struct facts *info)
{
	struct error e;
	int ret;

	info->list = NULL;
	info->nr = 0;
	ret = driver_find(o->address, address, &e);
	if (o->address && !address[0])
		return usage_error("bench", "%s", e.text);
	if (!ret)
		ret = driver_info(address, info, &e);
	if (ret) {
		error_print(&e);
		return EXIT_FAILED;
	}
	return 0;
}

static int measure(const struct bench_options *o, const char *address,
		   const struct facts *info, const char *spec)
{
	struct outputs out;
	struct results r = { 0 };
	struct error e;
	int ret, status;

	if (open_outputs(&out, o)) {
		outputs_discard(&out);
		return EXIT_FAILED;
	}
	ret = bench_run(address, spec, !o->quiet, &r, &e);
	results_describe(&r, info);
	status = 0;
	if (r.nr_rows)
		status = outputs_print(&out, &r, bench_print_text) |
			 check_rows(o, &r);
	else if (!ret)
		ret = error_set(&e, -EIO, "the run on %s made no rows",
				address);
	outputs_discard(&out);
	if (ret == -EINTR)
		status = EXIT_INTERRUPTED;
	else if (ret == -EINVAL || ret == -E2BIG)
		status = EXIT_USAGE;
	else if (ret)
		status = EXIT_FAILED;
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
		status = find_card(&o, address, &info);
		if (!status) {
			/* without a bound, the driver's own stands alone */
			if (!facts_u64(&info, "aperture.window", &window) ||
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
