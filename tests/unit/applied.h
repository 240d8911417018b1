/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A memory type applied to stores, one after the other, as a test has them.
 */
#ifndef WCBAR_TEST_APPLIED_H
#define WCBAR_TEST_APPLIED_H

#include "model/apply.h"

#define BAR	0x6000000000ULL

/**
 * struct applied - the state of a test
 * @model: four buffers of 64 bytes
 * @wc: write-combining memory
 * @requests: what it has made of the stores
 * @ev: the last event; what is set here holds for the next ones
 */
struct applied {
	struct model model;
	struct apply wc;
	struct requests requests;
	struct event ev;
};

extern struct applied applied;

int applied_begin(void **state);
int applied_end(void **state);
void applied_store(u64 offset, u32 width);
void applied_event(enum event_kind kind);
void applied_has(u64 nr, u32 size, u64 of_size);

#endif /* WCBAR_TEST_APPLIED_H */
