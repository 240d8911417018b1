/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What came out of the comparison.
 */
#ifndef WCBAR_BENCH_REPORT_H
#define WCBAR_BENCH_REPORT_H

#include "cells.h"

/**
 * struct verdict - the aims, and whether they were met
 * @worst: auto by the best peer at offset 0 with a flush per block, worst size
 * @worst_size: that size
 * @gain: auto by libpmem from 64 bytes to 4 KiB there, geometric mean
 * @limit: the store-only limit by libpmem, the same mean
 * @fill: auto by the limit at offset 0 with a flush per run, worst size from
 *	4 KiB on
 * @fill_size: that size
 */
struct verdict {
	double worst;
	u64 worst_size;
	double gain;
	double limit;
	double fill;
	u64 fill_size;
};

#define AIM_GAIN	1.2	/* of libpmem, geometric mean of 64 to 4K */

void versus_judge(const struct bench *b, struct verdict *v);
void versus_print_report(const struct bench *b, FILE *f);
void versus_print_rows(const struct bench *b, FILE *f);
char *versus_picture(const struct bench *b);

#endif /* WCBAR_BENCH_REPORT_H */
