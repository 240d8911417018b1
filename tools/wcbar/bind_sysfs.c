// SPDX-License-Identifier: GPL-2.0
/*
 * What sysfs says of a function's driver, and how it is changed.
 */
#include <fcntl.h>
#include <unistd.h>

#include "bind.h"
#include "mem.h"
#include "system/paths.h"

static char *device_path(const char *bdf, const char *file)
{
	return mem_printf("%s/bus/pci/devices/%s%s%s", path_sysfs(), bdf,
			  file[0] ? "/" : "", file);
}

static char *driver_path(const char *driver, const char *file)
{
	return mem_printf("%s/bus/pci/drivers/%s%s%s", path_sysfs(), driver,
			  file[0] ? "/" : "", file);
}

/* One write, which is one request to the kernel */
static int write_file(const char *path, const char *text)
{
	size_t len = strlen(text);
	int fd, ret = 0;
	ssize_t n;

	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	do {
		n = write(fd, text, len);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		ret = -errno;
	else if ((size_t)n != len)
		ret = -EIO;
	if (close(fd) && !ret)
		ret = -errno;
	return ret;
}

/**
 * bind_exists - whether there is such a function
 * @bdf: its address
 *
 * Return: true if so.
 */
bool bind_exists(const char *bdf)
{
	char *path = device_path(bdf, "");
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

/**
 * bind_driver_of - the driver that has a function
 * @bdf: the function
 * @driver: the driver's name, empty for none
 */
void bind_driver_of(const char *bdf, char driver[BIND_NAME])
{
	char *path = device_path(bdf, "driver");
	char target[PATH_MAX], *name;
	ssize_t n = readlink(path, target, sizeof(target) - 1);

	target[n > 0 ? n : 0] = '\0';
	name = strrchr(target, '/');
	text_copy(text_of(name ? name + 1 : target), driver, BIND_NAME);
	free(path);
}

/**
 * bind_override_of - a function's driver_override
 * @bdf: the function
 * @override: its value, empty for none
 */
void bind_override_of(const char *bdf, char override[BIND_NAME])
{
	if (path_read_line(override, BIND_NAME,
			   "%s/bus/pci/devices/%s/driver_override",
			   path_sysfs(), bdf) ||
	    !strcmp(override, "(null)"))
		override[0] = '\0';
}

/**
 * bind_has_driver - whether a driver is loaded
 * @driver: its name
 *
 * Return: true if so.
 */
bool bind_has_driver(const char *driver)
{
	char *path = driver_path(driver, "");
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

/**
 * bind_set_override - set a function's driver_override
 * @bdf: the function
 * @override: the driver, empty for none
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int bind_set_override(const char *bdf, const char *override, struct error *e)
{
	char *path = device_path(bdf, "driver_override");
	char *text = mem_printf("%s\n", override);
	int ret = write_file(path, text);

	if (ret)
		error_set(e, ret, "cannot write '%s' to %s: %s", override,
			  path, strerror(-ret));
	free(text);
	free(path);
	return ret;
}

/**
 * bind_detach - take a function from its driver
 * @bdf: the function
 * @e: what went wrong
 *
 * Return: 0, also when it had none, or a negative errno.
 */
int bind_detach(const char *bdf, struct error *e)
{
	char driver[BIND_NAME], *path;
	int ret;

	bind_driver_of(bdf, driver);
	if (!driver[0])
		return 0;
	path = driver_path(driver, "unbind");
	ret = write_file(path, bdf);
	free(path);
	/* somebody else was faster */
	bind_driver_of(bdf, driver);
	if (!driver[0])
		return 0;
	return error_set(e, ret ? ret : -EBUSY,
			 "%s cannot be taken from its driver %s: %s", bdf,
			 driver, ret ? strerror(-ret) : "the driver kept it");
}

/**
 * bind_attach - give a function to a driver
 * @bdf: the function, which has none
 * @driver: the driver
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int bind_attach(const char *bdf, const char *driver, struct error *e)
{
	char *path = driver_path(driver, "bind");
	char now[BIND_NAME];
	int ret = write_file(path, bdf);

	free(path);
	bind_driver_of(bdf, now);
	if (!strcmp(now, driver))
		return 0;
	return error_set(e, ret ? ret : -ENODEV,
			 "driver %s does not take %s: %s; dmesg has the reason",
			 driver, bdf, ret ? strerror(-ret) : "it refused");
}

/**
 * bind_bars_with - the driver's list of BARs with one entry changed
 * @bars: the list, "0000:03:00.0=2,0;..."
 * @bdf: the function
 * @entry: its new entry "2,0", or NULL for none
 *
 * Return: the new list, to be freed.
 */
char *bind_bars_with(const char *bars, const char *bdf, const char *entry)
{
	char *copy = mem_copy(bars, strlen(bars)), *rest = copy, *one;
	char *list = mem_copy("", 0), *longer;
	size_t len = strlen(bdf);

	while ((one = strsep(&rest, ";\n"))) {
		if (!one[0] || (!strncmp(one, bdf, len) && one[len] == '='))
			continue;
		longer = mem_printf("%s%s%s", list, list[0] ? ";" : "", one);
		free(list);
		list = longer;
	}
	free(copy);
	if (!entry)
		return list;
	longer = mem_printf("%s%s%s=%s", list, list[0] ? ";" : "", bdf, entry);
	free(list);
	return longer;
}

/**
 * bind_set_bars - tell the driver which BARs of a function to use
 * @bdf: the function
 * @entry: "APERTURE,REGS", or NULL to leave it to the driver
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int bind_set_bars(const char *bdf, const char *entry, struct error *e)
{
	char *path = mem_printf("%s/module/%s/parameters/bars", path_sysfs(),
				BIND_DRIVER);
	char *now, *list, *line;
	int ret;

	ret = path_read(path, SZ_64K, &now, NULL);
	if (ret) {
		error_set(e, ret, "cannot read %s: %s", path, strerror(-ret));
		free(path);
		return ret;
	}
	list = bind_bars_with(now, bdf, entry);
	now[strcspn(now, "\n")] = '\0';
	if (strcmp(list, now)) {
		line = mem_printf("%s\n", list);
		ret = write_file(path, line);
		free(line);
	}
	if (ret)
		error_set(e, ret, "cannot write '%s' to %s: %s", list, path,
			  strerror(-ret));
	free(list);
	free(now);
	free(path);
	return ret;
}
