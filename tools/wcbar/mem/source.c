// SPDX-License-Identifier: GPL-2.0
/*
 * The memory that is copied from: long, so that it is read from memory, or 16
 * KiB that appear again and again, so that it is read from the first cache
 * however long a block is and what is measured is storing.
 */
#include "mem/source.h"

#include <unistd.h>

#include <sys/mman.h>

#include "mem/loop.h"

static void fill(u8 *p, size_t len)
{
	u32 v = 0x2545f491;
	size_t i;

	for (i = 0; i < len; i++) {
		v = v * 1664525 + 1013904223;
		p[i] = (u8)(v >> 24);
	}
}

static int alias(struct mem_source *s, int fd)
{
	size_t at;
	void *p;

	p = mmap(NULL, s->len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return -errno;
	s->base = p;
	for (at = 0; at < s->len; at += MEM_SOURCE) {
		p = mmap(s->base + at, MEM_SOURCE, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_FIXED | MAP_POPULATE, fd, 0);
		if (p == MAP_FAILED)
			return -errno;
	}
	return 0;
}

/**
 * source_reused - 16 KiB of memory, mapped often enough
 * @s: the source, for source_close(), whatever is returned
 * @len: bytes that it shall seem to have
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int source_reused(struct mem_source *s, size_t len, struct error *e)
{
	int fd, ret;

	s->base = NULL;
	s->len = (len + MEM_SOURCE - 1) & ~(MEM_SOURCE - 1);
	fd = memfd_create("wcbar-source", MFD_CLOEXEC);
	ret = fd < 0 || ftruncate(fd, MEM_SOURCE) ? -errno : alias(s, fd);
	if (fd >= 0)
		close(fd);
	if (ret)
		return error_set(e, ret, "cannot map the source: %s",
				 strerror(-ret));
	fill(s->base, MEM_SOURCE);
	return 0;
}

/**
 * source_long - memory as long as it says
 * @s: the source, for source_close(), whatever is returned
 * @len: bytes
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int source_long(struct mem_source *s, size_t len, struct error *e)
{
	void *p = mmap(NULL, len, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	s->base = NULL;
	s->len = len;
	if (p == MAP_FAILED)
		return error_set(e, -ENOMEM, "there is no memory for a source of %zu bytes",
				 len);
	madvise(p, len, MADV_HUGEPAGE);
	s->base = p;
	fill(s->base, len);
	return 0;
}

/**
 * source_close - give a source back
 * @s: the source
 */
void source_close(struct mem_source *s)
{
	if (s->base)
		munmap(s->base, s->len);
	s->base = NULL;
}
