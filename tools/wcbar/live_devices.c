// SPDX-License-Identifier: GPL-2.0
/*
 * What sysfs says of the PCI functions, without waking one that sleeps.
 *
 * Of a function power_state and runtime_status are read first; both only show
 * what the kernel remembers. Its configuration space, and the link files that
 * read it, are left alone unless the function is awake: a read of them resumes
 * the bridge above, and the function itself when it is in D3cold.
 */
#include "live.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <unistd.h>

#define PCI_HAVE_Uxx_TYPES	/* <wcbar/types.h> has them */
#include <pci/pci.h>

#include "mem.h"
#include "system/paths.h"

#define MAX_FUNCTIONS	65536

static int read_attr(const char *bdf, const char *attr, char *buf, size_t len)
{
	return path_read_line(buf, len, "%s/bus/pci/devices/%s/%s",
			      path_sysfs(), bdf, attr);
}

/**
 * live_awake - whether a function is awake, so that reading it wakes nothing
 * @bdf: its address
 *
 * A function without a driver is in a state that the kernel calls unknown.
 *
 * Return: true if so.
 */
bool live_awake(const char *bdf)
{
	char power[32], status[32];

	if (!read_attr(bdf, "power_state", power, sizeof(power)) &&
	    strcmp(power, "D0") && strcmp(power, "unknown"))
		return false;
	if (!read_attr(bdf, "power/runtime_status", status, sizeof(status)) &&
	    strcmp(status, "active") && strcmp(status, "unsupported"))
		return false;
	return true;
}

static void put_attr(FILE *f, const char *bdf, const char *attr,
		     const char *key)
{
	char buf[128];

	if (!read_attr(bdf, attr, buf, sizeof(buf)) && buf[0])
		fprintf(f, "%s: %s\n", key, buf);
}

static void put_driver(FILE *f, const char *bdf)
{
	char *path = mem_printf("%s/bus/pci/devices/%s/driver", path_sysfs(),
				bdf);
	char target[PATH_MAX];
	ssize_t n = readlink(path, target, sizeof(target) - 1);
	char *name;

	target[n > 0 ? n : 0] = '\0';
	name = strrchr(target, '/');
	fprintf(f, "driver: %s\n", n > 0 ? name ? name + 1 : target : "none");
	free(path);
}

static void put_wc_files(FILE *f, const char *bdf)
{
	int bar;

	fputs("wc_files:", f);
	for (bar = 0; bar < 6; bar++) {
		char *path = mem_printf("%s/bus/pci/devices/%s/resource%d_wc",
					path_sysfs(), bdf, bar);

		if (!access(path, F_OK))
			fprintf(f, " %d", bar);
		free(path);
	}
	fputc('\n', f);
}

/* libpci ends the program on a broken list of names; we go on without names */
static jmp_buf no_names;

static PCI_NONRET void names_error(char *msg, ...)
{
	(void)msg;
	longjmp(no_names, 1);
}

static void names_quiet(char *msg, ...)
{
	(void)msg;
}

static void put_name(FILE *f, const char *bdf, struct pci_access *acc)
{
	char text[64], name[256];
	unsigned int vendor, device;

	if (!acc || read_attr(bdf, "vendor", text, sizeof(text)))
		return;
	vendor = (unsigned int)strtoul(text, NULL, 16);
	if (read_attr(bdf, "device", text, sizeof(text)))
		return;
	device = (unsigned int)strtoul(text, NULL, 16);
	if (setjmp(no_names))
		return;
	if (pci_lookup_name(acc, name, sizeof(name),
			    PCI_LOOKUP_VENDOR | PCI_LOOKUP_DEVICE |
			    PCI_LOOKUP_NO_NUMBERS, vendor, device))
		fprintf(f, "name: %s\n", name);
}

static void put_command(FILE *f, const char *bdf)
{
	char *path = mem_printf("%s/bus/pci/devices/%s/config", path_sysfs(),
				bdf);
	u8 header[64];
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0 && pread(fd, header, sizeof(header), 0) ==
	    sizeof(header))
		fprintf(f, "command: 0x%04x\n",
			header[PCI_COMMAND] | header[PCI_COMMAND + 1] << 8);
	if (fd >= 0)
		close(fd);
	free(path);
}

/* "8.0 GT/s PCIe" and "4" become "8.0 GT/s x4" */
static void put_link(FILE *f, const char *bdf, const char *which,
		     const char *key)
{
	char speed[64], width[16], attr[40];

	snprintf(attr, sizeof(attr), "%s_link_speed", which);
	if (read_attr(bdf, attr, speed, sizeof(speed)))
		return;
	snprintf(attr, sizeof(attr), "%s_link_width", which);
	if (read_attr(bdf, attr, width, sizeof(width)) ||
	    !strstr(speed, "GT/s"))
		return;
	fprintf(f, "%s: %.*s x%s\n", key,
		(int)(strstr(speed, "GT/s") + 4 - speed), speed, width);
}

static void add_function(struct dump *dump, const char *bdf,
			 struct pci_access *acc)
{
	char *name, *out;
	size_t len;
	FILE *f = open_memstream(&out, &len);

	if (!f)
		return;
	fprintf(f, "# wcbar-device/1\nbdf: %s\n", bdf);
	put_attr(f, bdf, "power_state", "power_state");
	put_attr(f, bdf, "power/runtime_status", "runtime_status");
	put_attr(f, bdf, "vendor", "vendor");
	put_attr(f, bdf, "device", "device");
	put_attr(f, bdf, "subsystem_vendor", "subsystem_vendor");
	put_attr(f, bdf, "subsystem_device", "subsystem_device");
	put_attr(f, bdf, "class", "class");
	put_attr(f, bdf, "numa_node", "numa_node");
	put_attr(f, bdf, "sriov_numvfs", "sriov_numvfs");
	put_name(f, bdf, acc);
	put_driver(f, bdf);
	put_wc_files(f, bdf);
	if (live_awake(bdf)) {
		put_command(f, bdf);
		put_link(f, bdf, "current", "link");
		put_link(f, bdf, "max", "max_link");
	}
	fclose(f);

	name = mem_printf("resource.%s", bdf);
	live_copy(dump, name, "%s/bus/pci/devices/%s/resource", path_sysfs(),
		  bdf);
	free(name);
	name = mem_printf("device.%s", bdf);
	dump_add(dump, name, out, len);
	free(name);
	name = mem_printf("wcbar-info.%s", bdf);
	live_copy(dump, name, "%s/wcbar/%s/info", path_debugfs(), bdf);
	free(name);
}

/* Only for the list of names: no device is looked at through it */
static struct pci_access *open_names(void)
{
	struct pci_access *acc = pci_alloc();

	if (acc) {
		acc->error = names_error;
		acc->warning = names_quiet;
		acc->debug = names_quiet;
	}
	return acc;
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

/**
 * live_devices - add what sysfs says of the PCI functions
 * @dump: where to
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int live_devices(struct dump *dump, struct error *e)
{
	char *path = mem_printf("%s/bus/pci/devices", path_sysfs());
	struct dirent **names;
	struct pci_access *acc;
	int i, n, ret = 0;

	n = scandir(path, &names, visible, alphasort);
	if (n < 0) {
		ret = -errno;
		/* a machine without PCI is one without cards */
		if (ret == -ENOENT)
			ret = 0;
		else
			error_set(e, ret, "cannot read %s: %s", path,
				  strerror(-ret));
		free(path);
		return ret;
	}
	acc = open_names();
	for (i = 0; i < n; i++) {
		if (i < MAX_FUNCTIONS)
			add_function(dump, names[i]->d_name, acc);
		free(names[i]);
	}
	if (acc)
		pci_cleanup(acc);
	free(names);
	free(path);
	return ret;
}
