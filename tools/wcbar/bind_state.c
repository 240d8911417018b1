// SPDX-License-Identifier: GPL-2.0
/*
 * What is remembered of functions that were taken: a file for each below
 * /run/wcbar, which a boot empties as it undoes the binding.
 *
 * A file is there, complete and on disk, before the old driver is taken away.
 * So whenever we are interrupted, what has to be restored is known.
 */
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bind.h"
#include "mem.h"
#include "system/keys.h"
#include "system/paths.h"
#include "system/roots.h"

static int make_folder(struct error *e)
{
	struct stat st;

	if (mkdir(path_run(), 0700) && errno != EEXIST)
		return error_set(e, -errno, "cannot make the folder %s: %s",
				 path_run(), strerror(errno));
	/* what stands in there is acted upon as root */
	if (lstat(path_run(), &st) || !S_ISDIR(st.st_mode) ||
	    st.st_uid != geteuid() || (st.st_mode & 022))
		return error_set(e, -EPERM,
				 "%s is not a folder that only this user can write to",
				 path_run());
	return 0;
}

/**
 * bound_lock - wait for other calls of bind and unbind to end
 * @e: what went wrong
 *
 * Return: a file descriptor, the lock is held until it is closed; or a
 * negative errno.
 */
int bound_lock(struct error *e)
{
	char *path;
	int fd, ret;

	ret = make_folder(e);
	if (ret)
		return ret;
	path = mem_printf("%s/lock", path_run());
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0 || flock(fd, LOCK_EX)) {
		ret = error_set(e, -errno, "cannot lock %s: %s", path,
				strerror(errno));
		if (fd >= 0)
			close(fd);
	}
	free(path);
	return ret ? ret : fd;
}

static int write_all(int fd, const char *text)
{
	size_t len = strlen(text), done = 0;

	while (done < len) {
		ssize_t n = write(fd, text + done, len - done);

		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0)
			done += (size_t)n;
	}
	return fsync(fd) ? -errno : 0;
}

static int sync_folder(void)
{
	int fd = open(path_run(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return -errno;
	ret = fsync(fd) ? -errno : 0;
	close(fd);
	return ret;
}

/**
 * bound_save - remember a function
 * @b: what to remember
 * @e: what went wrong
 *
 * It is on disk when the function returns.
 *
 * Return: 0 or a negative errno; nothing is remembered then.
 */
int bound_save(const struct bound *b, struct error *e)
{
	char *path = mem_printf("%s/%s", path_run(), b->bdf);
	char *new = mem_printf("%s/.%s.new", path_run(), b->bdf);
	char *text = mem_printf("# wcbar-bind/1\nbdf: %s\ndriver: %s\noverride: %s\n",
				b->bdf, b->driver[0] ? b->driver : "-",
				b->override[0] ? b->override : "-");
	int fd, ret;

	fd = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
		  0600);
	ret = fd < 0 ? -errno : write_all(fd, text);
	if (fd >= 0 && close(fd) && !ret)
		ret = -errno;
	if (!ret && rename(new, path))
		ret = -errno;
	if (!ret)
		ret = sync_folder();
	if (ret)
		error_set(e, ret, "cannot write %s: %s", path, strerror(-ret));
	free(text);
	free(new);
	free(path);
	return ret;
}

static void get_name(const struct keys *keys, const char *key,
		     char name[BIND_NAME])
{
	struct text value = keys_get(keys, key);

	name[0] = '\0';
	if (!text_is(value, "-"))
		text_copy(value, name, BIND_NAME);
}

/**
 * bound_load - what is remembered of a function
 * @bdf: the function
 * @b: what is remembered
 *
 * Return: false when nothing is.
 */
bool bound_load(const char *bdf, struct bound *b)
{
	char *path = mem_printf("%s/%s", path_run(), bdf), *text;
	struct source src = { .name = path };
	struct tally tally = { 0 };
	struct keys keys = { 0 };
	bool ok = false;

	if (!path_read(path, SZ_64K, &text, &src.len)) {
		src.data = text;
		keys_read(&keys, &src, &tally);
		ok = text_is(keys_get(&keys, "bdf"), bdf);
		snprintf(b->bdf, sizeof(b->bdf), "%s", bdf);
		get_name(&keys, "driver", b->driver);
		get_name(&keys, "override", b->override);
		free(keys.items);
		free(text);
	}
	free(path);
	return ok;
}

/**
 * bound_forget - forget a function
 * @bdf: the function
 * @e: what went wrong
 *
 * Return: 0, also when nothing was remembered, or a negative errno.
 */
int bound_forget(const char *bdf, struct error *e)
{
	char *path = mem_printf("%s/%s", path_run(), bdf);
	int ret = 0;

	if (unlink(path) && errno != ENOENT)
		ret = error_set(e, -errno, "cannot remove %s: %s", path,
				strerror(errno));
	free(path);
	return ret;
}
