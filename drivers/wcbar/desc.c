// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptors of the reference card: how one is laid out, and what is wrong
 * with one.
 *
 *	offset 0	struct wcbar_desc, 32 bytes
 *	offset 32	the payload, where it is inline
 *			zeros up to the last 8 bytes of the last line
 *	last 8 bytes	the sequence number again
 *
 * The driver builds descriptors, the card's process checks them, and so do the
 * tests of both. What a status means: Documentation/reference-card.rst.
 */
#include <wcbar/card.h>

/* CRC-32 as IEEE 802.3 has it; 0 begins one */
#ifdef __KERNEL__
#include <linux/crc32.h>

static u32 crc(u32 before, const void *p, u32 bytes)
{
	/* the kernel leaves both inversions to its callers */
	return ~crc32_le(~before, p, bytes);
}
#else
#include <zlib.h>

static u32 crc(u32 before, const void *p, u32 bytes)
{
	return (u32)crc32(before, p, bytes);
}
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "descriptors are little endian, and this code does not swap bytes"
#endif

#define KNOWN_FLAGS	(WCBAR_DESC_INLINE | WCBAR_DESC_IRQ)

static const u8 no_crc[sizeof(u32)];

static bool is_inline(const struct wcbar_desc *d)
{
	return d->flags & WCBAR_DESC_INLINE;
}

static u32 length(const struct wcbar_desc *d)
{
	return d->lines * WCBAR_DESC_LINE;
}

static u64 tail(const void *buf, const struct wcbar_desc *d)
{
	u64 sequence;

	memcpy(&sequence, (const u8 *)buf + length(d) - WCBAR_DESC_TAIL,
	       sizeof(sequence));
	return sequence;
}

/* The descriptor with its crc taken as 0, then the payload in memory */
static u32 sum(const void *buf, const struct wcbar_desc *d,
	       const void *payload)
{
	u32 at = offsetof(struct wcbar_desc, crc), after = at + sizeof(d->crc);
	u32 c = crc(0, buf, at);

	c = crc(c, no_crc, sizeof(no_crc));
	c = crc(c, (const u8 *)buf + after, length(d) - after);
	return is_inline(d) ? c : crc(c, payload, d->bytes);
}

/**
 * wcbar_desc_lines - how long a descriptor is
 * @bytes: its payload
 * @is_inline: the payload is in it
 *
 * Return: lines of WCBAR_DESC_LINE bytes; 0 where no descriptor carries that
 * many bytes.
 */
u32 wcbar_desc_lines(u32 bytes, bool is_inline)
{
	if (!bytes || bytes > WCBAR_DESC_PAYLOAD_MAX)
		return 0;
	return (WCBAR_DESC_HEAD + (is_inline ? bytes : 0) + WCBAR_DESC_TAIL +
		WCBAR_DESC_LINE - 1) / WCBAR_DESC_LINE;
}

/**
 * wcbar_desc_build - make a descriptor
 * @buf: room for wcbar_desc_lines() lines, in memory, not in a BAR
 * @bytes: its payload, 1 to WCBAR_DESC_PAYLOAD_MAX
 * @flags: WCBAR_DESC_ bits
 * @sequence: its number, not 0
 * @address: bus address of the payload; not looked at where that is inline
 * @payload: the payload: copied where it is inline, else what @address will
 *	hold when the card looks, for the crc
 *
 * Return: its length in lines; 0, and nothing was written, where no card
 * would take it.
 */
u32 wcbar_desc_build(void *buf, u32 bytes, u16 flags, u64 sequence,
		     u64 address, const void *payload)
{
	u32 lines = wcbar_desc_lines(bytes, flags & WCBAR_DESC_INLINE);
	struct wcbar_desc d = {
		.magic = WCBAR_DESC_MAGIC,
		.flags = flags,
		.bytes = bytes,
		.sequence = sequence,
		.address = flags & WCBAR_DESC_INLINE ? 0 : address,
		.lines = lines,
	};

	if (!lines || !sequence || (flags & ~KNOWN_FLAGS))
		return 0;
	memset(buf, 0, length(&d));
	if (is_inline(&d))
		memcpy((u8 *)buf + WCBAR_DESC_HEAD, payload, bytes);
	memcpy((u8 *)buf + length(&d) - WCBAR_DESC_TAIL, &sequence,
	       sizeof(sequence));
	memcpy(buf, &d, sizeof(d));
	d.crc = sum(buf, &d, payload);
	memcpy(buf, &d, sizeof(d));
	return lines;
}

/**
 * wcbar_desc_check - what is wrong with a descriptor, but for its crc
 * @buf: the descriptor, a copy that nobody writes to any more
 * @room: bytes at @buf; what the descriptor says of its length is not believed
 * @sequence: the number that it should have
 *
 * Numbers are compared modulo 2^64: what is less than half of that ahead is
 * newer. A number of 0 says that nothing was ever written here.
 *
 * Return: WCBAR_COMP_OK; _STALE where nothing was written; _MALFORMED;
 * _TORN where head and tail have different numbers; _TWICE where the number
 * is an older one; _ORDER where it is a newer one.
 */
enum wcbar_comp_status wcbar_desc_check(const void *buf, u32 room,
					u64 sequence)
{
	struct wcbar_desc d;

	if (room < WCBAR_DESC_LINE)
		return WCBAR_COMP_MALFORMED;
	memcpy(&d, buf, sizeof(d));
	if (!d.sequence)
		return WCBAR_COMP_STALE;
	if (d.magic != WCBAR_DESC_MAGIC || (d.flags & ~KNOWN_FLAGS) ||
	    !d.lines || d.lines != wcbar_desc_lines(d.bytes, is_inline(&d)) ||
	    d.lines > room / WCBAR_DESC_LINE || (is_inline(&d) && d.address))
		return WCBAR_COMP_MALFORMED;
	if (tail(buf, &d) != d.sequence)
		return WCBAR_COMP_TORN;
	if (d.sequence == sequence)
		return WCBAR_COMP_OK;
	return (s64)(d.sequence - sequence) < 0 ? WCBAR_COMP_TWICE :
						  WCBAR_COMP_ORDER;
}

/**
 * wcbar_desc_crc_ok - whether all of a descriptor is there
 * @buf: the descriptor, which wcbar_desc_check() found to be one
 * @payload: its payload from memory; not looked at where that is inline
 *
 * Return: true if the crc is that of the descriptor and its payload.
 */
bool wcbar_desc_crc_ok(const void *buf, const void *payload)
{
	struct wcbar_desc d;

	memcpy(&d, buf, sizeof(d));
	return d.crc == sum(buf, &d, payload);
}
