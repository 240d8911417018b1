// SPDX-License-Identifier: GPL-2.0
/*
 * Latencies of posted descriptors: the driver's latency file, and what its
 * rows have in common.
 */
#include "latency/latency.h"

#include "mem.h"

/**
 * latency_add - add a row
 * @l: the latencies
 * @row: the row
 */
void latency_add(struct latency *l, const struct wcbar_post_row *row)
{
	l->rows = mem_grow(l->rows, l->nr_rows + 1, sizeof(*l->rows));
	l->rows[l->nr_rows++] = *row;
}

/**
 * latency_free - throw latencies away
 * @l: the latencies
 */
void latency_free(struct latency *l)
{
	facts_free(&l->context);
	free(l->rows);
	l->rows = NULL;
	l->nr_rows = 0;
}

/**
 * latency_size - the size of a row's messages
 * @row: the row
 * @buf: where to
 *
 * Return: @buf: bytes, or "mixed".
 */
const char *latency_size(const struct wcbar_post_row *row,
			 char buf[LATENCY_LABEL])
{
	if (row->bytes)
		snprintf(buf, LATENCY_LABEL, "%u", row->bytes);
	else
		snprintf(buf, LATENCY_LABEL, "mixed");
	return buf;
}

/**
 * latency_label - name the way that a row went: "bf on wc", "doorbell"
 * @row: the row
 * @buf: where to
 *
 * What the map is only matters to what is written into it.
 *
 * Return: @buf.
 */
const char *latency_label(const struct wcbar_post_row *row,
			  char buf[LATENCY_LABEL])
{
	const char *way = wcbar_post_name(row->post);

	if (row->post == WCBAR_POST_BF)
		snprintf(buf, LATENCY_LABEL, "%s on %s", way,
			 wcbar_memtype_short(row->map));
	else
		snprintf(buf, LATENCY_LABEL, "%s", way);
	return buf;
}

/**
 * latency_ran - whether a row has times that can be compared with others
 * @row: the row
 *
 * Return: true if so.
 */
bool latency_ran(const struct wcbar_post_row *row)
{
	return row->iterations && !row->failed && !row->skipped;
}

static int add_line(void *arg, const char *line, size_t len)
{
	struct wcbar_post_row row;
	int ret = wcbar_post_row_parse(line, len, &row);

	if (!ret)
		latency_add(arg, &row);
	return ret;
}

static void forget(void *arg)
{
	latency_free(arg);
}

/* What was measured last, while a run goes on */
static void words(const char *line, size_t len, char what[RUN_WORDS])
{
	struct wcbar_post_row row;
	char size[LATENCY_LABEL];

	if (!wcbar_post_row_parse(line, len, &row))
		snprintf(what, RUN_WORDS, "%s %s %s", wcbar_post_name(row.post),
			 wcbar_memtype_short(row.map),
			 latency_size(&row, size));
}

/* What went wrong between the driver and the card, not between us and it */
static bool explain(void *arg, int ret, const char *address, const char *said,
		    struct error *e)
{
	const struct latency *l = arg;
	const char *what = NULL;

	if (ret == -ETIMEDOUT)
		what = "did not answer in time";
	else if (ret == -EBADMSG)
		what = "did not get a descriptor as it was posted";
	else if (ret == -EIO && l->nr_rows && l->rows[l->nr_rows - 1].failed)
		what = "could not carry a descriptor out";
	if (what)
		error_set(e, ret, "%s %s: %s", address, what,
			  said[0] ? said : "it is not said why");
	return what;
}

/**
 * latency_file - the driver's latency file
 * @l: the latencies that its content becomes; emptied
 *
 * Return: the file.
 */
struct rowfile latency_file(struct latency *l)
{
	memset(l, 0, sizeof(*l));
	return (struct rowfile){
		.name = "latency",
		.magic = WCBAR_POST_MAGIC,
		.columns = WCBAR_POST_COLUMNS,
		.context = &l->context,
		.add = add_line,
		.words = words,
		.forget = forget,
		.explain = explain,
		.arg = l,
		.permitted = "",
	};
}

/**
 * latency_count - add up what the card counted
 * @l: the latencies
 * @c: the sums
 */
void latency_count(const struct latency *l, struct latency_counters *c)
{
	size_t i;

	memset(c, 0, sizeof(*c));
	for (i = 0; i < l->nr_rows; i++) {
		const struct wcbar_post_row *row = &l->rows[i];

		if (row->skipped || row->until == WCBAR_UNTIL_READBACK)
			continue;
		c->asked++;
		c->taken += row->taken;
		c->bad[0] += row->torn;
		c->bad[1] += row->stale;
		c->bad[2] += row->twice;
		c->bad[3] += row->order;
		c->lost += row->lost;
		c->own += !strcmp(row->card, "own");
		c->shared += !strcmp(row->card, "shared");
		c->hardware += !strcmp(row->card, "hardware");
		if (!(row->torn | row->stale | row->twice | row->order |
		      row->lost))
			continue;
		if (!c->faulty++)
			c->first = i;
	}
}

/**
 * latency_put_counters - the faults that the card counted, as a list
 * @c: the sums
 * @all: those that are 0, too
 * @f: where to
 */
void latency_put_counters(const struct latency_counters *c, bool all, FILE *f)
{
	static const char *const names[] = {
		"torn", "stale", "posted twice", "out of order",
	};
	const char *comma = "";
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (!all && !c->bad[i])
			continue;
		fprintf(f, "%s%llu %s", comma, c->bad[i], names[i]);
		comma = ", ";
	}
	if (all || c->lost)
		fprintf(f, "%s%llu lost", comma, c->lost);
}
