// SPDX-License-Identifier: GPL-2.0
/*
 * The other side of the reference card.
 */
#include "refhost.h"

static u64 now(void *ctx)
{
	struct refhost *h = ctx;

	return h->now;
}

static void interrupt(void *ctx)
{
	struct refhost *h = ctx;

	u32 posted = ++h->interrupts + 1;

	if (posted > h->flood)
		return;
	host_build(h, 10, WCBAR_DESC_INLINE | WCBAR_DESC_IRQ, posted);
	host_put(h, posted - 1);
	memcpy(h->ram + h->config.record, &posted, sizeof(posted));
}

static void die(void *ctx)
{
	struct refhost *h = ctx;

	h->deaths++;
}

/**
 * host_setup - a host with a card that was just plugged in
 * @state: the host
 *
 * Its configuration is a good one: 4 slots for any descriptor, numbers from 1
 * on.
 *
 * Return: 0, for cmocka.
 */
int host_setup(void **state)
{
	struct refhost *h = calloc(1, sizeof(*h));

	assert_non_null(h);
	h->aperture = aligned_alloc(SZ_4K, HOST_APERTURE);
	h->ram = aligned_alloc(SZ_4K, HOST_RAM);
	assert_non_null(h->aperture);
	assert_non_null(h->ram);
	memset(h->aperture, HOST_CANARY, HOST_APERTURE);
	memset(h->ram, HOST_CANARY, HOST_RAM);
	memset(h->aperture + HOST_APERTURE - WCBAR_CARD_CONTROL, 0,
	       WCBAR_CARD_CONTROL);
	h->dma.ram = h->ram;
	h->dma.bytes = HOST_RAM;
	h->dma.low = HOST_RAM;
	h->card.features = WCBAR_CARD_F_BF | WCBAR_CARD_F_DMA |
			   WCBAR_CARD_F_IRQ | WCBAR_CARD_F_EMULATED;
	h->card.doorbell = 12;
	h->card.db_value = 0x10000;
	h->card.dma = &h->dma;
	h->card.faults = &h->faults;
	h->card.ops = (struct refcard_ops){ now, interrupt, die, h };
	refcard_init(&h->card, h->aperture, HOST_APERTURE);

	h->config = (struct refcard_config){
		.slots = 4,
		.slot_bytes = REFCARD_DESC_MAX,
		.ring = HOST_RING,
		.record = HOST_RECORD,
		.completions = HOST_COMPLETIONS,
		.first = 1,
	};
	*state = h;
	return 0;
}

/**
 * host_teardown - the end of it
 * @state: the host
 *
 * Return: 0, for cmocka.
 */
int host_teardown(void **state)
{
	struct refhost *h = *state;

	free(h->aperture);
	free(h->ram);
	free(h);
	return 0;
}

static u8 *control(const struct refhost *h, u32 reg)
{
	return h->aperture + HOST_APERTURE - WCBAR_CARD_CONTROL + reg;
}

/**
 * host_set32 - write a register
 * @h: the host
 * @reg: which
 * @v: what
 */
void host_set32(struct refhost *h, u32 reg, u32 v)
{
	memcpy(control(h, reg), &v, sizeof(v));
}

/**
 * host_get32 - read a register
 * @h: the host
 * @reg: which
 *
 * Return: what it holds.
 */
u32 host_get32(const struct refhost *h, u32 reg)
{
	u32 v;

	memcpy(&v, control(h, reg), sizeof(v));
	return v;
}

/**
 * host_set64 - write a register of 8 bytes
 * @h: the host
 * @reg: which
 * @v: what
 */
void host_set64(struct refhost *h, u32 reg, u64 v)
{
	memcpy(control(h, reg), &v, sizeof(v));
}

/**
 * host_get64 - read a register of 8 bytes
 * @h: the host
 * @reg: which
 *
 * Return: what it holds.
 */
u64 host_get64(const struct refhost *h, u32 reg)
{
	u64 v;

	memcpy(&v, control(h, reg), sizeof(v));
	return v;
}

/**
 * host_counter - read a counter
 * @h: the host
 * @counter: which
 *
 * Return: its register.
 */
u64 host_counter(const struct refhost *h, enum wcbar_card_counter counter)
{
	return host_get64(h, WCBAR_CARD_R_COUNTERS + 8 * counter);
}

/**
 * host_command - give a command, ring, and see it done
 * @h: the host
 * @command: which
 *
 * Return: its error.
 */
u32 host_command(struct refhost *h, u32 command)
{
	host_set32(h, WCBAR_CARD_R_COMMAND, command);
	host_set32(h, WCBAR_CARD_R_COOKIE, ++h->cookie);
	refcard_rung(&h->card, 1);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_DONE), h->cookie);
	return host_get32(h, WCBAR_CARD_R_ERROR);
}

/**
 * host_start - write the configuration, and start
 * @h: the host
 * @mode: the path
 *
 * Return: the error of START.
 */
u32 host_start(struct refhost *h, u32 mode)
{
	u32 nothing = 0;

	h->config.mode = mode;
	host_set32(h, WCBAR_CARD_R_MODE, mode);
	host_set32(h, WCBAR_CARD_R_SLOTS, h->config.slots);
	host_set32(h, WCBAR_CARD_R_SLOT_BYTES, h->config.slot_bytes);
	host_set64(h, WCBAR_CARD_R_RING, h->config.ring);
	host_set64(h, WCBAR_CARD_R_RECORD, h->config.record);
	host_set64(h, WCBAR_CARD_R_COMPLETIONS, h->config.completions);
	host_set64(h, WCBAR_CARD_R_FIRST, h->config.first);
	/* where a driver writes it, if the card would take it there */
	if (h->config.record <= HOST_RAM - sizeof(nothing))
		memcpy(h->ram + h->config.record, &nothing, sizeof(nothing));
	return host_command(h, WCBAR_CARD_START);
}

/**
 * host_build - build a descriptor
 * @h: the host
 * @bytes: its payload, some pattern
 * @flags: WCBAR_DESC_ bits; a payload that is not inline is at HOST_PAYLOAD
 * @sequence: its number
 */
void host_build(struct refhost *h, u32 bytes, u16 flags, u64 sequence)
{
	u8 *payload = h->ram + HOST_PAYLOAD;
	u32 i;

	for (i = 0; i < bytes; i++)
		payload[i] = (u8)(i * 7 + sequence);
	h->lines = wcbar_desc_build(h->desc, bytes, flags, sequence,
				    HOST_PAYLOAD, payload);
	assert_int_not_equal(h->lines, 0);
}

/**
 * host_buffer - the buffer for a descriptor
 * @h: the host
 * @n: the n-th since START, from 0 on
 *
 * Return: where to write it.
 */
u8 *host_buffer(struct refhost *h, u64 n)
{
	u64 base = host_get64(h, WCBAR_CARD_R_BF_BASE);
	u32 count = host_get32(h, WCBAR_CARD_R_BF_COUNT);

	return h->aperture + base +
	       n % count * host_get32(h, WCBAR_CARD_R_BF_BYTES);
}

/**
 * host_slot - the slot for a descriptor
 * @h: the host
 * @n: the n-th since START, from 0 on
 *
 * Return: where to write it.
 */
u8 *host_slot(struct refhost *h, u64 n)
{
	return h->ram + h->config.ring +
	       n % h->config.slots * h->config.slot_bytes;
}

/**
 * host_put - write what was built to its place, and tell nobody
 * @h: the host
 * @n: the n-th since START, from 0 on
 */
void host_put(struct refhost *h, u64 n)
{
	memcpy(h->config.mode == WCBAR_CARD_BF ? host_buffer(h, n) :
						 host_slot(h, n),
	       h->desc, h->lines * WCBAR_DESC_LINE);
}

/**
 * host_ring - write the doorbell record, and ring
 * @h: the host
 * @posted: descriptors since START
 */
void host_ring(struct refhost *h, u32 posted)
{
	memcpy(h->ram + h->config.record, &posted, sizeof(posted));
	refcard_rung(&h->card, 1);
}

/**
 * host_post - post what was built, and let the card see it
 * @h: the host
 * @n: the n-th since START, from 0 on
 */
void host_post(struct refhost *h, u64 n)
{
	host_put(h, n);
	if (h->config.mode == WCBAR_CARD_BF)
		refcard_look(&h->card);
	else
		host_ring(h, (u32)n + 1);
}

/**
 * host_comp - a completion
 * @h: the host
 * @n: of the n-th descriptor since START, from 0 on
 *
 * Return: what memory holds.
 */
struct wcbar_comp host_comp(const struct refhost *h, u64 n)
{
	struct wcbar_comp comp;

	memcpy(&comp, h->ram + h->config.completions +
		      n % h->config.slots * sizeof(comp), sizeof(comp));
	return comp;
}

/**
 * host_expect - a completion is there, and right
 * @h: the host
 * @n: of the n-th descriptor since START, from 0 on
 * @status: what it says
 * @sequence: likewise
 */
void host_expect(struct refhost *h, u64 n, enum wcbar_comp_status status,
		 u64 sequence)
{
	struct wcbar_comp comp = host_comp(h, n);

	assert_int_equal(comp.sequence, sequence);
	assert_int_equal(comp.status, status);
	assert_int_equal(comp.path, h->config.mode);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
			 status == WCBAR_COMP_OK ? WCBAR_CARD_RUNNING :
						   WCBAR_CARD_FAILED);
}

/**
 * host_taken - how many descriptors the card has counted as taken
 * @h: the host
 *
 * Return: those of both paths.
 */
u64 host_taken(const struct refhost *h)
{
	return host_counter(h, WCBAR_CARD_C_BF) +
	       host_counter(h, WCBAR_CARD_C_DOORBELL);
}

/**
 * host_expect_counted - one thing was wrong, once, and nothing else
 * @h: the host
 * @counter: of what was; WCBAR_CARD_NR_COUNTERS where nothing was
 */
void host_expect_counted(const struct refhost *h,
			 enum wcbar_card_counter counter)
{
	u32 i;

	for (i = WCBAR_CARD_C_TORN; i <= WCBAR_CARD_C_MALFORMED; i++)
		assert_int_equal(host_counter(h, i), i == counter);
}

/**
 * host_untouched - whether nobody has written to memory
 * @h: the host
 * @from: bus address
 * @to: the one after the last
 *
 * Return: true if all of it holds what it held at first.
 */
bool host_untouched(const struct refhost *h, u64 from, u64 to)
{
	for (; from < to; from++) {
		if (h->ram[from] != HOST_CANARY)
			return false;
	}
	return true;
}
