// SPDX-License-Identifier: GPL-2.0
/*
 * The way by the card's own buffers: the host writes a descriptor into one of
 * them, and the card sees that it is complete when head and last word hold the
 * same sequence number.
 *
 * A descriptor that was taken is taken out: its head and the last word of each
 * of its lines become 0. So whatever is found there is new, and how long a
 * descriptor was before does not matter.
 *
 * The host's stores need not arrive in their order, but the last line arrives
 * after all others. When a line's last word holds the expected number while
 * the head does not, this may be payload that looks like it; or the number was
 * published too early. Which of them, the head tells once it is there.
 */
#include "engine.h"

#include "bar.h"

#define SEQUENCE	offsetof(struct wcbar_desc, sequence)
#define LINES		offsetof(struct wcbar_desc, lines)

static u8 *buffer(const struct refcard *c, u64 n)
{
	return c->buffers + n % REFCARD_BF_COUNT * REFCARD_BF_BYTES;
}

static u8 *last_word(u8 *buf, u32 line)
{
	return buf + (line + 1) * WCBAR_DESC_LINE - WCBAR_DESC_TAIL;
}

static void note_early(struct refcard *c, u8 *buf)
{
	bool found[REFCARD_DESC_LINES] = { false }, any = false;
	u32 i;

	/* acquire orders each of them before the load of the head below */
	for (i = 0; i < REFCARD_DESC_LINES; i++) {
		found[i] = load64_acquire(last_word(buf, i)) == c->expected;
		any |= found[i];
	}
	if (!any || load64(buf + SEQUENCE) == c->expected)
		return;
	for (i = 0; i < REFCARD_DESC_LINES; i++)
		c->early[i] |= found[i];
}

/*
 * Lines of a complete descriptor, 0 where there is none. A length that no
 * descriptor has ends the waiting, too: it is for the judge.
 */
static u32 complete(u8 *buf)
{
	/* each of these orders itself before the next, and before the copy */
	u64 sequence = load64_acquire(buf + SEQUENCE);
	u32 lines = load32_acquire(buf + LINES);

	if (!sequence || !lines)
		return 0;
	if (lines > REFCARD_DESC_LINES)
		return 1;
	return load64_acquire(last_word(buf, lines - 1)) == sequence ? lines : 0;
}

static void copy_out(struct refcard *c, const u8 *buf, u32 bytes)
{
	u32 i;

	for (i = 0; i < bytes; i += sizeof(u64)) {
		u64 v = load64(buf + i);

		memcpy(c->copy + i, &v, sizeof(v));
	}
}

static void clear(struct refcard *c, u8 *buf, u32 lines)
{
	u32 i;

	for (i = 0; i < lines; i++)
		store64(last_word(buf, i), 0);
	store64(buf + SEQUENCE, 0);
	store32(buf + LINES, 0);
	memset(c->early, 0, sizeof(c->early));
}

static void take(struct refcard *c, u8 *buf, u32 lines)
{
	enum wcbar_comp_status status;
	u32 bytes = lines * WCBAR_DESC_LINE;
	bool early = c->early[lines - 1];
	bool in_turn = buf == buffer(c, c->taken);

	if (!refcard_arrives(c)) {
		clear(c, buf, lines);
		return;
	}
	copy_out(c, buf, bytes);
	/* before the completion, which allows the host to write there again */
	clear(c, buf, lines);
	status = refcard_judge(c, bytes);
	if (status == WCBAR_COMP_OK && !in_turn)
		status = WCBAR_COMP_ORDER;
	else if (status == WCBAR_COMP_OK && early)
		status = WCBAR_COMP_TORN;
	refcard_complete(c, status);
}

/**
 * refcard_clear_buffers - there is nothing in the buffers
 * @c: the card
 */
void refcard_clear_buffers(struct refcard *c)
{
	u32 i;

	for (i = 0; i < REFCARD_BF_COUNT; i++)
		clear(c, buffer(c, i), REFCARD_DESC_LINES);
}

/**
 * refcard_look - look once at the buffers, and for a command
 * @c: the card
 *
 * The host may have posted the next descriptor, too. So what is complete in
 * another buffer than the one whose turn it is counts as posted out of order
 * only when the latter is seen incomplete afterwards.
 *
 * Return: true if something was there.
 */
bool refcard_look(struct refcard *c)
{
	u8 *buf, *other;
	u32 lines, others;

	if (refcard_command(c))
		return true;
	if (!refcard_polls(c))
		return false;
	buf = buffer(c, c->taken);
	other = buffer(c, c->taken + 1);
	note_early(c, buf);
	lines = complete(buf);
	if (!lines) {
		others = complete(other);
		lines = others ? complete(buf) : 0;
		if (others && !lines) {
			buf = other;
			lines = others;
		}
	}
	if (!lines)
		return false;
	take(c, buf, lines);
	return true;
}
