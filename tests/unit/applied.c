// SPDX-License-Identifier: GPL-2.0
/*
 * A memory type applied to stores, one after the other, as a test has them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "applied.h"

struct applied applied;

/**
 * applied_begin - set a test up
 * @state: not used
 *
 * Return: 0.
 */
int applied_begin(void **state)
{
	(void)state;
	memset(&applied, 0, sizeof(applied));
	applied.model.wc.buffers = 4;
	applied.model.wc.line = WC_LINE;
	applied.model.wc.interrupts = true;
	applied.model.pcie.mps = PCIE_MPS;
	applied.model.pcie.link = (struct pcie_link){ 16000, 16 };
	apply_init(&applied.wc, MODEL_WC, &applied.model);
	applied.wc.to = &applied.requests;
	return 0;
}

/**
 * applied_end - and take it down
 * @state: not used
 *
 * Return: 0.
 */
int applied_end(void **state)
{
	(void)state;
	apply_free(&applied.wc);
	return 0;
}

/**
 * applied_store - a store
 * @offset: bytes from the BAR's beginning
 * @width: bytes
 */
void applied_store(u64 offset, u32 width)
{
	applied.ev.kind = EVENT_STORE;
	applied.ev.addr = BAR + offset;
	applied.ev.width = width;
	apply_event(&applied.wc, &applied.ev);
}

/**
 * applied_event - something else
 * @kind: what
 */
void applied_event(enum event_kind kind)
{
	applied.ev.kind = kind;
	apply_event(&applied.wc, &applied.ev);
}

/**
 * applied_has - fails the test where requests are not as expected
 * @nr: all requests so far
 * @size: a size of some of them, bytes
 * @of_size: how many have it
 */
void applied_has(u64 nr, u32 size, u64 of_size)
{
	assert_int_equal(applied.requests.nr, nr);
	assert_int_equal(sizes_get(&applied.requests.sizes, size), of_size);
}
