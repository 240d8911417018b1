/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The other side of the reference card in its unit tests: a host with memory,
 * an aperture, a clock that stands still, and a driver's few steps.
 */
#ifndef WCBAR_TEST_REFHOST_H
#define WCBAR_TEST_REFHOST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "card/engine.h"

#define HOST_APERTURE		SZ_64K
#define HOST_RAM		SZ_1M
/* where its driver has what, bus addresses; between them is nothing */
#define HOST_COMPLETIONS	0x1000
#define HOST_RECORD		0x8000
#define HOST_RING		0x10000
#define HOST_PAYLOAD		0x80000
/* what memory holds that nobody has written to */
#define HOST_CANARY		0xa5

/**
 * struct refhost - a host and its card
 * @card: the card
 * @dma: the host's memory, as the card sees it
 * @faults: of the card
 * @aperture: the card's BAR
 * @ram: the host's memory
 * @now: the time, ns
 * @interrupts: that the card has raised
 * @flood: sequence number up to which each interrupt is answered by a further
 *	descriptor in the ring
 * @deaths: how often it has died
 * @cookie: of the last command
 * @config: what is written before START
 * @desc: the descriptor that was built last
 * @lines: of it
 */
struct refhost {
	struct refcard card;
	struct dma dma;
	struct fault_plan faults;
	u8 *aperture;
	u8 *ram;
	u64 now;
	u32 interrupts;
	u32 flood;
	u32 deaths;
	u32 cookie;
	struct refcard_config config;
	u8 desc[REFCARD_DESC_MAX];
	u32 lines;
};

int host_setup(void **state);
int host_teardown(void **state);

void host_set32(struct refhost *h, u32 reg, u32 v);
u32 host_get32(const struct refhost *h, u32 reg);
void host_set64(struct refhost *h, u32 reg, u64 v);
u64 host_get64(const struct refhost *h, u32 reg);
u64 host_counter(const struct refhost *h, enum wcbar_card_counter counter);

u32 host_command(struct refhost *h, u32 command);
u32 host_start(struct refhost *h, u32 mode);
void host_build(struct refhost *h, u32 bytes, u16 flags, u64 sequence);
u8 *host_buffer(struct refhost *h, u64 n);
u8 *host_slot(struct refhost *h, u64 n);
void host_put(struct refhost *h, u64 n);
void host_ring(struct refhost *h, u32 posted);
void host_post(struct refhost *h, u64 n);

struct wcbar_comp host_comp(const struct refhost *h, u64 n);
void host_expect(struct refhost *h, u64 n, enum wcbar_comp_status status,
		 u64 sequence);
u64 host_taken(const struct refhost *h);
void host_expect_counted(const struct refhost *h,
			 enum wcbar_card_counter counter);
bool host_untouched(const struct refhost *h, u64 from, u64 to);

#endif /* WCBAR_TEST_REFHOST_H */
