// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptors on both paths of the reference card: each is taken, completed and
 * counted, and the card is not fooled about what is complete. What is wrong
 * with others: test_card_wrong.c.
 */
#include "refhost.h"

#define BF	WCBAR_CARD_BF
#define RING	WCBAR_CARD_DOORBELL
#define INLINE	WCBAR_DESC_INLINE

/* Each size from the first byte to the largest, inline and in memory */
static void each_size(void **state)
{
	struct refhost *h = *state;
	u32 mode, bytes, n;
	u16 flags;

	for (mode = BF; mode <= RING; mode++) {
		for (flags = 0; flags <= INLINE; flags++) {
			assert_int_equal(host_start(h, mode), 0);
			for (bytes = 1, n = 0; bytes <= 4096; bytes++, n++) {
				host_build(h, bytes, flags, n + 1);
				host_post(h, n);
				host_expect(h, n, WCBAR_COMP_OK, n + 1);
			}
			assert_int_equal(host_taken(h), n);
			assert_int_equal(host_counter(h, mode == BF ?
						      WCBAR_CARD_C_BF :
						      WCBAR_CARD_C_DOORBELL),
					 n);
			host_command(h, WCBAR_CARD_RESET);
		}
	}
	assert_int_equal(h->interrupts, 0);
}

static void dma_bytes(void **state)
{
	struct refhost *h = *state;

	host_start(h, RING);
	host_build(h, 1000, 0, 1);
	host_post(h, 0);
	assert_int_equal(host_counter(h, WCBAR_CARD_C_DMA_BYTES), 64 + 1000);
	host_build(h, 1000, INLINE, 2);
	host_post(h, 1);
	assert_int_equal(host_counter(h, WCBAR_CARD_C_DMA_BYTES),
			 64 + 1000 + wcbar_desc_lines(1000, true) * 64);
	assert_int_equal(host_counter(h, WCBAR_CARD_C_RUNG), 3);
}

static void interrupts(void **state)
{
	struct refhost *h = *state;
	u32 mode;

	for (mode = BF; mode <= RING; mode++) {
		host_start(h, mode);
		host_build(h, 10, INLINE | WCBAR_DESC_IRQ, 1);
		host_post(h, 0);
		host_build(h, 10, INLINE, 2);
		host_post(h, 1);
		assert_int_equal(h->interrupts, mode);
		assert_int_equal(host_counter(h, WCBAR_CARD_C_IRQS), 1);
		host_command(h, WCBAR_CARD_RESET);
	}
}

/* Numbers pass 2^64, leaving out 0; completions and slots go around. */
static void wrap(void **state)
{
	struct refhost *h = *state;
	u64 sequence;
	u32 mode, n;

	h->config.first = U64_MAX - 5;
	for (mode = BF; mode <= RING; mode++) {
		host_start(h, mode);
		sequence = h->config.first;
		for (n = 0; n < 20; n++) {
			host_build(h, 1 + n * 200, INLINE, sequence);
			host_post(h, n);
			host_expect(h, n, WCBAR_COMP_OK, sequence);
			sequence = sequence == U64_MAX ? 1 : sequence + 1;
		}
		host_command(h, WCBAR_CARD_RESET);
	}
}

/* The record counts modulo 2^32. */
static void record_wraps(void **state)
{
	struct refhost *h = *state;

	host_start(h, RING);
	h->card.taken = U32_MAX;
	h->card.expected = 77;
	host_build(h, 10, INLINE, 77);
	host_put(h, U32_MAX);
	host_ring(h, 0);
	host_expect(h, U32_MAX, WCBAR_COMP_OK, 77);
}

static void many_at_once(void **state)
{
	struct refhost *h = *state;
	u32 n;

	host_start(h, RING);
	for (n = 0; n < 4; n++) {
		host_build(h, 100, INLINE, n + 1);
		host_put(h, n);
	}
	host_ring(h, 4);
	for (n = 0; n < 4; n++)
		host_expect(h, n, WCBAR_COMP_OK, n + 1);
	assert_int_equal(host_taken(h), 4);
	/* rung for nothing */
	host_ring(h, 4);
	host_ring(h, 4);
	assert_int_equal(host_taken(h), 4);
	host_expect_counted(h, WCBAR_CARD_NR_COUNTERS);
}

/* A host that posts without end does not keep the card from all else. */
static void without_end(void **state)
{
	struct refhost *h = *state;
	u32 rounds = 0;
	u64 due;

	host_start(h, RING);
	h->flood = 3 * REFCARD_SLOTS_MAX;
	host_build(h, 10, INLINE | WCBAR_DESC_IRQ, 1);
	host_post(h, 0);
	while (refcard_held(&h->card, &due)) {
		assert_int_equal(due, 0);
		assert_in_range(host_taken(h), 1, h->flood - 1);
		refcard_due(&h->card);
		rounds++;
	}
	assert_in_range(rounds, 2, 3);
	assert_int_equal(host_taken(h), h->flood);
	host_expect_counted(h, WCBAR_CARD_NR_COUNTERS);
}

static void both_buffers_at_once(void **state)
{
	struct refhost *h = *state;

	host_start(h, BF);
	host_build(h, 100, INLINE, 1);
	host_put(h, 0);
	host_build(h, 100, INLINE, 2);
	host_put(h, 1);
	assert_true(refcard_look(&h->card));
	assert_true(refcard_look(&h->card));
	assert_false(refcard_look(&h->card));
	host_expect(h, 0, WCBAR_COMP_OK, 1);
	host_expect(h, 1, WCBAR_COMP_OK, 2);
}

/* Whatever the order of stores, as long as the last line comes last */
static void in_pieces(void **state)
{
	struct refhost *h = *state;
	u32 words, n, i, at;
	u8 *to;

	host_start(h, BF);
	for (n = 0; n < 300; n++) {
		/* payload that looks like the number is no number */
		u64 number = n + 1;

		host_build(h, 1000, INLINE, number);
		for (i = 32; i + 8 <= 1032; i += 8)
			memcpy(h->ram + HOST_PAYLOAD + i - 32, &number, 8);
		h->lines = wcbar_desc_build(h->desc, 1000, INLINE, number, 0,
					    h->ram + HOST_PAYLOAD);
		to = host_buffer(h, n);
		words = (h->lines - 1) * 8;
		for (i = 0; i < words; i++) {
			/* 7 and 101 have no divisor in common with words */
			at = n % 2 ? i : (i * 101 + n * 7) % words;
			memcpy(to + at * 8, h->desc + at * 8, 8);
			assert_false(refcard_look(&h->card));
		}
		for (i = words; i < words + 8; i++) {
			assert_false(refcard_look(&h->card));
			memcpy(to + i * 8, h->desc + i * 8, 8);
		}
		assert_true(refcard_look(&h->card));
		host_expect(h, n, WCBAR_COMP_OK, number);
	}
}

/* Byte by byte, as rep movsb does it; lengths change from one to the next */
static void byte_by_byte(void **state)
{
	struct refhost *h = *state;
	u32 n, i;

	h->config.first = 0x0203040506070801;
	host_start(h, BF);
	for (n = 0; n < 600; n++) {
		host_build(h, 1 + n * 37 % 500, INLINE, h->config.first + n);
		for (i = 0; i < h->lines * 64; i++) {
			assert_false(refcard_look(&h->card));
			host_buffer(h, n)[i] = h->desc[i];
		}
		assert_true(refcard_look(&h->card));
		host_expect(h, n, WCBAR_COMP_OK, h->config.first + n);
	}
}

static void nothing_of_an_earlier_run(void **state)
{
	struct refhost *h = *state;
	u32 n;

	for (n = 0; n < 2; n++) {
		host_build(h, 500, INLINE, n + 1);
		memcpy(h->aperture + HOST_APERTURE - REFCARD_RESERVED +
		       n * 8192, h->desc, h->lines * 64);
	}
	host_start(h, BF);
	assert_false(refcard_look(&h->card));
	assert_int_equal(host_taken(h), 0);
}

/* What was taken is taken out: the head, and each line's last word */
static void taken_out(void **state)
{
	struct refhost *h = *state;
	u64 word;
	u32 i;

	host_start(h, BF);
	host_build(h, 4096, INLINE, 1);
	host_post(h, 0);
	host_expect(h, 0, WCBAR_COMP_OK, 1);
	memcpy(&word, host_buffer(h, 0) + 8, 8);
	assert_int_equal(word, 0);
	for (i = 1; i <= 65; i++) {
		memcpy(&word, host_buffer(h, 0) + i * 64 - 8, 8);
		assert_int_equal(word, 0);
	}
}

/* Nothing but completions is written, and of them none too many. */
static void memory_kept(void **state)
{
	struct refhost *h = *state;
	u32 mode, n;

	for (mode = BF; mode <= RING; mode++) {
		host_start(h, mode);
		for (n = 0; n < 9; n++) {
			host_build(h, 100, INLINE, n + 1);
			host_post(h, n);
		}
		host_command(h, WCBAR_CARD_RESET);
	}
	assert_true(host_untouched(h, 0, HOST_COMPLETIONS));
	assert_true(host_untouched(h, HOST_COMPLETIONS + 4 * 16, HOST_RECORD));
	assert_true(host_untouched(h, HOST_RECORD + 4, HOST_RING));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, host_setup, host_teardown)
		TEST(each_size),
		TEST(dma_bytes),
		TEST(interrupts),
		TEST(wrap),
		TEST(record_wraps),
		TEST(many_at_once),
		TEST(without_end),
		TEST(both_buffers_at_once),
		TEST(in_pieces),
		TEST(byte_by_byte),
		TEST(nothing_of_an_earlier_run),
		TEST(taken_out),
		TEST(memory_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
