// SPDX-License-Identifier: GPL-2.0
/*
 * The file that the plugin in tools/qemu writes, see <wcbar/storetrace.h>.
 */
#include <wcbar/storetrace.h>

#include "mem.h"
#include "model/insns.h"

#define RECORD		sizeof(struct wcbar_st_record)

/**
 * struct loop - accesses of one CPU that a REPEAT repeats
 * @recent: its last accesses, @nr of them
 * @nr: how many, since the last record of another kind
 * @period: records of one round, 0 where nothing is repeated
 * @rounds: rounds to come, the one that is being made included
 * @shift: added to addresses in this round
 * @step: how much further the next one is
 * @record: record of the round that is being made
 */
struct loop {
	struct wcbar_st_record recent[WCBAR_ST_PERIOD];
	u32 nr;
	u32 period;
	u32 rounds;
	u64 shift;
	u64 step;
	u32 record;
};

/**
 * struct plugin - what is kept between records
 * @records: records that were read
 * @loads: each load of the range is there, not only that there were some
 * @insns: the instructions
 * @loops: by CPU
 * @nr_loops: how many
 * @active: the CPU whose accesses are being repeated, or U32_MAX
 * @run: an access that is made several times
 * @left: how often it is still to be made
 * @ended: the file says that it is complete
 */
struct plugin {
	u64 records;
	bool loads;
	struct insns insns;
	struct loop **loops;
	u32 nr_loops;
	u32 active;
	struct event run;
	u32 left;
	bool ended;
};

static bool is_plugin(struct text head)
{
	return text_begins(head, WCBAR_ST_MAGIC);
}

static int bad(const struct tracefile *t, const char *why, struct error *e)
{
	const struct plugin *p = t->priv;

	return error_set(e, -EINVAL, "%.400s, record %llu, %s", t->feed.name,
			 p->records, why);
}

static int read_header(struct tracefile *t, struct error *e)
{
	struct wcbar_st_header h;
	struct plugin *p;
	size_t got;
	int ret;

	p = mem_grow(NULL, 1, sizeof(*p));
	memset(p, 0, sizeof(*p));
	p->active = U32_MAX;
	t->priv = p;
	ret = feed_bytes(&t->feed, &h, sizeof(h), &got, e);
	if (ret)
		return ret;
	if (got < sizeof(h) ||
	    memcmp(h.magic, WCBAR_ST_MAGIC, sizeof(h.magic)))
		return error_set(e, -EINVAL,
				 "%.400s does not begin with the header of a trace",
				 t->feed.name);
	if (h.version != WCBAR_ST_VERSION || h.header_size != sizeof(h) ||
	    h.record_size != RECORD)
		return error_set(e, -EINVAL,
				 "%.400s has version %u of its format, and this tool reads version %u: use the plugin and the tool of one build",
				 t->feed.name, h.version, WCBAR_ST_VERSION);
	p->loads = h.flags & WCBAR_ST_HAS_LOADS;
	return 0;
}

static struct loop *loop_of(struct plugin *p, u32 cpu)
{
	u32 nr;

	if (cpu >= p->nr_loops) {
		nr = max_t(u32, cpu + 1, 2 * p->nr_loops);
		p->loops = mem_grow(p->loops, nr, sizeof(*p->loops));
		memset(p->loops + p->nr_loops, 0,
		       (nr - p->nr_loops) * sizeof(*p->loops));
		p->nr_loops = nr;
	}
	if (!p->loops[cpu]) {
		p->loops[cpu] = mem_grow(NULL, 1, sizeof(struct loop));
		memset(p->loops[cpu], 0, sizeof(struct loop));
	}
	return p->loops[cpu];
}

/* The payload stands behind the record; text longer than a page is none */
static int read_insn(struct tracefile *t, const struct wcbar_st_record *r,
		     struct error *e)
{
	char payload[SZ_4K];
	struct plugin *p = t->priv;
	u64 blocks = WCBAR_ST_BLOCKS(r->count);
	size_t got;
	int ret;

	if (r->count > sizeof(payload))
		return bad(t, "holds an instruction whose text is longer than a page",
			   e);
	ret = feed_bytes(&t->feed, payload, blocks * RECORD, &got, e);
	if (ret)
		return ret;
	if (got < blocks * RECORD)
		return 0;
	p->records += blocks;
	insns_add(&p->insns, r, payload, r->count);
	return 1;
}

static void take_access(struct plugin *p, const struct wcbar_st_record *r,
			u64 shift, struct event *ev)
{
	memset(ev, 0, sizeof(*ev));
	ev->kind = r->kind == WCBAR_ST_STORE ? EVENT_STORE : EVENT_LOAD;
	ev->cpu = r->cpu;
	ev->addr = r->addr + shift;
	ev->width = r->width;
	ev->in_interrupt = r->flags & WCBAR_ST_IN_INTERRUPT;
	ev->place = r->insn;
	ev->locked = r->flags & WCBAR_ST_LOCKED;
	ev->direct = insns_direct(&p->insns, r->insn);
	p->left = r->count - 1;
	p->run = *ev;
}

static void remember(struct loop *l, const struct wcbar_st_record *r)
{
	if (l->nr == WCBAR_ST_PERIOD) {
		memmove(l->recent, l->recent + 1,
			(l->nr - 1) * sizeof(l->recent[0]));
		l->nr--;
	}
	l->recent[l->nr++] = *r;
}

/* The next access of a loop that is repeated; false when it is through */
static bool repeat(struct plugin *p, struct event *ev)
{
	struct loop *l;

	if (p->active == U32_MAX)
		return false;
	l = p->loops[p->active];
	if (l->record == l->period) {
		l->record = 0;
		l->shift += l->step;
		l->rounds--;
	}
	if (!l->rounds) {
		p->active = U32_MAX;
		l->nr = 0;
		return false;
	}
	take_access(p, &l->recent[l->nr - l->period + l->record], l->shift,
		    ev);
	l->record++;
	return true;
}

static int begin_repeat(struct tracefile *t, const struct wcbar_st_record *r,
			struct error *e)
{
	struct plugin *p = t->priv;
	struct loop *l = loop_of(p, r->cpu);

	if (!r->sub || r->sub > l->nr)
		return bad(t, "repeats accesses that are not there", e);
	if (!r->count)
		return 0;
	l->period = r->sub;
	l->rounds = r->count;
	l->step = r->addr;
	l->shift = r->addr;
	l->record = 0;
	p->active = r->cpu;
	return 0;
}

/* What is neither an access nor of the file itself */
static bool take_event(const struct wcbar_st_record *r, struct event *ev)
{
	memset(ev, 0, sizeof(*ev));
	ev->cpu = r->cpu;
	ev->place = r->insn;
	ev->in_interrupt = r->flags & WCBAR_ST_IN_INTERRUPT;
	switch (r->kind) {
	case WCBAR_ST_FENCE:
		ev->kind = r->sub == WCBAR_ST_SFENCE ? EVENT_SFENCE :
			   r->sub == WCBAR_ST_MFENCE ? EVENT_MFENCE :
						       EVENT_LFENCE;
		return true;
	case WCBAR_ST_SERIALIZE:
		ev->kind = EVENT_SERIAL;
		/* the beginning of an interrupt may not have been seen */
		ev->in_interrupt |= r->sub == WCBAR_ST_IRET;
		return true;
	case WCBAR_ST_LOCK:
		ev->kind = EVENT_LOCK;
		return true;
	case WCBAR_ST_UC:
		ev->kind = EVENT_UC;
		return true;
	case WCBAR_ST_INTERRUPT:
		ev->kind = EVENT_INTERRUPT;
		return true;
	case WCBAR_ST_MARK:
		ev->kind = EVENT_MARK;
		ev->mark = r->sub == WCBAR_ST_MARK_START ? MARK_START :
			   r->sub == WCBAR_ST_MARK_STOP ? MARK_STOP :
							  MARK_LABEL;
		ev->id = r->count;
		ev->label = "";
		return true;
	default:
		return false;
	}
}

static void take_range(struct tracefile *t, const struct wcbar_st_record *r)
{
	if (!t->end || r->addr < t->base)
		t->base = r->addr;
	t->end = max_t(u64, t->end, r->time);
}

/* Returns 1 for an event, 0 for none, or a negative errno */
static int take_record(struct tracefile *t, const struct wcbar_st_record *r,
		       struct event *ev, struct error *e)
{
	struct plugin *p = t->priv;

	switch (r->kind) {
	case WCBAR_ST_STORE:
	case WCBAR_ST_LOAD:
		if (!r->count || !r->width || r->width > WCBAR_ST_WIDEST)
			return bad(t, "holds an access of no width or number",
				   e);
		take_access(p, r, 0, ev);
		if (r->kind == WCBAR_ST_STORE || p->loads) {
			remember(loop_of(p, r->cpu), r);
		} else {
			/* an event, whose further addresses are not known */
			loop_of(p, r->cpu)->nr = 0;
			p->left = 0;
		}
		return 1;
	case WCBAR_ST_REPEAT:
		return begin_repeat(t, r, e);
	case WCBAR_ST_RANGE:
		take_range(t, r);
		return 0;
	case WCBAR_ST_LOST:
		t->odd.lost += r->addr;
		return 0;
	case WCBAR_ST_END:
		p->ended = true;
		return 0;
	default:
		loop_of(p, r->cpu)->nr = 0;
		if (take_event(r, ev))
			return 1;
		t->odd.ignored++;
		return 0;
	}
}

static int next(struct tracefile *t, struct event *ev, struct error *e)
{
	struct wcbar_st_record r;
	struct plugin *p = t->priv;
	size_t got;
	int ret;

	if (!p) {
		ret = read_header(t, e);
		if (ret)
			return ret;
		p = t->priv;
	}
	if (p->left) {
		p->left--;
		p->run.addr += p->run.width;
		*ev = p->run;
		return 1;
	}
	for (;;) {
		if (repeat(p, ev))
			return 1;
		ret = feed_bytes(&t->feed, &r, sizeof(r), &got, e);
		if (ret)
			return ret;
		if (got < sizeof(r)) {
			t->odd.cut = !p->ended || got;
			return 0;
		}
		p->records++;
		if (r.kind == WCBAR_ST_INSN) {
			ret = read_insn(t, &r, e);
			if (ret == 0)
				t->odd.cut = true;
			if (ret <= 0)
				return ret;
			continue;
		}
		ret = take_record(t, &r, ev, e);
		if (ret)
			return ret;
	}
}

static void place(const struct tracefile *t, u64 place, char buf[TRACE_PLACE])
{
	const struct plugin *p = t->priv;

	insns_words(&p->insns, place, buf);
}

static void plugin_free(struct tracefile *t)
{
	struct plugin *p = t->priv;

	if (!p)
		return;
	insns_free(&p->insns);
	while (p->nr_loops)
		free(p->loops[--p->nr_loops]);
	free(p->loops);
	free(p);
	t->priv = NULL;
}

const struct trace_format trace_plugin = {
	.name = "plugin",
	.title = "stores as the plugin recorded them",
	.events = true,
	.is = is_plugin,
	.next = next,
	.place = place,
	.free = plugin_free,
};
