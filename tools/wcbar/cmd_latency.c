// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar latency: have the driver post descriptors, and show how long each way
 * takes.
 */
#include "commands.h"
#include "error.h"
#include "latency/latency.h"
#include "latency/options.h"

/* "bf, 64 bytes, map wc" */
static const char *name_row(const struct wcbar_post_row *row, char buf[128])
{
	char size[LATENCY_LABEL];

	snprintf(buf, 128, "%s, %s%s, map %s", wcbar_post_name(row->post),
		 latency_size(row, size), row->bytes ? " bytes" : " sizes",
		 wcbar_memtype_short(row->map));
	return buf;
}

static int say_faults(const struct latency *l)
{
	struct latency_counters c;
	char *faults = NULL;
	char name[128];
	size_t len;
	FILE *f;

	latency_count(l, &c);
	if (!c.faulty)
		return 0;
	f = open_memstream(&faults, &len);
	if (f) {
		latency_put_counters(&c, false, f);
		fclose(f);
	}
	error_say("descriptors went wrong in %zu of %zu rows: %s; first: %s",
		  c.faulty, l->nr_rows, faults ? faults : "",
		  name_row(&l->rows[c.first], name));
	free(faults);
	return EXIT_FAILED;
}

static int say_failed(const struct latency *l)
{
	size_t i, first = 0, nr = 0;
	char name[128];

	for (i = l->nr_rows; i--;) {
		if (!l->rows[i].failed)
			continue;
		nr++;
		first = i;
	}
	if (!nr)
		return 0;
	error_say("%zu of %zu rows failed, first: %s: %s", nr, l->nr_rows,
		  name_row(&l->rows[first], name), l->rows[first].note);
	return EXIT_FAILED;
}

/* Where @ended says why the run ended, that is also why its last row failed */
static int show(const struct latency_options *o, struct outputs *out,
		const struct latency *l, bool ended)
{
	int status = outputs_print(out, &latency_forms, l);

	status |= say_faults(l);
	if (!ended)
		status |= say_failed(l);
	return status | baseline_say(&o->out.baseline, &latency_forms, l,
				     l->nr_rows);
}

static int show_saved(const struct latency_options *o)
{
	struct outputs out = { 0 };
	int status = EXIT_FAILED;
	struct latency l;
	struct error e;

	if (latency_load(o->from, &l, &e))
		error_print(&e);
	else if (!outputs_open(&out, &o->out))
		status = show(o, &out, &l, false);
	outputs_discard(&out);
	latency_free(&l);
	return status;
}

/* What the driver would refuse is said without asking it */
static int check_spec(const char *text)
{
	struct wcbar_post_spec spec;
	char err[WCBAR_SPEC_ERR];

	if (!wcbar_post_parse(text, strlen(text), &spec, err))
		return 0;
	return usage_error("latency", "%s", err);
}

static int measure(const struct latency_options *o, const char *address,
		   const struct facts *info, const char *spec)
{
	struct latency l;
	struct rowfile file = latency_file(&l);
	struct outputs out;
	struct error e;
	int ret, status = 0;

	if (outputs_open(&out, &o->out)) {
		outputs_discard(&out);
		return EXIT_FAILED;
	}
	ret = rowfile_run(&file, address, spec, !o->out.quiet, &e);
	context_describe(&l.context, info);
	if (l.nr_rows)
		status = show(o, &out, &l, ret);
	else if (!ret)
		ret = error_set(&e, -EIO, "the run on %s made no rows",
				address);
	outputs_discard(&out);
	if (ret) {
		status = rowfile_status(ret);
		error_print(&e);
	}
	latency_free(&l);
	return status;
}

/**
 * cmd_latency - wcbar latency
 * @argc: number of arguments
 * @argv: the arguments, "latency" first
 *
 * Return: exit status.
 */
int cmd_latency(int argc, char **argv)
{
	char address[BDF_TEXT];
	struct latency_options o;
	struct facts info;
	char *spec;
	int status;

	status = latency_options_parse(argc, argv, &o);
	if (status < 0 && o.from) {
		status = show_saved(&o);
	} else if (status < 0) {
		spec = latency_options_spec(&o);
		status = check_spec(spec);
		if (!status) {
			status = rowfile_card("latency", o.address, address,
					      &info);
			if (!status)
				status = measure(&o, address, &info, spec);
			facts_free(&info);
		}
		free(spec);
	}
	latency_options_free(&o);
	return status;
}
