// SPDX-License-Identifier: GPL-2.0
/*
 * The way by memory: the host has rung, the doorbell record says how many
 * descriptors there are, and the card fetches them one after the other.
 */
#include "engine.h"

/* Into @c->copy; what the slot holds may change at any time, and is read once */
static u32 fetch_slot(struct refcard *c)
{
	const struct refcard_config *k = &c->config;
	u64 at = k->ring + c->taken % k->slots * k->slot_bytes;
	u32 room = WCBAR_DESC_LINE, rest;
	struct wcbar_desc d;

	/* START has seen that all of the ring is memory */
	dma_read(c->dma, at, c->copy, room);
	memcpy(&d, c->copy, sizeof(d));
	if (d.lines > 1 && d.lines <= k->slot_bytes / WCBAR_DESC_LINE) {
		rest = (d.lines - 1) * WCBAR_DESC_LINE;
		dma_read(c->dma, at + room, c->copy + room, rest);
		room += rest;
	}
	refcard_count(c, WCBAR_CARD_C_DMA_BYTES, room);
	return room;
}

/*
 * An older descriptor in a slot was left there, by an earlier round or by a
 * run before this one; or it was taken from another slot, and the host has
 * posted it again.
 */
static bool left_over(const struct refcard *c)
{
	struct wcbar_desc d;
	u64 behind;

	memcpy(&d, c->copy, sizeof(d));
	behind = c->expected - d.sequence;
	/* numbers go past 2^64 without 0 */
	if (d.sequence > c->expected)
		behind--;
	return behind > c->taken || !(behind % c->config.slots);
}

/**
 * refcard_fetch - take the next descriptor from the ring
 * @c: the card
 *
 * Whoever calls it has looked for a command.
 *
 * Return: true if there may be another one.
 */
bool refcard_fetch(struct refcard *c)
{
	enum wcbar_comp_status status;
	u32 posted;

	if (c->state != WCBAR_CARD_RUNNING || c->hung || c->pending.there ||
	    c->config.mode != WCBAR_CARD_DOORBELL)
		return false;
	posted = dma_record(c->dma, c->config.record) - (u32)c->taken;
	if (!posted || !refcard_arrives(c))
		return false;
	if (posted > c->config.slots) {
		memset(c->copy, 0, WCBAR_DESC_LINE);
		status = WCBAR_COMP_MALFORMED;
	} else {
		status = refcard_judge(c, fetch_slot(c));
		if (status == WCBAR_COMP_TWICE && left_over(c))
			status = WCBAR_COMP_STALE;
	}
	refcard_complete(c, status);
	return true;
}
