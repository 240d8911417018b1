// SPDX-License-Identifier: GPL-2.0
/*
 * Words about a line of the log, and about each register or BAR.
 */
#include "words.h"

#define COVERED_SHOWN	4

/* "BAR0 of 0000:00:15.0 (0x..-0x..), BAR0 of .. and 3 more" */
static void put_covered(FILE *f, const struct context *c)
{
	const char *sep = "";
	size_t i;

	for (i = 0; i < c->covered->n; i++) {
		const struct covered *it = &c->covered->items[i];

		if (i == COVERED_SHOWN) {
			fprintf(f, " and %zu more", c->covered->n - i);
			return;
		}
		fputs(sep, f);
		words_put_bar(f, it->bar);
		fprintf(f, " of %s (", it->dev->bdf[0] ? it->dev->bdf :
			it->dev->label ? it->dev->label : "the function");
		words_put_range(f, it->bar->start, it->bar->end);
		fputc(')', f);
		sep = ", ";
	}
}

/**
 * words_each - print a word about each register or BAR
 * @f: where to
 * @key: the word in braces
 * @c: what it is about
 *
 * Return: false, and nothing printed, when the key is not one of these.
 */
bool words_each(FILE *f, const char *key, const struct context *c)
{
	if (!strcmp(key, "each_reg"))
		words_put_mtrr(f, c->reg);
	else if (!strcmp(key, "regnum"))
		fprintf(f, "%u", c->reg->num);
	else if (!strcmp(key, "covered"))
		put_covered(f, c);
	else
		return false;
	return true;
}

static const struct mtrr_reg *reg_in_way(const struct context *c)
{
	const struct mtrr_table *mtrrs = &c->s->ev->mtrrs;
	u64 start = c->e->end2 ? c->e->start2 : c->e->start;
	u64 end = c->e->end2 ? c->e->end2 : c->e->end;
	size_t i;

	for (i = 0; i < mtrrs->n; i++)
		if (mtrrs->items[i].base == start &&
		    mtrrs->items[i].end == end)
			return &mtrrs->items[i];
	for (i = 0; i < mtrrs->n; i++)
		if (mtrrs->items[i].base < end && mtrrs->items[i].end > start)
			return &mtrrs->items[i];
	return NULL;
}

/* Who took the range that a driver could not reserve, by iomem or the log */
static struct iomem_entry taker(const struct context *c)
{
	const struct evidence *ev = c->s->ev;
	const struct iomem_entry *owner = NULL;
	struct iomem_entry found = { 0 };
	size_t i;

	if (ev->has_iomem)
		owner = iomem_owner(&ev->iomem, c->e->start, c->e->end);
	if (owner)
		return *owner;
	for (i = 0; i < ev->log.n; i++) {
		const struct klog_event *e = &ev->log.items[i];

		if (e->kind != KLOG_OWNER || e->start >= c->e->end ||
		    e->end <= c->e->start)
			continue;
		if (found.name.len && e->end - e->start >=
		    found.end - found.start)
			continue;
		found.name = e->word;
		found.start = e->start;
		found.end = e->end;
		found.kind = iomem_classify(e->word);
	}
	return found;
}

static void put_sharing(FILE *f, const struct context *c)
{
	const struct devices *devices = &c->s->ev->devices;
	const struct device *dev = c->s->dev;
	const char *sep = ": beside it there ";
	size_t i;

	if (!dev && c->e->bdf[0])
		for (i = 0; i < devices->n; i++)
			if (!strcmp(devices->items[i].bdf, c->e->bdf))
				dev = &devices->items[i];
	if (!dev && devices->n == 1)
		dev = &devices->items[0];
	for (i = 0; dev && i < dev->bars.n; i++) {
		const struct bar *bar = &dev->bars.items[i];

		if (bar->kind != BAR_MEMORY || !bar->pref ||
		    bar->num == c->e->bar || bar->num >= DEVICE_ROM)
			continue;
		fprintf(f, "%sis BAR%d", sep, bar->num);
		sep = " and ";
	}
}

/**
 * words_event - print a word about a line of the log
 * @f: where to
 * @key: the word in braces
 * @c: what it is about
 *
 * Return: false, and nothing printed, when the key is not one of these.
 */
bool words_event(FILE *f, const char *key, const struct context *c)
{
	const struct klog_event *e = c->e;

	if (!strcmp(key, "who")) {
		if (e->who.len)
			words_text(f, e->who);
		else
			fputs("a program", f);
	} else if (!strcmp(key, "want")) {
		fputs(wcbar_memtype_name(e->want), f);
	} else if (!strcmp(key, "got")) {
		fputs(wcbar_memtype_name(e->got), f);
	} else if (!strcmp(key, "track")) {
		fputs(wcbar_memtype_name(e->track), f);
	} else if (!strcmp(key, "wantnum")) {
		fprintf(f, "%d", e->want);
	} else if (!strcmp(key, "gotnum")) {
		fprintf(f, "%d", e->got);
	} else if (!strcmp(key, "erange")) {
		words_put_range(f, e->start, e->end);
	} else if (!strcmp(key, "erange2")) {
		words_put_range(f, e->start2, e->end2);
	} else if (!strcmp(key, "esize")) {
		words_put_size(f, e->size ? e->size : e->end - e->start);
	} else if (!strcmp(key, "epref")) {
		fprintf(f, "%s%s", e->is64 ? ", 64-bit" : "",
			e->pref ? ", prefetchable" : "");
	} else if (!strcmp(key, "ewanted")) {
		if (e->size) {
			fputs(" of ", f);
			words_put_size(f, e->size);
		}
	} else if (!strcmp(key, "met")) {
		if (e->end2)
			words_put_range(f, e->start2, e->end2);
		else
			fputs("an earlier reservation", f);
	} else if (!strcmp(key, "count")) {
		words_put_times(f, c->reg ? c->reg->count : c->count);
	} else if (!strcmp(key, "held")) {
		if (e->end2) {
			fputs(", while ", f);
			words_put_range(f, e->start2, e->end2);
			fputs(" stayed held", f);
		}
	} else if (!strcmp(key, "freed")) {
		words_put_times(f, c->freed);
	} else if (!strcmp(key, "err")) {
		if (e->err)
			words_put_errno(f, e->err);
		else
			fputs("an error", f);
	} else if (!strcmp(key, "word")) {
		words_text(f, text_trim(e->word));
	} else if (!strcmp(key, "word2")) {
		words_text(f, text_trim(e->word2));
	} else if (!strcmp(key, "ebar")) {
		if (e->bar >= 0)
			fprintf(f, "BAR%d", e->bar);
		else
			fputs("a BAR", f);
	} else if (!strcmp(key, "ebdf")) {
		fputs(e->bdf[0] ? e->bdf : "the device", f);
	} else if (!strcmp(key, "inway")) {
		if (reg_in_way(c)) {
			words_put_mtrr(f, reg_in_way(c));
		} else {
			fputs("the register over ", f);
			words_put_range(f, e->end2 ? e->start2 : e->start,
					e->end2 ? e->end2 : e->end);
			fputs(" (/proc/mtrr shows its number and type)", f);
		}
	} else if (!strcmp(key, "inwaynum")) {
		if (reg_in_way(c))
			fprintf(f, "%u", reg_in_way(c)->num);
		else
			fputs("N", f);
	} else if (!strcmp(key, "taken_by")) {
		struct iomem_entry owner = taker(c);

		if (owner.name.len) {
			words_put_owner(f, &owner);
			fputs(" has a part of it", f);
		} else {
			fputs("something else owns a part of it, /proc/iomem names it: another driver, the boot framebuffer, an area that the firmware reserved, or the PCI configuration window (MMCONFIG)",
			      f);
		}
	} else if (!strcmp(key, "taken_next")) {
		struct iomem_entry owner = taker(c);

		if (owner.name.len)
			fputs(words_owner_next(owner.kind), f);
		else
			fputs("Read /proc/iomem as root and look who has addresses in this range.",
			      f);
	} else if (!strcmp(key, "sharing")) {
		put_sharing(f, c);
	} else {
		return false;
	}
	return true;
}
