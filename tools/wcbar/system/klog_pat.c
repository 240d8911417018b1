// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of the kernel log about memory types of mappings and about MTRRs.
 *
 * Ends: "[mem a-b]" is inclusive, a range without the bracket is exclusive
 * (arch/x86/mm/pat/memtype.c, memtype_interval.c, arch/x86/mm/ioremap.c). The
 * functions were called reserve_memtype and free_memtype before 5.6.
 */
#include "system/klog.h"

/* "[mem a-b]" or "0xa-0xb", at the front or behind the given word */
static bool any_range(struct text *t, u64 *start, u64 *end)
{
	struct text at = *t;

	text_blanks(&at);
	if (text_begins(at, "[mem"))
		return text_mem(t, start, end);
	if (!text_range(&at, start, end) || *end <= *start)
		return false;
	*t = at;
	return true;
}

static bool type_word(struct text *t, enum wcbar_memtype *type)
{
	struct text word;

	text_blanks(t);
	word = *t;
	while (t->len && ((*t->p >= 'a' && *t->p <= 'z') ||
			  (*t->p == '-' && t->len > 1 && t->p[1] >= 'a'))) {
		t->p++;
		t->len--;
	}
	word.len -= t->len;
	*type = wcbar_memtype_parse(word.p, word.len);
	return *type < WCBAR_MT_NUM;
}

static bool type_after(struct text *t, const char *key,
		       enum wcbar_memtype *type)
{
	return text_after(t, key) && type_word(t, type);
}

/* "x86/PAT: comm:pid ": the program may have blanks and colons in its name */
static struct text program(struct text before)
{
	struct text at = before;

	if (text_after(&at, "PAT:"))
		before = at;
	return text_trim(before);
}

static bool read_conflict(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	e->who = program(m->before);
	if (!any_range(&t, &e->start, &e->end) || !type_word(&t, &e->want))
		return false;
	text_blanks(&t);
	return text_skip(&t, "<->") && type_word(&t, &e->got);
}

/*
 * "A<->B" names the request and a holder, or, where several holders differ,
 * two of them: the kernel then has forgotten what was asked for, and only the
 * line that follows tells. A request of write-back is tracked as what the
 * MTRRs make of it, and that is what A is then.
 */
static void complete_conflict(struct klog *log, const struct klog_event *e)
{
	struct klog_event *last = log->n ? &log->items[log->n - 1] : NULL;

	if (!last || last->kind != KLOG_PAT_CONFLICT ||
	    last->start != e->start || last->end != e->end ||
	    last->want == e->want || last->want == e->track)
		return;
	last->track = last->want;
	last->want = e->want;
}

static bool read_failed(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	if (text_has(m->before, "ioremap")) {
		e->kind = KLOG_IOREMAP_FAILED;
		return text_int(&t, &e->err);
	}
	if (!any_range(&t, &e->start, &e->end) ||
	    !type_after(&t, "track", &e->track) ||
	    !type_after(&t, "req", &e->want))
		return false;
	complete_conflict(m->log, e);
	return true;
}

static bool read_added(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	if (!any_range(&t, &e->start, &e->end) ||
	    !type_after(&t, "track", &e->track) ||
	    !type_after(&t, "req", &e->want) || !text_after(&t, "ret"))
		return false;
	text_blanks(&t);
	if (!t.len)
		return false;
	/* "-" where the caller takes only what it asked for */
	if (!type_word(&t, &e->got))
		e->got = e->track;
	e->start2 = m->log->met;
	e->end2 = m->log->met_end;
	m->log->met_end = 0;
	m->log->debugpat++;
	return true;
}

static bool read_range(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	return any_range(&t, &e->start, &e->end);
}

/* "Overlap at a-b" stands before the reservation that it is about */
static bool read_met(struct klog_match *m, struct klog_event *e)
{
	if (!read_range(m, e))
		return false;
	m->log->met = e->start;
	m->log->met_end = e->end;
	return true;
}

static bool read_freed(struct klog_match *m, struct klog_event *e)
{
	if (!read_range(m, e))
		return false;
	m->log->debugpat++;
	return true;
}

static bool read_bad_free(struct klog_match *m, struct klog_event *e)
{
	e->who = program(m->before);
	return read_range(m, e);
}

static bool read_expected(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	e->who = program(m->before);
	return type_word(&t, &e->want) && text_after(&t, "for") &&
	       any_range(&t, &e->start, &e->end) &&
	       type_after(&t, "got", &e->got);
}

static bool read_attr(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	e->who = program(m->before);
	return type_word(&t, &e->want) && text_after(&t, "for") &&
	       any_range(&t, &e->start, &e->end);
}

/*
 * Numbers are those of enum page_cache_mode. Before 3.19 they were the bits of
 * the page-table entry: PWT is 0x8 and selected WC, PCD is 0x10 and selects UC-.
 */
static enum wcbar_memtype cache_mode(u64 v)
{
	switch (v) {
	case 0x8:
		return WCBAR_MT_WC;
	case 0x10:
		return WCBAR_MT_UC_MINUS;
	case 0x18:
		return WCBAR_MT_UC;
	default:
		return v < WCBAR_MT_NUM ? (enum wcbar_memtype)v :
					  WCBAR_MT_UNKNOWN;
	}
}

/* "reserve_ram_pages_type failed [mem a-b], track 0x2, req 0x1" */
static bool read_ram_failed(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;
	u64 track, want;

	if (!any_range(&t, &e->start, &e->end) || !text_after(&t, "track 0x") ||
	    !text_hex(&t, &track) || !text_after(&t, "req 0x") ||
	    !text_hex(&t, &want))
		return false;
	e->want = cache_mode(want);
	e->got = cache_mode(track);
	return true;
}

static bool read_ioremap(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;
	u64 want, got;

	if (!any_range(&t, &e->start, &e->end) || !text_after(&t, "requested"))
		return false;
	text_blanks(&t);
	if (!text_hex(&t, &want) || !text_after(&t, "got"))
		return false;
	text_blanks(&t);
	if (!text_hex(&t, &got))
		return false;
	e->want = cache_mode(want);
	e->got = cache_mode(got);
	return true;
}

/* "0xd8000000,0x2000000": base and size */
static bool base_size(struct text *t, u64 *start, u64 *end)
{
	u64 size;

	text_blanks(t);
	if (!text_hex(t, start) || !text_skip(t, ","))
		return false;
	text_blanks(t);
	if (!text_hex(t, &size) || !size || *start + size < *start)
		return false;
	*end = *start + size;
	return true;
}

static bool read_mtrr_overlap(struct klog_match *m, struct klog_event *e)
{
	struct text before = text_trim(m->before), after = m->after, at, word;

	/* the pair is the last word before the key, whatever stands before it */
	for (at = before; at.len; ) {
		word = text_word(&at);
		if (word.len)
			before = word;
	}
	e->want = WCBAR_MT_WC;
	return base_size(&before, &e->start, &e->end) &&
	       base_size(&after, &e->start2, &e->end2);
}

static bool read_mtrr_mismatch(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	return base_size(&t, &e->start, &e->end) &&
	       type_after(&t, "old:", &e->got) &&
	       type_after(&t, "new:", &e->want);
}

static bool read_plain(struct klog_match *m, struct klog_event *e)
{
	(void)m;
	(void)e;
	return true;
}

/* "[drm] MTRR allocation failed", "Failed to add WC MTRR for [..]" */
static bool read_advice(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	if (text_after(&t, "[") && text_range(&t, &e->start, &e->end) &&
	    e->end > e->start) {
		e->end++;
		return true;
	}
	e->start = 0;
	e->end = 0;
	return true;
}

static bool read_huge(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	return text_mem(&t, &e->start, &e->end);
}

static bool read_nopat(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->before;

	e->who = text_word(&t);
	return true;
}

static bool read_warning(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	text_word(&t);
	e->word = text_word(&t);
	return text_has(m->before, "WARNING") || text_has(m->before, "BUG");
}

/* The kernel's rules for debugpat come first: they can be thousands. */
const struct klog_rule klog_pat_rules[] = {
	{ "memtype_reserve added", KLOG_PAT_ADDED, read_added },
	{ "memtype_free request", KLOG_PAT_FREED, read_freed },
	{ "Overlap at", KLOG_PAT_OVERLAP, read_met },
	{ "reserve_memtype added", KLOG_PAT_ADDED, read_added },
	{ "free_memtype request", KLOG_PAT_FREED, read_freed },
	{ "conflicting memory types", KLOG_PAT_CONFLICT, read_conflict },
	{ "memtype_reserve failed", KLOG_PAT_FAILED, read_failed },
	{ "reserve_memtype failed", KLOG_PAT_FAILED, read_failed },
	{ "reserve_ram_pages_type failed", KLOG_MAP_RAM, read_ram_failed },
	{ "freeing invalid memtype", KLOG_PAT_BAD_FREE, read_bad_free },
	{ "map pfn expected mapping type", KLOG_MAP_EXPECTED, read_expected },
	/* 2.6.28 and 2.6.29 */
	{ "/dev/mem expected mapping type", KLOG_MAP_EXPECTED, read_expected },
	{ "map pfn RAM range req", KLOG_MAP_RAM, read_expected },
	{ "ioremap error for", KLOG_IOREMAP_TYPE, read_ioremap },
	{ "ioremap_change_attr failed", KLOG_ATTR_FAILED, read_attr },
	{ "overlaps existing", KLOG_MTRR_OVERLAP, read_mtrr_overlap },
	{ "type mismatch for", KLOG_MTRR_MISMATCH, read_mtrr_mismatch },
	{ "no more MTRRs available", KLOG_MTRR_FULL, read_plain },
	{ "is not aligned on a size(", KLOG_MTRR_ALIGN, read_plain },
	{ "size and base must be multiples of", KLOG_MTRR_ALIGN, read_plain },
	{ "Failed to add WC MTRR", KLOG_MTRR_ADVICE, read_advice },
	{ "MTRR allocation failed", KLOG_MTRR_ADVICE, read_plain },
	{ "Cannot satisfy", KLOG_MTRR_HUGE, read_huge },
	{ "needs PAT disabled", KLOG_NEEDS_NOPAT, read_nopat },
	{ "arch/x86/mm/pat", KLOG_WARNING, read_warning },
	{ NULL, KLOG_NONE, NULL },
};
