// SPDX-License-Identifier: GPL-2.0
/*
 * The reference card's registers and commands: what it says of itself, each
 * limit of its configuration, and a host that writes what it should not.
 */
#include "refhost.h"

#define BUFFERS	(HOST_APERTURE - WCBAR_CARD_CONTROL - 2 * 8192)

static void assert_identity(const struct refhost *h)
{
	u32 i;

	assert_int_equal(host_get32(h, WCBAR_CARD_R_MAGIC), 0x31424357);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_VERSION), 1);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_FEATURES), 0x17);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE), WCBAR_CARD_IDLE);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_DONE), h->cookie);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_ERROR), 0);
	assert_int_equal(host_get64(h, WCBAR_CARD_R_BF_BASE), BUFFERS);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_BF_BYTES), 8192);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_BF_COUNT), 2);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_DESC_MAX), 65 * 64);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_SLOTS_MAX), 4096);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_DOORBELL), 12);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_DB_VALUE), 0x10000);
	assert_int_equal(host_get64(h, WCBAR_CARD_R_RESERVED), BUFFERS);
	for (i = 0; i < WCBAR_CARD_NR_COUNTERS; i++)
		assert_int_equal(host_counter(h, i), 0);
}

static void identity(void **state)
{
	assert_identity(*state);
}

/* What is the card's becomes right again, whatever the host wrote there. */
static void scribbles(void **state)
{
	struct refhost *h = *state;
	u32 at, value;

	for (value = 0; value < 256; value += 51) {
		for (at = 0; at < WCBAR_CARD_CONTROL; at++) {
			if (at < WCBAR_CARD_R_RING ||
			    at >= WCBAR_CARD_R_COUNTERS)
				h->aperture[HOST_APERTURE - WCBAR_CARD_CONTROL +
					    at] = (u8)value;
		}
		assert_int_equal(host_command(h, WCBAR_CARD_RESET), 0);
		assert_identity(h);
	}
}

/* Outside of its buffers and its registers the card has no business. */
static void rest_of_aperture(void **state)
{
	struct refhost *h = *state;
	u32 i, n;

	for (n = 0; n < 4; n++) {
		host_start(h, n % 2 ? WCBAR_CARD_BF : WCBAR_CARD_DOORBELL);
		host_build(h, 4096, WCBAR_DESC_INLINE, 1);
		host_post(h, 0);
		host_command(h, WCBAR_CARD_RESET);
	}
	for (i = 0; i < BUFFERS; i++)
		assert_int_equal(h->aperture[i], HOST_CANARY);
}

static void no_cookie_no_command(void **state)
{
	struct refhost *h = *state;

	assert_int_equal(host_start(h, WCBAR_CARD_BF), 0);
	host_set32(h, WCBAR_CARD_R_COMMAND, WCBAR_CARD_RESET);
	refcard_rung(&h->card, 1);
	assert_false(refcard_command(&h->card));
	refcard_look(&h->card);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
			 WCBAR_CARD_RUNNING);
	/* while it polls, the cookie is enough */
	host_set32(h, WCBAR_CARD_R_COOKIE, ++h->cookie);
	assert_true(refcard_look(&h->card));
	assert_int_equal(host_get32(h, WCBAR_CARD_R_DONE), h->cookie);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE), WCBAR_CARD_IDLE);
}

static void unknown_commands(void **state)
{
	static const u32 commands[] = { 0, 4, 0x100, 0x80000001, U32_MAX };
	struct refhost *h = *state;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(commands); i++)
		assert_int_equal(host_command(h, commands[i]),
				 WCBAR_CARD_E_COMMAND);
	assert_int_equal(host_start(h, WCBAR_CARD_BF), 0);
	assert_int_equal(host_command(h, 4), WCBAR_CARD_E_COMMAND);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
			 WCBAR_CARD_RUNNING);
}

static void states(void **state)
{
	struct refhost *h = *state;

	assert_int_equal(host_command(h, WCBAR_CARD_STOP), 0);
	assert_int_equal(host_start(h, WCBAR_CARD_BF), 0);
	assert_int_equal(host_start(h, WCBAR_CARD_BF), WCBAR_CARD_E_STATE);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
			 WCBAR_CARD_RUNNING);
	assert_int_equal(host_command(h, WCBAR_CARD_STOP), 0);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE), WCBAR_CARD_IDLE);
	assert_int_equal(host_start(h, WCBAR_CARD_DOORBELL), 0);
	/* it fails, and only RESET gets it out of that */
	host_ring(h, 5);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
			 WCBAR_CARD_FAILED);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_ERROR),
			 WCBAR_CARD_E_DESCRIPTOR);
	assert_int_equal(host_start(h, WCBAR_CARD_BF), WCBAR_CARD_E_STATE);
	assert_int_equal(host_command(h, WCBAR_CARD_STOP), 0);
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
			 WCBAR_CARD_FAILED);
	assert_int_equal(host_command(h, WCBAR_CARD_RESET), 0);
	assert_identity(h);
	assert_int_equal(host_start(h, WCBAR_CARD_BF), 0);
}

static void stop_keeps_counters(void **state)
{
	struct refhost *h = *state;

	host_start(h, WCBAR_CARD_BF);
	host_build(h, 10, WCBAR_DESC_INLINE, 1);
	host_post(h, 0);
	host_command(h, WCBAR_CARD_STOP);
	assert_int_equal(host_counter(h, WCBAR_CARD_C_BF), 1);
	host_start(h, WCBAR_CARD_BF);
	host_post(h, 0);
	assert_int_equal(host_counter(h, WCBAR_CARD_C_BF), 2);
	host_command(h, WCBAR_CARD_RESET);
	assert_int_equal(host_counter(h, WCBAR_CARD_C_BF), 0);
	assert_int_equal(h->card.totals[WCBAR_CARD_C_BF], 2);
}

static void modes(void **state)
{
	static const u32 wrong[] = { 0, 3, 0x101, U32_MAX };
	struct refhost *h = *state;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		assert_int_equal(host_start(h, wrong[i]), WCBAR_CARD_E_MODE);
	h->card.features = WCBAR_CARD_F_BF;
	assert_int_equal(host_start(h, WCBAR_CARD_DOORBELL),
			 WCBAR_CARD_E_MODE);
	assert_int_equal(host_start(h, WCBAR_CARD_BF), 0);
	host_command(h, WCBAR_CARD_RESET);
	h->card.features = WCBAR_CARD_F_DMA;
	assert_int_equal(host_start(h, WCBAR_CARD_BF), WCBAR_CARD_E_MODE);
	assert_int_equal(host_start(h, WCBAR_CARD_DOORBELL), 0);
}

/* What is configured, how, the error, and whether only the ring is about it */
enum what { SLOTS, SLOT_BYTES, FIRST, RING, RECORD, COMPLETIONS };

static const struct {
	enum what what;
	u64 value;
	u32 error;
	bool ring_only;
} limits[] = {
	{ SLOTS, 0, WCBAR_CARD_E_RING, false },
	{ SLOTS, 1, 0, false },
	{ SLOTS, 3, WCBAR_CARD_E_RING, false },
	{ SLOTS, 8192, WCBAR_CARD_E_RING, false },
	{ SLOTS, 0x80000000, WCBAR_CARD_E_RING, false },
	{ SLOTS, U32_MAX, WCBAR_CARD_E_RING, false },
	{ FIRST, 0, WCBAR_CARD_E_RING, false },
	{ FIRST, U64_MAX, 0, false },
	{ SLOT_BYTES, 0, WCBAR_CARD_E_RING, true },
	{ SLOT_BYTES, 63, WCBAR_CARD_E_RING, true },
	{ SLOT_BYTES, 64, 0, true },
	{ SLOT_BYTES, 65, WCBAR_CARD_E_RING, true },
	{ SLOT_BYTES, 65 * 64, 0, true },
	{ SLOT_BYTES, 66 * 64, WCBAR_CARD_E_RING, true },
	{ SLOT_BYTES, 0xffffffc0, WCBAR_CARD_E_RING, true },
	{ RING, HOST_RAM - 4 * 65 * 64, 0, true },
	{ RING, HOST_RAM - 4 * 65 * 64 + 64, WCBAR_CARD_E_ADDRESS, true },
	{ RING, HOST_RING + 32, WCBAR_CARD_E_ADDRESS, true },
	{ RING, U64_MAX - 63, WCBAR_CARD_E_ADDRESS, true },
	{ RING, HOST_RAM, WCBAR_CARD_E_ADDRESS, true },
	{ RECORD, HOST_RAM - 8, 0, true },
	{ RECORD, HOST_RAM - 4, WCBAR_CARD_E_ADDRESS, true },
	{ RECORD, HOST_RECORD + 4, WCBAR_CARD_E_ADDRESS, true },
	{ RECORD, HOST_RAM, WCBAR_CARD_E_ADDRESS, true },
	{ RECORD, U64_MAX - 7, WCBAR_CARD_E_ADDRESS, true },
	{ COMPLETIONS, HOST_RAM - 64, 0, false },
	{ COMPLETIONS, HOST_RAM - 48, WCBAR_CARD_E_ADDRESS, false },
	{ COMPLETIONS, HOST_COMPLETIONS + 8, WCBAR_CARD_E_ADDRESS, false },
	{ COMPLETIONS, U64_MAX - 15, WCBAR_CARD_E_ADDRESS, false },
	{ COMPLETIONS, 1ULL << 32, WCBAR_CARD_E_ADDRESS, false },
};

static void set(struct refcard_config *k, enum what what, u64 value)
{
	switch (what) {
	case SLOTS:
		k->slots = (u32)value;
		break;
	case SLOT_BYTES:
		k->slot_bytes = (u32)value;
		break;
	case FIRST:
		k->first = value;
		break;
	case RING:
		k->ring = value;
		break;
	case RECORD:
		k->record = value;
		break;
	case COMPLETIONS:
		k->completions = value;
	}
}

static void each_limit(void **state)
{
	struct refhost *h = *state;
	const struct refcard_config good = h->config;
	u32 i, mode, want;

	for (i = 0; i < ARRAY_SIZE(limits); i++) {
		for (mode = WCBAR_CARD_BF; mode <= WCBAR_CARD_DOORBELL; mode++) {
			h->config = good;
			set(&h->config, limits[i].what, limits[i].value);
			want = limits[i].ring_only && mode == WCBAR_CARD_BF ?
			       0 : limits[i].error;
			assert_int_equal(host_start(h, mode), want);
			assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
					 want ? WCBAR_CARD_IDLE :
						WCBAR_CARD_RUNNING);
			host_command(h, WCBAR_CARD_RESET);
		}
	}
}

static void no_memory(void **state)
{
	struct refhost *h = *state;

	h->dma.ram = NULL;
	assert_int_equal(host_start(h, WCBAR_CARD_BF), WCBAR_CARD_E_ADDRESS);
}

/* After START the registers are the host's to write to; nothing comes of it. */
static void config_is_copied(void **state)
{
	struct refhost *h = *state;
	u32 reg;

	host_start(h, WCBAR_CARD_DOORBELL);
	for (reg = WCBAR_CARD_R_RING; reg < WCBAR_CARD_R_COMMAND; reg += 4)
		host_set32(h, reg, 0xfffffff0);
	host_build(h, 10, WCBAR_DESC_INLINE, 1);
	host_post(h, 0);
	host_expect(h, 0, WCBAR_COMP_OK, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, host_setup, host_teardown)
		TEST(identity),
		TEST(scribbles),
		TEST(rest_of_aperture),
		TEST(no_cookie_no_command),
		TEST(unknown_commands),
		TEST(states),
		TEST(stop_keeps_counters),
		TEST(modes),
		TEST(each_limit),
		TEST(no_memory),
		TEST(config_is_copied),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
