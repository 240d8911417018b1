// SPDX-License-Identifier: GPL-2.0
/*
 * A file of results: there in full, or not at all. It is opened before the
 * run, so that an hour of measuring does not end in "permission denied", and
 * written under another name beside the target, so that a run that fails
 * leaves older results alone.
 */
#include "output/outfile.h"

#include <fcntl.h>
#include <unistd.h>

#include <sys/stat.h>

#include "mem.h"

static int open_beside(struct outfile *o, const struct stat *old)
{
	mode_t mask;

	o->temp = mem_printf("%s.XXXXXX", o->target);
	o->fd = mkstemp(o->temp);
	if (o->fd < 0) {
		int ret = -errno;

		/* there is nothing to remove */
		o->temp[0] = '\0';
		return ret;
	}
	mask = umask(0);
	umask(mask);
	fchmod(o->fd, old ? old->st_mode & 07777 : 0666 & ~mask);
	return 0;
}

static int open_named(struct outfile *o, const char *name)
{
	struct stat st;

	if (stat(name, &st)) {
		if (errno != ENOENT || !name[0])
			return -errno;
		o->target = mem_copy(name, strlen(name));
		return open_beside(o, NULL);
	}
	if (S_ISDIR(st.st_mode))
		return -EISDIR;
	/* a terminal, a pipe, /dev/full: nothing that could be replaced */
	if (!S_ISREG(st.st_mode)) {
		o->fd = open(name, O_WRONLY | O_CLOEXEC);
		return o->fd < 0 ? -errno : 0;
	}
	if (access(name, W_OK))
		return -errno;
	o->target = realpath(name, NULL);
	return o->target ? open_beside(o, &st) : -errno;
}

/* Only this knows why it failed; buffered output forgets that */
static int write_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		text += n;
		len -= (size_t)n;
	}
	return 0;
}

/**
 * outfile_open - begin a file
 * @o: the file
 * @name: its name, "-" for standard output, NULL for none at all
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int outfile_open(struct outfile *o, const char *name, struct error *e)
{
	int ret;

	memset(o, 0, sizeof(*o));
	o->name = name;
	if (!name)
		return 0;
	o->fd = STDOUT_FILENO;
	ret = outfile_is_stdout(o) ? 0 : open_named(o, name);
	if (!ret) {
		o->f = open_memstream(&o->text, &o->len);
		if (o->f)
			return 0;
		ret = -ENOMEM;
	}
	error_set(e, ret, "cannot write %s: %s", name, strerror(-ret));
	outfile_discard(o);
	return ret;
}

/**
 * outfile_close - finish a file
 * @o: the file; may be one that nobody wanted
 * @e: what went wrong
 *
 * Return: 0, or a negative errno where something could not be written; then
 * the target is as it was.
 */
int outfile_close(struct outfile *o, struct error *e)
{
	bool is_stdout = outfile_is_stdout(o);
	int ret;

	if (!o->f)
		return 0;
	ret = ferror(o->f) ? -ENOMEM : 0;
	if (fclose(o->f))
		ret = -errno;
	o->f = NULL;
	if (!ret)
		ret = write_all(o->fd, o->text, o->len);
	if (!is_stdout && close(o->fd) && !ret)
		ret = -errno;
	o->fd = -1;
	if (!ret && o->temp && rename(o->temp, o->target))
		ret = -errno;
	if (ret)
		error_set(e, ret, "cannot write %s: %s",
			  is_stdout ? "to standard output" : o->name,
			  strerror(-ret));
	else if (o->temp)
		/* there is nothing left to remove */
		o->temp[0] = '\0';
	outfile_discard(o);
	return ret;
}

/**
 * outfile_discard - give a file up
 * @o: the file; may be one that nobody wanted, or one that is finished
 */
void outfile_discard(struct outfile *o)
{
	if (o->f)
		fclose(o->f);
	if (o->name && o->fd > STDERR_FILENO)
		close(o->fd);
	if (o->temp && o->temp[0])
		unlink(o->temp);
	free(o->text);
	free(o->temp);
	free(o->target);
	memset(o, 0, sizeof(*o));
}

/**
 * outfile_is_stdout - whether a file is the standard output
 * @o: the file
 *
 * Return: true for the name "-".
 */
bool outfile_is_stdout(const struct outfile *o)
{
	return o->name && !strcmp(o->name, "-");
}
