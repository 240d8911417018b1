// SPDX-License-Identifier: GPL-2.0
/*
 * Faults on purpose, as KIND@N or slow@N:USEC.
 */
#include "fault.h"

#include <wcbar/numbers.h>

#define USEC_MAX	(3600ULL * 1000000)	/* an hour */

static const char *const names[FAULT_KINDS] = {
	[FAULT_LOST] = "lost",
	[FAULT_SLOW] = "slow",
	[FAULT_ERROR] = "error",
	[FAULT_DIE] = "die",
	[FAULT_HANG] = "hang",
};

static enum fault_kind kind_of(const struct wcbar_word *word)
{
	u32 i;

	for (i = 0; i < FAULT_KINDS; i++) {
		if (wcbar_word_is(word, names[i]))
			break;
	}
	return i;
}

/**
 * fault_parse - add a fault to the plan
 * @text: for example "error@3" or "slow@10:20000"
 * @plan: the plan; not changed by a text that is wrong
 * @e: what is wrong
 *
 * Return: 0, or -EINVAL.
 */
int fault_parse(const char *text, struct fault_plan *plan, struct error *e)
{
	struct wcbar_word rest = { text, strlen(text) }, kind, at;
	struct fault f = { 0 };
	const char *wrong;

	wcbar_word_cut(&rest, '@', &kind);
	f.kind = kind_of(&kind);
	if (f.kind == FAULT_KINDS || !rest.p)
		return error_set(e, -EINVAL,
				 "'%s' is no fault: lost@N, slow@N:USEC, error@N, die@N or hang@N",
				 text);
	wcbar_word_cut(&rest, ':', &at);
	wrong = wcbar_number_parse(&at, &f.at);
	if (!wrong && !f.at)
		wrong = "is 0: the first descriptor is number 1";
	if (wrong)
		return error_set(e, -EINVAL, "%s: the number '%.*s' %s", text,
				 (int)at.len, at.p, wrong);
	if (f.kind != FAULT_SLOW && rest.p)
		return error_set(e, -EINVAL, "%s: takes no time", text);
	if (f.kind == FAULT_SLOW && !rest.p)
		return error_set(e, -EINVAL, "%s: how slow? slow@N:USEC",
				 text);
	if (rest.p) {
		wrong = wcbar_number_parse(&rest, &f.usec);
		if (!wrong && f.usec > USEC_MAX)
			wrong = "is more than an hour";
		if (wrong)
			return error_set(e, -EINVAL, "%s: the time '%s' %s",
					 text, rest.p, wrong);
	}
	if (plan->n == FAULTS_MAX)
		return error_set(e, -EINVAL, "at most %d faults", FAULTS_MAX);
	plan->items[plan->n++] = f;
	return 0;
}

/**
 * fault_find - whether a fault happens to a descriptor
 * @plan: the plan
 * @kind: which fault
 * @at: the descriptor's number, from 1 on
 *
 * Return: the fault, or NULL.
 */
const struct fault *fault_find(const struct fault_plan *plan,
			       enum fault_kind kind, u64 at)
{
	u32 i;

	for (i = 0; i < plan->n; i++) {
		if (plan->items[i].kind == kind && plan->items[i].at == at)
			return &plan->items[i];
	}
	return NULL;
}
