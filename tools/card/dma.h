/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guest's memory, as the card reaches it by bus addresses.
 */
#ifndef WCBAR_CARD_DMA_H
#define WCBAR_CARD_DMA_H

#include <wcbar/card.h>

#include "error.h"

/**
 * struct dma - the file that is the guest's memory
 * @path: its name, NULL for memory that somebody else has mapped
 * @low: bytes of it below 4 GiB; 0 until it is open: all of it, if it is small
 *	enough for that
 * @ram: where it is mapped, NULL before
 * @bytes: its length
 */
struct dma {
	const char *path;
	u64 low;
	u8 *ram;
	u64 bytes;
};

int dma_open(struct dma *dma, struct error *e);
void dma_close(struct dma *dma);
bool dma_has(const struct dma *dma, u64 address, u64 bytes);
bool dma_read(const struct dma *dma, u64 address, void *buf, u64 bytes);
u32 dma_record(const struct dma *dma, u64 address);
void dma_complete(const struct dma *dma, u64 address,
		  const struct wcbar_comp *comp);

#endif /* WCBAR_CARD_DMA_H */
