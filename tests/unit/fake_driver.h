/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A made-up driver of a made-up card: one of its files of rows is a pipe with
 * a thread behind it.
 */
#ifndef WCBAR_TEST_FAKE_DRIVER_H
#define WCBAR_TEST_FAKE_DRIVER_H

#include <limits.h>
#include <pthread.h>

#include <wcbar/types.h>

/**
 * struct fake_driver - the thread behind the pipe
 * @thread: the thread
 * @path: the pipe
 * @head: first line and columns of its file, with a newline between them
 * @rows: what it answers after them
 * @spec: the specification that it was given
 */
struct fake_driver {
	pthread_t thread;
	char path[PATH_MAX];
	const char *head;
	const char *rows;
	char spec[512];
};

void fake_driver_begin(struct fake_driver *d, const char *bdf,
		       const char *file, const char *head, const char *rows);
void fake_driver_end(struct fake_driver *d);

#endif /* WCBAR_TEST_FAKE_DRIVER_H */
