/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Routines of others to compare with.
 */
#ifndef WCBAR_BENCH_PEERS_H
#define WCBAR_BENCH_PEERS_H

#include "mem/loop.h"

/**
 * struct peer - a routine of others
 * @way: how it is run
 * @settings: its version and settings, for people
 */
struct peer {
	struct mem_way way;
	const char *settings;
};

#define PEERS_MAX	8

unsigned int peers_list(struct peer peers[PEERS_MAX]);

/* parts of peers_list() */
void peer_flushcache(void *dst, const void *src, size_t len);
void peer_dm_writecache(void *dst, const void *src, size_t len);
void peer_gdrcopy(void *dst, const void *src, size_t len);
const char *peer_gdrcopy_stores(void);

/* not a copy: the limit */
void fill_init(void);
void fill_part(void *dst, const void *src, size_t len);
void fill_block(void *dst, const void *src, size_t len);

static __always_inline void peer_sfence(void)
{
	asm volatile("sfence" : : : "memory");
}

#endif /* WCBAR_BENCH_PEERS_H */
