// SPDX-License-Identifier: GPL-2.0
/*
 * Maps a file and keeps it mapped until a signal comes: "mapper FILE BYTES".
 * On a card's resourceN it is the user-space holder of a BAR.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int fd;

	if (argc != 3)
		return 2;
	fd = open(argv[1], O_RDWR);
	if (fd < 0 || mmap(NULL, strtoul(argv[2], NULL, 0),
			   PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) ==
			   MAP_FAILED) {
		fprintf(stderr, "mapper: %s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	pause();
	return 0;
}
