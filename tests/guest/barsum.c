// SPDX-License-Identifier: GPL-2.0
/*
 * A checksum (FNV-1a) of the first bytes of a card's resourceN, by loads of
 * eight bytes: "barsum FILE BYTES". Only while no driver holds the BAR.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	uint64_t sum = 0xcbf29ce484222325;
	const volatile uint64_t *bar;
	size_t i, len;
	int fd;

	if (argc != 3)
		return 2;
	len = strtoul(argv[2], NULL, 0);
	fd = open(argv[1], O_RDWR);
	if (fd < 0)
		goto fail;
	bar = mmap(NULL, len, PROT_READ, MAP_SHARED, fd, 0);
	if (bar == MAP_FAILED)
		goto fail;
	for (i = 0; i < len / sizeof(*bar); i++)
		sum = (sum ^ bar[i]) * 0x100000001b3;
	printf("%016llx\n", (unsigned long long)sum);
	return 0;

fail:
	fprintf(stderr, "barsum: %s: %s\n", argv[1], strerror(errno));
	return 1;
}
