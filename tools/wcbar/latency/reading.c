// SPDX-License-Identifier: GPL-2.0
/*
 * What latencies show, in plain sentences: which way is the fastest at which
 * size, and whether post=auto, which goes by the effective memory type alone,
 * would have chosen well.
 *
 * Two times are told apart when they differ by a twentieth: that is about
 * what BlueFlame costs where nothing is combined (mlx5_core, wc.c, decides by
 * measuring for that reason).
 */
#include "latency/latency.h"

#include "mem.h"

#define TELL	1.05

/* No winner: the best two are too close */
static const char nobody[] = "no way by more than 5 %";

static bool shows(const struct wcbar_post_row *row)
{
	return latency_ran(row) && !row->by_auto &&
	       row->until == WCBAR_UNTIL_COMPLETION && row->done.s.median;
}

/* Of the rows with one label the fastest counts: doorbells have no map */
static bool same_label(const struct wcbar_post_row *a,
		       const struct wcbar_post_row *b)
{
	return a->post == b->post &&
	       (a->post != WCBAR_POST_BF || a->map == b->map);
}

/* The fastest at a size, but for one label; @not may be NULL */
static const struct wcbar_post_row *best(const struct latency *l, u32 bytes,
					 const struct wcbar_post_row *not)
{
	const struct wcbar_post_row *found = NULL, *row;
	size_t i;

	for (i = 0; i < l->nr_rows; i++) {
		row = &l->rows[i];
		if (!shows(row) || row->bytes != bytes ||
		    (not && same_label(row, not)))
			continue;
		if (!found || row->done.s.median < found->done.s.median)
			found = row;
	}
	return found;
}

static bool clearly(const struct wcbar_post_row *fast,
		    const struct wcbar_post_row *slow)
{
	return (double)slow->done.s.median >=
	       TELL * (double)fast->done.s.median;
}

/* The sizes that were measured, in order, 0 for mixed ones first */
static size_t find_sizes(const struct latency *l, u32 *sizes)
{
	size_t i, k, at, nr = 0;

	for (i = 0; i < l->nr_rows; i++) {
		u32 bytes = l->rows[i].bytes;

		if (!shows(&l->rows[i]))
			continue;
		for (at = 0; at < nr && sizes[at] < bytes; at++)
			;
		if (at < nr && sizes[at] == bytes)
			continue;
		for (k = nr++; k > at; k--)
			sizes[k] = sizes[k - 1];
		sizes[at] = bytes;
	}
	return nr;
}

/* Who wins at a size; NULL where there is nobody to win against */
static const char *winner(const struct latency *l, u32 bytes,
			  char label[LATENCY_LABEL])
{
	const struct wcbar_post_row *first = best(l, bytes, NULL), *second;

	second = best(l, bytes, first);
	if (!second)
		return NULL;
	return clearly(first, second) ? latency_label(first, label) : nobody;
}

static void put_sizes(const u32 *sizes, size_t nr, FILE *f)
{
	if (!sizes[0] && nr == 1)
		fputs(" with mixed sizes", f);
	else if (!sizes[0])
		fprintf(f, " with mixed sizes and up to %u bytes",
			sizes[nr - 1]);
	else if (nr == 1)
		fprintf(f, " at %u bytes", sizes[0]);
	else
		fprintf(f, " at %u to %u bytes", sizes[0], sizes[nr - 1]);
}

/* "Fastest: bf on wc at 2 to 64 bytes, doorbell at 128 bytes." */
static bool put_winners(const struct latency *l, const u32 *sizes, size_t nr,
			FILE *f)
{
	char label[LATENCY_LABEL], next[LATENCY_LABEL];
	const char *who, *other;
	bool any = false;
	size_t i, k;

	for (i = 0; i < nr; i = k) {
		who = winner(l, sizes[i], label);
		for (k = i + 1; k < nr; k++) {
			other = winner(l, sizes[k], next);
			if (!who != !other || (who && strcmp(who, other)))
				break;
		}
		if (!who)
			continue;
		fprintf(f, "%s%s", any ? ", " : "Fastest: ", who);
		put_sizes(&sizes[i], k - i, f);
		any = true;
	}
	if (any)
		fputs(". ", f);
	return any;
}

static const struct wcbar_post_row *find(const struct latency *l, u32 bytes,
					 enum wcbar_post post,
					 enum wcbar_memtype map)
{
	const struct wcbar_post_row *found = NULL, *row;
	size_t i;

	for (i = 0; i < l->nr_rows; i++) {
		row = &l->rows[i];
		if (shows(row) && row->bytes == bytes && row->post == post &&
		    row->map == map &&
		    (!found || row->done.s.median < found->done.s.median))
			found = row;
	}
	return found;
}

/* What auto would take on a map, and how that compares */
static void put_auto_map(const struct latency *l, const u32 *sizes, size_t nr,
			 enum wcbar_memtype map, bool *any, FILE *f)
{
	const struct wcbar_post_row *bf, *doorbell, *row = NULL;
	size_t i, compared = 0, right = 0;
	bool wc = false;

	for (i = 0; i < nr; i++) {
		bf = find(l, sizes[i], WCBAR_POST_BF, map);
		doorbell = find(l, sizes[i], WCBAR_POST_DOORBELL, map);
		if (!bf || !doorbell)
			continue;
		row = bf;
		wc = bf->effective == WCBAR_MT_WC;
		compared++;
		right += !clearly(wc ? doorbell : bf, wc ? bf : doorbell);
	}
	if (!compared)
		return;
	fprintf(f, "%spost=auto takes %s on %s (effectively %s), which is ",
		*any ? "; " : "", wc ? "bf" : "the doorbell",
		wcbar_memtype_short(map), wcbar_memtype_short(row->effective));
	if (right == compared)
		fprintf(f, "no slower than %s at any size",
			wc ? "the doorbell" : "bf");
	else if (!right)
		fprintf(f, "the slower one of bf and doorbell at every size");
	else
		fprintf(f, "no slower than %s at %zu of %zu sizes",
			wc ? "the doorbell" : "bf", right, compared);
	*any = true;
}

/**
 * latency_reading - what latencies show
 * @l: the latencies
 *
 * Return: sentences with their full stops, to be freed.
 */
char *latency_reading(const struct latency *l)
{
	static const enum wcbar_memtype maps[] = {
		WCBAR_MT_WC, WCBAR_MT_UC_MINUS, WCBAR_MT_UC,
	};
	u32 *sizes = mem_grow(NULL, l->nr_rows + 1, sizeof(*sizes));
	size_t nr = find_sizes(l, sizes), i, len, readback = 0;
	char *text = NULL;
	bool any = false;
	FILE *f;

	f = open_memstream(&text, &len);
	if (!f) {
		free(sizes);
		return mem_printf("The table could not be read for want of memory.");
	}
	for (i = 0; i < l->nr_rows; i++)
		readback += latency_ran(&l->rows[i]) &&
			    l->rows[i].until == WCBAR_UNTIL_READBACK;
	if (readback)
		fputs("The card has no interface for descriptors: these are the costs of the stores, and of reading back what they wrote; which way serves a card best they do not show. ",
		      f);
	else if (!nr)
		fputs("No row says how fast a way is: each failed or was skipped. ", f);
	else if (!put_winners(l, sizes, nr, f))
		fputs("One way was measured only; --post bf,doorbell --map wc,uc compares. ",
		      f);
	for (i = 0; i < ARRAY_SIZE(maps); i++)
		put_auto_map(l, sizes, nr, maps[i], &any, f);
	if (any)
		fputs(". ", f);
	if (context_emulated(&l->context))
		fprintf(f, "%s is emulated: the counters prove function, the times say nothing of hardware. ",
			!strcmp(facts_or(&l->context, "accel", ""), "tcg") ?
			"The CPU, by QEMU's TCG," : "The card");
	fclose(f);
	free(sizes);
	/* each sentence is followed by a blank, also the last one */
	text[strlen(text) - 1] = '\0';
	return text;
}
