// SPDX-License-Identifier: GPL-2.0
/*
 * Whether a PCI function is in use, so that taking its driver away would hurt:
 * what sysfs says of the function itself, of its interfaces, and of those that
 * share its IOMMU group. Disks are in inuse_block.c, open files in
 * inuse_handles.c.
 */
#include "inuse.h"

#include <dirent.h>

#include "mem.h"
#include "system/device.h"
#include "system/iomem.h"
#include "system/paths.h"
#include "system/roots.h"

/**
 * uses_add - add a use
 * @uses: where to
 * @fmt: a sentence without a full stop
 */
void uses_add(struct uses *uses, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	*vec_push(uses) = mem_copy(text, strlen(text));
}

/**
 * uses_free - give back the memory of uses
 * @uses: the uses
 */
void uses_free(struct uses *uses)
{
	size_t i;

	for (i = 0; i < uses->n; i++)
		free(uses->items[i]);
	free(uses->items);
	memset(uses, 0, sizeof(*uses));
}

static int attr(const char *bdf, const char *name, char *buf, size_t len)
{
	return path_read_line(buf, len, "%s/bus/pci/devices/%s/%s",
			      path_sysfs(), bdf, name);
}

/**
 * inuse_below - whether something in sysfs belongs to a function
 * @link: its place, which may be a symbolic link
 * @bdf: the function
 *
 * Return: true if its real place is below the function's.
 */
bool inuse_below(const char *link, const char *bdf)
{
	char *part = mem_printf("/%s/", bdf);
	char *real = realpath(link, NULL);
	bool below = real && strstr(real, part);

	free(real);
	free(part);
	return below;
}

/**
 * inuse_bridge - a bridge has others behind it
 * @bdf: the function
 * @uses: where to add it
 */
void inuse_bridge(const char *bdf, struct uses *uses)
{
	char class[32];

	if (!attr(bdf, "class", class, sizeof(class)) &&
	    !strncmp(class, "0x06", 4))
		uses_add(uses, "%s is a bridge (class %s)", bdf, class);
}

static bool read_source(struct source *src, char *path)
{
	int ret = path_read(path, SZ_1M, &src->data, &src->len);

	src->name = path;
	return !ret;
}

/* Whether the boot framebuffer lies in a BAR, as /proc/iomem has it */
static bool shows_boot_picture(const char *bdf)
{
	struct source rows = { 0 }, file = { 0 };
	struct devices devices = { 0 };
	struct iomem iomem = { 0 };
	struct tally tally = { 0 };
	struct device *dev = NULL;
	char *resource, *path;
	bool found = false;
	size_t i, k;

	resource = mem_printf("%s/bus/pci/devices/%s/resource", path_sysfs(),
			      bdf);
	path = mem_printf("%s/iomem", path_procfs());
	if (read_source(&rows, resource) && read_source(&file, path)) {
		dev = resource_read(&devices, &rows, &tally);
		iomem_read(&iomem, &file);
	}
	for (i = 0; dev && i < dev->bars.n; i++) {
		const struct bar *bar = &dev->bars.items[i];

		if (bar->kind != BAR_MEMORY || !bar_has_address(bar))
			continue;
		for (k = 0; k < iomem.n; k++)
			found |= iomem.items[k].kind == IOMEM_BOOTFB &&
				 iomem.items[k].start < bar->end &&
				 iomem.items[k].end > bar->start;
	}
	iomem_free(&iomem);
	devices_free(&devices);
	free(rows.data);
	free(file.data);
	free(resource);
	free(path);
	return found;
}

/**
 * inuse_display - the boot display shows the console
 * @bdf: the function
 * @uses: where to add it
 */
void inuse_display(const char *bdf, struct uses *uses)
{
	char vga[16];

	if (!attr(bdf, "boot_vga", vga, sizeof(vga)) && !strcmp(vga, "1"))
		uses_add(uses, "%s is the boot display", bdf);
	else if (shows_boot_picture(bdf))
		uses_add(uses, "the boot framebuffer lies in a BAR of %s", bdf);
}

/**
 * inuse_sriov - virtual functions go with their physical function
 * @bdf: the function
 * @uses: where to add it
 */
void inuse_sriov(const char *bdf, struct uses *uses)
{
	char vfs[16];

	if (!attr(bdf, "sriov_numvfs", vfs, sizeof(vfs)) &&
	    strtoul(vfs, NULL, 10))
		uses_add(uses, "%s has %s virtual functions enabled", bdf, vfs);
}

/**
 * inuse_network - a network interface that is up
 * @bdf: the function
 * @uses: where to add it
 */
void inuse_network(const char *bdf, struct uses *uses)
{
	char *folder = mem_printf("%s/class/net", path_sysfs());
	DIR *dir = opendir(folder);
	struct dirent *d;

	while (dir && (d = readdir(dir))) {
		char flags[32], *path;

		if (d->d_name[0] == '.')
			continue;
		path = mem_printf("%s/%s", folder, d->d_name);
		/* IFF_UP is bit 0 */
		if (inuse_below(path, bdf) &&
		    !path_read_line(flags, sizeof(flags), "%s/flags", path) &&
		    (strtoul(flags, NULL, 16) & 1))
			uses_add(uses, "the network interface %s is up",
				 d->d_name);
		free(path);
	}
	if (dir)
		closedir(dir);
	free(folder);
}

static void inuse_itself(const char *bdf, struct uses *uses)
{
	inuse_display(bdf, uses);
	inuse_sriov(bdf, uses);
	inuse_block(bdf, uses);
	inuse_network(bdf, uses);
	inuse_handles(bdf, uses);
}

/**
 * inuse_group - another function of the IOMMU group is in use
 * @bdf: the function
 * @uses: where to add it
 *
 * Functions of one group can reach each other's memory. The bridges that are
 * in it are no users.
 */
void inuse_group(const char *bdf, struct uses *uses)
{
	char *folder = mem_printf("%s/bus/pci/devices/%s/iommu_group/devices",
				  path_sysfs(), bdf);
	DIR *dir = opendir(folder);
	struct dirent *d;

	while (dir && (d = readdir(dir))) {
		struct uses theirs = { 0 };

		if (d->d_name[0] == '.' || !strcmp(d->d_name, bdf))
			continue;
		inuse_itself(d->d_name, &theirs);
		if (theirs.n)
			uses_add(uses,
				 "%s shares its IOMMU group with %s, and %s",
				 bdf, d->d_name, theirs.items[0]);
		uses_free(&theirs);
	}
	if (dir)
		closedir(dir);
	free(folder);
}

/**
 * inuse_all - find everything that a function is in use for
 * @bdf: the function, with its domain
 * @uses: sentences are added to it
 */
void inuse_all(const char *bdf, struct uses *uses)
{
	inuse_bridge(bdf, uses);
	inuse_itself(bdf, uses);
	inuse_group(bdf, uses);
}
