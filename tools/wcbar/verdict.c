// SPDX-License-Identifier: GPL-2.0
/*
 * The verdict: evidence in, answers and their reasons out. No I/O.
 *
 * The answer for a subject follows from the weights of its reasons: whatever
 * rules write combining out beats whatever says that it is not there, which
 * beats a doubt, which beats a proof. Without any of them nothing is claimed.
 * The rules themselves are the tables in rules_*.c.
 */
#include "verdict.h"

#include "ask.h"

static const struct {
	const char *code;
	int status;
} answers[] = {
	[ANSWER_EFFECTIVE] = { "effective", 0 },
	[ANSWER_UNPROVEN] = { "mapped-but-not-proven", 3 },
	[ANSWER_NOT_EFFECTIVE] = { "not-effective", 1 },
	[ANSWER_NOT_AVAILABLE] = { "not-available", 4 },
};

/**
 * answer_status - exit status for an answer
 * @answer: the answer
 *
 * Return: the status.
 */
int answer_status(enum answer answer)
{
	return answers[answer].status;
}

/**
 * answer_code - an answer as one word, for programs
 * @answer: the answer
 *
 * Return: a constant string.
 */
const char *answer_code(enum answer answer)
{
	return answers[answer].code;
}

/**
 * answer_words - an answer for people
 * @v: the verdict
 *
 * Return: a constant string.
 */
const char *answer_words(const struct verdict *v)
{
	switch (v->answer) {
	case ANSWER_EFFECTIVE:
		return "effective";
	case ANSWER_NOT_EFFECTIVE:
		return "not effective";
	case ANSWER_NOT_AVAILABLE:
		return "not available";
	default:
		break;
	}
	if (v->subject.scope == SCOPE_MACHINE)
		return "not proven: what is mapped is not known";
	return v->mapped == MAPPED_YES ? "mapped but not proven" :
	       "not proven: how it is mapped is not known";
}

/**
 * answer_worse - the less favourable one of two answers
 * @a: an answer
 * @b: another one
 *
 * Return: it.
 */
enum answer answer_worse(enum answer a, enum answer b)
{
	return max_t(enum answer, a, b);
}

/**
 * verdict_has - whether a reason was found
 * @v: the verdict
 * @code: the code of the reason
 *
 * Return: true if so.
 */
bool verdict_has(const struct verdict *v, const char *code)
{
	size_t i;

	for (i = 0; i < v->reasons.n; i++)
		if (!strcmp(v->reasons.items[i].rule->code, code))
			return true;
	return false;
}

static bool has_weight(const struct verdict *v, enum weight weight)
{
	size_t i;

	for (i = 0; i < v->reasons.n; i++)
		if (v->reasons.items[i].rule->weight == weight)
			return true;
	return false;
}

static void give_reason(struct verdict *v, const struct rule *rule,
			const struct context *c)
{
	struct reason *r = vec_push(&v->reasons);

	r->rule = rule;
	r->order = v->reasons.n;
	r->text = words_fill(rule->text, c);
	r->next = rule->next ? words_fill(rule->next, c) : NULL;
	r->count = c->count;
	if (rule->proof)
		r->proof = rule->proof(c);
}

static void apply(struct verdict *v, const struct rules *table,
		  const struct context *c)
{
	unsigned int i;

	for (i = 0; i < table->n; i++) {
		const struct rule *rule = &table->items[i];

		if (!(rule->on & BIT(v->subject.scope)))
			continue;
		if (rule->when && !rule->when(c))
			continue;
		give_reason(v, rule, c);
	}
}

static void apply_event(struct verdict *v, const struct evgroup *g)
{
	const struct context c = {
		.s = &v->subject, .e = g->e, .count = g->count,
		.freed = g->freed,
	};
	unsigned int i;

	for (i = 0; i < event_rules.n; i++) {
		const struct rule *rule = &event_rules.items[i];

		if (rule->kind != g->e->kind)
			continue;
		if (rule->when && !rule->when(&c))
			continue;
		give_reason(v, rule, &c);
		return;
	}
}

static void judge_registers(struct verdict *v, const struct evidence *ev)
{
	struct context c = { .s = &v->subject };
	size_t i;

	for (i = 0; i < ev->mtrrs.n; i++) {
		c.reg = &ev->mtrrs.items[i];
		apply(v, &register_rules, &c);
	}
}

static bool for_registers(const struct bar *bar)
{
	return bar->kind == BAR_MEMORY && !bar->pref &&
	       bar->num < DEVICE_ROM && bar_has_address(bar);
}

/* One reason for all BARs that a rule holds for: there can be dozens. */
static void judge_covered(struct verdict *v, const struct evidence *ev,
			  const struct rule *rule)
{
	struct context c = { .s = &v->subject };
	struct covered_bars found = { 0 };
	size_t i, b;

	for (i = 0; i < ev->devices.n; i++) {
		const struct device *dev = &ev->devices.items[i];

		for (b = 0; b < dev->bars.n; b++) {
			c.bar = &dev->bars.items[b];
			if (for_registers(c.bar) && rule->when(&c))
				*vec_push(&found) =
					(struct covered){ dev, c.bar };
		}
	}
	if (found.n) {
		c.bar = found.items[0].bar;
		c.covered = &found;
		give_reason(v, rule, &c);
	}
	free(found.items);
}

static enum mapped is_mapped(const struct verdict *v)
{
	const struct subject *s = &v->subject;

	if (s->scope == SCOPE_MACHINE)
		return MAPPED_UNKNOWN;
	if (s->map)
		return s->map->effective == WCBAR_MT_WC ? MAPPED_YES :
							  MAPPED_NO;
	if (s->wc || verdict_has(v, "mtrr-makes-wc") ||
	    verdict_has(v, "conflict-holder-wc") ||
	    verdict_has(v, "granted-wc") || verdict_has(v, "got-wc-unasked"))
		return MAPPED_YES;
	if (s->list == LIST_NOTHING || s->list == LIST_OTHER)
		return MAPPED_NO;
	return MAPPED_UNKNOWN;
}

static enum wcbar_memtype effective_type(const struct verdict *v)
{
	const struct subject *s = &v->subject;

	if (s->map)
		return s->map->effective;
	switch (s->list) {
	case LIST_WC:
		return s->slot == SLOT_NONE ?
			wcbar_memtype_combine(s->mtrr, WCBAR_MT_UC_MINUS) :
			WCBAR_MT_WC;
	case LIST_PARTLY:
	case LIST_CONFLICT:
		return WCBAR_MT_MIXED;
	case LIST_OTHER:
		/* strong UC needs no MTRR to be what it is, UC- does */
		if (s->one_type == WCBAR_MT_UC)
			return WCBAR_MT_UC;
		return wcbar_memtype_combine(s->mtrr, s->one_type);
	default:
		return WCBAR_MT_UNKNOWN;
	}
}

/* What decides comes first, what is only good to know comes last. */
static int rank(enum weight weight)
{
	switch (weight) {
	case W_RULES_OUT:
		return 0;
	case W_FAILS:
		return 1;
	case W_PROVES:
		return 2;
	case W_DOUBT:
		return 3;
	case W_GOOD:
		return 4;
	case W_WARN:
		return 5;
	default:
		return 6;
	}
}

static int by_rank(const void *va, const void *vb)
{
	const struct reason *a = va, *b = vb;
	int d = rank(a->rule->weight) - rank(b->rule->weight);

	return d ? d : a->order < b->order ? -1 : a->order > b->order;
}

static void decide(struct verdict *v)
{
	v->mapped = is_mapped(v);
	v->type = effective_type(v);
	if (has_weight(v, W_RULES_OUT))
		v->answer = ANSWER_NOT_AVAILABLE;
	else if (has_weight(v, W_FAILS))
		v->answer = ANSWER_NOT_EFFECTIVE;
	else if (!has_weight(v, W_DOUBT) && has_weight(v, W_PROVES))
		v->answer = ANSWER_EFFECTIVE;
	else
		v->answer = ANSWER_UNPROVEN;
	if (v->reasons.n)
		qsort(v->reasons.items, v->reasons.n,
		      sizeof(*v->reasons.items), by_rank);
}

static bool about_device(const struct klog_event *e, const struct verdict *v)
{
	const struct subject *s = &v->subject;

	/* names no function: what counts is the BAR that it begins in */
	if (e->kind == KLOG_SPANS && e->end != U64_MAX)
		return e->start >= s->start && e->start < s->end;
	if (!e->bdf[0] || !s->dev || strcmp(e->bdf, s->dev->bdf))
		return false;
	/* a request for everything was one for the BAR that has nothing */
	if (e->kind == KLOG_SPANS && e->end == U64_MAX)
		return s->bar->zero;
	return e->bar < 0 || s->bar->num < 0 || e->bar == s->bar->num;
}

static void hand_out(struct report *report, const struct evgroup *g,
		     const struct ranges *index)
{
	const struct klog_event *e = g->e;
	struct hits hits = { 0 };
	bool taken = false;
	size_t i;

	if (event_has_range(e)) {
		ranges_find(index, e->start, e->end, &hits);
		for (i = 0; i < hits.n; i++)
			apply_event(&report->items[hits.items[i]], g);
		taken = hits.n;
		free(hits.items);
	} else {
		bool about_any = event_has_device(e) || e->kind == KLOG_SPANS;

		for (i = 0; i < report->n && about_any; i++) {
			if (!about_device(e, &report->items[i]))
				continue;
			apply_event(&report->items[i], g);
			taken = true;
			/* about the function: once is enough */
			if (e->bar < 0)
				break;
		}
	}
	if (!taken && event_for_machine(e))
		apply_event(&report->machine, g);
}

/**
 * verdict - judge the evidence
 * @report: filled in, to be given to verdict_free()
 * @ev: the evidence, which must stay as long as @report
 * @bdf: the only function that is of interest, or NULL for all
 */
void verdict(struct report *report, const struct evidence *ev,
	     const char *bdf)
{
	struct evgroups groups = { 0 };
	struct ranges index = { 0 };
	struct context c = { 0 };
	size_t i;

	memset(report, 0, sizeof(*report));
	report->ev = ev;
	subject_machine(&report->machine.subject, ev);
	c.s = &report->machine.subject;
	apply(&report->machine, &machine_rules, &c);
	apply(&report->machine, &list_rules, &c);

	evgroups_build(&groups, &ev->log);
	ask_devices(report, bdf);
	ask_index(report, &index);
	if (!bdf)
		ask_ranges(report, &groups, &index);
	ask_index(report, &index);

	for (i = 0; i < report->n; i++) {
		struct verdict *v = &report->items[i];

		v->subject.ruled_out = has_weight(&report->machine,
						  W_RULES_OUT);
		c.s = &v->subject;
		apply(v, &bar_rules, &c);
		apply(v, &mapping_rules, &c);
		apply(v, &place_rules, &c);
	}
	judge_registers(&report->machine, ev);
	for (i = 0; i < covered_bar_rules.n; i++)
		judge_covered(&report->machine, ev,
			      &covered_bar_rules.items[i]);
	for (i = 0; i < groups.n; i++)
		hand_out(report, &groups.items[i], &index);

	decide(&report->machine);
	report->answer = report->n ? ANSWER_EFFECTIVE :
				     report->machine.answer;
	for (i = 0; i < report->n; i++) {
		decide(&report->items[i]);
		if (!report->items[i].aside)
			report->answer = answer_worse(report->answer,
						      report->items[i].answer);
	}
	free(groups.items);
	free(index.items);
}

static void free_reasons(struct verdict *v)
{
	size_t i;

	for (i = 0; i < v->reasons.n; i++) {
		free(v->reasons.items[i].text);
		free(v->reasons.items[i].next);
	}
	free(v->reasons.items);
	subject_free(&v->subject);
}

/**
 * verdict_free - give back the memory of a report
 * @report: the report
 */
void verdict_free(struct report *report)
{
	size_t i;

	for (i = 0; i < report->n; i++)
		free_reasons(&report->items[i]);
	free_reasons(&report->machine);
	free(report->items);
	memset(report, 0, sizeof(*report));
}
