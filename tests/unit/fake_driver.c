// SPDX-License-Identifier: GPL-2.0
/*
 * A made-up driver, in the folder of a test.
 */
#include "fake_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <fcntl.h>
#include <unistd.h>

#include <sys/stat.h>

#include "card.h"
#include "tree.h"

static void *drive(void *arg)
{
	struct fake_driver *d = arg;
	size_t used = 0;
	ssize_t n;
	char *text;
	int fd;

	fd = open(d->path, O_RDONLY);
	while ((n = read(fd, d->spec + used, sizeof(d->spec) - 1 - used)) > 0)
		used += (size_t)n;
	close(fd);
	d->spec[used] = '\0';
	if (asprintf(&text, "%s\n# state: done\n# planned: 2\n# spec: %s\n%s",
		     d->head, d->spec, d->rows) < 0)
		return NULL;
	fd = open(d->path, O_WRONLY);
	while (used && write(fd, text, strlen(text)) < 0 && errno == EINTR)
		;
	close(fd);
	free(text);
	return NULL;
}

/**
 * fake_driver_begin - drive a card, for one run
 * @d: the driver
 * @bdf: the card
 * @file: name of the file
 * @head: its first line and its columns
 * @rows: what a run answers
 */
void fake_driver_begin(struct fake_driver *d, const char *bdf,
		       const char *file, const char *head, const char *rows)
{
	char name[PATH_MAX];

	card_debugfs(bdf, CARD_INFO, CARD_METHODS);
	snprintf(name, sizeof(name), "debug/wcbar/%s/%s", bdf, file);
	snprintf(d->path, sizeof(d->path), "%s", tree_path(name));
	d->head = head;
	d->rows = rows;
	/* that of the run before */
	unlink(d->path);
	assert_int_equal(mkfifo(d->path, 0600), 0);
	assert_int_equal(pthread_create(&d->thread, NULL, drive, d), 0);
}

/**
 * fake_driver_end - wait until the run is done
 * @d: the driver
 */
void fake_driver_end(struct fake_driver *d)
{
	pthread_join(d->thread, NULL);
}
