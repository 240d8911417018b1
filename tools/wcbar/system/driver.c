// SPDX-License-Identifier: GPL-2.0
/*
 * The files of wcbar.ko in debugfs: finding a card, reading and writing its
 * files, and saying in one sentence why that did not work.
 */
#include "system/driver.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <linux/magic.h>
#include <sys/statfs.h>

#include "mem.h"
#include "system/paths.h"

/* 8192 rows of 640 bytes at most, and their header */
#define MAX_TEXT	(8UL << 20)

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

static bool debugfs_mounted(void)
{
	struct statfs fs;

	if (!path_debugfs_is_default())
		return true;
	return !statfs(path_debugfs(), &fs) && fs.f_type == DEBUGFS_MAGIC;
}

/* Why the driver's folder cannot be read */
static int explain_folder(int ret, struct error *e)
{
	if (ret == -EACCES)
		return error_set(e, ret,
				 "cannot look into %s: permission denied; run wcbar as root",
				 path_debugfs());
	if (ret == -ENOENT && !debugfs_mounted())
		return error_set(e, ret,
				 "debugfs is not mounted; 'mount -t debugfs none %s' mounts it",
				 path_debugfs());
	if (ret == -ENOENT)
		return error_set(e, ret,
				 "the module wcbar is not loaded (there is no %s/wcbar); 'modprobe wcbar' loads it",
				 path_debugfs());
	return error_set(e, ret, "cannot look into %s/wcbar: %s",
			 path_debugfs(), strerror(-ret));
}

/**
 * driver_cards - find the cards that the driver drives
 * @cards: their addresses; @cards->list is to be freed
 * @e: what went wrong
 *
 * Return: 0, also where there is none, or a negative errno; -ENOENT where the
 * module is not loaded or debugfs not mounted.
 */
int driver_cards(struct driver_cards *cards, struct error *e)
{
	char path[PATH_MAX];
	struct dirent *d;
	struct bdf bdf;
	DIR *dir;

	cards->list = NULL;
	cards->nr = 0;
	snprintf(path, sizeof(path), "%s/wcbar", path_debugfs());
	dir = opendir(path);
	if (!dir)
		return explain_folder(-errno, e);
	while ((d = readdir(dir))) {
		if (bdf_parse(d->d_name, &bdf))
			continue;
		cards->list = mem_grow(cards->list, cards->nr + 1,
				       sizeof(*cards->list));
		bdf_format(&bdf, cards->list[cards->nr++]);
	}
	closedir(dir);
	if (cards->nr)
		qsort(cards->list, cards->nr, sizeof(*cards->list), by_name);
	return 0;
}

static int find_only(const struct driver_cards *cards, char address[BDF_TEXT],
		     struct error *e)
{
	if (!cards->nr)
		return error_set(e, -ENODEV,
				 "wcbar drives no card; 'wcbar bind ADDRESS' makes it drive one");
	if (cards->nr > 1)
		return error_set(e, -EINVAL,
				 "wcbar drives %zu cards; say which, for example %s",
				 cards->nr, cards->list[0]);
	memcpy(address, cards->list[0], BDF_TEXT);
	return 0;
}

/**
 * driver_find - find one card that the driver drives
 * @wanted: its address, the domain may be left out; NULL for the only one
 * @address: the full address
 * @e: what went wrong
 *
 * Return: 0; -EINVAL where @wanted is no address, or is NULL with several
 * cards; -ENODEV where the driver does not drive it; -ENOENT where there is no
 * driver; another negative errno. @address is set whenever @wanted is an
 * address.
 */
int driver_find(const char *wanted, char address[BDF_TEXT], struct error *e)
{
	struct driver_cards cards;
	struct bdf bdf;
	size_t i;
	int ret;

	address[0] = '\0';
	if (wanted) {
		if (bdf_parse(wanted, &bdf))
			return error_set(e, -EINVAL,
					 "'%.40s' is not the address of a PCI function, such as 00:04.0",
					 wanted);
		bdf_format(&bdf, address);
	}
	ret = driver_cards(&cards, e);
	if (ret)
		return ret;
	if (!wanted) {
		ret = find_only(&cards, address, e);
		free(cards.list);
		return ret;
	}
	for (i = 0; i < cards.nr; i++) {
		if (!strcmp(cards.list[i], address))
			break;
	}
	if (i == cards.nr)
		ret = error_set(e, -ENODEV,
				"wcbar does not drive %s; 'wcbar bind %s' makes it",
				address, address);
	free(cards.list);
	return ret;
}

static int explain_file(int ret, const char *address, const char *file,
			const char *what, struct error *e)
{
	switch (ret) {
	case -EACCES:
		return error_set(e, ret,
				 "cannot %s the %s file of %s: permission denied; run wcbar as root",
				 what, file, address);
	case -EPERM:
		return error_set(e, ret,
				 "cannot %s the %s file of %s: the kernel forbids it; if /sys/kernel/security/lockdown says integrity or confidentiality, the machine must be booted without lockdown (Secure Boot turns it on)",
				 what, file, address);
	case -ENOENT:
	case -ENODEV:
	case -EIO:
		return error_set(e, ret,
				 "cannot %s the %s file of %s: the card is gone, or is being removed",
				 what, file, address);
	case -EFBIG:
		return error_set(e, ret,
				 "the %s file of %s is larger than %lu bytes, which is no output of wcbar",
				 file, address, MAX_TEXT);
	default:
		return error_set(e, ret, "cannot %s the %s file of %s: %s",
				 what, file, address, strerror(-ret));
	}
}

static int file_path(char path[PATH_MAX], const char *address,
		     const char *file, struct error *e)
{
	int n = snprintf(path, PATH_MAX, "%s/wcbar/%s/%s", path_debugfs(),
			 address, file);

	if (n < 0 || n >= PATH_MAX)
		return error_set(e, -ENAMETOOLONG,
				 "the path of debugfs is too long");
	return 0;
}

/**
 * driver_read - read one of a card's files
 * @address: the card
 * @file: name of the file
 * @text: its content, terminated, to be freed; NULL on error
 * @len: its length
 * @e: what went wrong
 *
 * Return: 0 or a negative errno; -ENODATA where the file is the result of a
 * run and there was none.
 */
int driver_read(const char *address, const char *file, char **text,
		size_t *len, struct error *e)
{
	char path[PATH_MAX];
	int ret;

	*text = NULL;
	ret = file_path(path, address, file, e);
	if (ret)
		return ret;
	ret = path_read(path, MAX_TEXT, text, len);
	if (ret == -ENODATA)
		return error_set(e, ret, "nothing has been run on %s yet",
				 address);
	if (ret)
		return explain_file(ret, address, file, "read", e);
	return 0;
}

/**
 * driver_write - write one of a card's files in a single write
 * @address: the card
 * @file: name of the file
 * @text: what to write
 * @len: its length
 * @e: why the file could not be opened; empty where the write itself failed,
 *	because what that means depends on the file
 *
 * Return: 0 or a negative errno; -EIO where less was taken than was given.
 */
int driver_write(const char *address, const char *file, const char *text,
		 size_t len, struct error *e)
{
	char path[PATH_MAX];
	ssize_t n;
	int fd, ret;

	ret = file_path(path, address, file, e);
	if (ret)
		return ret;
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return explain_file(-errno, address, file, "write", e);
	e->text[0] = '\0';
	n = write(fd, text, len);
	ret = n < 0 ? -errno : (size_t)n == len ? 0 : -EIO;
	close(fd);
	return ret;
}
