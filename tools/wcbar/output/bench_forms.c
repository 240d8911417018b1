// SPDX-License-Identifier: GPL-2.0
/*
 * The forms of results for outputs_print().
 */
#include "mem/session.h"
#include "output/benchout.h"

static void bench_text(const void *r, FILE *f)
{
	bench_print_text(r, f);
}

static void mem_text(const void *r, FILE *f)
{
	mem_print_text(r, f);
}

static void json(const void *r, FILE *f)
{
	bench_print_json(r, f);
}

static void csv(const void *r, FILE *f)
{
	bench_print_csv(r, f);
}

static char *script(const void *r)
{
	return bench_plot_script(r);
}

const struct output_forms bench_forms = {
	.text = bench_text,
	.json = json,
	.csv = csv,
	.script = script,
};

const struct output_forms mem_forms = {
	.text = mem_text,
	.json = json,
	.csv = csv,
	.script = script,
};
