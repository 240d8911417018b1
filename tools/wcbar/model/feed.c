// SPDX-License-Identifier: GPL-2.0
/*
 * A file of any length, read through a window, so that a trace may be larger
 * than memory and come through a pipe.
 */
#include "model/feed.h"

#include <ctype.h>
#include <fcntl.h>
#include <unistd.h>

#include "mem.h"

#define SHOWN	60	/* bytes of a wrong line that are quoted */

/**
 * feed_open - open a file
 * @f: the file, for feed_close(), whatever is returned
 * @path: its name, "-" for standard input
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int feed_open(struct feed *f, const char *path, struct error *e)
{
	bool input = !strcmp(path, "-");

	f->at = 0;
	f->len = 0;
	f->end = false;
	f->line = 0;
	f->cut = false;
	f->name = mem_printf("%s", input ? "standard input" : path);
	f->fd = input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (f->fd < 0)
		return error_set(e, -errno, "cannot read %.400s: %s", path,
				 strerror(errno));
	return 0;
}

/* More into the window, what was read long ago out of it */
static int fill(struct feed *f, struct error *e)
{
	ssize_t n;

	if (f->at) {
		memmove(f->window, f->window + f->at, f->len - f->at);
		f->len -= f->at;
		f->at = 0;
	}
	while (!f->end && f->len < sizeof(f->window)) {
		n = read(f->fd, f->window + f->len,
			 sizeof(f->window) - f->len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return error_set(e, -errno, "cannot read %.400s: %s",
					 f->name, strerror(errno));
		f->len += (size_t)n;
		f->end = !n;
	}
	return 0;
}

/**
 * feed_peek - look at what comes next
 * @f: the file
 * @e: what went wrong
 * @ret: 0 or a negative errno
 *
 * Return: the next bytes, a window of them where there are so many; they are
 * still to be read.
 */
struct text feed_peek(struct feed *f, struct error *e, int *ret)
{
	*ret = fill(f, e);
	return (struct text){ f->window + f->at, f->len - f->at };
}

/**
 * feed_line - read a line
 * @f: the file
 * @line: the line without its end, "\n" or "\r\n", valid until the next call
 * @e: what went wrong
 *
 * Return: 1; 0 at the end of the file; -EINVAL for what is no line of text; a
 * negative errno.
 */
int feed_line(struct feed *f, struct text *line, struct error *e)
{
	char *end;
	size_t n;
	int ret;

	end = memchr(f->window + f->at, '\n', f->len - f->at);
	if (!end && !f->end) {
		ret = fill(f, e);
		if (ret)
			return ret;
		end = memchr(f->window, '\n', f->len);
	}
	line->p = f->window + f->at;
	n = end ? (size_t)(end - line->p) : f->len - f->at;
	line->len = n;
	if (!n && !end)
		return 0;
	f->line++;
	f->cut = !end;
	if (n >= FEED_LINE)
		return error_set(e, -EINVAL,
				 "%.400s, line %llu, has more than %u bytes: that is no line of a trace",
				 f->name, f->line, FEED_LINE - 1);
	f->at += n + (end ? 1 : 0);
	if (memchr(line->p, '\0', n))
		return error_set(e, -EINVAL,
				 "%.400s, line %llu, is not text: it holds a byte of value 0",
				 f->name, f->line);
	if (n && line->p[n - 1] == '\r')
		line->len--;
	return 1;
}

/**
 * feed_bytes - read bytes
 * @f: the file
 * @to: where to
 * @want: how many
 * @got: how many there were; fewer only at the end of the file
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int feed_bytes(struct feed *f, void *to, size_t want, size_t *got,
	       struct error *e)
{
	char *p = to;
	size_t n;
	int ret;

	*got = 0;
	while (*got < want) {
		if (f->at == f->len) {
			ret = fill(f, e);
			if (ret)
				return ret;
			if (f->at == f->len)
				break;
		}
		n = min_t(size_t, want - *got, f->len - f->at);
		memcpy(p + *got, f->window + f->at, n);
		f->at += n;
		*got += n;
	}
	return 0;
}

/**
 * feed_bad - say that a line is wrong
 * @f: the file
 * @line: the line
 * @why: what is wrong, as the end of a sentence that begins with it
 * @e: the sentence
 *
 * Return: -EINVAL.
 */
int feed_bad(const struct feed *f, struct text line, const char *why,
	     struct error *e)
{
	char shown[SHOWN + 1];
	size_t i, n = min_t(size_t, line.len, SHOWN);

	for (i = 0; i < n; i++)
		shown[i] = isprint((unsigned char)line.p[i]) ? line.p[i] : '?';
	shown[n] = '\0';
	return error_set(e, -EINVAL, "%.400s, line %llu, %s: '%s%s'", f->name,
			 f->line, why, shown, line.len > n ? "..." : "");
}

/**
 * feed_close - close the file
 * @f: the file
 */
void feed_close(struct feed *f)
{
	if (f->fd > STDIN_FILENO)
		close(f->fd);
	f->fd = -1;
	free(f->name);
	f->name = NULL;
}
