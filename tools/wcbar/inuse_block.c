// SPDX-License-Identifier: GPL-2.0
/*
 * Disks of a function: mounted, swap, or part of something larger.
 */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "inuse.h"
#include "mem.h"
#include "system/paths.h"
#include "system/roots.h"

/*
 * A path of a multipath NVMe disk, nvme0c1n1, is hidden; the disk that people
 * use is nvme0n1.
 */
static void visible_name(const char *name, char *buf, size_t len)
{
	int subsystem, path, ns;

	if (sscanf(name, "nvme%dc%dn%d", &subsystem, &path, &ns) == 3)
		snprintf(buf, len, "nvme%dn%d", subsystem, ns);
	else
		snprintf(buf, len, "%s", name);
}

/* "8:1" of a disk or partition as it stands in mountinfo */
static bool is_mounted(const char *numbers, char *where, size_t len)
{
	char *path = mem_printf("%s/self/mountinfo", path_procfs());
	char *text, *line, *rest;
	bool found = false;

	if (path_read(path, 64UL << 20, &text, NULL)) {
		free(path);
		return false;
	}
	for (rest = text; !found && (line = strsep(&rest, "\n"));) {
		char device[32], mount[256];

		if (sscanf(line, "%*s %*s %31s %*s %255s", device, mount) != 2)
			continue;
		found = !strcmp(device, numbers);
		if (found)
			snprintf(where, len, "%s", mount);
	}
	free(text);
	free(path);
	return found;
}

static bool is_swap(const char *name)
{
	char *path = mem_printf("%s/swaps", path_procfs());
	char *text, *line, *rest, *node;
	bool found = false;

	if (path_read(path, SZ_1M, &text, NULL)) {
		free(path);
		return false;
	}
	node = mem_printf("/dev/%s", name);
	for (rest = text; !found && (line = strsep(&rest, "\n"));)
		found = !strncmp(line, node, strlen(node)) &&
			isspace((unsigned char)line[strlen(node)]);
	free(node);
	free(text);
	free(path);
	return found;
}

/* A device-mapper (LVM, crypt) or md device that is made of it */
static bool has_holder(const char *folder, char *holder, size_t len)
{
	char *path = mem_printf("%s/holders", folder);
	DIR *dir = opendir(path);
	struct dirent *d;
	bool found = false;

	while (dir && !found && (d = readdir(dir))) {
		found = d->d_name[0] != '.';
		if (found)
			snprintf(holder, len, "%s", d->d_name);
	}
	if (dir)
		closedir(dir);
	free(path);
	return found;
}

/*
 * Whoever uses a disk for good holds it exclusively: a filesystem in any mount
 * namespace, ZFS, a member of an array. Opening it likewise then fails.
 */
static bool is_held(const char *name)
{
	char *path = mem_printf("%s/%s", path_dev(), name);
	int fd = open(path, O_RDONLY | O_EXCL | O_NONBLOCK | O_CLOEXEC);
	bool held = fd < 0 && errno == EBUSY;

	if (fd >= 0)
		close(fd);
	free(path);
	return held;
}

static void check_one(const char *folder, const char *name, struct uses *uses)
{
	char numbers[32], where[256];

	if (path_read_line(numbers, sizeof(numbers), "%s/dev", folder))
		numbers[0] = '\0';
	if (numbers[0] && is_mounted(numbers, where, sizeof(where)))
		uses_add(uses, "its disk %s is mounted on %s", name, where);
	else if (is_swap(name))
		uses_add(uses, "its disk %s is used for swap", name);
	else if (has_holder(folder, where, sizeof(where)))
		uses_add(uses,
			 "its disk %s is part of %s (LVM, RAID or encryption)",
			 name, where);
	else if (is_held(name))
		uses_add(uses,
			 "its disk %s is held by a filesystem, ZFS or an array",
			 name);
}

static void check_disk(const char *folder, const char *name, struct uses *uses)
{
	DIR *dir = opendir(folder);
	struct dirent *d;

	check_one(folder, name, uses);
	while (dir && (d = readdir(dir))) {
		char *part = mem_printf("%s/%s", folder, d->d_name);
		char *file = mem_printf("%s/partition", part);

		if (d->d_name[0] != '.' && !access(file, F_OK))
			check_one(part, d->d_name, uses);
		free(file);
		free(part);
	}
	if (dir)
		closedir(dir);
}

/**
 * inuse_block - a disk that something uses
 * @bdf: the function
 * @uses: where to add it
 */
void inuse_block(const char *bdf, struct uses *uses)
{
	char *folder = mem_printf("%s/block", path_sysfs());
	DIR *dir = opendir(folder);
	struct dirent *d;

	while (dir && (d = readdir(dir))) {
		char *path = mem_printf("%s/%s", folder, d->d_name);
		char name[NAME_MAX + 1];

		if (d->d_name[0] != '.' && inuse_below(path, bdf)) {
			char *disk;

			visible_name(d->d_name, name, sizeof(name));
			disk = mem_printf("%s/%s", folder, name);
			check_disk(disk, name, uses);
			free(disk);
		}
		free(path);
	}
	if (dir)
		closedir(dir);
	free(folder);
}
