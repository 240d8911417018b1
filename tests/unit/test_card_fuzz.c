// SPDX-License-Identifier: GPL-2.0
/*
 * A host that does anything at all, in any order: right steps of a driver,
 * wrong ones, and garbage in registers, buffers, ring and record. Whatever it
 * does, the card writes to memory only completions, only where its last START
 * said, and only while it is running; and after RESET it works.
 */
#include "copytest.h"
#include "refhost.h"

#define STEPS		500000
#define RAM		(32 * 1024)	/* so little that all of it is compared */

static u64 seed = 0x9e3779b97f4a7c15ULL;

/* xorshift64, of which every run gets the same */
static u64 any(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static u32 below(u32 n)
{
	return (u32)((any() >> 20) % n);
}

/* An address that is right, nearly right, or anything */
static u64 any_address(void)
{
	switch (below(8)) {
	case 0:
		return any();
	case 1:
		return RAM - below(256);
	case 2:
		return U64_MAX - below(256);
	}
	return below(RAM / 64) * 64;
}

/**
 * struct fuzz - what the hostile host remembers
 * @h: itself
 * @shadow: its memory, as it has left it
 * @stops: steps after which the card was not running
 * @good: descriptors that were taken
 */
struct fuzz {
	struct refhost *h;
	u8 shadow[RAM];
	u32 stops;
	u64 good;
};

static void scribble(struct fuzz *f)
{
	u32 at = below(WCBAR_CARD_CONTROL - 8) & ~3u;

	/* mostly where registers are */
	if (below(4))
		at %= 0x180;
	host_set32(f->h, at, below(2) ? (u32)any() : below(80));
}

static void configure(struct fuzz *f)
{
	struct refcard_config *k = &f->h->config;

	k->slots = below(8) ? 1u << below(7) : (u32)any();
	k->slot_bytes = below(8) ? 64 * (1 + below(12)) : (u32)any();
	k->ring = any_address();
	k->record = any_address();
	k->completions = any_address();
	k->first = below(4) ? U64_MAX - below(20) : any();
	host_set32(f->h, WCBAR_CARD_R_MODE, below(8) ? 1 + below(2) : below(9));
	host_set32(f->h, WCBAR_CARD_R_SLOTS, k->slots);
	host_set32(f->h, WCBAR_CARD_R_SLOT_BYTES, k->slot_bytes);
	host_set64(f->h, WCBAR_CARD_R_RING, k->ring);
	host_set64(f->h, WCBAR_CARD_R_RECORD, k->record);
	host_set64(f->h, WCBAR_CARD_R_COMPLETIONS, k->completions);
	host_set64(f->h, WCBAR_CARD_R_FIRST, k->first);
}

static void command(struct fuzz *f, u32 which)
{
	host_set32(f->h, WCBAR_CARD_R_COMMAND, which);
	host_set32(f->h, WCBAR_CARD_R_COOKIE, f->h->card.done + 1);
}

static void place(struct fuzz *f, const void *what, u64 at, u32 bytes)
{
	if (at <= RAM && bytes <= RAM - at) {
		memcpy(f->h->ram + at, what, bytes);
		memcpy(f->shadow + at, what, bytes);
	}
}

/* A descriptor, often the right one, often not wholly */
static void descriptor(struct fuzz *f)
{
	struct refcard *c = &f->h->card;
	const struct refcard_config *k = &c->config;
	u64 payload = any_address(), sequence = c->expected;
	u64 n = c->taken;
	u8 data[WCBAR_DESC_PAYLOAD_MAX] = { 0 };
	u32 bytes = 1 + below(600), lines;

	if (!below(6))
		sequence += below(7) - 3;
	if (!below(8))
		n += below(3);
	if (payload <= RAM && bytes <= RAM - payload)
		memcpy(data, f->h->ram + payload, bytes);
	lines = wcbar_desc_build(f->h->desc, bytes, (u16)below(4), sequence,
				 payload, data);
	if (!lines)
		return;
	if (!below(6))
		f->h->desc[below(lines * 64)] ^= 1 << below(8);
	bytes = below(6) ? lines * 64 : below(lines * 64);
	if (k->mode == WCBAR_CARD_BF)
		/* its registers cannot be asked: they hold anything */
		memcpy(c->buffers + n % 2 * 8192, f->h->desc, bytes);
	else if (k->slots)
		place(f, f->h->desc,
		      k->ring + n % k->slots * k->slot_bytes, bytes);
}

static void record(struct fuzz *f)
{
	u32 posted = (u32)f->h->card.taken + (below(4) ? 1 : below(70));

	if (!below(30))
		posted = (u32)any();
	place(f, &posted, f->h->card.config.record, sizeof(posted));
}

static void garbage(struct fuzz *f)
{
	u64 word = below(2) ? any() : f->h->card.expected;
	u32 at = below(2 * 8192 / 8) * 8;

	memcpy(f->h->aperture + HOST_APERTURE - REFCARD_RESERVED + at, &word,
	       8);
	place(f, &word, below(RAM / 8) * 8, 8);
}

static void step(struct fuzz *f)
{
	struct refcard *c = &f->h->card;

	switch (below(16)) {
	case 0:
		scribble(f);
		break;
	case 1:
		garbage(f);
		break;
	case 2:
		command(f, below(16) ? 1 + below(3) : (u32)any());
		break;
	case 3:
	case 4:
		if (c->state != WCBAR_CARD_IDLE) {
			descriptor(f);
			break;
		}
		configure(f);
		command(f, WCBAR_CARD_START);
		break;
	case 5:
	case 6:
		refcard_rung(c, 1 + below(3));
		break;
	case 7:
		f->h->now += below(2000);
		refcard_due(c);
		break;
	case 8:
		if (c->state == WCBAR_CARD_FAILED)
			command(f, WCBAR_CARD_RESET);
		break;
	case 9:
	case 10:
		record(f);
		refcard_rung(c, 1);
		break;
	case 11:
	case 12:
		descriptor(f);
		break;
	default:
		refcard_look(c);
	}
}

static bool in_completions(const struct refcard_config *k, u64 at)
{
	return at >= k->completions && at - k->completions < k->slots * 16ULL;
}

static void check_memory(struct fuzz *f, const struct refcard_config *before,
			 bool ran)
{
	const struct refcard_config *after = &f->h->card.config;
	u64 at;

	if (!memcmp(f->h->ram, f->shadow, RAM))
		return;
	assert_true(ran);
	for (at = 0; at < RAM; at++) {
		if (f->h->ram[at] != f->shadow[at])
			assert_true(in_completions(before, at) ||
				    in_completions(after, at));
	}
	memcpy(f->shadow, f->h->ram, RAM);
}

static void check(struct fuzz *f)
{
	struct refcard *c = &f->h->card;
	u64 at;

	assert_in_range(c->state, WCBAR_CARD_IDLE, WCBAR_CARD_FAILED);
	assert_int_equal(f->h->interrupts, c->totals[WCBAR_CARD_C_IRQS]);
	assert_true(host_untouched(f->h, RAM, HOST_RAM));
	for (at = 0; at < HOST_APERTURE - REFCARD_RESERVED; at++)
		assert_int_equal(f->h->aperture[at], HOST_CANARY);
}

/* A driver's steps, after whatever was before */
static void works(struct fuzz *f)
{
	struct refhost *h = f->h;
	u32 mode, n, faults = h->faults.n;

	h->config = (struct refcard_config){
		.slots = 4,
		.slot_bytes = 256,
		.ring = 0x2000,
		.record = 0x4000,
		.completions = 0x1000,
		.first = 1,
	};
	h->faults.n = 0;
	h->cookie = h->card.done;
	assert_int_equal(host_command(h, WCBAR_CARD_RESET), 0);
	for (mode = WCBAR_CARD_BF; mode <= WCBAR_CARD_DOORBELL; mode++) {
		assert_int_equal(host_start(h, mode), 0);
		for (n = 0; n < 6; n++) {
			u8 payload[100] = { (u8)n };

			h->lines = wcbar_desc_build(h->desc, 100,
						    WCBAR_DESC_INLINE, n + 1, 0,
						    payload);
			host_post(h, n);
			host_expect(h, n, WCBAR_COMP_OK, n + 1);
		}
		assert_int_equal(host_command(h, WCBAR_CARD_RESET), 0);
	}
	h->faults.n = faults;
	memcpy(f->shadow, h->ram, RAM);
}

static void anything(void **state)
{
	u32 steps = copytest_soak() ? 20 * STEPS : STEPS;
	static struct fuzz f;
	struct refcard *c;
	u32 i;

	f.h = *state;
	c = &f.h->card;
	f.h->dma.bytes = RAM;
	f.h->dma.low = RAM;
	memcpy(f.shadow, f.h->ram, RAM);
	for (i = 0; i < FAULTS_MAX; i++)
		f.h->faults.items[i] = (struct fault){
			(enum fault_kind)(i % 3), 50 * i + 50, 1 };
	f.h->faults.n = FAULTS_MAX;
	for (i = 0; i < steps; i++) {
		const struct refcard_config before = c->config;
		bool ran = c->state == WCBAR_CARD_RUNNING;
		u32 done = c->done;

		step(&f);
		/* it may have been started and have failed in one step */
		check_memory(&f, &before, ran || c->done != done);
		f.stops += c->state != WCBAR_CARD_RUNNING;
		if (i % 10000 == 0) {
			works(&f);
			check(&f);
		}
	}
	check(&f);
	/* it was no idle card: all that can happen has happened */
	f.good = c->totals[WCBAR_CARD_C_BF] + c->totals[WCBAR_CARD_C_DOORBELL];
	print_message("%u steps, %u not running, %llu taken;", steps, f.stops,
		      f.good);
	for (i = 0; i < WCBAR_CARD_C_YIELDS; i++) {
		print_message(" %llu", c->totals[i]);
		assert_true(c->totals[i] >= 30);
	}
	print_message("\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(anything, host_setup,
						host_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
