// SPDX-License-Identifier: GPL-2.0
/*
 * QEMU's log of the trace event memory_region_ops_write, as -trace writes it
 * with the backend "log":
 *
 *	719585@1608130130.441190:memory_region_ops_write cpu 0 mr 0x562fdfbd2f00
 *		addr 0x3d4 value 0x70e size 2 name 'vga'	(one line)
 *
 * What stands before the event's name (process and time) depends on options
 * and on the version; the name of the region is there since 7.0, its address
 * may be missing, and old versions have no CPU. The address is the guest's
 * physical one. Other events may stand between.
 *
 * Only regions that trap are logged, not memory behind a BAR; and the access
 * is what the device's model takes, at most 8 bytes, often 4.
 */
#include "mem.h"
#include "model/tracefile.h"

#define REGIONS_MAX	64	/* names that are kept */
#define REGION_NAME	64	/* bytes of one that are kept */
#define WRITE		"memory_region_ops_write "
#define READ		"memory_region_ops_read "

/**
 * struct regions - names of regions, the place of an access
 * @names: the names
 * @nr: how many
 */
struct regions {
	char *names[REGIONS_MAX];
	u32 nr;
};

static bool is_qemu(struct text head)
{
	return text_has(head, WRITE) || text_has(head, READ);
}

/* Numbers from 1; 0 for one that there is no room for */
static u64 region(struct tracefile *t, struct text name)
{
	struct regions *r = t->priv;
	u32 i;

	if (!r) {
		r = mem_grow(NULL, 1, sizeof(*r));
		memset(r, 0, sizeof(*r));
		t->priv = r;
	}
	name.len = min_t(size_t, name.len, REGION_NAME);
	for (i = 0; i < r->nr; i++) {
		if (text_is(name, r->names[i]))
			return i + 1;
	}
	if (r->nr == REGIONS_MAX)
		return 0;
	r->names[r->nr] = mem_copy(name.p, name.len);
	return ++r->nr;
}

static bool hex_after(struct text *t, const char *key, u64 *v)
{
	return text_after(t, key) && text_begins(*t, "0x") && text_hex(t, v);
}

/* What stands behind the event's name; @cpu is -1 for no CPU's access */
static bool access_line(struct tracefile *t, struct text line, int *cpu,
			struct event *ev)
{
	struct text name;
	u64 value, size;

	*cpu = 0;
	if (text_skip(&line, "cpu ") && !text_int(&line, cpu))
		return false;
	if (!hex_after(&line, "addr ", &ev->addr) ||
	    !hex_after(&line, " value ", &value) ||
	    !text_after(&line, " size ") || !text_dec(&line, &size) ||
	    !size || size > 8)
		return false;
	ev->width = (u32)size;
	ev->cpu = *cpu < 0 ? 0 : (u32)*cpu;
	if (text_after(&line, " name '")) {
		name = text_until(&line, "'");
		ev->place = region(t, name);
	}
	return true;
}

static int take_line(struct tracefile *t, struct text line, struct event *ev,
		     const char **why)
{
	struct text at = line;
	int cpu;

	(void)why;
	ev->kind = EVENT_STORE;
	if (!text_after(&at, WRITE)) {
		at = line;
		ev->kind = EVENT_LOAD;
		if (!text_after(&at, READ)) {
			t->odd.ignored += line.len > 0;
			return 0;
		}
	}
	if (!access_line(t, at, &cpu, ev))
		return -1;
	/* a device's own access is nothing that a CPU stored */
	t->odd.ignored += cpu < 0;
	return cpu >= 0;
}

static int next(struct tracefile *t, struct event *ev, struct error *e)
{
	return trace_next_line(t, ev, take_line,
			       "is no memory_region_ops_write of QEMU", e);
}

static void place(const struct tracefile *t, u64 place, char buf[TRACE_PLACE])
{
	const struct regions *r = t->priv;

	snprintf(buf, TRACE_PLACE, "region %s", r->names[place - 1]);
}

static void qemu_free(struct tracefile *t)
{
	struct regions *r = t->priv;

	while (r && r->nr)
		free(r->names[--r->nr]);
	free(r);
	t->priv = NULL;
}

const struct trace_format trace_qemu = {
	.name = "qemu",
	.title = "QEMU's memory_region_ops_write log",
	.remark = "QEMU logs what a device's model takes, at most 8 bytes at once: a wider store is several here",
	.is = is_qemu,
	.next = next,
	.place = place,
	.free = qemu_free,
};
