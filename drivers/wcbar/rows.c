// SPDX-License-Identifier: GPL-2.0
/*
 * A row of results as a line of text, written by the module and read by the
 * tool. The columns are those of WCBAR_ROWS_COLUMNS.
 */
#include <wcbar/rows.h>
#include <wcbar/rowtext.h>

#define NR_TIMES	6

/* In the order of the columns */
static void stats_to_array(const struct wcbar_stats *s, u64 t[NR_TIMES])
{
	t[0] = s->min;
	t[1] = s->median;
	t[2] = s->p99;
	t[3] = s->max;
	t[4] = s->mean;
	t[5] = s->stdev;
}

static void stats_from_array(struct wcbar_stats *s, const u64 t[NR_TIMES])
{
	s->min = t[0];
	s->median = t[1];
	s->p99 = t[2];
	s->max = t[3];
	s->mean = t[4];
	s->stdev = t[5];
}

/* In the order of their enums */
static const char *const dirs[] = { "write", "read" };
static const char *const verified[] = { "-", "yes", "no" };

static void put_stats(struct wcbar_rowout *o, const struct wcbar_stats *s,
		      bool ran)
{
	u64 t[NR_TIMES];

	stats_to_array(s, t);
	wcbar_rowout_times(o, t, NR_TIMES, ran);
}

/**
 * wcbar_row_format - write a row as a line
 * @row: the row
 * @buf: where to; WCBAR_ROW_TEXT bytes hold any row
 * @len: bytes of @buf
 *
 * The line is terminated but has no newline. Control characters in the reason
 * become blanks, so that a row stays a line.
 *
 * Return: length of the line without the terminator, or -ENOSPC where it does
 * not fit (@buf then holds an empty string, if anything).
 */
int wcbar_row_format(const struct wcbar_row *row, char *buf, size_t len)
{
	struct wcbar_rowout o = { .buf = buf, .len = len };
	bool ran = row->iterations > 0;
	u64 derived[2];

	derived[0] = wcbar_rate_mbps(wcbar_row_bytes(row), row->issued.median);
	derived[1] = wcbar_ps_per_line(wcbar_row_bytes(row),
				       row->issued.median);
	wcbar_rowout(&o, "%.*s %s %s %s %s %llu %llu %u %u ",
		     WCBAR_ROW_NAME - 1, row->method[0] ? row->method : "-",
		     wcbar_memtype_short(row->map),
		     wcbar_memtype_short(row->obtained),
		     wcbar_memtype_short(row->effective),
		     dirs[row->dir == WCBAR_READ], row->size, row->offset,
		     row->threads, row->iterations);
	put_stats(&o, &row->issued, ran);
	put_stats(&o, &row->arrived, ran);
	wcbar_rowout_times(&o, derived, ARRAY_SIZE(derived), ran);
	wcbar_rowout(&o, "%s ", row->verified <= WCBAR_VERIFY_BAD ?
				verified[row->verified] : "-");
	return wcbar_rowout_end(&o, row->skipped, sizeof(row->skipped));
}

static bool get_stats(struct wcbar_rowin *in, bool ran, struct wcbar_stats *s)
{
	u64 t[NR_TIMES];

	if (!wcbar_rowin_times(in, t, NR_TIMES, ran))
		return false;
	stats_from_array(s, t);
	return true;
}

/**
 * wcbar_row_parse - read a row from a line
 * @line: the line, not terminated, with or without its newline
 * @len: its length
 * @row: the row
 *
 * gbps and ns_per_64b must be there and be numbers, but are not stored: they
 * follow from the other columns.
 *
 * Return: 0, or -EINVAL where the line is not a row.
 */
int wcbar_row_parse(const char *line, size_t len, struct wcbar_row *row)
{
	struct wcbar_rowin in;
	u64 derived[2];
	u32 dir, ver;
	bool ran;

	wcbar_rowin_begin(&in, line, len);
	memset(row, 0, sizeof(*row));
	if (!wcbar_rowin_text(&in, row->method, sizeof(row->method)) ||
	    !wcbar_rowin_memtype(&in, &row->map) ||
	    !wcbar_rowin_memtype(&in, &row->obtained) ||
	    !wcbar_rowin_memtype(&in, &row->effective) ||
	    !wcbar_rowin_name(&in, dirs, ARRAY_SIZE(dirs), &dir) ||
	    !wcbar_rowin_u64(&in, &row->size) ||
	    !wcbar_rowin_u64(&in, &row->offset) ||
	    !wcbar_rowin_u32(&in, &row->threads) ||
	    !wcbar_rowin_u32(&in, &row->iterations))
		return -EINVAL;
	ran = row->iterations > 0;
	if (!get_stats(&in, ran, &row->issued) ||
	    !get_stats(&in, ran, &row->arrived) ||
	    !wcbar_rowin_times(&in, derived, ARRAY_SIZE(derived), ran) ||
	    !wcbar_rowin_name(&in, verified, ARRAY_SIZE(verified), &ver) ||
	    !wcbar_rowin_end(&in, row->skipped, sizeof(row->skipped)))
		return -EINVAL;
	row->dir = (enum wcbar_dir)dir;
	row->verified = (enum wcbar_verified)ver;
	return 0;
}
