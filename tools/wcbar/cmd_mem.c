// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar mem: the methods in user space, without a card.
 */
#include <signal.h>

#include "commands.h"
#include "mem.h"
#include "mem/buffers.h"
#include "mem/session.h"
#include "output/benchout.h"

#define BUFFERS_REGION	(64UL << 20)
#define BUFFERS_MS	1200	/* for each of two curves */
#define BUFFERS_APART	3	/* lines, in the second curve */

/* The first signal ends the run in an orderly way, the second at once. */
static void catch_signals(void)
{
	struct sigaction act = { .sa_handler = sweep_stop };

	act.sa_flags = (int)SA_RESETHAND;
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
}

static int measure_buffers(const struct mem_options *o,
			   struct buffers_result *res, struct error *e)
{
	static struct buffers_probe probes[BUFFERS_PROBES];
	struct buffers_known known = buffers_published();
	struct mem_region region = { 0 };
	u32 i;
	int ret;

	ret = team_pin(o->cpu, 1, e);
	if (!ret)
		ret = region_anon(&region, BUFFERS_REGION, true, o->node, e);
	for (i = 0; i < BUFFERS_PROBES && !ret; i++) {
		ret = buffers_measure(&probes[i], i ? BUFFERS_APART : 1,
				      &region, BUFFERS_MS);
		if (ret)
			error_set(e, ret,
				  "this architecture has no such stores");
	}
	region_close(&region);
	if (!ret)
		buffers_judge(probes, BUFFERS_PROBES, &known, res);
	return ret;
}

/**
 * struct counted - the count of buffers
 * @res: what was found
 * @cpu: name of the CPU
 */
struct counted {
	struct buffers_result res;
	char cpu[128];
};

static void counted_text(const void *what, FILE *f)
{
	const struct counted *c = what;

	buffers_print_text(&c->res, c->cpu, f);
}

static void counted_json(const void *what, FILE *f)
{
	const struct counted *c = what;

	buffers_print_json(&c->res, c->cpu, f);
}

static void counted_csv(const void *what, FILE *f)
{
	const struct counted *c = what;

	buffers_print_csv(&c->res, f);
}

static char *counted_script(const void *what)
{
	const struct counted *c = what;

	return buffers_plot(&c->res, c->cpu);
}

static int count_buffers(const struct mem_options *o, struct outputs *out)
{
	static const struct output_forms forms = {
		.text = counted_text,
		.json = counted_json,
		.csv = counted_csv,
		.script = counted_script,
	};
	struct counted c;
	struct error e;
	int ret;

	ret = measure_buffers(o, &c.res, &e);
	if (ret) {
		error_print(&e);
		return rowfile_status(ret);
	}
	session_cpu(c.cpu);
	return outputs_print(out, &forms, &c);
}

static int save_auto(const struct session *s, struct error *e)
{
	struct outfile out = { 0 };
	char *text;
	int ret;

	if (!s->o->auto_save)
		return 0;
	text = mem_grow(NULL, WCBAR_AUTO_TEXT, 1);
	ret = wcbar_auto_save(&s->table, text, WCBAR_AUTO_TEXT);
	if (ret < 0) {
		error_set(e, ret, "auto's table is too long");
	} else {
		ret = outfile_open(&out, s->o->auto_save, e);
		if (!ret) {
			fputs(text, out.f);
			ret = outfile_close(&out, e);
		}
	}
	outfile_discard(&out);
	free(text);
	return ret;
}

static int measure(const struct mem_options *o, struct results *r,
		   struct error *e)
{
	struct session *s = mem_grow(NULL, 1, sizeof(*s));
	int ret;

	ret = session_open(s, o, e);
	if (!ret)
		ret = session_methods(s, o->methods ? o->methods : "all", e);
	if (!ret)
		ret = session_auto(s, e);
	if (!ret)
		ret = save_auto(s, e);
	if (!ret)
		ret = sweep_run(&s->sweep, r, e);
	session_describe(s, r);
	session_close(s);
	free(s);
	return ret;
}

/* What is to be said of the rows once they are printed; exit status */
static int check_rows(const struct mem_options *o, const struct results *r)
{
	size_t first, bad = results_count_bad(r, &first);

	if (bad)
		error_say("bytes were wrong in %zu of %zu rows, first: %s, %llu bytes at offset %llu",
			  bad, r->nr_rows, r->rows[first].method,
			  r->rows[first].size, r->rows[first].offset);
	return (bad ? EXIT_FAILED : 0) |
	       baseline_say(&o->out.baseline, &mem_forms, r, r->nr_rows);
}

static int run_rows(struct mem_options *o, struct outputs *out)
{
	struct results r = { 0 };
	int preset = -1, ret, status;
	struct error e;

	if (o->preset) {
		preset = preset_find(o->preset);
		if (preset < 0)
			return usage_error("mem", "there is no preset '%s'",
					   o->preset);
		if (o->card && !preset_for_card(preset))
			return usage_error("mem",
					   "the preset %s copies through the cache, which is nothing for a card",
					   o->preset);
		preset_adjust(preset, o);
		ret = preset_run(preset, o, &r, &e);
	} else {
		ret = measure(o, &r, &e);
	}
	if (ret) {
		error_print(&e);
		status = rowfile_status(ret);
	} else {
		status = outputs_print(out, &mem_forms, &r);
		status |= check_rows(o, &r);
	}
	results_free(&r);
	return status;
}

/**
 * cmd_mem - wcbar mem
 * @argc: number of arguments
 * @argv: the arguments, "mem" first
 *
 * Return: exit status.
 */
int cmd_mem(int argc, char **argv)
{
	struct mem_options *o = mem_grow(NULL, 1, sizeof(*o));
	struct outputs out = { 0 };
	int status;

	status = mem_options_parse(argc, argv, o);
	if (status < 0 && outputs_open(&out, &o->out))
		status = EXIT_FAILED;
	if (status < 0) {
		catch_signals();
		status = o->buffers ? count_buffers(o, &out) :
				      run_rows(o, &out);
	}
	outputs_discard(&out);
	free(o);
	return status;
}
