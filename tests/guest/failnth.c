// SPDX-License-Identifier: GPL-2.0
/*
 * One write(2) again and again, each time with another of its allocations
 * failing (the kernel's /proc/self/fail-nth), until a call makes fewer:
 *
 *	failnth FILE TEXT STATE UNDO-FILE UNDO-TEXT SAME
 *
 * After each write the first word of STATE is read ("gone" when it cannot be);
 * then UNDO-TEXT is written into UNDO-FILE, whatever comes of it, and SAME must
 * hold what it held before the first write. Prints a line "COUNT ERRNO STATE"
 * for each outcome, "changed COUNT" for how often SAME was not the same, and
 * "allocations COUNT".
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_CALLS	5000
#define MOST_OUTCOMES	32
#define MOST_TEXT	65536

static struct {
	char what[64];
	int count;
} outcomes[MOST_OUTCOMES];

static void count(const char *what)
{
	int i;

	for (i = 0; i < MOST_OUTCOMES; i++) {
		if (!outcomes[i].count)
			snprintf(outcomes[i].what, sizeof(outcomes[i].what),
				 "%s", what);
		if (!strcmp(outcomes[i].what, what)) {
			outcomes[i].count++;
			return;
		}
	}
	fprintf(stderr, "failnth: too many outcomes\n");
	exit(1);
}

static int write_text(const char *name, const char *text)
{
	int fd = open(name, O_WRONLY);
	int error = 0;

	if (fd < 0)
		return errno;
	if (write(fd, text, strlen(text)) < 0)
		error = errno;
	close(fd);
	return error;
}

static ssize_t slurp(const char *name, char *text)
{
	ssize_t n, len = 0;
	int fd = open(name, O_RDONLY);

	if (fd < 0)
		return -1;
	while ((n = read(fd, text + len, MOST_TEXT - 1 - len)) > 0)
		len += n;
	close(fd);
	text[len] = '\0';
	return n < 0 ? -1 : len;
}

/* The write with its n-th allocation failing; 0 when it made fewer. */
static int once(int nth, int n, const char *file, const char *text, int *error)
{
	char num[16];
	int fd = open(file, O_WRONLY);
	ssize_t len;

	if (fd < 0) {
		perror(file);
		exit(1);
	}
	snprintf(num, sizeof(num), "%d", n);
	if (pwrite(nth, num, strlen(num), 0) < 0) {
		perror("/proc/self/fail-nth");
		exit(1);
	}
	*error = write(fd, text, strlen(text)) < 0 ? errno : 0;
	len = pread(nth, num, sizeof(num) - 1, 0);
	num[len > 0 ? len : 0] = '\0';
	if (pwrite(nth, "0", 1, 0) < 0) {
		perror("/proc/self/fail-nth");
		exit(1);
	}
	close(fd);
	return atoi(num) == 0;
}

int main(int argc, char **argv)
{
	static char before[MOST_TEXT], now[MOST_TEXT], state[MOST_TEXT];
	int nth, n, i, error, injected = 1, changed = 0;
	char what[64];

	if (argc != 7) {
		fputs("usage: failnth FILE TEXT STATE UNDO-FILE UNDO-TEXT SAME\n",
		      stderr);
		return 2;
	}
	nth = open("/proc/self/fail-nth", O_RDWR);
	if (nth < 0 || slurp(argv[6], before) < 0) {
		perror("failnth");
		return 1;
	}
	for (n = 1; injected && n < MOST_CALLS; n++) {
		injected = once(nth, n, argv[1], argv[2], &error);
		if (slurp(argv[3], state) < 0)
			snprintf(state, sizeof(state), "gone");
		state[strcspn(state, "\n")] = '\0';
		snprintf(what, sizeof(what), "%s %.20s",
			 error ? strerrorname_np(error) : "ok", state);
		count(what);
		write_text(argv[4], argv[5]);
		if (slurp(argv[6], now) < 0 || strcmp(before, now))
			changed++;
	}
	for (i = 0; i < MOST_OUTCOMES && outcomes[i].count; i++)
		printf("%d %s\n", outcomes[i].count, outcomes[i].what);
	/* the last call made n - 2 allocations and met none that failed */
	printf("changed %d\nallocations %d\n", changed, n - 2);
	return injected ? 1 : 0;
}
