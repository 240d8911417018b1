// SPDX-License-Identifier: GPL-2.0
/*
 * A row of a latency run as a line of text, and the buckets of its histogram.
 * The columns are those of WCBAR_POST_COLUMNS.
 */
#include <wcbar/post.h>
#include <wcbar/rowtext.h>

#define NR_TIMES	7

/* In the order of their enums */
static const char *const untils[] = { "completion", "readback" };
static const char *const waits[] = { "poll", "irq" };
static const char *const yes[] = { "no", "yes" };
static const char *const states[] = { "ok", "failed", "skipped" };

/**
 * wcbar_hist_bucket - the bucket that a time belongs into
 * @ns: the time, nanoseconds
 *
 * Return: 0 to WCBAR_HIST_BUCKETS - 1.
 */
u32 wcbar_hist_bucket(u64 ns)
{
	u32 octave = 0;

	if (ns < WCBAR_HIST_FIRST)
		return 0;
	while (ns >> octave >= 2 * WCBAR_HIST_FIRST) {
		if (++octave == WCBAR_HIST_BUCKETS / WCBAR_HIST_STEPS)
			return WCBAR_HIST_BUCKETS - 1;
	}
	/* in [FIRST, 2 FIRST), and from there on in equal steps */
	return octave * WCBAR_HIST_STEPS +
	       ((u32)(ns >> octave) - WCBAR_HIST_FIRST) /
	       (WCBAR_HIST_FIRST / WCBAR_HIST_STEPS);
}

/**
 * wcbar_hist_lower - the shortest time of a bucket
 * @bucket: 0 to WCBAR_HIST_BUCKETS - 1
 *
 * Return: nanoseconds; the first bucket begins at 0.
 */
u64 wcbar_hist_lower(u32 bucket)
{
	u64 steps = WCBAR_HIST_STEPS + bucket % WCBAR_HIST_STEPS;

	if (!bucket)
		return 0;
	return steps * (WCBAR_HIST_FIRST / WCBAR_HIST_STEPS) <<
	       bucket / WCBAR_HIST_STEPS;
}

/**
 * wcbar_hist_add - count times into the buckets
 * @hist: WCBAR_HIST_BUCKETS counts
 * @ps: the times, picoseconds
 * @n: how many
 */
void wcbar_hist_add(u32 *hist, const u64 *ps, size_t n)
{
	u32 rest;

	while (n--)
		hist[wcbar_hist_bucket(div_u64_rem(ps[n], 1000, &rest))]++;
}

/* In the order of the columns */
static void put_stats(struct wcbar_rowout *o, const struct wcbar_post_stats *p,
		      bool ran)
{
	u64 t[NR_TIMES] = {
		p->s.min, p->s.median, p->s.max, p->s.mean, p->s.stdev,
		p->s.p99, p->p999,
	};

	wcbar_rowout_times(o, t, NR_TIMES, ran);
}

static void put_hist(struct wcbar_rowout *o, const u32 *hist)
{
	const char *comma = "";
	u32 i;

	for (i = 0; i < WCBAR_HIST_BUCKETS; i++) {
		if (!hist[i])
			continue;
		wcbar_rowout(o, "%s%llu:%u", comma, wcbar_hist_lower(i),
			     hist[i]);
		comma = ",";
	}
	wcbar_rowout(o, comma[0] ? " " : "- ");
}

/**
 * wcbar_post_format - write a row as a line
 * @row: the row
 * @buf: where to; WCBAR_POST_ROW_TEXT bytes hold any row
 * @len: bytes of @buf
 *
 * The line is terminated but has no newline. Control characters in the note
 * become blanks, so that a row stays a line. Without iterations times are
 * dashes.
 *
 * Return: length of the line without the terminator, or -ENOSPC where it does
 * not fit (@buf then holds an empty string, if anything).
 */
int wcbar_post_format(const struct wcbar_post_row *row, char *buf, size_t len)
{
	struct wcbar_rowout o = { .buf = buf, .len = len };
	bool ran = row->iterations > 0;

	wcbar_rowout(&o, "%s %s %s %s %s ", wcbar_post_name(row->post),
		     yes[row->by_auto], wcbar_memtype_short(row->map),
		     wcbar_memtype_short(row->obtained),
		     wcbar_memtype_short(row->effective));
	if (row->bytes)
		wcbar_rowout(&o, "%u ", row->bytes);
	else
		wcbar_rowout(&o, "mixed ");
	wcbar_rowout(&o, "%u %u %s %s %.*s %.*s ", row->lines, row->iterations,
		     waits[row->wait == WCBAR_WAIT_IRQ],
		     untils[row->until == WCBAR_UNTIL_READBACK],
		     WCBAR_ROW_NAME - 1, row->method[0] ? row->method : "-",
		     (int)sizeof(row->card) - 1,
		     row->card[0] ? row->card : "-");
	put_stats(&o, &row->issued, ran);
	put_stats(&o, &row->done, ran);
	wcbar_rowout(&o, "%llu %llu %llu %llu %llu %llu ", row->taken,
		     row->torn, row->stale, row->twice, row->order, row->lost);
	put_hist(&o, row->hist);
	wcbar_rowout(&o, "%s ", states[row->skipped ? 2 : row->failed]);
	return wcbar_rowout_end(&o, row->note, sizeof(row->note));
}

static bool get_stats(struct wcbar_rowin *in, bool ran,
		      struct wcbar_post_stats *p)
{
	u64 t[NR_TIMES];

	if (!wcbar_rowin_times(in, t, NR_TIMES, ran))
		return false;
	p->s.min = t[0];
	p->s.median = t[1];
	p->s.max = t[2];
	p->s.mean = t[3];
	p->s.stdev = t[4];
	p->s.p99 = t[5];
	p->p999 = t[6];
	return true;
}

static bool get_bytes(struct wcbar_rowin *in, u32 *bytes)
{
	struct wcbar_word w;
	u64 v;

	*bytes = 0;
	if (!wcbar_rowin_word(in, &w))
		return false;
	if (wcbar_word_is(&w, "mixed"))
		return true;
	if (!wcbar_digits(&w, &v) || !v || v > U32_MAX)
		return false;
	*bytes = (u32)v;
	return true;
}

static bool get_post(struct wcbar_rowin *in, enum wcbar_post *post)
{
	struct wcbar_word w;

	if (!wcbar_rowin_word(in, &w))
		return false;
	for (*post = WCBAR_POST_BF; *post < WCBAR_POST_NUM; (*post)++) {
		if (wcbar_word_is(&w, wcbar_post_name(*post)))
			return true;
	}
	return false;
}

/* "64:12,72:3": each bucket by its shortest time, in order */
static bool get_hist(struct wcbar_rowin *in, u32 *hist)
{
	struct wcbar_word w, part, lower;
	u64 ns, n, next = 0;
	u32 bucket;

	if (!wcbar_rowin_word(in, &w))
		return false;
	if (wcbar_word_is(&w, "-"))
		return true;
	while (wcbar_word_cut(&w, ',', &part)) {
		wcbar_word_cut(&part, ':', &lower);
		if (!part.p || !wcbar_digits(&lower, &ns) ||
		    !wcbar_digits(&part, &n) || !n || n > U32_MAX)
			return false;
		bucket = wcbar_hist_bucket(ns);
		if (ns < next || ns != wcbar_hist_lower(bucket))
			return false;
		next = ns + 1;
		hist[bucket] = (u32)n;
	}
	return true;
}

/**
 * wcbar_post_row_parse - read a row from a line
 * @line: the line, not terminated, with or without its newline
 * @len: its length
 * @row: the row
 *
 * Return: 0, or -EINVAL where the line is not a row.
 */
int wcbar_post_row_parse(const char *line, size_t len,
			 struct wcbar_post_row *row)
{
	u32 by_auto, wait, until, state;
	struct wcbar_rowin in;
	bool ran;

	wcbar_rowin_begin(&in, line, len);
	memset(row, 0, sizeof(*row));
	if (!get_post(&in, &row->post) ||
	    !wcbar_rowin_name(&in, yes, ARRAY_SIZE(yes), &by_auto) ||
	    !wcbar_rowin_memtype(&in, &row->map) ||
	    !wcbar_rowin_memtype(&in, &row->obtained) ||
	    !wcbar_rowin_memtype(&in, &row->effective) ||
	    !get_bytes(&in, &row->bytes) ||
	    !wcbar_rowin_u32(&in, &row->lines) ||
	    !wcbar_rowin_u32(&in, &row->iterations) ||
	    !wcbar_rowin_name(&in, waits, ARRAY_SIZE(waits), &wait) ||
	    !wcbar_rowin_name(&in, untils, ARRAY_SIZE(untils), &until) ||
	    !wcbar_rowin_text(&in, row->method, sizeof(row->method)) ||
	    !wcbar_rowin_text(&in, row->card, sizeof(row->card)))
		return -EINVAL;
	ran = row->iterations > 0;
	if (!get_stats(&in, ran, &row->issued) ||
	    !get_stats(&in, ran, &row->done) ||
	    !wcbar_rowin_u64(&in, &row->taken) ||
	    !wcbar_rowin_u64(&in, &row->torn) ||
	    !wcbar_rowin_u64(&in, &row->stale) ||
	    !wcbar_rowin_u64(&in, &row->twice) ||
	    !wcbar_rowin_u64(&in, &row->order) ||
	    !wcbar_rowin_u64(&in, &row->lost) ||
	    !get_hist(&in, row->hist) ||
	    !wcbar_rowin_name(&in, states, ARRAY_SIZE(states), &state) ||
	    !wcbar_rowin_end(&in, row->note, sizeof(row->note)))
		return -EINVAL;
	row->by_auto = by_auto;
	row->wait = (enum wcbar_wait)wait;
	row->until = (enum wcbar_until)until;
	row->failed = state == 1;
	row->skipped = state == 2;
	return 0;
}
