// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptors: laid out as card.h says, every flaw found.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <wcbar/card.h>

#define LINES_MAX	65
#define BYTES_MAX	(LINES_MAX * WCBAR_DESC_LINE)
#define NUMBER		0x123456789abcdef0ULL

static u8 buf[BYTES_MAX + WCBAR_DESC_LINE];
static u8 payload[WCBAR_DESC_PAYLOAD_MAX];

/* CRC-32 as the standard has it, bit by bit */
static u32 plain_crc(u32 crc, const u8 *p, u32 bytes)
{
	u32 i;

	while (bytes--) {
		crc ^= *p++;
		for (i = 0; i < 8; i++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return crc;
}

static u32 build(u32 bytes, u16 flags)
{
	u32 i;

	for (i = 0; i < bytes; i++)
		payload[i] = (u8)(i ^ i >> 8 ^ 0x5a);
	memset(buf, 0xff, sizeof(buf));
	return wcbar_desc_build(buf, bytes, flags, NUMBER, 0x1000, payload);
}

static struct wcbar_desc head(void)
{
	struct wcbar_desc d;

	memcpy(&d, buf, sizeof(d));
	return d;
}

static void put(const struct wcbar_desc *d)
{
	memcpy(buf, d, sizeof(*d));
}

static enum wcbar_comp_status check(u32 lines)
{
	return wcbar_desc_check(buf, lines * WCBAR_DESC_LINE, NUMBER);
}

static void lines(void **state)
{
	(void)state;
	assert_int_equal(sizeof(struct wcbar_desc), WCBAR_DESC_HEAD);
	assert_int_equal(sizeof(struct wcbar_comp), 16);
	assert_int_equal(wcbar_desc_lines(0, true), 0);
	assert_int_equal(wcbar_desc_lines(1, true), 1);
	assert_int_equal(wcbar_desc_lines(24, true), 1);
	assert_int_equal(wcbar_desc_lines(25, true), 2);
	assert_int_equal(wcbar_desc_lines(88, true), 2);
	assert_int_equal(wcbar_desc_lines(89, true), 3);
	assert_int_equal(wcbar_desc_lines(4096, true), LINES_MAX);
	assert_int_equal(wcbar_desc_lines(4097, true), 0);
	assert_int_equal(wcbar_desc_lines(0, false), 0);
	assert_int_equal(wcbar_desc_lines(1, false), 1);
	assert_int_equal(wcbar_desc_lines(4096, false), 1);
	assert_int_equal(wcbar_desc_lines(4097, false), 0);
	assert_int_equal(wcbar_desc_lines(U32_MAX, true), 0);
}

/* Every size: each byte where it belongs, and none behind the last line */
static void layout(void **state)
{
	u32 bytes, n, i;
	u64 tail;

	(void)state;
	for (bytes = 1; bytes <= WCBAR_DESC_PAYLOAD_MAX; bytes++) {
		n = build(bytes, WCBAR_DESC_INLINE | WCBAR_DESC_IRQ);
		assert_int_equal(n, wcbar_desc_lines(bytes, true));
		n *= WCBAR_DESC_LINE;
		assert_int_equal(head().magic, WCBAR_DESC_MAGIC);
		assert_int_equal(head().flags, 3);
		assert_int_equal(head().bytes, bytes);
		assert_int_equal(head().sequence, NUMBER);
		assert_int_equal(head().address, 0);
		assert_int_equal(head().lines, n / WCBAR_DESC_LINE);
		assert_memory_equal(buf + WCBAR_DESC_HEAD, payload, bytes);
		for (i = WCBAR_DESC_HEAD + bytes; i < n - 8; i++)
			assert_int_equal(buf[i], 0);
		memcpy(&tail, buf + n - 8, 8);
		assert_int_equal(tail, NUMBER);
		assert_int_equal(buf[n], 0xff);
		assert_int_equal(check(n / WCBAR_DESC_LINE), WCBAR_COMP_OK);
		assert_true(wcbar_desc_crc_ok(buf, NULL));
	}
}

static void crc_of_standard(void **state)
{
	struct wcbar_desc d;
	u32 n, crc;

	(void)state;
	n = build(1000, WCBAR_DESC_INLINE) * WCBAR_DESC_LINE;
	d = head();
	crc = d.crc;
	d.crc = 0;
	put(&d);
	assert_int_equal(~plain_crc(~0u, buf, n), crc);

	build(1000, 0);
	d = head();
	assert_int_equal(d.address, 0x1000);
	crc = d.crc;
	d.crc = 0;
	put(&d);
	assert_int_equal(~plain_crc(plain_crc(~0u, buf, WCBAR_DESC_LINE),
				    payload, 1000), crc);
}

/* No bit of a descriptor or of its payload can change unnoticed. */
static void each_bit(void **state)
{
	static const u32 sizes[] = { 1, 24, 25, 200, 4096 };
	u32 i, bit, n;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		n = build(sizes[i], WCBAR_DESC_INLINE);
		for (bit = 0; bit < n * WCBAR_DESC_LINE * 8; bit++) {
			buf[bit / 8] ^= 1 << bit % 8;
			if (check(n) == WCBAR_COMP_OK)
				assert_false(wcbar_desc_crc_ok(buf, NULL));
			buf[bit / 8] ^= 1 << bit % 8;
		}
		build(sizes[i], 0);
		for (bit = 0; bit < sizes[i] * 8; bit++) {
			payload[bit / 8] ^= 1 << bit % 8;
			assert_false(wcbar_desc_crc_ok(buf, payload));
			payload[bit / 8] ^= 1 << bit % 8;
		}
		assert_true(wcbar_desc_crc_ok(buf, payload));
	}
}

static void not_built(void **state)
{
	u8 before = 0x77;

	(void)state;
	buf[0] = before;
	assert_int_equal(wcbar_desc_build(buf, 0, 0, 1, 0, payload), 0);
	assert_int_equal(wcbar_desc_build(buf, 4097, 0, 1, 0, payload), 0);
	assert_int_equal(wcbar_desc_build(buf, 1, 0, 0, 0, payload), 0);
	assert_int_equal(wcbar_desc_build(buf, 1, 4, 1, 0, payload), 0);
	assert_int_equal(buf[0], before);
}

static void numbers(void **state)
{
	static const struct {
		u64 has, wanted;
		enum wcbar_comp_status status;
	} cases[] = {
		{ 5, 5, WCBAR_COMP_OK },
		{ 4, 5, WCBAR_COMP_TWICE },
		{ 6, 5, WCBAR_COMP_ORDER },
		{ 1, U64_MAX, WCBAR_COMP_ORDER },
		{ U64_MAX, 1, WCBAR_COMP_TWICE },
		{ U64_MAX, U64_MAX, WCBAR_COMP_OK },
	};
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		wcbar_desc_build(buf, 10, WCBAR_DESC_INLINE, cases[i].has, 0,
				 payload);
		assert_int_equal(wcbar_desc_check(buf, WCBAR_DESC_LINE,
						  cases[i].wanted),
				 cases[i].status);
	}
}

static void stale(void **state)
{
	(void)state;
	memset(buf, 0, sizeof(buf));
	assert_int_equal(check(1), WCBAR_COMP_STALE);
}

static void torn(void **state)
{
	u32 n = build(500, WCBAR_DESC_INLINE);
	struct wcbar_desc d = head();

	(void)state;
	buf[n * WCBAR_DESC_LINE - 1] ^= 1;
	assert_int_equal(check(n), WCBAR_COMP_TORN);
	buf[n * WCBAR_DESC_LINE - 1] ^= 1;
	d.sequence--;
	put(&d);
	assert_int_equal(check(n), WCBAR_COMP_TORN);
}

static void malformed(void **state)
{
	u32 n = build(500, WCBAR_DESC_INLINE);
	const struct wcbar_desc good = head();
	struct wcbar_desc d;

	(void)state;
#define BAD(field, value)						\
	do {								\
		d = good;						\
		d.field = value;					\
		put(&d);						\
		assert_int_equal(check(n), WCBAR_COMP_MALFORMED);	\
	} while (0)
	BAD(magic, 0);
	BAD(flags, WCBAR_DESC_INLINE | 4);
	BAD(flags, 0);
	BAD(bytes, 0);
	BAD(bytes, 4097);
	BAD(bytes, 1);
	BAD(bytes, U32_MAX);
	BAD(address, 1);
	BAD(lines, 0);
	BAD(lines, n + 1);
	BAD(lines, U32_MAX);
	/* 2^26 lines are 2^32 bytes */
	BAD(lines, n + (1u << 26));
#undef BAD
	put(&good);
	assert_int_equal(check(n), WCBAR_COMP_OK);
	assert_int_equal(check(n - 1), WCBAR_COMP_MALFORMED);
	assert_int_equal(wcbar_desc_check(buf, 63, NUMBER),
			 WCBAR_COMP_MALFORMED);
	assert_int_equal(wcbar_desc_check(buf, 0, NUMBER),
			 WCBAR_COMP_MALFORMED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines),
		cmocka_unit_test(layout),
		cmocka_unit_test(crc_of_standard),
		cmocka_unit_test(each_bit),
		cmocka_unit_test(not_built),
		cmocka_unit_test(numbers),
		cmocka_unit_test(stale),
		cmocka_unit_test(torn),
		cmocka_unit_test(malformed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
