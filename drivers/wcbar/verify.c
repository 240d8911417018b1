// SPDX-License-Identifier: GPL-2.0
/*
 * What a row's range is filled with before it is timed, and whether it holds
 * what was copied afterwards.
 *
 * Every byte written says which region it belongs to, so that a stray store
 * is recognised: bytes of the copied pattern have bit 7 set, bytes put into
 * the range before the copy have bit 6 set and bit 7 clear. The pattern
 * depends on the position, on the lane and on a seed that changes with every
 * row. The guard regions on both sides are not written at all: what they hold
 * before the copy they must hold after it.
 *
 * A run that only reads writes nothing here either: what it read is compared
 * with a second read by other instructions.
 */
#include <linux/io.h>
#include <linux/mm.h>
#include <linux/sched.h>

#include "verify.h"

#define PATTERN_COPY	0x80
#define PATTERN_BEFORE	0x40

static u8 before_byte(u64 pos)
{
	return PATTERN_BEFORE | (pos & 0x3f);
}

/* Words of the pattern; multiplying spreads the position over all bytes. */
static u64 copy_word(u64 seed, u64 index)
{
	return ((index + seed) * 0x9e3779b97f4a7c15ULL) |
	       PATTERN_COPY * 0x0101010101010101ULL;
}

static void fill_copy(const struct wcbar_lane *lane, u8 *p)
{
	/* so far apart that no lane's words are another one's, shifted */
	u64 seed = lane->b->seed + lane->nr * 1000000007ULL * SZ_1K;
	u64 word, len = lane->b->size;
	u64 i;

	for (i = 0; i + 8 <= len; i += 8) {
		word = copy_word(seed, i / 8);
		memcpy(p + i, &word, 8);
		if (!(i & (SZ_1M - 1)))
			cond_resched();
	}
	word = copy_word(seed, i / 8);
	memcpy(p + i, &word, len - i);
}

/**
 * wcbar_card_read() - read from the card, outside any measurement
 * @b: the run; its stop function ends this, too, unless it is NULL
 * @to: where to
 * @pos: offset in the window, bytes
 * @len: bytes
 *
 * In pieces of a page, since a load from an uncached map may take a
 * microsecond.
 *
 * Context: may sleep.
 * Return: 0 or what the stop function returned.
 */
int wcbar_card_read(struct wcbar_bench *b, u8 *to, u64 pos, u64 len)
{
	size_t n;
	int ret = 0;

	for (; !ret && len; pos += n, to += n, len -= n) {
		n = min_t(u64, len, PAGE_SIZE);
		memcpy_fromio(to, b->va + pos, n);
		ret = wcbar_bench_stopped(b);
		cond_resched();
	}
	return ret;
}

/**
 * wcbar_card_write() - write into the card, outside any measurement
 * @b: the run; its stop function ends this, too, unless it is NULL
 * @pos: offset in the window, bytes
 * @from: where from
 * @len: bytes
 *
 * Context: may sleep. Writing is allowed.
 * Return: 0 or what the stop function returned.
 */
int wcbar_card_write(struct wcbar_bench *b, u64 pos, const u8 *from, u64 len)
{
	size_t n;
	int ret = 0;

	for (; len; pos += n, from += n, len -= n) {
		/* asked first: the permission may just have been taken away */
		ret = wcbar_bench_stopped(b);
		if (ret)
			break;
		n = min_t(u64, len, PAGE_SIZE);
		memcpy_toio(b->va + pos, from, n);
		cond_resched();
	}
	/* all of it is in the card before anything that follows */
	mb();
	return ret;
}

/* Where the lanes' slices begin and end together */
static void range(const struct wcbar_bench *b, u64 *lo, u64 *hi)
{
	*lo = b->lanes[0].at;
	*hi = b->lanes[b->nr_lanes - 1].at + b->size;
}

/* How much of a guard there is on each side of [lo, hi) in the window */
static void guards(const struct wcbar_bench *b, u64 lo, u64 hi, u32 *before,
		   u32 *behind)
{
	*before = min_t(u64, lo, WCBAR_GUARD);
	*behind = min_t(u64, b->window - hi, WCBAR_GUARD);
}

/* Fill [lo, hi) of the card with bytes that are told from the copy's. */
static int fill_before(struct wcbar_bench *b, u64 lo, u64 hi)
{
	u64 pos;
	size_t n, i;
	int ret = 0;

	/* the pattern repeats, so one page of it serves for all */
	for (i = 0; i < PAGE_SIZE; i++)
		b->bounce[i] = before_byte(lo + i);
	for (pos = lo; !ret && pos < hi; pos += n) {
		n = min_t(u64, hi - pos, PAGE_SIZE);
		ret = wcbar_card_write(b, pos, b->bounce, n);
	}
	return ret;
}

/* Reading [lo, hi) back must give @want, or the bytes from before if NULL. */
static int check_region(struct wcbar_bench *b, const struct wcbar_row *row,
			u64 lo, u64 hi, const u8 *want)
{
	u64 pos;
	size_t n, i;
	int ret;

	for (pos = lo; pos < hi; pos += n) {
		n = min_t(u64, hi - pos, PAGE_SIZE);
		ret = wcbar_card_read(b, b->bounce, pos, n);
		if (ret)
			return ret;
		/* nearly always it is right */
		if (want && !memcmp(b->bounce, want + (pos - lo), n))
			continue;
		for (i = 0; i < n; i++) {
			u8 byte = want ? want[pos - lo + i] :
					 before_byte(pos + i);

			if (b->bounce[i] == byte)
				continue;
			pr_warn_ratelimited("wcbar: %s: %s: byte %#llx of the window is %02x, should be %02x\n",
					    b->name, row->method, pos + i,
					    b->bounce[i], byte);
			return -EBADMSG;
		}
	}
	return 0;
}

/* The copies, what is between them, and the guards on both sides */
static int check_written(struct wcbar_bench *b, const struct wcbar_row *row)
{
	u32 i, before, behind;
	u64 lo, hi;
	int ret;

	range(b, &lo, &hi);
	guards(b, lo, hi, &before, &behind);
	ret = check_region(b, row, lo - before, lo, b->before) ?:
	      check_region(b, row, hi, hi + behind, b->behind);
	for (i = 0; !ret && i < b->nr_lanes; i++) {
		const struct wcbar_lane *lane = &b->lanes[i];
		u64 end = lane->at + b->size;

		ret = check_region(b, row, lane->at, end, lane->data);
		if (!ret && i + 1 < b->nr_lanes)
			ret = check_region(b, row, end, b->lanes[i + 1].at,
					   NULL);
	}
	return ret;
}

/* What was read must be what is there, and its surroundings untouched. */
static int check_read(struct wcbar_lane *lane, const struct wcbar_row *row)
{
	struct wcbar_bench *b = lane->b;
	bool good = true;
	const u8 *want;
	u64 pos, n;
	size_t i;
	int ret;

	for (i = 0; i < WCBAR_GUARD; i++)
		if (lane->data[-1 - (long)i] != before_byte(i) ||
		    lane->data[b->size + i] != before_byte(i))
			good = false;
	for (pos = 0; good && pos < b->size; pos += n) {
		n = min_t(u64, b->size - pos, PAGE_SIZE);
		want = lane->expect ? lane->expect + pos : b->bounce;
		if (!lane->expect) {
			ret = wcbar_card_read(b, b->bounce, lane->at + pos, n);
			if (ret)
				return ret;
		}
		good = !memcmp(lane->data + pos, want, n);
		cond_resched();
	}
	if (good)
		return 0;
	pr_warn_ratelimited("wcbar: %s: %s: wrong bytes were read\n",
			    b->name, row->method);
	return -EBADMSG;
}

static int prepare_read(struct wcbar_lane *lane)
{
	struct wcbar_bench *b = lane->b;
	size_t i;
	u64 pos;

	if (!b->spec->verify)
		return 0;
	for (pos = 0; pos < b->size; pos += SZ_1M) {
		memset(lane->data + pos, PATTERN_BEFORE,
		       min_t(u64, b->size - pos, SZ_1M));
		cond_resched();
	}
	for (i = 0; i < WCBAR_GUARD; i++) {
		lane->data[-1 - (long)i] = before_byte(i);
		lane->data[b->size + i] = before_byte(i);
	}
	if (!lane->expect)
		return 0;
	fill_copy(lane, lane->expect);
	return wcbar_card_write(b, lane->at, lane->expect, b->size);
}

/**
 * wcbar_verify_prepare() - fill the buffers, and the card where it is verified
 * @b: the run; the present row's size and the lanes' places are set
 * @dir: direction of the row
 *
 * Context: may sleep.
 * Return: 0 or what the stop function returned.
 */
int wcbar_verify_prepare(struct wcbar_bench *b, enum wcbar_dir dir)
{
	u32 i, before, behind;
	u64 lo, hi;
	int ret = 0;

	b->seed += b->size + 1;
	for (i = 0; !ret && i < b->nr_lanes; i++) {
		if (dir == WCBAR_READ)
			ret = prepare_read(&b->lanes[i]);
		else
			fill_copy(&b->lanes[i], b->lanes[i].data);
	}
	if (ret || dir == WCBAR_READ || !b->spec->verify)
		return ret;
	range(b, &lo, &hi);
	guards(b, lo, hi, &before, &behind);
	return wcbar_card_read(b, b->before, lo - before, before) ?:
	       wcbar_card_read(b, b->behind, hi, behind) ?:
	       fill_before(b, lo, hi);
}

/**
 * wcbar_verify_check() - whether every byte is right
 * @b: the run, after the row was timed
 * @row: the row; verified is filled in
 *
 * Reads through the aperture. A wrong byte is named in the kernel's log.
 *
 * Context: may sleep.
 * Return: 0, also where a byte is wrong; or what the stop function returned.
 */
int wcbar_verify_check(struct wcbar_bench *b, struct wcbar_row *row)
{
	u32 i;
	int ret = 0;

	if (row->dir == WCBAR_WRITE)
		ret = check_written(b, row);
	else
		for (i = 0; !ret && i < b->nr_lanes; i++)
			ret = check_read(&b->lanes[i], row);
	if (ret && ret != -EBADMSG)
		return ret;
	row->verified = ret ? WCBAR_VERIFY_BAD : WCBAR_VERIFY_OK;
	return 0;
}
