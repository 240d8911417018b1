// SPDX-License-Identifier: GPL-2.0
/*
 * A set of evidence files: reading a folder of them and writing one.
 */
#include "dump.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mem.h"
#include "system/paths.h"

#define DUMP_MAX_FILE	(256UL << 20)	/* bytes of a file that are accepted */
#define DUMP_MAX_FILES	8192

/**
 * dump_add - add a file
 * @dump: the files
 * @name: its name without a folder
 * @data: its content, terminated; the dump frees it
 * @len: its length, bytes
 *
 * Return: the file.
 */
struct source *dump_add(struct dump *dump, const char *name, char *data,
			size_t len)
{
	struct source *src = mem_grow(NULL, 1, sizeof(*src));

	src->name = mem_copy(name, strlen(name));
	src->data = data;
	src->len = len;
	src->kind = dump_kind(src);
	*vec_push(dump) = src;
	return src;
}

/* A file that is no text says nothing; NUL bytes at the end do no harm. */
static bool is_text(const char *data, size_t len)
{
	size_t n = min_t(size_t, len, 4096);

	return !memchr(data, '\0', n);
}

static int load_file(struct dump *dump, const char *path, const char *name,
		     struct error *e)
{
	size_t len;
	char *data;
	int ret;

	ret = path_read(path, DUMP_MAX_FILE, &data, &len);
	if (ret)
		return error_set(e, ret, "cannot read %s: %s", path,
				 ret == -EFBIG ? "it is larger than 256 MiB" :
						 strerror(-ret));
	if (!is_text(data, len)) {
		free(data);
		return 0;
	}
	dump_add(dump, name, data, quoted_decode(data, len));
	return 0;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static int load_folder(struct dump *dump, const char *path, struct error *e)
{
	struct dirent **names;
	int i, n, ret = 0;

	n = scandir(path, &names, visible, by_name);
	if (n < 0)
		return error_set(e, -errno, "cannot read the folder %s: %s",
				 path, strerror(errno));
	if (n > DUMP_MAX_FILES)
		ret = error_set(e, -E2BIG, "%s holds more than %d files", path,
				DUMP_MAX_FILES);
	for (i = 0; i < n; i++) {
		char *file = mem_printf("%s/%s", path, names[i]->d_name);
		struct stat st;

		/* a pipe or a device could keep us waiting for ever */
		if (!ret && !stat(file, &st) && S_ISREG(st.st_mode))
			ret = load_file(dump, file, names[i]->d_name, e);
		free(file);
		free(names[i]);
	}
	free(names);
	return ret;
}

/**
 * dump_load - read a dump
 * @dump: zeroed; filled in, to be given to dump_free() also after an error
 * @path: a folder, or one file
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int dump_load(struct dump *dump, const char *path, struct error *e)
{
	const char *name = strrchr(path, '/');
	struct stat st;
	int ret;

	dump->origin = mem_copy(path, strlen(path));
	if (stat(path, &st))
		return error_set(e, -errno, "cannot read %s: %s", path,
				 strerror(errno));
	if (S_ISDIR(st.st_mode))
		ret = load_folder(dump, path, e);
	else if (S_ISREG(st.st_mode))
		ret = load_file(dump, path, name ? name + 1 : path, e);
	else
		ret = error_set(e, -EINVAL,
				"%s is neither a folder nor a file", path);
	if (!ret && !dump->n)
		ret = error_set(e, -ENODATA, "%s holds no text file", path);
	return ret;
}

static int save_file(const char *folder, const struct source *src,
		     struct error *e)
{
	char *path = mem_printf("%s/%s", folder, src->name);
	size_t done = 0;
	int fd, ret = 0;

	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
		  0644);
	if (fd < 0)
		ret = -errno;
	while (!ret && done < src->len) {
		ssize_t n = write(fd, src->data + done, src->len - done);

		if (n < 0 && errno != EINTR)
			ret = -errno;
		else if (n > 0)
			done += (size_t)n;
	}
	if (fd >= 0 && close(fd) && !ret)
		ret = -errno;
	if (ret)
		error_set(e, ret, "cannot write %s: %s", path, strerror(-ret));
	free(path);
	return ret;
}

/**
 * dump_save - write a dump
 * @dump: the files
 * @path: the folder, which is made when it does not exist
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int dump_save(const struct dump *dump, const char *path, struct error *e)
{
	size_t i;
	int ret;

	if (mkdir(path, 0755) && errno != EEXIST)
		return error_set(e, -errno, "cannot make the folder %s: %s",
				 path, strerror(errno));
	for (i = 0; i < dump->n; i++) {
		ret = save_file(path, dump->items[i], e);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * dump_free - give back the memory of a dump
 * @dump: the files
 */
void dump_free(struct dump *dump)
{
	size_t i;

	for (i = 0; i < dump->n; i++) {
		free(dump->items[i]->name);
		free(dump->items[i]->data);
		free(dump->items[i]);
	}
	free(dump->items);
	free(dump->origin);
	memset(dump, 0, sizeof(*dump));
}
