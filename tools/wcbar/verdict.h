/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The verdict: evidence in, answers and their reasons out. No I/O.
 */
#ifndef WCBAR_TOOL_VERDICT_H
#define WCBAR_TOOL_VERDICT_H

#include "rules.h"
#include "subject.h"

/**
 * enum answer - is write combining on?
 * @ANSWER_EFFECTIVE: stores to the range are write-combining
 * @ANSWER_UNPROVEN: mapped so, or perhaps mapped so, but something is missing
 * @ANSWER_NOT_EFFECTIVE: it could be, but is not
 * @ANSWER_NOT_AVAILABLE: it cannot be had here as things are
 */
enum answer {
	ANSWER_EFFECTIVE,
	ANSWER_UNPROVEN,
	ANSWER_NOT_EFFECTIVE,
	ANSWER_NOT_AVAILABLE,
};

/**
 * enum mapped - is there a write-combining mapping?
 * @MAPPED_UNKNOWN: the evidence does not say
 * @MAPPED_NO: no
 * @MAPPED_YES: yes
 */
enum mapped {
	MAPPED_UNKNOWN,
	MAPPED_NO,
	MAPPED_YES,
};

/**
 * struct reason - why the answer is what it is
 * @rule: the rule that was met
 * @text: the sentence
 * @next: what to do, or NULL
 * @proof: the line that proves it; no source when nothing does
 * @count: how often the log says so
 * @order: when it was found
 */
struct reason {
	const struct rule *rule;
	char *text;
	char *next;
	struct proof proof;
	u32 count;
	size_t order;
};

/**
 * struct reasons - reasons of an answer
 * @items: the reasons
 * @n: number of reasons
 * @room: private to vec_push()
 */
struct reasons {
	struct reason *items;
	size_t n, room;
};

/**
 * struct verdict - the answer for one subject
 * @subject: the subject
 * @answer: the answer
 * @mapped: whether there is a write-combining mapping
 * @type: the effective memory type, WCBAR_MT_UNKNOWN when unknown
 * @reasons: the reasons, what decides first
 * @aside: another BAR of the function is its aperture: this answer is for
 *	information only
 */
struct verdict {
	struct subject subject;
	enum answer answer;
	enum mapped mapped;
	enum wcbar_memtype type;
	struct reasons reasons;
	bool aside;
};

/**
 * struct report - all answers for one view
 * @ev: the evidence
 * @machine: the machine
 * @items: BARs and ranges
 * @n: number of them
 * @room: private to vec_push()
 * @answer: the answer in all: the least favourable one of those @items that
 *	are not aside, or the machine's when there are none
 */
struct report {
	const struct evidence *ev;
	struct verdict machine;
	struct verdict *items;
	size_t n, room;
	enum answer answer;
};

void verdict(struct report *report, const struct evidence *ev,
	     const char *bdf);
void verdict_free(struct report *report);

int answer_status(enum answer answer);
const char *answer_code(enum answer answer);
const char *answer_words(const struct verdict *v);
enum answer answer_worse(enum answer a, enum answer b);
bool verdict_has(const struct verdict *v, const char *code);

#endif /* WCBAR_TOOL_VERDICT_H */
