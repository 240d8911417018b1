// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptors that are wrong, on both paths of the reference card: what each of
 * them completes with, and what it is counted as.
 */
#include "refhost.h"

#define BF	WCBAR_CARD_BF
#define RING	WCBAR_CARD_DOORBELL
#define INLINE	WCBAR_DESC_INLINE

static void bad(struct refhost *h, u64 n, enum wcbar_comp_status status,
		u64 sequence, enum wcbar_card_counter counter)
{
	u64 before = host_taken(h);

	host_expect(h, n, status, sequence);
	host_expect_counted(h, counter);
	/* an error interrupts, whatever was asked for */
	assert_int_equal(h->interrupts, 1);
	/* and nothing is taken afterwards */
	host_build(h, 10, INLINE, sequence + 1);
	host_post(h, n + 1);
	assert_int_equal(host_taken(h), before);
}

/* The sequence number first, then the rest: for each number of lines */
static void torn_early(void **state)
{
	struct refhost *h = *state;
	u32 lines, end;

	for (lines = 1; lines <= 65; lines++) {
		host_start(h, BF);
		/* another length in the same buffer before */
		host_build(h, 300, INLINE, 1);
		host_post(h, 0);
		host_build(h, 10, INLINE, 2);
		host_post(h, 1);
		host_build(h, min_t(u32, lines * 64 - 40, 4096), INLINE, 3);
		assert_int_equal(h->lines, lines);
		end = lines * 64 - 8;
		memcpy(host_buffer(h, 2) + end, h->desc + end, 8);
		assert_false(refcard_look(&h->card));
		memcpy(host_buffer(h, 2), h->desc, end);
		assert_true(refcard_look(&h->card));
		bad(h, 2, WCBAR_COMP_TORN, 3, WCBAR_CARD_C_TORN);
		host_command(h, WCBAR_CARD_RESET);
		h->interrupts = 0;
	}
}

/* Head and number are there, something between them is not */
static void torn_late(void **state)
{
	struct refhost *h = *state;
	u32 mode, at;

	for (mode = BF; mode <= RING; mode++) {
		for (at = 32; at < 500; at += 31) {
			host_start(h, mode);
			host_build(h, 500, INLINE, 1);
			h->desc[at] ^= 0xff;
			host_post(h, 0);
			bad(h, 0, WCBAR_COMP_TORN, 1, WCBAR_CARD_C_TORN);
			host_command(h, WCBAR_CARD_RESET);
			h->interrupts = 0;
		}
	}
}

static void torn_payload_in_memory(void **state)
{
	struct refhost *h = *state;

	host_start(h, RING);
	host_build(h, 500, 0, 1);
	h->ram[HOST_PAYLOAD + 499] ^= 1;
	host_post(h, 0);
	bad(h, 0, WCBAR_COMP_TORN, 1, WCBAR_CARD_C_TORN);
}

static void torn_tail_in_slot(void **state)
{
	struct refhost *h = *state;

	host_start(h, RING);
	host_build(h, 500, INLINE, 1);
	h->lines--;
	memset(host_slot(h, 0), 0, 65 * 64);
	host_post(h, 0);
	bad(h, 0, WCBAR_COMP_TORN, 1, WCBAR_CARD_C_TORN);
}

/* A header with another number than the last word is incomplete, no error. */
static void head_only(void **state)
{
	struct refhost *h = *state;

	host_start(h, BF);
	host_build(h, 500, INLINE, 1);
	h->lines--;
	host_put(h, 0);
	assert_false(refcard_look(&h->card));
	assert_int_equal(host_get32(h, WCBAR_CARD_R_STATE),
			 WCBAR_CARD_RUNNING);
}

static void stale_never_written(void **state)
{
	struct refhost *h = *state;

	host_start(h, RING);
	memset(host_slot(h, 0), 0, 64);
	host_ring(h, 1);
	bad(h, 0, WCBAR_COMP_STALE, 1, WCBAR_CARD_C_STALE);
}

static void stale_of_last_round(void **state)
{
	struct refhost *h = *state;
	u64 sequence = U64_MAX - 6;
	u32 n;

	/* once around past 2^64, too */
	h->config.first = sequence;
	host_start(h, RING);
	for (n = 0; n < 8; n++) {
		host_build(h, 100, INLINE, sequence);
		host_post(h, n);
		sequence = sequence == U64_MAX ? 1 : sequence + 1;
	}
	host_ring(h, 9);
	bad(h, 8, WCBAR_COMP_STALE, sequence, WCBAR_CARD_C_STALE);
}

/* Numbers go on from run to run, slots begin anew. */
static void stale_of_last_run(void **state)
{
	struct refhost *h = *state;
	u32 n;

	host_start(h, RING);
	for (n = 0; n < 3; n++) {
		host_build(h, 100, INLINE, n + 1);
		host_post(h, n);
	}
	host_command(h, WCBAR_CARD_STOP);
	h->config.first = 4;
	host_start(h, RING);
	host_build(h, 100, INLINE, 4);
	host_post(h, 0);
	/* here is number 2, three behind, of which one was taken in this run */
	host_ring(h, 2);
	bad(h, 1, WCBAR_COMP_STALE, 5, WCBAR_CARD_C_STALE);
}

static void twice(void **state)
{
	struct refhost *h = *state;
	u32 mode;

	for (mode = BF; mode <= RING; mode++) {
		host_start(h, mode);
		host_build(h, 100, INLINE, 1);
		host_post(h, 0);
		host_build(h, 100, INLINE, 2);
		host_post(h, 1);
		host_post(h, 2);
		bad(h, 2, WCBAR_COMP_TWICE, 3, WCBAR_CARD_C_TWICE);
		host_command(h, WCBAR_CARD_RESET);
		h->interrupts = 0;
	}
}

static void twice_in_the_same_buffer(void **state)
{
	struct refhost *h = *state;

	host_start(h, BF);
	host_build(h, 100, INLINE, 1);
	host_post(h, 0);
	host_post(h, 0);
	bad(h, 1, WCBAR_COMP_TWICE, 2, WCBAR_CARD_C_TWICE);
}

static void left_out(void **state)
{
	struct refhost *h = *state;
	u32 mode;

	for (mode = BF; mode <= RING; mode++) {
		host_start(h, mode);
		host_build(h, 100, INLINE, 1);
		host_post(h, 0);
		host_build(h, 100, INLINE, 3);
		host_post(h, 1);
		bad(h, 1, WCBAR_COMP_ORDER, 2, WCBAR_CARD_C_ORDER);
		host_command(h, WCBAR_CARD_RESET);
		h->interrupts = 0;
	}
	/* the buffer of the one that was left out is left out, too */
	host_start(h, BF);
	host_build(h, 100, INLINE, 2);
	host_post(h, 1);
	bad(h, 0, WCBAR_COMP_ORDER, 1, WCBAR_CARD_C_ORDER);
}

static void out_of_turn(void **state)
{
	struct refhost *h = *state;

	host_start(h, BF);
	host_build(h, 100, INLINE, 1);
	host_post(h, 1);
	bad(h, 0, WCBAR_COMP_ORDER, 1, WCBAR_CARD_C_ORDER);
}

static void malformed_header(void **state)
{
	struct refhost *h = *state;
	u32 mode;

	for (mode = BF; mode <= RING; mode++) {
		host_start(h, mode);
		host_build(h, 100, INLINE, 1);
		h->desc[0] ^= 1;
		host_post(h, 0);
		bad(h, 0, WCBAR_COMP_MALFORMED, 1, WCBAR_CARD_C_MALFORMED);
		host_command(h, WCBAR_CARD_RESET);
		h->interrupts = 0;
	}
}

static void malformed_lines(void **state)
{
	static const u32 lines[] = { 66, 1u << 26, U32_MAX };
	struct refhost *h = *state;
	u32 mode, i;

	for (mode = BF; mode <= RING; mode++) {
		for (i = 0; i < ARRAY_SIZE(lines); i++) {
			host_start(h, mode);
			host_build(h, 4096, INLINE, 1);
			memcpy(h->desc + offsetof(struct wcbar_desc, lines),
			       &lines[i], 4);
			host_post(h, 0);
			bad(h, 0, WCBAR_COMP_MALFORMED, 1,
			    WCBAR_CARD_C_MALFORMED);
			host_command(h, WCBAR_CARD_RESET);
			h->interrupts = 0;
		}
	}
}

static void longer_than_its_slot(void **state)
{
	struct refhost *h = *state;

	h->config.slot_bytes = 128;
	host_start(h, RING);
	host_build(h, 88, INLINE, 1);
	host_post(h, 0);
	host_expect(h, 0, WCBAR_COMP_OK, 1);
	host_build(h, 89, INLINE, 2);
	host_post(h, 1);
	bad(h, 1, WCBAR_COMP_MALFORMED, 2, WCBAR_CARD_C_MALFORMED);
}

static void payload_of_no_memory(void **state)
{
	static const u64 addresses[] = {
		HOST_RAM, HOST_RAM - 99, U64_MAX, U64_MAX - 99, 1ULL << 32,
	};
	struct refhost *h = *state;
	u32 mode, i;

	for (mode = BF; mode <= RING; mode++) {
		for (i = 0; i < ARRAY_SIZE(addresses); i++) {
			host_start(h, mode);
			host_build(h, 100, 0, 1);
			wcbar_desc_build(h->desc, 100, 0, 1, addresses[i],
					 h->ram + HOST_PAYLOAD);
			host_post(h, 0);
			bad(h, 0, WCBAR_COMP_MALFORMED, 1,
			    WCBAR_CARD_C_MALFORMED);
			host_command(h, WCBAR_CARD_RESET);
			h->interrupts = 0;
		}
	}
	/* up to the last byte of memory is right */
	host_start(h, RING);
	memset(h->ram + HOST_RAM - 100, 3, 100);
	h->lines = wcbar_desc_build(h->desc, 100, 0, 1, HOST_RAM - 100,
				    h->ram + HOST_RAM - 100);
	host_post(h, 0);
	host_expect(h, 0, WCBAR_COMP_OK, 1);
}

static void more_than_the_ring(void **state)
{
	static const u32 records[] = { 6, 1000, U32_MAX, 0 };
	struct refhost *h = *state;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(records); i++) {
		host_start(h, RING);
		host_build(h, 100, INLINE, 1);
		host_post(h, 0);
		/* the next one is there, and is not taken */
		host_build(h, 100, INLINE, 2);
		host_put(h, 1);
		host_ring(h, records[i]);
		bad(h, 1, WCBAR_COMP_MALFORMED, 2, WCBAR_CARD_C_MALFORMED);
		host_command(h, WCBAR_CARD_RESET);
		h->interrupts = 0;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, host_setup, host_teardown)
		TEST(torn_early),
		TEST(torn_late),
		TEST(torn_payload_in_memory),
		TEST(torn_tail_in_slot),
		TEST(head_only),
		TEST(stale_never_written),
		TEST(stale_of_last_round),
		TEST(stale_of_last_run),
		TEST(twice),
		TEST(twice_in_the_same_buffer),
		TEST(left_out),
		TEST(out_of_turn),
		TEST(malformed_header),
		TEST(malformed_lines),
		TEST(longer_than_its_slot),
		TEST(payload_of_no_memory),
		TEST(more_than_the_ring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
