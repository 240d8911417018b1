// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's mmiotrace log, as trace_pipe gives it (kernel/trace/
 * trace_mmiotrace.c, Documentation/trace/mmiotrace.rst):
 *
 *	VERSION 20070824
 *	PCIDEV ...					what is in the machine
 *	MAP TIME MAP_ID PHYS VIRT LEN PC PID
 *	W WIDTH TIME MAP_ID PHYS VALUE PC PID		R for reads
 *	UNKNOWN TIME MAP_ID PHYS BYTES PC PID		BYTES of the instruction
 *	MARK TIME text
 *	UNMAP TIME MAP_ID PC PID
 *	CPU:N [LOST COUNT EVENTS]			trace_pipe was read too late
 *
 * mmiotrace takes instructions apart by itself and knows no movnti, no SSE or
 * AVX and no string instructions: of those it only knows that there was one.
 * Its width of "movq $imm" is wrong.
 */
#include "mem.h"
#include "model/tracefile.h"

/**
 * enum sort - what an instruction is that mmiotrace did not know
 * @SORT_MOVNTI: movnti
 * @SORT_STRING: a string instruction
 * @SORT_AVX: AVX or AVX-512
 * @SORT_SSE: SSE
 * @SORT_OTHER: something else
 * @SORTS: number of sorts
 */
enum sort {
	SORT_MOVNTI,
	SORT_STRING,
	SORT_AVX,
	SORT_SSE,
	SORT_OTHER,
	SORTS,
};

/**
 * struct mmiotrace - what is kept between lines
 * @label: the mark that was read last
 * @sorts: accesses that mmiotrace did not know, by sort
 */
struct mmiotrace {
	char label[EVENT_LABEL];
	u64 sorts[SORTS];
};

static bool is_lost(struct text line)
{
	u64 cpu;

	return text_skip(&line, "CPU:") && text_dec(&line, &cpu) &&
	       text_begins(line, " [LOST ") && text_ends(line, "EVENTS]");
}

static bool is_mmiotrace(struct text head)
{
	struct lines it = { head, 0 };
	struct text line;

	while (lines_next(&it, &line) && it.no < 64) {
		if (!line.len || line.p[0] == '#' || is_lost(line))
			continue;
		return text_begins(line, "VERSION 2007") ||
		       text_begins(line, "PCIDEV ") ||
		       text_begins(line, "LSPCI ") ||
		       text_begins(line, "W ") || text_begins(line, "R ") ||
		       text_begins(line, "MAP ") ||
		       text_begins(line, "UNMAP ") ||
		       text_begins(line, "MARK ") ||
		       text_begins(line, "UNKNOWN ");
	}
	return false;
}

static bool word_hex(struct text *t, u64 *v)
{
	text_blanks(t);
	return text_hex(t, v);
}

/* "W 4 10.000001 1 0xf8000000 0x1 0xffffffffc0000000 0" behind the letter */
static bool access_line(struct tracefile *t, struct text line,
			struct event *ev)
{
	u64 width, map, value;

	if (!text_dec(&line, &width) || !width || width > 8 ||
	    (width & (width - 1)))
		return false;
	text_blanks(&line);
	if (!trace_time(t, &line, 12, &ev->time) || !text_dec(&line, &map) ||
	    !word_hex(&line, &ev->addr) || !word_hex(&line, &value) ||
	    !word_hex(&line, &ev->place))
		return false;
	ev->width = (u32)width;
	return true;
}

static enum sort sort_of(const u64 b[3])
{
	/* a REX prefix, or the operand size, stands before the opcode */
	bool rex = b[0] >= 0x40 && b[0] < 0x50;

	if (b[0] == 0xc4 || b[0] == 0xc5 || b[0] == 0x62)
		return SORT_AVX;
	if ((b[0] == 0xf2 || b[0] == 0xf3) && b[1] != 0x0f)
		return SORT_STRING;
	if (b[0] >= 0xa4 && b[0] <= 0xaf)
		return SORT_STRING;
	if ((b[0] == 0x0f && b[1] == 0xc3) ||
	    (rex && b[1] == 0x0f && b[2] == 0xc3))
		return SORT_MOVNTI;
	if (b[0] == 0x0f || (rex && b[1] == 0x0f) ||
	    ((b[0] == 0x66 || b[0] == 0xf2 || b[0] == 0xf3) && b[1] == 0x0f))
		return SORT_SSE;
	return SORT_OTHER;
}

static bool unknown_line(struct tracefile *t, struct text line)
{
	struct mmiotrace *m = t->priv;
	u64 time, map, phys, b[3];

	text_blanks(&line);
	if (!trace_time(t, &line, 12, &time) || !text_dec(&line, &map) ||
	    !word_hex(&line, &phys) || !word_hex(&line, &b[0]) ||
	    !text_skip(&line, ",") || !text_hex(&line, &b[1]) ||
	    !text_skip(&line, ",") || !text_hex(&line, &b[2]))
		return false;
	t->odd.unknown++;
	m->sorts[sort_of(b)]++;
	return true;
}

/* Of some losses the kernel does not know how many events they were */
static int lost_line(struct tracefile *t, struct text line)
{
	u64 lost = 1;

	if (!is_lost(line))
		return -1;
	text_after(&line, "[LOST ");
	text_dec(&line, &lost);
	t->odd.lost += lost;
	return 0;
}

/* Returns 1 for a mark, 0 for a word on lost events, -1 for neither */
static int mark_line(struct tracefile *t, struct text line, struct event *ev)
{
	struct mmiotrace *m = t->priv;
	struct text at;
	u64 lost;

	text_blanks(&line);
	at = line;
	/* "MARK 0.000000 Lost 12 events." has no time */
	if (text_skip(&at, "0.000000 Lost ") && text_dec(&at, &lost)) {
		t->odd.lost += lost;
		return 0;
	}
	if (!trace_time(t, &line, 12, &ev->time))
		return -1;
	text_copy(text_trim(line), m->label, sizeof(m->label));
	ev->kind = EVENT_MARK;
	ev->mark = MARK_LABEL;
	ev->label = m->label;
	return 1;
}

static int take_line(struct tracefile *t, struct text line, struct event *ev,
		     const char **why)
{
	(void)why;
	if (!line.len || line.p[0] == '#')
		return 0;
	ev->kind = EVENT_STORE;
	if (text_skip(&line, "W "))
		return access_line(t, line, ev) ? 1 : -1;
	ev->kind = EVENT_LOAD;
	if (text_skip(&line, "R "))
		return access_line(t, line, ev) ? 1 : -1;
	if (text_skip(&line, "UNKNOWN "))
		return unknown_line(t, line) ? 0 : -1;
	if (text_skip(&line, "MARK "))
		return mark_line(t, line, ev);
	if (text_begins(line, "MAP ") || text_begins(line, "UNMAP ") ||
	    text_begins(line, "VERSION ") || text_begins(line, "PCIDEV ") ||
	    text_begins(line, "LSPCI "))
		return 0;
	return lost_line(t, line);
}

static void put_sorts(struct tracefile *t)
{
	static const char *const names[] = {
		[SORT_MOVNTI] = "movnti",
		[SORT_STRING] = "string instructions",
		[SORT_AVX] = "AVX",
		[SORT_SSE] = "SSE",
		[SORT_OTHER] = "others",
	};
	struct mmiotrace *m = t->priv;
	size_t room = sizeof(t->odd.sorts), at = 0;
	int i;

	for (i = 0; i < SORTS && at < room; i++) {
		if (m->sorts[i])
			at += (size_t)snprintf(t->odd.sorts + at, room - at,
					       "%s%s %llu", at ? ", " : "",
					       names[i], m->sorts[i]);
	}
}

static int next(struct tracefile *t, struct event *ev, struct error *e)
{
	int ret;

	if (!t->priv) {
		t->priv = mem_grow(NULL, 1, sizeof(struct mmiotrace));
		memset(t->priv, 0, sizeof(struct mmiotrace));
	}
	ret = trace_next_line(t, ev, take_line,
			      "is nothing that mmiotrace writes", e);
	if (!ret)
		put_sorts(t);
	return ret;
}

static void mmiotrace_free(struct tracefile *t)
{
	free(t->priv);
	t->priv = NULL;
}

const struct trace_format trace_mmiotrace = {
	.name = "mmiotrace",
	.title = "the kernel's mmiotrace log",
	.timed = true,
	.remark = "mmiotrace stops the CPU at each access, so that gaps are its own more than the machine's",
	.is = is_mmiotrace,
	.next = next,
	.free = mmiotrace_free,
};
