// SPDX-License-Identifier: GPL-2.0
/*
 * Comma-separated values, as a protocol analyser exports them: a request in
 * each line.
 *
 *	Time (ns),Type,Address,Length
 *	0,MWr,0x6000000000,64
 *	13,MWr,0x6000000040,64
 *
 * Columns are separated by commas, semicolons or tabs. With a header, the
 * columns whose names begin with time, addr, and size, len, bytes or payload
 * are taken, and one that begins with type, tlp, op, kind or dir where there is
 * one; others are stepped over. So are lines whose type is neither a write nor a
 * read of memory, whatever else they hold: completions have no address. Without
 * a header the first three are time, address and size. The header may say the
 * unit of times in its name: time_ns, "Time (us)", "time [s]". Addresses are
 * hexadecimal, with 0x or without, sizes decimal, in bytes, or in double words
 * where the name has DW in it.
 */
#include <ctype.h>

#include "mem.h"
#include "model/tracefile.h"

#define COLUMNS_MAX	64
#define SIZE_MOST	65536	/* bytes of a request; the largest TLP has 4096 */

/**
 * enum column - what a column holds
 * @COLUMN_OTHER: nothing that is needed
 * @COLUMN_TIME: the time
 * @COLUMN_ADDRESS: the address
 * @COLUMN_SIZE: the size
 * @COLUMN_TYPE: what it is
 * @COLUMN_KINDS: number of kinds
 */
enum column {
	COLUMN_OTHER,
	COLUMN_TIME,
	COLUMN_ADDRESS,
	COLUMN_SIZE,
	COLUMN_TYPE,
	COLUMN_KINDS,
};

/**
 * enum request - what a line is
 * @REQUEST_NONE: something else, for example a completion
 * @REQUEST_WRITE: a write to memory
 * @REQUEST_READ: a read from it
 */
enum request {
	REQUEST_NONE,
	REQUEST_WRITE,
	REQUEST_READ,
};

/**
 * struct csv - the columns of the file
 * @sep: what stands between them
 * @at: what each holds
 * @nr: columns up to the last one that is needed
 * @words: sizes are in double words
 */
struct csv {
	char sep;
	enum column at[COLUMNS_MAX];
	u32 nr;
	bool words;
};

/* Ignoring case */
static bool begins(struct text t, const char *s)
{
	size_t n = strlen(s);

	return t.len >= n && !strncasecmp(t.p, s, n);
}

static char separator(struct text line)
{
	static const char seps[] = ",;\t";
	u32 i;

	for (i = 0; i < 3; i++) {
		if (memchr(line.p, seps[i], line.len))
			return seps[i];
	}
	return '\0';
}

/* Cuts a field off; quotes around it are taken away */
static struct text field(struct text *line, char sep)
{
	struct text got = *line;
	const char *end;
	size_t skip = 0;

	if (got.len && got.p[0] == '"') {
		end = memchr(got.p + 1, '"', got.len - 1);
		skip = end ? (size_t)(end - got.p) : 0;
	}
	end = memchr(got.p + skip, sep, got.len - skip);
	got.len = end ? (size_t)(end - got.p) : got.len;
	line->p += got.len;
	line->len -= got.len;
	if (end) {
		line->p++;
		line->len--;
	}
	got = text_trim(got);
	if (got.len >= 2 && got.p[0] == '"' && got.p[got.len - 1] == '"') {
		got.p++;
		got.len -= 2;
	}
	return text_trim(got);
}

static enum column column_of(struct text name)
{
	static const struct {
		const char *begin;
		enum column column;
	} names[] = {
		{ "time", COLUMN_TIME }, { "addr", COLUMN_ADDRESS },
		{ "size", COLUMN_SIZE }, { "len", COLUMN_SIZE },
		{ "bytes", COLUMN_SIZE }, { "payload", COLUMN_SIZE },
		{ "type", COLUMN_TYPE }, { "op", COLUMN_TYPE },
		{ "kind", COLUMN_TYPE }, { "dir", COLUMN_TYPE },
		{ "tlp", COLUMN_TYPE },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (begins(name, names[i].begin))
			return names[i].column;
	}
	return COLUMN_OTHER;
}

/* "time_us", "Time (us)", "time[us]": what stands behind the last letter */
static void take_unit(struct tracefile *t, struct text name)
{
	static const struct {
		const char *unit;
		int power;
	} units[] = {
		{ "ps", 0 }, { "ns", 3 }, { "us", 6 }, { "\xc2\xb5s", 6 },
		{ "ms", 9 }, { "sec", 12 }, { "s", 12 },
	};
	size_t from;
	u32 i;

	while (name.len && strchr(")]} ", name.p[name.len - 1]))
		name.len--;
	for (from = name.len; from && !strchr("([{_ ", name.p[from - 1]);)
		from--;
	if (!from || t->unit_given)
		return;
	name.p += from;
	name.len -= from;
	for (i = 0; i < ARRAY_SIZE(units); i++) {
		if (text_is(name, units[i].unit))
			t->unit = units[i].power;
	}
}

static bool is_header(struct text line, char sep)
{
	while (line.len) {
		if (column_of(field(&line, sep)) != COLUMN_OTHER)
			return true;
	}
	return false;
}

/* Returns NULL, or what is wrong */
static const char *take_header(struct tracefile *t, struct csv *c,
			       struct text line)
{
	bool seen[COLUMN_KINDS] = { false };
	u32 i;

	for (i = 0; line.len && i < COLUMNS_MAX; i++) {
		struct text name = field(&line, c->sep);
		enum column column = column_of(name);

		c->at[i] = seen[column] ? COLUMN_OTHER : column;
		if (c->at[i] == COLUMN_OTHER)
			continue;
		seen[column] = true;
		c->nr = i + 1;
		if (column == COLUMN_TIME)
			take_unit(t, name);
		if (column == COLUMN_SIZE)
			c->words = text_has(name, "DW");
	}
	if (!seen[COLUMN_TIME])
		return "names no column for the time";
	if (!seen[COLUMN_ADDRESS])
		return "names no column for the address";
	if (!seen[COLUMN_SIZE])
		return "names no column for the size";
	return NULL;
}

static bool whole_hex(struct text t, u64 *v)
{
	return text_hex(&t, v) && !t.len;
}

static bool whole_size(struct text t, u64 *v)
{
	if (text_begins(t, "0x"))
		return whole_hex(t, v);
	return text_dec(&t, v) && !t.len;
}

/* "MWr", "MRd(64)", "Memory Write", "mem_read", "W" */
static enum request request_of(struct text type)
{
	static const char *const memory[] = { "memory", "mem", "m" };
	u32 i;

	for (i = 0; i < ARRAY_SIZE(memory); i++) {
		if (begins(type, memory[i])) {
			type.p += strlen(memory[i]);
			type.len -= strlen(memory[i]);
			break;
		}
	}
	while (type.len && strchr(" _-", type.p[0])) {
		type.p++;
		type.len--;
	}
	return begins(type, "w") ? REQUEST_WRITE :
	       begins(type, "r") ? REQUEST_READ : REQUEST_NONE;
}

/* What a line is by its type; a write where no column says it */
static enum request request_in(const struct csv *c, struct text line)
{
	u32 i;

	for (i = 0; i < c->nr && line.len; i++) {
		struct text f = field(&line, c->sep);

		if (c->at[i] == COLUMN_TYPE)
			return request_of(f);
	}
	return REQUEST_WRITE;
}

/* Returns 1 for a request, 0 for what is none, -1 where a field is wrong */
static int take_fields(struct tracefile *t, const struct csv *c,
		       struct text line, struct event *ev)
{
	enum request request = request_in(c, line);
	u64 size = 0;
	u32 i;

	if (request == REQUEST_NONE) {
		t->odd.ignored++;
		return 0;
	}

	for (i = 0; i < c->nr; i++) {
		struct text f;

		if (!line.len)
			return -1;
		f = field(&line, c->sep);
		switch (c->at[i]) {
		case COLUMN_TIME:
			if (!trace_time(t, &f, t->unit, &ev->time) || f.len)
				return -1;
			break;
		case COLUMN_ADDRESS:
			if (!whole_hex(f, &ev->addr))
				return -1;
			break;
		case COLUMN_SIZE:
			if (!whole_size(f, &size))
				return -1;
			break;
		default:
			break;
		}
	}
	size *= c->words ? 4 : 1;
	if (!size || size > SIZE_MOST || ev->addr > U64_MAX - (size - 1))
		return -1;
	ev->width = (u32)size;
	ev->kind = request == REQUEST_WRITE ? EVENT_STORE : EVENT_LOAD;
	return 1;
}

static struct csv *columns(void)
{
	static const enum column usual[] = {
		COLUMN_TIME, COLUMN_ADDRESS, COLUMN_SIZE,
	};
	struct csv *c = mem_grow(NULL, 1, sizeof(*c));

	memset(c, 0, sizeof(*c));
	memcpy(c->at, usual, sizeof(usual));
	c->nr = ARRAY_SIZE(usual);
	return c;
}

static int take_line(struct tracefile *t, struct text line, struct event *ev,
		     const char **why)
{
	struct csv *c = t->priv;
	const char *wrong;

	if (!text_trim(line).len || line.p[0] == '#')
		return 0;
	/* what editors of other systems put in front of UTF-8 */
	if (t->feed.line == 1)
		text_skip(&line, "\xef\xbb\xbf");
	if (!c) {
		c = columns();
		t->priv = c;
		c->sep = separator(line);
		if (is_header(line, c->sep)) {
			wrong = take_header(t, c, line);
			*why = wrong ? wrong : *why;
			return wrong ? -1 : 0;
		}
	}
	return take_fields(t, c, line, ev);
}

static int next(struct tracefile *t, struct event *ev, struct error *e)
{
	return trace_next_line(t, ev, take_line,
			       "is no time, address and size", e);
}

static bool is_csv(struct text head)
{
	struct lines it = { head, 0 };
	struct tracefile *t;
	struct event ev;
	struct text line;
	struct csv *c;
	bool is;
	char sep;

	text_skip(&it.rest, "\xef\xbb\xbf");
	do {
		if (!lines_next(&it, &line))
			return false;
	} while (!line.len || line.p[0] == '#');
	sep = separator(line);
	if (!sep || memchr(line.p, '\0', line.len))
		return false;
	if (is_header(line, sep))
		return true;
	t = mem_grow(NULL, 1, sizeof(*t));
	memset(t, 0, sizeof(*t));
	c = columns();
	c->sep = sep;
	memset(&ev, 0, sizeof(ev));
	is = take_fields(t, c, line, &ev) > 0;
	free(c);
	free(t);
	return is;
}

static void csv_free(struct tracefile *t)
{
	free(t->priv);
	t->priv = NULL;
}

const struct trace_format trace_csv = {
	.name = "csv",
	.title = "requests as time,address,size",
	.requests = true,
	.timed = true,
	.is = is_csv,
	.next = next,
	.free = csv_free,
};
