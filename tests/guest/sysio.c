// SPDX-License-Identifier: GPL-2.0
/*
 * One system call on a file, its errno told by name: what a shell's own
 * redirections do in pieces, and hide.
 *
 *	sysio write FILE TEXT		one write() of TEXT
 *	sysio write-file FILE SRC	one write() of a whole file
 *	sysio read FILE			reads all of FILE to standard output
 *	sysio errno FILE		reads all of FILE, tells only the errno
 *
 * write prints "ok" or a name like EINVAL; read prints it on standard error.
 * Exit status 0, or 1 where there was an error.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* as much as a test ever hands over at once, and more than the driver takes */
#define MOST	(1024 * 1024)

static char buffer[MOST];

/* prints how a call ended, and gives the exit status for it */
static int tell(FILE *to, int error)
{
	fprintf(to, "%s\n", error ? strerrorname_np(error) : "ok");
	return error ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* reads a whole file into the buffer; its length, or -errno */
static ssize_t slurp(const char *name)
{
	size_t length = 0;
	ssize_t n;
	int fd = open(name, O_RDONLY);

	if (fd < 0)
		return -errno;
	while (length < MOST) {
		n = read(fd, buffer + length, MOST - length);
		if (n < 0) {
			n = -errno;
			close(fd);
			return n;
		}
		if (n == 0)
			break;
		length += n;
	}
	close(fd);
	return length;
}

static int write_once(const char *name, const char *data, size_t length)
{
	int fd = open(name, O_WRONLY);
	ssize_t n;
	int error;

	if (fd < 0)
		return tell(stdout, errno);
	n = write(fd, data, length);
	error = n < 0 ? errno : 0;
	close(fd);
	if (!error && (size_t)n != length) {
		printf("short\n");
		return EXIT_FAILURE;
	}
	return tell(stdout, error);
}

int main(int argc, char **argv)
{
	ssize_t length;

	if (argc == 4 && !strcmp(argv[1], "write"))
		return write_once(argv[2], argv[3], strlen(argv[3]));
	if (argc == 4 && !strcmp(argv[1], "write-file")) {
		length = slurp(argv[3]);
		if (length < 0)
			return tell(stderr, -length);
		return write_once(argv[2], buffer, length);
	}
	if (argc == 3 && !strcmp(argv[1], "read")) {
		length = slurp(argv[2]);
		if (length >= 0)
			fwrite(buffer, 1, length, stdout);
		return tell(stderr, length < 0 ? -length : 0);
	}
	if (argc == 3 && !strcmp(argv[1], "errno")) {
		length = slurp(argv[2]);
		return tell(stdout, length < 0 ? -length : 0);
	}
	fputs("usage: sysio write FILE TEXT | write-file FILE SRC\n"
	      "       sysio read FILE | errno FILE\n", stderr);
	return 2;
}
