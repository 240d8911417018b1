/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs that go over several maps of the aperture.
 */
#ifndef WCBAR_DRV_MAPRUN_H
#define WCBAR_DRV_MAPRUN_H

#include <wcbar/memtype.h>

struct wcbar_dev;

/**
 * typedef wcbar_map_rows_t - the rows of one map
 * @arg: of the run
 * @map: the type that was asked for
 * @why: NULL where it is there; else why it is not, and the rows say so
 *
 * Return: 0, or a negative errno that ends the run.
 */
typedef int (*wcbar_map_rows_t)(void *arg, enum wcbar_memtype map,
				const char *why);

int wcbar_maps_run(struct wcbar_dev *d, const enum wcbar_memtype *maps, u32 nr,
		   wcbar_map_rows_t rows, void *arg);

#endif /* WCBAR_DRV_MAPRUN_H */
