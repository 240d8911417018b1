// SPDX-License-Identifier: GPL-2.0
/*
 * The card's registers and commands.
 *
 * The host can write to all of the control block, to what it should only read,
 * too: memory behind a BAR cannot be read-only. So the card never reads its
 * own registers back, and writes all of them anew with every command. The
 * configuration is read once, at START, and is not believed.
 */
#include "engine.h"

#include "bar.h"

static void publish32(struct refcard *c, u32 reg, u32 v)
{
	store32(c->control + reg, v);
}

static void publish64(struct refcard *c, u32 reg, u64 v)
{
	store64(c->control + reg, v);
}

static void publish(struct refcard *c)
{
	u32 i;

	publish32(c, WCBAR_CARD_R_MAGIC, WCBAR_CARD_MAGIC);
	publish32(c, WCBAR_CARD_R_VERSION, WCBAR_CARD_VERSION);
	publish32(c, WCBAR_CARD_R_FEATURES, c->features);
	publish32(c, WCBAR_CARD_R_STATE, c->state);
	publish32(c, WCBAR_CARD_R_ERROR, c->error);
	publish64(c, WCBAR_CARD_R_BF_BASE, c->aperture - REFCARD_RESERVED);
	publish32(c, WCBAR_CARD_R_BF_BYTES, REFCARD_BF_BYTES);
	publish32(c, WCBAR_CARD_R_BF_COUNT, REFCARD_BF_COUNT);
	publish32(c, WCBAR_CARD_R_DESC_MAX, REFCARD_DESC_MAX);
	publish32(c, WCBAR_CARD_R_SLOTS_MAX, REFCARD_SLOTS_MAX);
	publish32(c, WCBAR_CARD_R_DOORBELL, c->doorbell);
	publish32(c, WCBAR_CARD_R_DB_VALUE, c->db_value);
	publish64(c, WCBAR_CARD_R_RESERVED, c->aperture - REFCARD_RESERVED);
	for (i = 0; i < WCBAR_CARD_NR_COUNTERS; i++)
		publish64(c, WCBAR_CARD_R_COUNTERS + 8 * i, c->counters[i]);
	/* orders it after the registers above: who sees it sees them */
	store32_release(c->control + WCBAR_CARD_R_DONE, c->done);
}

/**
 * refcard_count - count something
 * @c: the card
 * @counter: what
 * @n: how many
 *
 * The host sees it at the latest with the completion that is written next.
 */
void refcard_count(struct refcard *c, enum wcbar_card_counter counter, u64 n)
{
	c->counters[counter] += n;
	c->totals[counter] += n;
	publish64(c, WCBAR_CARD_R_COUNTERS + 8 * counter,
		  c->counters[counter]);
}

static void read_config(struct refcard *c, struct refcard_config *config)
{
	const u8 *p = c->control;

	config->mode = load32(p + WCBAR_CARD_R_MODE);
	config->slots = load32(p + WCBAR_CARD_R_SLOTS);
	config->slot_bytes = load32(p + WCBAR_CARD_R_SLOT_BYTES);
	config->ring = load64(p + WCBAR_CARD_R_RING);
	config->record = load64(p + WCBAR_CARD_R_RECORD);
	config->completions = load64(p + WCBAR_CARD_R_COMPLETIONS);
	config->first = load64(p + WCBAR_CARD_R_FIRST);
}

static bool has_mode(const struct refcard *c, u32 mode)
{
	switch (mode) {
	case WCBAR_CARD_BF:
		return c->features & WCBAR_CARD_F_BF;
	case WCBAR_CARD_DOORBELL:
		return c->features & WCBAR_CARD_F_DMA;
	}
	return false;
}

static bool range_ok(const struct refcard *c, u64 address, u64 align,
		     u64 bytes)
{
	return !(address % align) && dma_has(c->dma, address, bytes);
}

static enum wcbar_card_error check_config(struct refcard *c,
					  const struct refcard_config *k)
{
	bool rings = k->mode == WCBAR_CARD_DOORBELL;
	struct error e;
	int ret;

	if (!has_mode(c, k->mode))
		return WCBAR_CARD_E_MODE;
	if (!k->first || !k->slots || k->slots > REFCARD_SLOTS_MAX ||
	    (k->slots & (k->slots - 1)))
		return WCBAR_CARD_E_RING;
	if (rings && (!k->slot_bytes || k->slot_bytes % WCBAR_DESC_LINE ||
		      k->slot_bytes > REFCARD_DESC_MAX))
		return WCBAR_CARD_E_RING;

	ret = dma_open(c->dma, &e);
	if (ret) {
		fprintf(stderr, "wcbar-card: %s\n", e.text);
		return WCBAR_CARD_E_ADDRESS;
	}
	if (!range_ok(c, k->completions, WCBAR_CARD_COMP_ALIGN,
		      (u64)k->slots * sizeof(struct wcbar_comp)))
		return WCBAR_CARD_E_ADDRESS;
	if (rings && (!range_ok(c, k->ring, WCBAR_CARD_RING_ALIGN,
				(u64)k->slots * k->slot_bytes) ||
		      !range_ok(c, k->record, WCBAR_CARD_RECORD_ALIGN,
				WCBAR_CARD_RECORD_BYTES)))
		return WCBAR_CARD_E_ADDRESS;
	return WCBAR_CARD_E_NONE;
}

static enum wcbar_card_error start(struct refcard *c)
{
	struct refcard_config config;
	enum wcbar_card_error error;

	if (c->state != WCBAR_CARD_IDLE)
		return WCBAR_CARD_E_STATE;
	read_config(c, &config);
	error = check_config(c, &config);
	if (error)
		return error;
	c->config = config;
	c->taken = 0;
	c->expected = config.first;
	/* what an earlier run has left there is no descriptor of this one */
	refcard_clear_buffers(c);
	c->state = WCBAR_CARD_RUNNING;
	return WCBAR_CARD_E_NONE;
}

static enum wcbar_card_error run_command(struct refcard *c, u32 command)
{
	switch (command) {
	case WCBAR_CARD_RESET:
		c->pending.there = false;
		c->state = WCBAR_CARD_IDLE;
		memset(&c->config, 0, sizeof(c->config));
		memset(c->counters, 0, sizeof(c->counters));
		return WCBAR_CARD_E_NONE;
	case WCBAR_CARD_START:
		return start(c);
	case WCBAR_CARD_STOP:
		c->pending.there = false;
		if (c->state == WCBAR_CARD_RUNNING)
			c->state = WCBAR_CARD_IDLE;
		return WCBAR_CARD_E_NONE;
	}
	return WCBAR_CARD_E_COMMAND;
}

/**
 * refcard_command - see whether there is a command, and run it
 * @c: the card
 *
 * Return: true if there was one.
 */
bool refcard_command(struct refcard *c)
{
	u32 cookie;

	if (c->hung)
		return false;
	/* orders it before the loads of command and configuration */
	cookie = load32_acquire(c->control + WCBAR_CARD_R_COOKIE);
	if (cookie == c->done)
		return false;
	c->error = run_command(c, load32(c->control + WCBAR_CARD_R_COMMAND));
	c->done = cookie;
	publish(c);
	return true;
}

/*
 * Takes what is in the ring, and no more than fits: a host that posts without
 * end does not keep the card from all else.
 */
static void fetch(struct refcard *c)
{
	u32 n;

	c->more = false;
	for (n = 0; refcard_fetch(c); n++) {
		if (n == REFCARD_SLOTS_MAX) {
			c->more = true;
			return;
		}
	}
}

/**
 * refcard_rung - the doorbell was heard
 * @c: the card
 * @times: how often it was rung since it was heard last
 */
void refcard_rung(struct refcard *c, u64 times)
{
	if (c->hung)
		return;
	refcard_count(c, WCBAR_CARD_C_RUNG, times);
	refcard_command(c);
	fetch(c);
}

/**
 * refcard_polls - whether refcard_look() is worth calling
 * @c: the card
 *
 * Return: true while descriptors may come by the card's buffers.
 */
bool refcard_polls(const struct refcard *c)
{
	return c->state == WCBAR_CARD_RUNNING &&
	       c->config.mode == WCBAR_CARD_BF && !c->pending.there && !c->hung;
}

/**
 * refcard_held - whether there is something to be done later
 * @c: the card
 * @due: when refcard_due() wants to be called
 *
 * Return: true if a completion is held back, or the ring may not be empty.
 */
bool refcard_held(const struct refcard *c, u64 *due)
{
	*due = c->pending.there ? c->pending.due : 0;
	return (c->pending.there || c->more) && !c->hung;
}

/**
 * refcard_due - write a completion that was held back, if it is time, and go
 *	on with the ring
 * @c: the card
 */
void refcard_due(struct refcard *c)
{
	u64 due;

	if (!refcard_held(c, &due) || c->ops.now(c->ops.ctx) < due)
		return;
	if (c->pending.there)
		refcard_finish(c);
	/* what was posted in the meantime was rung for, and not looked at */
	fetch(c);
}

/**
 * refcard_init - begin to be a card
 * @c: the card: @features, @doorbell, @db_value, @dma, @faults and @ops are
 *	set, the rest is 0
 * @aperture: the aperture BAR, aligned to 4 KiB
 * @bytes: its length, REFCARD_APERTURE_MIN at least
 */
void refcard_init(struct refcard *c, u8 *aperture, u64 bytes)
{
	c->aperture = bytes;
	c->control = aperture + bytes - WCBAR_CARD_CONTROL;
	c->buffers = aperture + bytes - REFCARD_RESERVED;
	publish(c);
}
