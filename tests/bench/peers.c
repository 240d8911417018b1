// SPDX-License-Identifier: GPL-2.0
/*
 * What others copy with: libpmem as it is installed, glibc's memcpy with a
 * flush of each line, and the rules of others in files of their own.
 */
#include "peers.h"

#include <gnu/libc-version.h>
#include <libpmem.h>

#include "mem.h"

#define LINE	64UL

static void libpmem_block(void *dst, const void *src, size_t len)
{
	pmem_memcpy_persist(dst, src, len);
}

static void libpmem_part(void *dst, const void *src, size_t len)
{
	pmem_memcpy_nodrain(dst, src, len);
}

static void libpmem_finish(void *dst, size_t len)
{
	(void)dst;
	(void)len;
	pmem_drain();
}

static void flush_clwb(const void *dst, size_t len)
{
	uintptr_t p = (uintptr_t)dst & ~(LINE - 1);

	for (; p < (uintptr_t)dst + len; p += LINE)
		asm volatile("clwb (%0)" : : "r" (p) : "memory");
}

static void flush_clflushopt(const void *dst, size_t len)
{
	uintptr_t p = (uintptr_t)dst & ~(LINE - 1);

	for (; p < (uintptr_t)dst + len; p += LINE)
		asm volatile("clflushopt (%0)" : : "r" (p) : "memory");
}

static void glibc_part(void *dst, const void *src, size_t len)
{
	memcpy(dst, src, len);
	/* a call to the library's own, for every length */
	barrier();
}

static void clwb_block(void *dst, const void *src, size_t len)
{
	memcpy(dst, src, len);
	flush_clwb(dst, len);
	peer_sfence();
}

static void clwb_finish(void *dst, size_t len)
{
	flush_clwb(dst, len);
	peer_sfence();
}

static void clflushopt_block(void *dst, const void *src, size_t len)
{
	memcpy(dst, src, len);
	flush_clflushopt(dst, len);
	peer_sfence();
}

static void clflushopt_finish(void *dst, size_t len)
{
	flush_clflushopt(dst, len);
	peer_sfence();
}

static void flushcache_block(void *dst, const void *src, size_t len)
{
	peer_flushcache(dst, src, len);
	peer_sfence();
}

static void dm_writecache_block(void *dst, const void *src, size_t len)
{
	peer_dm_writecache(dst, src, len);
	peer_sfence();
}

/* It fences at its end by itself, and a run of it is a run of fences. */
static void gdrcopy_block(void *dst, const void *src, size_t len)
{
	peer_gdrcopy(dst, src, len);
}

static void add(struct peer *peers, unsigned int *nr, const struct mem_way *way,
		char *settings)
{
	peers[*nr].way = *way;
	peers[(*nr)++].settings = settings;
}

static char *libpmem_settings(void)
{
	static const char *const names[] = {
		"PMEM_MOVNT_THRESHOLD", "PMEM_NO_MOVNT", "PMEM_NO_CLWB",
		"PMEM_NO_CLFLUSHOPT", "PMEM_AVX", "PMEM_AVX512F",
		"PMEM_MOVDIR64B",
	};
	char *text = mem_printf("API %u.%u", PMEM_MAJOR_VERSION,
				PMEM_MINOR_VERSION);
	bool any = false;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		const char *value = getenv(names[i]);
		char *longer;

		if (!value)
			continue;
		longer = mem_printf("%s, %s=%s", text, names[i], value);
		free(text);
		text = longer;
		any = true;
	}
	if (!any) {
		free(text);
		text = mem_printf("API %u.%u, no PMEM_ variable set",
				  PMEM_MAJOR_VERSION, PMEM_MINOR_VERSION);
	}
	return text;
}

/**
 * peers_list - all routines that this CPU can run
 * @peers: the routines
 *
 * Return: how many.
 */
unsigned int peers_list(struct peer peers[PEERS_MAX])
{
	static const struct mem_way libpmem = {
		.name = "libpmem", .block = libpmem_block,
		.part = libpmem_part, .finish = libpmem_finish,
	};
	static const struct mem_way clwb = {
		.name = "glibc_clwb", .block = clwb_block,
		.part = glibc_part, .finish = clwb_finish,
	};
	static const struct mem_way clflushopt = {
		.name = "glibc_clflushopt", .block = clflushopt_block,
		.part = glibc_part, .finish = clflushopt_finish,
	};
	static const struct mem_way flushcache = {
		.name = "kernel_flushcache", .block = flushcache_block,
		.part = peer_flushcache,
	};
	static const struct mem_way dm_writecache = {
		.name = "dm_writecache", .block = dm_writecache_block,
		.part = peer_dm_writecache,
	};
	static const struct mem_way gdrcopy = {
		.name = "gdrcopy_ladder", .block = gdrcopy_block,
		.part = gdrcopy_block,
	};
	u32 have = wcbar_cpu_features();
	unsigned int nr = 0;

	add(peers, &nr, &libpmem, libpmem_settings());
	if (have & WCBAR_CPU_CLWB)
		add(peers, &nr, &clwb,
		    mem_printf("glibc %s memcpy, clwb of each line",
			       gnu_get_libc_version()));
	if (have & WCBAR_CPU_CLFLUSHOPT)
		add(peers, &nr, &clflushopt,
		    mem_printf("glibc %s memcpy, clflushopt of each line",
			       gnu_get_libc_version()));
	add(peers, &nr, &flushcache,
	    mem_printf("__memcpy_flushcache of Linux: movnti, ends by clwb"));
	if (have & WCBAR_CPU_CLFLUSHOPT)
		add(peers, &nr, &dm_writecache,
		    mem_printf("memcpy and clflushopt by line from 768 bytes on, else flushcache"));
	add(peers, &nr, &gdrcopy,
	    mem_printf("alignment ladder, %s", peer_gdrcopy_stores()));
	return nr;
}
