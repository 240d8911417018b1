// SPDX-License-Identifier: GPL-2.0
/*
 * Write-combining buffers, as far as the manuals describe them.
 *
 * Intel SDM volume 3A, section 12.3.1, Buffering of Write Combining Memory
 * Locations (11.3.1 before 2023):
 *
 *  - A buffer holds one line: 32 bytes on P6, 64 since. How many there are is
 *    not said. The processor "has the option" of emptying one that is full: it
 *    does so here at once, or, to see what the code relies on, not at all.
 *  - A full one leaves as one burst. One that is not leaves in partial writes
 *    of up to 8 bytes, "up to" four of them on P6 and eight since.
 *  - Until then its bytes wait for a serialising event: SFENCE or MFENCE, CPUID
 *    or another serialising instruction, a read or write of uncached memory, an
 *    interrupt, or a LOCK.
 *
 * Port I/O empties them, too (same volume, 12.10, Store Buffer; AMD64 APM
 * volume 2, Write Combining). A load from the aperture empties the buffer of
 * its own line (AMD Software Optimization Guide 25112, table 12); it could not
 * be answered otherwise. A direct store (SDM volume 2, MOVDIRI and MOVDIR64B)
 * follows the protocol of write combining on any memory type, may combine with
 * what older stores left in the buffer of its line, and leaves at once. So does
 * what an instruction with LOCK stores to the aperture itself: from its load to
 * its store the bus is locked (volume 3A, 9.1.2).
 *
 * What they do not say is a parameter here: how many buffers, whether the
 * partial writes of neighbouring bytes are merged on their way to the link,
 * which line goes when there is no buffer left, and whether one leaves because
 * it is old.
 */
#include "model/wcbuf.h"

/**
 * wc_cause_name - why bytes left, in a word or two
 * @cause: why
 *
 * Return: words.
 */
const char *wc_cause_name(enum wc_cause cause)
{
	static const char *const names[] = {
		[WC_FULL] = "full",
		[WC_DIRECT] = "direct store",
		[WC_FENCE] = "fence",
		[WC_SERIAL] = "serialising",
		[WC_UNCACHED] = "uncached access",
		[WC_LOCK] = "lock",
		[WC_INTERRUPT] = "interrupt",
		[WC_CAPACITY] = "capacity",
		[WC_AGE] = "age",
		[WC_LOAD] = "load",
		[WC_LEFT] = "left",
	};

	return names[cause];
}

/**
 * wcbuf_init - empty buffers
 * @w: the buffers
 * @params: what they are like; not copied
 * @out: takes what leaves
 * @arg: passed to @out
 */
void wcbuf_init(struct wcbuf *w, const struct wc_params *params,
		wc_out_fn *out, void *arg)
{
	w->params = params;
	w->out = out;
	w->arg = arg;
	w->stores = 0;
	w->nr = 0;
}

static void leave(struct wcbuf *w, u32 i, enum wc_cause cause, u64 by)
{
	const struct wc_line line = w->lines[i];

	w->nr--;
	memmove(&w->lines[i], &w->lines[i + 1],
		(w->nr - i) * sizeof(line));
	w->out(w->arg, &line, cause, by);
}

/**
 * wc_line_full - whether a line is
 * @line: the line
 * @size: bytes of a line, 32 or 64
 *
 * Return: true if every byte of it was stored.
 */
bool wc_line_full(const struct wc_line *line, u32 size)
{
	return line->mask == U64_MAX >> (64 - size);
}

/**
 * wcbuf_drain - all buffers are emptied
 * @w: the buffers
 * @cause: why
 * @by: the instruction that made them
 */
void wcbuf_drain(struct wcbuf *w, enum wc_cause cause, u64 by)
{
	while (w->nr)
		leave(w, 0, cause, by);
}

/* The buffer of a line; the one that was used last is the most likely one */
static u32 find(const struct wcbuf *w, u64 addr)
{
	u32 i = w->nr;

	while (i--) {
		if (w->lines[i].addr == addr)
			return i;
	}
	return U32_MAX;
}

static u32 take(struct wcbuf *w, u64 addr, const struct event *ev)
{
	struct wc_line *line;

	if (w->nr == w->params->buffers)
		leave(w, 0, WC_CAPACITY, ev->place);
	line = &w->lines[w->nr];
	line->addr = addr;
	line->mask = 0;
	line->born = w->params->age_ps ? ev->time : w->stores;
	line->first = ev->place;
	line->stores = 0;
	line->cpu = ev->cpu;
	return w->nr++;
}

/* It was stored to last, so it goes last */
static u32 renew(struct wcbuf *w, u32 i)
{
	const struct wc_line line = w->lines[i];
	u32 last = w->nr - 1;

	memmove(&w->lines[i], &w->lines[i + 1], (last - i) * sizeof(line));
	w->lines[last] = line;
	return last;
}

static void store_piece(struct wcbuf *w, const struct event *ev, u64 addr,
			u32 n)
{
	const u32 size = w->params->line;
	u64 bytes = U64_MAX >> (64 - n);
	struct wc_line *line;
	u32 i;

	i = find(w, addr & ~(u64)(size - 1));
	if (i == U32_MAX)
		i = take(w, addr & ~(u64)(size - 1), ev);
	else if (w->params->policy == WC_LRU)
		i = renew(w, i);
	line = &w->lines[i];
	line->mask |= bytes << (addr & (size - 1));
	line->last = ev->place;
	line->stores++;
	if (wc_line_full(line, size) &&
	    (!w->params->stay || ev->direct || ev->locked))
		leave(w, i, WC_FULL, ev->place);
	else if (ev->direct)
		leave(w, i, WC_DIRECT, ev->place);
	else if (ev->locked)
		leave(w, i, WC_LOCK, ev->place);
}

static void store(struct wcbuf *w, const struct event *ev)
{
	u32 left = ev->width, n;
	u64 addr = ev->addr;

	w->stores++;
	while (left) {
		n = w->params->line - (u32)(addr & (w->params->line - 1));
		n = min_t(u32, n, left);
		store_piece(w, ev, addr, n);
		addr += n;
		left -= n;
	}
}

static void load(struct wcbuf *w, const struct event *ev)
{
	u64 first = ev->addr & ~(u64)(w->params->line - 1);
	u64 last = (ev->addr + max_t(u32, ev->width, 1) - 1) &
		   ~(u64)(w->params->line - 1);
	u32 i = w->nr;

	while (i--) {
		if (w->lines[i].addr == first || w->lines[i].addr == last)
			leave(w, i, WC_LOAD, ev->place);
	}
}

static void expire(struct wcbuf *w, const struct event *ev)
{
	u64 now = w->params->age_ps ? ev->time : w->stores;
	u32 i = 0;

	while (i < w->nr) {
		if (now >= w->lines[i].born &&
		    now - w->lines[i].born >= w->params->age)
			leave(w, i, WC_AGE, ev->place);
		else
			i++;
	}
}

/* What empties all buffers; WC_CAUSES for what does not */
static enum wc_cause draining(const struct wcbuf *w, const struct event *ev)
{
	switch (ev->kind) {
	case EVENT_SFENCE:
	case EVENT_MFENCE:
		return w->params->no_fences ? WC_CAUSES : WC_FENCE;
	case EVENT_SERIAL:
		return WC_SERIAL;
	case EVENT_LOCK:
		return WC_LOCK;
	case EVENT_UC:
		return WC_UNCACHED;
	case EVENT_INTERRUPT:
		return WC_INTERRUPT;
	default:
		return WC_CAUSES;
	}
}

/**
 * wcbuf_event - the CPU does something
 * @w: its buffers
 * @ev: what it does
 */
void wcbuf_event(struct wcbuf *w, const struct event *ev)
{
	enum wc_cause cause;

	if (w->params->age && w->nr)
		expire(w, ev);
	if (ev->kind == EVENT_STORE) {
		store(w, ev);
		return;
	}
	if (ev->kind == EVENT_LOAD) {
		load(w, ev);
		return;
	}
	cause = draining(w, ev);
	if (cause == WC_CAUSES)
		return;
	if (ev->in_interrupt)
		cause = WC_INTERRUPT;
	if (cause == WC_INTERRUPT && !w->params->interrupts)
		return;
	wcbuf_drain(w, cause, ev->place);
}
