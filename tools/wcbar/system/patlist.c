// SPDX-License-Identifier: GPL-2.0
/*
 * Reader of /sys/kernel/debug/x86/pat_memtype_list.
 *
 *	PAT memtype list:
 *	write-combining @ 0xf0000000-0xf8000000			before 5.6
 *	PAT: [mem 0x00000000f0000000-0x00000000f8000000] write-combining
 *
 * Ends are exclusive in both. The list comes from a person's terminal as often
 * as from a file, so the line may be indented, quoted, and followed by remarks.
 */
#include "system/patlist.h"

static bool read_type(struct text *t, enum wcbar_memtype *type)
{
	struct text word;

	text_blanks(t);
	word = *t;
	while (t->len && ((*t->p >= 'a' && *t->p <= 'z') || *t->p == '-')) {
		t->p++;
		t->len--;
	}
	word.len -= t->len;
	*type = wcbar_memtype_parse(word.p, word.len);
	/* what cattr_name() prints for a value it does not know */
	return *type < WCBAR_MT_NUM || text_is(word, "broken");
}

/* "PAT: [mem 0xA-0xB] type"; "type" may have been wrapped to the next line */
static bool read_new(struct text t, struct lines *it, struct pat_entry *e)
{
	struct lines ahead = *it;
	struct text next;

	if (!text_after(&t, "[mem") || !text_range(&t, &e->start, &e->end))
		return false;
	text_blanks(&t);
	if (!text_skip(&t, "]"))
		return false;
	if (read_type(&t, &e->type))
		return true;
	if (text_trim(t).len || !lines_next(&ahead, &next) ||
	    !read_type(&next, &e->type))
		return false;
	*it = ahead;
	return true;
}

/* "type @ 0xA-0xB" */
static bool read_old(struct text t, struct pat_entry *e)
{
	struct text before = text_trim(text_until(&t, "@"));
	size_t n = before.len;

	while (n && before.p[n - 1] != ' ' && before.p[n - 1] != '\t' &&
	       (before.p[n - 1] == '-' ||
		(before.p[n - 1] >= 'a' && before.p[n - 1] <= 'z')))
		n--;
	before.p += n;
	before.len -= n;
	return read_type(&before, &e->type) && text_skip(&t, "@") &&
	       text_range(&t, &e->start, &e->end);
}

/*
 * An entry that was wrapped before its type: with the next line behind it, as
 * one that was wrapped at a blank, or else within a number.
 */
static bool read_wrapped(struct text line, struct lines *it,
			 struct pat_entry *e)
{
	static const char * const seams[] = { " ", "" };
	struct lines ahead = *it, none = { 0 };
	struct text next;
	char joined[256];
	unsigned int i;

	if ((!text_has(line, "[mem") && !text_has(line, " @")) ||
	    !lines_next(&ahead, &next))
		return false;
	next = text_trim(next);
	if (line.len + next.len + 2 > sizeof(joined))
		return false;
	for (i = 0; i < ARRAY_SIZE(seams); i++) {
		snprintf(joined, sizeof(joined), "%.*s%s%.*s", (int)line.len,
			 line.p, seams[i], (int)next.len, next.p);
		if (!read_new(text_of(joined), &none, e) &&
		    !read_old(text_of(joined), e))
			continue;
		*it = ahead;
		return true;
	}
	return false;
}

/* Whether the file holds the shell's complaint instead of a list. */
static void note_trouble(struct patlist *list, struct text line,
			 struct proof proof)
{
	if (list->trouble != PATLIST_READABLE)
		return;
	if (text_has(line, "Permission denied") ||
	    text_has(line, "Operation not permitted"))
		list->trouble = PATLIST_DENIED;
	else if (text_has(line, "No such file"))
		list->trouble = PATLIST_MISSING;
	else
		return;
	list->trouble_proof = proof;
}

static int compare(const void *va, const void *vb)
{
	const struct pat_entry *a = va, *b = vb;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	if (a->end != b->end)
		return a->end < b->end ? -1 : 1;
	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	return a->proof.line < b->proof.line ? -1 :
	       a->proof.line > b->proof.line;
}

static void merge_copies(struct patlist *list)
{
	size_t i, n = 0;

	for (i = 0; i < list->n; i++) {
		struct pat_entry *e = &list->items[i];
		struct pat_entry *last = n ? &list->items[n - 1] : NULL;

		if (last && last->start == e->start && last->end == e->end &&
		    last->type == e->type) {
			last->copies++;
			list->duplicates++;
			continue;
		}
		list->items[n] = *e;
		list->items[n++].copies = 1;
	}
	list->n = n;
}

static void mark(struct patlist *list, size_t i, size_t partner)
{
	struct pat_entry *e = &list->items[i];

	if (e->type != list->items[partner].type) {
		if (!e->conflict)
			e->partner = partner;
		e->conflict = true;
	} else {
		if (!e->conflict && !e->overlaps)
			e->partner = partner;
		e->overlaps = true;
	}
}

/*
 * Mark what overlaps, in time linear in the entries however they nest: an
 * entry overlaps an earlier one of some type exactly when the largest end of
 * that type so far lies behind its start, and a later one exactly when the
 * next start of that type lies before its end.
 */
static void mark_overlaps(struct patlist *list)
{
	size_t at[WCBAR_MT_UNKNOWN + 1];
	bool any[WCBAR_MT_UNKNOWN + 1] = { false };
	unsigned int t;
	size_t i;

	for (i = 0; i < list->n; i++) {
		struct pat_entry *e = &list->items[i];

		for (t = 0; t <= WCBAR_MT_UNKNOWN; t++)
			if (any[t] && list->items[at[t]].end > e->start)
				mark(list, i, at[t]);
		if (!any[e->type] || list->items[at[e->type]].end < e->end)
			at[e->type] = i;
		any[e->type] = true;
	}
	memset(any, 0, sizeof(any));
	for (i = list->n; i-- > 0;) {
		struct pat_entry *e = &list->items[i];

		for (t = 0; t <= WCBAR_MT_UNKNOWN; t++)
			if (any[t] && list->items[at[t]].start < e->end)
				mark(list, i, at[t]);
		at[e->type] = i;
		any[e->type] = true;
	}
	for (i = 0; i < list->n; i++) {
		if (list->items[i].conflict)
			list->conflicts++;
		else if (list->items[i].overlaps)
			list->overlaps++;
	}
}

/**
 * patlist_read - read a list
 * @list: zeroed; filled in, to be given to patlist_free()
 * @src: the file, which must stay as long as @list
 *
 * Unknown lines are counted, never fatal.
 */
void patlist_read(struct patlist *list, const struct source *src)
{
	struct lines it = source_lines(src);
	struct text line;
	u32 since = 0;
	size_t i;

	while (lines_next(&it, &line)) {
		struct proof proof = source_proof(src, it.no, line);
		struct lines before = it;
		struct pat_entry e = { .proof = proof };
		bool header = text_has(line, "PAT memtype list");
		bool entry = !header && (read_new(line, &it, &e) ||
					 read_old(line, &e) ||
					 read_wrapped(line, &it, &e)) &&
			     e.start < e.end;

		if (entry)
			*vec_push(list) = e;
		else
			note_trouble(list, line, proof);
		list->headers += header;
		since = header ? 0 : since + !!proof.text.len;
		if (entry && list->headers) {
			list->body_lines += since;
			list->body_entries++;
			since = 0;
		}
		tally_line(&list->tally, header || entry, proof);
		if (it.no != before.no)		/* a wrapped line was joined */
			tally_line(&list->tally, entry, proof);
	}
	if (list->n)
		qsort(list->items, list->n, sizeof(*list->items), compare);
	merge_copies(list);
	mark_overlaps(list);
	for (i = 0; i < list->n; i++)
		ranges_add(&list->index, list->items[i].start,
			   list->items[i].end, i);
	ranges_build(&list->index);
}

/**
 * patlist_free - give back the memory of a list
 * @list: the list
 */
void patlist_free(struct patlist *list)
{
	free(list->items);
	free(list->index.items);
	memset(list, 0, sizeof(*list));
}

/**
 * patlist_understood - whether the list can be relied upon
 * @list: the list
 *
 * A list with nothing but its header is understood: nothing is mapped. One in
 * which most lines are foreign is not, whatever the rest says, unless they
 * stand around it: the report of a bug may be all in one file.
 *
 * Return: true if so.
 */
bool patlist_understood(const struct patlist *list)
{
	return list->tally.understood &&
	       (2 * list->tally.understood >= list->tally.lines ||
		(list->body_entries &&
		 2 * list->body_entries >= list->body_lines));
}
