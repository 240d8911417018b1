// SPDX-License-Identifier: GPL-2.0
/*
 * write(2) of no bytes, which no shell does: "write0 FILE". Prints the error
 * as other programs do.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int fd;

	if (argc != 2)
		return 2;
	fd = open(argv[1], O_WRONLY);
	if (fd < 0 || write(fd, "", 0) < 0) {
		fprintf(stderr, "write0: %s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	return 0;
}
