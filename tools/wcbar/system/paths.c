// SPDX-License-Identifier: GPL-2.0
/*
 * Where the system's own files are, and how they are read. Tests put made-up
 * trees in their place through WCBAR_SYSFS and WCBAR_DEBUGFS.
 */
#include "system/paths.h"

#include <fcntl.h>
#include <unistd.h>

static const char *root(const char *variable, const char *usual)
{
	const char *s = getenv(variable);

	return s && s[0] ? s : usual;
}

/**
 * path_sysfs - root of sysfs
 *
 * Return: /sys, or what WCBAR_SYSFS says.
 */
const char *path_sysfs(void)
{
	return root("WCBAR_SYSFS", "/sys");
}

/**
 * path_debugfs - root of debugfs
 *
 * Return: /sys/kernel/debug, or what WCBAR_DEBUGFS says.
 */
const char *path_debugfs(void)
{
	return root("WCBAR_DEBUGFS", "/sys/kernel/debug");
}

/**
 * path_debugfs_is_default - whether path_debugfs() is the real place
 *
 * Return: false where WCBAR_DEBUGFS moved it.
 */
bool path_debugfs_is_default(void)
{
	const char *s = getenv("WCBAR_DEBUGFS");

	return !s || !s[0];
}

/**
 * path_read - read a whole file
 * @path: the file; a file of sysfs, debugfs or procfs whose size says nothing
 *	is read to its end like any other
 * @max: largest content in bytes
 * @text: the content, terminated, to be freed; NULL on error
 * @len: its length, or NULL
 *
 * Return: 0 or a negative errno; -EFBIG for more than @max bytes.
 */
int path_read(const char *path, size_t max, char **text, size_t *len)
{
	size_t room = 4096, used = 0;
	char *buf = NULL, *more;
	int fd, ret;
	ssize_t n;

	*text = NULL;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	do {
		/* one byte apart for the terminator */
		if (!buf || used == room - 1) {
			if (buf)
				room *= 2;
			more = realloc(buf, room);
			ret = -ENOMEM;
			if (!more)
				goto fail;
			buf = more;
		}
		n = read(fd, buf + used, room - 1 - used);
		if (n < 0 && errno == EINTR)
			continue;
		ret = n < 0 ? -errno : -EFBIG;
		if (n < 0 || used + (size_t)n > max)
			goto fail;
		used += (size_t)n;
	} while (n);
	close(fd);
	buf[used] = '\0';
	*text = buf;
	if (len)
		*len = used;
	return 0;

fail:
	close(fd);
	free(buf);
	return ret;
}

/**
 * path_read_line - read the first line of a small file
 * @buf: where to; an empty string on error
 * @len: bytes of @buf; a longer line is cut
 * @fmt: the file
 *
 * Return: 0 or a negative errno.
 */
int path_read_line(char *buf, size_t len, const char *fmt, ...)
{
	char path[PATH_MAX], *text;
	va_list ap;
	int ret;

	buf[0] = '\0';
	va_start(ap, fmt);
	ret = vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	if (ret < 0 || (size_t)ret >= sizeof(path))
		return -ENAMETOOLONG;
	ret = path_read(path, SZ_64K, &text, NULL);
	if (ret)
		return ret;
	snprintf(buf, len, "%.*s", (int)strcspn(text, "\n"), text);
	free(text);
	return 0;
}
