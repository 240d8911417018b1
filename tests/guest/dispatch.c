// SPDX-License-Identifier: GPL-2.0
/*
 * What the dispatch of copy methods and the statistics cost, by a clock that
 * counts instructions: copies of 4 KiB by movntdq in batches of 16, once by
 * wcbar_copy_to() with the samples summarised, once by calling the method and
 * the fence directly. Prints the two times for each copy, in nanoseconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <wcbar/copy.h>
#include <wcbar/stats.h>

#define SIZE	4096
#define BATCH	16
#define SAMPLES	250

static u8 *from, *to;
static u64 samples[SAMPLES];

static u64 now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static u64 dispatched(const struct wcbar_method *m)
{
	struct wcbar_copy_ctl ctl = { .fence = true };
	struct wcbar_stats stats;
	u64 start = now();
	int i, k;

	for (i = 0; i < SAMPLES; i++) {
		for (k = 0; k < BATCH; k++)
			if (wcbar_copy_to(m, to, from, SIZE, &ctl))
				exit(1);
		/* clock reads are not what is measured: made-up samples */
		samples[i] = (u64)i * 7919 % 1000 * 1000;
	}
	if (wcbar_stats_compute(samples, SAMPLES, &stats))
		exit(1);
	return now() - start;
}

static u64 direct(const struct wcbar_method *m)
{
	u64 start = now();
	int i, k;

	for (i = 0; i < SAMPLES; i++)
		for (k = 0; k < BATCH; k++) {
			m->write(to, from, SIZE);
			wcbar_store_fence();
		}
	return now() - start;
}

int main(void)
{
	const struct wcbar_method *m = wcbar_method_find("movntdq", 7);

	from = aligned_alloc(64, SIZE);
	to = aligned_alloc(64, SIZE);
	if (!m || !from || !to)
		return 1;
	memset(from, 0x5a, SIZE);
	memset(to, 0, SIZE);
	/* once for the page faults and the translator */
	direct(m);
	dispatched(m);
	printf("%llu %llu\n", dispatched(m) / (SAMPLES * BATCH),
	       direct(m) / (SAMPLES * BATCH));
	return 0;
}
