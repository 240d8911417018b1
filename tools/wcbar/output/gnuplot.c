// SPDX-License-Identifier: GPL-2.0
/*
 * gnuplot as a filter. The script goes in by a file in memory, what it says
 * comes out by another, and only the picture needs to be waited for: no two
 * pipes that could wait for each other.
 */
#include "output/gnuplot.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <sys/mman.h>
#include <sys/wait.h>

#include "mem.h"

#define MAX_PICTURE	(64UL << 20)

/**
 * gnuplot_there - whether gnuplot can be found
 * @e: what to do where it cannot
 *
 * Return: 0 or -ENOENT.
 */
int gnuplot_there(struct error *e)
{
	const char *path = getenv("PATH");
	char *dirs, *dir, *save, *file;
	int ret = -ENOENT;

	dirs = mem_printf("%s", path ? path : "/usr/bin:/bin");
	for (dir = strtok_r(dirs, ":", &save); dir && ret;
	     dir = strtok_r(NULL, ":", &save)) {
		file = mem_printf("%s/gnuplot", dir);
		if (!access(file, X_OK))
			ret = 0;
		free(file);
	}
	free(dirs);
	if (ret)
		error_set(e, ret,
			  "a picture needs gnuplot, which is not installed (on Debian: apt install gnuplot-nox)");
	return ret;
}

static int memory_file(const char *content)
{
	size_t len = strlen(content), done = 0;
	int fd = memfd_create("wcbar-gnuplot", MFD_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	while (done < len) {
		n = write(fd, content + done, len - done);
		if (n < 0) {
			int ret = -errno;

			close(fd);
			return ret;
		}
		done += (size_t)n;
	}
	lseek(fd, 0, SEEK_SET);
	return fd;
}

static int spawn(int in, int out, int err, pid_t *pid)
{
	/* -d: whatever the user's own settings are, the picture is the same */
	char *const argv[] = { (char *)"gnuplot", (char *)"-d", NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t sigs;
	int ret;

	ret = posix_spawn_file_actions_init(&files);
	if (ret)
		return -ret;
	posix_spawnattr_init(&attr);
	posix_spawn_file_actions_adddup2(&files, in, 0);
	posix_spawn_file_actions_adddup2(&files, out, 1);
	posix_spawn_file_actions_adddup2(&files, err, 2);
	/* the tool ignores SIGPIPE; its children should not */
	sigemptyset(&sigs);
	sigaddset(&sigs, SIGPIPE);
	posix_spawnattr_setsigdefault(&attr, &sigs);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);
	ret = -posix_spawnp(pid, argv[0], &files, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
	return ret;
}

static int read_all(int fd, char **text, size_t *len)
{
	char *buf = NULL;
	size_t used = 0;
	ssize_t n;

	do {
		buf = mem_grow(buf, used + SZ_64K, 1);
		n = read(fd, buf + used, SZ_64K);
		if (n > 0)
			used += (size_t)n;
	} while ((n > 0 && used < MAX_PICTURE) || (n < 0 && errno == EINTR));
	*text = buf;
	*len = used;
	return n < 0 ? -errno : n ? -EFBIG : 0;
}

/* The last line of what gnuplot said, which is where it says what is wrong */
static void explain(int err, struct error *e)
{
	char text[4096], *line, *end;
	ssize_t n;

	n = pread(err, text, sizeof(text) - 1, 0);
	text[n > 0 ? n : 0] = '\0';
	for (end = text + strlen(text); end > text && end[-1] <= ' ';)
		*--end = '\0';
	line = strrchr(text, '\n');
	error_set(e, -EIO, "gnuplot could not draw the picture: %.300s",
		  text[0] ? (line ? line + 1 : text) : "it says no reason");
}

static bool whole_picture(const char *text, size_t len)
{
	static const char end[] = "</svg>";

	while (len && (unsigned char)text[len - 1] <= ' ')
		len--;
	return len > strlen(end) &&
	       !memcmp(text + len - strlen(end), end, strlen(end));
}

/* With all files open: run it, read the picture, judge it */
static int draw(int in, const int out[2], int err, char **picture,
		size_t *len, struct error *e)
{
	pid_t pid;
	int ret, status = 0;

	ret = spawn(in, out[1], err, &pid);
	close(out[1]);
	if (ret == -ENOENT)
		return gnuplot_there(e) ? ret : error_set(e, ret,
				"gnuplot could not be started");
	if (ret)
		return error_set(e, ret, "gnuplot could not be started: %s",
				 strerror(-ret));
	ret = read_all(out[0], picture, len);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!ret && WIFEXITED(status) && !WEXITSTATUS(status) &&
	    whole_picture(*picture, *len))
		return 0;
	explain(err, e);
	return -EIO;
}

/**
 * gnuplot_draw - have a picture drawn
 * @script: what gnuplot is told; must set the svg terminal and no output
 * @picture: the picture, to be freed; NULL on error
 * @len: its length
 * @e: what went wrong
 *
 * Return: 0 or a negative errno; -ENOENT where gnuplot is not installed.
 */
int gnuplot_draw(const char *script, char **picture, size_t *len,
		 struct error *e)
{
	int in, err, out[2], ret;

	*picture = NULL;
	*len = 0;
	in = memory_file(script);
	err = memory_file("");
	ret = in < 0 ? in : err < 0 ? err : pipe2(out, O_CLOEXEC) ? -errno : 0;
	if (ret) {
		error_set(e, ret, "cannot prepare to run gnuplot: %s",
			  strerror(-ret));
	} else {
		ret = draw(in, out, err, picture, len, e);
		close(out[0]);
	}
	if (in >= 0)
		close(in);
	if (err >= 0)
		close(err);
	if (ret) {
		free(*picture);
		*picture = NULL;
	}
	return ret;
}
