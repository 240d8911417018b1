// SPDX-License-Identifier: GPL-2.0
/*
 * Words about a BAR or a range and its mappings.
 */
#include "model/pcie.h"
#include "words.h"

/**
 * words_parts - what the MTRRs make of each part of a range
 * @s: the range
 *
 * Return: words, to be freed.
 */
char *words_parts(const struct subject *s)
{
	struct mtrr_parts parts = { 0 };
	size_t i, len;
	char *text;
	FILE *f = open_memstream(&text, &len);

	mtrr_split(&s->ev->mtrrs, s->start, s->end, &parts);
	for (i = 0; f && i < parts.n; i++) {
		const struct mtrr_part *p = &parts.items[i];

		fputs(i ? ", " : "", f);
		words_put_range(f, p->start, p->end);
		if (p->type < WCBAR_MT_NUM)
			fprintf(f, " %s", mtrr_type_name(p->type));
		else
			fputs(p->reg ? " undefined" : " the default type", f);
		if (p->reg)
			fprintf(f, " (reg%02u)", p->reg->num);
	}
	if (f)
		fclose(f);
	free(parts.items);
	return text;
}

static void put_wanted(FILE *f, const struct context *c)
{
	const struct klog *log = &c->s->ev->log;
	u64 size = c->s->bar->size;
	size_t i;

	for (i = 0; !size && i < log->n; i++)
		if (log->items[i].kind == KLOG_HOST_BAR &&
		    log->items[i].bar == c->s->bar->num)
			size = log->items[i].size;
	if (!size)
		return;
	fputs(" though it wants ", f);
	words_put_size(f, size);
}

static void put_cover(FILE *f, const struct context *c)
{
	u64 all = c->s->end - c->s->start;

	if (c->s->wc_bytes >= all) {
		fputs("all of it as", f);
		return;
	}
	words_put_size(f, c->s->wc_bytes);
	fputs(" of its ", f);
	words_put_size(f, all);
	fputs(" as", f);
}

static void put_entries(FILE *f, const struct context *c)
{
	size_t n = c->s->entries.n;

	if (n > 1)
		fprintf(f, " (in %zu entries)", n);
}

static void put_first_bar(FILE *f, const struct device *dev)
{
	const struct bar *first = NULL;
	size_t i;

	for (i = 0; i < dev->bars.n; i++)
		if (!first || dev->bars.items[i].num < first->num)
			first = &dev->bars.items[i];
	words_put_bar(f, first);
}

static void put_entry(FILE *f, const struct pat_entry *e)
{
	if (e)
		words_put_range(f, e->start, e->end);
}

/* What begins where the range's other entry ends, as rules_mapping.c finds it */
static void put_next_type(FILE *f, const struct context *c)
{
	const struct patlist *list = &c->s->ev->list;
	size_t i;

	for (i = 0; i < list->n; i++)
		if (list->items[i].start == c->s->other->end) {
			fputs(wcbar_memtype_name(list->items[i].type), f);
			return;
		}
}

static void put_resource(FILE *f, const struct context *c)
{
	int num = c->s->bar ? c->s->bar->num : -1;

	if (c->e && c->e->bar >= 0)
		num = c->e->bar;
	if (num >= 0)
		fprintf(f, "resource%d", num);
	else
		fputs("resourceN", f);
}

/**
 * words_mapping - print a word about a BAR or a range
 * @f: where to
 * @key: the word in braces
 * @c: what it is about
 *
 * Return: false, and nothing printed, when the key is not one of these.
 */
bool words_mapping(FILE *f, const char *key, const struct context *c)
{
	const struct subject *s = c->s;

	if (!strcmp(key, "bar")) {
		words_put_bar(f, s->bar);
	} else if (!strcmp(key, "size")) {
		words_put_size(f, s->end - s->start);
	} else if (!strcmp(key, "wanted")) {
		put_wanted(f, c);
	} else if (!strcmp(key, "bdf")) {
		fputs(s->dev && s->dev->bdf[0] ? s->dev->bdf : "<address>", f);
	} else if (!strcmp(key, "first_bar")) {
		put_first_bar(f, s->dev);
	} else if (!strcmp(key, "power")) {
		words_text(f, s->dev->power);
	} else if (!strcmp(key, "driver")) {
		words_text(f, s->dev->driver);
	} else if (!strcmp(key, "resource")) {
		put_resource(f, c);
	} else if (!strcmp(key, "now")) {
		words_put_link(f, &s->dev->now);
	} else if (!strcmp(key, "cap")) {
		words_put_link(f, &s->dev->cap);
	} else if (!strcmp(key, "ceiling")) {
		fprintf(f, "%llu", link_ceiling(&s->dev->now,
						s->start >= BIT_ULL(32)));
	} else if (!strcmp(key, "rebar")) {
		size_t i;

		for (i = 0; i < s->dev->rebars.n; i++) {
			if (s->dev->rebars.items[i].num != s->bar->num)
				continue;
			words_put_size(f, s->dev->rebars.items[i].size);
			fputs(" now, supported are ", f);
			words_text(f, s->dev->rebars.items[i].sizes);
			break;
		}
	} else if (!strcmp(key, "obtained")) {
		fputs(wcbar_memtype_name(s->map->obtained), f);
	} else if (!strcmp(key, "effective")) {
		fputs(wcbar_memtype_name(s->map->effective), f);
	} else if (!strcmp(key, "requested")) {
		fputs(wcbar_memtype_name(s->map->requested), f);
	} else if (!strcmp(key, "runs")) {
		words_put_times(f, s->measured->runs);
	} else if (!strcmp(key, "ratio")) {
		fprintf(f, "%llu.%llu to %llu.%llu times",
			s->measured->min / 1000, s->measured->min % 1000 / 100,
			s->measured->max / 1000, s->measured->max % 1000 / 100);
	} else if (!strcmp(key, "why")) {
		words_text(f, s->map->why);
	} else if (!strcmp(key, "cover")) {
		put_cover(f, c);
	} else if (!strcmp(key, "entries")) {
		put_entries(f, c);
	} else if (!strcmp(key, "copies")) {
		fprintf(f, "%u", s->other->copies);
	} else if (!strcmp(key, "wcentry")) {
		put_entry(f, s->wc);
	} else if (!strcmp(key, "other")) {
		put_entry(f, s->other);
	} else if (!strcmp(key, "othertype")) {
		fputs(wcbar_memtype_name(s->other->type), f);
	} else if (!strcmp(key, "nexttype")) {
		put_next_type(f, c);
	} else if (!strcmp(key, "one_type")) {
		fputs(s->one_type == WCBAR_MT_MIXED ? "several other types" :
		      wcbar_memtype_name(s->one_type), f);
	} else if (!strcmp(key, "holder")) {
		if (s->dev && s->dev->driver.len) {
			fputs(", by driver ", f);
			words_text(f, s->dev->driver);
		} else if (s->owner && s->owner->kind == IOMEM_DRIVER) {
			fputs(", by ", f);
			words_text(f, s->owner->name);
		}
	} else if (!strcmp(key, "neighbour")) {
		put_entry(f, s->neighbour);
	} else if (!strcmp(key, "neighbourtype")) {
		fputs(wcbar_memtype_name(s->neighbour->type), f);
	} else if (!strcmp(key, "reg")) {
		words_put_mtrr(f, s->mtrr_reg);
	} else if (!strcmp(key, "parts")) {
		char *parts = words_parts(s);

		fputs(parts, f);
		free(parts);
	} else if (!strcmp(key, "owner")) {
		words_put_owner(f, s->owner);
	} else if (!strcmp(key, "owner_next")) {
		fputs(words_owner_next(s->owner->kind), f);
	} else {
		return false;
	}
	return true;
}
