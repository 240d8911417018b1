/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Faults on purpose.
 */
#ifndef WCBAR_CARD_FAULT_H
#define WCBAR_CARD_FAULT_H

#include <wcbar/types.h>

#include "error.h"

#define FAULTS_MAX	64

/**
 * enum fault_kind - what goes wrong
 * @FAULT_LOST: a doorbell is not heard, or what was written into a buffer is
 *	lost
 * @FAULT_SLOW: the completion comes late
 * @FAULT_ERROR: it is completed with WCBAR_COMP_FAILED
 * @FAULT_DIE: the process is killed
 * @FAULT_HANG: the card does nothing any more, whatever it is told
 * @FAULT_KINDS: how many there are
 */
enum fault_kind {
	FAULT_LOST,
	FAULT_SLOW,
	FAULT_ERROR,
	FAULT_DIE,
	FAULT_HANG,
	FAULT_KINDS,
};

/**
 * struct fault - one fault
 * @kind: what
 * @at: the descriptor that it happens to, from 1 on, counted from the start
 *	of the process
 * @usec: how late, for FAULT_SLOW
 */
struct fault {
	enum fault_kind kind;
	u64 at;
	u64 usec;
};

/**
 * struct fault_plan - all that were asked for
 * @n: how many
 * @items: the faults
 */
struct fault_plan {
	u32 n;
	struct fault items[FAULTS_MAX];
};

int fault_parse(const char *text, struct fault_plan *plan, struct error *e);
const struct fault *fault_find(const struct fault_plan *plan,
			       enum fault_kind kind, u64 at);

#endif /* WCBAR_CARD_FAULT_H */
