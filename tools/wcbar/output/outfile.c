// SPDX-License-Identifier: GPL-2.0
/*
 * A file of results: there in full, or not at all. It is opened before the
 * run, so that an hour of measuring does not end in "permission denied", and
 * written under another name beside the target, so that a run that fails
 * leaves older results alone.
 */
#include "output/outfile.h"

#include <unistd.h>

#include <sys/stat.h>

#include "mem.h"

/* A terminal, a pipe, /dev/full: nothing that could be replaced */
static int open_in_place(struct outfile *o)
{
	o->f = fopen(o->name, "we");
	return o->f ? 0 : -errno;
}

static int open_beside(struct outfile *o, const struct stat *old)
{
	mode_t mask;
	int fd, ret;

	o->temp = mem_printf("%s.XXXXXX", o->target);
	fd = mkstemp(o->temp);
	if (fd < 0)
		return -errno;
	mask = umask(0);
	umask(mask);
	fchmod(fd, old ? old->st_mode & 07777 : 0666 & ~mask);
	o->f = fdopen(fd, "w");
	if (o->f)
		return 0;
	ret = -errno;
	close(fd);
	unlink(o->temp);
	return ret;
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
	struct stat st;
	int ret;

	memset(o, 0, sizeof(*o));
	o->name = name;
	if (!name)
		return 0;
	if (outfile_is_stdout(o)) {
		o->f = stdout;
		return 0;
	}
	if (stat(name, &st)) {
		ret = -errno;
		if (ret == -ENOENT && name[0]) {
			o->target = mem_copy(name, strlen(name));
			ret = open_beside(o, NULL);
		}
	} else if (S_ISDIR(st.st_mode)) {
		ret = -EISDIR;
	} else if (!S_ISREG(st.st_mode)) {
		ret = open_in_place(o);
	} else if (access(name, W_OK)) {
		ret = -errno;
	} else {
		o->target = realpath(name, NULL);
		ret = o->target ? open_beside(o, &st) : -errno;
	}
	if (!ret)
		return 0;
	error_set(e, ret, "cannot write %s: %s", name, strerror(-ret));
	free(o->target);
	free(o->temp);
	memset(o, 0, sizeof(*o));
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
	int ret = 0;

	if (!o->f)
		return 0;
	errno = 0;
	if (ferror(o->f) || fflush(o->f))
		ret = errno ? -errno : -EIO;
	if (o->f != stdout && fclose(o->f) && !ret)
		ret = -errno;
	o->f = NULL;
	if (!ret && o->temp && rename(o->temp, o->target))
		ret = -errno;
	if (ret) {
		error_set(e, ret, "cannot write %s: %s",
			  outfile_is_stdout(o) ? "to standard output" :
						 o->name, strerror(-ret));
		/* said once is enough */
		if (outfile_is_stdout(o))
			clearerr(stdout);
		if (o->temp)
			unlink(o->temp);
	}
	free(o->temp);
	free(o->target);
	o->temp = NULL;
	o->target = NULL;
	return ret;
}

/**
 * outfile_discard - give a file up
 * @o: the file; may be one that nobody wanted, or one that is finished
 */
void outfile_discard(struct outfile *o)
{
	if (o->f && o->f != stdout)
		fclose(o->f);
	if (o->temp)
		unlink(o->temp);
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
