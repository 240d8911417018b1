/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rules of the verdict, as a table.
 */
#ifndef WCBAR_TOOL_RULES_H
#define WCBAR_TOOL_RULES_H

#include "subject.h"

#define ON_MACHINE	BIT(SCOPE_MACHINE)
#define ON_BAR		BIT(SCOPE_BAR)
#define ON_RANGE	BIT(SCOPE_RANGE)
#define ON_MAPPABLE	(ON_BAR | ON_RANGE)
#define ON_ALL		(ON_MACHINE | ON_BAR | ON_RANGE)

/**
 * enum weight - what a reason does to the answer
 * @W_NOTE: nothing, worth knowing
 * @W_GOOD: nothing, speaks for it
 * @W_WARN: nothing, but somebody should look at it
 * @W_PROVES: effective, unless another reason speaks against it
 * @W_DOUBT: at best not proven
 * @W_FAILS: not effective
 * @W_RULES_OUT: not available
 */
enum weight {
	W_NOTE,
	W_GOOD,
	W_WARN,
	W_PROVES,
	W_DOUBT,
	W_FAILS,
	W_RULES_OUT,
};

/**
 * struct covered - a BAR for registers under, or near, write combining
 * @dev: the function
 * @bar: the BAR
 */
struct covered {
	const struct device *dev;
	const struct bar *bar;
};

/**
 * struct covered_bars - such BARs
 * @items: the BARs
 * @n: number of BARs
 * @room: private to vec_push()
 */
struct covered_bars {
	struct covered *items;
	size_t n, room;
};

/**
 * struct context - what a rule may look at
 * @s: the subject
 * @e: the event of the log, for rules with a @kind
 * @count: how often the log has it
 * @freed: how often the same range was given back (debugpat)
 * @reg: the MTRR, for rules that go through them
 * @bar: another BAR, for rules that go through them
 * @covered: all BARs for which the rule holds
 */
struct context {
	const struct subject *s;
	const struct klog_event *e;
	u32 count;
	u32 freed;
	const struct mtrr_reg *reg;
	const struct bar *bar;
	const struct covered_bars *covered;
};

/**
 * struct rule - condition, and what follows from it
 * @code: name of the reason
 * @on: subjects it applies to, ON_ bits
 * @kind: kind of event it is about; KLOG_NONE for the other evidence. Of the
 *	rules for an event the first that holds is used
 * @weight: what it does to the answer
 * @when: the condition; NULL for always
 * @text: the sentence; words in braces are filled in by words.c
 * @next: what to do, or NULL
 * @proof: the line that proves it
 */
struct rule {
	const char *code;
	unsigned int on;
	enum klog_kind kind;
	enum weight weight;
	bool (*when)(const struct context *c);
	const char *text;
	const char *next;
	struct proof (*proof)(const struct context *c);
};

/**
 * struct rules - a table of rules
 * @items: the rules
 * @n: number of rules
 */
struct rules {
	const struct rule *items;
	unsigned int n;
};

extern const struct rules machine_rules;	/* about the machine */
extern const struct rules list_rules;		/* its list and MTRRs */
extern const struct rules bar_rules;		/* can a BAR be mapped? */
extern const struct rules mapping_rules;	/* what is it mapped as? */
extern const struct rules place_rules;		/* where it is, who has it */
extern const struct rules event_rules;		/* about a line of the log */
extern const struct rules register_rules;	/* about each MTRR */
extern const struct rules covered_bar_rules;	/* about each register BAR */

char *words_fill(const char *template, const struct context *c);
char *words_parts(const struct subject *s);
void words_range(u64 start, u64 end, char *buf, size_t len);
void words_bar(const struct bar *bar, char *buf, size_t len);

#endif /* WCBAR_TOOL_RULES_H */
