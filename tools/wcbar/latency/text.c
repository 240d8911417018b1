// SPDX-License-Identifier: GPL-2.0
/*
 * Latencies for a person: where it was measured, for each way and map a table
 * with the columns of perftest, what failed or was skipped and why, what the
 * card counted, and what all of it shows.
 */
#include "latency/latency.h"

#include "output/resulttext.h"
#include "output/table.h"

static bool same_group(const struct wcbar_post_row *a,
		       const struct wcbar_post_row *b)
{
	return a->post == b->post && a->by_auto == b->by_auto &&
	       a->map == b->map && a->wait == b->wait;
}

static bool begins_group(const struct latency *l, size_t i)
{
	size_t k;

	for (k = 0; k < i; k++) {
		if (same_group(&l->rows[k], &l->rows[i]))
			return false;
	}
	return true;
}

/* The next row of the group of row @i, from row @k on; NULL after the last */
static const struct wcbar_post_row *next_row(const struct latency *l,
					     size_t i, size_t *k)
{
	while (*k < l->nr_rows) {
		const struct wcbar_post_row *row = &l->rows[(*k)++];

		if (same_group(row, &l->rows[i]))
			return row;
	}
	return NULL;
}

static void put_us(struct table *t, u64 ps)
{
	table_cell(t, "%.3f", (double)ps / 1e6);
}

/* One of the two clocks; false where no row ran */
static bool print_clock(const struct latency *l, size_t i, bool done,
			const char *what, FILE *f)
{
	static const char *const headings[] = {
		">#bytes", ">#iterations", ">t_min[usec]", ">t_max[usec]",
		">t_typical[usec]", ">t_avg[usec]", ">t_stdev[usec]", ">99%",
		">99.9%",
	};
	const struct wcbar_post_row *row;
	char size[LATENCY_LABEL];
	struct table t;
	size_t k = i;
	bool any;

	table_init(&t, 4, headings, ARRAY_SIZE(headings));
	while ((row = next_row(l, i, &k))) {
		const struct wcbar_post_stats *s;

		if (!row->iterations)
			continue;
		s = done ? &row->done : &row->issued;
		table_cell(&t, "%s", latency_size(row, size));
		table_cell(&t, "%u", row->iterations);
		put_us(&t, s->s.min);
		put_us(&t, s->s.max);
		put_us(&t, s->s.median);
		put_us(&t, s->s.mean);
		put_us(&t, s->s.stdev);
		put_us(&t, s->s.p99);
		put_us(&t, s->p999);
	}
	any = t.nr_cells > t.nr_columns;
	if (any) {
		fprintf(f, "  %s\n", what);
		table_print(&t, f);
	}
	table_free(&t);
	return any;
}

/* A line for each reason, with the sizes it holds for */
static void print_notes(const struct latency *l, size_t i, FILE *f)
{
	const struct wcbar_post_row *row, *other;
	char size[LATENCY_LABEL];
	size_t k = i, n;
	bool said;

	while ((row = next_row(l, i, &k))) {
		if (!row->note[0] && !row->failed && !row->skipped)
			continue;
		for (said = false, n = i; (other = next_row(l, i, &n)) != row;)
			said |= other->failed == row->failed &&
				other->skipped == row->skipped &&
				!strcmp(other->note, row->note);
		if (said)
			continue;
		fprintf(f, "  %s", row->skipped ? "skipped: " :
				   row->failed ? "failed: " : "");
		if (row->skipped || row->failed)
			fprintf(f, "%s", latency_size(row, size));
		while ((other = next_row(l, i, &n))) {
			if ((row->skipped || row->failed) &&
			    other->failed == row->failed &&
			    other->skipped == row->skipped &&
			    !strcmp(other->note, row->note))
				fprintf(f, ", %s", latency_size(other, size));
		}
		if (row->skipped || row->failed)
			fputs(": ", f);
		fprintf(f, "%s\n", row->note[0] ? row->note :
						  "it is not said why");
	}
}

static void print_heading(const struct latency *l, size_t i, FILE *f)
{
	const struct wcbar_post_row *row = &l->rows[i], *known;
	size_t k = i;

	while ((known = next_row(l, i, &k))) {
		if (known->obtained != WCBAR_MT_UNKNOWN)
			break;
	}
	fprintf(f, "\n%s%s, map %s", row->by_auto ? "auto: " : "",
		wcbar_post_name(row->post), wcbar_memtype_short(row->map));
	if (known)
		fprintf(f, " (obtained %s, effective %s)",
			wcbar_memtype_short(known->obtained),
			wcbar_memtype_short(known->effective));
	if (row->until == WCBAR_UNTIL_COMPLETION)
		fprintf(f, ", %s", row->wait == WCBAR_WAIT_IRQ ?
			"sleeping until the interrupt" :
			"polling memory for the completion");
	if (row->method[0] && strcmp(row->method, "-"))
		fprintf(f, ", stores by %s", row->method);
	fputc('\n', f);
}

static void print_group(const struct latency *l, size_t i, FILE *f)
{
	static const char *const whats[] = {
		[WCBAR_UNTIL_COMPLETION] =
			"from the first store until the completion was seen: the whole round trip, not half",
		[WCBAR_UNTIL_READBACK] =
			"from the first store until what was written was read back; the card has no completions",
	};

	print_heading(l, i, f);
	if (print_clock(l, i, true, whats[l->rows[i].until], f))
		print_clock(l, i, false,
			    "of it, until the last fence or the doorbell", f);
	print_notes(l, i, f);
}

static void print_card(const struct latency_counters *c, FILE *f)
{
	if (!c->asked)
		return;
	fprintf(f, "\nThe card took %llu descriptors, with those of the warm-up: ",
		c->taken);
	latency_put_counters(c, true, f);
	fputs(".\n", f);
	if (c->shared)
		fprintf(f, "The card shared its CPU in %zu of %zu rows: their times hold the scheduler's.\n",
			c->shared, c->asked);
	else if (c->own)
		fputs("The card polled on a CPU of its own.\n", f);
}

/**
 * latency_print_text - print latencies for a person
 * @l: the latencies
 * @f: where to
 */
void latency_print_text(const struct latency *l, FILE *f)
{
	static const char *const keys[] = { "interface", "time" };
	struct latency_counters c;
	char *reading;
	size_t i;

	resulttext_head(&l->context, f);
	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		const char *value = facts_get(&l->context, keys[i]);

		if (value)
			fprintf(f, "%s: %s\n", keys[i], value);
	}
	latency_count(l, &c);
	if (c.asked)
		fputs("(ib_write_lat prints half of a ping-pong, this is the whole of it)\n",
		      f);
	for (i = 0; i < l->nr_rows; i++) {
		if (begins_group(l, i))
			print_group(l, i, f);
	}
	resulttext_state(&l->context, l->nr_rows, f);
	print_card(&c, f);
	latency_published(l, f);
	reading = latency_reading(l);
	fputc('\n', f);
	resulttext_wrapped(reading, f);
	free(reading);
}

static void text(const void *l, FILE *f)
{
	latency_print_text(l, f);
}

static void json(const void *l, FILE *f)
{
	latency_print_json(l, f);
}

static void csv(const void *l, FILE *f)
{
	latency_print_csv(l, f);
}

static char *script(const void *l)
{
	return latency_plot_script(l);
}

const struct output_forms latency_forms = {
	.text = text,
	.json = json,
	.csv = csv,
	.script = script,
};
