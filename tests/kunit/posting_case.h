/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the suites of rows of posted descriptors share: a run with one row, on
 * the card of port_case.h, whose port is open.
 */
#ifndef TESTS_POSTING_CASE_H
#define TESTS_POSTING_CASE_H

#include "port_case.h"
#include "posting.h"

#define CASE_ITERATIONS	40
#define CASE_WARMUP	3
#define CASE_POSTED	(CASE_ITERATIONS + CASE_WARMUP)

/**
 * struct posting_case - what a test works on, its private pointer
 * @f: the card
 * @spec: one size of 100 bytes, stored by store8; 60 ms for a completion
 * @p: the run
 * @row: the row
 * @regs: 256 bytes that can be a register BAR
 * @stop_after: the run is stopped when it was asked so often
 * @stop_with: with this
 * @stands_still: the machine stands still past the deadline of the descriptor
 *	that the card loses
 */
struct posting_case {
	struct fake_card *f;
	struct wcbar_post_spec spec;
	struct wcbar_posting p;
	struct wcbar_post_row row;
	u8 *regs;
	int stop_after;
	int stop_with;
	bool stands_still;
};

int posting_case_init(struct kunit *test);
void posting_case_exit(struct kunit *test);

#endif /* TESTS_POSTING_CASE_H */
