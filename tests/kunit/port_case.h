/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A card that takes descriptors and a kernel whose calls can fail, for the
 * suites of posting. The card looks at its buffers and at its ring when it is
 * asked for a completion, or when its doorbell is rung; then it checks what is
 * there as a real one does.
 */
#ifndef TESTS_PORT_CASE_H
#define TESTS_PORT_CASE_H

#include <kunit/test.h>

#include "port.h"

#define FAKE_BAR	SZ_64K
#define FAKE_BUFFERS	2
#define FAKE_BUFFER	SZ_8K
#define FAKE_NEVER	U32_MAX

/**
 * struct fake_card - the card, and what the kernel has given for it
 * @test: the test
 * @port: the port under test
 * @bar: its aperture, ordinary memory
 * @fail_at: number of the kernel call that fails, or FAKE_NEVER
 * @calls: kernel calls so far that can fail
 * @allocs: pieces of memory that are out
 * @master: it is a bus master
 * @masters: times that it became a bus master
 * @kept: times that a page was kept from being used again
 * @gone: the device does not answer
 * @mute: a reset is not answered
 * @garbled: its registers say something else than before
 * @resets: resets that reached the card
 * @refuse: what start returns
 * @buffers: it was started to take descriptors from its buffers
 * @lose: this descriptor is not seen, or FAKE_NEVER
 * @fail: this one could not be carried out, or FAKE_NEVER
 * @quiet: this one's interrupt does not come, or FAKE_NEVER
 * @miscount: the counter is wrong by that
 * @record: what the record was last
 * @rung: doorbells
 * @early: doorbells that came before the record had counted
 * @taken: descriptors since the start
 * @status: what became of the last one: 1, or an errno
 * @counts: counters since the start
 */
struct fake_card {
	struct kunit *test;
	struct wcbar_port port;
	u8 *bar;
	u32 fail_at;
	u32 calls;
	int allocs;
	bool master;
	int masters;
	int kept;
	bool gone;
	bool mute;
	bool garbled;
	int resets;
	int refuse;
	bool buffers;
	u32 lose;
	u32 fail;
	u32 quiet;
	int miscount;
	u32 record;
	u32 rung;
	u32 early;
	u32 taken;
	int status;
	struct wcbar_port_counts counts;
};

struct fake_card *fake_card_init(struct kunit *test);

#endif /* TESTS_PORT_CASE_H */
