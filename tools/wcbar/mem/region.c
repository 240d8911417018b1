// SPDX-License-Identifier: GPL-2.0
/*
 * Anonymous memory and files to copy into, and what pages they really got.
 */
#include "mem/region.h"

#include <fcntl.h>
#include <numa.h>
#include <numaif.h>
#include <unistd.h>

#include <sys/mman.h>
#include <sys/stat.h>

#include "output/units.h"

#define HUGE_PAGE	(2UL << 20)

/* In Linux since 4.15; headers of the C library may be older. */
#ifndef MAP_SHARED_VALIDATE
#define MAP_SHARED_VALIDATE	0x03
#endif
#ifndef MAP_SYNC
#define MAP_SYNC		0x80000
#endif

/* In Linux since 5.14 */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE	23
#endif

/*
 * "Key:   123 kB" of the mapping that holds an address, in the kernel's
 * account of this process. Returns false where there is no such line.
 */
static bool smaps_kb(const void *at, const char *key, u64 *kb)
{
	unsigned long long start, end, v;
	bool inside = false, found = false;
	size_t len = strlen(key), room = 0;
	char *line = NULL;
	FILE *f;

	f = fopen("/proc/self/smaps", "re");
	if (!f)
		return false;
	while (!found && getline(&line, &room, f) > 0) {
		if (sscanf(line, "%llx-%llx ", &start, &end) == 2)
			inside = (uintptr_t)at >= start && (uintptr_t)at < end;
		else if (inside && !strncmp(line, key, len) &&
			 sscanf(line + len, ": %llu", &v) == 1)
			found = true;
	}
	free(line);
	fclose(f);
	if (found)
		*kb = v;
	return found;
}

/**
 * region_pages - find out what pages a region has
 * @r: the region, already touched
 */
void region_pages(struct mem_region *r)
{
	u64 page = 0, huge = 0, file = 0;

	smaps_kb(r->base, "KernelPageSize", &page);
	smaps_kb(r->base, "AnonHugePages", &huge);
	smaps_kb(r->base, "FilePmdMapped", &file);
	huge += file;
	if (page > 4)
		snprintf(r->pages, sizeof(r->pages), "%llu KiB pages", page);
	else if (!page)
		snprintf(r->pages, sizeof(r->pages), "pages of unknown size");
	else if (huge * 1024 >= r->len)
		snprintf(r->pages, sizeof(r->pages),
			 "2 MiB pages (transparent huge pages)");
	else if (huge)
		snprintf(r->pages, sizeof(r->pages),
			 "4 KiB and 2 MiB pages (%llu of %zu MiB are transparent huge pages)",
			 huge / 1024, r->len >> 20);
	else
		snprintf(r->pages, sizeof(r->pages), "4 KiB pages");
}

static void touch(struct mem_region *r)
{
	size_t i;

	for (i = 0; i < r->len; i += 4096)
		__atomic_store_n(r->base + i, 1, __ATOMIC_RELAXED);
}

static int bind_node(struct mem_region *r, int node, struct error *e)
{
	struct bitmask *mask;
	long ret;

	if (node < 0)
		return 0;
	if (numa_available() < 0 || node > numa_max_node() ||
	    !numa_bitmask_isbitset(numa_all_nodes_ptr, (unsigned int)node))
		return error_set(e, -EINVAL,
				 "this machine has no memory on NUMA node %d",
				 node);
	mask = numa_allocate_nodemask();
	numa_bitmask_setbit(mask, (unsigned int)node);
	ret = mbind(r->map, r->map_len, MPOL_BIND, mask->maskp,
		    mask->size + 1, 0);
	numa_free_nodemask(mask);
	if (ret)
		return error_set(e, -errno,
				 "memory cannot be bound to NUMA node %d: %s",
				 node, strerror(errno));
	return 0;
}

/* Pages from the pool that the administrator set aside; there may be none. */
static bool map_hugetlb(struct mem_region *r)
{
	size_t len = (r->len + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
	void *p = mmap(NULL, len, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);

	if (p == MAP_FAILED)
		return false;
	r->map = p;
	r->base = p;
	r->map_len = len;
	return true;
}

/*
 * The pool is counted for the whole machine, and what was reserved of it may
 * be on another node than the one that the region is bound to: the first store
 * would then be the process's last, by SIGBUS. This asks for the pages in a
 * way that may fail.
 */
static bool populate(const struct mem_region *r)
{
	return !madvise(r->map, r->map_len, MADV_POPULATE_WRITE);
}

static bool map_plain(struct mem_region *r, bool huge)
{
	void *p;

	r->map_len = r->len + HUGE_PAGE;
	p = mmap(NULL, r->map_len, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return false;
	r->map = p;
	r->base = (u8 *)(((uintptr_t)p + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1));
	madvise(p, r->map_len, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
	return true;
}

/**
 * region_anon - anonymous memory
 * @r: the region, for region_close(), whatever is returned
 * @len: bytes
 * @huge: huge pages: of the pool where it has enough, else transparent ones;
 *	@r->pages says what was got
 * @node: NUMA node, or -1 for where it comes to lie
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int region_anon(struct mem_region *r, size_t len, bool huge, int node,
		struct error *e)
{
	char text[TEXT_QUANTITY];
	int ret;

	memset(r, 0, sizeof(*r));
	r->len = len;
	if (huge && map_hugetlb(r)) {
		ret = bind_node(r, node, e);
		if (ret)
			return ret;
		if (!populate(r))
			region_close(r);
	}
	if (!r->map) {
		if (!map_plain(r, huge))
			return error_set(e, -ENOMEM, "there are no %s of memory",
					 text_bytes(len, text));
		ret = bind_node(r, node, e);
		if (ret)
			return ret;
	}
	touch(r);
	region_pages(r);
	text_bytes(len, text);
	if (node >= 0)
		snprintf(r->what, sizeof(r->what),
			 "%s of anonymous memory on node %d", text, node);
	else
		snprintf(r->what, sizeof(r->what), "%s of anonymous memory",
			 text);
	return 0;
}

static int open_file(const char *path, size_t *len, struct error *e)
{
	struct stat st;
	int fd, ret;

	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return error_set(e, -errno, "cannot open %s: %s", path,
				 strerror(errno));
	if (fstat(fd, &st))
		ret = error_set(e, -errno, "cannot look at %s: %s", path,
				strerror(errno));
	else if (S_ISREG(st.st_mode) && !st.st_size)
		ret = error_set(e, -EINVAL,
				"%s is empty; 'fallocate -l 256M %s' gives it a size",
				path, path);
	else if (!S_ISREG(st.st_mode) && !S_ISCHR(st.st_mode))
		ret = error_set(e, -EINVAL,
				"%s is neither a file nor a DAX device", path);
	else
		ret = 0;
	if (ret) {
		close(fd);
		return ret;
	}
	if (S_ISREG(st.st_mode) && *len > (size_t)st.st_size)
		*len = (size_t)st.st_size;
	return fd;
}

/**
 * region_file - a file, or a DAX device
 * @r: the region, for region_close(), whatever is returned
 * @path: the file; what it holds is overwritten
 * @len: bytes; less where the file is smaller
 * @e: what went wrong
 *
 * Asks for MAP_SYNC, which only a file on persistent memory grants; @r->what
 * says whether it did.
 *
 * Return: 0 or a negative errno.
 */
int region_file(struct mem_region *r, const char *path, size_t len,
		struct error *e)
{
	const int prot = PROT_READ | PROT_WRITE;
	char text[TEXT_QUANTITY];
	void *p;
	int fd;

	memset(r, 0, sizeof(*r));
	fd = open_file(path, &len, e);
	if (fd < 0)
		return fd;
	p = mmap(NULL, len, prot, MAP_SHARED_VALIDATE | MAP_SYNC, fd, 0);
	r->persistent = p != MAP_FAILED;
	if (p == MAP_FAILED)
		p = mmap(NULL, len, prot, MAP_SHARED, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return error_set(e, -errno, "cannot map %s: %s", path,
				 strerror(errno));
	r->map = p;
	r->map_len = len;
	r->base = p;
	r->len = len & ~4095UL;
	if (!r->len)
		return error_set(e, -EINVAL, "%s is smaller than a page", path);
	touch(r);
	region_pages(r);
	snprintf(r->what, sizeof(r->what), "%s of %.120s, %s",
		 text_bytes(r->len, text), path,
		 r->persistent ? "a DAX mapping (MAP_SYNC)" :
		 "through the page cache (MAP_SYNC is refused: no DAX)");
	return 0;
}

/**
 * region_close - unmap a region
 * @r: the region
 */
void region_close(struct mem_region *r)
{
	if (r->map)
		munmap(r->map, r->map_len);
	r->map = NULL;
}
