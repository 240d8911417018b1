// SPDX-License-Identifier: GPL-2.0
/*
 * A BAR of a card to copy into, as sysfs offers it, without our driver:
 *
 *	/sys/bus/pci/devices/0000:01:00.0/resource2_wc	write-combining
 *	/sys/bus/pci/devices/0000:01:00.0/resource2	uncached
 *
 * Writing into a card that somebody else drives, that sleeps, or whose memory
 * decode is off would disturb it or be lost, so each of these is refused.
 */
#include "mem/region.h"

#include <fcntl.h>
#include <libgen.h>
#include <unistd.h>

#include <sys/mman.h>
#include <sys/stat.h>

#include "inuse.h"
#include "mem.h"
#include "output/units.h"
#include "system/paths.h"

#define COMMAND_OFFSET	4	/* of the Command register, PCI 3.0, 6.2.2 */
#define COMMAND_MEMORY	2

/* Whether memory decode is on: 1, 0, or -1 when it cannot be read */
static int memory_decode(const char *dir)
{
	char *path = mem_printf("%s/config", dir);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	u8 command[2];
	ssize_t n = -1;

	free(path);
	if (fd >= 0) {
		n = pread(fd, command, sizeof(command), COMMAND_OFFSET);
		close(fd);
	}
	if (n != (ssize_t)sizeof(command) ||
	    (command[0] == 0xff && command[1] == 0xff))
		return -1;
	return !!(command[0] & COMMAND_MEMORY);
}

/* The driver of the card, or an empty name */
static void driver_of(const char *dir, char *name, size_t len)
{
	char *path = mem_printf("%s/driver", dir);
	ssize_t n = readlink(path, name, len - 1);
	char *slash;

	free(path);
	name[n > 0 ? n : 0] = '\0';
	slash = strrchr(name, '/');
	if (slash)
		memmove(name, slash + 1, strlen(slash));
}

/* What taking a card away from its users would refuse: the boot display, .. */
static int unused(const char *dir, struct error *e)
{
	char *copy = mem_printf("%s", dir);
	struct uses uses = { 0 };
	int ret = 0;

	inuse_all(basename(copy), &uses);
	if (uses.n)
		ret = error_set(e, -EBUSY, "the card of %s is in use: %s", dir,
				uses.items[0]);
	uses_free(&uses);
	free(copy);
	return ret;
}

static int safe(const char *dir, struct error *e)
{
	char driver[256], state[32], enabled[16];
	int decode;

	driver_of(dir, driver, sizeof(driver));
	if (driver[0])
		return error_set(e, -EBUSY,
				 "the card of %s is driven by %s, which would be disturbed; unbind it first",
				 dir, driver);
	if (path_read_line(enabled, sizeof(enabled), "%s/enable", dir) ||
	    !strtoul(enabled, NULL, 10))
		return error_set(e, -ENXIO,
				 "the card of %s is not enabled; 'echo 1 > %s/enable' enables it",
				 dir, dir);
	if (path_read_line(state, sizeof(state), "%s/power_state", dir) ||
	    strcmp(state, "D0"))
		return error_set(e, -ENXIO,
				 "the card of %s is not known to be awake (power state D0)",
				 dir);
	decode = memory_decode(dir);
	if (decode <= 0)
		return error_set(e, -ENXIO, "%s",
				 decode ? "the card's configuration cannot be read, or it is gone" :
				 "the card's memory decode is off: it would not see what is written");
	return unused(dir, e);
}

static bool is_resource(const char *name, bool *wc)
{
	const char *digit = name + strlen("resource");

	if (strncmp(name, "resource", strlen("resource")) ||
	    *digit < '0' || *digit > '5')
		return false;
	*wc = !strcmp(digit + 1, "_wc");
	return *wc || !digit[1];
}

/**
 * region_card - a BAR, by its file in sysfs
 * @r: the region, for region_close(), whatever is returned
 * @path: the file, resourceN or resourceN_wc in the folder of a PCI device
 * @len: bytes; less where the BAR is smaller
 * @allow_writes: whether the user allows writing into the card
 * @e: what went wrong
 *
 * The memory type in @r is what the file stands for; what the mapping got can
 * only be seen from the kernel.
 *
 * Return: 0 or a negative errno; -EPERM without @allow_writes.
 */
int region_card(struct mem_region *r, const char *path, size_t len,
		bool allow_writes, struct error *e)
{
	char text[TEXT_QUANTITY];
	char *copy, *dir;
	struct stat st;
	bool wc;
	int fd, ret;
	void *p;

	memset(r, 0, sizeof(*r));
	copy = mem_printf("%s", path);
	if (!is_resource(basename(copy), &wc)) {
		free(copy);
		return error_set(e, -EINVAL,
				 "%s is not resourceN or resourceN_wc of a PCI device",
				 path);
	}
	free(copy);
	if (!allow_writes)
		return error_set(e, -EPERM,
				 "this overwrites the memory of a card; --allow-writes allows it");
	copy = mem_printf("%s", path);
	dir = dirname(copy);
	ret = safe(dir, e);
	free(copy);
	if (ret)
		return ret;
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return error_set(e, -errno, "cannot open %s: %s", path,
				 strerror(errno));
	if (fstat(fd, &st) || st.st_size < 4096) {
		close(fd);
		return error_set(e, -EINVAL, "%s is smaller than a page", path);
	}
	if (len > (size_t)st.st_size)
		len = (size_t)st.st_size;
	p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (p == MAP_FAILED)
		return error_set(e, -errno, "cannot map %s: %s", path,
				 strerror(errno));
	r->map = p;
	r->base = p;
	r->map_len = len;
	r->len = len & ~4095UL;
	r->type = wc ? WCBAR_MT_WC : WCBAR_MT_UC_MINUS;
	if (__atomic_load_n((u32 *)p, __ATOMIC_RELAXED) == U32_MAX)
		return error_set(e, -EIO,
				 "%s reads as all ones: the card does not answer",
				 path);
	snprintf(r->what, sizeof(r->what), "%s of %.180s",
		 text_bytes(r->len, text), path);
	snprintf(r->pages, sizeof(r->pages), "mapped by sysfs");
	return 0;
}
