// SPDX-License-Identifier: GPL-2.0
/*
 * Programs that have a function's device nodes open, as they do with a DRM,
 * VFIO or accelerator device, or that have mapped its BARs through sysfs.
 */
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <unistd.h>

#include "inuse.h"
#include "mem.h"
#include "system/paths.h"
#include "system/roots.h"

#define MAX_DEPTH	10	/* of a device's children in sysfs */

/**
 * struct nodes - device nodes
 * @items: their names below /dev, each to be freed
 * @n: number of nodes
 * @room: private to vec_push()
 */
struct nodes {
	char **items;
	size_t n, room;
};

static void add_node(struct nodes *nodes, const char *folder)
{
	char *path = mem_printf("%s/uevent", folder);
	char *text, *line, *rest;

	if (!path_read(path, SZ_64K, &text, NULL)) {
		for (rest = text; (line = strsep(&rest, "\n"));)
			if (!strncmp(line, "DEVNAME=", 8))
				*vec_push(nodes) = mem_copy(line + 8,
							    strlen(line + 8));
		free(text);
	}
	free(path);
}

/* Every device below the function that has a node; links lead elsewhere */
static void find_nodes(struct nodes *nodes, const char *folder,
		       unsigned int depth)
{
	DIR *dir = depth < MAX_DEPTH ? opendir(folder) : NULL;
	struct dirent *d;

	while (dir && (d = readdir(dir))) {
		char *path = mem_printf("%s/%s", folder, d->d_name);

		if (d->d_name[0] != '.' && d->d_type == DT_DIR) {
			add_node(nodes, path);
			find_nodes(nodes, path, depth + 1);
		}
		free(path);
	}
	if (dir)
		closedir(dir);
}

/* The VFIO group that the function is in */
static void find_vfio(struct nodes *nodes, const char *bdf)
{
	char *path = mem_printf("%s/bus/pci/devices/%s/iommu_group",
				path_sysfs(), bdf);
	char *real = realpath(path, NULL), *group;

	group = real ? strrchr(real, '/') : NULL;
	if (group && isdigit((unsigned char)group[1]))
		*vec_push(nodes) = mem_printf("vfio/%s", group + 1);
	free(real);
	free(path);
}

/* NVIDIA's driver makes its nodes itself and tells their number here */
static void find_nvidia(struct nodes *nodes, const char *bdf)
{
	char *path = mem_printf("%s/driver/nvidia/gpus/%s/information",
				path_procfs(), bdf);
	char *text, *at;
	int number;

	if (!path_read(path, SZ_64K, &text, NULL)) {
		at = strstr(text, "Device Minor:");
		if (at && sscanf(at, "Device Minor: %d", &number) == 1)
			*vec_push(nodes) = mem_printf("nvidia%d", number);
		free(text);
	}
	free(path);
}

static bool is_node(const struct nodes *nodes, const char *target)
{
	size_t i;

	if (strncmp(target, "/dev/", 5))
		return false;
	for (i = 0; i < nodes->n; i++)
		if (!strcmp(target + 5, nodes->items[i]))
			return true;
	return false;
}

/* Whether a process has one of the nodes open; which, in @open */
static bool has_open(const char *pid, const struct nodes *nodes,
		     char open[PATH_MAX])
{
	char *folder = mem_printf("%s/%s/fd", path_procfs(), pid);
	DIR *dir = opendir(folder);
	bool found = false;
	struct dirent *d;

	while (dir && !found && (d = readdir(dir))) {
		char *path = mem_printf("%s/%s", folder, d->d_name);
		ssize_t n = readlink(path, open, PATH_MAX - 1);

		open[n > 0 ? n : 0] = '\0';
		found = is_node(nodes, open);
		free(path);
	}
	if (dir)
		closedir(dir);
	free(folder);
	return found;
}

/* Whether a process has a BAR mapped through sysfs */
static bool has_mapped(const char *pid, const char *bdf)
{
	char *path = mem_printf("%s/%s/maps", path_procfs(), pid);
	char *part = mem_printf("/%s/resource", bdf), *text;
	bool found = false;

	if (!path_read(path, 64UL << 20, &text, NULL)) {
		found = strstr(text, part);
		free(text);
	}
	free(part);
	free(path);
	return found;
}

static void check_process(const char *pid, const char *bdf,
			  const struct nodes *nodes, struct uses *uses)
{
	char name[64], open[PATH_MAX];

	if (path_read_line(name, sizeof(name), "%s/%s/comm", path_procfs(),
			   pid))
		snprintf(name, sizeof(name), "a program");
	if (nodes->n && has_open(pid, nodes, open))
		uses_add(uses, "%s (process %s) has %s open", name, pid, open);
	if (has_mapped(pid, bdf))
		uses_add(uses, "%s (process %s) has a BAR of it mapped", name,
			 pid);
}

/**
 * inuse_handles - programs that use a function through its device nodes
 * @bdf: the function
 * @uses: where to add it
 */
void inuse_handles(const char *bdf, struct uses *uses)
{
	char *folder = mem_printf("%s/bus/pci/devices/%s/", path_sysfs(), bdf);
	struct nodes nodes = { 0 };
	struct dirent *d;
	size_t i;
	DIR *dir;

	find_nodes(&nodes, folder, 0);
	find_vfio(&nodes, bdf);
	find_nvidia(&nodes, bdf);
	free(folder);
	dir = opendir(path_procfs());
	while (dir && (d = readdir(dir)))
		if (isdigit((unsigned char)d->d_name[0]))
			check_process(d->d_name, bdf, &nodes, uses);
	if (dir)
		closedir(dir);
	for (i = 0; i < nodes.n; i++)
		free(nodes.items[i]);
	free(nodes.items);
}
