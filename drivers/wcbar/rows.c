// SPDX-License-Identifier: GPL-2.0
/*
 * A row of results as a line of text, written by the module and read by the
 * tool. The columns are those of WCBAR_ROWS_COLUMNS.
 */
#include <wcbar/rows.h>

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

/**
 * struct out - a buffer being filled
 * @buf: the buffer
 * @len: its size
 * @pos: bytes used, or @len once something did not fit
 */
struct out {
	char *buf;
	size_t len;
	size_t pos;
};

static __printf(2, 3) void put(struct out *o, const char *fmt, ...)
{
	va_list ap;
	int n;

	if (o->pos >= o->len)
		return;
	va_start(ap, fmt);
	n = vsnprintf(o->buf + o->pos, o->len - o->pos, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= o->len - o->pos)
		o->pos = o->len;
	else
		o->pos += (size_t)n;
}

/* A number of thousandths as a decimal fraction, and a blank */
static void put_milli(struct out *o, u64 v)
{
	u32 frac;
	u64 whole = div_u64_rem(v, 1000, &frac);

	put(o, "%llu.%03u ", whole, frac);
}

static void put_stats(struct out *o, const struct wcbar_stats *s, bool ran)
{
	u64 t[NR_TIMES];
	unsigned int i;

	stats_to_array(s, t);
	for (i = 0; i < NR_TIMES; i++) {
		if (ran)
			put_milli(o, t[i]);
		else
			put(o, "- ");
	}
}

static const char *verified_name(enum wcbar_verified v)
{
	switch (v) {
	case WCBAR_VERIFY_OK:
		return "yes";
	case WCBAR_VERIFY_BAD:
		return "no";
	default:
		return "-";
	}
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
	struct out o = { .buf = buf, .len = len };
	bool ran = row->iterations > 0;
	size_t reason, i;

	put(&o, "%.*s %s %s %s %s %llu %llu %u %u ",
	    WCBAR_ROW_NAME - 1, row->method[0] ? row->method : "-",
	    wcbar_memtype_short(row->map), wcbar_memtype_short(row->obtained),
	    wcbar_memtype_short(row->effective),
	    row->dir == WCBAR_READ ? "read" : "write",
	    row->size, row->offset, row->threads, row->iterations);
	put_stats(&o, &row->issued, ran);
	put_stats(&o, &row->arrived, ran);
	if (ran) {
		put_milli(&o, wcbar_rate_mbps(wcbar_row_bytes(row),
					      row->issued.median));
		put_milli(&o, wcbar_ps_per_line(wcbar_row_bytes(row),
						row->issued.median));
	} else {
		put(&o, "- - ");
	}
	put(&o, "%s ", verified_name(row->verified));
	reason = o.pos;
	put(&o, "%.*s", WCBAR_ROW_REASON - 1,
	    row->skipped[0] ? row->skipped : "-");

	if (o.pos >= o.len) {
		if (len)
			buf[0] = '\0';
		return -ENOSPC;
	}
	for (i = reason; i < o.pos; i++) {
		if ((unsigned char)buf[i] < ' ' || buf[i] == 0x7f)
			buf[i] = ' ';
	}
	return (int)o.pos;
}

/**
 * struct in - a line being read
 * @p: next byte
 * @end: end of the line
 */
struct in {
	const char *p;
	const char *end;
};

/* The next column; false when there is none */
static bool word(struct in *in, const char **w, size_t *len)
{
	while (in->p < in->end && *in->p == ' ')
		in->p++;
	*w = in->p;
	while (in->p < in->end && *in->p != ' ')
		in->p++;
	*len = (size_t)(in->p - *w);
	return *len > 0;
}

static bool is_word(const char *w, size_t len, const char *want)
{
	return len == strlen(want) && !memcmp(w, want, len);
}

/* Decimal digits only; false also when the number leaves 64 bits */
static bool digits(const char *w, size_t len, u64 *v)
{
	u64 n = 0;
	size_t i;

	if (!len)
		return false;
	for (i = 0; i < len; i++) {
		u64 d = (u64)(w[i] - '0');

		if (w[i] < '0' || w[i] > '9')
			return false;
		/* 2^64 - 1 ends in ..1615: the last full multiple of ten */
		if (n > 1844674407370955161ULL ||
		    (n == 1844674407370955161ULL && d > 5))
			return false;
		n = n * 10 + d;
	}
	*v = n;
	return true;
}

static bool get_u64(struct in *in, u64 *v)
{
	const char *w;
	size_t len;

	return word(in, &w, &len) && digits(w, len, v);
}

static bool get_u32(struct in *in, u32 *v)
{
	u64 n;

	if (!get_u64(in, &n) || n > U32_MAX)
		return false;
	*v = (u32)n;
	return true;
}

/* "12.345" as thousandths, or "-" where the row did not run */
static bool get_milli(struct in *in, bool ran, u64 *v)
{
	const char *w;
	size_t len;
	u64 whole, frac;

	if (!word(in, &w, &len))
		return false;
	if (!ran) {
		*v = 0;
		return is_word(w, len, "-");
	}
	if (len < 5 || w[len - 4] != '.' || !digits(w, len - 4, &whole) ||
	    !digits(w + len - 3, 3, &frac))
		return false;
	if (whole > 18446744073709551ULL ||
	    (whole == 18446744073709551ULL && frac > 615))
		return false;
	*v = whole * 1000 + frac;
	return true;
}

static bool get_stats(struct in *in, bool ran, struct wcbar_stats *s)
{
	u64 t[NR_TIMES];
	unsigned int i;

	for (i = 0; i < NR_TIMES; i++) {
		if (!get_milli(in, ran, &t[i]))
			return false;
	}
	stats_from_array(s, t);
	return true;
}

static bool get_memtype(struct in *in, enum wcbar_memtype *type)
{
	const char *w;
	size_t len;

	if (!word(in, &w, &len))
		return false;
	if (is_word(w, len, "-")) {
		*type = WCBAR_MT_UNKNOWN;
		return true;
	}
	if (is_word(w, len, "mixed")) {
		*type = WCBAR_MT_MIXED;
		return true;
	}
	*type = wcbar_memtype_parse(w, len);
	return *type < WCBAR_MT_NUM;
}

static bool get_text(char *to, size_t room, const char *w, size_t len)
{
	size_t i;

	if (len >= room)
		return false;
	for (i = 0; i < len; i++) {
		if ((unsigned char)w[i] < ' ' || w[i] == 0x7f)
			return false;
	}
	memcpy(to, w, len);
	to[len] = '\0';
	return true;
}

static bool get_dir(struct in *in, enum wcbar_dir *dir)
{
	const char *w;
	size_t len;

	if (!word(in, &w, &len))
		return false;
	*dir = is_word(w, len, "read") ? WCBAR_READ : WCBAR_WRITE;
	return *dir == WCBAR_READ || is_word(w, len, "write");
}

static bool get_verified(struct in *in, enum wcbar_verified *verified)
{
	const char *w;
	size_t len;

	if (!word(in, &w, &len))
		return false;
	for (*verified = WCBAR_VERIFY_NONE; *verified <= WCBAR_VERIFY_BAD;
	     (*verified)++) {
		if (is_word(w, len, verified_name(*verified)))
			return true;
	}
	return false;
}

/* The rest of the line is the reason */
static bool get_reason(struct in *in, char reason[WCBAR_ROW_REASON])
{
	size_t len;

	while (in->p < in->end && *in->p == ' ')
		in->p++;
	len = (size_t)(in->end - in->p);
	if (!len)
		return false;
	if (is_word(in->p, len, "-")) {
		reason[0] = '\0';
		return true;
	}
	return get_text(reason, WCBAR_ROW_REASON, in->p, len);
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
	struct in in = { .p = line };
	const char *w;
	u64 derived;
	bool ran;

	if (len && line[len - 1] == '\n')
		len--;
	in.end = line + len;
	memset(row, 0, sizeof(*row));

	if (!word(&in, &w, &len) ||
	    !get_text(row->method, sizeof(row->method), w, len) ||
	    !get_memtype(&in, &row->map) ||
	    !get_memtype(&in, &row->obtained) ||
	    !get_memtype(&in, &row->effective) ||
	    !get_dir(&in, &row->dir) ||
	    !get_u64(&in, &row->size) ||
	    !get_u64(&in, &row->offset) ||
	    !get_u32(&in, &row->threads) ||
	    !get_u32(&in, &row->iterations))
		return -EINVAL;
	ran = row->iterations > 0;
	if (!get_stats(&in, ran, &row->issued) ||
	    !get_stats(&in, ran, &row->arrived) ||
	    !get_milli(&in, ran, &derived) ||
	    !get_milli(&in, ran, &derived) ||
	    !get_verified(&in, &row->verified) ||
	    !get_reason(&in, row->skipped))
		return -EINVAL;
	return 0;
}
