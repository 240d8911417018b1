// SPDX-License-Identifier: GPL-2.0
/*
 * Runs that go over several maps of the aperture: each is asked for and
 * verified, and the one that was there before is brought back.
 */
#include <wcbar/rows.h>

#include "maprun.h"
#include "wcbar.h"

/* Map with a type, run its rows, or give rows with the reason why not. */
static int map_rows(struct wcbar_dev *d, enum wcbar_memtype map,
		    wcbar_map_rows_t rows, void *arg)
{
	struct wcbar_aperture *ap = &d->ap;
	char why[WCBAR_ROW_REASON];
	int ret = 0;

	if (ap->requested != map || !wcbar_ap_satisfied(ap))
		ret = wcbar_ap_change(ap, map);
	wcbar_dev_view_update(d);
	if (!ret)
		return rows(arg, map, NULL);
	if (ret == -EIO)
		return ret;
	if (ret == -EOPNOTSUPP)
		snprintf(why, sizeof(why), "%s not obtained: %s",
			 wcbar_memtype_name(map), wcbar_reason_text(ap->tried));
	else
		snprintf(why, sizeof(why), "%s could not be mapped: error %d",
			 wcbar_memtype_name(map), ret);
	return rows(arg, map, why);
}

/**
 * wcbar_maps_run() - run the rows of each map, and restore the map
 * @d: the card, its lock held
 * @maps: the types in order
 * @nr: how many; 0 runs the rows on the map that is there
 * @rows: called for each
 * @arg: passed to it
 *
 * Context: may sleep.
 * Return: 0; what @rows returned; -EIO when the map that was there could not
 * be brought back, and there is none now.
 */
int wcbar_maps_run(struct wcbar_dev *d, const enum wcbar_memtype *maps, u32 nr,
		   wcbar_map_rows_t rows, void *arg)
{
	struct wcbar_aperture before = d->ap;
	int ret = 0, err;
	u32 i;

	if (!nr)
		ret = rows(arg, before.requested, NULL);
	for (i = 0; !ret && i < nr; i++)
		ret = map_rows(d, maps[i], rows, arg);

	/* also after an interruption: the map is as it was, or there is none */
	if (d->ap.done & WCBAR_AP_MAPPED &&
	    d->ap.requested != before.requested) {
		err = wcbar_ap_restore(&d->ap, &before);
		wcbar_dev_view_update(d);
		if (err)
			ret = err;
	}
	return ret;
}
